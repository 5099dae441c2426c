/* Reports a test (its lines, its part of the JSON, and its case in a report), and then the totals
 * of all tests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "trace/campaign/workers.h"
#include "trace/export/export.h"
#include "trace/export/verdict_report.h"
#include "tui/cli/explain.h"
#include "tui/cli/scope.h"
#include "tui/cli/tests/tests.h"
#include "tui/cli/tests/tests_int.h"
#include "tui/text/output.h"

static const char *const verdicts[] = {"no error", "error", "failed", "skipped", "inconclusive"};

/* Returns the file for the n-th error's trace or the n-th test's coverage: FILE, FILE.2, ... */
static char *numbered(const char *file, size_t n) {
  return n > 1 ? mem_printf("%s.%zu", file, n) : mem_strdup(file);
}

/* Renames a worker's file to its final name; frees `to`. */
static void rename_file(const char *from, char *to) {
  if (rename(from, to)) fprintf(stderr, "heddle: %s: cannot be written\n", to);
  free(to);
}

static json_t *errors_of(json_t *check) {
  json_t *all = json_object_get(check, "distinct_errors"), *one = json_object_get(check, "error");
  if (json_array_size(all)) return json_incref(all);
  return one ? json_pack("[O]", one) : json_array();
}

/* Adds the counterexample to the report as a code flow. Keeps its file if -o names one, else
 * deletes it. */
static void keep_trace(struct runner *r, json_t *error, const char *trace, uint32_t i) {
  const struct cli *c = &r->check->cli;
  json_t *flow = c->sarif ? sarif_code_flow(trace, c->source_path) : NULL;
  if (flow) json_object_set_new(error, "code_flow", flow);
  if (!c->output) {
    unlink(trace);
    return;
  }
  char *base = numbered(c->output, r->r->of[TEST_ERROR] + 1), *name = check_trace_name(base, i);
  json_object_set_new(error, "trace", json_string(name));
  rename_file(trace, name);
  free(base);
}

static void keep_traces(struct runner *r, const json_t *answer, json_t *errors) {
  const json_t *traces = json_object_get(answer, "traces");
  uint32_t i;
  for (i = 0; i < json_array_size(traces); i++) {
    const char *trace = json_string_value(json_array_get(traces, i));
    if (trace) keep_trace(r, json_array_get(errors, i), trace, i);
  }
}

enum test_end tests_end_of(const json_t *answer) {
  int code = (int)json_integer_value(json_object_get(answer, "code"));
  if (json_object_get(answer, "failed")) return TEST_FAILED;
  if (json_is_true(json_object_get(answer, "skipped"))) return TEST_SKIPPED;
  return code == EXIT_NO_ERROR      ? TEST_GOOD
         : code == EXIT_ERROR_FOUND ? TEST_ERROR
                                    : TEST_INCONCLUSIVE;
}

static json_t *library_races_of(const json_t *answer) {
  return json_object_get(json_object_get(answer, "check"), "library_races");
}

/* Returns which races were left out, which search reached the verdict, and what it relies on: ", by
 * contracts, taking 17 methods of the JDK as one step each"; "" for a single search that took every
 * step. Caller frees. */
static char *tests_how(const json_t *answer) {
  const char *by = json_string_value(json_object_get(answer, "by")),
             *methods = json_string_value(json_object_get(answer, "methods"));
  size_t races = json_array_size(library_races_of(answer));
  struct text t = {0};
  text_puts(&t, "");
  if (tests_end_of(answer) == TEST_GOOD && races)
    text_printf(&t, ", %zu race%s inside libraries without consequence (--library-races: errors)",
                races, PLURAL(races));
  if (tests_end_of(answer) == TEST_GOOD)
    text_puts(&t, scope_model_of(json_object_get(answer, "check")));
  if (by) text_printf(&t, ", by %s", by);
  if (methods) text_printf(&t, ", taking %s as one step each", methods);
  return t.s;
}

/* Returns the seconds of all searches of a test together. */
static json_t *seconds_of(const json_t *check) {
  json_t *all = json_object_get(json_object_get(check, "auto"), "seconds");
  return all ? all : json_object_get(check, "seconds");
}

static const char *tests_show_text_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

static void show_text(struct runner *r, const char *name, const json_t *answer,
                      const json_t *errors) {
  const json_t *check = json_object_get(answer, "check");
  enum test_end end = tests_end_of(answer);
  json_int_t states = json_integer_value(json_object_get(check, "states"));
  size_t i;
  if (r->check->cli.junit) {
    char *how = tests_how(answer);
    printf("%s: %s%s", name, verdicts[end], how);
    free(how);
    if (end == TEST_GOOD)
      printf(" (%lld state%s, %.2f s)", (long long)states, PLURAL(states),
             json_number_value(json_object_get(check, "seconds")));
    putchar('\n');
  }
  fputs(tests_show_text_of(answer, "text"), stdout);
  for (i = 0; i < json_array_size(errors); i++)
    if (*tests_show_text_of(json_array_get(errors, i), "trace"))
      printf("  trace: %s\n", tests_show_text_of(json_array_get(errors, i), "trace"));
  if (end == TEST_ERROR && !r->check->cli.output)
    printf("  keep it with -o FILE and walk through it: heddle debug --trace FILE\n");
}

/* Adds the object for --json: that of a single check, with the test's name. */
static void show_json(struct runner *r, const char *name, const json_t *answer,
                      const json_t *errors) {
  json_t *j = r->check->cli.junit ? json_pack("{s:s}", "test", name) : json_object(),
         *trace = json_object_get(json_array_get(errors, 0), "trace");
  json_object_update(j, json_object_get(answer, "check"));
  json_object_set_new(j, "verdict", json_string(verdicts[tests_end_of(answer)]));
  if (tests_end_of(answer) == TEST_FAILED)
    json_object_set(j, "reason", json_object_get(answer, "failed"));
  if (trace) json_object_set(j, "trace", trace);
  if (r->r->json)
    json_array_append(r->r->json, j);
  else
    explain_print(j);
  json_decref(j);
}

/* Removes the members that only the case in the report needs, from the objects that the answer
 * owns. */
static void drop_flows(json_t *check, json_t *errors) {
  size_t i;
  for (i = 0; i < json_array_size(errors); i++) {
    json_object_del(json_array_get(errors, i), "code_flow");
    json_object_del(json_array_get(errors, i), "trace");
    json_object_del(json_array_get(errors, i), "method");
  }
  json_object_del(json_object_get(check, "error"), "method");
}

void tests_add_case(struct runner *r, const struct test_class *k, const char *name,
                    const json_t *answer, json_t *errors) {
  const json_t *check = json_object_get(answer, "check");
  const char *hash = strchr(name, '#'),
             *failed = json_string_value(json_object_get(answer, "failed"));
  char *class = hash ? mem_printf("%.*s", (int)(hash - name), name) : mem_strdup(k->name),
       *how = tests_how(answer);
  json_t *copy = errors ? json_deep_copy(errors) : json_array();
  json_array_append_new(
      r->r->cases,
      json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:f,s:I,s:s,s:o,s:O?}", "class", class, "name",
                hash ? hash + 1 : "", "verdict", verdicts[tests_end_of(answer)], "how", how,
                "reason", failed ? failed : tests_show_text_of(check, "reason"), "scope",
                tests_show_text_of(check, "scope"), "seconds", json_number_value(seconds_of(check)),
                "states", json_integer_value(json_object_get(check, "states")), "text",
                tests_show_text_of(answer, "text"), "errors", copy, "library_races",
                library_races_of(answer)));
  free(class);
  free(how);
}

void tests_take_code(struct runner *r, const json_t *answer) {
  if (!r->r->failed_code)
    r->r->failed_code = cli_exit_code((int)json_integer_value(json_object_get(answer, "errno")));
}

void tests_show(struct runner *r, size_t class, size_t test) {
  struct class_run *of = &r->of[class];
  const struct test_class *k = &r->t->list.data[class];
  const char *name = k->tests.data[test].name, *coverage = r->check->cli.coverage;
  json_t *answer = of->answers[test], *errors = errors_of(json_object_get(answer, "check"));
  size_t before = json_array_size(r->r->cases);
  enum test_end end = tests_end_of(answer);
  keep_traces(r, answer, errors);
  if (coverage && !json_object_get(answer, "failed")) {
    char *from = tests_worker_file(coverage, class, test);
    rename_file(from, numbered(coverage, before + 1));
    free(from);
  }
  r->r->of[end]++;
  r->r->shown += end == TEST_GOOD && json_is_string(json_object_get(answer, "methods"));
  if (!r->check->cli.junit)
    r->r->program_code = (int)json_integer_value(json_object_get(answer, "code"));
  of->errors += end == TEST_ERROR;
  tests_add_case(r, k, name, answer, errors);
  if (end == TEST_FAILED) tests_take_code(r, answer);
  if (end == TEST_FAILED && !r->check->cli.junit)
    fprintf(stderr, "heddle: %s\n", tests_show_text_of(answer, "failed"));
  else if (end == TEST_FAILED && !r->r->json)
    printf("%s: failed: %s\n", name, tests_show_text_of(answer, "failed"));
  else if (r->r->json || r->check->explained)
    show_json(r, name, answer, errors);
  else
    show_text(r, name, answer, errors);
  drop_flows(json_object_get(answer, "check"), errors);
  json_decref(errors);
  json_decref(answer);
  of->answers[test] = NULL;
}

/* ---- overall verdict and reasons ---- */

static const char *overall(const struct test_results *r) {
  if (r->of[TEST_ERROR]) return "error";
  return r->of[TEST_INCONCLUSIVE] || r->of[TEST_FAILED] || r->interrupted ? "inconclusive"
                                                                          : "no error";
}

static const char *tests_report_text_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

/* Returns the group for a reason, from an array of objects with reason, count and the names of
 * tests. */
static json_t *group_of(json_t *groups, const char *reason) {
  json_t *g;
  size_t i;
  json_array_foreach(groups, i, g) {
    if (!strcmp(tests_report_text_of(g, "reason"), reason)) return g;
  }
  g = json_pack("{s:s,s:i,s:[]}", "reason", reason, "count", 0, "tests");
  json_array_append_new(groups, g);
  return g;
}

/* Returns the inconclusive tests grouped by reason, the most frequent first. */
static json_t *reasons_of(const struct test_results *r) {
  json_t *groups = json_array(), *sorted = json_array(), *c;
  size_t i;
  json_array_foreach(r->cases, i, c) {
    json_t *g;
    char *name;
    if (strcmp(tests_report_text_of(c, "verdict"), "inconclusive") != 0) continue;
    g = group_of(groups, tests_report_text_of(c, "reason"));
    name = mem_printf("%s#%s", tests_report_text_of(c, "class"), tests_report_text_of(c, "name"));
    json_object_set_new(g, "count",
                        json_integer(json_integer_value(json_object_get(g, "count")) + 1));
    json_array_append_new(json_object_get(g, "tests"), json_string(name));
    free(name);
  }
  while (json_array_size(groups)) {
    size_t best = 0;
    json_array_foreach(groups, i, c) {
      json_t *most = json_array_get(groups, best);
      if (json_integer_value(json_object_get(c, "count")) >
          json_integer_value(json_object_get(most, "count")))
        best = i;
    }
    json_array_append(sorted, json_array_get(groups, best));
    json_array_remove(groups, best);
  }
  json_decref(groups);
  return sorted;
}

static void print_reasons(json_t *reasons) {
  enum { SHOWN = 3 };
  json_t *g;
  size_t i, k;
  json_array_foreach(reasons, i, g) {
    const json_t *tests = json_object_get(g, "tests");
    size_t n = json_array_size(tests);
    printf("  %4zu inconclusive by %s: ", n, tests_report_text_of(g, "reason"));
    for (k = 0; k < n && k < SHOWN; k++)
      printf("%s%s", k ? ", " : "", json_string_value(json_array_get(tests, k)));
    puts(n > SHOWN ? ", ..." : "");
  }
}

/* ---- totals ---- */

static size_t sum_count(const struct test_results *r) {
  size_t i, n = 0;
  for (i = 0; i < COUNT(r->of); i++) n += r->of[i];
  return n;
}

static void sum_json(const struct test_results *r, json_t *reasons) {
  json_t *j =
      json_pack("{s:s,s:{s:i,s:i,s:i,s:i,s:i,s:i},s:i,s:O,s:O}", "verdict", overall(r), "count",
                "tests", (int)sum_count(r), "error", (int)r->of[TEST_ERROR], "no error",
                (int)r->of[TEST_GOOD], "inconclusive", (int)r->of[TEST_INCONCLUSIVE], "skipped",
                (int)r->of[TEST_SKIPPED], "failed", (int)r->of[TEST_FAILED], "by_contracts",
                (int)r->shown, "inconclusive_by", reasons, "tests", r->json);
  if (r->interrupted) json_object_set_new(j, "left_over", json_integer((json_int_t)r->left_over));
  check_dump_json(j);
}

void tests_sum(const struct test_results *r) {
  json_t *reasons = reasons_of(r);
  size_t n = sum_count(r), with_verdict = r->of[TEST_ERROR] + r->of[TEST_GOOD];
  if (r->json) {
    sum_json(r, reasons);
    json_decref(reasons);
    return;
  }
  if (r->interrupted)
    printf("interrupted: %zu test%s in %zu class%s searched, %zu class%s or tests not completed\n",
           n, PLURAL(n), r->classes, r->classes == 1 ? "" : "es", r->left_over,
           r->left_over == 1 ? "" : "es");
  print_reasons(reasons);
  printf("%zu test%s: %u with an error, %u without", n, PLURAL(n), r->of[TEST_ERROR],
         r->of[TEST_GOOD]);
  if (r->shown) printf(" (%u by contracts)", r->shown);
  printf(", %u inconclusive, %u skipped", r->of[TEST_INCONCLUSIVE], r->of[TEST_SKIPPED]);
  if (r->of[TEST_FAILED]) printf(", %u could not be searched", r->of[TEST_FAILED]);
  if (with_verdict + r->of[TEST_SKIPPED] < n)
    printf("; %zu of %zu reached a verdict", with_verdict, n - r->of[TEST_SKIPPED]);
  putchar('\n');
  json_decref(reasons);
}

/* ---- reports for other programs ---- */

static json_t *command_json(const struct cli *c) {
  json_t *j = json_array();
  int i;
  for (i = 0; i < c->all_argc; i++) {
    json_t *s = json_string(c->all_argv[i]);
    json_array_append_new(j, s ? s : json_string("(not UTF-8)"));
  }
  return j;
}

int tests_reports_possible(const struct cli *c, struct error *err) {
  if (c->junit_xml && whole_file_possible(c->junit_xml, err)) return err->code;
  if (c->output && whole_file_possible(c->output, err)) return err->code;
  return c->sarif ? whole_file_possible(c->sarif, err) : 0;
}

static int write_report(const char *path, char *text, struct error *err) {
  if (path) output_file(path, text, err);
  free(text);
  return err->code;
}

int tests_write_reports(const struct cli *c, const struct test_results *r, struct error *err) {
  struct report p = {.cases = r->cases,
                     .source_path = c->source_path,
                     .start = r->start,
                     .end = time(NULL),
                     .exit_code = r->exit_code,
                     .signal = r->interrupted};
  json_t *command = command_json(c);
  p.command = command;
  if (!c->junit_xml || !write_report(c->junit_xml, junit_xml_text(&p), err))
    if (c->sarif) write_report(c->sarif, sarif_text(&p), err);
  json_decref(command);
  return err->code;
}
