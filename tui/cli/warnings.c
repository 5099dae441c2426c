/* heddle check --warnings: a guided search along candidate sequences for each warning of a file
 * (paper 000: from a warning to its error). The warnings take turns. Each gets a share of the time,
 * divided among its candidates. A warning without a verdict starts again with another seed and a
 * larger share, until the time is over. See warnings_int.h. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/whole_file.h"
#include "tui/cli/machine.h"
#include "tui/cli/warnings_int.h"

enum { SECONDS_EACH = 3, ROUNDS_MOST = 12, SAME_END = 3 /* rounds that end by themselves */ };
static const double LEAST_TRY = 0.2;

int warnings_usage(struct cli *c, struct error *err) {
  static const char *const others[] = {"--junit",      "--junit-xml",  "--sarif",    "--seq",
                                       "--shortest",   "--all-errors", "--outcomes", "--coverage",
                                       "--checkpoint", "--resume",     "--estimate", "--strict",
                                       "--try"};
  if (!c->warnings) return 0;
  for (size_t i = 0; i < COUNT(others); i++)
    if (cli_given(c, others[i]))
      return error_set(err, ERR_USAGE, "%s cannot be combined with --warnings", others[i]);
  if (!cli_given(c, "--search")) c->search.search = "guided";
  return 0;
}

/* ---- choosing the next warning ---- */

static bool is_open(const struct warned_work *k) { return !k->done; }

static size_t open_count(const struct warned_run *r) {
  size_t n = 0;
  for (size_t i = 0; i < r->count; i++) n += is_open(&r->work[i]);
  return n;
}

static double warnings_left(const struct warned_run *r) {
  return r->start + r->seconds - clock_seconds();
}

/* Returns the warning with the fewest rounds, the first of these. */
static struct warned_work *next_work(struct warned_run *r) {
  struct warned_work *best = NULL;
  for (size_t i = 0; i < r->count; i++) {
    struct warned_work *k = &r->work[i];
    if (!is_open(k) || k->running) continue;
    if (!best || k->tries / k->sequences < best->tries / best->sequences) best = k;
  }
  return best;
}

/* Each round takes at most half of the remaining time, so that difficult warnings get more
 * later. */
static double warned_share(const struct warned_run *r, const struct warned_work *k) {
  double left = warnings_left(r), mine = left * r->workers.size / (double)open_count(r);
  size_t tries = k->sequences - k->tries % k->sequences;
  double share = mine / 2 / (double)tries;
  if (share < LEAST_TRY) share = LEAST_TRY;
  return share < left ? share : left;
}

static int start_tries(struct warned_run *r, struct error *err) {
  struct warned_work *k;
  while (!r->stopped && r->workers.busy < r->workers.size && warnings_left(r) > 0.05 &&
         (k = next_work(r))) {
    k->share = warned_share(r, k);
    k->running = true;
    if (workers_start(&r->workers, (size_t)(k - r->work), k->tries++, k->share * 5 + 60, -1,
                      warnings_try_work, r, err))
      return err->code;
  }
  return 0;
}

/* ---- results ---- */

static void add_masks(struct warned_work *k, const json_t *masks) {
  if (!k->masks) k->masks = json_array();
  for (size_t i = 0; i < json_array_size(masks); i++) {
    const json_t *name = json_array_get(masks, i);
    size_t n = 0;
    while (n < json_array_size(k->masks) && !json_equal(json_array_get(k->masks, n), name)) n++;
    if (n == json_array_size(k->masks)) json_array_append(k->masks, (json_t *)(uintptr_t)name);
  }
}

static void drop_part(const struct warned_run *r, const struct warned_work *k) {
  char *part = warnings_trace(r, (size_t)(k - r->work), true);
  if (part) unlink(part);
  free(part);
}

static void keep_trace(const struct warned_run *r, const struct warned_work *k) {
  char *part = warnings_trace(r, (size_t)(k - r->work), true),
       *file = warnings_trace(r, (size_t)(k - r->work), false);
  if (part && json_object_get(k->found, "trace")) {
    if (rename(part, file)) fprintf(stderr, "heddle: %s: cannot be written\n", file);
    json_object_set_new(k->found, "trace", json_string(file));
  }
  free(part);
  free(file);
}

static void note_observed(struct warned_work *k, size_t sequence, const json_t *answer) {
  json_int_t now = json_integer_value(json_object_get(answer, "observed"));
  if (!k->observed) k->observed = json_array();
  while (json_array_size(k->observed) <= sequence) json_array_append_new(k->observed, json_null());
  if (now >= json_integer_value(json_array_get(k->observed, sequence)))
    json_array_set_new(k->observed, sequence, json_integer(now));
}

/* Returns true if further rounds are unlikely to find anything new: several rounds with different
 * seeds have all ended by themselves. */
static bool is_exhausted(const struct warned_work *k) {
  return k->tries / k->sequences >= ROUNDS_MOST || k->ended >= SAME_END * k->sequences;
}

static int try_done(void *self, size_t warning, size_t nth, const json_t *answer, const char *how,
                    struct error *err) {
  struct warned_run *r = self;
  struct warned_work *k = &r->work[warning];
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  (void)nth, (void)err;
  k->running = false;
  if (!answer) failed = how;
  if (json_object_get(answer, "no_contracts")) {
    r->no_contracts = true;
    k->tries--;
    return 0;
  }
  if (failed && !(r->stopped && !answer)) {
    k->failed = mem_strdup(failed);
    k->done = true;
  }
  k->seconds += json_real_value(json_object_get(answer, "seconds"));
  k->states += (uint64_t)json_integer_value(json_object_get(answer, "states"));
  k->passed_over += (uint32_t)json_integer_value(json_object_get(answer, "passed_over"));
  add_masks(k, json_object_get(answer, "masks"));
  note_observed(k, nth % k->sequences, answer);
  k->ended = json_is_true(json_object_get(answer, "ended")) ? k->ended + 1 : 0;
  if (json_object_get(answer, "error")) {
    k->found = json_deep_copy(answer);
    json_object_set_new(
        k->found, "sequence",
        json_incref(json_array_get(json_object_get(k->plan, "shown"), nth % k->sequences)));
    k->done = true;
    keep_trace(r, k);
  }
  drop_part(r, k);
  if (!k->done && is_exhausted(k)) k->done = true;
  return 0;
}

/* ---- all warnings ---- */

static void stop_tries(struct warned_run *r) {
  if (r->stopped) return;
  r->stopped = true;
  for (uint32_t i = 0; i < r->workers.size; i++)
    if (r->workers.slots[i].pid) kill(r->workers.slots[i].pid, SIGTERM);
}

static int run_tries(struct warned_run *r, struct error *err) {
  while (!err->code) {
    if (cli_stop) stop_tries(r);
    if (start_tries(r, err) || !r->workers.busy) break;
    if (workers_wait(&r->workers, 100, try_done, r, err)) break;
    if (r->show) warnings_show(r, false);
  }
  return err->code;
}

static int plan_done(void *self, size_t unused, size_t unused2, const json_t *answer,
                     const char *how, struct error *err) {
  struct warned_run *r = self;
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  int code = (int)json_integer_value(json_object_get(answer, "errno"));
  (void)unused, (void)unused2;
  if (!answer && cli_stop) return 0;
  if (!answer || failed)
    return error_set(err, answer && code ? code : ERR_INTERNAL, "%s", failed ? failed : how);
  r->plan = json_incref(json_object_get(answer, "plan"));
  return 0;
}

/* Makes the plan in another process, because this one does not read classes. */
static int make_plan(struct warned_run *r, struct error *err) {
  workers_start(&r->workers, 0, 0, 600, -1, warnings_plan_work, r, err);
  while (!err->code && r->workers.busy) workers_wait(&r->workers, 100, plan_done, r, err);
  for (size_t i = 0; i < r->count && !err->code; i++) {
    struct warned_work *k = &r->work[i];
    k->plan = json_array_get(r->plan, i);
    k->state = (enum warned_state)json_integer_value(json_object_get(k->plan, "state"));
    k->sequences = json_array_size(json_object_get(k->plan, "sequences"));
    k->done = k->state != WARNED_FOUND || !k->sequences;
  }
  return err->code;
}

static int warnings_open(struct warned_run *r, struct error *err) {
  const struct cli *c = &r->check->cli;
  if (c->output && whole_file_possible(c->output, err)) return err->code;
  if (warnings_read(c->warnings, &r->file, err) || check_take_input(r->check, err))
    return err->code;
  r->count = r->file.v.len;
  r->work = mem_alloc((r->count + 1) * sizeof *r->work);
  for (size_t i = 0; i < r->count; i++) r->work[i].w = &r->file.v.data[i];
  r->start = clock_seconds();
  r->seconds = c->search.seconds > 0 ? c->search.seconds : SECONDS_EACH * (double)r->count;
  r->show = !c->json;
  r->terminal = r->show && !c->quiet && isatty(STDERR_FILENO);
  return 0;
}

static int search_warnings(struct warned_run *r, struct error *err) {
  const struct cli *c = &r->check->cli;
  if (warnings_open(r, err)) return err->code;
  workers_init(&r->workers, c->jobs ? c->jobs : machine_cores());
  if (!make_plan(r, err)) run_tries(r, err);
  workers_release(&r->workers);
  r->took = clock_seconds() - r->start;
  if (err->code) return err->code;
  if (r->show) warnings_show(r, true);
  warnings_write(r, err);
  if (c->json)
    check_dump_json(warnings_json(r));
  else
    warnings_sum(r);
  return err->code;
}

static int warnings_exit_code(const struct warned_run *r) {
  for (size_t i = 0; i < r->count; i++)
    if (warnings_confirmed(&r->work[i])) return EXIT_ERROR_FOUND;
  return cli_stop && cli_stop != SIGALRM ? 128 + cli_stop : EXIT_INCONCLUSIVE;
}

static void warnings_close(struct warned_run *r) {
  for (size_t i = 0; i < r->count; i++) {
    json_decref(r->work[i].found);
    json_decref(r->work[i].masks);
    json_decref(r->work[i].observed);
    free(r->work[i].failed);
  }
  free(r->work);
  json_decref(r->plan);
  warnings_release(&r->file);
}

int check_warnings(struct check *k) {
  struct warned_run r = {.check = k};
  struct error err = {0};
  int code;
  k->cli.engine.main_class = cli_operand(&k->cli, "the main class");
  if (!k->cli.engine.main_class) return EXIT_USAGE;
  k->cli.engine.argc = k->cli.argc;
  k->cli.engine.argv = k->cli.argv;
  cli_signals();
  code = search_warnings(&r, &err) ? cli_fail(&err) : warnings_exit_code(&r);
  warnings_close(&r);
  return code;
}
