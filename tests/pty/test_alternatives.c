/* Tests alternative runs on a terminal: the nearest run without an error beside the path to an
 * error, in the views Explain and Compare, and the runs of a repaired program.
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "debug_fixture.h"
#include "engine/base/mem.h"

static const struct debug_step compare_steps[] = {
    {NULL, "[Choices]", NULL},
    {":set times off\r", "times off", NULL},
    {":check --depth 40\r", "error: uncaught", NULL},
    {":go 11\r", "step 11 (node 11)", NULL},
    {"v", "Common prefix 16 of 33 | 20", "compare"},
    {"}", ":compare next", NULL},
    {"}", "no difference behind it", NULL},
    {"{", ":compare previous", NULL},
    {"k", ":up", NULL},
    {"h", ":left", NULL},
    {"\r", "step 9 (node 9)", NULL}, /* the last event that both runs have in common */
    {"E", "the same up to step 9", NULL},
    {"v", "Common prefix 16 of 33 | 20", NULL}, /* again the same two runs */
};

static const struct debug_step repair_steps[] = {
    {NULL, "[Choices]", NULL},
    {":set times off\r", "times off", NULL},
    {":check --depth 40\r", "error: uncaught", NULL},
    {":go 11\r", "step 11 (node 11)", NULL},
    {"E", "the same up to step 9", NULL},
    {":pane repairs\r", "[What would help", NULL},
    {"F", "THIS ERROR STILL OCCURS", NULL},
    {"jF", "no error in all", "repairs"},
    {":repair 9\r", "there is no repair '9'", NULL},
};

static void repair_session(int rows, int cols) {
  struct pty *p =
      debug_start(rows, cols, NULL, "TwoStage", "--property deadlock,exception", "TwoStage 2 1");
  debug_play(p, repair_steps, COUNT(repair_steps), rows, cols);
  debug_leave(p);
}

static void test_repair_80x24(void **state) { (void)state, repair_session(24, 80); }
static void test_repair_120x36(void **state) { (void)state, repair_session(36, 120); }

static void compare_session(int rows, int cols) {
  struct pty *p =
      debug_start(rows, cols, NULL, "TwoStage", "--property deadlock,exception", "TwoStage 2 1");
  debug_play(p, compare_steps, COUNT(compare_steps), rows, cols);
  debug_leave(p);
}

static void test_compare_80x24(void **state) { (void)state, compare_session(24, 80); }
static void test_compare_120x36(void **state) { (void)state, compare_session(36, 120); }
static void test_compare_200x60(void **state) { (void)state, compare_session(60, 200); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_repair_80x24),   cmocka_unit_test(test_repair_120x36),
      cmocka_unit_test(test_compare_80x24),  cmocka_unit_test(test_compare_120x36),
      cmocka_unit_test(test_compare_200x60),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
