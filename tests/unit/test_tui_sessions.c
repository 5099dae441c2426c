/* Sessions of the debugger on a stand-in engine: steps, marks, searches, checks, scripts,
 * completion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "tui/terminal/command.h"
#include "tui/commands/commands.h"
#include "tui/terminal/terminal.h"
#include "tui_fixture.h"

/* ---- tables ---- */

struct words {
  char text[4000];
};
static void add_word(void *self, const char *word) {
  struct words *w = self;
  strcat(strcat(w->text, word), " ");
}

static void expect_words(struct debug *d, const char *line, const char *want) {
  struct words w = {""};
  command_complete(d, line, add_word, &w);
  assert_string_equal(w.text, want);
}

static void test_completion(void **state) {
  struct debug d;
  struct words w = {""};
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 3");
  assert_int_equal(command_complete(&d, "ch", add_word, &w), 0);
  assert_string_equal(w.text, "check checks choices ");
  *w.text = 0;
  assert_int_equal(command_complete(&d, ":mark Bank.java:", add_word, &w), 6);
  assert_non_null(strstr(w.text, "Bank.java:8 "));
  assert_non_null(strstr(w.text, "Bank.java:17 "));
  *w.text = 0;
  command_complete(&d, "mark Bank$W.", add_word, &w);
  assert_non_null(strstr(w.text, "Bank$W.run:8 "));
  expect_words(&d, "go ", "root here cursor -1 0 1 2 3 ");
  expect_words(&d, "take ", "1 T1 ");
  expect_words(&d, "check --depth 3 --fr", "--from ");
  expect_words(&d, "pane th", "threads ");
  expect_words(&d, "compare ch", "check ");
  expect_words(&d, "compare node r", "root ");
  expect_words(&d, "check --property ra", "race ");
  /* names of searches where one is expected, and nowhere else */
  expect_words(&d, "check --depth 3 --search df", "dfs ");
  expect_words(&d, "search --heuristic pf", "pfsm ");
  expect_words(&d, "check df", "");
  expect_words(&d, "set rows t", "threads ");
  expect_words(&d, "watch Bank.b", "Bank.bal ");
  expect_words(&d, "watch T1.", "T1.r ");
  expect_words(&d, "last Bank.b", "Bank.bal ");
  expect_words(&d, "break Bank.b", "Bank.bal ");
  expect_words(&d, "break lock ", "L ");
  *w.text = 0;
  tui_run(&d, "break 8");
  expect_words(&d, "unbreak ", "1 all ");
  *w.text = 0;
  command_complete(&d, "why T", add_word, &w);
  assert_non_null(strstr(w.text, "T1 "));
  expect_words(&d, "why T1 Bank", "Bank.bal ");
  debug_release(&d);
}

static void test_completion_of_members(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 3");
  expect_words(&d, "mark Bank.m", "Bank.main:17 Bank.main ");
  expect_words(&d, "mark Bank.b", "");
  expect_words(&d, "watch Bank.m", "");
  expect_words(&d, "break Bank.m", "Bank.main:17 Bank.main ");
  expect_words(&d, "break h T1", "T1 ");
  expect_words(&d, "break h T1 Bank.b", "Bank.bal ");
  expect_words(&d, "last h T1 Bank.b", "Bank.bal ");
  expect_words(&d, "last lock ", "L ");
  expect_words(&d, "stack T1", "T1 ");
  expect_words(&d, "ask effect ", "1 T1 ");
  expect_words(&d, "ask enabled T1", "T1 ");
  expect_words(&d, "ask value Bank.", "Bank.bal ");
  expect_words(&d, "source Ba", "Bank.java ");
  debug_release(&d);
}

/* Every command argument that can be named has completion. */
static void test_completion_everywhere(void **state) {
  static const char *const named[] = {"THREAD", "NODE",  "EXPR", "FILE", "LINE", "CHOICE",
                                      "CHECK",  "FIELD", "ROW",  "MARK", "VIEW", "COMMAND"};
  struct debug d;
  size_t i, k, looked = 0;
  (void)state;
  tui_start(&d);
  for (i = 0; command_row(d.commands, i); i++)
    for (k = 0; k < COUNT(named); k++) {
      const struct command_row *c = command_row(d.commands, i);
      if (!strstr(c->synopsis, named[k])) continue;
      looked++;
      if (c->words == WORDS_NONE) fail_msg("%s %s is not completed", c->name, c->synopsis);
    }
  assert_true(looked > 20);
  debug_release(&d);
}

/* ---- sessions ---- */

static void test_steps_forward_and_back(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 2");
  assert_int_equal(engine_here(d.engine), 2);
  tui_run(&d, "back");
  assert_int_equal(engine_here(d.engine), 1);
  tui_run(&d, "forward");
  assert_int_equal(engine_here(d.engine), 2);
  tui_run(&d, "take T2");
  assert_int_equal(engine_here(d.engine), 3);
  tui_run(&d, "go root");
  assert_int_equal(engine_here(d.engine), 0);
  tui_run(&d, "undo");
  assert_int_equal(engine_here(d.engine), 3);
  tui_run(&d, "undo");
  assert_int_equal(engine_here(d.engine), 2);
  tui_run(&d, "redo");
  assert_int_equal(engine_here(d.engine), 3);
  tui_run(&d, "go -2");
  assert_int_equal(engine_here(d.engine), 1);
  tui_run(&d, "go root");
  assert_int_equal(command_run(&d, "back"), ERR_NOTFOUND);
  assert_int_equal(command_run(&d, "go 99"), ERR_USAGE);
  assert_int_equal(command_run(&d, "take 9"), ERR_USAGE);
  assert_int_equal(command_run(&d, "step much"), ERR_USAGE);
  assert_int_equal(command_run(&d, "fly"), ERR_USAGE);
  debug_release(&d);
}

static void test_marks_steer_the_selection(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 2");
  tui_run(&d, "mark Bank.java:8");
  tui_run(&d, "take T2");
  tui_run(&d, "mark Bank.java:10");
  debug_choices(&d);
  assert_int_equal(d.choices.data[d.selected].choice.thread, 2); /* its read is observed */
  tui_run(&d, "step");
  assert_int_equal(debug_here(&d).observed, 1);
  tui_run(&d, "unmark 2");
  assert_int_equal(engine_mark_count(d.engine), 1);
  assert_int_equal(command_run(&d, "mark Bank.java:3"), ERR_INPUT);
  assert_non_null(strstr(last_log(&d), "no code at Bank.java:3"));
  tui_run(&d, "unmark all");
  assert_int_equal(engine_mark_count(d.engine), 0);
  assert_int_equal(command_run(&d, "guided start"), ERR_USAGE);
  debug_release(&d);
}

/* m and M act on the line under the source pane's cursor. */
static void test_mark_at_cursor(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 2");
  tui_run(&d, "pane source");
  tui_run(&d, "find r = r");
  tui_run(&d, "mark");
  assert_non_null(strstr(last_log(&d), "marked g1 Bank.java:9"));
  tui_run(&d, "up 3");
  assert_int_equal(command_run(&d, "unmark"), ERR_USAGE);
  tui_run(&d, "down 3");
  tui_run(&d, "unmark");
  assert_int_equal(engine_mark_count(d.engine), 0);
  debug_release(&d);
}

static void test_search_is_stepped_and_run(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  tui_run(&d, "mark Bank.java:10");
  tui_run(&d, "guided step 4");
  assert_int_equal(debug_here(&d).depth, 4);
  assert_true(d.searching && !d.running);
  tui_run(&d, "back 2");
  tui_run(&d, "go 4");
  tui_run(&d, "guided run");
  assert_false(d.searching);
  assert_true(debug_here(&d).flags & (NODE_ENDED | NODE_ERROR));
  debug_release(&d);
}

static void test_check_is_pinned(void **state) {
  struct debug d;
  char *text;
  int code;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 2");
  tui_run(&d, "check --depth 4 --from 1");
  assert_true(tui_logged(&d, "check 1 from node 1: no error within depth 4"));
  assert_int_equal(command_run(&d, "check --depth"), ERR_USAGE);
  assert_int_equal(command_run(&d, "check --from 77"), ERR_USAGE);
  debug_release(&d);
  text = tui_batch("step 2\ncheck --depth 4 --from 1\ntree\n", &code);
  assert_int_equal(code, 0);
  assert_non_null(strstr(text, "c1 no error"));
  free(text);
}

/* A saved session is a script that prints the same bytes when it is run, saved and run again. */
static void test_saved_session_repeats(void **state) {
  static const char script[] =
      "step 3\nmark Bank.java:8\nh\ntree\nup 2\nopen\ncheck --depth 3\nguided run\nchecks\nlog\n";
  char *first, *second, *path, *tmp = getenv("TEST_TMP");
  char *with_save, *saved;
  int code;
  FILE *f;
  size_t n = 0, got;
  (void)state;
  path = mem_printf("%s/saved", tmp ? tmp : "/tmp");
  with_save = mem_printf("%ssave %s\n", script, path);
  first = tui_batch(with_save, &code);
  assert_int_equal(code, 0);
  f = fopen(path, "r");
  assert_non_null(f);
  saved = mem_alloc(10000);
  while ((got = fread(saved + n, 1, 9000 - n, f))) n += got;
  fclose(f);
  assert_non_null(strstr(saved, "\ngo ")); /* Enter is saved as the command that it executed */
  assert_null(strstr(saved, "\nopen"));
  second = tui_batch(saved, &code);
  assert_int_equal(code, 0);
  assert_non_null(strstr(second, "  search"));
  {
    char *a = strstr(first, ":guided run"), *b = strstr(second, ":guided run"),
         *end = strstr(a, ":log");
    assert_non_null(a);
    assert_non_null(b);
    assert_non_null(end);
    assert_memory_equal(a, b, (size_t)(end - a)); /* the views after the same commands */
  }
  unlink(path);
  free(first);
  free(second);
  free(saved);
  free(with_save);
  free(path);
}

/* A script ends at its first failing command and reports it. */
static void test_batch_stops_at_failure(void **state) {
  int code;
  char *text = tui_batch("step\nfly away\nstep\n", &code);
  (void)state;
  assert_int_equal(code, ERR_USAGE);
  assert_non_null(strstr(text, "no command 'fly'"));
  assert_null(strstr(text, "step 2:"));
  free(text);
  text = tui_batch("# only a comment\n\n:step\nquit\nstep\n", &code);
  assert_int_equal(code, 0);
  assert_non_null(strstr(text, "step 1:"));
  assert_null(strstr(text, "step 2:"));
  free(text);
}

static void test_cursor_commands_are_merged(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  d.interactive = true;
  tui_run(&d, "pane source");
  tui_run(&d, "down");
  tui_run(&d, "down");
  tui_run(&d, "down 3");
  assert_string_equal(d.script.data[d.script.len - 1], "down 5");
  assert_int_equal(d.script.len, 2);
  tui_run(&d, "up");
  assert_string_equal(d.script.data[d.script.len - 1], "up");
  debug_release(&d);
}

static void test_find_goes_round(void **state) {
  struct debug d;
  size_t *cursor;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 5");
  tui_run(&d, "tree");
  cursor = view_cursor(&d, &d.views[VIEW_tree], 0);
  tui_run(&d, "find start T");
  assert_int_equal(*cursor, 1);
  tui_run(&d, "next");
  assert_int_equal(*cursor, 2);
  tui_run(&d, "next");
  assert_int_equal(*cursor, 1);
  tui_run(&d, "previous");
  assert_int_equal(*cursor, 2);
  assert_int_equal(command_run(&d, "find nowhere"), ERR_USAGE);
  assert_int_equal(command_run(&d, "find (("), ERR_INPUT);
  debug_release(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_completion),
      cmocka_unit_test(test_completion_of_members),
      cmocka_unit_test(test_completion_everywhere),
      cmocka_unit_test(test_steps_forward_and_back),
      cmocka_unit_test(test_marks_steer_the_selection),
      cmocka_unit_test(test_mark_at_cursor),
      cmocka_unit_test(test_search_is_stepped_and_run),
      cmocka_unit_test(test_check_is_pinned),
      cmocka_unit_test(test_saved_session_repeats),
      cmocka_unit_test(test_batch_stops_at_failure),
      cmocka_unit_test(test_cursor_commands_are_merged),
      cmocka_unit_test(test_find_goes_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
