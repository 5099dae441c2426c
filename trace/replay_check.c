/* Bounded checks around suspicious events (paper 003, section 4). They start a few transitions
 * before the state in which the event is enabled, because "once a suspicious event is reached, it
 * may already be too late for a real error to manifest". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/replay_int.h"
#include "engine/base/clock.h"

/* ---- which events are suspicious ---- */

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

/* ---- the checks ---- */

/* Returns the level before the transition that matched the event, or SIZE_MAX if the path does not
 * match it. In the state of that level the event is the next of its thread. */
static size_t level_before(struct replay *r, uint32_t event) {
  size_t i;
  /* Each level has a range of the undo log, which shows the transition that first matched the
   * event. */
  for (i = 1; i < r->path.len; i++) {
    size_t u;
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
