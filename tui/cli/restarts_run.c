/* One environment, searched in a process forked before the program is loaded. See
 * restarts_int.h. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tui/cli/captured.h"
#include "tui/cli/machine.h"
#include "tui/cli/misplaced.h"
#include "tui/cli/restarts_int.h"

enum {
  GROUPS = CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_COVERAGE | CLI_JUNIT |
           CLI_REPORTS | CLI_TRY
};
static const double LEAST_SECONDS = 0.01;

/* ---- its command ---- */

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
  command_words_change(out, p->cli->all_argv, (size_t)p->cli->all_argc, all, n);
  if (r->pair) add_scenario(p, r, out);
  free(seed);
}

char *restarts_file(const struct restarts *p, const struct restart_run *r) {
  const char *base = p->cli->output;
  return base ? mem_printf("%s.%zu.new", base, (size_t)(r - p->runs.data)) : NULL;
}

/* ---- its limit ---- */

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

/* ---- its search ---- */

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
