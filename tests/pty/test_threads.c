/* Tests the threads pane with forty threads, and the list of choices with threads that cannot
 * run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "tests/pty/debug_fixture.h"

/* With 38 producers, a consumer and main, the pane's title says how many threads are out of sight,
 * and `find` finds a thread. */
static void forty(int rows, int cols) {
  static const char *const all_started[] = {":step 39\r", "step 39"};
  struct pty *p =
      debug_start(rows, cols, NULL, "TwoStage", "--property exception", "TwoStage 38 1");
  debug_expect(p, "T0 main");
  debug_keys(p, all_started[0], all_started[1]);
  debug_keys(p, ":pane threads\r", "/40, ");
  debug_expect(p, " more");
  debug_shot(p, "forty", rows, cols);
  debug_keys(p, "/Consumer\r", "/Consumer: 1 of 1");
  debug_shot(p, "forty-found", rows, cols);
  debug_leave(p);
}

static void test_forty_80x24(void **state) { (void)state, forty(24, 80); }
static void test_forty_120x36(void **state) { (void)state, forty(36, 120); }
static void test_forty_200x60(void **state) { (void)state, forty(60, 200); }

/* A thread that waits for a lock is listed after the choices, with the reason. It cannot be
 * taken. */
static void blocked(int rows, int cols) {
  static const struct debug_step steps[] = {
      {":step 3\r", "step 3", NULL},
      {":take T1\r", "step 4", NULL},
      {":take T2\r", "step 5", NULL},
      {":take T2\r", "T2 Producer cannot run: wants lock Cell#1 \"d1\", held by T1 Producer",
       "blocked"},
      {":pane choices\r", "pane choices", NULL},
      {"jjjj\r", "T2 Producer cannot run: wants lock", NULL},
  };
  struct pty *p = debug_start(rows, cols, NULL, "TwoStage", "--property exception", "TwoStage 2 1");
  debug_expect(p, "T0 main");
  debug_play(p, steps, COUNT(steps), rows, cols);
  debug_leave(p);
}

static void test_blocked_80x24(void **state) { (void)state, blocked(24, 80); }
static void test_blocked_120x36(void **state) { (void)state, blocked(36, 120); }
static void test_blocked_200x60(void **state) { (void)state, blocked(60, 200); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forty_80x24),    cmocka_unit_test(test_forty_120x36),
      cmocka_unit_test(test_forty_200x60),   cmocka_unit_test(test_blocked_80x24),
      cmocka_unit_test(test_blocked_120x36), cmocka_unit_test(test_blocked_200x60),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
