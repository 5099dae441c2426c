/* One search of `heddle check`. An error is executed again from main in a fresh process, without
 * matching, before it is reported (soundness rule 24, executed again); that process also writes the
 * counterexample's trace. Once the program's code may run, this process can open no more files
 * (engine_confine). See check.h. */
#include "tui/cli/check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "tui/cli/certify.h"
#include "tui/cli/checkpoint_file.h"
#include "tui/cli/contracts.h"
#include "tui/cli/coverage_report.h"
#include "tui/text/explored.h"
#include "tui/cli/remedy.h"

enum { PROGRESS = 78 };

char *check_trace_name(const char *file, uint32_t i) {
  const char *dot, *slash = strrchr(file, '/');
  if (!i) return mem_strdup(file);
  dot = strrchr(slash ? slash : file, '.');
  if (!dot || dot == file || dot == slash + 1) dot = file + strlen(file);
  return mem_printf("%.*s-%u%s", (int)(dot - file), file, i + 1, dot);
}

/* Reports that a counterexample cannot be written. The error and the verdict stay. */
static void no_trace(struct check *k, uint32_t i, struct error *err) {
  fprintf(stderr, "heddle: %s\n", err->msg);
  error_clear(err);
  free(k->traces[i]);
  k->traces[i] = NULL;
}

static int confirm(struct check *k, uint32_t i, struct error *err) {
  struct schedule *s = &k->found[i];
  int r = certify_confirm(k->e, s, k->traces[i], err);
  if (r == ERR_INPUT && k->traces[i]) {
    no_trace(k, i, err);
    r = certify_confirm(k->e, s, NULL, err);
  }
  if (r || s->property) return r;
  return error_set(err, ERR_INTERNAL,
                   "the counterexample shows no error when it is executed again");
}

/* Drops an error that did not occur again. The other errors stay. */
static void drop_candidate(struct check *k, uint32_t i, const struct error *why) {
  free(k->unconfirmed);
  k->unconfirmed = mem_strdup(why->msg);
  schedule_release(&k->found[i]);
  free(k->traces[i]);
  k->count--;
  memmove(&k->found[i], &k->found[i + 1], (k->count - i) * sizeof *k->found);
  memmove(&k->traces[i], &k->traces[i + 1], (k->count - i) * sizeof *k->traces);
}

static void note_unconfirmed(struct check *k) {
  if (!k->unconfirmed || k->count) return;
  k->report.status = SEARCH_INCONCLUSIVE;
  k->report.complete = false;
  k->report.cause = CAUSE_UNCONFIRMED;
  snprintf(k->report.reason, sizeof k->report.reason, "a candidate was not confirmed: %s",
           k->unconfirmed);
}

/* Re-executes the errors, each in a fresh process that writes the counterexample. */
static void certify(struct check *k) {
  uint32_t i = 0, name = 0;
  k->traces = mem_alloc((k->count + 1) * sizeof *k->traces);
  while (i < k->count) {
    struct error err = {0};
    if (k->cli.output) k->traces[i] = check_trace_name(k->cli.output, name++);
    if (confirm(k, i, &err)) {
      drop_candidate(k, i, &err);
      continue;
    }
    if (!i && k->certified) k->certified(k);
    if (certify_describe(k->e, &k->found[i], k->traces[i], &err)) no_trace(k, i, &err);
    i++;
  }
  note_unconfirmed(k);
}

/* Prints one line, no longer than the width that is cleared. */
static void progress(void *self, const struct search_report *r) {
  char line[2 * EXPLORED_TEXT], share[EXPLORED_TEXT];
  (void)self;
  explored_text(r, share);
  if (share[0])
    snprintf(line, sizeof line, "%llu states, %.0f s, %s", (unsigned long long)r->states,
             r->seconds, share);
  else
    snprintf(line, sizeof line, "%llu states, %llu transitions, %llu open, depth %u, %.0f s",
             (unsigned long long)r->states, (unsigned long long)r->transitions,
             (unsigned long long)r->frontier, r->max_depth, r->seconds);
  fprintf(stderr, "\r%-*.*s", PROGRESS, PROGRESS, line);
  fflush(stderr);
}

static double check_now(void) {
  struct timeval tv;
  gettimeofday(&tv, NULL);
  return (double)tv.tv_sec + (double)tv.tv_usec * 1e-6;
}

/* Reads an input that is not a regular file, because a pipe can be read only once but errors are
 * executed again. */
int check_take_input(struct check *k, struct error *err) {
  struct engine_options *o = &k->cli.engine;
  struct stat st;
  char buf[4096];
  size_t n;
  FILE *in;
  if (!o->stdin_path || !strcmp(o->stdin_path, "-") || stat(o->stdin_path, &st) ||
      S_ISREG(st.st_mode))
    return 0;
  in = fopen(o->stdin_path, "r");
  if (!in) return error_set(err, ERR_INPUT, "cannot read the standard input %s", o->stdin_path);
  text_add(&k->input, "", 0);
  while ((n = fread(buf, 1, sizeof buf, in)) > 0) text_add(&k->input, buf, n);
  fclose(in);
  o->stdin_path = NULL;
  o->stdin_data = k->input.s;
  o->stdin_len = k->input.len;
  return 0;
}

int check_open(struct check *k, struct error *err) {
  struct cli *c = &k->cli;
  double start = check_now();
  c->engine.coverage = c->coverage || k->explained;
  if (c->output && whole_file_possible(c->output, err)) return err->code;
  if (check_take_input(k, err)) return err->code;
  if (checkpoint_open(c, &k->checkpoint, err)) return err->code;
  if (c->coverage && coverage_open(c->coverage, &k->coverage, err)) return err->code;
  if (contracts_take(c, &k->contracts, err)) return err->code;
  if (engine_open(&c->engine, &k->e, err)) return err->code;
  k->boot = check_now() - start;
  return c->seq ? engine_marks_load(k->e, c->seq, err) : 0;
}

/* The services of the broker (engine_confine). */
struct services {
  struct certifier certifier;
  struct checkpoint_file *checkpoint;
};

static char *serve(void *self, const char *request, size_t n, int *file) {
  struct services *s = self;
  char *answer = s->checkpoint ? checkpoint_service(s->checkpoint, request, file) : NULL;
  if (!answer) answer = remedies_service(request, n);
  return answer ? answer : certify_service(&s->certifier, request, n, file);
}

/* Turns "no error" in a drawn environment into inconclusive, because it says nothing about the
 * environments that were not drawn. */
static void note_sampled(struct check *k) {
  struct scope_info seen;
  engine_scope(k->e, &seen);
  if (!seen.sampled || k->count || check_verdict(k) != VERDICT_NO_ERROR) return;
  k->report.status = SEARCH_INCONCLUSIVE;
  k->report.complete = false;
  k->report.cause = CAUSE_SAMPLED;
  snprintf(k->report.reason, sizeof k->report.reason,
           "no error in this environment, one of many that can be drawn");
}

static int check_keep_coverage(struct check *k, struct error *err) {
  struct coverage found;
  engine_coverage(k->e, &found);
  return coverage_close(&found, k->cli.source_path, k->cli.coverage, k->coverage, err);
}

static void set_alarm(const struct search_options *o, double seconds) {
  (o->processor_time ? cli_processor_alarm : cli_alarm)(seconds);
}

int check_run(struct check *k, struct error *err) {
  struct cli *c = &k->cli;
  struct services services = {{.options = &c->engine,
                               .seq = c->seq,
                               .searched = c->search.seconds,
                               .seconds = certify_seconds(c->search.seconds)},
                              k->checkpoint};
  bool show = !c->quiet && isatty(STDERR_FILENO);
  int r;
  if (engine_confine(k->e, serve, &services, err)) return err->code;
  if (k->checkpoint) c->search.checkpoint = checkpoint_options(k->checkpoint, k->e);
  engine_hear_tests(k->e, k->listing);
  set_alarm(&c->search, c->search.seconds);
  r = engine_search_all(k->e, &c->search, &cli_stop,
                        k->progress ? k->progress
                        : show      ? progress
                                    : NULL,
                        k->progress_self, &k->report, &k->found, &k->count, err);
  set_alarm(&c->search, 0);
  if (show) fprintf(stderr, "\r%*s\r", PROGRESS, "");
  if (r) return r;
  if (k->coverage) r = check_keep_coverage(k, err);
  k->coverage = NULL;
  note_sampled(k);
  if (!r) certify(k);
  return r;
}

int check_search(struct check *k, struct error *err) {
  return check_open(k, err) ? err->code : check_run(k, err);
}

int check_exit_code(const struct check *k) {
  if (k->count) return EXIT_ERROR_FOUND;
  if (check_verdict(k) == VERDICT_NO_ERROR) return EXIT_NO_ERROR;
  if (k->cli.checkpoint && k->report.stopped && !k->report.kept) return EXIT_INPUT;
  return cli_stop && cli_stop != SIGALRM ? 128 + cli_stop : EXIT_INCONCLUSIVE;
}

void check_release(struct check *k) {
  uint32_t i;
  for (i = 0; i < k->count; i++) {
    schedule_release(&k->found[i]);
    if (k->traces) free(k->traces[i]);
  }
  if (k->coverage) fclose(k->coverage);
  json_decref(k->tried);
  k->tried = NULL;
  text_release(&k->input);
  checkpoint_close(k->checkpoint);
  k->checkpoint = NULL;
  free(k->found);
  free(k->traces);
  free(k->unconfirmed);
  k->unconfirmed = NULL;
  engine_close(k->e);
  free(k->contracts);
  k->contracts = NULL;
  k->found = NULL;
  k->traces = NULL;
  k->count = 0;
  k->e = NULL;
}
