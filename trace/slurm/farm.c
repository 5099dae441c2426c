/* See farm.h. A task is live until its results say that it ended, or Slurm no longer lists it. Then
 * its results are still read for GRACE polls, because a file written on another machine may arrive
 * late. Results that arrive even later are accepted too; in that case the work was done twice. */
#include "trace/slurm/farm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"

/* in seconds: the time between queries to Slurm, and between reads of files */
static const double POLL = 5, LOOK = 0.5;
/* in polls: before a task counts as lost, and before an unavailable Slurm is an error */
enum { GRACE = 2, PATIENCE = 120 };

struct gathering {
  struct farm *f;
  struct spool spool;
  /* monotonic times. poll: seconds between queries. asked: the last query. trouble: the first query
   * that Slurm did not answer, 0: it answers */
  double poll, asked, trouble;
  bool lost;       /* some task was lost, so the logs may help to find the reason */
  bool first;      /* no query of Slurm has succeeded yet */
  bool wanted;     /* a plan for new tasks must be made */
  uint32_t barren; /* number of arrays in a row in which no task began */
  struct farm_counts counts;
};

static double poll_seconds(void) {
  const char *word = getenv("HEDDLE_SLURM_POLL");
  double s = word ? strtod(word, NULL) : 0;
  return s >= 0.05 && s <= 3600 ? s : POLL;
}

static bool is_live(const struct spool_task *t) { return !t->ended && !t->lost && !t->failed.code; }

static void farm_say(struct gathering *g, char *line) {
  g->f->ops->say(g->f->ops->self, line);
  free(line);
}

/* ---- results ---- */

static int read_task(struct gathering *g, struct spool_round *r, size_t i, struct error *err) {
  struct spool_task *t = &r->tasks[i];
  bool before = t->ended;
  if (spool_read(&g->spool, r, i, g->f->ops->result, g->f->ops->self, err)) return err->code;
  if (t->ended && !before) g->f->ops->ended(g->f->ops->self, t->what, err);
  if (t->begun && r->own) g->barren = 0;
  if (t->failed.code && !t->lost && (r->own || t->seen))
    error_set(err, t->failed.code, "job %s, task %zu: %s", r->job ? r->job : "?", i, t->failed.msg);
  return err->code;
}

/* Reads the new results of live tasks. Unless `all` is set, skips tasks that were waiting at the
 * last query to Slurm. */
static int read_results(struct gathering *g, bool all, struct error *err) {
  for (size_t k = 0; k < g->spool.rounds.len && !err->code; k++) {
    struct spool_round *r = &g->spool.rounds.data[k];
    for (size_t i = 0; i < r->count && !err->code; i++)
      if (is_live(&r->tasks[i]) && (all || r->tasks[i].state != SLURM_WAITS))
        read_task(g, r, i, err);
  }
  return err->code;
}

/* ---- the state of the queue ---- */

static struct spool_round *round_called(struct gathering *g, const char *name) {
  for (size_t k = 0; k < g->spool.rounds.len; k++)
    if (!strcmp(g->spool.rounds.data[k].name, name)) return &g->spool.rounds.data[k];
  return NULL;
}

static void take_said(struct gathering *g, const struct slurm_task *s) {
  struct spool_round *r = round_called(g, s->name);
  struct spool_task *t = r && s->number < r->count ? &r->tasks[s->number] : NULL;
  if (!t) return;
  if (!r->job) r->job = mem_strdup(s->job);
  free(t->said);
  t->said = mem_strdup(s->said);
  t->state = s->state;
  t->seen |= s->state != SLURM_OVER;
  if (s->state != SLURM_OVER) t->missed = 0;
}

static void count_tasks(struct gathering *g) {
  struct farm_counts *c = &g->counts;
  memset(c, 0, sizeof *c);
  for (size_t k = 0; k < g->spool.rounds.len; k++) {
    const struct spool_round *r = &g->spool.rounds.data[k];
    for (size_t i = 0; i < r->count; i++) {
      const struct spool_task *t = &r->tasks[i];
      if (!is_live(t)) continue;
      c->running += t->state == SLURM_RUNS;
      c->waiting += t->state == SLURM_WAITS;
      if (t->state == SLURM_WAITS && t->said && strcmp(t->said, "JobArrayTaskLimit") != 0)
        c->why = t->said;
    }
  }
}

static char *names_of(const struct gathering *g) {
  struct text t = {0};
  for (size_t k = 0; k < g->spool.rounds.len; k++)
    text_printf(&t, "%s%s", k ? "," : "", g->spool.rounds.data[k].name);
  return t.s;
}

/* Queries Slurm for the state of all tasks. A task that Slurm does not list is over. */
static int ask_queue(struct gathering *g, struct error *err) {
  struct slurm_tasks all = {0};
  char *names = names_of(g);
  if (names && !slurm_queue(names, &all, err)) {
    for (size_t k = 0; k < g->spool.rounds.len; k++)
      for (size_t i = 0; i < g->spool.rounds.data[k].count; i++)
        g->spool.rounds.data[k].tasks[i].state = SLURM_OVER;
    for (size_t i = 0; i < all.all.len; i++) take_said(g, &all.all.data[i]);
    count_tasks(g);
  }
  slurm_tasks_release(&all);
  free(names);
  return err->code;
}

/* Handles an unanswered query. Slurm may be unavailable for a while; meanwhile running tasks
 * continue, and so does the gathering. Returns the error at the first query of all, or after
 * PATIENCE polls. */
static int bear(struct gathering *g, const struct error *e, struct error *err) {
  double now = clock_seconds();
  if (g->first || (g->trouble > 0 && now - g->trouble > PATIENCE * g->poll))
    return error_set(err, e->code, "%s", e->msg);
  if (g->trouble <= 0) {
    g->trouble = now;
    farm_say(g, mem_printf("%s; heddle retries for %.0f s", e->msg, PATIENCE * g->poll));
  }
  return 0;
}

static void borne(struct gathering *g) {
  if (g->trouble > 0) farm_say(g, mem_strdup("Slurm answers again"));
  g->trouble = 0;
}

/* ---- lost tasks ---- */

static int lose(struct gathering *g, struct spool_round *r, size_t i, struct error *err) {
  struct spool_task *t = &r->tasks[i];
  const char *how = t->said ? t->said : "Slurm no longer knows it";
  t->lost = true;
  g->wanted = true;
  /* it was over before this process began, so nobody watched it */
  if (!r->own && !t->seen) return 0;
  farm_say(g, mem_printf("task %zu of job %s was lost (%s)%s", i, r->job ? r->job : "?", how,
                         t->begun ? "" : " before it began"));
  if (t->begun) {
    char *full = mem_printf("task %zu of job %s: %s", i, r->job ? r->job : "?", how);
    g->lost = true;
    g->f->ops->lost(g->f->ops->self, t->what, full, err);
    free(full);
  }
  return err->code;
}

static int look_for_lost(struct gathering *g, struct error *err) {
  double now = clock_seconds();
  for (size_t k = 0; k < g->spool.rounds.len && !err->code; k++) {
    struct spool_round *r = &g->spool.rounds.data[k];
    for (size_t i = 0; i < r->count && !err->code; i++) {
      struct spool_task *t = &r->tasks[i];
      if (!is_live(t) || t->state != SLURM_OVER) continue;
      if (t->missed <= 0) t->missed = now;
      if (now - t->missed < GRACE * g->poll && (r->own || t->seen)) continue;
      if (!read_task(g, r, i, err) && is_live(t)) lose(g, r, i, err);
    }
  }
  return err->code;
}

/* ---- finished rounds ---- */

static bool round_is_over(const struct spool_round *r, bool *begun, bool *lost) {
  bool over = true;
  *begun = *lost = false;
  for (size_t i = 0; i < r->count; i++) {
    over &= !is_live(&r->tasks[i]);
    *begun |= r->tasks[i].begun;
    *lost |= !r->tasks[i].ended;
  }
  return over;
}

/* Handles an array in which no task began. Probably the program, its files or the nodes differ from
 * this machine. Returns an error if this has happened too often. */
static int take_barren(struct gathering *g, const struct spool_round *r, struct error *err) {
  char *log = NULL;
  if (g->barren++ < g->f->resubmit) return 0;
  for (size_t i = 0; i < r->count && !log; i++) log = spool_log_end(&g->spool, r, i);
  error_set(err, ERR_INPUT,
            "no task of %u job array%s in a row began; %s%s%.400s; does each node have this "
            "program, and the folder %s?",
            g->barren, PLURAL(g->barren), log ? "the last one's log: " : "there are no logs",
            log ? "... " : "", log ? log : "", g->spool.folder);
  free(log);
  return err->code;
}

static int clear_rounds(struct gathering *g, struct error *err) {
  bool begun, lost;
  for (size_t k = g->spool.rounds.len; k-- > 0 && !err->code;) {
    struct spool_round *r = &g->spool.rounds.data[k];
    if (r->over || !round_is_over(r, &begun, &lost)) continue;
    if (r->own && !begun && take_barren(g, r, err)) break;
    r->over = g->f->holds;
    g->wanted |= r->over;
    if (r->over) continue;
    if (g->f->ops->keep && g->f->ops->keep(g->f->ops->self, err)) break;
    spool_remove(&g->spool, k, lost);
    g->wanted |= !g->spool.rounds.len;
  }
  return err->code;
}

/* ---- submitting ---- */

static int submit_last(struct gathering *g, struct error *err) {
  size_t k = g->spool.rounds.len - 1;
  struct spool_round *r = &g->spool.rounds.data[k];
  uint32_t most = g->counts.running + g->counts.waiting;
  CHECK(g->spool.rounds.len && !r->own && !r->job, "a round is submitted once: %s", r->name);
  char *script = spool_path(&g->spool, r, ".sh"), *log = spool_path(&g->spool, r, "-");
  struct slurm_array a = {.name = r->name,
                          .script = script,
                          .log = log,
                          .partition = g->f->partition,
                          .tasks = (uint32_t)r->count,
                          .cores = g->f->cores};
  a.at_once = most < g->f->at_once ? g->f->at_once - most : 1;
  r->own = true;
  if (slurm_submit(&a, &r->job, err)) spool_remove(&g->spool, k, false);
  free(log);
  free(script);
  return err->code;
}

static json_t *plan(const struct gathering *g) {
  VEC(const json_t *) live = {0};
  json_t *tasks;
  for (size_t k = 0; k < g->spool.rounds.len; k++)
    for (size_t i = 0; i < g->spool.rounds.data[k].count; i++)
      if (is_live(&g->spool.rounds.data[k].tasks[i]))
        *vec_push(&live) = g->spool.rounds.data[k].tasks[i].what;
  tasks = g->f->ops->plan(g->f->ops->self, live.data, live.len);
  vec_free(&live);
  return tasks;
}

static int submit_open(struct gathering *g, struct error *err) {
  json_t *tasks = plan(g);
  g->wanted = false;
  if (tasks && !spool_add(&g->spool, tasks, g->f->command, err)) {
    struct error e = {0};
    g->wanted = submit_last(g, &e) != 0;
    if (g->wanted)
      bear(g, &e, err);
    else
      farm_say(g, mem_printf("job %s was submitted: %zu task%s",
                             g->spool.rounds.data[g->spool.rounds.len - 1].job,
                             json_array_size(tasks), PLURAL(json_array_size(tasks))));
  }
  json_decref(tasks);
  return err->code;
}

/* ---- gathering ---- */

/* Queries Slurm, then handles lost tasks and finished rounds, and submits open work. */
static int look_at_slurm(struct gathering *g, struct error *err) {
  struct error e = {0};
  g->asked = clock_seconds();
  if (ask_queue(g, &e)) return bear(g, &e, err);
  if (look_for_lost(g, err) || clear_rounds(g, err)) return err->code;
  if (g->f->ops->over(g->f->ops->self)) return 0;
  if ((g->wanted || g->first) && submit_open(g, err)) return err->code;
  if (!g->wanted) borne(g);
  g->first = false;
  return 0;
}

static void farm_rest(double seconds) {
  struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  nanosleep(&t, NULL);
}

static int gather(struct gathering *g, struct error *err) {
  const struct farm_ops *o = g->f->ops;
  double look = g->poll < LOOK ? g->poll : LOOK;
  read_results(g, true, err);
  while (!err->code && !*g->f->stop && !o->over(o->self)) {
    if ((g->first || clock_seconds() >= g->asked + g->poll) && look_at_slurm(g, err)) break;
    if (o->progress) o->progress(o->self, &g->counts);
    farm_rest(look);
    read_results(g, false, err);
  }
  return err->code;
}

static void cancel_all(struct gathering *g, struct error *err) {
  for (size_t k = 0; k < g->spool.rounds.len && !err->code; k++)
    slurm_cancel(g->spool.rounds.data[k].name, err);
}

/* Called when all work is done: cancels the tasks that still run and removes all files. Keeps the
 * files of a round that cannot be cancelled. */
static int finish(struct gathering *g, struct error *err) {
  if (g->f->ops->keep && g->f->ops->keep(g->f->ops->self, err)) return err->code;
  for (size_t k = g->spool.rounds.len; k-- > 0;) {
    struct error e = {0};
    bool begun, lost, over = round_is_over(&g->spool.rounds.data[k], &begun, &lost);
    if (over || !slurm_cancel(g->spool.rounds.data[k].name, &e))
      spool_remove(&g->spool, k, lost);
    else
      farm_say(g, mem_strdup(e.msg));
  }
  if (!g->lost) spool_remove_logs(&g->spool);
  return 0;
}

int farm_gather(struct farm *f, struct error *err) {
  struct gathering g = {.f = f, .poll = poll_seconds(), .first = true};
  struct error e = {0};
  if (!spool_open(&g.spool, f->folder, err)) gather(&g, err);
  if (!err->code && f->ops->over(f->ops->self))
    finish(&g, err);
  else if (!f->leave)
    cancel_all(&g, &e);
  if (e.code) farm_say(&g, mem_strdup(e.msg));
  if (!err->code && *f->stop) read_results(&g, true, err);
  spool_close(&g.spool);
  return err->code;
}

int farm_end(struct farm *f, struct error *err) {
  struct gathering g = {.f = f};
  if (!spool_open(&g.spool, f->folder, err) && !read_results(&g, true, err)) finish(&g, err);
  if (!err->code && g.spool.rounds.len)
    error_set(err, ERR_INPUT, "%s: some tasks could not be cancelled", f->folder);
  spool_close(&g.spool);
  return err->code;
}
