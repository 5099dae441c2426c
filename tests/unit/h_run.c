/* See h_run.h. */
#include "engine/inside.h"
#include "h_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/property/race.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/heap.h"
#include "engine/vm/machine.h"

struct reference {
  struct href_matrix *m;
  struct href_graph *g;
};

struct thing { /* numbered from 1; the living one at an address is in hrun.number */
  ref r;
  size_t died; /* on the way to which state of the path; SIZE_MAX it lives */
};

struct place { /* a state of the path */
  node_id node;
  size_t events; /* heard up to here */
  struct fingerprint fp;
  uint64_t h; /* a digest of the threads' rows */
};

struct hrun {
  struct engine *e;
  struct vm *vm;
  struct explorer *x;
  uint64_t random;
  struct hrun_counts counts;
  VEC(struct href_event) events; /* of the path, from main on */
  VEC(struct thing) objects;
  uint32_t *number;     /* of the living object at (address - IMMORTAL_BASE) / 16 */
  uint32_t collections; /* a garbage collection is asked for before one step in so many; 0 never */
  VEC(struct place) path;
  struct reference right, wrong[MUTATE_COUNT];
  VEC(struct href_location) raced; /* whose first race was compared */
  uint64_t *watch_matrix, *watch_graph;
  char *found; /* the first disagreement of the unmutated references */
};

static uint64_t draw(struct hrun *r) {
  uint64_t x = r->random += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

/* ---- references ---- */

static void reference_free(struct reference *f) {
  if (f->m) href_matrix_free(f->m);
  if (f->g) href_graph_free(f->g);
  *f = (struct reference){0};
}

static void references_free(struct hrun *r) {
  int m;
  reference_free(&r->right);
  for (m = 0; m < MUTATE_COUNT; m++) reference_free(&r->wrong[m]);
}

static void reference_apply(struct reference *f, const struct href_event *ev) {
  if (f->m) href_matrix_apply(f->m, ev);
  if (f->g) href_graph_apply(f->g, ev);
}

/* Makes them anew from the events of the path. */
static void references_make(struct hrun *r) {
  size_t i;
  int m;
  references_free(r);
  r->right.m = href_matrix_new(MUTATE_NOTHING);
  r->right.g = href_graph_new(MUTATE_NOTHING);
  for (m = 1; m < MUTATE_COUNT; m++) {
    if (r->watch_matrix && *r->watch_matrix >> m & 1)
      r->wrong[m].m = href_matrix_new((enum h_mutation)m);
    if (r->watch_graph && *r->watch_graph >> m & 1)
      r->wrong[m].g = href_graph_new((enum h_mutation)m);
  }
  for (i = 0; i < r->events.len; i++) {
    reference_apply(&r->right, &r->events.data[i]);
    for (m = 1; m < MUTATE_COUNT; m++) reference_apply(&r->wrong[m], &r->events.data[i]);
  }
}

static void noticed_matrix(struct hrun *r, int m) {
  *r->watch_matrix &= ~(1ull << m);
  href_matrix_free(r->wrong[m].m);
  r->wrong[m].m = NULL;
}

static void noticed_graph(struct hrun *r, int m) {
  *r->watch_graph &= ~(1ull << m);
  href_graph_free(r->wrong[m].g);
  r->wrong[m].g = NULL;
}

/* ---- heddle's side ---- */

static uint32_t *number_of(const struct hrun *r, ref obj) {
  return &r->number[(obj - IMMORTAL_BASE) >> 4];
}
static ref object_at(const struct hrun *r, struct href_location x) {
  return r->objects.data[x.obj - 1].r;
}
static bool is_dead(const struct hrun *r, struct href_location x) {
  return r->objects.data[x.obj - 1].died != SIZE_MAX;
}

static bool heddle_bit(struct hrun *r, uint32_t thread, struct href_location x, bool plain) {
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

/* ---- hearing ---- */

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

/* After a sweep: what is no object any more will not be named again, whatever comes to stand at its
 * address. */
static void bury_garbage(void *self, struct vm *vm) {
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

/* The objects that lived in the n-th state of the path: named by its events and not dead then. */
static void unearth(struct hrun *r, size_t n) {
  size_t i;
  for (i = 0; i < r->objects.len; i++) *number_of(r, r->objects.data[i].r) = 0;
  for (i = 0; i < r->events.len; i++) {
    uint32_t number = r->events.data[i].e.obj;
    struct thing *o = number ? &r->objects.data[number - 1] : NULL;
    if (!o || o->died <= n) continue;
    *number_of(r, o->r) = number;
    o->died = SIZE_MAX;
  }
  for (i = 0; i < r->objects.len; i++) /* of the future that was left */
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

/* The access about to happen: heddle, the matrix and the graph decide alike. */
static void compare_access(struct hrun *r, const struct event *e, const struct href_event *ev) {
  struct href_location x = {ev->e.obj, ev->e.off};
  const struct thread *t = vm_thread(r->vm, e->thread);
  bool heddle = race_free_access(r->vm, t, e), reads = race_free_of_reads(r->vm, t, e);
  struct href_judgement j = href_graph_apply(r->right.g, ev);
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
    if (r->wrong[m].m && href_matrix_legal(r->wrong[m].m, ev) != heddle) noticed_matrix(r, m);
    if (!r->wrong[m].g) continue;
    j = href_graph_apply(r->wrong[m].g, ev);
    if (j.last != heddle) noticed_graph(r, m);
  }
}

static void hear_one(struct hrun *r, const struct event *e) {
  struct href_event ev = note(r, e);
  int m;
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

/* Before heddle's race check hears the event. An access of eight bytes of a byte[] is eight
 * accesses. */
static void tap(void *self, struct vm *vm, const struct event *e) {
  struct hrun *r = self;
  const struct klass *k = e->size ? vm_klass(vm, e->obj) : NULL;
  struct event one = *e;
  bool whole, parts = true;
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

/* All threads and all written locations. */
static void compare_all(struct hrun *r, const struct href_event *ev) {
  uint32_t c, t, n = href_matrix_columns(r->right.m), threads = vm_machine(r->vm)->thread_count;
  for (c = 0; c < n; c++) {
    bool plain;
    struct href_location x = href_matrix_column(r->right.m, c, &plain);
    if (is_dead(r, x)) continue;
    for (t = 0; t < threads; t++) {
      bool heddle = heddle_bit(r, t, x, plain);
      int m;
      r->counts.bits++;
      if (href_matrix_bit(r->right.m, t, c) != heddle) say(r, "matrix, bits", ev, x, t, heddle);
      if (href_graph_ordered(r->right.g, t, x, plain) != heddle)
        say(r, "graph, bits", ev, x, t, heddle);
      for (m = 1; m < MUTATE_COUNT; m++)
        if (r->wrong[m].g && href_graph_ordered(r->wrong[m].g, t, x, plain) != heddle)
          noticed_graph(r, m);
    }
  }
}

static void hear(void *self, struct vm *vm, const struct event *e) {
  struct hrun *r = self;
  (void)e;
  if (vm_machine(vm)->thread_count > 1) compare_all(r, &r->events.data[r->events.len - 1]);
}

/* ---- runs ---- */

struct hrun *hrun_open(struct subject *program, int por, uint64_t seed) {
  struct hrun *r = mem_alloc(sizeof *r);
  struct engine_options o;
  struct error err = {0};
  engine_options_init(&o);
  subject_options(program, &o);
  o.por = por;
  o.properties = 0;
  o.race_rw = true; /* h is kept, and nothing is reported */
  o.out_fd = -1;
  r->random = seed;
  r->collections = seed & 1 ? 3 : 0;
  r->number = mem_alloc((size_t)(HEAP_LIMIT - IMMORTAL_BASE) >> 4 << 2);
  if (engine_open(&o, &r->e, &err) || property_race.start(engine_vm(r->e), &err)) {
    fprintf(stderr, "%s: %s\n", program->main_class, err.msg);
    abort();
  }
  r->vm = engine_vm(r->e);
  r->x = engine_explorer(r->e);
  r->vm->listen.tap = tap;
  r->vm->listen.tap_self = r;
  r->vm->listen.collected = bury_garbage;
  r->vm->listen.collected_self = r;
  event_listen(r->vm, hear, r);
  return r;
}

void hrun_close(struct hrun *r) {
  references_free(r);
  vec_free(&r->events);
  vec_free(&r->path);
  vec_free(&r->raced);
  vec_free(&r->objects);
  free(r->number);
  free(r->found);
  engine_close(r->e);
  free(r);
}

void hrun_watch(struct hrun *r, uint64_t *matrix, uint64_t *graph) {
  r->watch_matrix = matrix;
  r->watch_graph = graph;
}

const struct hrun_counts *hrun_counts(const struct hrun *r) { return &r->counts; }

/* The threads' bits of the columns that exist: heddle's own, to be the same again later. */
static uint64_t digest(struct hrun *r) {
  uint32_t c, t, n = href_matrix_columns(r->right.m), threads = vm_machine(r->vm)->thread_count;
  uint64_t h = 14695981039346656037ull;
  for (c = 0; c < n; c++)
    for (t = 0; t < threads; t++) {
      bool plain;
      struct href_location x = href_matrix_column(r->right.m, c, &plain);
      if (!is_dead(r, x)) h = (h ^ heddle_bit(r, t, x, plain)) * 1099511628211ull;
    }
  return h;
}

static void arrive(struct hrun *r) {
  *vec_push(&r->path) = (struct place){.node = r->x->here,
                                       .events = r->events.len,
                                       .h = digest(r),
                                       .fp = canon_fingerprint(r->x->canon, true)};
}

bool hrun_at_end(struct hrun *r) {
  struct choice c;
  return !vm_choices(r->vm, &c, 1) ||
         xnode(r->x, r->x->here)->flags & (NODE_FAILED | NODE_ERROR | NODE_ENDED);
}

static char *found(struct hrun *r) {
  char *s = r->found;
  r->found = NULL;
  return s;
}

char *hrun_random(struct hrun *r, uint32_t steps) {
  uint32_t i;
  if (!r->right.m) {
    references_make(r);
    arrive(r);
  }
  for (i = 0; i < steps && !hrun_at_end(r) && !r->found; i++) {
    struct choice all[THREAD_MAX * 2];
    struct error err = {0};
    uint32_t n = vm_choices(r->vm, all, COUNT(all));
    node_id to;
    if (r->collections && draw(r) % r->collections == 0) r->vm->heap.gc_wanted = true;
    if (n > COUNT(all)) n = COUNT(all); /* inputs: some of their values */
    if (explorer_apply(r->x, all[draw(r) % n], &to, &err)) return mem_strdup(err.msg);
    if (xnode(r->x, to)->flags & NODE_FAILED && r->vm->err.code != ERR_UNSUPPORTED)
      return mem_printf("heddle failed: %s", r->vm->err.msg);
    r->counts.transitions++;
    arrive(r);
  }
  return found(r);
}

char *hrun_back(struct hrun *r) {
  size_t n = (size_t)(draw(r) % r->path.len);
  struct place p = r->path.data[n];
  struct fingerprint fp;
  explorer_go(r->x, p.node);
  r->path.len = n + 1;
  r->events.len = p.events;
  references_make(r);
  fp = canon_fingerprint(r->x->canon, true);
  unearth(r, n);
  if (digest(r) != p.h) return mem_printf("h of state %zu is not what it was", n);
  if (fp.lo != p.fp.lo || fp.hi != p.fp.hi)
    return mem_printf("the fingerprint of state %zu is not what it was", n);
  if (vm_machine(r->vm)->thread_count > 1 && p.events)
    compare_all(r, &r->events.data[p.events - 1]);
  return found(r);
}
