/* Internal data of the test runner. Only its files include this header. */
#ifndef HEDDLE_TUI_CLI_TESTS_TESTS_INT_H
#define HEDDLE_TUI_CLI_TESTS_TESTS_INT_H

#include "engine/base/mem.h"
#include "trace/campaign/workers.h"
#include "trace/export/export.h"
#include "trace/export/verdict_report.h"
#include "tui/cli/explain.h"
#include "tui/cli/tests/tests.h"

enum { ASKING = -1 }; /* instead of a test's number: the worker asks for the class's tests */

struct runner {
  struct check *check;
  struct test_classes *t;
  struct test_results *r;
  struct class_run *of;
  struct workers workers;
  uint32_t *jobs; /* jobs per test, shared with the workers: see share_jobs */
  /* Prefix of the workers' counterexample files; class and test are appended. NULL: none are
   * wanted. */
  char *traces;
  bool terminal;
  double stopped; /* time when the workers were asked to end; 0: not asked */
};

char *tests_worker_file(const char *base, size_t class, size_t test);

struct ng_methods {
  VEC(struct ng_method) list;
  VEC(struct ng_method) rows;
};

void test_release(struct test *t);
/* Adds the test of a heddle.JUnit4 line: class, tab, method. Without a method, the whole class is
 * ignored by JUnit. */
void tests_list_junit4(struct test_class *k, const char *line);
/* Adds the test of a heddle.JUnit5 line: unique id, tab, the name that JUnit shows. */
void tests_list_junit5(struct test_class *k, char *id);
/* Removes tests that have generated others; the generated tests replace them. All tests are checked
 * before the first one is removed. */
void tests_list_drop_makers(struct test_class *k);
void tests_list_testng_line(struct ng_methods *all, char *line);
void tests_list_testng(struct test_class *k, struct ng_methods *all);

struct class_run {
  bool asked, known, reported;
  json_t **answers; /* of its tests; NULL: not complete yet */
  size_t begun, ended, shown;
  uint32_t errors;
  double start;
};

enum test_end tests_end_of(const json_t *answer);
void tests_add_case(struct runner *r, const struct test_class *k, const char *name,
                    const json_t *answer, json_t *errors);
/* Takes the exit code of a failure. The first failure determines the overall code. */
void tests_take_code(struct runner *r, const json_t *answer);
/* Reports the answer of a test and frees it. */
void tests_show(struct runner *r, size_t class, size_t test);

#endif
