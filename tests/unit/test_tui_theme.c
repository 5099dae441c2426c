/* Colour themes: every role of every theme, and the properties that the themes' names promise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "tui/terminal/command.h"
#include "tui/terminal/theme.h"
#include "tui_fixture.h"

static void test_names(void **state) {
  uint32_t i;
  (void)state;
  for (i = 0; theme_name(i); i++) assert_int_equal(theme_find(theme_name(i)), i);
  assert_int_equal(i, THEMES);
  assert_int_equal(theme_find("nonsense"), THEMES);
  assert_int_equal(theme_find(NULL), THEMES);
}

/* The cursor, a match, the bar and bad items can be distinguished without colours. */
static void test_roles_differ_without_colours(void **state) {
  static const enum style apart[] = {ST_BAR, ST_CURSOR, ST_MATCH, ST_BAD};
  uint32_t theme;
  size_t i;
  (void)state;
  for (theme = 0; theme < THEMES; theme++)
    for (i = 0; i < COUNT(apart); i++)
      assert_int_not_equal(theme_look(theme, apart[i]).attributes,
                           theme_look(theme, ST_NORMAL).attributes);
}

static void test_what_the_names_promise(void **state) {
  int role;
  (void)state;
  for (role = 0; role < STYLES; role++) {
    short color = theme_look(THEME_blue_yellow, (enum style)role).color;
    assert_int_equal(theme_look(THEME_mono, (enum style)role).color, -1);
    assert_true(color != COLOR_RED && color != COLOR_GREEN);
    assert_false(theme_look(THEME_high_contrast, (enum style)role).attributes & A_DIM);
    assert_true(theme_look(THEME_default, (enum style)role).color < 8);
  }
}

static void test_setting(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  tui_run(&d, "set theme high-contrast");
  assert_int_equal(d.set.theme, THEME_high_contrast);
  tui_run(&d, "set theme next");
  assert_int_equal(d.set.theme, THEME_blue_yellow);
  tui_run(&d, "set theme next");
  assert_int_equal(d.set.theme, THEME_default);
  assert_int_equal(command_run(&d, "set theme nonsense"), ERR_USAGE);
  debug_release(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_roles_differ_without_colours),
      cmocka_unit_test(test_what_the_names_promise),
      cmocka_unit_test(test_setting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
