/* heddle explain: says what stopped an inconclusive search, which bound to raise, and what code the
 * search reached. It searches again with the options of heddle check (a program or the tests of
 * a class), or reads the JSON object of an earlier check, or a counterexample's trace. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/classfile/classpath.h"
#include "trace/counterexample.h"
#include "tui/cli/certify.h"
#include "tui/cli/check.h"
#include "tui/cli/explain.h"
#include "tui/cli/explain_lanes.h"
#include "tui/cli/advice.h"
#include "tui/cli/misplaced.h"
#include "tui/cli/remedy.h"
#include "tui/cli/remedy_words.h"

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
    json_t *j;
    r = check_exit_code(k);
    remedies_try(k, remedies_seconds(k, true), false);
    j = check_json(k);
    if (!k->cli.json) explain_print(j);
    if (k->cli.json)
      check_dump_json(j);
    else
      json_decref(j);
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

static struct search_seen seen_of(const json_t *stopped) {
  const json_t *j = json_object_get(stopped, "seen");
  return (struct search_seen){
      .threads = (uint32_t)json_integer_value(json_object_get(j, "threads")),
      .steps = (uint32_t)json_integer_value(json_object_get(j, "steps")),
      .library = (uint32_t)json_integer_value(json_object_get(j, "library")),
      .plain = (uint32_t)json_integer_value(json_object_get(j, "plain"))};
}

/* With --try, tries the remedies for an earlier check and adds the results to j. */
static void try_remedies(const struct cli *c, json_t *j) {
  const json_t *command = json_object_get(j, "command"), *error = json_object_get(j, "error");
  const char *cause = json_string_value(json_object_get(json_object_get(j, "stopped"), "cause"));
  struct remedy_case of = {.early =
                               (uint64_t)json_integer_value(json_object_get(error, "early_ns"))};
  struct command_words w = {0};
  char jdk[PATH_MAX] = "";
  struct error err = {0};
  if (c->try_seconds <= 0 || !json_array_size(command) || (error ? !of.early : !cause)) return;
  of.seen = seen_of(json_object_get(j, "stopped"));
  of.cause = error ? CAUSE_NONE : advice_cause_named(cause);
  if (!jdk_find(c->engine.java_home, jdk, sizeof jdk, &err)) of.jdk = jdk;
  for (size_t i = 0; i < json_array_size(command); i++)
    *vec_push(&w.all) = mem_strdup(json_string_value(json_array_get(command, i)));
  cli_signals();
  json_object_set_new(j, "tried", remedies_try_command(w.all.data, w.all.len, &of, c->try_seconds));
  command_words_release(&w);
}

static int explain_json(const struct cli *c, const char *path) {
  json_error_t why;
  json_t *j = json_load_file(path, 0, &why);
  int r;
  if (!j) return bad_file(path, why.text);
  if (!explain_knows(j)) {
    json_decref(j);
    return bad_file(path, "is not what heddle check --json prints");
  }
  try_remedies(c, j);
  explain_print(j);
  r = exit_code_of(j);
  json_decref(j);
  return r;
}

/* With --try, tries remedies for an error that occurs only if a wait ends early. NULL: nothing was
 * tried. */
static json_t *try_for_trace(const struct cli *c, const struct engine_options *o,
                             const struct schedule *s) {
  struct remedy_case of = {.early = s->early};
  struct command_words w = {0};
  json_t *tried = NULL;
  if (c->try_seconds > 0 && s->early && remedy_words(&w, o)) {
    cli_signals();
    tried = remedies_try_command(w.all.data, w.all.len, &of, c->try_seconds);
  }
  command_words_release(&w);
  return tried;
}

static void report_error(const struct cli *c, const struct schedule *s, const json_t *tried,
                         struct trace_reader *reader, const char *path) {
  json_t *story = s->story ? json_loads(s->story, 0, NULL) : json_array();
  if (c->json) {
    json_t *j = json_pack("{s:s,s:s,s:s?,s:s?,s:i,s:o}", "verdict", "error", "message",
                          s->message ? s->message : "", "property", s->property, "location",
                          s->location, "steps", (int)s->count, "story", story);
    if (tried) json_object_set(j, "tried", (json_t *)(uintptr_t)tried);
    check_dump_json(j);
    return;
  }
  json_decref(story);
  printf("error: %s\n", s->headline ? s->headline : s->message);
  check_print_story(s, true);
  for (size_t i = 0; i < json_array_size(tried); i++) remedy_print(json_array_get(tried, i));
  if (c->lanes) explain_lanes_print(reader);
  printf("  walk through it: heddle debug --trace %s\n", path);
}

/* Reports the counterexample's error. Executes its steps again, to make the story in the report. */
static int report_counterexample(struct cli *c, struct trace_reader *reader, const char *path,
                                 struct schedule *s, struct error *err) {
  struct engine_options o = c->engine;
  char **given = NULL, **argv;
  int argc = 0, r, i;
  while (trace_reader_meta(reader, TRACE_META_ARG, (size_t)argc)) argc++;
  argv = mem_alloc(((size_t)argc + 1) * sizeof *argv);
  for (i = 0; i < argc; i++)
    argv[i] = (char *)(uintptr_t)trace_reader_meta(reader, TRACE_META_ARG, (size_t)i);
  o.main_class = trace_reader_meta(reader, TRACE_META_MAIN, 0);
  if (!o.class_path) o.class_path = trace_reader_meta(reader, TRACE_META_CLASSPATH, 0);
  r = counterexample_options(reader, &o, &given, err);
  o.argc = argc;
  o.argv = argv;
  if (!r) r = certify_schedule(&o, NULL, s, NULL, err);
  if (!r) {
    json_t *tried = try_for_trace(c, &o, s);
    report_error(c, s, tried, reader, path);
    json_decref(tried);
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
    return bad_file(path,
                    "is a recorded trace, which heddle replay follows; explain reads the output of "
                    "heddle check --json");
  }
  if (counterexample_schedule(reader, &s, &err)) {
    trace_reader_close(reader);
    return cli_fail(&err);
  }
  if (!s.property) {
    puts("inconclusive: the trace was cut off before an error");
    r = EXIT_INCONCLUSIVE;
  } else {
    r = report_counterexample(c, reader, path, &s, &err) ? cli_fail(&err) : EXIT_ERROR_FOUND;
  }
  schedule_release(&s);
  trace_reader_close(reader);
  return r;
}

/* Returns true if the first non-blank byte of the file is an opening brace. */
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
  int r = cli_parse(
      &k.cli, argc, argv,
      CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_COVERAGE | CLI_JUNIT | CLI_TRY | CLI_EXPLAIN,
      "[OPTION...] MAIN [ARG...] | FILE");
  if (r != CLI_GO_ON) return r;
  if (!k.cli.junit && k.cli.argc == 1 && is_file(k.cli.argv[0]))
    return is_json(k.cli.argv[0]) ? explain_json(&k.cli, k.cli.argv[0])
                                  : explain_trace(&k.cli, k.cli.argv[0]);
  if (misplaced(&k.cli, &err)) return cli_fail(&err);
  if (k.cli.lanes) {
    error_set(&err, ERR_USAGE,
              "--lanes needs the file of a counterexample: heddle check -o FILE writes one");
    return cli_fail(&err);
  }
  if (k.cli.junit) {
    k.explained = true;
    return check_tests(&k);
  }
  return explain_search(&k);
}
