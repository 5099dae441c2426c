/* A ladder of bounded checks from one state. It checks each property separately, because a race
 * ends a path that might continue to an exception. It doubles the bound on depth until everything
 * is explored or the time is up. If many threads can run, even the first bound may take too long.
 * So if the time is limited, each search gets three quarters of it; if they do not suffice, random
 * paths, which reach great depths, get the last quarter. Distinct errors are sent as they are
 * found. At the end, a line for each property says what was explored and what was left out. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/session/bounded_check.h"

enum { FIRST_DEPTH = 10, PROPERTIES = 32 };
static const char walk[] = "pct";

struct rung { /* the searches for one property */
  uint32_t property, errors;
  uint32_t within; /* the last bound explored completely; 0: none */
  uint64_t states; /* states of its last search */
  uint64_t paths;  /* random paths explored in addition */
  bool done;       /* nothing is left, or nothing more can be done */
  char *left_out;  /* why it is not complete; NULL: it is complete */
};

struct ladder {
  struct engine *e;
  const struct session_check *k;
  int fd;
  double begin, end; /* `end` 0: the time is not limited */
  bool match_h;      /* the session's match_h */
  struct rung rungs[PROPERTIES];
  uint32_t count;
  VEC(char *) keys; /* keys of the errors already sent */
  struct search_report report;
};

/* ---- errors ---- */

static bool is_new(struct ladder *l, const struct schedule *s) {
  char *key = mem_printf("%s\n%s\n%s\n%s", s->property, s->kind ? s->kind : "",
                         s->message ? s->message : "", s->location ? s->location : "");
  for (size_t i = 0; i < l->keys.len; i++)
    if (!strcmp(l->keys.data[i], key)) {
      free(key);
      return false;
    }
  *vec_push(&l->keys) = key;
  return true;
}

static void ladder_send(struct ladder *l, struct rung *r, const struct schedule *found,
                        uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const struct schedule *s = &found[i];
    uint32_t skip = l->k->depth_from;
    if (!s->property || s->count <= skip || !is_new(l, s)) continue;
    r->errors++;
    session_child_found(l->fd, r->property, s->choices + skip, s->count - skip, s);
  }
}

/* ---- one search ---- */

static void leave_out(struct rung *r, bool done, const char *why) {
  free(r->left_out);
  r->left_out = why ? mem_strdup(why) : NULL;
  r->done |= done;
}

static void rung_close(struct rung *r, uint32_t depth, const struct search_report *report) {
  r->states = report->states;
  if (report->complete) {
    leave_out(r, true, NULL);
  } else if (report->cause == CAUSE_DEPTH) {
    r->within = depth;
    leave_out(r, false, "deeper states");
  } else {
    leave_out(r, true,
              report->cause == CAUSE_TIME ? "its time ran out"
              : report->reason[0]         ? report->reason
                                          : "not complete");
  }
}

/* Divides the time left equally among the properties that are not done. */
static double rung_seconds(const struct ladder *l) {
  uint32_t open = 0, i;
  double left = l->end - clock_seconds();
  if (l->end <= 0) return 0;
  for (i = 0; i < l->count; i++) open += !l->rungs[i].done;
  return left > 0 && open ? left / open : left;
}

/* A hang shows only in the graph of all states, so it is searched for once, without a bound on
 * depth. */
static struct search_options rung_options(const struct ladder *l, const struct rung *r,
                                          uint32_t depth) {
  struct search_options o;
  bool hang = r->property == PROP_HANG;
  search_options_init(&o);
  o.search = hang && !search_find(l->k->search)->evaluates_hangs ? "dfs" : l->k->search;
  o.depth = hang ? 0 : depth;
  o.seconds = rung_seconds(l);
  o.max_states = l->k->options.max_states;
  o.seed = l->k->options.seed ? l->k->options.seed : l->e->opt.seed;
  if (l->k->options.heuristic) o.heuristic = l->k->options.heuristic;
  o.all_errors = true;
  return o;
}

static bool walks_besides(const struct search_options *o, const struct rung *r) {
  return o->seconds > 0 && r->property != PROP_HANG && strcmp(o->search, walk) != 0;
}

/* Reports the totals of all searches, including the running one. */
static void ladder_progress(void *self, const struct search_report *now) {
  struct ladder *l = self;
  struct search_report all = *now;
  all.states += l->report.states;
  all.transitions += l->report.transitions;
  if (l->report.max_depth > all.max_depth) all.max_depth = l->report.max_depth;
  all.seconds = clock_seconds() - l->begin;
  session_child_report(&l->fd, &all);
}

/* Runs one search. If it fails, records the reason and returns false. */
static bool rung_run(struct ladder *l, struct rung *r, const struct search_options *o,
                     struct search_report *report) {
  struct schedule *found = NULL;
  struct error err = {0};
  uint32_t count = 0, i;
  session_child_rung(l->fd, r->property, o->depth);
  explorer_go(&l->e->x, l->k->from);
  if (engine_search_all(l->e, o, NULL, ladder_progress, l, report, &found, &count, &err)) {
    leave_out(r, true, err.msg);
    return false;
  }
  ladder_send(l, r, found, count);
  for (i = 0; i < count; i++) schedule_release(&found[i]);
  free(found);
  l->report.states += report->states;
  l->report.transitions += report->transitions;
  if (report->max_depth > l->report.max_depth) l->report.max_depth = report->max_depth;
  return true;
}

static void rung_search(struct ladder *l, struct rung *r, uint32_t depth) {
  struct search_options o = rung_options(l, r, depth);
  struct search_report report = {0}, walked = {0};
  double seconds = o.seconds;
  bool walks = walks_besides(&o, r);
  l->e->vm->opt.properties = r->property;
  l->e->x.match_h = l->match_h && (r->property & PROP_RACE || l->e->vm->opt.stale_reads);
  if (walks) o.seconds = seconds * 3 / 4;
  if (!rung_run(l, r, &o, &report)) return;
  rung_close(r, depth, &report);
  if (!walks || report.complete || report.cause != CAUSE_TIME) return;
  o.search = walk;
  o.heuristic = NULL;
  o.depth = 0;
  o.seconds = seconds / 4;
  if (rung_run(l, r, &o, &walked)) r->paths = walked.backtracks;
}

/* ---- the whole ladder ---- */

static void add_rungs(struct ladder *l) {
  for (uint32_t i = 0; i < PROPERTIES; i++) {
    uint32_t p = l->k->options.properties & 1u << i;
    struct rung *r = &l->rungs[l->count];
    if (!p) continue;
    r->property = p;
    r->left_out = mem_strdup("not begun");
    l->count++;
    if (engine_bad_reduction(l->e->opt.por, p))
      leave_out(r, true, engine_bad_reduction(l->e->opt.por, p));
  }
}

static void climb(struct ladder *l) {
  uint32_t depth = l->k->options.depth ? l->k->options.depth : FIRST_DEPTH, i;
  for (bool open = true; open; depth = depth > UINT32_MAX / 2 ? UINT32_MAX : depth * 2) {
    open = false;
    for (i = 0; i < l->count; i++) {
      struct rung *r = &l->rungs[i];
      if (r->done) continue;
      if (l->end > 0 && clock_seconds() >= l->end) return;
      rung_search(l, r, depth);
      open |= !r->done;
    }
  }
}

static void paths_text(const struct rung *r, const char *before, struct text *t) {
  if (r->paths)
    text_printf(t, "%s%llu random path%s", before, (unsigned long long)r->paths, PLURAL(r->paths));
}

/* "race: 2 errors within depth 40 and in 9 random paths; left out: deeper states". */
static void rung_text(const struct rung *r, struct text *t) {
  text_printf(t, "%s: ", engine_property_name(r->property));
  if (r->errors)
    text_printf(t, "%u error%s", r->errors, PLURAL(r->errors));
  else
    text_puts(t, "no error");
  if (!r->left_out) {
    text_printf(t, ", all %llu state%s explored", (unsigned long long)r->states, PLURAL(r->states));
  } else if (r->within) {
    text_printf(t, " within depth %u", r->within);
    paths_text(r, " and in ", t);
    text_printf(t, "; left out: %s", r->left_out);
  } else {
    text_printf(t, " in %llu state%s", (unsigned long long)r->states, PLURAL(r->states));
    paths_text(r, " and ", t);
    text_printf(t, "; not complete: %s", r->left_out);
  }
  text_puts(t, "\n");
}

static void ladder_end(struct ladder *l) {
  struct text t = {0};
  bool whole = true;
  uint32_t within = UINT32_MAX;
  l->report.hang = HANG_EVALUATED;
  for (uint32_t i = 0; i < l->count; i++) {
    const struct rung *r = &l->rungs[i];
    rung_text(r, &t);
    if (!r->left_out) continue;
    whole = false;
    if (r->property == PROP_HANG)
      l->report.hang = HANG_NOT_EVALUATED;
    else if (r->within < within)
      within = r->within;
  }
  l->report.errors = (uint32_t)l->keys.len;
  l->report.complete = whole;
  l->report.depth = within == UINT32_MAX ? 0 : within;
  session_child_result(l->fd, &l->report, NULL, 0, &(struct schedule){.message = t.s}, NULL);
  text_release(&t);
}

void ladder_child(struct engine *e, const struct session_check *k, int fd) {
  struct ladder l = {.e = e, .k = k, .fd = fd, .match_h = e->x.match_h, .begin = clock_seconds()};
  if (k->options.seconds > 0) l.end = l.begin + k->options.seconds;
  add_rungs(&l);
  climb(&l);
  l.report.seconds = clock_seconds() - l.begin;
  ladder_end(&l);
  for (uint32_t i = 0; i < l.count; i++) free(l.rungs[i].left_out);
  for (size_t i = 0; i < l.keys.len; i++) free(l.keys.data[i]);
  vec_free(&l.keys);
}

/* ---- in the session ---- */

void ladder_rung(struct session_check *k, uint32_t property, uint32_t depth) {
  struct text t = {0};
  k->rung = depth;
  text_puts(&t, engine_property_name(property) ? engine_property_name(property) : "?");
  if (depth) text_printf(&t, " within depth %u", depth);
  text_printf(&t, ", %zu error%s so far", k->errors.len, PLURAL(k->errors.len));
  session_check_decide(k, CHECK_RUNNING, t.s);
}

void ladder_found(struct engine *e, struct session_check *k, const struct check_result *r) {
  struct session_visit here = session_visit(e);
  node_id first = k->error_node;
  uint32_t properties = k->options.properties;
  struct violation_info v;
  struct error err = {0};
  int rc;
  k->options.properties = r->report.errors; /* the property that the search checked */
  rc = session_check_execute(e, k, k->from, r->choices, r->count, &err);
  if (!rc && !strcmp(r->property, engine_property_name(PROP_HANG))) rc = engine_hang(e, &err);
  k->options.properties = properties;
  session_return(e, here);
  if (rc || engine_violation(e, k->error_node, &v) || strcmp(v.message, r->message) != 0) {
    k->lost++;
  } else {
    xnode(&e->x, k->error_node)->pins++;
    *vec_push(&k->errors) = k->error_node;
  }
  k->error_node = k->errors.len ? k->errors.data[0] : first;
}

static char *ladder_verdict(struct engine *e, const struct session_check *k,
                            const struct check_result *r, int *state) {
  struct violation_info v;
  struct node_info n, from;
  *state = CHECK_ERROR;
  if (k->errors.len && !engine_violation(e, k->errors.data[0], &v) &&
      !engine_node(e, k->errors.data[0], &n) && !engine_node(e, k->from, &from)) {
    uint32_t steps = n.depth - from.depth;
    return k->errors.len == 1
               ? mem_printf("error: %s @ %s in %u step%s", v.message, v.location ? v.location : "?",
                            steps, PLURAL(steps))
               : mem_printf("%zu errors, the first: %s @ %s in %u step%s", k->errors.len, v.message,
                            v.location ? v.location : "?", steps, PLURAL(steps));
  }
  *state = CHECK_INCONCLUSIVE;
  if (k->lost) return mem_strdup("internal error: the counterexamples cannot be reproduced");
  *state = CHECK_NO_ERROR;
  if (r->report.complete)
    return mem_strdup("no error (for each property, all states below were explored)");
  if (r->report.depth)
    return mem_printf("no error within depth %u (complete within the bound%s)", r->report.depth,
                      r->report.hang == HANG_NOT_EVALUATED ? ", except for hangs" : "");
  *state = CHECK_INCONCLUSIVE;
  return mem_strdup("inconclusive: no error was found, and not all states were explored");
}

void ladder_finish(struct engine *e, struct session_check *k, const struct check_result *r) {
  int state;
  char *verdict = ladder_verdict(e, k, r, &state);
  free(k->explored);
  k->explored = mem_strdup(r->message ? r->message : "");
  if (k->lost) {
    char *more = mem_printf("%s%u counterexample%s could not be reproduced (internal error)\n",
                            k->explored, k->lost, PLURAL(k->lost));
    free(k->explored);
    k->explored = more;
  }
  session_check_decide(k, state, verdict);
}
