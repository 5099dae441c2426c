/* Tests lessons and questions of heddle debug on a pseudo-terminal when the user moves in between.
 * timeout: 240 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/pty/pty_screen.h"
#include "debug_fixture.h"

static const char *const *teach_env(const char *name) {
  static const char *env[8];
  size_t n = 0;
  env[n++] = "TERM=xterm-256color";
  env[n++] = "LC_ALL=C.UTF-8";
  env[n++] = "HEDDLE_HISTORY=";
  env[n++] = debug_keep("HEDDLE_SESSIONS=%s/teach-%s", from_env("TEST_TMP", "/tmp"), name);
  env[n] = NULL;
  return env;
}

/* Starts a lesson. `rows` should leave room for the log below the view if the test reads it. */
static struct pty *lesson(int rows, const char *name, const char *folder) {
  const char *argv[] = {from_env("HEDDLE", "build/heddle"),
                        "lesson",
                        "--lessons",
                        debug_path("HEDDLE_ROOT", ".", "sample-traces/lessons"),
                        "-cp",
                        debug_path("HEDDLE_SAMPLES", "build/samples", "lessons"),
                        name,
                        NULL};
  struct pty *p = pty_start(rows, 100, teach_env(folder), argv);
  debug_expect(p, "vote, Space reveals");
  return p;
}

static struct pty *program(const char *folder) {
  return debug_start(50, 100, teach_env(folder), "TwoStage", "--property race", "TwoStage 2 1");
}

/* The texts of a lesson describe the lesson's state, so the lesson returns to its node before it
 * continues. */
static void test_goes_back(void **state) {
  struct pty *p = lesson(40, "raise", "back");
  (void)state;
  debug_keys(p, " ", "because: check 1: error:");
  debug_keys(p, " ", "T1 reads first.");
  debug_keys(p, "s", "the lesson is at step 3: Space goes on from there");
  assert_false(pty_shows(p, "T1 reads first.")); /* the text describes another state */
  debug_keys(p, "S", "T1 reads first.");         /* the text appears again at its state */
  debug_keys(p, "s", "the lesson is at step 3: Space goes on from there");
  debug_keys(p, " ", "Which value has Raise.count now?");
  debug_keys(p, " ", "because: written last in step 6: T2");
  debug_keys(p, "6", "back to the lesson's place, step 3");
  debug_leave(p);
}

/* The lesson also returns after an answered question, and in a resumed session. */
static void test_goes_back_resumed(void **state) {
  const char *again[] = {from_env("HEDDLE", "build/heddle"), "debug", "--resume", NULL};
  struct pty *p = lesson(40, "peterson", "resumed");
  (void)state;
  debug_keys(p, " ", "because: check 1");
  debug_keys(p, " ", "Which value has Mutex.turn now?");
  debug_keys(p, " ", "because: written last in step 5");
  debug_keys(p, " ", "Can T1 Mutex::first take a step here?");
  debug_keys(p, " ", "because: it is runnable");
  debug_keys(p, " ", "T2 is still inside.");
  debug_keys(p, " ", "because: check 2");
  debug_keys(p, "SS", "the lesson is at step 9: Space goes on from there");
  debug_leave(p);
  p = pty_start(40, 100, teach_env("resumed"), again);
  debug_expect(p, "resumed: ");
  debug_expect(p, "the lesson is at step 9: Space goes on from there");
  debug_keys(p, " ", "T1 is in as well.");
  debug_expect(p, "What would choice 2 do");
  debug_expect(p, "step 11");
  debug_keys(p, " ", "because: an error");
  debug_keys(p, " ", "Two threads were inside.");
  debug_leave(p);
}

/* After :reload, nodes have other numbers, but the lesson continues. */
static void test_reloaded(void **state) {
  struct pty *p = lesson(40, "raise", "reloaded");
  (void)state;
  debug_keys(p, " ", "because: check 1: error:");
  debug_keys(p, " ", "T1 reads first.");
  debug_keys(p, ":reload\r", "reloaded: 3 of 3 steps taken again");
  debug_expect(p, "Space goes on");
  debug_keys(p, "s", "the lesson is at step 3: Space goes on from there");
  debug_keys(p, " ", "Which value has Raise.count now?");
  debug_keys(p, " ", "because: written last in step 6: T2");
  debug_leave(p);
}

/* A question of a lesson waits at the node where it was asked. At other nodes, the letters have
 * their usual meanings. */
static void test_question_waits(void **state) {
  struct pty *p = lesson(24, "lazy-value", "waits");
  (void)state;
  debug_keys(p, "a", "1 vote");
  debug_keys(p, "s", "the question is at step 3: Space goes back to it");
  assert_false(pty_shows(p, "vote, Space reveals"));
  debug_keys(p, ":vote a\r", "the question is at step 3 (:continue goes back to it)");
  debug_keys(p, "b", ":break cursor"); /* not a vote */
  debug_keys(p, "4", "the question is at step 3: Space goes back to it");
  debug_keys(p, " ", "vote, Space reveals");
  debug_expect(p, "1 vote");
  assert_false(pty_shows(p, "because:"));
  debug_keys(p, " ", "because: check 1: error");
  debug_leave(p);
}

/* A question of predict, or one that the user asked, is closed when predict is switched off, or
 * when the session leaves the question's node. */
static void test_closed(void **state) {
  struct pty *p = program("closed");
  (void)state;
  debug_keys(p, ":predict on\r", "What would choice 1 do");
  debug_keys(p, "s6", "the question at step 0 is closed");
  debug_keys(p, "1", "What would choice 1 do");
  debug_keys(p, ":predict off\r", "what choices would do is shown");
  assert_false(pty_shows(p, "What would choice 1 do: T0 main start T2 @72?"));
  assert_false(pty_shows(p, "vote, Space reveals"));
  debug_keys(p, "b", ":break cursor"); /* not a vote */
  debug_keys(p, ":ask outcome\r", "Can an error still happen from here?");
  debug_keys(p, ":mark TwoStage.java:17\r", "marked g1"); /* still open: the node is the same */
  debug_keys(p, "a", "1 vote");
  debug_keys(p, "s", "the question at step 1 is closed");
  debug_keys(p, ":continue\r", "no question is open, and no lesson is running");
  debug_leave(p);
}

/* While a lesson runs, only the lesson asks. Predict can be switched on when it is over. */
static void test_predict_in_lesson(void **state) {
  struct pty *p = lesson(40, "two-locks", "predict");
  (void)state;
  debug_keys(p, ":predict on\r", "the lesson asks here: predict waits until it is over");
  debug_keys(p, " ", "because: check 1");
  debug_keys(p, " ", "Can T2 lambda @15 take a step here?");
  debug_keys(p, " ", "because: it is runnable");
  debug_keys(p, " ", "What would choice 2 do");
  debug_keys(p, " ", "because: an error");
  debug_keys(p, " ", "the end of the lesson");
  debug_keys(p, ":predict on\r", "each choice is a question");
  debug_keys(p, "S", "What would choice");
  debug_keys(p, " ", "because: ");
  debug_leave(p);
}

/* While a question is open, no view shows its answer. */
static void test_tree_hides(void **state) {
  struct pty *p = lesson(40, "two-locks", "tree");
  (void)state;
  debug_keys(p, "4", "not shown while the question is open");
  debug_keys(p, "5", "not shown while the question is open");
  debug_keys(p, " ", "c1 ");
  debug_keys(p, "4", "@ 3 T0 main end");
  debug_keys(p, " ", "Can T2 lambda @15 take a step here?");
  debug_expect(p, "not shown while the question is open");
  assert_false(pty_shows(p, "ERROR"));
  assert_false(pty_shows(p, "T2 lambda @15 begin"));
  debug_keys(p, " ", "T2 lambda @15 begin: lock Object#2");
  debug_keys(p, " ", "What would choice 2 do");
  debug_expect(p, "@ 4 T1 lambda");
  assert_false(pty_shows(p, "5 T2 lambda"));
  assert_false(pty_shows(p, "1 ERROR)")); /* a fold would show this count */
  debug_leave(p);
}

/* At the end of the lesson, the screen shows the cycle of locks. */
static void test_explains(void **state) {
  struct pty *p = lesson(24, "two-locks", "explains");
  (void)state;
  debug_keys(p, " ", "because: check 1");
  debug_keys(p, " ", "Can T2 lambda @15 take a step here?");
  debug_keys(p, " ", "because: it is runnable");
  debug_keys(p, " ", "What would choice 2 do");
  debug_keys(p, " ", "because: an error");
  debug_keys(p, " ", "the end of the lesson");
  debug_expect(p, "circle: T1 lambda @14 -> T2 lambda @15 -> T1 lambda @14");
  debug_leave(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_goes_back),  cmocka_unit_test(test_goes_back_resumed),
      cmocka_unit_test(test_reloaded),   cmocka_unit_test(test_question_waits),
      cmocka_unit_test(test_closed),     cmocka_unit_test(test_predict_in_lesson),
      cmocka_unit_test(test_tree_hides), cmocka_unit_test(test_explains),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
