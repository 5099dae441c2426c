/* Whole searches, for `heddle check`: within a time limit, with progress, checkpoints and restarts,
 * and with the schedules of the errors. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/reduction/atomic.h"
#include "engine/search/minimise.h"
#include "engine/session/checkpoint.h"
#include "engine/session/stopped.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/quiet.h"
#include "engine/vm/sched/stale.h"

struct pace { /* time limit, progress and checkpoints of a whole search */
  double start, limit, reported;
  bool processor_time; /* limit processor time; checkpoints still use wall-clock time */
  double before;       /* seconds used by earlier processes, up to the checkpoint */
  double written;      /* time of the last checkpoint */
  const struct checkpoint_options *checkpoint;
  bool resumed; /* the search was restarted and must not resume from the checkpoint */
  volatile int *stop;
  engine_progress_fn *progress;
  void *self;
};

static double pace_now(const struct pace *p) {
  return p->processor_time ? clock_processor_seconds() : clock_seconds();
}

/* Returns the time that the search had, to hundredths of a second: its limit, or less if the caller
 * ended it before. */
static double time_used(const struct pace *p, double now) {
  double used = now - p->start;
  return round((used < 0.95 * p->limit ? used : p->limit) * 100) / 100;
}

/* The alarm for a time limit may ring slightly before this clock reaches it. */
static bool is_over(const struct pace *p) {
  return p->limit && (pace_now(p) - p->start >= p->limit || (p->stop && *p->stop == SIGALRM));
}

static bool out_of_time(struct search *s, struct pace *p, int *status) {
  double t = pace_now(p);
  bool over = is_over(p);
  s->report.seconds = p->before + t - p->start;
  if (over || (p->stop && *p->stop)) {
    s->stopped = true;
    *status = search_inconclusive(s, over ? CAUSE_TIME : CAUSE_INTERRUPT,
                                  over ? "time %g s" : "interrupted", time_used(p, t));
    return true;
  }
  if (p->progress && t - p->reported >= 0.5) {
    p->reported = t;
    search_estimate(s);
    p->progress(p->self, &s->report);
  }
  return false;
}

/* Writes a checkpoint. The search continues even if that fails. */
static bool write_checkpoint(struct engine *e, struct search *s, struct pace *p) {
  double start = clock_seconds();
  struct error err = {0};
  int r = session_checkpoint_write(e, s, p->checkpoint, &err);
  p->written = clock_seconds();
  s->report.checkpoint_seconds += p->written - start;
  if (r) p->checkpoint->failed(p->checkpoint->self, &err);
  return !r;
}

static bool is_due(const struct pace *p) {
  const struct checkpoint_options *c = p->checkpoint;
  return c && c->create && c->every > 0 && clock_seconds() - p->written >= c->every;
}

/* Does the search have to restart? Either the program violates a contract, which is left out from
 * now on, or it reads the owners of locks or the states of threads, and accesses to owners or
 * releases of monitors become scheduling points, or a variable needs its older writes. An error
 * found before is real in any case; it ends the search unless all are wanted. */
static bool begins_anew(struct engine *e, const struct search *s) {
  bool error = s->error_node != NODE_NONE;
  if (error && !s->opt.all_errors) return false;
  if (e->vm->seen.broken == BROKEN_ATOMIC)
    return !error && !e->opt.contracts_fixed && atomic_leave_out(e->vm);
  return e->vm->seen.broken == BROKEN_REDUCTION &&
         (quiet_show_owners(e->vm) || quiet_show_unlocks(e->vm) || stale_learned(e->vm));
}

static int run_whole(struct engine *e, struct search *s, struct pace *p, struct error *err) {
  int r = SEARCH_RUNNING;
  uint32_t i = 0;
  while (r == SEARCH_RUNNING) {
    if (!(i++ & 15)) {
      if (out_of_time(s, p, &r)) break;
      if (is_due(p)) write_checkpoint(e, s, p);
    }
    r = search_step(s, err);
    if (r >= 0 && begins_anew(e, s)) return SEARCH_RUNNING;
  }
  if (r == SEARCH_INCONCLUSIVE && s->cut && p->stop && *p->stop) out_of_time(s, p, &r);
  s->report.seconds = p->before + pace_now(p) - p->start;
  return r;
}

/* Resumes from the checkpoint, if there is one. Returns SEARCH_INCONCLUSIVE if stopped
 * meanwhile. */
static int go_back(struct engine *e, struct search *s, struct pace *p, struct error *err) {
  const struct checkpoint_options *c = p->checkpoint;
  int r = SEARCH_RUNNING;
  if (c && c->resume >= 0 && !p->resumed) r = session_checkpoint_read(e, s, c, err);
  if (r == ERR_LIMIT && p->stop && *p->stop) {
    error_clear(err);
    return search_inconclusive(s, is_over(p) ? CAUSE_TIME : CAUSE_INTERRUPT,
                               is_over(p) ? "time %g s, before the checkpoint was reached"
                                          : "interrupted before the checkpoint was reached",
                               p->limit);
  }
  p->before = s->report.seconds;
  return r;
}

static int search_run(struct engine *e, struct search *s, struct pace *p, struct error *err) {
  int r = go_back(e, s, p, err);
  p->written = clock_seconds();
  if (r != SEARCH_RUNNING) return r;
  r = run_whole(e, s, p, err);
  if (r < 0 || r == SEARCH_RUNNING) return r;
  search_release_rest(s);
  s->report.stopped = s->stopped && r == SEARCH_INCONCLUSIVE;
  s->report.estimate = (struct search_estimate){0};
  if (s->report.stopped) search_estimate(s);
  if (s->report.stopped && p->checkpoint && p->checkpoint->create)
    s->report.kept = write_checkpoint(e, s, p);
  return r;
}

/* Makes the schedule of an error of the search. Reduces its switches, unless it is wanted as it was
 * found. */
static void error_schedule(struct engine *e, struct search *s, node_id n, double end,
                           struct schedule *out) {
  const struct violation *v = xnode(s->x, n)->violation;
  CHECK(node_valid(e, n) && v, "an error that is reported is kept: node %u", n);
  s->error_node = n;
  if (s->opt.as_found || v->as_found)
    minimise_count(s);
  else if (v->property == PROP_HANG)
    minimise_hang(s, end);
  else
    minimise(s, end);
  session_schedule(e, s->error_node, out);
  out->switches = s->report.switches;
  out->minimal = s->report.minimal;
}

/* Makes the schedules of all distinct errors, or of the first. The report is that of the first. */
static void schedules_of(struct engine *e, struct search *s, bool all, struct schedule **found,
                         uint32_t *count) {
  uint32_t i, n = all ? (uint32_t)s->distinct.len : s->error_node != NODE_NONE;
  struct search_report first = s->report;
  /* the time limit for all of them together */
  double end = clock_seconds() + minimise_seconds(&s->opt);
  *found = mem_alloc((n + 1) * sizeof **found);
  *count = n;
  for (i = 0; i < n; i++) {
    error_schedule(e, s, all ? s->distinct.data[i].node : s->error_node, end, &(*found)[i]);
    if (!i) first = s->report;
  }
  s->report = first;
}

struct visited *engine_states_new(void) {
  return visited_new(true);
}

void engine_states_free(struct visited *states) { visited_free(states); }

/* Runs one search. Returns SEARCH_RUNNING if it has to restart (begins_anew). */
static int search_once(struct engine *e, const struct search_options *o, struct pace *p,
                       struct search_report *report, struct schedule **found, uint32_t *count,
                       struct error *err) {
  struct search *s;
  int r;
  if (search_new(&e->x, o, e->targets.data, (uint32_t)e->targets.len, false, &s, err))
    return err->code;
  outcomes_release(&e->outcomes);
  if (e->opt.outcomes) {
    s->outcomes = &e->outcomes;
    s->opt.all_errors = true;
  }
  r = search_run(e, s, p, err);
  if (r == SEARCH_INCONCLUSIVE) stopped_note_loop(s);
  if (r == SEARCH_INCONCLUSIVE) stopped_seen(&e->x, s->start, &s->report.seen);
  if (r >= 0 && r != SEARCH_RUNNING) schedules_of(e, s, o->all_errors, found, count);
  if (*count) r = SEARCH_ERROR;
  s->report.status = r;
  *report = s->report;
  search_free(s);
  return r;
}

int engine_search_all(struct engine *e, const struct search_options *o, volatile int *stop,
                      engine_progress_fn *progress, void *self, struct search_report *report,
                      struct schedule **found, uint32_t *count, struct error *err) {
  struct pace p = {.limit = o->seconds,
                   .processor_time = o->processor_time,
                   .stop = stop,
                   .progress = progress,
                   .self = self,
                   .checkpoint = o->checkpoint};
  bool events = e->x.keep_events;
  int r;
  p.start = pace_now(&p);
  *found = NULL;
  *count = 0;
  e->x.keep_events = false;
  e->vm->sched.stop = stop;
  e->vm->sched.learns = true;
  while ((r = search_once(e, o, &p, report, found, count, err)) == SEARCH_RUNNING) {
    explorer_go(&e->x, NODE_ROOT);
    /* a checkpoint holds the whole tree */
    if (p.checkpoint) explorer_prune(&e->x, NODE_ROOT);
    e->x.generation++; /* steps end at other points now */
    p.resumed = true;
  }
  e->vm->sched.stop = NULL;
  e->vm->sched.learns = false;
  e->x.keep_events = events;
  outcomes_sort(&e->outcomes);
  return r < 0 ? r : 0;
}

int engine_outcome(const struct engine *e, uint32_t i, struct outcome_info *out) {
  const struct outcome *o;
  if (i >= e->outcomes.all.len) return ERR_NOTFOUND;
  o = &e->outcomes.all.data[i];
  *out = (struct outcome_info){.end = o->end,
                               .status = o->status,
                               .output = o->output,
                               .output_len = o->output_len,
                               .message = o->message,
                               .met = o->met,
                               .schedule = o->schedule};
  return 0;
}

int engine_search(struct engine *e, const struct search_options *o, volatile int *stop,
                  engine_progress_fn *progress, void *self, struct search_report *report,
                  struct schedule *found, struct error *err) {
  struct schedule *all;
  uint32_t count, i;
  int r = engine_search_all(e, o, stop, progress, self, report, &all, &count, err);
  memset(found, 0, sizeof *found);
  if (r) return r;
  if (count) *found = all[0];
  for (i = 1; i < count; i++) schedule_release(&all[i]);
  free(all);
  return 0;
}
