/* Tests sessions of heddle debug on a pseudo-terminal: a session is kept when the user leaves it or
 * when it is killed or crashes, and it can be resumed.
 * timeout: 240 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "tests/pty/pty_screen.h"
#include "debug_fixture.h"

static const char *const *session_env(const char *name) {
  static const char *env[8];
  size_t n = 0;
  env[n++] = "TERM=xterm-256color";
  env[n++] = "LC_ALL=C.UTF-8";
  env[n++] = "HEDDLE_HISTORY=";
  env[n++] = debug_keep("HEDDLE_SESSIONS=%s/%s", from_env("TEST_TMP", "/tmp"), name);
  env[n] = NULL;
  return env;
}

static struct pty *begin(const char *folder) {
  return debug_start(24, 80, session_env(folder), "TwoStage", "--property exception",
                     "TwoStage 2 1");
}

static struct pty *resume(const char *folder) {
  const char *argv[] = {from_env("HEDDLE", "build/heddle"), "debug", "--resume", NULL};
  return pty_start(24, 80, session_env(folder), argv);
}

/* Sets a mark, takes four steps, sets a bookmark, writes a note, and moves the cursor of the view
 * Trace two rows up. */
static void work(struct pty *p) {
  debug_expect(p, "[Choices]");
  debug_keys(p, ":mark TwoStage.java:17\r", "marked g1");
  debug_keys(p, ":step 4\r", "step 4");
  debug_keys(p, "\"", "set a bookmark here");
  debug_keys(p, "k", "bookmark 'k step 4");
  debug_keys(p, ":note here it is\r", "note at step 4: here it is");
  debug_keys(p, "2", "[2 Trace]");
  debug_keys(p, "kk", ":up");
}

static char *cursor_row(struct pty *p) {
  for (int i = 0; i < 24; i++) {
    char *row = pty_row(p, i);
    if (*row == '>') return row;
    free(row);
  }
  return mem_strdup("no cursor");
}

static void goes_on(const char *folder, const char *cursor) {
  struct pty *p = resume(folder);
  char *row;
  debug_expect(p, "resumed: ");
  debug_expect(p, "[2 Trace]");
  row = cursor_row(p);
  assert_string_equal(row, cursor);
  free(row);
  debug_keys(p, "1", "guide ");
  debug_keys(p, ":marks\r", "g1 TwoStage.java:17");
  debug_keys(p, ":go root\r", "step 0");
  debug_keys(p, "'k", "note: here it is");
  debug_keys(p, "''", "step 0");
  debug_leave(p);
}

static void ended_by(const char *folder, int sig) {
  struct pty *p = begin(folder);
  char *cursor;
  work(p);
  cursor = cursor_row(p);
  assert_int_equal(*cursor, '>');
  if (sig)
    kill(pty_pid(p), sig), pty_wait_end(p);
  else
    debug_leave(p);
  if (sig) pty_end(p);
  /* the two `k` are the script's last line, merged into one */
  if (sig) {
    goes_on(folder, cursor);
  } else {
    p = resume(folder); /* leaving by q showed the view Debug before */
    debug_expect(p, "[1 Debug]");
    debug_expect(p, "step 4");
    debug_leave(p);
  }
  free(cursor);
}

static void test_killed(void **state) {
  (void)state;
  ended_by("term", SIGTERM);
  ended_by("hup", SIGHUP);
  ended_by("quit", SIGQUIT);
  ended_by("kill", SIGKILL);
}

static void test_crashed(void **state) {
  (void)state;
  if (strstr(from_env("HEDDLE_BUILD", ""), "asan")) skip(); /* ASan handles the signal */
  ended_by("segv", SIGSEGV);
  ended_by("abort", SIGABRT);
}

static void test_left(void **state) { (void)state, ended_by("left", 0); }

/* Leaving asks once if there is unsaved work, and does not ask after the session was saved. */
static void test_quit_asks(void **state) {
  struct pty *p = begin("asks");
  (void)state;
  debug_expect(p, "[Choices]");
  debug_keys(p, "s", "step 1");
  debug_keys(p, "q", "q again leaves: 1 unsaved command (:save; heddle debug --resume)");
  debug_keys(p, ":marks\r", "no marks"); /* only shows something, so it is not unsaved */
  debug_keys(p, "q", "q again leaves: 1 unsaved command (:save; heddle debug --resume)");
  debug_keys(p, "s", "step 2");
  debug_keys(p, "q", "q again leaves: 2 unsaved commands (:save; heddle debug --resume)");
  debug_keys(p, debug_keep(":save %s/asks.txt\r", from_env("TEST_TMP", "/tmp")), "written to");
  pty_send(p, "q");
  assert_int_equal(pty_wait_end(p), 0);
  pty_end(p);
}

static void test_copy(void **state) {
  struct pty *p = begin("copy");
  (void)state;
  debug_expect(p, "[Choices]");
  debug_keys(p, "y", "sent to the terminal's clipboard");
  debug_keys(p, debug_keep("x%s/view.txt\r", from_env("TEST_TMP", "/tmp")), "view Debug written");
  pty_send(p, "q");
  assert_int_equal(pty_wait_end(p), 0);
  pty_end(p);
}

/* On a terminal, the list of lessons also says how to begin one. For a script, it contains only the
 * names. */
static void test_lessons_listed(void **state) {
  const char *argv[] = {from_env("HEDDLE", "build/heddle"), "lesson", "--lessons",
                        debug_path("HEDDLE_ROOT", ".", "sample-traces/lessons"), NULL};
  struct pty *p = pty_start(24, 80, session_env("lessons"), argv);
  (void)state;
  debug_expect(p, "two-locks");
  debug_expect(p, "heddle lesson NAME begins one; Space goes on");
  assert_int_equal(pty_wait_end(p), 0);
  pty_end(p);
}

static struct pty *lesson(const char *folder) {
  const char *argv[] = {from_env("HEDDLE", "build/heddle"),
                        "lesson",
                        "--lessons",
                        debug_path("HEDDLE_ROOT", ".", "sample-traces/lessons"),
                        "-cp",
                        debug_path("HEDDLE_SAMPLES", "build/samples", "lessons"),
                        "raise",
                        NULL};
  return pty_start(24, 80, session_env(folder), argv);
}

/* A lesson shows texts and a question over the view, takes votes, reveals the answer, and
 * continues to its next stop. */
static void test_lesson(void **state) {
  struct pty *p = lesson("lesson");
  (void)state;
  debug_expect(p, "a and b vote, Space reveals");
  assert_false(pty_shows(p, "because:"));
  debug_keys(p, "bba", "no, whatever runs next   2 votes");
  debug_keys(p, " ", "because: check 1: error:");
  debug_expect(p, "1 of 3 votes right");
  debug_keys(p, "b", "the question is answered: Space goes on");
  debug_keys(p, " ", "T1 reads first.");
  assert_false(pty_shows(p, "T2 Raise::raise write")); /* would answer the next question */
  debug_keys(p, " ", "Which value has Raise.count now?");
  debug_expect(p, "Then both wrote.");
  debug_expect(p, "a to c vote, Space reveals");
  assert_false(pty_shows(p, "write Raise.count = 1")); /* the answer to the question */
  debug_keys(p, " ", "because: written last in step 6");
  debug_keys(p, " ", "and one more.");
  debug_keys(p, " ", "because: check 2: error:");
  debug_keys(p, " ", "the end of the lesson (q leaves; heddle lesson lists them all)");
  debug_keys(p, " ", "the lesson is over"); /* Space starts no search */
  debug_leave(p);
}

/* A resumed lesson still has its score and its open question with the votes, and continues from
 * this question. */
static void test_lesson_resumed(void **state) {
  struct pty *p = lesson("lesson-left");
  (void)state;
  debug_expect(p, "a and b vote, Space reveals");
  debug_keys(p, "a ", "because: check 1: error:");
  debug_keys(p, " ", "T1 reads first.");
  debug_keys(p, " ", "Which value has Raise.count now?");
  debug_keys(p, "c", "c  2   1 vote");
  debug_leave(p);
  p = resume("lesson-left");
  debug_expect(p, "resumed: ");
  debug_expect(p, "c  2   1 vote");
  debug_expect(p, "a to c vote, Space reveals");
  debug_keys(p, " ", "because: written last in step 6");
  debug_keys(p, ":score\r", "1 of 2 votes right, in 2 questions");
  debug_keys(p, " ", "and one more.");
  debug_leave(p);
  p = resume("lesson-left");
  debug_expect(p, "and one more.");
  debug_keys(p, " ", "because: check 2: error:");
  debug_keys(p, " ", "the end of the lesson (q leaves; heddle lesson lists them all)");
  debug_leave(p);
}

/* With predict on, the effects of choices are hidden until Space reveals them. */
static void test_predict(void **state) {
  struct pty *p =
      debug_start(36, 120, session_env("predict"), "TwoStage", "--property race", "TwoStage 2 1");
  (void)state;
  debug_expect(p, "h unchanged");
  debug_keys(p, ":predict on\r", "What would choice 1 do");
  debug_expect(p, "a to f vote, Space reveals");
  assert_false(pty_shows(p, "h unchanged"));
  debug_keys(p, "a ", "1 of 1 vote right");
  debug_expect(p, "h unchanged");
  debug_keys(p, "s", "step 1");
  assert_false(pty_shows(p, "because:"));
  debug_leave(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_killed),  cmocka_unit_test(test_crashed),
      cmocka_unit_test(test_left),    cmocka_unit_test(test_quit_asks),
      cmocka_unit_test(test_copy),    cmocka_unit_test(test_lessons_listed),
      cmocka_unit_test(test_lesson),  cmocka_unit_test(test_lesson_resumed),
      cmocka_unit_test(test_predict),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
