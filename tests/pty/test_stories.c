/* Tests frequent tasks of users, with keys only. Each story limits the number of keys and says what
 * the screen must show at the end. Each typed character counts as a key, including Enter and the
 * letters of commands.
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "debug_fixture.h"
#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "tests/tools/support/long_trace.h"

enum { LONG_TRACE = 1000000 };

struct story {
  struct pty *p;
  size_t keys, most; /* number of keys typed so far, and the limit */
};

static char *scratch(const char *name) {
  return debug_keep("%s/%s", from_env("TEST_TMP", "/tmp"), name);
}

/* Writes the counterexample of a check with `heddle check -o`. Returns its path. */
static char *counterexample(const char *sample, const char *program) {
  char *path = scratch(debug_keep("%s.htrace", sample)),
       *line = debug_keep("'%s' check --search dfs --property %s -cp '%s' -o '%s' %s >/dev/null",
                          from_env("HEDDLE", "build/heddle"),
                          strcmp(sample, "Publish") ? "exception,deadlock" : "race",
                          debug_path("HEDDLE_SAMPLES", "build/samples", sample), path, program);
  int status = system(line);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 1);
  return path;
}

static struct story story_begin(int rows, int cols, const char *sample, const char *trace,
                                const char *options, const char *program, size_t most) {
  struct story s = {.most = most};
  s.p =
      debug_start(rows, cols, NULL, sample, debug_keep("%s --trace '%s'", options, trace), program);
  debug_expect(s.p, "[1 Debug]");
  return s;
}

static void type(struct story *s, const char *keys, const char *then) {
  s->keys += strlen(keys);
  debug_keys(s->p, keys, then);
}

static void story_shows(struct story *s, const char *what) {
  if (!pty_shows(s->p, what)) debug_expect(s->p, what);
}

static void story_end(struct story *s) {
  if (s->keys > s->most) fail_msg("%zu keys, of %zu", s->keys, s->most);
  pty_end(s->p);
}

/* ---- the stories ---- */

/* Goes from a ConcurrentModificationException to the write by the other thread that caused it. */
static void exception_to_its_cause(int rows, int cols) {
  struct story s =
      story_begin(rows, cols, "AbsList", counterexample("AbsList", "AbsList 1 1"), "", "", 10);
  type(&s, "e", "T2 User ERROR exception");
  type(&s, "w", "T1 User write Vector#2.modCount = 2");
  story_shows(&s, "Vector#2.modCount  1 -> 2"); /* the change by that step */
  story_shows(&s, "39 T1             lists.l2.add(lists.item);");
  story_end(&s);
}

static void test_exception_80x24(void **state) { (void)state, exception_to_its_cause(24, 80); }
static void test_exception_120x36(void **state) { (void)state, exception_to_its_cause(36, 120); }

/* Goes from a recorded run without an error to an exception, and compares the two runs. */
static void recorded_to_exception(int rows, int cols) {
  char *trace = debug_path("HEDDLE_ROOT", ".", "sample-traces/AbsList/AbsList.htrace");
  struct story s =
      story_begin(rows, cols, "AbsList", trace, "--property exception", "AbsList 1 1", 12);
  story_shows(&s, "a recorded run of 35 events: f follows it, 2 lists them");
  type(&s, "B", "error: uncaught");
  type(&s, "e", "T2 User ERROR exception");
  story_shows(&s, "ConcurrentModif");
  type(&s, "v", "left: the recorded run");
  story_shows(&s, "error uncaught ConcurrentM");
  story_end(&s);
}

static void test_recorded_80x24(void **state) { (void)state, recorded_to_exception(24, 80); }
static void test_recorded_120x36(void **state) { (void)state, recorded_to_exception(36, 120); }

/* Shows why a flag that is published without synchronisation causes a race, with h and the source
 * on one screen. */
static void race_and_its_source(int rows, int cols) {
  struct story s =
      story_begin(rows, cols, "Publish", counterexample("Publish", "Publish"), "", "", 6);
  type(&s, "e", "ERROR race");
  type(&s, "3", "[3 h]");
  story_shows(&s, "19 T2         if (ready && message != 42) {");
  type(&s, "i", "Publish#1.ready is not in h(T2");
  story_shows(&s, "19 T2         if (ready && message != 42) {");
  story_shows(&s, ">*T2 Reader           .                 [.]"); /* the cursor is on the bit */
  story_shows(&s, "Missing edge: a release by T1");
  story_end(&s);
}

static void test_race_80x24(void **state) { (void)state, race_and_its_source(24, 80); }
static void test_race_120x36(void **state) { (void)state, race_and_its_source(36, 120); }

/* Shows which thread waits for which. */
static void deadlock_cycle(int rows, int cols, const char *cycle, const char *closed) {
  struct story s = story_begin(rows, cols, "Philosophers",
                               counterexample("Philosophers", "Philosophers 3"), "", "", 3);
  story_shows(&s, "a counterexample: e goes to its error, f follows it");
  type(&s, "e", "ERROR deadlock");
  story_shows(&s, cycle);
  story_shows(&s, closed);
  story_shows(&s, "T1 T2+1         synchronized (left) {"); /* where all three wait */
  story_end(&s);
}

static void test_deadlock_80x24(void **state) {
  (void)state;
  deadlock_cycle(24, 80, "circle: T1 Philosopher -> T2 Philosopher", "-> T1 Philosopher");
}
static void test_deadlock_120x36(void **state) {
  (void)state;
  deadlock_cycle(36, 120, "circle: T1 Philosopher -> T2 Philosopher", "-> T3 Philosopher -> T1");
}

/* Shows the error in the real JVM. */
static void error_in_java(int rows, int cols) {
  struct story s =
      story_begin(rows, cols, "TwoStage", counterexample("TwoStage", "TwoStage 2 1"), "", "", 2);
  type(&s, "e", "ERROR exception");
  type(&s, "C", "3 of 3 runs");
  debug_shot(s.p, "story-confirmed", rows, cols);
  story_end(&s);
}

static void test_java_80x24(void **state) { (void)state, error_in_java(24, 80); }
static void test_java_120x36(void **state) { (void)state, error_in_java(36, 120); }

/* Finds the first suspicious event among a million, and the event that it conflicts with. */
static void test_long_trace(void **state) {
  char *path = scratch("long.htrace");
  struct error err = {0};
  struct story s;
  (void)state;
  if (long_trace_write(path, LONG_TRACE, &err)) fail_msg("%s", err.msg);
  s = story_begin(24, 80, "Publish", path, "", "Publish", 7);
  type(&s, "2", "! suspicious (} looks)"); /* the view opens at once, without an analysis */
  type(&s, "}", ":trace suspicious  suspicious: #");
  story_shows(&s, ">   3652 !T45 worker-46  write");
  story_shows(&s, "eraser: no lock protects it");
  type(&s, "c", "in conflict: #");
  story_shows(&s, ">  95921 !T44 worker-45  write");
  type(&s, "c", ">   3652 !T45 worker-46"); /* c again leads back */
  type(&s, "{", "no suspicious event before #3652");
  story_end(&s);
}

/* If there is nothing to go to, the keys say so. */
static void test_no_error_known(void **state) {
  char *trace = debug_path("HEDDLE_ROOT", ".", "sample-traces/AbsList/AbsList.htrace");
  struct story s =
      story_begin(24, 80, "AbsList", trace, "--property exception", "AbsList 1 1", 100);
  (void)state;
  type(&s, "e", "no error is known");
  type(&s, "2", "suspicious (0)");
  type(&s, "}", "no event of the trace is suspicious; B checks");
  type(&s, "{", ":trace suspicious back  no event of the trace is suspicious");
  type(&s, "c", "no event near #0 conflicts with it");
  story_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exception_80x24), cmocka_unit_test(test_exception_120x36),
      cmocka_unit_test(test_recorded_80x24),  cmocka_unit_test(test_recorded_120x36),
      cmocka_unit_test(test_race_80x24),      cmocka_unit_test(test_race_120x36),
      cmocka_unit_test(test_deadlock_80x24),  cmocka_unit_test(test_deadlock_120x36),
      cmocka_unit_test(test_java_80x24),      cmocka_unit_test(test_java_120x36),
      cmocka_unit_test(test_long_trace),      cmocka_unit_test(test_no_error_known),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
