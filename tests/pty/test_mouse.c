/* Tests the mouse on a pseudo-terminal: clicks on tabs and rows, the wheel, dragged rules, and the
 * setting `mouse`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "debug_fixture.h"

static void place_of(struct pty *p, const char *text, int *row, int *col) {
  debug_expect(p, text);
  if (!pty_find(p, text, row, col)) fail_msg("'%s' is not on the screen", text);
}

static void click_at(struct pty *p, int row, int col) {
  pty_mouse(p, 1, true, row, col);
  pty_mouse(p, 1, false, row, col);
}

static void click(struct pty *p, const char *text) {
  int row, col;
  place_of(p, text, &row, &col);
  click_at(p, row, col);
}

static struct pty *start(int rows, int cols) {
  struct pty *p = debug_start(rows, cols, NULL, "TwoStage", "--property exception", "TwoStage 2 1");
  debug_expect(p, "TwoStage 2 1 > step 0");
  return p;
}

static void tabs_show_views(void **state) {
  (void)state;
  for (int cols = 60; cols <= 120; cols += 60) {
    struct pty *p = start(36, cols);
    assert_true(pty_has_mouse(p));
    click(p, "Tree");
    debug_expect(p, "Search tree, ");
    click(p, "Log");
    debug_expect(p, "═[Log]");
    click(p, "Debug");
    debug_expect(p, "[Choices]");
    pty_send(p, "q");
    assert_int_equal(pty_wait_end(p), 0);
    assert_false(pty_has_mouse(p));
    pty_end(p);
  }
}

/* The first click on a row moves the cursor there. The second click takes the choice. */
static void rows_are_chosen_and_taken(void **state) {
  struct pty *p = start(36, 120);
  int row, col;
  (void)state;
  debug_keys(p, ":step 2\r", "> step 2 ");
  place_of(p, "2 T1", &row, &col);
  click_at(p, row, col);
  debug_expect(p, ">2 T1");
  assert_false(pty_shows(p, "> step 3 "));
  click_at(p, row, col);
  debug_expect(p, "> step 3 ");
  debug_expect(p, " begin");
  debug_leave(p);
}

/* The wheel moves the cursor of the pane under the mouse, and gives that pane the focus. */
static void wheel_moves_in_a_pane(void **state) {
  struct pty *p = start(24, 80);
  int row, col;
  (void)state;
  debug_keys(p, "7", "[Commands");
  place_of(p, "[Commands", &row, &col);
  pty_mouse(p, 5, true, row + 4, 10);
  debug_expect(p, "\n>");
  for (int i = 0; i < 12; i++) pty_mouse(p, 5, true, row + 4, 10);
  debug_expect(p, ":down 3");
  for (int i = 0; i < 12; i++) pty_mouse(p, 4, true, row + 4, 10);
  debug_expect(p, ":up 3");
  debug_leave(p);
}

static void rules_are_dragged(void **state) {
  struct pty *p = start(36, 120);
  int row, col, to, title;
  (void)state;
  place_of(p, "[Choices]", &title, &to);
  place_of(p, "[Threads]", &row, &col);
  pty_mouse(p, 1, true, row, col + 12);
  pty_mouse(p, 1, false, row - 4, col + 12);
  debug_keys(p, "\t", "[Choices]");
  place_of(p, "[Threads]", &to, &col);
  assert_int_equal(to, row - 4);
  col--; /* the rule on the pane's left is one column before its "[" */
  pty_mouse(p, 1, true, title + 2, col - 1);
  pty_mouse(p, 1, false, title + 2, col - 11);
  debug_keys(p, "\t", "[Choices]");
  place_of(p, "[Choices]", &title, &to);
  assert_int_equal(to, col + 1 - 10);
  pty_resize(p, 40, 130); /* on a screen of another size, the drags do not apply */
  debug_expect(p, "[Choices]");
  debug_leave(p);
}

static void it_can_be_left_to_the_terminal(void **state) {
  struct pty *p = start(36, 120);
  (void)state;
  debug_keys(p, ":set mouse off\r", ":set mouse off");
  debug_keys(p, "4", "[Search tree");
  assert_false(pty_has_mouse(p));
  click(p, "Debug");
  debug_keys(p, "5", "[Bounded checks");
  debug_keys(p, ":set mouse on\r", ":set mouse on");
  debug_keys(p, "4", "[Search tree");
  assert_true(pty_has_mouse(p));
  debug_leave(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tabs_show_views),
      cmocka_unit_test(rows_are_chosen_and_taken),
      cmocka_unit_test(wheel_moves_in_a_pane),
      cmocka_unit_test(rules_are_dragged),
      cmocka_unit_test(it_can_be_left_to_the_terminal),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
