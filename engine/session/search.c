/* The searches of a session: whole ones for `heddle check`, sliced ones for the debugger, and the
 * replay of schedules. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/reduction/atomic.h"
#include "engine/search/minimise.h"
#include "engine/search/search.h"
#include "engine/session/checkpoint.h"
#include "engine/state/explorer.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/quiet.h"

enum { ENDLESS_STEPS = 2000 };

/* ---- endless loops ---- */

/* Detects loops that no search can finish although their threads make progress. Each round changes
 * shared state, as
 *   while (running) count++;
 * does with a field. So each round is a new state, none can be left out, and the verdict says that
 * more time would not help. */

static bool is_seen(uint32_t op) {
  switch (op) {
    case OPK_WRITE:
    case OPK_VOLATILE_WRITE:
    case OPK_ATOMIC:
    case OPK_LOCK:
    case OPK_NOTIFY:
    case OPK_NOTIFY_ALL: return true;
    default: return false;
  }
}

struct endless {
  uint32_t steps;
  node_id last; /* the last of those steps */
};

/* Returns the thread with the most steps that have visible effects. */
static uint32_t busiest(struct explorer *x, node_id start, struct endless *most) {
  struct endless *all = mem_alloc(THREAD_MAX * sizeof *all);
  uint32_t best = 0, i;
  node_id n;
  for (n = x->here; n != start && n != NODE_ROOT; n = xnode(x, n)->parent) {
    struct endless *e = &all[xnode(x, n)->choice.thread];
    if (!is_seen(xnode(x, n)->op)) continue;
    if (!e->steps++) e->last = n;
  }
  for (i = 1; i < THREAD_MAX; i++)
    if (all[i].steps > all[best].steps) best = i;
  *most = all[best];
  free(all);
  return best;
}

/* Describes the loop in a sentence, malloc'd, or returns NULL. Leaves the explorer at some node of
 * the path. */
static char *loop_text(struct explorer *x, node_id start) {
  struct endless e;
  struct thread *t = vm_thread(x->vm, busiest(x, start, &e));
  char *name, *place, *s;
  if (e.steps < ENDLESS_STEPS) return NULL;
  explorer_go(x, xnode(x, e.last)->parent);
  name = thread_title(x->vm, t);
  place = vm_location_text(x->vm, t);
  s = mem_printf(
      "a loop whose iterations other threads can count: %s, %u steps on one path, the last at %s",
      name, e.steps, place);
  free(name);
  free(place);
  return s;
}

/* Call after a search was stopped. If a thread took ENDLESS_STEPS steps with visible effects on the
 * path to here, adds this to the reason and removes the estimate of the size. */
static void endless_note(struct search *s) {
  size_t len = strlen(s->report.reason);
  node_id here = s->x->here;
  char *loop;
  if (s->report.cause != CAUSE_TIME && s->report.cause != CAUSE_MEMORY) return;
  loop = loop_text(s->x, s->start);
  explorer_go(s->x, here);
  if (!loop) return;
  snprintf(s->report.reason + len, sizeof s->report.reason - len, "; %s", loop);
  s->report.estimate = (struct search_estimate){0};
  free(loop);
}

/* ---- statistics of a path ---- */

/* Describes the path on which a search was stopped (struct search_seen): its steps, their threads,
 * and whose code they ran. This helps to suggest what to try next. */

enum { STEPS_MOST = 2000 };

/* Could calls of the method become single steps by a contract? Excludes methods of threads and
 * monitors, which any program uses, and of atomic variables, which are single steps already. */
static bool is_library(const struct method *m) {
  static const char atomic[] = "java/util/concurrent/atomic/", handles[] = "java/lang/invoke/";
  const struct klass *k = m->owner;
  const char *name = k->name->s;
  return k->is_jdk && strcmp(name, "java/lang/Thread") != 0 &&
         strcmp(name, "java/lang/Object") != 0 && strncmp(name, atomic, sizeof atomic - 1) != 0 &&
         strncmp(name, handles, sizeof handles - 1) != 0;
}

static void seen_note(struct vm *vm, const struct thread *t, struct search_seen *out) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  out->steps++;
  if (f && !(f->flags & FRAME_ROOT) && is_library(frame_method(vm, f))) out->library++;
  if (t->state == THREAD_RUNNABLE && (t->op == OPK_READ || t->op == OPK_WRITE)) out->plain++;
}

/* Collects the statistics on the path from `start` to here. Leaves the explorer at some node of
 * that path. */
static void session_seen(struct explorer *x, node_id start, struct search_seen *out) {
  uint64_t met[(THREAD_MAX + 63) / 64] = {0};
  node_id n = x->here;
  *out = (struct search_seen){0};
  while (n != start && n != NODE_ROOT && out->steps < STEPS_MOST) {
    uint32_t thread = xnode(x, n)->choice.thread;
    explorer_go(x, n);
    seen_note(x->vm, vm_thread(x->vm, thread), out);
    out->threads += !(met[thread / 64] >> (thread % 64) & 1);
    met[thread / 64] |= 1ull << (thread % 64);
    n = xnode(x, n)->parent;
  }
}

/* ---- schedules ---- */

void schedule_release(struct schedule *s) {
  uint32_t i;
  for (i = 0; s->ends && i < s->count; i++) free(s->ends[i].mark);
  free(s->ends);
  free(s->choices);
  free(s->property);
  free(s->kind);
  free(s->message);
  free(s->headline);
  free(s->location);
  free(s->detail);
  free(s->thread);
  error_places_release(&s->places);
  free(s->story);
  free(s->left_out);
  memset(s, 0, sizeof *s);
}

bool schedule_hangs(const struct schedule *s) {
  return s->property && !strcmp(s->property, engine_property_name(PROP_HANG));
}

static char *text_copy(const char *s) { return s ? mem_strdup(s) : NULL; }

/* Returns the ends of the steps from the root to n, collected on the way down. Leaves the session
 * at n. */
static struct step_end *ends_of(struct engine *e, node_id n, uint32_t count) {
  struct step_end *ends = mem_alloc((count + 1) * sizeof *ends);
  node_id *path = mem_alloc((count + 1) * sizeof *path);
  uint32_t i;
  engine_path(e, n, path, count + 1);
  for (i = 0; i < count; i++) {
    explorer_go(&e->x, path[i + 1]);
    engine_step_end(e, &ends[i]);
  }
  free(path);
  return ends;
}

/* Makes the schedule of the node, with its violation. */
static void schedule_of(struct engine *e, node_id n, struct schedule *out) {
  struct choice *c;
  struct violation_info v;
  uint32_t i;
  memset(out, 0, sizeof *out);
  out->count = explorer_schedule(&e->x, n, &c);
  out->choices = mem_alloc((out->count + 1) * sizeof *out->choices);
  for (i = 0; i < out->count; i++) out->choices[i] = c[i];
  free(c);
  out->ends = ends_of(e, n, out->count);
  if (!(xnode(&e->x, n)->flags & NODE_ERROR) || engine_violation(e, n, &v)) return;
  out->property = text_copy(v.property_name);
  out->kind = text_copy(v.kind);
  out->message = text_copy(v.message);
  out->headline = text_copy(v.headline);
  out->location = text_copy(v.location);
  out->detail = text_copy(v.detail);
  out->thread = thread_title(e->vm, vm_thread(e->vm, v.thread));
}

int engine_schedule(struct engine *e, node_id n, struct schedule *out) {
  if (!node_valid(e, n)) return ERR_NOTFOUND;
  explorer_go(&e->x, NODE_ROOT);
  schedule_of(e, n, out);
  return 0;
}

/* ---- whole searches ---- */

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
                                  over ? "time %g s" : "interrupted", p->limit);
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
 * now on, or it reads the owners of locks, and accesses to those become scheduling points. An error
 * found before is real in any case and ends the search. */
static bool begins_anew(struct engine *e, const struct search *s) {
  if (s->error_node != NODE_NONE) return false;
  if (e->vm->seen.broken == BROKEN_ATOMIC)
    return !e->opt.contracts_fixed && atomic_leave_out(e->vm);
  return e->vm->seen.broken == BROKEN_REDUCTION && quiet_show_owners(e->vm);
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
  CHECK(node_valid(e, n) && xnode(&e->x, n)->violation,
        "an error that is reported is kept: node %u", n);
  s->error_node = n;
  if (s->opt.as_found || xnode(s->x, n)->violation->property == PROP_HANG)
    minimise_count(s);
  else
    minimise(s, end);
  schedule_of(e, s->error_node, out);
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
  if (r == SEARCH_INCONCLUSIVE) endless_note(s);
  if (r == SEARCH_INCONCLUSIVE) session_seen(&e->x, s->start, &s->report.seen);
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
  while ((r = search_once(e, o, &p, report, found, count, err)) == SEARCH_RUNNING) {
    explorer_go(&e->x, NODE_ROOT);
    e->x.generation++; /* steps end at other points now */
    p.resumed = true;
  }
  e->vm->sched.stop = NULL;
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

/* ---- replay of a schedule ---- */

static int differs(struct error *err, uint32_t step, const char *what) {
  return error_set(err, ERR_INTERNAL, "the counterexample does not replay: step %u %s", step, what);
}

int engine_replay_schedule(struct engine *e, const struct schedule *s, struct error *err) {
  uint32_t i;
  node_id n = NODE_ROOT;
  struct violation_info v;
  if (engine_go(e, NODE_ROOT, err)) return err->code;
  for (i = 0; i < s->count; i++) {
    struct error why = {0};
    if (s->ends ? engine_take_to(e, s->choices[i], &s->ends[i], &n, &why)
                : engine_take(e, s->choices[i], &n, &why))
      return differs(err, i + 1, why.msg);
    if (i + 1 < s->count && xnode(&e->x, n)->flags & (NODE_ERROR | NODE_ENDED | NODE_FAILED))
      return differs(err, i + 1, "ends early");
  }
  if (!s->property) return 0;
  if (schedule_hangs(s) && engine_hang(e, err)) return differs(err, i, err->msg);
  if (engine_violation(e, n, &v)) return differs(err, i, "shows no error");
  if (strcmp(v.property_name, s->property) || strcmp(v.message, s->message))
    return differs(err, i, v.message);
  return 0;
}

/* ---- the debugger's search ---- */

static void stand_at(struct engine *e, struct search *s, node_id n) {
  CHECK(s->at == NODE_NONE || (node_valid(e, s->at) && xnode(&e->x, s->at)->pins),
        "the node where a search paused is pinned: %u", s->at);
  xnode(&e->x, n)->pins++;
  if (s->at != NODE_NONE) xnode(&e->x, s->at)->pins--;
  s->at = n;
}

int engine_search_start(struct engine *e, const struct search_options *o, struct error *err) {
  struct search *s;
  if (xnode(&e->x, e->x.here)->flags & (NODE_ERROR | NODE_ENDED | NODE_FAILED))
    return error_set(err, ERR_USAGE, "the path ends here, so there is nothing to search");
  if (search_new(&e->x, o, e->targets.data, (uint32_t)e->targets.len, true, &s, err))
    return err->code;
  engine_search_stop(e);
  e->search = s;
  s->chosen = &e->chosen;
  s->at = NODE_NONE;
  stand_at(e, s, e->x.here);
  s->report.status = SEARCH_RUNNING;
  return 0;
}

void engine_search_stop(struct engine *e) {
  if (!e->search) return;
  CHECK(node_valid(e, e->search->at) && xnode(&e->x, e->search->at)->pins,
        "the node where a search paused is pinned: %u", e->search->at);
  xnode(&e->x, e->search->at)->pins--;
  search_free(e->search);
  e->search = NULL;
}

int engine_chosen(struct engine *e, node_id n, struct chosen_info *out) {
  return node_valid(e, n) && chosen_find(&e->chosen, &e->x, n, out) ? 0 : ERR_NOTFOUND;
}

int engine_search_report(struct engine *e, struct search_report *out) {
  if (!e->search) return ERR_NOTFOUND;
  *out = e->search->report;
  return 0;
}

int engine_search_run(struct engine *e, uint32_t transitions, uint32_t ms,
                      struct search_report *out, struct error *err) {
  struct search *s = e->search;
  uint64_t until;
  double start = clock_seconds();
  int r;
  if (!s) return error_set(err, ERR_NOTFOUND, "no search was started");
  until = s->report.transitions + transitions;
  r = s->report.status;
  /* A strategy's choices belong to its own state, not to the present one. */
  if (r == SEARCH_RUNNING) explorer_go(&e->x, s->at);
  while (r == SEARCH_RUNNING) {
    r = search_step(s, err);
    if (r < 0) return r;
    stand_at(e, s, e->x.here);
    if (r == SEARCH_RUNNING && s->opt.seconds &&
        s->report.seconds + (clock_seconds() - start) >= s->opt.seconds)
      r = search_inconclusive(s, CAUSE_TIME, "time %g s", s->opt.seconds);
    if (transitions && s->report.transitions >= until) break;
    if (ms && (clock_seconds() - start) * 1000 >= ms) break;
  }
  s->report.seconds += clock_seconds() - start;
  s->report.status = r;
  if (r == SEARCH_RUNNING) search_estimate(s);
  if (s->error_node != NODE_NONE) s->report.error_node = s->error_node;
  *out = s->report;
  return 0;
}
