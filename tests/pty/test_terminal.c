/* Tests heddle debug and its terminal: sizes, colours and signals. At the end, the terminal must be
 * as it was before.
 * timeout: 240 */
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/pty/pty_screen.h"
#include "debug_fixture.h"

/* ---- the terminal ---- */

static void test_small_and_resized(void **state) {
  struct pty *p = debug_start(16, 60, NULL, "TwoStage", "", "TwoStage 2 1");
  (void)state;
  debug_expect(p, "[Choices]");
  debug_keys(p, "ss", "step 2");
  debug_shot(p, "small", 16, 60);
  pty_resize(p, 36, 120);
  debug_expect(p, "State diff");
  pty_resize(p, 10, 40);
  debug_expect(p, "heddle needs 60x16");
  pty_resize(p, 24, 80);
  debug_expect(p, "[Threads]");
  debug_leave(p);
}

static void test_no_color_and_c_locale(void **state) {
  static const char *const bare[] = {"TERM=xterm-256color", "LC_ALL=C", "NO_COLOR=1",
                                     "HEDDLE_HISTORY=", NULL};
  struct pty *p = debug_start(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  char *text, *c;
  (void)state;
  debug_expect(p, "[Choices]");
  assert_true(pty_colored(p));
  assert_true(pty_shows(p, "\xE2\x94\x80[Threads]"));
  debug_leave(p);
  p = debug_start(24, 80, bare, "TwoStage", "", "TwoStage 2 1");
  debug_expect(p, "-[Threads]");
  assert_false(pty_colored(p));
  assert_true(pty_reverse(p, 0, 0)); /* the status bar is visible without colours */
  text = pty_text(p);
  for (c = text; *c; c++) assert_true((unsigned char)*c < 0x80);
  free(text);
  debug_leave(p);
}

/* A theme without colours shows none, even if the environment chose it. No theme overrides
 * NO_COLOR. */
static void test_themes(void **state) {
  static const char *const mono[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", "HEDDLE_THEME=mono",
                                     "HEDDLE_HISTORY=", NULL};
  static const char *const none[] = {"TERM=xterm-256color",   "LC_ALL=C.UTF-8",  "NO_COLOR=1",
                                     "HEDDLE_THEME=nonsense", "HEDDLE_HISTORY=", NULL};
  struct pty *p = debug_start(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  (void)state;
  debug_expect(p, "[Choices]");
  assert_true(pty_colored(p));
  debug_keys(p, ":set theme mono\r", ":set theme mono");
  assert_false(pty_colored(p));
  debug_keys(p, ":set theme blue-yellow\r", ":set theme blue-yellow");
  assert_true(pty_colored(p));
  debug_leave(p);
  p = debug_start(24, 80, mono, "TwoStage", "", "TwoStage 2 1");
  debug_expect(p, "[Choices]");
  assert_false(pty_colored(p));
  debug_keys(p, ":set theme\r", "theme mono  (colours");
  debug_leave(p);
  p = debug_start(24, 80, none, "TwoStage", "", "TwoStage 2 1");
  debug_expect(p, "[Choices]");
  debug_keys(p, "6", "there is no theme 'nonsense'");
  debug_keys(p, ":set theme high-contrast\r", ":set theme high-contrast");
  assert_false(pty_colored(p));
  debug_leave(p);
}

static void test_dumb_terminal(void **state) {
  static const char *const dumb[] = {"TERM=dumb", "LC_ALL=C.UTF-8", NULL};
  struct pty *p = debug_start(24, 100, dumb, "TwoStage", "", "TwoStage 2 1");
  int status;
  (void)state;
  debug_expect(p, "the terminal is dumb");
  debug_keys(p, "step\n", "step 1:");
  debug_keys(p, "threads\n", "T1 Producer");
  debug_keys(p, "nonsense\n", "no command 'nonsense'");
  pty_send(p, "quit\n");
  status = pty_wait_end(p);
  assert_int_equal(status, 0);
  pty_end(p);
}

static void ends_by(int sig, bool signaled) {
  struct pty *p = debug_start(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  int status;
  debug_expect(p, "[Choices]");
  assert_true(pty_alternate(p));
  assert_false(pty_cooked(p));
  kill(pty_pid(p), sig);
  status = pty_wait_end(p);
  if (signaled)
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == sig);
  else
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 128 + sig);
  assert_false(pty_alternate(p));
  assert_true(pty_cooked(p));
  pty_end(p);
}

static void test_ends_by_signal(void **state) {
  (void)state;
  ends_by(SIGTERM, false);
  ends_by(SIGHUP, false);
}

static void test_crash_restores_the_terminal(void **state) {
  (void)state;
  if (strstr(from_env("HEDDLE_BUILD", ""), "asan")) skip(); /* ASan handles the signal */
  ends_by(SIGSEGV, true);
  ends_by(SIGABRT, true);
}

/* Ctrl-Z and fg work under a shell with job control. */
static void test_suspend_and_resume(void **state) {
  static const char *const env[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8",
                                    "HEDDLE_HISTORY=", "PS1=ready> ", NULL};
  static const char *const shell[] = {"/bin/bash", "--norc", "--noprofile", "-i", NULL};
  char *line = debug_keep("'%s' debug -cp '%s' TwoStage 2 1\n", from_env("HEDDLE", "build/heddle"),
                          debug_path("HEDDLE_SAMPLES", "build/samples", "TwoStage"));
  struct pty *p = pty_start(24, 80, env, shell);
  (void)state;
  debug_expect(p, "ready>");
  debug_keys(p, line, "[Choices]");
  debug_keys(p, "s", "step 1");
  debug_keys(p, "\x1a", "Stopped");
  assert_false(pty_alternate(p));
  debug_keys(p, "echo $((6*7))\n", "42");
  debug_keys(p, "fg\n", "[Choices]");
  assert_true(pty_alternate(p));
  debug_keys(p, "s", "step 2");
  debug_keys(p, "q", "q again leaves");
  debug_keys(p, "q", "ready>");
  pty_end(p);
}

/* The largest and the smallest number of bytes that waited for a slow line while a search ran. The
 * terminal says that it has the given speed; 960 bytes per second are read from it. */
struct waiting {
  int most, least;
};
static struct waiting waits_for_the_line(const char *speed) {
  static const char *const env[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8",
                                    "HEDDLE_HISTORY=", NULL};
  char *line = debug_keep("stty %s; exec '%s' debug --por none -cp '%s' Philosophers 7", speed,
                          from_env("HEDDLE", "build/heddle"),
                          debug_path("HEDDLE_SAMPLES", "build/samples", "Philosophers"));
  const char *const shell[] = {"/bin/sh", "-c", line, NULL};
  struct pty *p = pty_start(24, 80, env, shell);
  struct waiting w = {0, INT_MAX};
  debug_expect(p, "[Choices]");
  pty_send(p, ":search dfs\r:guided run\r");
  pty_slow_line(p, 960, 5000);
  for (int i = 0; i < 10; i++) {
    int waiting = pty_slow_line(p, 960, 500);
    if (waiting > w.most) w.most = waiting;
    if (waiting < w.least) w.least = waiting;
  }
  assert_true(pty_shows(p, "searching"));
  pty_end(p);
  return w;
}

/* Frames that show the progress of a search leave a slow line free most of the time. If heddle does
 * not know that the line is slow, they fill it. */
static void test_slow_line(void **state) {
  struct waiting slow = waits_for_the_line("9600"), unknown = waits_for_the_line("38400");
  (void)state;
  assert_in_range(slow.least, 0, 96);
  assert_in_range(slow.most, 1, 2000);
  assert_true(unknown.least > 2000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small_and_resized),
      cmocka_unit_test(test_no_color_and_c_locale),
      cmocka_unit_test(test_themes),
      cmocka_unit_test(test_dumb_terminal),
      cmocka_unit_test(test_ends_by_signal),
      cmocka_unit_test(test_crash_restores_the_terminal),
      cmocka_unit_test(test_suspend_and_resume),
      cmocka_unit_test(test_slow_line),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
