/* Shared by the files of tests_worker; nobody else includes it. */
#ifndef HEDDLE_TUI_CLI_TESTS_INT_H
#define HEDDLE_TUI_CLI_TESTS_INT_H

#include "engine/base/mem.h"
#include "trace/campaign/workers.h"
#include "trace/export/export.h"
#include "trace/export/report.h"
#include "tui/cli/explain.h"
#include "tui/cli/tests.h"

enum { ASKING = -1 }; /* in place of a test's number: the worker asks for the tests of the class */

struct runner {
  struct check *check;
  struct test_classes *t;
  struct test_results *r;
  struct class_run *of;
  struct workers workers;
  uint32_t *jobs; /* of one test, shared with the workers: see share_jobs */
  /* where workers write counterexamples: this, class and test; NULL: none are wanted */
  char *traces;
  bool terminal;
  double stopped; /* when the workers were asked to end, 0: not */
};

json_t *tests_worker_work(void *self, size_t class, size_t test);
char *tests_worker_file(const char *base, size_t class, size_t test);

struct ng_methods {
  VEC(struct ng_method) list;
  VEC(struct ng_method) rows;
};

void test_release(struct test *t);
/* A line of heddle.JUnit4: class, tab, method; no method: a class that is ignored whole. */
void tests_list_junit4(struct test_class *k, const char *line);
/* A line of heddle.JUnit5: unique id, tab, the name that JUnit shows. */
void tests_list_junit5(struct test_class *k, char *id);
/* A test that has made others is these. All are asked before the first one goes. */
void tests_list_drop_makers(struct test_class *k);
void tests_list_testng_line(struct ng_methods *all, char *line);
void tests_list_testng(struct test_class *k, struct ng_methods *all);

struct class_run {
  bool asked, known, reported;
  json_t **answers; /* of its tests, NULL: not yet there */
  size_t begun, ended, shown;
  uint32_t errors;
  double start;
};

enum test_end tests_end_of(const json_t *answer);
/* Who came to the verdict, and what it rests on: ", by contracts, taking 17 methods of the JDK as
 * one step each"; "" where there is one search and it took every step. Caller frees. */
char *tests_how(const json_t *answer);
void tests_add_case(struct runner *r, const struct test_class *k, const char *name,
                    const json_t *answer, json_t *errors);
/* The first failure is the whole's. */
void tests_take_code(struct runner *r, const json_t *answer);
void tests_show(struct runner *r, size_t class, size_t test);

#endif
