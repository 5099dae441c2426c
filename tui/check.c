/* One search of `heddle check`: an error that was found is executed again from main in a fresh process, without matching, before it is
 * told (soundness rule 24); that process also writes the counterexample's trace. See check.h. */
#include "tui/check.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/vm/vm.h"
#include "tui/advice.h"
#include "tui/certify.h"
#include "tui/cli.h"
#include "tui/scope.h"

/* Executes the error again from main in a fresh process, which writes the counterexample. */
static int certify(struct check *k, struct error *err) {
  if (certify_schedule(&k->cli.engine, k->cli.seq, &k->found, k->cli.output, err)) return err->code;
  k->certified = k->found.property != NULL;
  return k->certified ? 0 : error_set(err, ERR_INTERNAL, "the counterexample shows no error when it is executed again");
}

/* ---- telling ---- */

const char *check_verdict(const struct check *k) {
  if (k->found.property) return "error";
  return k->report.status == SEARCH_DONE && k->report.complete ? "no error" : "inconclusive";
}

static json_t *output_json(const char *s) {
  json_t *j = json_string(s);
  return j ? j : json_string("(not UTF-8)");
}

static void outcomes_json(struct check *k, json_t *j) {
  json_t *all = json_array();
  struct outcome_info o;
  uint32_t i;
  for (i = 0; !engine_outcome(k->e, i, &o); i++)
    json_array_append_new(all, json_pack("{s:s,s:i,s:o,s:s,s:I,s:s}", "end", o.end, "status", o.status, "output", output_json(o.output), "message",
                                         o.message, "met", (json_int_t)o.met, "schedule", o.schedule));
  json_object_set_new(j, "outcomes", all);
}

/* The text in quotes, on one line. */
static void print_quoted(const char *s) {
  putchar('"');
  for (; *s; s++) {
    if (*s == '\n') fputs("\\n", stdout);
    else if (*s == '"' || *s == '\\') printf("\\%c", *s);
    else if ((unsigned char)*s < 32) printf("\\x%02x", (unsigned char)*s);
    else putchar(*s);
  }
  putchar('"');
}

static void print_outcomes(struct check *k) {
  struct outcome_info o;
  uint32_t i;
  for (i = 0; !engine_outcome(k->e, i, &o); i++) {
    printf("  outcome %u: %s", i + 1, o.end);
    if (o.message[0]) printf(" (%s)", o.message);
    else if (!strcmp(o.end, "exit")) printf(" %d", o.status);
    fputs(", printed ", stdout);
    print_quoted(o.output);
    printf(", met %llu times\n    schedule: %s\n", (unsigned long long)o.met, o.schedule);
  }
}

json_t *check_json(struct check *k) {
  const struct search_report *r = &k->report;
  char *scope = scope_text(k->e, &k->cli, k->report.complete && !k->found.property);
  json_t *j = json_pack("{s:s,s:b,s:s,s:s}", "verdict", check_verdict(k), "complete", r->complete, "reason", r->reason, "scope", scope);
  if (!strcmp(check_verdict(k), "inconclusive") && advice_for(r->reason))
    json_object_set_new(j, "advice", json_string(advice_for(r->reason)));
  if (k->found.property) {
    json_object_set_new(j, "error",
                        json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i}", "property", k->found.property, "kind", k->found.kind, "message",
                                  k->found.message, "location", k->found.location ? k->found.location : "", "thread",
                                  k->found.thread, "detail", k->found.detail ? k->found.detail : "", "steps", (int)k->found.count));
    json_object_set_new(json_object_get(j, "error"), "switches", json_integer(r->switches));
    json_object_set_new(json_object_get(j, "error"), "minimal", json_boolean(r->minimal));
    json_object_set_new(j, "certified", json_boolean(k->certified));
  }
  json_object_set_new(j, "states", json_integer((json_int_t)r->states));
  json_object_set_new(j, "transitions", json_integer((json_int_t)r->transitions));
  json_object_set_new(j, "instructions", json_integer((json_int_t)r->instructions));
  json_object_set_new(j, "revisits", json_integer((json_int_t)r->revisits));
  json_object_set_new(j, "backtracks", json_integer((json_int_t)r->backtracks));
  json_object_set_new(j, "frontier", json_integer((json_int_t)r->frontier));
  json_object_set_new(j, "cycle", json_boolean(r->cycle));
  json_object_set_new(j, "errors", json_integer((json_int_t)r->errors));
  json_object_set_new(j, "depth", json_integer(k->found.property ? r->depth : r->max_depth));
  json_object_set_new(j, "seconds", json_real(r->seconds));
  json_object_set_new(j, "boot_seconds", json_real(k->boot));
  json_object_set_new(j, "peak_kb", json_integer((json_int_t)r->peak_kb));
  json_object_set_new(j, "trace", k->found.property && k->cli.output ? json_string(k->cli.output) : json_null());
  if (k->cli.engine.outcomes) outcomes_json(k, j);
  free(scope);
  return j;
}

void check_print(struct check *k) {
  const struct search_report *r = &k->report;
  char *scope = scope_text(k->e, &k->cli, r->complete && !k->found.property);
  if (k->found.property) {
    printf("error: %s\n", k->found.message);
    printf("  property %s (%s), thread %s, at %s\n", k->found.property, k->found.kind, k->found.thread,
           k->found.location ? k->found.location : "?");
    if (k->found.detail) {
      const char *p = k->found.detail;
      while (*p) {
        size_t n = strcspn(p, "\n");
        printf("    %.*s\n", (int)n, p);
        p += n + (p[n] == '\n');
      }
    }
    printf("  counterexample of %u step%s, %u context switch%s%s, executed again from main in a fresh process\n", k->found.count,
           PLURAL(k->found.count), r->switches, r->switches == 1 ? "" : "es", r->minimal ? " (minimal)" : "");
    if (k->cli.output) printf("  trace: %s\n", k->cli.output);
    else printf("  keep it with -o FILE and walk through it: heddle debug --trace FILE\n");
  } else if (!strcmp(check_verdict(k), "no error")) {
    printf("no error: the search is complete\n");
    if (r->cycle) printf("  cycle seen: a path comes back to a state of its own and need not end\n");
  } else {
    printf("inconclusive: %s\n", r->reason);
    if (engine_vm(k->e)->err_stack) printf("%s", engine_vm(k->e)->err_stack);
    if (advice_for(r->reason)) printf("  try: %s\n", advice_for(r->reason));
  }
  if (k->cli.engine.outcomes) print_outcomes(k);
  if (k->found.property && (k->cli.engine.outcomes || k->cli.search.all_errors) && !r->complete && r->reason[0])
    printf("  not complete: %s\n", r->reason);
  printf("  scope: %s\n", scope);
  printf("  %llu state%s, %llu transition%s, %llu bytecode%s, depth %u", (unsigned long long)r->states, PLURAL(r->states),
         (unsigned long long)r->transitions, PLURAL(r->transitions), (unsigned long long)r->instructions, PLURAL(r->instructions),
         k->found.property ? r->depth : r->max_depth);
  if (r->errors > 1) printf(", %u errors", r->errors);
  printf("; %.2f s, %llu MB\n", r->seconds, (unsigned long long)(r->peak_kb >> 10));
  free(scope);
}

static void progress(void *self, const struct search_report *r) {
  (void)self;
  fprintf(stderr, "\r%llu states, %llu transitions, %llu open, depth %u, %.0f s ", (unsigned long long)r->states,
          (unsigned long long)r->transitions, (unsigned long long)r->frontier, r->max_depth, r->seconds);
  fflush(stderr);
}

/* A long transition is cut at the time limit too. */
static void on_alarm(int sig) {
  (void)sig;
  cli_stop = CHECK_TIME_OVER;
}

static void set_alarm(double seconds) {
  struct itimerval it = {0};
  struct sigaction sa = {.sa_handler = on_alarm};
  if (seconds <= 0) return;
  sigaction(SIGALRM, &sa, NULL);
  seconds += 0.05;
  it.it_value.tv_sec = (time_t)seconds;
  it.it_value.tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6);
  setitimer(ITIMER_REAL, &it, NULL);
}

static void stop_alarm(void) {
  struct itimerval it = {0};
  setitimer(ITIMER_REAL, &it, NULL);
}

static double now(void) {
  struct timeval tv;
  gettimeofday(&tv, NULL);
  return (double)tv.tv_sec + (double)tv.tv_usec * 1e-6;
}

int check_search(struct check *k, struct error *err) {
  struct cli *c = &k->cli;
  bool show = !c->quiet && isatty(STDERR_FILENO);
  double start = now();
  if (engine_open(&c->engine, &k->e, err)) return err->code;
  k->boot = now() - start;
  if (c->seq && engine_marks_load(k->e, c->seq, err)) return err->code;
  engine_vm(k->e)->told = k->told;
  set_alarm(c->search.seconds);
  if (engine_search(k->e, &c->search, &cli_stop, show ? progress : NULL, NULL, &k->report, &k->found, err)) return err->code;
  stop_alarm();
  if (show) fprintf(stderr, "\r%78s\r", "");
  return k->found.property ? certify(k, err) : 0;
}

int check_exit_code(const struct check *k) {
  if (k->found.property) return EXIT_ERROR_FOUND;
  return strcmp(check_verdict(k), "no error") ? EXIT_INCONCLUSIVE : EXIT_NO_ERROR;
}

void check_release(struct check *k) {
  schedule_release(&k->found);
  engine_close(k->e);
  k->e = NULL;
}

void check_dump_json(json_t *j) {
  json_dumpf(j, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  putchar('\n');
  json_decref(j);
}
