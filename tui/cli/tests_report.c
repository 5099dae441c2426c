/* The report on all tests: totals for people or as JSON, and reports for other programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/whole_file.h"
#include "trace/export/report.h"
#include "tui/text/output.h"
#include "tui/cli/tests.h"

static const char *overall(const struct test_results *r) {
  if (r->of[TEST_ERROR]) return "error";
  return r->of[TEST_INCONCLUSIVE] || r->of[TEST_FAILED] || r->interrupted ? "inconclusive"
                                                                          : "no error";
}

static const char *tests_report_text_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

/* ---- reasons ---- */

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
  size_t n = sum_count(r), verdicts = r->of[TEST_ERROR] + r->of[TEST_GOOD];
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
  if (verdicts + r->of[TEST_SKIPPED] < n)
    printf("; %zu of %zu reached a verdict", verdicts, n - r->of[TEST_SKIPPED]);
  putchar('\n');
  json_decref(reasons);
}

/* ---- reports ---- */

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
