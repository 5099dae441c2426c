/* See h_run.h. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/inside.h"
#include "h_run.h"
#include "engine/property/race.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/heap.h"
#include "engine/vm/machine.h"
#include "h_run_int.h"

static uint64_t draw(struct hrun *r) {
  uint64_t x = r->random += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

/* ---- references ---- */

static void h_reference_free(struct reference *f) {
  if (f->m) href_matrix_free(f->m);
  if (f->g) href_graph_free(f->g);
  *f = (struct reference){0};
}

static void references_free(struct hrun *r) {
  int m;
  h_reference_free(&r->right);
  for (m = 0; m < MUTATE_COUNT; m++) h_reference_free(&r->wrong[m]);
}

static void reference_apply(struct reference *f, const struct href_event *ev) {
  if (f->m) href_matrix_apply(f->m, ev);
  if (f->g) href_graph_apply(f->g, ev);
}

/* Recreates the references from the events of the path. */
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

void h_noticed_matrix(struct hrun *r, int m) {
  *r->watch_matrix &= ~(1ull << m);
  href_matrix_free(r->wrong[m].m);
  r->wrong[m].m = NULL;
}

void h_noticed_graph(struct hrun *r, int m) {
  *r->watch_graph &= ~(1ull << m);
  href_graph_free(r->wrong[m].g);
  r->wrong[m].g = NULL;
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
  o.race_rw = true; /* so that h is computed although nothing is reported */
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
  r->vm->listen.tap = h_tap;
  r->vm->listen.tap_self = r;
  r->vm->listen.collected = h_bury_garbage;
  r->vm->listen.collected_self = r;
  event_listen(r->vm, h_hear, r);
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

/* Hashes heddle's bits of all threads and existing columns, to compare with later. */
static uint64_t digest(struct hrun *r) {
  uint32_t c, t, n = href_matrix_columns(r->right.m), threads = vm_machine(r->vm)->thread_count;
  uint64_t h = 14695981039346656037ull;
  for (c = 0; c < n; c++)
    for (t = 0; t < threads; t++) {
      bool plain;
      struct href_location x = href_matrix_column(r->right.m, c, &plain);
      if (!h_is_dead(r, x)) h = (h ^ h_heddle_bit(r, t, x, plain)) * 1099511628211ull;
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

/* The step has too many events, so the path ends before it. */
static void leave_cut_step(struct hrun *r) {
  struct place p = r->path.data[r->path.len - 1];
  r->vm->sched.insn_limit = 0;
  explorer_go(r->x, p.node);
  r->events.len = p.events;
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
    if (n > COUNT(all)) n = COUNT(all); /* for inputs: only some of their values */
    if (explorer_apply(r->x, all[draw(r) % n], &to, &err)) return mem_strdup(err.msg);
    if (xnode(r->x, to)->flags & NODE_CUT) {
      leave_cut_step(r);
      break;
    }
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
  h_unearth(r, n);
  if (digest(r) != p.h) return mem_printf("h of state %zu is not what it was", n);
  if (fp.lo != p.fp.lo || fp.hi != p.fp.hi)
    return mem_printf("the fingerprint of state %zu is not what it was", n);
  if (vm_machine(r->vm)->thread_count > 1 && p.events)
    h_compare_all(r, &r->events.data[p.events - 1]);
  return found(r);
}
