/* Starts runs, as many at a time as --jobs allows, until one shows an error or the time is over.
 *
 * Runs start in the order of their numbers. With limits in transitions, a run depends only on its
 * number. The reported run is then the first by number that shows an error: later runs are ended
 * and earlier ones awaited, so the answer does not depend on --jobs. With limits in time this is
 * impossible, and the first error found ends all runs. */
#include "tui/cli/restarts.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "tui/cli/advice.h"
#include "tui/cli/auto/auto.h"
#include "tui/cli/captured.h"
#include "tui/cli/env_making.h"
#include "tui/cli/machine.h"
#include "tui/cli/misplaced.h"
#include "tui/cli/restarts_int.h"
#include "tui/cli/slurm_options.h"

/* ---- options of heddle env ---- */

/* Limits in transitions give the same runs on every machine. For measurements see
 * tests/bench/README.md. */
#define UNIT_DEFAULT "10000t"

/* Returns an option that was given and that applies to only one environment; NULL: none. */
static const char *of_one(const struct cli *c) {
  static const char *const options[] = {"--checkpoint", "--resume",    "--estimate", "--outcomes",
                                        "--all-errors", "--junit-xml", "--sarif",    "--coverage"};
  for (size_t i = 0; i < COUNT(options); i++)
    if (cli_given(c, options[i])) return options[i];
  return NULL;
}

static bool draws(const struct cli *c) {
  int kind = env_making_kind_of(c);
  return kind == KIND_RANDOM || kind == KIND_UNIVERSAL;
}

static int read_strategy(struct restarts_of *all, struct error *err) {
  const struct cli *c = all->cli;
  uint32_t i = 0;
  bool searches = auto_chosen(c); /* given explicitly, because heddle env has no default search */
  if (!c->env.restart) {
    all->kind = all->random && !of_one(c) && !searches ? RESTART_LUBY : RESTART_NONE;
    return 0;
  }
  while (restart_name(i) && strcmp(restart_name(i), c->env.restart) != 0) i++;
  if (!restart_name(i))
    return error_set(err, ERR_USAGE,
                     "bad value '%s' for --restart (there are none, fixed, luby, walsh, dynamic)",
                     c->env.restart);
  all->kind = (enum restart_kind)i;
  if (all->kind == RESTART_NONE) return 0;
  if (!draws(c))
    return error_set(
        err, ERR_USAGE,
        "--restart works only with --env random and universal: %s draws nothing at random",
        c->env.kind);
  if (of_one(c)) return error_set(err, ERR_USAGE, "%s works only with --restart none", of_one(c));
  if (searches) return error_set(err, ERR_USAGE, "--search auto works only with --restart none");
  return 0;
}

static int read_order(struct restarts_of *all, struct error *err) {
  const char *order = all->cli->env.order;
  if (order && strcmp(order, "fields") != 0 && strcmp(order, "drawn") != 0)
    return error_set(err, ERR_USAGE, "bad value '%s' for --order (there are fields, drawn)", order);
  if (order && !all->random)
    return error_set(err, ERR_USAGE, "--order works only with --env random");
  all->fields = all->random && (!order || !strcmp(order, "fields"));
  return 0;
}

int restarts_options(struct restarts_of *all, struct error *err) {
  static const char *const own[] = {"--unit", "--runs", "--order", "--on", "--task"};
  const struct cli *c = all->cli;
  all->random = env_making_kind_of(c) == KIND_RANDOM;
  if (slurm_options(c, err) || read_strategy(all, err)) return err->code;
  for (size_t i = 0; i < COUNT(own) && all->kind == RESTART_NONE; i++)
    if (cli_given(c, own[i]))
      return error_set(err, ERR_USAGE, "%s needs --restart other than none", own[i]);
  if (!restart_unit(c->env.unit ? c->env.unit : UNIT_DEFAULT, &all->unit_seconds,
                    &all->unit_transitions))
    return error_set(err, ERR_USAGE,
                     "bad value '%s' for --unit: expected a time as 10s, or transitions as 50000t",
                     c->env.unit);
  if (all->kind != RESTART_NONE && c->confirm)
    return error_set(err, ERR_USAGE,
                     "--confirm works with --restart none; heddle confirm FILE confirms the error "
                     "of an environment that was drawn");
  if (all->kind != RESTART_NONE && misplaced_in_search(c, err)) return err->code;
  return read_order(all, err);
}

/* ---- process of a run ---- */

/* A run searches one environment in a process forked before the program is loaded. */

enum {
  GROUPS = CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_COVERAGE | CLI_JUNIT |
           CLI_REPORTS | CLI_TRY
};
static const double LEAST_SECONDS = 0.01;

/* ---- command of a run ---- */

/* Adds a pair's scenario text before the class. */
static void add_scenario(const struct restarts *p, const struct restart_run *r,
                         struct command_words *w) {
  char *klass = w->all.data[w->all.len - 1];
  w->all.data[w->all.len - 1] = component_pair_text(p->of->component, r->pair, p->cli->env.threads);
  *vec_push(&w->all) = klass;
}

void restarts_again(const struct restarts *p, const struct restart_run *r,
                    struct command_words *out) {
  static const char *const of_all[] = {"--unit",  "--runs",     "--order", "--time",
                                       "--jobs",  "-j",         "--on",    "--partition",
                                       "--tasks", "--resubmit", "--leave", "--task"};
  struct option_change all[COUNT(of_all) + 4];
  char *seed = mem_printf("%llu", (unsigned long long)r->seed);
  size_t n = 0;
  if (!cli_given(p->cli, "--search")) all[n++] = (struct option_change){"--search", "dfs"};
  all[n++] = (struct option_change){"--restart", r->pair ? NULL : "none"};
  if (r->pair) {
    all[n++] = (struct option_change){"--env", "scenario"};
    all[n++] = (struct option_change){"--threads", NULL};
  } else {
    all[n++] = (struct option_change){"--seed", seed};
  }
  for (size_t i = 0; i < COUNT(of_all); i++) all[n++] = (struct option_change){of_all[i], NULL};
  CHECK(n <= COUNT(all), "the changes of a run's command have room: %zu of %zu", n, COUNT(all));
  command_words_change(out, p->cli->all_argv, (size_t)p->cli->all_argc, all, n);
  if (r->pair) add_scenario(p, r, out);
  free(seed);
}

char *restarts_file(const struct restarts *p, const struct restart_run *r) {
  const char *base = p->cli->output;
  return base ? mem_printf("%s.%zu.new", base, (size_t)(r - p->runs.data)) : NULL;
}

/* ---- limit of a run ---- */

struct limited {
  struct restart_count *count;
  struct restart_rate rate;
  double unit, next; /* for dynamic limits in seconds: time of the next decision */
};

static void limited_progress(void *self, const struct search_report *r) {
  struct limited *l = self;
  l->count->states = r->states;
  l->count->transitions = r->transitions;
  explored_text(r, l->count->explored);
  if (l->unit <= 0 || r->seconds < l->next) return;
  l->next += l->unit;
  if (!restart_goes_on(&l->rate, r) && !cli_stop) cli_stop = SIGALRM;
}

static bool limited_goes_on(void *self, const struct search_report *r) {
  return restart_goes_on(&((struct limited *)self)->rate, r);
}

static double seconds_left(const struct restarts *p) {
  double spent = p->of->trial ? p->spent : clock_seconds() - p->start;
  double left = p->seconds > 0 ? p->seconds - spent : 0;
  return p->seconds > 0 && left < LEAST_SECONDS ? LEAST_SECONDS : left; /* 0 would mean no bound */
}

static void limit(const struct restarts *p, const struct restart_run *r, struct limited *l,
                  struct search_options *o) {
  bool dynamic = p->of->kind == RESTART_DYNAMIC;
  double units = r->limit, own = units * p->of->unit_seconds, left = seconds_left(p);
  o->seconds = own > 0 && (left <= 0 || own < left) ? own : left;
  o->processor_time = p->of->trial;
  if (p->of->unit_transitions)
    o->slice = (uint64_t)((dynamic ? 1 : units) * (double)p->of->unit_transitions);
  else if (dynamic)
    l->unit = l->next = p->of->unit_seconds;
  if (!dynamic || !o->slice) return;
  o->goes_on = limited_goes_on;
  o->goes_self = l;
}

/* Unless the user sets a bound, the runs that search at the same time share half of the machine's
 * memory. */
static uint64_t run_memory(const struct restarts *p) {
  const uint64_t least = 64ull << 20, most = p->cli->engine.memory_bytes;
  uint64_t part = (machine_memory() / 2 / p->workers.size) >> 20 << 20;
  if (cli_given(p->cli, "--memory") || part > most) return most;
  return part < least ? least : part;
}

/* ---- search of a run ---- */

static json_t *search_it(const struct restarts *p, const struct restart_run *r, struct check *k,
                         struct limited *l) {
  int fd = captured_begin(), code;
  struct error err = {0};
  k->cli.quiet = true;
  k->cli.output = restarts_file(p, r);
  k->trace_name = p->cli->output;
  k->cli.engine.memory_bytes = run_memory(p);
  limit(p, r, l, &k->cli.search);
  k->one_of_several = true;
  k->progress = limited_progress;
  k->progress_self = l;
  if (check_search(k, &err)) return worker_failure_json(&err);
  code = check_exit_code(k);
  check_print(k, 0);
  return json_pack("{s:i,s:i,s:o,s:o,s:s?,s:f}", "code", code, "cause", k->report.cause, "check",
                   check_json(k), "text", captured_text(fd), "trace",
                   k->count ? k->traces[0] : NULL, "processor", clock_processor_seconds());
}

json_t *restarts_work(void *self, size_t run, size_t slot) {
  struct restarts *p = self;
  const struct restart_run *r = &p->runs.data[run];
  struct limited l = {.count = &p->counts[slot]};
  struct command_words env = {0}, words = {0};
  struct check k = {0};
  struct error err = {0};
  CHECK(run < p->runs.len && slot < p->workers.size, "a worker has a run and a slot: %zu, %zu", run,
        slot);
  cli_stop_on(SIGTERM);
  restarts_again(p, r, &env);
  if (p->of->words(p->of->self, &env, &words, &err)) return worker_failure_json(&err);
  if (cli_parse(&k.cli, (int)words.all.len, words.all.data, GROUPS, "") != CLI_GO_ON) return NULL;
  if (misplaced(&k.cli, &err)) return worker_failure_json(&err);
  k.cli.engine.main_class = cli_operand(&k.cli, "the main class");
  k.cli.engine.argc = k.cli.argc;
  k.cli.engine.argv = k.cli.argv;
  if (p->cli->engine.stdin_data) {
    k.cli.engine.stdin_path = NULL;
    k.cli.engine.stdin_data = p->cli->engine.stdin_data;
    k.cli.engine.stdin_len = p->cli->engine.stdin_len;
  }
  return search_it(p, r, &k, &l);
}

/* ---- starting runs ---- */

enum { SECONDS_DEFAULT = 30, DEADLINE_MORE = 60, DEADLINE_NONE = 1000000 };

static double time_left(const struct restarts *p) {
  if (p->of->trial) return p->seconds > 0 ? p->seconds - p->spent : DEADLINE_NONE;
  return p->seconds > 0 ? p->start + p->seconds - clock_seconds() : DEADLINE_NONE;
}

/* As long as there are pairs left, pairs and random environments alternate, beginning with a
 * pair. */
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
  CHECK(p->step, "the runs of a task are some steps apart: from %zu", (size_t)p->from);
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
  CHECK(!p->taken[r->slot], "a slot that gets a run is free: %u", r->slot);
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
  CHECK(!p->error || run + 1 < p->error, "the error of the first run counts: %zu, %zu", run,
        (size_t)p->error);
  p->error = run + 1;
  json_decref(p->answer);
  p->answer = json_deep_copy(answer);
  restarts_stop(p, p->of->unit_transitions ? run + 1 : 0, SIGKILL);
}

/* A complete search of a universal environment proves the result for all environments. */
static bool is_proof(const struct restarts *p, const json_t *answer) {
  return !p->of->random && json_integer_value(json_object_get(answer, "code")) == EXIT_NO_ERROR &&
         answer;
}

void restarts_take(struct restarts *p, size_t run, const json_t *answer, const char *how) {
  struct restart_run *r = &p->runs.data[run];
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  CHECK(run < p->runs.len, "a run that ends was begun: %zu of %zu", run, p->runs.len);
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
  CHECK(slot < p->workers.size && p->taken[slot] == run + 1, "a run ends in its slot: %zu, %zu",
        run, slot);
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

/* ---- running all runs ---- */

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
