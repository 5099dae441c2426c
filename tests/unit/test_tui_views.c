/* Views of the debugger on a stand-in engine: at all sizes, the source, folding.
 *
 * Text twins are compared with tests/unit/tui/golden/NAME.txt; HEDDLE_UPDATE_GOLDEN=1 writes
 * them again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "tests/tools/support/golden.h"
#include "tui/terminal/command.h"
#include "tui/views/views.h"
#include "tui_fixture.h"

/* ---- sessions ---- */

static char *screen_row(struct debug *d, int row) {
  struct grid g;
  char *s;
  grid_init(&g, 36, 120);
  view_screen(d, &g);
  s = grid_row_text(&g, row, true);
  grid_release(&g);
  return s;
}

static int row_with(struct debug *d, const char *what) {
  int row;
  for (row = 0; row < 36; row++) {
    char *s = screen_row(d, row);
    bool found = strstr(s, what) != NULL;
    free(s);
    if (found) return row;
  }
  return -1;
}

/* The source scrolls sideways without its margin; a match outside the view scrolls into it. */
static void test_source_moves_sideways(void **state) {
  struct debug d;
  int row;
  char *s;
  (void)state;
  tui_start(&d);
  row = row_with(&d, "synchronized (L) { r = bal; }");
  assert_true(row > 0);
  tui_run(&d, "scroll right 12");
  s = screen_row(&d, row);
  assert_non_null(strstr(s, "ized (L) { r = bal; }"));
  assert_null(strstr(s, "synchron"));
  assert_true(strtol(s + 5, NULL, 10) > 0); /* the line's number stays */
  free(s);
  tui_run(&d, "scroll left 100");
  s = screen_row(&d, row);
  assert_non_null(strstr(s, "synchronized (L) { r = bal; }"));
  free(s);
  assert_int_equal(command_run(&d, "scroll"), ERR_USAGE);
  tui_run(&d, "pane source");
  d.views[VIEW_debug].pane[0].cols = 30; /* as in a narrow terminal */
  tui_run(&d, "find r = bal");
  assert_true(d.views[VIEW_debug].pane[0].shift > 0);
  tui_run(&d, "left 100");
  assert_int_equal(d.views[VIEW_debug].pane[0].shift, 0);
  debug_release(&d);
}

/* One pane takes the whole screen, whichever has the focus; the text twin still shows all. */
static void test_a_pane_is_enlarged(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  tui_run(&d, "pane threads");
  tui_run(&d, "pane large");
  assert_int_equal(row_with(&d, "[Threads]"), 2);
  assert_int_equal(row_with(&d, "[Choices]"), -1);
  tui_run(&d, "pane choices");
  assert_int_equal(row_with(&d, "[Choices]"), 2);
  assert_int_equal(row_with(&d, "[Threads]"), -1);
  tui_run(&d, "pane large");
  assert_true(row_with(&d, "[Choices]") >= 2 && row_with(&d, "[Threads]") > 2);
  debug_release(&d);
}

static void test_folding(void **state) {
  struct debug d;
  const struct pane_ops *tree = view_tree.panes[0];
  size_t rows;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 6");
  tui_run(&d, "go 2");
  view_refresh(&d, VIEW_tree);
  rows = tree->count(&d);
  tui_run(&d, "fold open 3");
  view_refresh(&d, VIEW_tree);
  assert_int_equal(tree->count(&d), rows + 1); /* one level: deeper levels stay folded */
  tui_run(&d, "fold close 1");
  view_refresh(&d, VIEW_tree);
  assert_int_equal(tree->count(&d), 2);
  debug_release(&d);
}

static void test_texts_are_shortened(void **state) {
  struct debug d;
  char *s;
  (void)state;
  tui_start(&d);
  s = debug_short(&d, "T1 write Bank$W.amt @ Bank.java:12, Other.java:3, MyBank.java:4");
  assert_string_equal(s, "T1 write W.amt @12, Other.java:3, MyBank.java:4");
  free(s);
  debug_release(&d);
}

/* ---- views ---- */

static const char twin_session[] =
    "mark Bank.java:8\nmark Bank.java:10\nwatch Bank.bal\nstep 7\nback 5\ntake T2\nstep\ngo "
    "7\ncheck --depth 4\n";

static void expect_twin(const char *view) {
  char *script = mem_printf("%s%s\n", twin_session, view), *name = mem_printf("twin-%s", view),
       *text, *at, *echo;
  int code;
  text = tui_batch(script, &code);
  assert_int_equal(code, 0);
  echo = mem_printf("\n:%s\n", view);
  at = strstr(text, echo);
  assert_non_null(at);
  golden_compare(name, at + strlen(echo));
  free(echo);
  free(text);
  free(name);
  free(script);
}

static void test_twin_debug(void **state) { (void)state, expect_twin("debug"); }
static void test_twin_trace(void **state) { (void)state, expect_twin("trace"); }
static void test_twin_h(void **state) { (void)state, expect_twin("h"); }
static void test_twin_tree(void **state) { (void)state, expect_twin("tree"); }
static void test_twin_checks(void **state) { (void)state, expect_twin("checks"); }
static void test_twin_lanes(void **state) { (void)state, expect_twin("lanes"); }
static void test_twin_explain(void **state) { (void)state, expect_twin("explain"); }
/* Compares the path with one that diverged. */
static void test_twin_compare(void **state) {
  int code;
  char *script = mem_printf("%scompare node 9\n", twin_session), *text = tui_batch(script, &code);
  (void)state;
  assert_int_equal(code, 0);
  golden_compare("twin-compare", strstr(text, "\n:compare node 9\n") + 17);
  free(script);
  free(text);
}
static void test_twin_environment(void **state) { (void)state, expect_twin("environment"); }

/* Every view at every size from the smallest on: panes stay inside, and no row is wider than the
 * grid. */
static void test_views_at_all_sizes(void **state) {
  struct debug d;
  int view, rows, cols, pane;
  (void)state;
  tui_start(&d);
  tui_run(&d, "mark Bank.java:8");
  tui_run(&d, "step 5");
  tui_run(&d, "why T1 Bank.bal");
  tui_run(&d, "check --depth 3");
  for (view = 0; view < VIEWS; view++)
    for (rows = 16; rows <= 60; rows += 7)
      for (cols = 60; cols <= 200; cols += 13)
        for (pane = 0; pane < view_panes(&d.views[view]); pane++) {
          struct grid g;
          struct rect r[VIEW_PANES], area = {2, 0, rows - 4, cols};
          int i;
          memset(r, 0, sizeof r);
          d.view = view;
          d.views[view].focus = pane;
          grid_init(&g, rows, cols);
          view_screen(&d, &g);
          d.views[view].ops->layout(&d, area, r);
          assert_true(r[pane].rows > 0); /* the focused pane is visible */
          for (i = 0; i < view_panes(&d.views[view]); i++) {
            if (r[i].rows <= 0) continue;
            assert_true(r[i].rows >= 2 && r[i].cols >= 20);
            assert_true(r[i].row >= area.row && r[i].row + r[i].rows <= area.row + area.rows);
            assert_true(r[i].col >= 0 && r[i].col + r[i].cols <= cols);
          }
          grid_release(&g);
        }
  debug_release(&d);
}

static void test_source_path(void **state) {
  char *dir = tui_path("tests/unit/tui/source");
  char *path = mem_printf("/nonexistent:%s", dir);
  struct source_cache *c = source_cache_new(path);
  const struct source *s = source_get(
      c, "bank.of.Bank$W", "Bank.java"); /* not in bank/of, so the folder itself is tried */
  (void)state;
  assert_non_null(s->path);
  assert_non_null(strstr(s->lines[7], "synchronized (L) { r = bal; }"));
  assert_ptr_equal(s, source_get(c, "bank.of.Bank", "Bank.java"));
  assert_null(source_get(c, NULL, "None.java")->path);
  source_cache_free(c);
  free(path);
  free(dir);
}

/* While a search runs, and the estimate is known, the bar shows how much is explored. */
static void test_status_of_a_search(void **state) {
  struct debug d;
  struct line bar = {0};
  (void)state;
  tui_start(&d);
  d.searching = d.running = true;
  d.report = (struct search_report){
      .states = 1900000,
      .seconds = 9.1,
      .estimate = {.size = 5.6e6, .low = 3.7e6, .high = 7.9e6, .trusted = true}};
  view_status(&d, &bar, 160);
  assert_non_null(strstr(bar.t.s,
                         " search RUNNING 1900000 st 0 bt, about 34 % (24 to 51 %), "
                         "some 18 s left"));
  line_clear(&bar);
  d.report.estimate.trusted = false;
  view_status(&d, &bar, 160);
  assert_non_null(strstr(bar.t.s, " search RUNNING 1900000 st 0 bt "));
  d.report.estimate.trusted = true;
  d.running = false;
  line_clear(&bar);
  view_status(&d, &bar, 160);
  assert_non_null(strstr(bar.t.s, " search paused 1900000 st 0 bt "));
  line_release(&bar);
  debug_release(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_source_moves_sideways),
      cmocka_unit_test(test_a_pane_is_enlarged),
      cmocka_unit_test(test_folding),
      cmocka_unit_test(test_texts_are_shortened),
      cmocka_unit_test(test_twin_debug),
      cmocka_unit_test(test_twin_trace),
      cmocka_unit_test(test_twin_h),
      cmocka_unit_test(test_twin_tree),
      cmocka_unit_test(test_twin_checks),
      cmocka_unit_test(test_twin_lanes),
      cmocka_unit_test(test_twin_explain),
      cmocka_unit_test(test_twin_compare),
      cmocka_unit_test(test_twin_environment),
      cmocka_unit_test(test_views_at_all_sizes),
      cmocka_unit_test(test_source_path),
      cmocka_unit_test(test_status_of_a_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
