/* See checkpoint.h. */
#include "engine/search/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/search/checkpoint_tree.h"

/* ---- counters and notes for the verdict ---- */

/* The counters of a search, without those that only concern this process (peak_kb, checkpoints). */
#define COUNTED(X) \
  X(states) \
  X(transitions) \
  X(instructions) \
  X(revisits) \
  X(backtracks) \
  X(depth) \
  X(max_depth) \
  X(errors) \
  X(ends) \
  X(h.rows) \
  X(h.columns) X(h.bytes) X(switches) X(minimal) X(cycle) X(hang) X(observed_max) X(frontier)

static void put_counters(struct ckpt_out *o, const struct search *s) {
  struct search_report r = s->report;
  r.transitions -= s->given_back;
  r.instructions -= s->given_back_insns;
#define PUT(field) ckpt_put_number(o, r.field);
  COUNTED(PUT)
#undef PUT
  ckpt_put(o, &r.seconds, sizeof r.seconds);
  ckpt_put(o, &s->rng, sizeof s->rng);
  ckpt_put_number(o, s->bound_hit);
  ckpt_put_number(o, s->cut_otherwise);
  ckpt_put_number(o, (uint32_t)s->bound_cause);
  ckpt_put_number(o, s->setting);
  ckpt_put_text(o, s->bound_text);
  ckpt_put_text(o, s->explored);
  ckpt_put_text(o, s->failed_stack);
  ckpt_put_text(o, s->failed_place);
}

static void get_line(struct ckpt_in *in, char *out, size_t size) {
  char *s = ckpt_text(in);
  snprintf(out, size, "%s", s ? s : "");
  free(s);
}

static void get_counters(struct ckpt_in *in, struct search *s) {
  struct search_report *r = &s->report;
#define GET(field) r->field = ckpt_number(in);
  COUNTED(GET)
#undef GET
  ckpt_get(in, &r->seconds, sizeof r->seconds);
  ckpt_get(in, &s->rng, sizeof s->rng);
  s->bound_hit = ckpt_number(in) != 0;
  s->cut_otherwise = ckpt_number(in) != 0;
  s->bound_cause = (int)ckpt_number(in);
  s->setting = (uint32_t)ckpt_number(in);
  get_line(in, s->bound_text, sizeof s->bound_text);
  get_line(in, s->explored, sizeof s->explored);
  s->failed_stack = ckpt_text(in);
  s->failed_place = ckpt_text(in);
}

/* The notes of the machine on all paths, as bits. */
enum {
  SEEN_CLOCK = 1,
  SEEN_PATIENT = 2,
  SEEN_SECTIONS = 4,
  SEEN_WEAK_AT = 3, /* four bits */
  SEEN_AWAITED = 1 << 24,
  SEEN_PROMPT = 1 << 25,
  SEEN_COLLECTS = 1 << 26,
  SEEN_HIDDEN_AT = 8,
  SEEN_OBSERVED_AT = 16
};

static void put_noted(struct ckpt_out *o, const struct vm *vm) {
  ckpt_put_number(o, vm->seen.seed);
  ckpt_put_number(
      o, (vm->seen.time ? SEEN_CLOCK : 0) | (vm->seen.patient ? SEEN_PATIENT : 0) |
             (vm->seen.sections ? SEEN_SECTIONS : 0) | (vm->seen.awaited ? SEEN_AWAITED : 0) |
             (vm->seen.prompt ? SEEN_PROMPT : 0) | (vm->seen.collects ? SEEN_COLLECTS : 0) |
             (uint64_t)vm->seen.weak << SEEN_WEAK_AT | vm->seen.hidden << SEEN_HIDDEN_AT |
             vm->seen.observed << SEEN_OBSERVED_AT);
  ckpt_put_text(o, vm->seen.distinguished_by);
  ckpt_put_text(o, vm->seen.assumption);
  ckpt_put_number(o, (uint32_t)vm->seen.broken);
  ckpt_put(o, &vm->heap.high, sizeof vm->heap.high);
  ckpt_put_number(o, vm->seen.steps.len);
  for (size_t i = 0; i < vm->seen.steps.len; i++) ckpt_put_number(o, vm->seen.steps.data[i]);
  ckpt_put_number(o, vm->seen.own_steps);
  ckpt_put_number(o, vm->seen.handled.len);
  for (size_t i = 0; i < vm->seen.handled.len; i++) ckpt_put_number(o, vm->seen.handled.data[i]);
}

struct noted {
  bool seed_seen;
  uint64_t time_seen;
  char *distinguished_by;
  char assumption[sizeof((struct vm *)0)->seen.assumption];
  int broken;
  uint8_t heap_high[sizeof((struct vm *)0)->heap.high];
  VEC(uint64_t) steps, handled;
  uint32_t own_steps;
};

static void get_noted(struct ckpt_in *in, struct noted *n) {
  n->seed_seen = ckpt_number(in) != 0;
  n->time_seen = ckpt_number(in);
  n->distinguished_by = ckpt_text(in);
  get_line(in, n->assumption, sizeof n->assumption);
  n->broken = (int)ckpt_number(in);
  if (n->broken < BROKEN_NOTHING || n->broken > BROKEN_ORDERS)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is damaged: an assumption");
  ckpt_get(in, n->heap_high, sizeof n->heap_high);
  for (uint64_t i = ckpt_number(in); i && ckpt_good(in); i--)
    *vec_push(&n->steps) = ckpt_number(in);
  n->own_steps = (uint32_t)ckpt_number_below(in, n->steps.len + 1);
  for (uint64_t i = ckpt_number(in); i && ckpt_good(in); i--)
    *vec_push(&n->handled) = ckpt_number(in);
}

/* Call after the states were executed again, because executing them sets some of these fields. */
static void checkpoint_note(struct vm *vm, struct noted *n) {
  vm->seen.seed = n->seed_seen;
  vm->seen.time = n->time_seen & SEEN_CLOCK;
  vm->seen.patient = n->time_seen & SEEN_PATIENT;
  vm->seen.sections |= (n->time_seen & SEEN_SECTIONS) != 0;
  vm->seen.weak = n->time_seen >> SEEN_WEAK_AT & 0xf;
  vm->seen.awaited |= (n->time_seen & SEEN_AWAITED) != 0;
  vm->seen.prompt |= (n->time_seen & SEEN_PROMPT) != 0;
  vm->seen.collects |= (n->time_seen & SEEN_COLLECTS) != 0;
  vm->seen.hidden = n->time_seen >> SEEN_HIDDEN_AT & 0xff;
  vm->seen.observed = n->time_seen >> SEEN_OBSERVED_AT & 0xff;
  vm->seen.distinguished_by = n->distinguished_by ? pool_strndup(&vm->pool, n->distinguished_by,
                                                                 strlen(n->distinguished_by))
                                                  : NULL;
  memcpy(vm->seen.assumption, n->assumption, sizeof vm->seen.assumption);
  vm->seen.broken = n->broken;
  memcpy(&vm->heap.high, n->heap_high, sizeof vm->heap.high);
  vm->seen.steps.len = 0;
  for (size_t i = 0; i < n->steps.len; i++) *vec_push(&vm->seen.steps) = n->steps.data[i];
  vm->seen.own_steps = n->own_steps;
  vm->seen.handled.len = 0;
  for (size_t i = 0; i < n->handled.len; i++) *vec_push(&vm->seen.handled) = n->handled.data[i];
  vec_free(&n->steps);
  vec_free(&n->handled);
  free(n->distinguished_by);
}

/* ---- errors and outcomes ---- */

static void put_errors(struct ckpt_out *o, const struct search *s, const struct ckpt_tree *t) {
  ckpt_put_number(o, s->distinct.len);
  for (size_t i = 0; i < s->distinct.len; i++) ckpt_put_node(o, t, s->distinct.data[i].node);
  /* The first error is one of them, or none is recorded. */
  ckpt_put_node(o, t, s->opt.all_errors && s->distinct.len ? s->error_node : NODE_NONE);
}

static void no_error(struct ckpt_in *in) {
  ckpt_in_fail(in, ERR_INPUT, "the checkpoint does not fit the program: an error is missing");
}

static void get_errors(struct ckpt_in *in, struct search *s, const struct ckpt_tree *t) {
  node_id first;
  uint64_t n;
  for (n = ckpt_number(in); n && ckpt_good(in); n--) {
    node_id k = ckpt_some_node(in, t);
    if (!ckpt_good(in)) return;
    if (!xnode(s->x, k)->violation || !search_note_error(s, k)) no_error(in);
  }
  first = ckpt_node(in, t);
  if (first == NODE_NONE) return;
  if (xnode(s->x, first)->violation)
    s->error_node = first;
  else
    no_error(in);
}

static void put_outcomes(struct ckpt_out *o, const struct outcome_set *set) {
  if (!set) return;
  ckpt_begin(o, CKPT_OUTCOMES);
  ckpt_put_number(o, set->all.len);
  for (size_t i = 0; i < set->all.len; i++) {
    const struct outcome *k = &set->all.data[i];
    ckpt_put_text(o, k->end);
    ckpt_put_number(o, (uint32_t)k->status);
    ckpt_put_number(o, k->output_len);
    ckpt_put(o, k->output, k->output_len);
    ckpt_put_text(o, k->message);
    ckpt_put_text(o, k->key);
    ckpt_put_number(o, k->met);
    ckpt_put_number(o, k->stands);
    ckpt_put_text(o, k->schedule);
  }
  ckpt_put_number(o, set->ended.len);
  for (size_t i = 0; i < set->ended.len; i++) ckpt_put_text(o, set->ended.data[i]);
}

/* Reads a counted number of bytes and appends a zero. */
static char *get_bytes(struct ckpt_in *in, size_t *len) {
  uint64_t n = ckpt_number(in);
  char *s = NULL;
  if (ckpt_good(in) && ckpt_can_hold(in, n, 1)) {
    s = mem_alloc(n + 1);
    ckpt_get(in, s, n);
    *len = n;
  }
  return s;
}

static void get_outcome(struct ckpt_in *in, struct outcome_set *set) {
  struct outcome *k = vec_push(&set->all);
  char *end = ckpt_text(in);
  *k = (struct outcome){.end = end ? outcome_end(end) : NULL};
  free(end);
  k->status = (int)(uint32_t)ckpt_number(in);
  k->output = get_bytes(in, &k->output_len);
  k->message = ckpt_text(in);
  k->key = ckpt_text(in);
  k->met = ckpt_number(in);
  k->stands = ckpt_number(in) != 0;
  k->schedule = ckpt_text(in);
  if (k->end && k->output && k->message && k->key && k->schedule) return;
  ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its outcomes)");
  free(k->output);
  free(k->message);
  free(k->key);
  free(k->schedule);
  set->all.len--; /* the list is sorted and reported even after a failure */
}

static void get_outcomes(struct ckpt_in *in, struct outcome_set *set) {
  uint64_t n;
  if (!set) return;
  ckpt_need(in, CKPT_OUTCOMES);
  for (n = ckpt_number(in); n && ckpt_good(in); n--) get_outcome(in, set);
  for (n = ckpt_number(in); n && ckpt_good(in); n--) {
    char *circle = ckpt_text(in);
    if (circle) *vec_push(&set->ended) = circle;
  }
}

/* ---- the whole checkpoint ---- */

void checkpoint_save(struct ckpt_out *o, struct search *s) {
  struct ckpt_tree t = {0};
  ckpt_begin(o, CKPT_COUNTERS);
  put_counters(o, s);
  put_noted(o, s->x->vm);
  ckpt_tree_save(o, s, &t);
  put_errors(o, s, &t);
  visited_save(s->visited, o, CKPT_VISITED);
  if (s->followed) visited_save(s->followed, o, CKPT_FOLLOWED);
  if (s->exact) exact_save(s->exact, o);
  put_outcomes(o, s->outcomes);
  if (s->heuristic && s->heuristic->save) {
    ckpt_begin(o, CKPT_HEURISTIC);
    s->heuristic->save(s->heuristic_self, o);
  }
  ckpt_begin(o, CKPT_STRATEGY);
  s->ops->save(s, o, &t);
  ckpt_tree_release(&t);
}

static void load_parts(struct ckpt_in *in, struct search *s, const struct ckpt_tree *t) {
  get_errors(in, s, t);
  visited_load(s->visited, in, CKPT_VISITED);
  if (s->followed) visited_load(s->followed, in, CKPT_FOLLOWED);
  if (s->exact) exact_load(s->exact, in);
  get_outcomes(in, s->outcomes);
  if (s->heuristic && s->heuristic->save) {
    ckpt_need(in, CKPT_HEURISTIC);
    s->heuristic->load(s->heuristic_self, in);
  }
  ckpt_need(in, CKPT_STRATEGY);
  if (ckpt_good(in)) s->ops->load(s, in, t);
}

void checkpoint_load(struct ckpt_in *in, struct search *s) {
  struct ckpt_tree t = {0};
  struct noted noted = {0};
  ckpt_need(in, CKPT_COUNTERS);
  get_counters(in, s);
  get_noted(in, &noted);
  ckpt_tree_load(in, s, &t);
  if (ckpt_good(in)) load_parts(in, s, &t);
  checkpoint_note(s->x->vm, &noted);
  ckpt_tree_release(&t);
}
