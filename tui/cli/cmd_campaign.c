/* heddle campaign: many seeded trials of the searches that a campaign file describes
 * (trace/campaign/campaign.h). A trial runs the same search as `heddle check`, in a fork of the
 * loaded program. An error counts only after a fresh process has executed it again. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "trace/campaign/plot.h"
#include "engine/base/clock.h"
#include "trace/campaign/report.h"
#include "trace/campaign/run.h"
#include "trace/campaign/digest.h"
#include "trace/contracts/evidence.h"
#include "tui/cli/campaign_component.h"
#include "tui/cli/campaign_slurm.h"
#include "tui/cli/campaign_traced.h"
#include "tui/cli/check.h"
#include "tui/cli/contracts.h"
#include "tui/cli/machine.h"
#include "tui/cli/misplaced.h"
#include "tui/cli/scope.h"
#include "tui/cli/slurm_options.h"
#include "tui/text/output.h"

struct command {
  struct cli cli;
  struct campaign *c;
  struct trials trials;
  struct store *store;
  struct check image; /* the loaded program */
  char *folder;       /* folder of the results */
  int lock;
  double start;
  uint64_t done_before;
  bool shown; /* a progress line is on the terminal */
};

/* ---- trials ---- */

static void take_options(struct command *m, const struct campaign_cell *cell) {
  struct check *k = &m->image;
  k->cli.engine = cell->options.engine;
  k->cli.engine.java_home = m->cli.engine.java_home;
  k->cli.engine.contracts = k->contracts; /* those of the loaded image */
  k->cli.contracts = cell->options.contracts;
  k->cli.search = cell->options.search;
  k->cli.seq = cell->options.sequence;
  k->cli.quiet = true;
}

static int at_row(const struct command *m, const struct campaign_cell *cell, struct error *err) {
  const struct campaign_row *row = &m->c->rows.data[cell->row];
  return error_prefix(err, "%s:%u: %s", m->c->path, row->line, row->name);
}

static int boot(void *self, const struct campaign_cell *cell, struct error *err) {
  struct command *m = self;
  check_release(&m->image);
  if (cell->words) return 0; /* each environment or run is its own program */
  take_options(m, cell);
  return check_open(&m->image, err) ? at_row(m, cell, err) : 0;
}

static void take_report(const struct search_report *r, struct trial *t) {
  t->states = r->states;
  t->transitions = r->transitions;
  t->instructions = r->instructions;
  t->revisits = r->revisits;
  t->backtracks = r->backtracks;
  t->depth = r->errors ? r->depth : r->max_depth;
  t->switches = r->switches;
  t->peak_kb = r->peak_kb;
  t->h_rows = r->h.rows;
  t->h_columns = r->h.columns;
  t->h_bytes = r->h.bytes;
}

static void on_time(int sig) { cli_stop = sig; }

/* Stops the search after that many seconds of processor time, so that a trial's result does not
 * depend on the machine's load. */
static void limit_time(double seconds) {
  struct sigaction sa = {.sa_handler = on_time};
  struct itimerval it = {0};
  sigaction(SIGPROF, &sa, NULL);
  it.it_value.tv_sec = (time_t)seconds;
  it.it_value.tv_usec = (suseconds_t)((seconds - (double)it.it_value.tv_sec) * 1e6);
  setitimer(ITIMER_PROF, &it, NULL); /* 0: no limit */
}

static json_t *trial(void *self, const struct campaign_cell *cell, uint64_t seed) {
  struct command *m = self;
  struct check *k = &m->image;
  struct trial t = {.verdict = TRIAL_INCONCLUSIVE};
  struct error err = {0};
  char reason[64];
  double start;
  cli_stop = 0;
  if (cell->options.traced.trial) return campaign_traced_trial(cell, &m->cli, m->folder, seed);
  if (cell->words) return campaign_component_trial(cell, &m->cli, seed);
  take_options(m, cell);
  k->cli.search.seed = seed;
  k->cli.search.seconds = 0;
  limit_time(cell->options.search.seconds);
  start = clock_processor_seconds();
  if (check_run(k, &err)) {
    t.verdict = campaign_failure(err.code);
    t.reason = err.msg;
  } else if (k->count) {
    const struct schedule *s = &k->found[0];
    t.verdict = TRIAL_ERROR;
    t.length = s->count;
    t.property = s->property;
    t.kind = s->kind;
    t.message = s->message;
    t.location = s->location;
  } else {
    char *methods = contracts_called(k->e);
    struct scope_info seen;
    engine_scope(k->e, &seen);
    t.verdict = check_verdict(k) == VERDICT_NO_ERROR ? TRIAL_NO_ERROR : TRIAL_INCONCLUSIVE;
    t.reason = k->report.reason;
    if (t.verdict == TRIAL_NO_ERROR && (methods || seen.weak))
      t.reason = mem_printf("no error%s%s%s%s", scope_model(&seen), methods ? ", taking " : "",
                            methods ? methods : "", methods ? " as one step each" : "");
    if (cli_stop == SIGPROF) {
      snprintf(reason, sizeof reason, "time %g s", cell->options.search.seconds);
      t.reason = reason;
    }
  }
  take_report(&k->report, &t);
  t.seconds = clock_processor_seconds() - start;
  return trial_json(&t);
}

/* ---- progress ---- */

static void progress(void *self, const struct trials *t, const struct campaign_cell *at,
                     uint32_t running) {
  struct command *m = self;
  double spent = clock_seconds() - m->start, left;
  uint64_t fresh = t->done - m->done_before;
  left = fresh ? spent / (double)fresh * (double)(t->total - t->done) : 0;
  fprintf(stderr, "\r\033[K%llu of %llu trials, %u running, %.0f s", (unsigned long long)t->done,
          (unsigned long long)t->total, running, spent);
  if (fresh) fprintf(stderr, ", about %.0f s left", left);
  fprintf(stderr, ": %.30s, %.24s ", m->c->rows.data[at->row].name,
          m->c->techniques.data[at->technique].name);
  fflush(stderr);
  m->shown = true;
}

static void end_progress(struct command *m) {
  if (m->shown) fprintf(stderr, "\r\033[K");
  m->shown = false;
}

/* ---- preparation ---- */

static bool is_open(const struct command *m, const struct campaign_cell *cell) {
  const struct trial *of = trials_at(&m->trials, cell);
  size_t i;
  for (i = 0; i < cell->options.seeds.len; i++)
    if (!of[i].done) return true;
  return false;
}

static int at_technique(const struct command *m, const struct campaign_cell *cell,
                        struct error *err) {
  return error_prefix(err, "%s:%u: %s with %s", m->c->path,
                      m->c->techniques.data[cell->technique].line, m->c->rows.data[cell->row].name,
                      m->c->techniques.data[cell->technique].name);
}

static int try_component(const struct command *m, const struct campaign_cell *cell,
                         struct error *err) {
  if (!campaign_component_try(cell, &m->cli, err)) return 0;
  err->code = ERR_INPUT;
  return at_technique(m, cell, err);
}

/* Loads every image with open trials and checks each search's options, so that mistakes are
 * reported before hours of work. */
static int try_all(struct command *m, struct error *err) {
  const char *booted = "";
  size_t i;
  for (i = 0; i < m->c->cells.len && !err->code && !cli_stop; i++) {
    const struct campaign_cell *cell = &m->c->cells.data[i];
    if (!is_open(m, cell)) continue;
    if (cell->options.traced.trial) {
      if (campaign_traced_try(cell, &m->cli, m->folder, err)) return at_technique(m, cell, err);
      continue;
    }
    if (cell->words) {
      try_component(m, cell, err);
      continue;
    }
    if (strcmp(booted, cell->image) != 0 && boot(m, cell, err)) return err->code;
    booted = cell->image;
    if (engine_search_start(m->image.e, &cell->options.search, err))
      return at_technique(m, cell, err);
    engine_search_stop(m->image.e);
  }
  check_release(&m->image);
  return err->code;
}

/* Locks the folder, because only one campaign may run in it. Retries for two seconds, because the
 * trials of a killed campaign may hold the lock for a moment. */
static int lock_folder(struct command *m, struct error *err) {
  struct timespec pause = {0, 50000000};
  int i, r = -1;
  m->lock = open(m->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (m->lock < 0) return error_set(err, ERR_INPUT, "%s: %s", m->folder, strerror(errno));
  for (i = 0; i < 40 && r; i++) {
    r = flock(m->lock, LOCK_EX | LOCK_NB);
    if (r && errno != EWOULDBLOCK && errno != EINTR) return 0; /* this file system has no locks */
    if (r) nanosleep(&pause, NULL);
  }
  return r ? error_set(err, ERR_INPUT, "%s: another campaign runs in this folder", m->folder) : 0;
}

static struct campaign_slurm there(struct command *m) {
  return (struct campaign_slurm){.cli = &m->cli,
                                 .trials = &m->trials,
                                 .store = m->store,
                                 .folder = m->folder,
                                 .show = !m->cli.quiet && isatty(STDERR_FILENO)};
}

/* Ends running Slurm tasks first, so that they do not bring back the trials that are forgotten
 * here. */
static int forget(struct command *m, struct error *err) {
  struct campaign_slurm s = there(m);
  if (!m->cli.again && !m->cli.retry) return 0;
  if (m->cli.slurm.on && campaign_slurm_end(&s, err)) return err->code;
  return store_forget(m->store, m->c, m->cli.again, err);
}

static int open_results(struct command *m, struct error *err) {
  char *path;
  m->folder = m->cli.output ? mem_strdup(m->cli.output) : mem_printf("%s.results", m->c->name);
  if (mkdir(m->folder, 0777) && errno != EEXIST)
    return error_set(err, ERR_INPUT, "%s: cannot make the folder: %s", m->folder, strerror(errno));
  if (!m->cli.report && lock_folder(m, err)) return err->code; /* --report needs no lock */
  path = mem_printf("%s/trials.db", m->folder);
  store_open(path, &m->store, err);
  free(path);
  if (!err->code && !forget(m, err)) store_load(m->store, &m->trials, err);
  return err->code;
}

static int carry_out(struct command *m, struct error *err) {
  bool show = !m->cli.quiet && isatty(STDERR_FILENO);
  struct run_ops ops = {
      .boot = boot, .trial = trial, .progress = show ? progress : NULL, .self = m};
  struct run run = {
      .trials = &m->trials, .store = m->store, .ops = &ops, .stop = &cli_stop, .lock = m->lock};
  struct campaign_slurm s = there(m);
  run.jobs = m->cli.jobs ? m->cli.jobs : m->c->jobs ? m->c->jobs : machine_cores();
  m->start = clock_seconds();
  m->done_before = m->trials.done;
  if (!try_all(m, err) && !cli_stop)
    m->cli.slurm.on ? campaign_slurm(&s, err) : run_campaign(&run, err);
  end_progress(m);
  check_release(&m->image);
  return err->code;
}

/* ---- results ---- */

static int write_tables(struct command *m, struct error *err) {
  static const char *const endings[REPORT_FORMATS] = {"txt", "md", "csv"};
  int f;
  for (f = 0; f < REPORT_FORMATS && !err->code; f++) {
    char *text = report_tables(&m->trials, (enum report_format)f),
         *path = mem_printf("%s/tables.%s", m->folder, endings[f]);
    output_file(path, text, err);
    if (!err->code && f == m->cli.tables) output_text(text, err);
    free(text);
    free(path);
  }
  return err->code;
}

static int campaign_draw(struct command *m, struct error *err) {
  bool missing;
  if (plot_all(&m->trials, m->folder, &missing, err)) return err->code;
  if (missing)
    fprintf(stderr,
            "heddle: gnuplot is not installed: the plots are left as data and scripts in %s\n",
            m->folder);
  return 0;
}

static int exit_code(const struct command *m) {
  uint64_t bad = 0, open = m->trials.total - m->trials.done;
  size_t i, k;
  for (i = 0; i < m->c->cells.len; i++)
    for (k = 0; k < m->c->cells.data[i].options.seeds.len; k++)
      bad += m->trials.of[i][k].done && m->trials.of[i][k].verdict >= TRIAL_FAILED;
  if (bad)
    fprintf(stderr, "heddle: %llu trial%s crashed or failed; --retry runs %s again\n",
            (unsigned long long)bad, PLURAL(bad), bad == 1 ? "it" : "them");
  return bad || open ? EXIT_INCONCLUSIVE : EXIT_NO_ERROR;
}

static int campaign_interrupted(const struct command *m) {
  fprintf(stderr,
          "heddle: interrupted: %llu of %llu trials are in %s; the same command continues\n",
          (unsigned long long)m->trials.done, (unsigned long long)m->trials.total, m->folder);
  return 128 + cli_stop;
}

/* Adds a digest of the user's own contract records to each cell that uses contracts, because
 * results depend on them. The built-in records are part of heddle. */
static int know_contracts(struct command *m, struct error *err) {
  char *file = evidence_user_file();
  uint64_t digest = 0;
  size_t i;
  if (file && !access(file, R_OK)) digest_file(file, &digest, err);
  for (i = 0; i < m->c->cells.len && digest && !err->code; i++) {
    struct campaign_cell *cell = &m->c->cells.data[i];
    char *spec = cell->spec;
    if (!cell->options.contracts) continue;
    cell->spec = mem_printf("%scontracts-file=%016llx\n", spec, (unsigned long long)digest);
    free(spec);
  }
  free(file);
  return err->code;
}

static int campaign_whole(struct command *m, const char *file, struct error *err) {
  if (campaign_read(file, m->cli.full, &m->c, err) || know_contracts(m, err)) return cli_fail(err);
  trials_init(&m->trials, m->c);
  if (open_results(m, err)) return cli_fail(err);
  if (!m->cli.report && carry_out(m, err)) return cli_fail(err);
  if (cli_stop) return campaign_interrupted(m);
  if (write_tables(m, err) || campaign_draw(m, err)) return cli_fail(err);
  return exit_code(m);
}

/* Runs one task of --on slurm. Errors are left in the task's file. */
static int campaign_task(struct command *m, const char *file, struct error *err) {
  struct run_ops ops = {.boot = boot, .trial = trial, .self = m};
  struct farm_task task;
  if (!farm_task_open(&task, m->cli.slurm.task, err) &&
      !campaign_read(file, m->cli.full, &m->c, err) && !know_contracts(m, err)) {
    trials_init(&m->trials, m->c);
    campaign_slurm_task(&m->cli, &m->trials, &ops, &task, err);
  }
  farm_task_close(&task, err, cli_stop != 0);
  if (err->code) return cli_fail(err);
  return cli_stop ? 128 + cli_stop : EXIT_NO_ERROR;
}

int cmd_campaign(int argc, char **argv) {
  struct command m = {.lock = -1};
  struct error err = {0};
  const char *file;
  int r = cli_parse(&m.cli, argc, argv, CLI_CAMPAIGN | CLI_FARM | CLI_PERMUTE, "[OPTION...] FILE");
  if (r != CLI_GO_ON) return r;
  if (misplaced_with_report(&m.cli, &err) || slurm_options(&m.cli, &err)) return cli_fail(&err);
  file = cli_operand(&m.cli, "the campaign file");
  if (!file) return EXIT_USAGE;
  if (m.cli.argc) {
    fprintf(stderr, "heddle campaign: one campaign file at a time, not also '%s'\n", m.cli.argv[0]);
    return EXIT_USAGE;
  }
  cli_signals();
  r = m.cli.slurm.task ? campaign_task(&m, file, &err) : campaign_whole(&m, file, &err);
  check_release(&m.image);
  store_close(m.store);
  trials_free(&m.trials);
  campaign_free(m.c);
  if (m.lock >= 0) close(m.lock);
  free(m.folder);
  return r;
}
