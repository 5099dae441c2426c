/* heddle explain: what stopped a search that is inconclusive, what to raise, and what of the program it reached. It searches anew with the
 * options of heddle check, also the tests of a class, or reads the JSON object of an earlier check, or a counterexample's trace. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/counterexample.h"
#include "tui/certify.h"
#include "tui/check.h"
#include "tui/explain.h"
#include "tui/misplaced.h"

static bool is_file(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* ---- a search ---- */

static int explain_search(struct check *k) {
  struct error err = {0};
  int r;
  k->cli.engine.main_class = cli_operand(&k->cli, "the main class, or a file of an earlier check,");
  if (!k->cli.engine.main_class) return EXIT_USAGE;
  k->cli.engine.argc = k->cli.argc;
  k->cli.engine.argv = k->cli.argv;
  k->explained = true;
  cli_signals();
  if (check_search(k, &err)) {
    r = cli_fail(&err);
  } else {
    json_t *j = check_json(k);
    r = check_exit_code(k);
    if (!k->cli.json) explain_print(j);
    if (k->cli.json) check_dump_json(j);
    else json_decref(j);
  }
  check_release(k);
  return r;
}

/* ---- files ---- */

static int exit_code_of(const json_t *j) {
  const char *verdict = json_string_value(json_object_get(j, "verdict"));
  if (!strcmp(verdict, "error")) return EXIT_ERROR_FOUND;
  return strcmp(verdict, "no error") ? EXIT_INCONCLUSIVE : EXIT_NO_ERROR;
}

static int bad_file(const char *path, const char *why) {
  struct error err = {0};
  error_set(&err, ERR_INPUT, "%s: %s", path, why);
  return cli_fail(&err);
}

static int explain_json(const char *path) {
  json_error_t why;
  json_t *j = json_load_file(path, 0, &why);
  int r;
  if (!j) return bad_file(path, why.text);
  if (!explain_knows(j)) {
    json_decref(j);
    return bad_file(path, "is not what heddle check --json prints");
  }
  explain_print(j);
  r = exit_code_of(j);
  json_decref(j);
  return r;
}

/* The counterexample's steps are executed again, for the story. */
static int tell_counterexample(struct cli *c, struct trace_reader *reader, const char *path, struct schedule *s, struct error *err) {
  struct engine_options o = c->engine;
  char **given = NULL, **argv;
  int argc = 0, r, i;
  while (trace_reader_meta(reader, TRACE_META_ARG, (size_t)argc)) argc++;
  argv = mem_alloc(((size_t)argc + 1) * sizeof *argv);
  for (i = 0; i < argc; i++) argv[i] = (char *)(uintptr_t)trace_reader_meta(reader, TRACE_META_ARG, (size_t)i);
  o.main_class = trace_reader_meta(reader, TRACE_META_MAIN, 0);
  if (!o.class_path) o.class_path = trace_reader_meta(reader, TRACE_META_CLASSPATH, 0);
  r = counterexample_options(reader, &o, &given, err);
  o.argc = argc;
  o.argv = argv;
  if (!r) r = certify_schedule(&o, NULL, s, NULL, err);
  if (!r && c->json) {
    json_t *story = s->story ? json_loads(s->story, 0, NULL) : json_array();
    check_dump_json(json_pack("{s:s,s:s,s:s?,s:s?,s:i,s:o}", "verdict", "error", "message", s->message ? s->message : "", "property", s->property,
                              "location", s->location, "steps", (int)s->count, "story", story));
  } else if (!r) {
    printf("error: %s\n", s->message);
    check_print_story(s, true);
    printf("  walk through it: heddle debug --trace %s\n", path);
  }
  free(given);
  free(argv);
  return r;
}

static int explain_trace(struct cli *c, const char *path) {
  struct trace_reader *reader;
  struct schedule s;
  struct error err = {0};
  int r;
  if (trace_reader_open(path, &reader, &err)) return cli_fail(&err);
  if (!counterexample_is(reader)) {
    trace_reader_close(reader);
    return bad_file(path, "is a recorded trace: heddle replay follows it and says how far; a check's --json is what explain reads");
  }
  if (counterexample_schedule(reader, &s, &err)) {
    trace_reader_close(reader);
    return cli_fail(&err);
  }
  if (!s.property) {
    puts("inconclusive: the trace ends without an error, it was cut off");
    r = EXIT_INCONCLUSIVE;
  } else {
    r = tell_counterexample(c, reader, path, &s, &err) ? cli_fail(&err) : EXIT_ERROR_FOUND;
  }
  schedule_release(&s);
  trace_reader_close(reader);
  return r;
}

/* The first byte that is no blank: of JSON a brace. */
static bool is_json(const char *path) {
  FILE *in = fopen(path, "r");
  int c = ' ';
  while (in && (c = getc(in)) != EOF && strchr(" \t\r\n", c)) continue;
  if (in) fclose(in);
  return c == '{';
}

int cmd_explain(int argc, char **argv) {
  struct check k = {0};
  struct error err = {0};
  int r = cli_parse(&k.cli, argc, argv, CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_COVERAGE | CLI_JUNIT, "[OPTION...] MAIN [ARG...] | FILE");
  if (r) return r - 1;
  if (!k.cli.junit && k.cli.argc == 1 && is_file(k.cli.argv[0]))
    return is_json(k.cli.argv[0]) ? explain_json(k.cli.argv[0]) : explain_trace(&k.cli, k.cli.argv[0]);
  if (misplaced(&k.cli, &err)) return cli_fail(&err);
  if (k.cli.junit) {
    k.explained = true;
    return check_tests(&k);
  }
  return explain_search(&k);
}
