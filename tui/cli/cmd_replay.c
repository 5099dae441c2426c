/* heddle replay: follows a recorded trace in the engine and checks around its suspicious events;
 * executes a counterexample exactly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "trace/counterexample.h"
#include "tui/cli/check.h"
#include "tui/cli/misplaced.h"
#include "tui/cli/replay_report.h"

enum { DEFAULT_DEPTH = 10 };

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

/* Copies the options that say what was run, but not those that say how to check it. */
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
  o->input_count = from->input_count;
  o->inputs = from->inputs;
}

/* Chooses the program. The trace names it; the command line may name it too, and overrides a
 * recorded trace. */
static int choose_program(struct replay_session *s, const char *main_class, struct error *err) {
  struct engine_options *o = &s->cli.engine, from = *o;
  if (counterexample_options(s->reader, &from, &s->argv, err) && (s->counterexample || !main_class))
    return err->code;
  error_clear(err);
  if (main_class && (!from.main_class || strcmp(main_class, from.main_class) != 0 ||
                     !same_args(&s->cli, &from))) {
    fprintf(stderr, "heddle: the trace belongs to '%s%s...', not to this program and arguments\n",
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

/* Allows what may have happened in a recorded run: any timed wait may have elapsed, and the clock
 * may have advanced. */
static int as_recorded(struct replay_session *s, struct error *err) {
  enum { JUMPS = 3 };
  struct cli *c = &s->cli;
  int rc = replay_inputs(s->reader, &c->engine, &s->inputs, err);
  if (!cli_given(c, "--patience")) c->engine.patience = 0;
  if (!cli_given(c, "--clock-jumps")) c->engine.clock_jumps = c->engine.input_count ? 0 : JUMPS;
  return rc;
}

static int open_all(struct replay_session *s, const char *path, const char *main_class,
                    struct error *err) {
  struct engine_options *o = &s->cli.engine;
  if (s->cli.output && whole_file_possible(s->cli.output, err)) return err->code;
  if (trace_reader_open(path, &s->reader, err)) return err->code;
  s->counterexample = counterexample_is(s->reader);
  if (s->counterexample ? misplaced_with_counterexample(&s->cli, err) : misplaced(&s->cli, err))
    return err->code;
  if (choose_program(s, main_class, err)) return err->code;
  if (!s->counterexample && as_recorded(s, err)) return err->code;
  o->keep_events = true;
  o->leave_library = !s->counterexample;
  o->out_fd = -1;
  return engine_open(o, &s->e, err);
}

/* ---- a counterexample ---- */

/* Confines the process before the program's code runs. */
static int confine(struct replay_session *s, struct error *err) {
  s->certifier.options = &s->cli.engine;
  return engine_confine(s->e, certify_service, &s->certifier, err);
}

/* Writes a copy of the trace. The process that re-executes its schedule writes it. For a trace
 * without an error, that process could not confirm that the copy is complete, so this process, left
 * unconfined, writes it. */
static int write_copy(struct replay_session *s, struct error *err) {
  if (!s->cli.output) return 0;
  return s->exact.property ? certify_by_service(s->e, &s->exact, s->cli.output, err)
                           : counterexample_write(s->e, s->cli.output, err);
}

static int replay_counterexample(struct replay_session *s, struct error *err) {
  if (trace_reader_damage(s->reader))
    fprintf(stderr, "heddle: %s: %s; the readable part is executed\n", trace_reader_path(s->reader),
            trace_reader_damage(s->reader));
  if (counterexample_schedule(s->reader, &s->exact, err)) return err->code;
  if ((s->exact.property || !s->cli.output) && confine(s, err)) return err->code;
  if (counterexample_replay(s->e, s->reader, err)) return err->code;
  s->complete = true;
  return write_copy(s, err);
}

/* ---- a recorded trace ---- */

/* Stores each path as a schedule, because the next path may reuse its nodes. */
static int keep_way(struct replay_session *s, struct error *err) {
  struct schedule way;
  if (engine_schedule(s->e, replay_node(s->r), &way))
    return error_set(err, ERR_INTERNAL, "the followed path no longer exists");
  *vec_push(&s->ways) = way;
  s->complete = true;
  s->paths++;
  return 0;
}

/* Follows the trace along one path after another, and checks around its suspicious events on
 * each. */
static void follow(struct replay_session *s, struct error *err) {
  uint32_t want = s->cli.paths ? s->cli.paths : 1;
  int rc = replay_run(s->r, err);
  while (rc == REPLAY_END) {
    if (keep_way(s, err) || replay_check(s->r, &s->checks, err)) return;
    if (s->checks.errors.len && !s->checks.all_errors) return;
    if (!s->checks.complete || s->paths >= want) return;
    rc = replay_next_path(s->r, err);
  }
  if (!s->paths || (rc != ERR_NOTFOUND && rc != ERR_LIMIT)) return;
  if (rc == ERR_LIMIT) snprintf(s->reason, sizeof s->reason, "%s", err->msg);
  error_clear(err);
}

/* Executes each followed path again, with the properties checked, until one shows an error. */
static int check_ways(struct replay_session *s, struct error *err) {
  for (size_t i = 0; i < s->ways.len; i++) {
    struct schedule *way = &s->ways.data[i];
    if (!certify_by_service(s->e, way, s->cli.output, err) && way->property) {
      *vec_push(&s->checks.errors) = (struct replay_error){
          .schedule = *way, .on_path = true, .event = trace_reader_count(s->reader)};
      *way = (struct schedule){0};
      return 0;
    }
    if (err->code) return err->code;
  }
  return 0;
}

/* Executes each path once more with the property conflict, to see whether it shows an error that
 * the checks found. While replay follows a trace, it does not look for conflicts, because that
 * would move scheduling points. */
static int find_shown(struct replay_session *s, struct error *err) {
  struct replay_checks *c = &s->checks;
  if (!(s->cli.engine.properties & PROP_CONFLICT)) return 0;
  for (size_t i = 0; i < s->ways.len; i++) {
    struct schedule *way = &s->ways.data[i];
    if (certify_by_service(s->e, way, NULL, err)) return err->code;
    for (size_t k = 0; k < c->errors.len; k++)
      c->errors.data[k].on_path |= replay_same_error(way, &c->errors.data[k].schedule);
  }
  return 0;
}

/* Certifies each error in a fresh process, which writes its trace. */
static int certify_errors(struct replay_session *s, struct error *err) {
  for (size_t i = 0; i < s->checks.errors.len; i++) {
    char *name = s->cli.output ? check_trace_name(s->cli.output, (uint32_t)i) : NULL;
    int rc = certify_by_service(s->e, &s->checks.errors.data[i].schedule, name, err);
    free(name);
    if (rc) return rc;
  }
  return 0;
}

static int replay_recorded(struct replay_session *s, struct error *err) {
  struct replay_options o = {.strict = s->cli.strict,
                             .breadth = s->cli.breadth,
                             .seconds = s->cli.search.seconds,
                             .stop = &cli_stop};
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
                             .all = s->cli.all_accesses,
                             .all_errors = s->cli.search.all_errors,
                             .listen_anew = s->cli.listen_anew};
  follow(s, err);
  if (err->code == ERR_NOTFOUND || err->code == ERR_LIMIT || err->code == ERR_MEMORY) {
    s->failed = replay_failure(s->r, &s->failure);
    s->bound_reached = err->code != ERR_NOTFOUND;
    snprintf(s->reason, sizeof s->reason, "%s", err->msg);
    error_clear(err);
    return 0;
  }
  if (err->code) return err->code;
  if (!s->checks.errors.len) return check_ways(s, err);
  return find_shown(s, err) || certify_errors(s, err) ? err->code : 0;
}

int cmd_replay(int argc, char **argv) {
  struct replay_session s = {0};
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
    replay_report(&s);
    rc = replay_exit_code(&s);
  }
  schedule_release(&s.exact);
  replay_checks_release(&s.checks);
  for (size_t i = 0; i < s.ways.len; i++) schedule_release(&s.ways.data[i]);
  vec_free(&s.ways);
  replay_close(s.r);
  engine_close(s.e);
  trace_reader_close(s.reader);
  replay_inputs_release(&s.inputs);
  free(s.argv);
  return rc;
}
