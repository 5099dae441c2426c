/* The threads pane of the view Debug on a stand-in engine: at 80x24, the pane shows the most
 * important data of each thread, and more of the thread under the cursor in detail rows; when
 * enlarged, it shows more of every thread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "tui/terminal/command.h"
#include "tui/views/views.h"
#include "tui_fixture.h"

enum { THREADS = 2 };

/* Returns the text of the pane without its title, with rows joined by single blanks. Caller
 * frees. */
static char *pane_text(struct debug *d, int rows, int cols) {
  struct text t = {0};
  struct grid g;
  struct rect r;
  int row, col;
  bool blank = true;
  grid_init(&g, rows, cols);
  view_screen(d, &g);
  r = d->views[VIEW_debug].pane[THREADS].area;
  for (row = r.row + 1; row < r.row + r.rows; row++)
    for (col = r.col; col <= r.col + r.cols; col++) {
      uint32_t ch = col < r.col + r.cols ? grid_cell(&g, row, col)->ch : ' ';
      char c = ch < 128 ? (char)ch : '?';
      if (c != ' ' || !blank) text_add(&t, &c, 1);
      blank = c == ' ';
    }
  grid_release(&g);
  return t.s;
}

static void shows(struct debug *d, int rows, int cols, const char *what) {
  char *s = pane_text(d, rows, cols);
  if (!strstr(s, what)) fail_msg("%dx%d: no '%s' in '%s'", cols, rows, what, s);
  free(s);
}

/* T1 holds L and is about to read; T2 waits for L. */
static void start(struct debug *d) {
  tui_start(d);
  tui_run(d, "take T0");
  tui_run(d, "take T0");
  tui_run(d, "take T1");
  tui_run(d, "pane threads");
}

static void test_detail_of_the_thread_under_the_cursor(void **state) {
  struct debug d;
  (void)state;
  start(&d);
  tui_run(&d, "row 3");
  shows(&d, 24, 80, "T2 W blocked @8 wants lock L");
  shows(&d, 24, 80, "wants lock L, held by T1 W at W.run:8 class W");
  tui_run(&d, "row 2");
  shows(&d, 24, 80, "holds L");
  debug_release(&d);
}

static void test_enlarged_all_is_whole(void **state) {
  struct debug d;
  (void)state;
  start(&d);
  tui_run(&d, "pane large");
  shows(&d, 24, 80, "T1 W runnable W.run:8 next: read Bank.bal holds L class W");
  shows(&d, 24, 80, "T2 W blocked W.run:8 wants lock L, held by T1 W class W");
  tui_run(&d, "row 3");
  shows(&d, 12, 40, "wants lock L, held by T1 W");
  debug_release(&d);
}

/* A guide sequence without marks leaves its rows to the threads. */
static void test_room_of_an_empty_sequence(void **state) {
  struct debug d;
  (void)state;
  start(&d);
  tui_run(&d, "pane choices");
  shows(&d, 36, 120, "T1 W runnable W.run:8 next: read Bank.bal holds L");
  shows(&d, 36, 120, "T2 W blocked W.run:8 wants lock L, held by T1 W");
  debug_release(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_detail_of_the_thread_under_the_cursor),
      cmocka_unit_test(test_enlarged_all_is_whole),
      cmocka_unit_test(test_room_of_an_empty_sequence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
