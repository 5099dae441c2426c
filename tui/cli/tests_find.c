/* Finds the tests of a class. Each library lists them by its own discovery, executed in the engine
 * as `heddle run` would (engine/natives/test/junit.c, testng.c). The libraries come from the
 * program's class path. */
#include <stdlib.h>
#include <string.h>

#include "engine/run.h"
#include "tui/cli/tests_int.h"
#include "tui/cli/child.h"
#include "tui/cli/tests.h"

static const struct library {
  const char *needed, *main_class;
} libraries[LIBRARY_COUNT] = {
    [LIBRARY_JUNIT5] = {"org/junit/platform/launcher/core/LauncherFactory", "heddle.JUnit5"},
    [LIBRARY_JUNIT4] = {"org/junit/runner/JUnitCore", "heddle.JUnit4"},
    [LIBRARY_TESTNG] = {"org/testng/TestNG", "heddle.TestNG"},
};

/* ---- listings ---- */

static void add_lines(struct test_class *k, int library, char *line) {
  struct ng_methods all = {0};
  char *next;
  for (; line && *line; line = next) {
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    if (library == LIBRARY_JUNIT5)
      tests_list_junit5(k, line);
    else if (library == LIBRARY_JUNIT4)
      tests_list_junit4(k, line);
    else
      tests_list_testng_line(&all, line);
  }
  if (library == LIBRARY_JUNIT5) tests_list_drop_makers(k);
  if (library == LIBRARY_TESTNG) tests_list_testng(k, &all);
  vec_free(&all.list);
  vec_free(&all.rows);
}

static json_t *failure_json(const struct error *err) {
  return json_pack("{s:s,s:i}", "failed", err->msg, "errno", err->code);
}

/* Lets the main class list the class's tests. This initialises them, so engine_run_start confines
 * the process first. */
static int ask(struct engine_run *run, const char *class_name, const char *main_class,
               struct text *listing, struct error *err) {
  char *argument[] = {(char *)(uintptr_t)class_name};
  const char *stack;
  engine_run_hear_tests(run, listing);
  if (engine_run_start(run, main_class, 1, argument, err)) return err->code;
  if (engine_run_go(run, NULL, 0) == RUN_FAILED) {
    const struct error *why = engine_run_failure(run, &stack);
    error_set(err, why->code, "%s", why->msg);
  } else if (engine_run_violation(run) && !listing->len) { /* later ones concern parameters */
    error_set(err, ERR_INPUT, "the tests of %s cannot be listed: %s", class_name,
              engine_run_violation(run));
  }
  return err->code;
}

struct look {
  const struct cli *cli;
  const struct test_class *k;
  int library;
};

/* Runs in its own process, because a search cannot use the state that listing leaves in the virtual
 * machine. */
static json_t *look_in_child(void *self) {
  const struct look *l = self;
  const struct cli *c = l->cli;
  struct engine_options o = cli_run_options(c);
  struct engine_run *run = NULL;
  struct text listing = {0};
  struct error err = {0};
  bool there;
  o.stdin_path = "/dev/null";
  o.properties = PROP_EXCEPTION;
  if (engine_run_open(&o, &run, &err)) return failure_json(&err);
  there = engine_run_has_class(run, libraries[l->library].needed);
  if (there && ask(run, l->k->name, libraries[l->library].main_class, &listing, &err))
    return failure_json(&err);
  return json_pack("{s:b,s:o,s:i}", "there", there, "listing",
                   listing.len ? json_stringn(listing.s, listing.len) : json_string(""), "library",
                   l->library);
}

/* Returns true if the answer lists tests. Libraries also report containers without tests. */
static bool reports_tests(const struct test_class *k, const json_t *answer) {
  struct test_class copy = {.name = k->name};
  const char *listing = json_string_value(json_object_get(answer, "listing"));
  char *lines = listing ? mem_strdup(listing) : NULL;
  bool some;
  size_t i;
  add_lines(&copy, (int)json_integer_value(json_object_get(answer, "library")), lines);
  some = copy.tests.len > 0;
  for (i = 0; i < copy.tests.len; i++) test_release(&copy.tests.data[i]);
  vec_free(&copy.tests);
  free(lines);
  return some;
}

/* Asks one library. Keeps its answer if it lists tests, or if it is the first failure of a library
 * that the class mentions. */
static json_t *ask_library(const struct cli *c, const struct test_class *k, int library,
                           json_t *so_far) {
  struct look l = {c, k, library};
  json_t *answer = child_ask(look_in_child, &l);
  bool there = json_is_true(json_object_get(so_far, "there")) ||
               json_is_true(json_object_get(answer, "there"));
  if (!answer)
    answer = json_pack("{s:s}", "failed", "the process that asks for the tests of a class died");
  if (so_far && !reports_tests(k, answer) &&
      (json_object_get(so_far, "failed") ||
       (json_object_get(answer, "failed") && !(k->uses >> library & 1)))) {
    json_decref(answer);
    return so_far;
  }
  json_decref(so_far);
  if (!json_object_get(answer, "failed")) json_object_set_new(answer, "there", json_boolean(there));
  return answer;
}

/* Asks the libraries that the class mentions, then JUnit 5's platform, which also runs other
 * engines. */
json_t *tests_find(const struct cli *c, const struct test_class *k) {
  json_t *answer = NULL;
  int i;
  for (i = 0; i < LIBRARY_COUNT; i++) {
    if (!(k->uses >> i & 1)) continue;
    answer = ask_library(c, k, i, answer);
    if (reports_tests(k, answer)) return answer;
  }
  return k->uses >> LIBRARY_JUNIT5 & 1 ? answer : ask_library(c, k, LIBRARY_JUNIT5, answer);
}

int tests_take(struct test_class *k, const json_t *answer, struct error *err) {
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  int code = (int)json_integer_value(json_object_get(answer, "errno"));
  char *listing;
  if (failed) return error_set(err, code ? code : ERR_INTERNAL, "%s", failed);
  listing = mem_strdup(json_string_value(json_object_get(answer, "listing")));
  add_lines(k, (int)json_integer_value(json_object_get(answer, "library")), listing);
  free(listing);
  if (k->tests.len || !k->named) return 0;
  if (!json_is_true(json_object_get(answer, "there")) && k->uses)
    return error_set(
        err, ERR_INPUT,
        "--junit: none of junit (4), junit-platform-launcher (5) and testng is on the class path");
  return error_set(err, ERR_INPUT, "--junit: %s has no test%s%s", k->name, k->method ? " " : "",
                   k->method ? k->method : "");
}
