/* Starts runs, as many at a time as --jobs allows, until one shows an error or the time is over.
 * See restarts.h.
 * Runs start in the order of their numbers. With limits in transitions, a run depends only on
 * its number. The reported run is then the first by number that shows an error: later runs are
 * ended and earlier ones awaited, so the answer does not depend on --jobs. With limits in time
 * this is impossible, and the first error found ends all runs. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "tui/cli/advice.h"
#include "tui/cli/machine.h"
#include "tui/cli/restarts_int.h"

enum { SECONDS_DEFAULT = 30, DEADLINE_MORE = 60, DEADLINE_NONE = 1000000 };

static double time_left(const struct restarts *p) {
  if (p->of->trial) return p->seconds > 0 ? p->seconds - p->spent : DEADLINE_NONE;
  return p->seconds > 0 ? p->start + p->seconds - clock_seconds() : DEADLINE_NONE;
}

/* ---- starting runs ---- */

/* Pairs and random environments alternate, a pair first, while there are pairs. */
static void next_run(const struct restarts *p, struct restart_run *r) {
  uint64_t n = p->runs.len + 1, pairs = n / 2 + n % 2, drawn;
  memset(r, 0, sizeof *r);
  if (pairs > p->pair_count) pairs = p->pair_count;
  if (n % 2 && (n + 1) / 2 <= p->pair_count) r->pair = &p->pairs[n / 2];
  drawn = r->pair ? 0 : n - pairs;
  r->seed = r->pair ? p->cli->engine.seed : restart_seed(p->cli->engine.seed, drawn);
  r->limit = restart_limit(p->of->kind, n);
}

void restarts_reach(struct restarts *p, size_t count) {
  while (p->runs.len < count) {
    struct restart_run next;
    next_run(p, &next);
    *vec_push(&p->runs) = next;
  }
}

static size_t next_number(const struct restarts *p) {
  size_t n = p->runs.len > p->from ? p->runs.len : p->from;
  return n + (p->step - (n - p->from) % p->step) % p->step;
}

static bool may_begin(const struct restarts *p) {
  size_t next = next_number(p);
  if (p->stopped || p->error || p->failed.code || p->workers.busy == p->workers.size) return false;
  if ((p->most && next >= p->most) || (p->bound && next >= p->bound)) return false;
  return time_left(p) > 0.05 || !p->runs.len;
}

static uint32_t free_slot_of(const struct restarts *p) {
  uint32_t i = 0;
  while (i + 1 < p->workers.size && p->taken[i]) i++;
  return i;
}

static int begin(struct restarts *p, struct error *err) {
  size_t number = next_number(p);
  struct restart_run *r;
  restarts_reach(p, number + 1);
  r = &p->runs.data[number];
  r->start = clock_seconds();
  r->state = RUN_RUNS;
  r->slot = free_slot_of(p);
  p->taken[r->slot] = number + 1;
  memset(&p->counts[r->slot], 0, sizeof *p->counts);
  return workers_start(&p->workers, number, r->slot,
                       p->of->trial ? DEADLINE_NONE : time_left(p) * 5 + DEADLINE_MORE, -1,
                       restarts_work, p, err);
}

/* ---- ending runs ---- */

void restarts_stop(struct restarts *p, size_t from, int sig) {
  for (uint32_t i = 0; i < p->workers.size; i++) {
    const struct worker *w = &p->workers.slots[i];
    if (!w->pid || w->cell < from) continue;
    if (sig == SIGKILL) p->runs.data[w->cell].state = RUN_LEFT;
    kill(w->pid, sig);
  }
}

static enum restart_said said_of(struct restarts *p, const json_t *answer, const char *how) {
  int code = (int)json_integer_value(json_object_get(answer, "code"));
  int cause = (int)json_integer_value(json_object_get(answer, "cause"));
  const char *reason =
      json_string_value(json_object_get(json_object_get(answer, "check"), "reason"));
  if (answer && code == EXIT_ERROR_FOUND) return SAID_ERROR;
  if (answer && (code == EXIT_NO_ERROR || cause == CAUSE_SAMPLED)) return SAID_WHOLE;
  if (answer && (cause == CAUSE_TIME || cause == CAUSE_SLICE || cause == CAUSE_INTERRUPT))
    return SAID_LIMIT;
  if (answer && cause == CAUSE_MEMORY) return SAID_MEMORY;
  if (!p->why) p->why = mem_strdup(reason ? reason : how ? how : "");
  return SAID_OTHER;
}

static void count_run(struct restarts *p, struct restart_run *r, const json_t *answer) {
  const json_t *check = json_object_get(answer, "check");
  r->states = (uint64_t)json_integer_value(json_object_get(check, "states"));
  r->transitions = (uint64_t)json_integer_value(json_object_get(check, "transitions"));
  r->instructions = (uint64_t)json_integer_value(json_object_get(check, "instructions"));
  r->peak_kb = (uint64_t)json_integer_value(json_object_get(check, "peak_kb"));
  if (!p->of->trial) return;
  r->seconds = json_number_value(json_object_get(answer, "processor"));
  p->spent += r->seconds;
}

/* Takes the error of a run as the one to report. No run with a lower number has shown an error. */
static void take_error(struct restarts *p, size_t run, const json_t *answer) {
  p->error = run + 1;
  json_decref(p->answer);
  p->answer = json_deep_copy(answer);
  restarts_stop(p, p->of->unit_transitions ? run + 1 : 0, SIGKILL);
}

/* A universal environment that was searched completely proves the result for all. */
static bool is_proof(const struct restarts *p, const json_t *answer) {
  return !p->of->random && json_integer_value(json_object_get(answer, "code")) == EXIT_NO_ERROR &&
         answer;
}

void restarts_take(struct restarts *p, size_t run, const json_t *answer, const char *how) {
  struct restart_run *r = &p->runs.data[run];
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  r->state = RUN_ENDED;
  if (failed) {
    if (!p->failed.code)
      error_set(&p->failed, (int)json_integer_value(json_object_get(answer, "errno")), "%s",
                failed);
    restarts_stop(p, 0, SIGKILL);
    return;
  }
  r->said = said_of(p, answer, how);
  count_run(p, r, answer);
  if (answer && !p->first) p->first = json_deep_copy(answer);
  if (r->said == SAID_ERROR && (!p->error || run + 1 < p->error)) take_error(p, run, answer);
  if (!p->error && is_proof(p, answer)) {
    json_decref(p->answer);
    p->answer = json_deep_copy(answer);
    p->stopped = true;
    restarts_stop(p, 0, SIGKILL);
  }
}

/* If the task itself is being ended, its runs did not reach their limits, so their results do not
 * count. */
static int run_ended(void *self, size_t run, size_t slot, const json_t *answer, const char *how,
                     struct error *err) {
  struct restarts *p = self;
  struct restart_run *r = &p->runs.data[run];
  p->taken[slot] = 0;
  r->seconds = clock_seconds() - r->start;
  if (r->state == RUN_LEFT || (p->task && cli_stop)) return 0;
  restarts_take(p, run, answer, how);
  if (!p->task || p->failed.code) return 0;
  return farm_task_put(
      p->task,
      json_pack("{s:I,s:O?,s:s?,s:f,s:f}", "run", (json_int_t)run, "answer", (json_t *)answer,
                "how", how, "seconds", r->seconds, "spent", clock_seconds() - p->start),
      err);
}

/* ---- all runs ---- */

int restarts_run(struct restarts *p, struct error *err) {
  while (!err->code) {
    if ((cli_stop || time_left(p) <= 0) && !p->stopped) {
      p->stopped = true;
      restarts_stop(p, 0, SIGTERM);
    }
    while (may_begin(p) && !begin(p, err)) continue;
    if (err->code || !p->workers.busy) break;
    if (workers_wait(&p->workers, 100, run_ended, p, err)) break;
    if (p->show) restarts_progress(p);
    if (p->task) restarts_look(p, err);
  }
  return err->code;
}

static int restarts_open(struct restarts *p, struct error *err) {
  const struct cli *c = p->cli;
  uint32_t jobs = p->of->trial ? 1 : c->jobs ? c->jobs : machine_cores();
  p->counts = mmap(NULL, jobs * sizeof *p->counts, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p->counts == MAP_FAILED) return error_set(err, ERR_MEMORY, "no shared memory");
  p->taken = mem_alloc(jobs * sizeof *p->taken);
  workers_init(&p->workers, jobs);
  if (p->of->fields && p->of->kind != RESTART_NONE)
    p->pair_count = component_pairs(p->of->component, &p->pairs);
  p->start = clock_seconds();
  p->seconds = cli_given(c, "--time") ? c->search.seconds : c->env.runs ? 0 : SECONDS_DEFAULT;
  p->most = p->of->kind == RESTART_NONE ? 1 : c->env.runs;
  p->step = 1;
  p->show = !p->of->trial && !c->quiet && !c->json && isatty(STDERR_FILENO);
  return 0;
}

static void restarts_close(struct restarts *p) {
  if (p->counts && p->counts != MAP_FAILED) munmap(p->counts, p->workers.size * sizeof *p->counts);
  json_decref(p->first);
  json_decref(p->answer);
  vec_free(&p->runs);
  free(p->pairs);
  free(p->taken);
  free(p->why);
}

int restarts_check(const struct restarts_of *all) {
  struct check input = {.cli = *all->cli};
  struct restarts_of of = *all;
  struct restarts p = {.of = &of, .cli = &input.cli};
  struct error err = {0};
  int r;
  of.cli = &input.cli;
  cli_signals();
  if (!restarts_open(&p, &err) && !check_take_input(&input, &err))
    (p.cli->slurm.task ? restarts_task
     : p.cli->slurm.on ? restarts_gather
                       : restarts_run)(&p, &err);
  if (p.workers.slots) workers_release(&p.workers);
  restarts_progress_clear(&p);
  if (!err.code) err = p.failed;
  r = err.code ? cli_fail(&err) : p.cli->slurm.task ? EXIT_NO_ERROR : restarts_report(&p);
  restarts_close(&p);
  text_release(&input.input);
  return r;
}

/* Returns what ended the search without an error. */
static char *trial_reason(const struct restarts *p) {
  const json_t *check = json_object_get(p->first, "check");
  const char *said = json_string_value(json_object_get(check, "reason"));
  if (p->answer) return mem_strdup("");
  if (p->of->kind == RESTART_NONE && said) /* without the number of remaining choices */
    return mem_printf("%.*s", (int)strcspn(said, ","), said);
  if (time_left(p) > 0 && p->most) return mem_printf("runs %llu", (unsigned long long)p->most);
  return mem_printf("time %g s", p->seconds);
}

static void trial_outcome(const struct restarts *p, struct restarts_outcome *out) {
  struct restart_sums s = restarts_sums(p);
  const json_t *of = p->answer ? p->answer : p->first;
  *out = (struct restarts_outcome){
      .error = p->error,
      .whole = !p->error && p->runs.len && p->runs.data[p->runs.len - 1].said == SAID_WHOLE,
      .reason = trial_reason(p),
      .check = json_deep_copy(json_object_get(of, "check")),
      .environments = s.runs,
      .states = s.states,
      .transitions = s.transitions,
      .instructions = s.instructions,
      .peak_kb = s.peak_kb,
      .seconds = s.seconds};
}

int restarts_trial(const struct restarts_of *all, struct restarts_outcome *out, struct error *err) {
  struct restarts p = {.of = all, .cli = all->cli};
  *out = (struct restarts_outcome){0};
  if (!restarts_open(&p, err)) restarts_run(&p, err);
  if (p.workers.slots) workers_release(&p.workers);
  if (!err->code && p.failed.code) error_set(err, p.failed.code, "%s", p.failed.msg);
  if (!err->code) trial_outcome(&p, out);
  restarts_close(&p);
  return err->code;
}

void restarts_outcome_release(struct restarts_outcome *o) {
  json_decref(o->check);
  free(o->reason);
}
