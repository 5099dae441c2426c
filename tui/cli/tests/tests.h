/* The tests of test classes, for `heddle check --junit`: the selection of classes and of their
 * tests (select.c), searching them in parallel (execute.c) and the report (show.c). */
#ifndef HEDDLE_TUI_CLI_TESTS_TESTS_H
#define HEDDLE_TUI_CLI_TESTS_TESTS_H

#include <jansson.h>
#include <time.h>

#include "engine/base/mem.h"
#include "tui/cli/check.h"

/* The test libraries, in the order in which they are asked for a class's tests. */
enum test_library { LIBRARY_JUNIT5, LIBRARY_JUNIT4, LIBRARY_TESTNG, LIBRARY_COUNT };

struct test {
  char *name; /* "CalcTest#adds" */
  const char *main_class;
  VEC(char *) args;
};

struct test_class {
  char *name;    /* with dots */
  char *method;  /* selects only tests with that name; NULL: all */
  bool named;    /* selected by its own name, so having no test is an error */
  unsigned uses; /* bits of enum test_library that its class file mentions */
  VEC(struct test) tests;
};

struct test_classes {
  VEC(struct test_class) list;
  char *class_path; /* the given class path, with the jars and folders that --junit names */
};

void tests_release(struct test_classes *t);

/* Selects the test classes that `what` names (CLASS[#METHOD], a pattern, a package, a jar or a
 * folder; several with commas), in the given order; those of one item are sorted by name.
 * ERR_INPUT: an item names no test class. */
int tests_select(const struct cli *c, const char *what, struct test_classes *out,
                 struct error *err);

/* Asks the libraries for a class's tests, each in its own process. The answer (never NULL) may be
 * sent to the process that calls tests_take. */
json_t *tests_find(const struct cli *c, const struct test_class *k);
/* Adds the tests in such an answer to the class. ERR_INPUT: what is wrong with the class. */
int tests_take(struct test_class *k, const json_t *answer, struct error *err);

/* ---- results ---- */

struct test_results {
  uint32_t of[5];            /* numbers, by enum test_end */
  json_t *cases;             /* array, in order: cases of a report (export/verdict_report.h) */
  json_t *json;              /* array for --json; NULL: text is printed */
  size_t classes, left_over; /* classes searched; tests or classes whose search did not finish */
  uint32_t shown;            /* tests without an error whose verdict relies on contracts */
  int interrupted;           /* the signal; 0: none */
  int failed_code;           /* exit code of the first class or test that could not be searched */
  int program_code;          /* of the main program without --junit; 0: it could not be searched */
  int exit_code;
  time_t start;
};
enum test_end { TEST_GOOD, TEST_ERROR, TEST_FAILED, TEST_SKIPPED, TEST_INCONCLUSIVE };

/* Searches all tests of the classes. Reports results in the order of classes and tests, each as
 * soon as all earlier ones are complete. */
int tests_run(struct check *k, struct test_classes *t, struct test_results *r, struct error *err);
/* tests_sum prints the totals, for people or as JSON. tests_write_reports writes the reports for
 * other programs (--junit-xml, --sarif). */
void tests_sum(const struct test_results *r);
int tests_write_reports(const struct cli *c, const struct test_results *r, struct error *err);
/* Checks, before hours of work, that the reports can be written. */
int tests_reports_possible(const struct cli *c, struct error *err);

#endif
