/* The tests of test classes, for `heddle check --junit`: which classes are meant (tests_select.c),
 * which tests a class has (tests_find.c), how they are searched side by side (tests_run.c) and what
 * is reported of them (tests_report.c). */
#ifndef HEDDLE_TUI_CLI_TESTS_H
#define HEDDLE_TUI_CLI_TESTS_H

#include <jansson.h>
#include <time.h>

#include "engine/base/mem.h"
#include "tui/cli/check.h"

/* The libraries, in the order in which they are asked for the tests of a class. */
enum test_library { LIBRARY_JUNIT5, LIBRARY_JUNIT4, LIBRARY_TESTNG, LIBRARY_COUNT };

struct test {
  char *name; /* "CalcTest#adds" */
  const char *main_class;
  VEC(char *) args;
};

struct test_class {
  char *name;    /* with dots */
  char *method;  /* only its tests of that name; NULL: all */
  bool named;    /* by its own name: then it is an error when it has no test */
  unsigned uses; /* bits of enum test_library: what its class file mentions */
  VEC(struct test) tests;
};

struct test_classes {
  VEC(struct test_class) list;
  char *class_path; /* that of the options with the jars and folders that --junit names */
};

void tests_release(struct test_classes *t);

/* The test classes that `what` (CLASS[#METHOD], a pattern, a package, a jar or a folder; several
 * with commas) names, in the order given, those of one item by name. ERR_INPUT: an item names none.
 */
int tests_select(const struct cli *c, const char *what, struct test_classes *out,
                 struct error *err);

/* Asks the libraries for the tests of a class, each in a process of its own: what is answered
 * (never NULL) may be sent to the process that calls tests_take. */
json_t *tests_find(const struct cli *c, const struct test_class *k);
/* Puts the tests of such an answer into the class. ERR_INPUT: what is wrong with the class. */
int tests_take(struct test_class *k, const json_t *answer, struct error *err);

/* ---- what came of them ---- */

struct test_results {
  uint32_t of[5]; /* by enum test_end */
  json_t *cases;  /* array, in order: reports of trace/export/report.h */
  json_t *json;   /* array for --json; NULL: text is printed */
  size_t classes,
      left_over;    /* classes searched; tests or classes that were not searched to their end */
  uint32_t shown;   /* without an error by methods that were taken as one step, by contracts */
  int interrupted;  /* the signal, 0: none */
  int failed_code;  /* exit code for the first class or test that could not be searched */
  int program_code; /* of the main program without --junit; 0 when it could not be searched */
  int exit_code;
  time_t start;
};
enum test_end { TEST_GOOD, TEST_ERROR, TEST_FAILED, TEST_SKIPPED, TEST_INCONCLUSIVE };

/* Searches all tests of the classes; results are reported in the order of classes and tests, as
 * soon as those before them are there. */
int tests_run(struct check *k, struct test_classes *t, struct test_results *r, struct error *err);
/* The sum, for people or as JSON; the reports for other programs (--junit-xml, --sarif). */
void tests_sum(const struct test_results *r);
int tests_write_reports(const struct cli *c, const struct test_results *r, struct error *err);
/* Before hours of work: can the reports be written? */
int tests_reports_possible(const struct cli *c, struct error *err);

#endif
