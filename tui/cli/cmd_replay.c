/* heddle replay: follows a recorded trace in the engine and checks around its suspicious events;
 * executes a counterexample exactly. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "trace/counterexample.h"
#include "trace/replay.h"
#include "tui/cli/certify.h"
#include "tui/cli/cli.h"
#include "tui/cli/misplaced.h"

enum { DEFAULT_DEPTH = 10 };

struct session {
  struct cli cli;
  struct trace_reader *reader;
  struct engine *e;
  struct replay *r;
  char **argv; /* of the trace's program */
  struct replay_checks checks;
  struct replay_failure failure;
  struct certifier certifier;
  bool counterexample, complete, failed; /* complete: followed to its last event */
  uint32_t paths;
  VEC(struct schedule) ways; /* of those paths */
  char reason[1100];
  double start, seconds;
};

static double replay_now(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* ---- opening ---- */

static bool same_args(const struct cli *c, const struct engine_options *o) {
  int i;
  for (i = 0; i < c->argc && i < o->argc; i++)
    if (strcmp(c->argv[i], o->argv[i]) != 0) return false;
  return c->argc == o->argc;
}

/* What was run, and nothing of how it is checked. */
static void take_program(struct engine_options *o, const struct engine_options *from) {
  o->main_class = from->main_class;
  o->argc = from->argc;
  o->argv = from->argv;
  o->defines = from->defines;
  o->define_count = from->define_count;
  o->readable = from->readable;
  o->readable_count = from->readable_count;
  o->stdin_path = from->stdin_path;
  o->stdin_data = from->stdin_data;
  o->stdin_len = from->stdin_len;
}

/* The trace says what was run; the command line may say it again, and decides for a recorded trace.
 */
static int choose_program(struct session *s, const char *main_class, struct error *err) {
  struct engine_options *o = &s->cli.engine, from = *o;
  if (counterexample_options(s->reader, &from, &s->argv, err) && (s->counterexample || !main_class))
    return err->code;
  error_clear(err);
  if (main_class && (!from.main_class || strcmp(main_class, from.main_class) != 0 ||
                     !same_args(&s->cli, &from))) {
    fprintf(stderr, "heddle: the trace is of '%s%s...', not of this program and arguments\n",
            from.main_class ? from.main_class : "?", from.argc ? " " : "");
    if (s->counterexample)
      return error_set(
          err, ERR_INPUT,
          "a counterexample is replayed with the program and arguments it was made with");
  }
  if (s->counterexample)
    *o = from;
  else if (main_class)
    o->main_class = main_class, o->argc = s->cli.argc, o->argv = s->cli.argv;
  else
    take_program(o, &from);
  if (!o->class_path) o->class_path = trace_reader_meta(s->reader, TRACE_META_CLASSPATH, 0);
  return 0;
}

/* In a recorded run any timed wait may have elapsed, and the clock have gone on. */
static void as_recorded(struct cli *c) {
  enum { JUMPS = 3 };
  if (!cli_given(c, "--patience")) c->engine.patience = 0;
  if (!cli_given(c, "--clock-jumps")) c->engine.clock_jumps = JUMPS;
}

static int open_all(struct session *s, const char *path, const char *main_class,
                    struct error *err) {
  struct engine_options *o = &s->cli.engine;
  if (s->cli.output && whole_file_possible(s->cli.output, err)) return err->code;
  if (trace_reader_open(path, &s->reader, err)) return err->code;
  s->counterexample = counterexample_is(s->reader);
  if (s->counterexample ? misplaced_with_counterexample(&s->cli, err) : misplaced(&s->cli, err))
    return err->code;
  if (choose_program(s, main_class, err)) return err->code;
  if (!s->counterexample) as_recorded(&s->cli);
  o->keep_events = true;
  o->out_fd = -1;
  return engine_open(o, &s->e, err);
}

/* ---- a counterexample ---- */

/* From here on the program's code runs. */
static int confine(struct session *s, struct error *err) {
  s->certifier.options = &s->cli.engine;
  return engine_confine(s->e, certify_service, &s->certifier, err);
}

/* A copy of the trace is written by the process that executes its schedule once more. Of one
 * without an error nobody else could say that it is whole, so this process has written it itself,
 * and was not confined. */
static int write_copy(struct session *s, struct error *err) {
  if (!s->cli.output) return 0;
  return s->checks.found.property ? certify_by_service(s->e, &s->checks.found, s->cli.output, err)
                                  : counterexample_write(s->e, s->cli.output, err);
}

static int replay_counterexample(struct session *s, struct error *err) {
  if (trace_reader_damage(s->reader))
    fprintf(stderr, "heddle: %s: %s; the readable part is executed\n", trace_reader_path(s->reader),
            trace_reader_damage(s->reader));
  if (counterexample_schedule(s->reader, &s->checks.found, err)) return err->code;
  if ((s->checks.found.property || !s->cli.output) && confine(s, err)) return err->code;
  if (counterexample_replay(s->e, s->reader, err)) return err->code;
  s->complete = true;
  return write_copy(s, err);
}

/* ---- a recorded trace ---- */

/* Each path is kept as what it does: the next one may take its nodes. */
static int keep_way(struct session *s, struct error *err) {
  struct schedule way;
  if (engine_schedule(s->e, replay_node(s->r), &way))
    return error_set(err, ERR_INTERNAL, "the path that was followed is not there");
  *vec_push(&s->ways) = way;
  s->complete = true;
  s->paths++;
  return 0;
}

/* Follows the trace along path after path, and checks around its suspicious events on each. */
static void follow(struct session *s, struct error *err) {
  uint32_t want = s->cli.paths ? s->cli.paths : 1;
  int rc = replay_run(s->r, err);
  while (rc == REPLAY_END) {
    if (keep_way(s, err) || replay_check(s->r, &s->checks, err)) return;
    if (s->checks.found.property || !s->checks.complete || s->paths >= want) return;
    rc = replay_next_path(s->r, err);
  }
  if (!s->paths || (rc != ERR_NOTFOUND && rc != ERR_LIMIT)) return;
  if (rc == ERR_LIMIT) snprintf(s->reason, sizeof s->reason, "%s", err->msg);
  error_clear(err);
}

/* With the properties listening, does a path that was followed show an error by itself? */
static int check_ways(struct session *s, struct error *err) {
  for (size_t i = 0; i < s->ways.len; i++) {
    struct schedule *way = &s->ways.data[i];
    if (!certify_by_service(s->e, way, s->cli.output, err) && way->property) {
      s->checks.found = *way;
      *way = (struct schedule){0};
      s->checks.event = trace_reader_count(s->reader);
      return 0;
    }
    if (err->code) return err->code;
  }
  return 0;
}

static int replay_recorded(struct session *s, struct error *err) {
  struct replay_options o = {
      .strict = s->cli.strict, .seconds = s->cli.search.seconds, .stop = &cli_stop};
  size_t i;
  int rc = replay_open(s->e, s->reader, &o, &s->r, err);
  if (rc || confine(s, err)) return err->code;
  for (i = 0; *replay_warning(s->r, i); i++)
    fprintf(stderr, "heddle: warning: %s\n", replay_warning(s->r, i));
  s->checks =
      (struct replay_checks){.back = s->cli.back,
                             .depth = s->cli.search.depth ? s->cli.search.depth : DEFAULT_DEPTH,
                             .seconds = s->cli.search.seconds,
                             .stop = &cli_stop,
                             .all = s->cli.all_accesses};
  follow(s, err);
  if (err->code == ERR_NOTFOUND || err->code == ERR_LIMIT || err->code == ERR_MEMORY) {
    s->failed = replay_failure(s->r, &s->failure);
    snprintf(s->reason, sizeof s->reason, "%s", err->msg);
    error_clear(err);
    return 0;
  }
  if (err->code) return err->code;
  if (s->checks.found.property)
    return certify_by_service(s->e, &s->checks.found, s->cli.output, err);
  return check_ways(s, err);
}

/* ---- reports ---- */

static const char *why_inconclusive(const struct session *s, char *buf, size_t n) {
  if (!s->complete) return s->reason;
  if (!s->checks.complete)
    snprintf(buf, n, "%s", s->checks.reason);
  else if (!s->checks.events)
    snprintf(buf, n, "the trace has no suspicious event to check around");
  else
    snprintf(buf, n, "no error within %u transition%s from %u before each of %u suspicious event%s",
             s->checks.depth, PLURAL(s->checks.depth), s->checks.back, s->checks.events,
             PLURAL(s->checks.events));
  return buf;
}

static json_t *error_json(const struct schedule *f) {
  return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i}", "property", f->property, "kind",
                   f->kind ? f->kind : "", "message", f->message ? f->message : "", "location",
                   f->location ? f->location : "", "thread", f->thread ? f->thread : "", "detail",
                   f->detail ? f->detail : "", "steps", (int)f->count);
}

static void print_json(struct session *s) {
  char buf[600];
  const struct schedule *f = &s->checks.found;
  json_t *j = json_object(), *warnings = json_array();
  size_t i;
  json_object_set_new(j, "verdict", json_string(f->property ? "error" : "inconclusive"));
  json_object_set_new(j, "complete", json_false());
  json_object_set_new(j, "reason",
                      json_string(f->property ? "" : why_inconclusive(s, buf, sizeof buf)));
  json_object_set_new(j, "replayed", json_boolean(s->complete));
  json_object_set_new(j, "events", json_integer((json_int_t)trace_reader_count(s->reader)));
  if (s->r) {
    json_object_set_new(j, "monitored", json_integer((json_int_t)replay_monitored(s->r)));
    json_object_set_new(
        j, "matched",
        json_integer((json_int_t)(s->complete ? replay_monitored(s->r) : replay_matched(s->r))));
    json_object_set_new(j, "loose_values", json_integer((json_int_t)replay_loose_values(s->r)));
    json_object_set_new(
        j, "transitions",
        json_integer((json_int_t)(replay_transitions(s->r) + s->checks.transitions)));
    json_object_set_new(j, "paths", json_integer(s->paths));
    json_object_set_new(j, "suspicious", json_integer(s->checks.events));
    json_object_set_new(j, "checks", json_integer(s->checks.runs));
    json_object_set_new(j, "states", json_integer((json_int_t)s->checks.states));
    for (i = 0; *replay_warning(s->r, i); i++)
      json_array_append_new(warnings, json_string(replay_warning(s->r, i)));
  }
  json_object_set_new(j, "warnings", warnings);
  if (s->failed)
    json_object_set_new(j, "failure",
                        json_pack("{s:I,s:s,s:s}", "event", (json_int_t)s->failure.event,
                                  "expected", s->failure.expected, "instead", s->failure.instead));
  if (f->property) json_object_set_new(j, "error", error_json(f));
  if (f->property && s->r)
    json_object_set_new(j, "before_event", json_integer((json_int_t)s->checks.event));
  json_object_set_new(j, "seconds", json_real(s->seconds));
  json_object_set_new(j, "trace",
                      f->property && s->cli.output ? json_string(s->cli.output) : json_null());
  json_dumpf(j, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  putchar('\n');
  json_decref(j);
}

static void print_lines(const char *text, const char *indent) {
  while (*text) {
    size_t n = strcspn(text, "\n");
    printf("%s%.*s\n", indent, (int)n, text);
    text += n + (text[n] == '\n');
  }
}

static void print_error(const struct session *s) {
  const struct schedule *f = &s->checks.found;
  printf("error: %s\n  property %s (%s), thread %s, at %s\n", f->message, f->property, f->kind,
         f->thread ? f->thread : "?", f->location ? f->location : "?");
  if (f->detail) print_lines(f->detail, "    ");
  if (s->counterexample) {
    printf("  %u step%s, each as in the trace\n", f->count, PLURAL(f->count));
    return;
  }
  if (s->checks.event < trace_reader_count(s->reader))
    printf("  found by a bounded check from %u transition%s before event %llu (depth %u)\n",
           s->checks.back, PLURAL(s->checks.back), (unsigned long long)s->checks.event,
           s->checks.depth);
  else
    printf("  on the path of the trace itself\n");
  printf("  counterexample of %u step%s, executed again from main in a fresh process\n", f->count,
         PLURAL(f->count));
  if (s->cli.output) printf("  trace: %s\n", s->cli.output);
}

static void print_paths(const struct session *s) {
  bool fewer = s->paths < s->cli.paths && !s->checks.found.property;
  printf("  %u matching path%s followed%s%s\n", s->paths, PLURAL(s->paths),
         !fewer       ? ""
         : *s->reason ? "; then: "
                      : ", there is no other",
         fewer ? s->reason : "");
}

static void print_text(struct session *s) {
  char buf[600];
  if (s->r && s->complete)
    printf("replayed: %llu of %llu events are monitored, all matched in %llu transition%s%s\n",
           (unsigned long long)replay_monitored(s->r),
           (unsigned long long)trace_reader_count(s->reader),
           (unsigned long long)replay_transitions(s->r), PLURAL(replay_transitions(s->r)),
           s->cli.strict ? " in their total order" : "");
  else if (s->r)
    printf("not replayed: %s\n  matched %llu of %llu monitored events\n", s->reason,
           (unsigned long long)replay_matched(s->r), (unsigned long long)replay_monitored(s->r));
  if (s->r && replay_loose_values(s->r))
    printf(
        "  %llu value%s of inputs of the recorded run (clock, random numbers, hashes) were not "
        "compared\n",
        (unsigned long long)replay_loose_values(s->r), PLURAL(replay_loose_values(s->r)));
  if (s->r && s->complete)
    printf("  %u suspicious event%s, %u bounded check%s: %llu state%s, %llu transition%s\n",
           s->checks.events, PLURAL(s->checks.events), s->checks.runs, PLURAL(s->checks.runs),
           (unsigned long long)s->checks.states, PLURAL(s->checks.states),
           (unsigned long long)s->checks.transitions, PLURAL(s->checks.transitions));
  if (s->r && s->complete && s->cli.paths > 1) print_paths(s);
  if (s->checks.found.property)
    print_error(s);
  else if (s->counterexample)
    printf("replayed: the trace ends without an error\n");
  else if (s->complete)
    printf("inconclusive: %s\n", why_inconclusive(s, buf, sizeof buf));
  if (!s->checks.found.property && s->r && s->complete && !s->checks.events)
    printf(
        "  'heddle check' searches the whole program, and 'heddle replay --all-accesses' around "
        "every conflict\n");
}

static int exit_code(const struct session *s) {
  if (s->checks.found.property) return EXIT_ERROR_FOUND;
  return s->failed && !strstr(s->failure.instead, "heddle cannot go on") ? EXIT_INPUT
                                                                         : EXIT_INCONCLUSIVE;
}

int cmd_replay(int argc, char **argv) {
  struct session s = {0};
  struct error err = {0};
  const char *path, *main_class;
  int rc = cli_parse(&s.cli, argc, argv, CLI_PROGRAM | CLI_REPLAY | CLI_OUTPUT | CLI_TRACE_FIRST,
                     "[OPTION...] TRACE [MAIN [ARG...]]");
  if (rc != CLI_GO_ON) return rc;
  path = cli_operand(&s.cli, "the trace");
  if (!path) return EXIT_USAGE;
  main_class = s.cli.argc ? cli_operand(&s.cli, "the main class") : NULL;
  cli_signals();
  s.start = replay_now();
  if (open_all(&s, path, main_class, &err) ||
      (s.counterexample ? replay_counterexample(&s, &err) : replay_recorded(&s, &err))) {
    rc = cli_fail(&err);
  } else {
    s.seconds = replay_now() - s.start;
    if (s.cli.json)
      print_json(&s);
    else
      print_text(&s);
    rc = exit_code(&s);
  }
  schedule_release(&s.checks.found);
  for (size_t i = 0; i < s.ways.len; i++) schedule_release(&s.ways.data[i]);
  vec_free(&s.ways);
  replay_close(s.r);
  engine_close(s.e);
  trace_reader_close(s.reader);
  free(s.argv);
  return rc;
}
