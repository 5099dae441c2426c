/* Processes the events of a run: numbers the objects, queries the references, and compares their
 * answers with heddle's clocks. */
#include <stdlib.h>

#include "engine/inside.h"
#include "h_run.h"
#include "engine/property/race.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/heap.h"
#include "engine/vm/machine.h"
#include "h_run_int.h"

/* ---- heddle's side ---- */

static uint32_t *number_of(const struct hrun *r, ref obj) {
  return &r->number[(obj - IMMORTAL_BASE) >> 4];
}
static ref object_at(const struct hrun *r, struct href_location x) {
  return r->objects.data[x.obj - 1].r;
}
bool h_is_dead(const struct hrun *r, struct href_location x) {
  return r->objects.data[x.obj - 1].died != SIZE_MAX;
}

bool h_heddle_bit(struct hrun *r, uint32_t thread, struct href_location x, bool plain) {
  struct vm *vm = r->vm;
  ref obj = object_at(r, x), row = race_volatile_row(vm, obj, x.off);
  uint32_t stamp = plain && row ? row_get(vm, row, ROW_PLAIN) : race_stamp(vm, obj, x.off);
  return race_in_h(vm, vm_thread(vm, thread)->row, stamp);
}

static void say(struct hrun *r, const char *who, const struct href_event *ev,
                struct href_location x, uint32_t thread, bool heddle) {
  char *name;
  if (r->found) return;
  name = race_location_name(r->vm, NULL, object_at(r, x), x.off);
  r->found = mem_printf("%s: event %zu (%u of T%u mode %u): heddle says T%u may%s access %s", who,
                        r->events.len, ev->e.op, ev->e.thread, ev->e.mode, thread,
                        heddle ? "" : " not", name);
  free(name);
}

/* ---- processing events ---- */

static bool is_interrupt(struct vm *vm, const struct event *e) {
  return e->obj && e->size && e->off == vm->wk.thread_interrupted &&
         klass_is_subclass(vm_klass(vm, e->obj), vm->wk.thread);
}

static uint32_t named(struct hrun *r, ref obj) {
  if (!obj) return 0;
  if (!*number_of(r, obj)) {
    *vec_push(&r->objects) = (struct thing){.r = obj, .died = SIZE_MAX};
    *number_of(r, obj) = (uint32_t)r->objects.len;
  }
  return *number_of(r, obj);
}

static int by_ref(const void *a, const void *b) {
  ref x = *(const ref *)a, y = *(const ref *)b;
  return x < y ? -1 : x > y;
}

void h_bury_garbage(void *self, struct vm *vm) {
  struct hrun *r = self;
  VEC(ref) living = {0};
  uint32_t a = HEAP_BASE;
  size_t i;
  for (; a < vm_machine(vm)->heap_bump; a += vm_object_size(vm, a))
    if (vm_object(vm, a)->klass >= KLASS_FIRST) *vec_push(&living) = a;
  for (i = 0; i < r->objects.len; i++) {
    struct thing *o = &r->objects.data[i];
    if (o->died != SIZE_MAX || arena_is_immortal(o->r)) continue;
    if (living.len && bsearch(&o->r, living.data, living.len, sizeof(ref), by_ref)) continue;
    *number_of(r, o->r) = 0;
    o->died = r->path.len;
  }
  vec_free(&living);
}

void h_unearth(struct hrun *r, size_t n) {
  size_t i;
  for (i = 0; i < r->objects.len; i++) *number_of(r, r->objects.data[i].r) = 0;
  for (i = 0; i < r->events.len; i++) {
    uint32_t number = r->events.data[i].e.obj;
    struct thing *o = number ? &r->objects.data[number - 1] : NULL;
    if (!o || o->died <= n) continue;
    *number_of(r, o->r) = number;
    o->died = SIZE_MAX;
  }
  for (i = 0; i < r->objects.len; i++) /* born in the future that was left */
    if (*number_of(r, r->objects.data[i].r) != i + 1 && r->objects.data[i].died > n)
      r->objects.data[i].died = 0;
}

static struct href_event note(struct hrun *r, const struct event *e) {
  struct vm *vm = r->vm;
  struct href_event ev = {.e = *e};
  const struct field *f = e->size ? vm_field_at(vm, e->obj, e->off) : NULL;
  ev.is_volatile = f && (f->flags & ACC_VOLATILE);
  ev.is_interrupt = is_interrupt(vm, e);
  ev.e.obj = named(r, e->obj);
  return ev;
}

static bool is_raced(const struct hrun *r, struct href_location x) {
  size_t i;
  for (i = 0; i < r->raced.len; i++)
    if (r->raced.data[i].obj == x.obj && r->raced.data[i].off == x.off) return true;
  return false;
}

/* Before an access, compares the decisions of heddle, the matrix and the graph. */
static void compare_access(struct hrun *r, const struct event *e, const struct href_event *ev) {
  struct href_location x = {ev->e.obj, ev->e.off};
  const struct thread *t = vm_thread(r->vm, e->thread);
  bool heddle = race_free_access(r->vm, t, e), reads = race_free_of_reads(r->vm, t, e);
  struct href_allowed j = href_graph_apply(r->right.g, ev);
  int m;
  r->counts.accesses++;
  if (href_matrix_legal(r->right.m, ev) != heddle)
    say(r, "matrix, verdict", ev, x, ev->e.thread, heddle);
  if (j.last != heddle) say(r, "graph, verdict", ev, x, ev->e.thread, heddle);
  if (j.all != heddle && !is_raced(r, x)) say(r, "graph, first race", ev, x, ev->e.thread, heddle);
  if (heddle && j.reads != reads && !is_raced(r, x) && !race_silent(r->vm, e->obj, e->off))
    say(r, "graph, reads before a write", ev, x, ev->e.thread, reads);
  r->counts.read_races += !reads && !is_raced(r, x);
  if (!(heddle && reads) && !is_raced(r, x)) {
    *vec_push(&r->raced) = x;
    r->counts.races++;
  }
  for (m = 1; m < MUTATE_COUNT; m++) {
    if (r->wrong[m].m && href_matrix_legal(r->wrong[m].m, ev) != heddle) h_noticed_matrix(r, m);
    if (!r->wrong[m].g) continue;
    j = href_graph_apply(r->wrong[m].g, ev);
    if (j.last != heddle) h_noticed_graph(r, m);
  }
}

/* The graph grows with the square of the events, so a thread that spins endlessly in one step is
 * stopped after this number of events. */
enum { EVENTS_MAX = 20000 };

static void hear_one(struct hrun *r, const struct event *e) {
  struct href_event ev;
  int m;
  if (r->events.len >= EVENTS_MAX) {
    r->vm->sched.insn_limit = 1; /* this limit is already reached, so the step is cut */
    return;
  }
  ev = note(r, e);
  r->counts.events++;
  r->counts.edges[e->op]++;
  if (e->size) {
    compare_access(r, e, &ev);
  } else {
    href_graph_apply(r->right.g, &ev);
    for (m = 1; m < MUTATE_COUNT; m++)
      if (r->wrong[m].g) href_graph_apply(r->wrong[m].g, &ev);
  }
  href_matrix_apply(r->right.m, &ev);
  for (m = 1; m < MUTATE_COUNT; m++)
    if (r->wrong[m].m) href_matrix_apply(r->wrong[m].m, &ev);
  *vec_push(&r->events) = ev;
}

/* The end of a thread locks and unlocks the monitor of its Thread, which no event reports. */
static void hear_end(struct hrun *r, const struct event *e) {
  struct event lock = {.op = OPK_LOCK, .thread = e->thread, .obj = e->obj}, unlock = lock;
  unlock.op = OPK_UNLOCK;
  hear_one(r, e);
  hear_one(r, &lock);
  hear_one(r, &unlock);
}

void h_tap(void *self, struct vm *vm, const struct event *e) {
  struct hrun *r = self;
  const struct klass *k = e->size ? vm_klass(vm, e->obj) : NULL;
  struct event one = *e;
  bool whole, parts = true;
  if (e->op == OPK_END) {
    hear_end(r, e);
    return;
  }
  if (!k || !k->is_array || e->size <= 1 << k->elem_shift) {
    hear_one(r, e);
    return;
  }
  r->counts.wide++;
  whole = race_free_access(vm, vm_thread(vm, e->thread), e);
  one.size = (uint8_t)(1 << k->elem_shift);
  for (; one.off < e->off + e->size; one.off += one.size) {
    parts &= race_free_access(vm, vm_thread(vm, e->thread), &one);
    hear_one(r, &one);
  }
  if (whole != parts && !r->found)
    r->found = mem_printf("event %zu: a wide access and its parts differ", r->events.len);
}

void h_compare_all(struct hrun *r, const struct href_event *ev) {
  uint32_t c, t, n = href_matrix_columns(r->right.m), threads = vm_machine(r->vm)->thread_count;
  for (c = 0; c < n; c++) {
    bool plain;
    struct href_location x = href_matrix_column(r->right.m, c, &plain);
    if (h_is_dead(r, x)) continue;
    for (t = 0; t < threads; t++) {
      bool heddle = h_heddle_bit(r, t, x, plain);
      int m;
      r->counts.bits++;
      if (href_matrix_bit(r->right.m, t, c) != heddle) say(r, "matrix, bits", ev, x, t, heddle);
      if (href_graph_ordered(r->right.g, t, x, plain) != heddle)
        say(r, "graph, bits", ev, x, t, heddle);
      for (m = 1; m < MUTATE_COUNT; m++)
        if (r->wrong[m].g && href_graph_ordered(r->wrong[m].g, t, x, plain) != heddle)
          h_noticed_graph(r, m);
    }
  }
}

void h_hear(void *self, struct vm *vm, const struct event *e) {
  struct hrun *r = self;
  (void)e;
  if (vm_machine(vm)->thread_count > 1) h_compare_all(r, &r->events.data[r->events.len - 1]);
}
