/* Opens and moves a replay, queues states for the breadth-first search, runs the bounded checks,
 * and reports how far a failed replay came. */
#include "trace/replay/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/inside.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "trace/replay/replay_int.h"

/* ---- furthest progress ---- */

/* The furthest progress of any path consists of the trace's next event at that point and of what
 * the engine did instead. If no path matches, the error message contains both. */

static const char *const why_text[] = {
    [OTHER_KIND] = "",
    [OTHER_PLACE] = " (another place)",
    [OTHER_OBJECT] = " (another object)",
    [OTHER_VALUE] = " (another value)",
    [TOO_EARLY] = " (too early: the trace has other operations first)",
    [OTHER_INPUT] = " (an input that the recorded run had at another time)",
    [NO_MORE] = " (the trace has no more events of this thread)"};

static char *doing(struct replay *r, const struct match_result *m) {
  struct text t = {0};
  bool failed = xnode(r->x, r->x->here)->flags & NODE_FAILED;
  char *name = thread_title(r->vm, vm_thread(r->vm, xnode(r->x, r->x->here)->choice.thread));
  struct event_info ev;
  if (failed) {
    text_printf(&t, "thread %s: heddle cannot continue: %s", name, r->vm->err.msg);
  } else if (m->at >= 0 && !engine_event(r->e, r->x->here, (uint32_t)m->at, &ev)) {
    text_printf(&t, "thread %s would %s%s%s%s%s", name, ev.op, *ev.object ? " " : "", ev.object,
                *ev.value ? " = " : "", ev.value);
    if (ev.file) text_printf(&t, " at %s:%d", ev.file, ev.line);
    engine_event_release(&ev);
  } else {
    text_printf(&t, "thread %s would continue", name);
  }
  if (!failed) text_puts(&t, why_text[m->why]);
  free(name);
  return t.s;
}

static void keep_best(struct replay *r, node_id node, char *instead, bool exact) {
  if (r->best != NODE_NONE) xnode(r->x, r->best)->pins--;
  xnode(r->x, node)->pins++;
  r->best = node;
  r->best_frontier = r->frontier;
  r->best_exact = exact;
  free(r->instead);
  r->instead = instead;
  r->stopped = xnode(r->x, r->x->here)->flags & NODE_FAILED;
}

void furthest_mismatch(struct replay *r, const struct match_result *m) {
  bool exact = m->expected == r->frontier && m->why != TOO_EARLY && m->why != NO_MORE;
  if (r->frontier < r->best_frontier ||
      (r->frontier == r->best_frontier && r->best != NODE_NONE && (r->best_exact || !exact)))
    return;
  keep_best(r, r->path.data[r->path.len - 1].node, doing(r, m), exact);
}

void furthest_dead_end(struct replay *r) {
  const struct level *l = &r->path.data[r->path.len - 1];
  struct text t = {0};
  struct thread_info ti;
  uint32_t i, n = xnode(r->x, l->node)->flags & NODE_ENDED ? 0 : engine_thread_count(r->e);
  if (r->frontier < r->best_frontier || (r->frontier == r->best_frontier && r->best != NODE_NONE))
    return;
  for (i = 0; i < n; i++) {
    if (rank_next_event(r, i) != r->frontier || engine_thread(r->e, i, &ti)) continue;
    text_printf(&t, "thread %s is %s%s%s", ti.name, ti.state, *ti.op ? " before: " : "", ti.op);
    if (ti.waits_for && *ti.waits_for) text_printf(&t, " (%s)", ti.waits_for);
    engine_thread_release(&ti);
  }
  if (!t.s)
    text_puts(&t, xnode(r->x, l->node)->flags & NODE_ENDED ? "the program has ended"
                                                           : "its thread was not started");
  keep_best(r, l->node, t.s, false);
}

/* ---- breadth-first search ---- */

/* The breadth-first search for matching paths of paper 003 takes a state from a queue, makes all
 * its children, and queues those that match. (The depth-first search in paths.c needs no
 * queue.)
 *
 * A queued state is a pinned node. To restore its progress, search_go matches its path again, from
 * where that path leaves the present one. The present path ends at the state being expanded, or at
 * the last state of a complete path. States met before go to a second queue. When the first queue
 * is empty, the search takes from the second those states from which some path has reached the last
 * event: reaching such a state another way gives another matching path. */

static void take(struct replay *r, struct replay_queue *q, node_id node) {
  *vec_push(&q->nodes) = node;
  xnode(r->x, node)->pins++;
}

static void release_taken(struct replay *r, node_id node) {
  CHECK(xnode(r->x, node)->pins, "a state that waits is pinned: node %u", node);
  xnode(r->x, node)->pins--;
  explorer_drop(r->x, node);
}

void queue_release(struct replay *r) {
  struct replay_queue *all[] = {&r->queue, &r->again};
  for (size_t i = 0; i < COUNT(all); i++) {
    for (size_t k = all[i]->head; k < all[i]->nodes.len; k++)
      xnode(r->x, all[i]->nodes.data[k])->pins--;
    vec_free(&all[i]->nodes);
    all[i]->head = 0;
  }
}

void queue_put(struct replay *r, node_id node) { take(r, &r->queue, node); }

void queue_put_again(struct replay *r, node_id node) {
  enum { MOST = 20000 };
  if (r->again.nodes.len - r->again.head < MOST) take(r, &r->again, node);
}

static node_id next_of(struct replay_queue *q) {
  return q->head < q->nodes.len ? q->nodes.data[q->head++] : NODE_NONE;
}

/* Returns a state of the second queue from which some path has reached the last event, or
 * NODE_NONE. */
static node_id next_again(struct replay *r) {
  struct replay_queue left = {0};
  node_id found = NODE_NONE, n;
  while (found == NODE_NONE && (n = next_of(&r->again)) != NODE_NONE) {
    search_go(r, n);
    if (search_has_led(r))
      found = n;
    else
      *vec_push(&left.nodes) = n;
  }
  for (; (n = next_of(&r->again)) != NODE_NONE;) *vec_push(&left.nodes) = n;
  vec_free(&r->again.nodes);
  r->again = left;
  return found;
}

int queue_extend(struct replay *r) {
  node_id n = next_of(&r->queue), done = r->path.data[r->path.len - 1].node;
  if (n == NODE_NONE) n = next_again(r);
  if (n == NODE_NONE) return ERR_NOTFOUND;
  search_go(r, n);
  release_taken(r, n);
  explorer_drop(r->x, done);
  return 0;
}

/* ---- suspicious events ---- */

/* Sets in[i] if event i acquires a monitor or Lock while its thread holds another. Returns whether
 * any does. */
static bool mark_nested(const struct replay *r, bool *in) {
  const struct plan *p = &r->plan;
  uint32_t *held = mem_alloc(p->threads.len * sizeof *held);
  bool any = false;
  size_t i;
  for (i = 0; i < p->events.len; i++) {
    const struct plan_event *e = &p->events.data[i];
    bool enter = trace_has(&e->e, TRAIT_ACQUIRES);
    bool leave = trace_has(&e->e, TRAIT_RELEASES);
    if (enter && held[e->thread]++) any = in[i] = true;
    if (leave && held[e->thread]) held[e->thread]--;
  }
  free(held);
  return any;
}

static uint32_t numbers(const struct replay *r, const bool *in, uint64_t **events) {
  uint32_t n = 0;
  size_t i;
  *events = mem_alloc((r->plan.events.len + 1) * sizeof **events);
  for (i = 0; i < r->plan.events.len; i++)
    if (in[i]) (*events)[n++] = r->plan.events.data[i].number;
  return n;
}

const char *replay_around_word(enum replay_around around, uint32_t count) {
  static const char *const words[][2] = {
      [AROUND_LABELS] = {"suspicious event", "suspicious events"},
      [AROUND_CONFLICTS] = {"conflict or nested lock", "conflicts and nested locks"},
      [AROUND_BEGINNINGS] = {"beginning of a thread", "beginnings of threads"}};
  return words[around][count != 1];
}

uint32_t replay_suspicious(struct replay *r, bool all, uint64_t **events,
                           enum replay_around *around) {
  bool *in = mem_alloc(r->plan.events.len + 1);
  bool any = false;
  uint32_t n;
  size_t i;
  for (i = 0; i < r->plan.events.len; i++) any |= in[i] = !all && r->plan.events.data[i].e.labels;
  *around = AROUND_LABELS;
  if (!any) {
    for (i = 0; i < r->plan.events.len; i++) any |= in[i] = r->plan.events.data[i].conflict;
    any |= mark_nested(r, in);
    *around = any ? AROUND_CONFLICTS : AROUND_BEGINNINGS;
  }
  /* If there are no such events, the program's threads may still interact inside the library. */
  for (i = 0; !any && i < r->plan.events.len; i++)
    in[i] = r->plan.events.data[i].e.kind == TRACE_EV_THREAD_BEGIN;
  n = numbers(r, in, events);
  free(in);
  return n;
}

/* ---- bounded checks ---- */

/* Checks (paper 003, section 4) start a few transitions before the state in which the suspicious
 * event is enabled, because "once a suspicious event is reached, it may already be too late for a
 * real error to manifest". */

/* Returns the level before the transition that matched the event, or SIZE_MAX if the path does not
 * match it. In the state of that level the event is the next of its thread. */
static size_t level_before(struct replay *r, uint32_t event) {
  size_t i;
  /* Each level has a range of the undo log, which shows the transition that first matched the
   * event. */
  for (i = 1; i < r->path.len; i++) {
    size_t u;
    CHECK(r->path.data[i].undo <= r->undo.len && r->path.data[i - 1].undo <= r->path.data[i].undo,
          "each level has a part of the undo log: %zu", i);
    for (u = i == 1 ? 0 : r->path.data[i - 1].undo; u < r->path.data[i].undo; u++) {
      const struct undo *x = &r->undo.data[u];
      const struct plan_event *p = &r->plan.events.data[event];
      if (x->kind == UNDO_POSITION && x->at == p->thread && x->old == p->ordinal) return i - 1;
    }
  }
  return SIZE_MAX;
}

/* Returns a text that is equal for equal errors: it contains the kind and the place of the error,
 * but not which thread caused it or how it was reached. The caller frees it. */
static char *key_of(const char *property, const char *kind, const char *location,
                    const char *message) {
  const char *what = strcmp(property, "race") ? "" : message;
  return mem_printf("%s %s %s %.*s", property, kind ? kind : "", location ? location : "",
                    (int)strcspn(what, ":"), what);
}

bool replay_same_error(const struct schedule *a, const struct schedule *b) {
  char *x, *y;
  bool same;
  if (!a->property || !b->property) return false;
  x = key_of(a->property, a->kind, a->location, a->message);
  y = key_of(b->property, b->kind, b->location, b->message);
  same = !strcmp(x, y);
  free(x);
  free(y);
  return same;
}

/* Was a property violated in the first n nodes of the path? If `key` is not NULL, counts only the
 * error with that key. */
static bool is_noted(const struct replay *r, size_t n, const char *key) {
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) {
    struct violation_info v;
    node_id at = r->path.data[i].node;
    if (!(xnode(r->x, at)->flags & NODE_NOTED) || engine_violation(r->e, at, &v)) continue;
    char *its = key ? key_of(v.property_name, v.kind, v.location, v.message) : NULL;
    found = !key || !strcmp(its, key);
    free(its);
  }
  return found;
}

/* Stores an error or, if it is known, counts it and keeps the shorter schedule. Takes ownership of
 * *s. */
static void note_error(const struct replay *r, struct replay_checks *c, struct schedule *s) {
  char *key = key_of(s->property, s->kind, s->location, s->message);
  bool on_path = is_noted(r, r->path.len, key);
  struct replay_error *e = NULL;
  for (size_t i = 0; !e && i < c->errors.len; i++)
    if (!strcmp(c->errors.data[i].key, key)) e = &c->errors.data[i];
  if (!e) {
    e = vec_push(&c->errors);
    *e = (struct replay_error){.key = key, .schedule = *s, .event = c->event};
  } else {
    bool shorter = s->count < e->schedule.count;
    if (shorter) e->event = c->event;
    schedule_release(shorter ? &e->schedule : s);
    if (shorter) e->schedule = *s;
    free(key);
  }
  e->on_path |= on_path;
  e->checks++;
}

static void note_report(struct replay_checks *c, const struct search_report *report) {
  c->runs++;
  c->states += report->states;
  c->transitions += report->transitions;
  /* Stopping at the depth bound is normal for a bounded check; any other bound makes it
   * incomplete. */
  if (report->status == SEARCH_INCONCLUSIVE && report->cause != CAUSE_DEPTH) {
    c->complete = false;
    snprintf(c->reason, sizeof c->reason, "%s", report->reason);
  }
}

/* Runs one check from the node of a level of the path. Returns 1 if it found an error that ends the
 * checks, 0, or an error code. */
static int run_one(struct replay *r, size_t level, double deadline, struct replay_checks *c,
                   struct error *err) {
  struct search_options so;
  struct search_report report = {0};
  struct schedule *found;
  node_id from = r->path.data[level].node;
  uint32_t count, depth = xnode(r->x, from)->depth;
  int rc;
  CHECK(depth == level, "a level of the path is as deep as its node: %zu", level);
  if (engine_go(r->e, from, err)) return err->code;
  if (!c->known) c->known = engine_states_new();
  if (c->listen_anew) engine_listen_anew(r->e);
  search_options_init(&so);
  so.search = "bmc";
  so.depth = c->depth;
  so.all_errors = c->all_errors;
  so.known = c->known;
  so.seconds = deadline > 0 ? deadline - clock_seconds() : 0;
  if (deadline > 0 && so.seconds <= 0) so.seconds = 1e-3;
  rc = engine_search_all(r->e, &so, c->stop, NULL, NULL, &report, &found, &count, err);
  if (c->listen_anew) engine_listen_back(r->e);
  if (rc) return rc;
  for (uint32_t i = 0; i < count; i++) {
    found[i].listen_anew = c->listen_anew;
    if (c->listen_anew || is_noted(r, level + 1, NULL)) found[i].listen_from = depth;
    note_error(r, c, &found[i]);
  }
  free(found);
  note_report(c, &report);
  return count && !c->all_errors;
}

void replay_checks_release(struct replay_checks *c) {
  for (size_t i = 0; i < c->errors.len; i++) {
    schedule_release(&c->errors.data[i].schedule);
    free(c->errors.data[i].key);
  }
  vec_free(&c->errors);
  engine_states_free(c->known);
  c->known = NULL;
}

int replay_check(struct replay *r, struct replay_checks *c, struct error *err) {
  double deadline = c->seconds > 0 ? clock_seconds() + c->seconds : 0;
  uint64_t *events;
  uint32_t i, n = replay_suspicious(r, c->all, &events, &c->around);
  bool *done = mem_alloc(r->path.len);
  int rc = 0;
  c->complete = true;
  c->events = 0;
  for (i = 0; i < n && !rc; i++) {
    size_t level = level_before(r, plan_event_from(&r->plan, events[i]));
    if (level == SIZE_MAX) continue; /* the path has not reached the event */
    c->events++;
    level = level > c->back ? level - c->back : 0;
    if (done[level]) continue;
    done[level] = true;
    c->event = events[i];
    rc = run_one(r, level, deadline, c, err);
    if (!c->complete) break;
  }
  free(done);
  free(events);
  explorer_go(r->x, replay_node(r));
  return rc < 0 ? rc : 0;
}

/* ---- opening and closing ---- */

enum { REV_BITS = 16 };

static void replay_start(struct replay *r) {
  r->position = mem_alloc(r->plan.threads.len * sizeof *r->position);
  r->objects = mem_alloc((r->plan.objects + 1) * sizeof *r->objects);
  r->free_will = mem_alloc(r->plan.threads.len * sizeof *r->free_will);
  r->rev = mem_alloc(((size_t)1 << REV_BITS) * sizeof *r->rev);
  r->rev_count = 1u << REV_BITS;
  r->rev_shift = 32 - REV_BITS;
  r->visited = visited_new(false);
  r->led = visited_new(false);
  r->x->generation++;
  search_reset(r);
}

/* Finds the inputs of the trace and, if the session was opened with them, the events that they come
 * from. */
static int find_inputs(struct replay *r, struct error *err) {
  struct engine_options none = {0};
  int rc = replay_inputs(r->reader, &none, &r->inputs, err);
  r->input_count =
      (int)r->inputs.lines.len == engine_opts(r->e)->input_count ? r->inputs.events.len : 0;
  return rc;
}

int replay_open(struct engine *e, struct trace_reader *reader, const struct replay_options *o,
                struct replay **out, struct error *err) {
  struct replay *r = mem_alloc(sizeof *r);
  r->e = e;
  r->x = engine_explorer(e);
  r->vm = engine_vm(e);
  r->reader = reader;
  r->opt = *o;
  r->best = NODE_NONE;
  if (!r->opt.max_transitions) r->opt.max_transitions = 400000;
  if (find_inputs(r, err) || plan_make(r, err)) {
    replay_close(r);
    return err->code;
  }
  replay_start(r);
  *out = r;
  return 0;
}

void replay_close(struct replay *r) {
  size_t i;
  if (!r) return;
  queue_release(r);
  for (i = 0; i < r->plan.marks.len; i++) vm_mark_remove(r->vm, (uint16_t)(REPLAY_MARKS + i));
  for (i = 0; i < r->path.len; i++) {
    CHECK(xnode(r->x, r->path.data[i].node)->pins, "a node of the path is pinned: %u",
          r->path.data[i].node);
    free(r->path.data[i].choices);
    xnode(r->x, r->path.data[i].node)->pins--;
  }
  if (r->best != NODE_NONE) xnode(r->x, r->best)->pins--;
  r->x->generation++;
  replay_inputs_release(&r->inputs);
  visited_free(r->visited);
  visited_free(r->led);
  plan_release(&r->plan);
  vec_free(&r->path);
  vec_free(&r->undo);
  vec_free(&r->touched);
  vec_free(&r->not_instrumented);
  free(r->instrumented);
  free(r->position);
  free(r->objects);
  free(r->free_will);
  free(r->rev);
  free(r->expected);
  free(r->instead);
  free(r);
}

const char *replay_warning(const struct replay *r, size_t i) {
  return i < r->plan.warnings.len ? r->plan.warnings.data[i] : "";
}

/* ---- present position ---- */

static uint64_t replay_number_of(const struct replay *r, uint32_t event) {
  return event < r->plan.events.len ? r->plan.events.data[event].number
                                    : trace_reader_count(r->reader);
}

uint64_t replay_position(const struct replay *r) { return replay_number_of(r, r->frontier); }
uint64_t replay_monitored(const struct replay *r) { return r->plan.events.len; }
uint64_t replay_matched(const struct replay *r) { return r->matched; }
uint64_t replay_transitions(const struct replay *r) { return r->transitions; }
uint64_t replay_beyond(const struct replay *r) { return vm_machine(r->vm)->beyond; }
node_id replay_node(const struct replay *r) {
  CHECK(r->path.len, "the path of a replay begins at the root");
  return r->path.data[r->path.len - 1].node;
}

static size_t level_of(const struct replay *r, node_id n) {
  uint32_t depth;
  if (n >= r->x->nodes.len) return SIZE_MAX;
  depth = r->x->nodes.data[n].depth;
  return depth < r->path.len && r->path.data[depth].node == n ? depth : SIZE_MAX;
}

uint64_t replay_position_of(const struct replay *r, node_id n) {
  size_t i = level_of(r, n);
  return i == SIZE_MAX ? UINT64_MAX : replay_number_of(r, r->path.data[i].frontier);
}

/* ---- failures ---- */

static char *event_text(const struct replay *r, uint32_t event) {
  const struct trace_event *e = &r->plan.events.data[event].e;
  struct text t = {0}, variable = {0};
  trace_name_thread(r->reader, e->thread, &t);
  text_printf(&t, " %s", trace_kind_name(e->kind));
  trace_name_variable(r->reader, e, &variable);
  if (!variable.len && e->object) trace_name_object(r->reader, e->object, &variable);
  if (variable.len) text_printf(&t, " %s", variable.s);
  if (e->type && trace_kind_group(e->kind) == TRACE_GROUP_ACCESS) {
    text_puts(&t, " = ");
    trace_name_value(r->reader, e->type, e->value, &t);
  }
  if (trace_kind_ref(e->kind) == TRACE_REF_THREAD) {
    text_puts(&t, " ");
    trace_name_thread(r->reader, e->ref, &t);
  }
  if (e->location) {
    text_puts(&t, " at ");
    trace_name_location(r->reader, e->location, &t);
  }
  text_release(&variable);
  return t.s;
}

static void report_furthest(struct replay *r) {
  if (r->best == NODE_NONE || r->best_frontier >= r->plan.events.len) return;
  free(r->expected);
  r->expected = event_text(r, r->best_frontier);
  r->failure = (struct replay_failure){r->plan.events.data[r->best_frontier].number, r->expected,
                                       r->instead, r->stopped};
}

static int fail(struct replay *r, struct error *err) {
  r->failed = true;
  if (r->completed || r->best_frontier >= r->plan.events.len)
    return error_set(err, ERR_NOTFOUND, "no other path matches the trace");
  report_furthest(r);
  search_go(r, r->best);
  return error_set(err, ERR_NOTFOUND, "event %llu cannot be matched: %s; instead, %s",
                   (unsigned long long)r->failure.event, r->expected, r->instead);
}

bool replay_failure(const struct replay *r, struct replay_failure *out) {
  if (!r->expected) return false;
  *out = r->failure;
  return true;
}

/* ---- moving along the path ---- */

static void start_clock(struct replay *r) {
  r->deadline = r->opt.seconds > 0 ? clock_seconds() + r->opt.seconds : 0;
}

static int replay_extend(struct replay *r, struct error *err) {
  int rc;
  if (r->failed)
    return error_set(err, ERR_NOTFOUND, "the trace cannot be followed beyond event %llu",
                     (unsigned long long)r->failure.event);
  rc = search_extend(r, err);
  if (rc == ERR_LIMIT) report_furthest(r);
  return rc == ERR_NOTFOUND ? fail(r, err) : rc;
}

/* Extends the path until `matched` events are matched. */
static int run_to(struct replay *r, uint64_t matched, struct error *err) {
  int rc = 0;
  start_clock(r);
  explorer_go(r->x, replay_node(r));
  while (!rc && r->matched < matched) rc = replay_extend(r, err);
  return rc;
}

int replay_transition(struct replay *r, struct error *err) {
  start_clock(r);
  explorer_go(r->x, replay_node(r));
  if (r->frontier == r->plan.events.len) return REPLAY_END;
  return replay_extend(r, err);
}

int replay_step(struct replay *r, uint64_t n, struct error *err) {
  uint64_t want = r->matched + n;
  if (r->frontier == r->plan.events.len) return REPLAY_END;
  return run_to(r, want < r->plan.events.len ? want : r->plan.events.len, err);
}

int replay_run(struct replay *r, struct error *err) {
  int rc = run_to(r, r->plan.events.len, err);
  if (rc) return rc;
  r->completed = true;
  search_keep_led(r);
  return REPLAY_END;
}

int replay_to(struct replay *r, uint64_t event, struct error *err) {
  size_t n = r->path.len;
  int rc = 0;
  while (n > 1 && replay_number_of(r, r->path.data[n - 2].frontier) >= event) n--;
  search_return(r, n);
  start_clock(r);
  explorer_go(r->x, replay_node(r));
  while (!rc && replay_position(r) < event) rc = replay_extend(r, err);
  return rc;
}

int replay_return(struct replay *r, node_id n, struct error *err) {
  size_t i = level_of(r, n);
  if (i == SIZE_MAX)
    return error_set(err, ERR_NOTFOUND, "node %u is not on the path that follows the trace", n);
  search_return(r, i + 1);
  return 0;
}

int replay_next_path(struct replay *r, struct error *err) {
  if (r->frontier < r->plan.events.len)
    return error_set(err, ERR_USAGE, "the trace was not yet followed to its end");
  while (r->path.len > 1 && r->frontier == r->plan.events.len)
    if (search_drop_level(r)) break;
  return replay_run(r, err);
}
