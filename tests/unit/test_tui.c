/* The debugger without a terminal and without a JDK: grid, keys, the tables of commands,
 * messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "tests/tools/support/golden.h"
#include "tui/terminal/command.h"
#include "tui/terminal/keys.h"
#include "tui/commands/commands.h"
#include "tui/views/views.h"
#include "tui_fixture.h"

/* ---- text and grid ---- */

static void test_utf8(void **state) {
  uint32_t ch;
  char bytes[4];
  (void)state;
  assert_int_equal(utf8_decode("\xC3\xA9", &ch), 2);
  assert_int_equal(ch, 0xE9);
  assert_int_equal(utf8_decode("\xE6\xBC\xA2", &ch), 3);
  assert_int_equal(ch, 0x6F22);
  assert_int_equal(utf8_columns(ch), 2);
  assert_int_equal(utf8_decode("\xF0\x9F\x98\x80", &ch), 4);
  assert_int_equal(utf8_encode(ch, bytes), 4);
  assert_memory_equal(bytes, "\xF0\x9F\x98\x80", 4);
  assert_int_equal(utf8_decode("\xC3(", &ch),
                   1); /* cut off, overlong, surrogate: one replacement per byte */
  assert_int_equal(ch, 0xFFFD);
  assert_int_equal(utf8_decode("\xC0\x80", &ch), 1);
  assert_int_equal(ch, 0xFFFD);
  assert_int_equal(utf8_decode("\xED\xA0\x80", &ch), 1);
  assert_int_equal(ch, 0xFFFD);
  assert_int_equal(utf8_width("a\xE6\xBC\xA2o\xCC\x88"),
                   4); /* the diaeresis takes no column of its own */
}

static void expect_row(struct grid *g, int row, const char *want) {
  char *got = grid_row_text(g, row, false);
  assert_string_equal(got, want);
  free(got);
}

static void test_grid_clips(void **state) {
  struct grid g;
  (void)state;
  grid_init(&g, 2, 10);
  assert_int_equal(grid_puts(&g, 0, 2, 20, ST_NORMAL, "abcdefghijk"), 11);
  expect_row(&g, 0, "  abcdefg~");
  grid_puts(&g, 1, 0, 10, ST_NORMAL, "tab\there\x1b[m");
  expect_row(&g, 1, "tab.here.~"); /* no control character gets through to the terminal */
  grid_puts(&g, 5, 5, 10, ST_NORMAL, "outside");
  grid_puts(&g, 0, -3, 10, ST_NORMAL, "outside");
  grid_release(&g);
}

static void test_grid_wide(void **state) {
  struct grid g;
  struct line l = {0};
  (void)state;
  grid_init(&g, 1, 6);
  grid_puts(&g, 0, 0, 6, ST_NORMAL, "\xE6\xBC\xA2\xE6\xBC\xA2");
  expect_row(&g, 0, "\xE6\xBC\xA2\xE6\xBC\xA2");
  assert_int_equal(grid_cell(&g, 0, 1)->ch, 0);
  grid_puts(&g, 0, 1, 1, ST_NORMAL,
            "x"); /* half of a wide character is overwritten: the other half becomes blank */
  expect_row(&g, 0, " x\xE6\xBC\xA2");
  line_puts(&l, ST_NORMAL, "ab");
  line_puts(&l, ST_BAD, "cd");
  grid_line(&g, 0, 0, 6, ST_NORMAL, &l, 1);
  assert_int_equal(grid_cell(&g, 0, 0)->style, ST_NORMAL);
  assert_int_equal(grid_cell(&g, 0, 1)->style, ST_BAD);
  assert_int_equal(grid_ascii(0x2500), '-');
  assert_int_equal(grid_ascii(0x6F22), '?');
  line_release(&l);
  grid_release(&g);
}

static void test_regex(void **state) {
  struct regex *r;
  struct error err = {0};
  size_t from, to;
  (void)state;
  assert_int_equal(regex_new("t[12] lock", &r, &err), 0);
  assert_true(regex_match(r, "so T1 LOCK d1", 0, &from, &to)); /* no upper case: ignores case */
  assert_int_equal(from, 3);
  assert_int_equal(to, 10);
  assert_false(regex_match(r, "T3 lock", 0, NULL, NULL));
  regex_free(r);
  assert_int_equal(regex_new("Lock", &r, &err), 0);
  assert_false(regex_match(r, "lock", 0, NULL, NULL));
  regex_free(r);
  assert_int_equal(regex_new("(a", &r, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "/(a/"));
  assert_int_equal(regex_new("(x+x+)+y", &r, &err), 0); /* catastrophic backtracking is cut off */
  assert_false(regex_match(r, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 0, NULL, NULL));
  regex_free(r);
}

/* ---- tables ---- */

static void test_keys_stand_for_commands(void **state) {
  const struct key_row *k, *o;
  size_t i, j;
  (void)state;
  for (i = 0; (k = keys_row(i)); i++) {
    char *name = mem_printf("%.*s", (int)strcspn(k->command, " "), k->command);
    assert_true(!*name || (command_find(&debug_commands, name) &&
                           !strcmp(command_find(&debug_commands, name)->name, name)));
    assert_true(!strcmp(k->view, "any") || !strcmp(k->view, "question") ||
                !strcmp(k->view, "lesson") || view_find(k->view) < VIEWS);
    assert_true(*k->help && *k->name);
    for (j = 0; (o = keys_row(j)); j++)
      assert_true(i == j || k->code != o->code || strcmp(k->view, o->view));
    free(name);
  }
  assert_string_equal(keys_find('s', "debug")->command, "step");
  assert_string_equal(keys_find('S', "tree")->command, "back");
  assert_string_equal(keys_find('i', "h")->command, "why");
  assert_null(keys_find('i', "tree"));
  assert_string_equal(keys_find('B', "tree")->command, "check --ladder --from cursor");
  assert_string_equal(keys_find('B', "debug")->command, "check --ladder");
  assert_string_equal(keys_find('\n', "debug")->command, "open");
}

static void test_commands_are_named_once(void **state) {
  size_t i, j;
  (void)state;
  for (i = 0; command_row(&debug_commands, i); i++)
    for (j = 0; j < i; j++)
      assert_string_not_equal(command_row(&debug_commands, i)->name,
                              command_row(&debug_commands, j)->name);
  assert_string_equal(command_find(&debug_commands, "st")->name, "step");
  assert_string_equal(command_find(&debug_commands, "h")->name,
                      "h"); /* a whole name takes precedence over names that it begins */
  assert_string_equal(command_find(&debug_commands, "check")->name, "check");
  assert_null(command_find(&debug_commands, "xyzzy"));
  assert_null(command_find(&debug_commands, ""));
}

/* man/heddle-debug.1 names every command, and every key with its meaning. */
static void test_manual_names_all(void **state) {
  char *path = tui_path("man/heddle-debug.1"), *page = golden_read(path), *from, *to;
  const struct key_row *k;
  size_t i;
  (void)state;
  assert_non_null(page);
  for (from = to = page; *from; from++) /* \- is -, \(dq is a quotation mark */
    if (!strncmp(from, "\\(dq", 4))
      *to++ = '"', from += 3;
    else if (*from != '\\' || from[1] != '-')
      *to++ = *from;
  *to = 0;
  for (i = 0; command_row(&debug_commands, i); i++) {
    char *line = mem_printf("\n\\fB:%s\\fR", command_row(&debug_commands, i)->name);
    if (!strstr(page, line))
      fail_msg("the manual lacks the command %s", command_row(&debug_commands, i)->name);
    free(line);
  }
  for (i = 0; (k = keys_row(i)); i++) {
    char *line = mem_printf("\n.B %s\n", k->name),
         *word = mem_printf("(\\fB:%.*s", (int)strcspn(k->command, " %"), k->command);
    if (!strstr(page, line) || (*k->command != ' ' && !strstr(page, word)))
      fail_msg("the manual lacks the key %s", k->name);
    free(line);
    free(word);
  }
  free(page);
  free(path);
}

/* ---- sessions ---- */

static void test_errors_are_shown(void **state) {
  struct debug d;
  int i;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 2");
  for (i = 0; i < 3; i++) tui_run(&d, "take T1"); /* lock, read, unlock: 100 */
  for (i = 0; i < 7; i++) tui_run(&d, "take T2"); /* all: 120 */
  for (i = 0; i < 4; i++) tui_run(&d, "take T1"); /* 110 */
  tui_run(&d, "take T0");
  tui_run(&d, "take T0");
  tui_run(&d, "take T0");
  assert_non_null(
      strstr(last_log(&d), "ERROR exception: uncaught java.lang.AssertionError: 120 (@18)"));
  assert_int_equal(command_run(&d, "step"), ERR_NOTFOUND);
  debug_release(&d);
}

/* ---- views ---- */

static void test_h_off_is_shown(void **state) {
  struct engine_options o;
  struct debug d;
  struct debug_options with = {
      .program = "Bank", .main_class = "Bank", .views = debug_views, .commands = &debug_commands};
  (void)state;
  engine_options_init(&o);
  o.properties = PROP_DEADLOCK;
  engine_open(&o, &with.engine, NULL);
  debug_open(&d, &with);
  assert_int_not_equal(command_run(&d, "why T0 Bank.bal"), 0);
  assert_true(tui_logged(&d, "h is kept only with --property race"));
  debug_release(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_utf8),
      cmocka_unit_test(test_grid_clips),
      cmocka_unit_test(test_grid_wide),
      cmocka_unit_test(test_regex),
      cmocka_unit_test(test_keys_stand_for_commands),
      cmocka_unit_test(test_commands_are_named_once),
      cmocka_unit_test(test_manual_names_all),
      cmocka_unit_test(test_errors_are_shown),
      cmocka_unit_test(test_h_off_is_shown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
