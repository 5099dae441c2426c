/* A counterexample as a JUnit test to keep: the test runs the program in a JVM of its own, forced
 * to follow the schedule, and fails as long as the error occurs. It does not need heddle where it
 * runs: the agent is copied beside it. */
#ifndef HEDDLE_TRACE_KEPT_KEPT_TEST_H
#define HEDDLE_TRACE_KEPT_KEPT_TEST_H

#include "engine/base/error.h"
#include "engine/base/words.h"
#include "trace/plan.h"

enum junit_version { JUNIT_5, JUNIT_4 };

struct kept_test {
  const struct engine_options *program; /* main class, arguments, properties, input */
  const char *plan;                     /* the schedule, in the text form of trace/plan.h */
  char *const *places; /* where each segment of the plan ends, for people; NULL-terminated */
  struct plan_failure failure; /* the exception or exit status that it leads to */
  const char *headline;        /* the error, one line */
  const char *jdk;             /* the release of the JDK in which it was found */
  const char *folder;          /* the project; the test goes below its src/test */
  const char *name; /* the test's simple class name; NULL: one made from the main class */
  enum junit_version junit;
};

/* Writes the test class, its helper class ForcedRun, the schedule, the agent, and a page that says
 * what the test shows and which lines the build file needs. Sets *test and *page to the paths of
 * the test class and the page; the caller frees them. Returns ERR_INPUT if a file cannot be written
 * or if the folder has another test of that name, and ERR_USAGE if `name` is not a Java name. */
int kept_test_write(const struct kept_test *k, char **test, char **page, struct error *err);

#endif
