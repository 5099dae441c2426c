/* The debugger without a terminal and without a JDK: grid, keys, commands, completion, views and
 * scripts on a stand-in engine.
 *
 * Text twins are compared with tests/tui/golden/NAME.txt; HEDDLE_UPDATE_GOLDEN=1 writes them anew.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tui/fake_engine.c"
#include "tests/tui/golden.h"
#include "tui/terminal/command.h"
#include "tui/terminal/keys.h"
#include "tui/commands/commands.h"
#include "tui/terminal/terminal.h"
#include "tui/views/views.h"

static char *in_root(const char *path) {
  const char *root = getenv("HEDDLE_ROOT");
  return mem_printf("%s/%s", root ? root : ".", path);
}

static void start(struct debug *d) {
  struct engine_options o;
  struct debug_options with = {
      .program = "Bank", .main_class = "Bank", .views = debug_views, .commands = &debug_commands};
  char *source = in_root("tests/tui/source");
  engine_options_init(&o);
  assert_int_equal(engine_open(&o, &with.engine, NULL), 0);
  with.source_path = source;
  debug_open(d, &with);
  free(source);
}

static const char *last_log(struct debug *d) {
  return d->log.len ? d->log.data[d->log.len - 1].text : "";
}

static void run(struct debug *d, const char *line) {
  if (command_run(d, line)) fail_msg("%s: %s", line, last_log(d));
}

static bool logged(struct debug *d, const char *what) {
  size_t i;
  for (i = 0; i < d->log.len; i++)
    if (strstr(d->log.data[i].text, what)) return true;
  return false;
}

/* What a script prints. Caller frees. */
static char *batch(const char *script, int *code) {
  struct debug d;
  char *text = NULL;
  size_t n;
  FILE *in = fmemopen((void *)(uintptr_t)script, strlen(script), "r"),
       *out = open_memstream(&text, &n);
  start(&d);
  *code = batch_run(&d, in, out, false);
  fclose(in);
  fclose(out);
  debug_release(&d);
  return text;
}

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
                   4); /* the diaeresis is no column of its own */
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
  expect_row(&g, 1, "tab.here.~"); /* nothing that could steer a terminal gets through */
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
  assert_true(regex_match(r, "so T1 LOCK d1", 0, &from, &to)); /* no upper case: any case */
  assert_int_equal(from, 3);
  assert_int_equal(to, 10);
  assert_false(regex_match(r, "T3 lock", 0, NULL, NULL));
  regex_free(r);
  assert_int_equal(regex_new("Lock", &r, &err), 0);
  assert_false(regex_match(r, "lock", 0, NULL, NULL));
  regex_free(r);
  assert_int_equal(regex_new("(a", &r, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "/(a/"));
  assert_int_equal(regex_new("(x+x+)+y", &r, &err), 0); /* catastrophic: cut off, not endless */
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
    assert_true(!strcmp(k->view, "any") || view_find(k->view) < VIEWS);
    assert_true(*k->help && *k->name);
    for (j = 0; (o = keys_row(j)); j++)
      assert_true(i == j || k->code != o->code || strcmp(k->view, o->view));
    free(name);
  }
  assert_string_equal(keys_find('s', "debug")->command, "step");
  assert_string_equal(keys_find('S', "tree")->command, "back");
  assert_string_equal(keys_find('i', "h")->command, "why");
  assert_null(keys_find('i', "tree"));
  assert_string_equal(keys_find('B', "tree")->command, "check --from cursor");
  assert_string_equal(keys_find('B', "debug")->command, "check");
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
                      "h"); /* a whole name goes before what it begins */
  assert_string_equal(command_find(&debug_commands, "check")->name, "check");
  assert_null(command_find(&debug_commands, "xyzzy"));
  assert_null(command_find(&debug_commands, ""));
}

/* man/heddle-debug.1 names every command, every key and what it stands for. */
static void test_manual_names_all(void **state) {
  char *path = in_root("man/heddle-debug.1"), *page = golden_read(path), *from, *to;
  const struct key_row *k;
  size_t i;
  (void)state;
  assert_non_null(page);
  for (from = to = page; *from; from++)
    if (*from != '\\' || from[1] != '-') *to++ = *from; /* \- is - */
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

struct words {
  char text[4000];
};
static void add_word(void *self, const char *word) {
  struct words *w = self;
  strcat(strcat(w->text, word), " ");
}

static void test_completion(void **state) {
  struct debug d;
  struct words w = {""};
  (void)state;
  start(&d);
  run(&d, "step 3");
  assert_int_equal(command_complete(&d, "ch", add_word, &w), 0);
  assert_string_equal(w.text, "check checks choices ");
  *w.text = 0;
  assert_int_equal(command_complete(&d, ":mark Bank.java:", add_word, &w), 6);
  assert_non_null(strstr(w.text, "Bank.java:8 "));
  assert_non_null(strstr(w.text, "Bank.java:17 "));
  *w.text = 0;
  command_complete(&d, "mark Bank$W.", add_word, &w);
  assert_non_null(strstr(w.text, "Bank$W.run:8 "));
  *w.text = 0;
  command_complete(&d, "go ", add_word, &w);
  assert_string_equal(w.text, "root here cursor -1 0 1 2 3 ");
  *w.text = 0;
  command_complete(&d, "take ", add_word, &w);
  assert_string_equal(w.text, "1 T1 ");
  *w.text = 0;
  command_complete(&d, "check --depth 3 --fr", add_word, &w);
  assert_string_equal(w.text, "--from ");
  *w.text = 0;
  command_complete(&d, "pane th", add_word, &w);
  assert_string_equal(w.text, "threads ");
  *w.text = 0;
  command_complete(&d, "check --property ra", add_word, &w);
  assert_string_equal(w.text, "race ");
  *w.text = 0;
  command_complete(&d, "check --depth 3 --search df", add_word,
                   &w); /* names of searches where one is wanted */
  assert_string_equal(w.text, "dfs ");
  *w.text = 0;
  command_complete(&d, "search --heuristic pf", add_word, &w);
  assert_string_equal(w.text, "pfsm ");
  *w.text = 0;
  command_complete(&d, "check df", add_word, &w); /* and nowhere else */
  assert_string_equal(w.text, "");
  *w.text = 0;
  command_complete(&d, "set rows t", add_word, &w);
  assert_string_equal(w.text, "threads ");
  *w.text = 0;
  command_complete(&d, "watch Bank.b", add_word, &w);
  assert_string_equal(w.text, "Bank.bal ");
  *w.text = 0;
  command_complete(&d, "watch T1.", add_word, &w);
  assert_string_equal(w.text, "T1.r ");
  *w.text = 0;
  command_complete(&d, "why T", add_word, &w);
  assert_non_null(strstr(w.text, "T1 "));
  *w.text = 0;
  command_complete(&d, "why T1 Bank", add_word, &w);
  assert_string_equal(w.text, "Bank.bal ");
  debug_release(&d);
}

/* ---- sessions ---- */

static void test_steps_forward_and_back(void **state) {
  struct debug d;
  (void)state;
  start(&d);
  run(&d, "step 2");
  assert_int_equal(engine_here(d.engine), 2);
  run(&d, "back");
  assert_int_equal(engine_here(d.engine), 1);
  run(&d, "forward");
  assert_int_equal(engine_here(d.engine), 2);
  run(&d, "take T2");
  assert_int_equal(engine_here(d.engine), 3);
  run(&d, "go root");
  assert_int_equal(engine_here(d.engine), 0);
  run(&d, "undo");
  assert_int_equal(engine_here(d.engine), 3);
  run(&d, "undo");
  assert_int_equal(engine_here(d.engine), 2);
  run(&d, "redo");
  assert_int_equal(engine_here(d.engine), 3);
  run(&d, "go -2");
  assert_int_equal(engine_here(d.engine), 1);
  run(&d, "go root");
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
  start(&d);
  run(&d, "step 2");
  run(&d, "mark Bank.java:8");
  run(&d, "take T2");
  run(&d, "mark Bank.java:10");
  debug_choices(&d);
  assert_int_equal(d.choices.data[d.selected].choice.thread, 2); /* its read is observed */
  run(&d, "step");
  assert_int_equal(debug_here(&d).observed, 1);
  run(&d, "unmark 2");
  assert_int_equal(engine_mark_count(d.engine), 1);
  assert_int_equal(command_run(&d, "mark Bank.java:3"), ERR_INPUT);
  assert_non_null(strstr(last_log(&d), "no code at Bank.java:3"));
  run(&d, "unmark all");
  assert_int_equal(engine_mark_count(d.engine), 0);
  assert_int_equal(command_run(&d, "guided start"), ERR_USAGE);
  debug_release(&d);
}

/* m and M act on the line under the source pane's cursor. */
static void test_mark_at_cursor(void **state) {
  struct debug d;
  (void)state;
  start(&d);
  run(&d, "step 2");
  run(&d, "pane source");
  run(&d, "find r = r");
  run(&d, "mark");
  assert_non_null(strstr(last_log(&d), "marked g1 Bank.java:9"));
  run(&d, "up 3");
  assert_int_equal(command_run(&d, "unmark"), ERR_USAGE);
  run(&d, "down 3");
  run(&d, "unmark");
  assert_int_equal(engine_mark_count(d.engine), 0);
  debug_release(&d);
}

static void test_search_is_stepped_and_run(void **state) {
  struct debug d;
  (void)state;
  start(&d);
  run(&d, "mark Bank.java:10");
  run(&d, "guided step 4");
  assert_int_equal(debug_here(&d).depth, 4);
  assert_true(d.searching && !d.running);
  run(&d, "back 2");
  run(&d, "go 4");
  run(&d, "guided run");
  assert_false(d.searching);
  assert_true(debug_here(&d).flags & (NODE_ENDED | NODE_ERROR));
  debug_release(&d);
}

static void test_check_is_pinned(void **state) {
  struct debug d;
  char *text;
  int code;
  (void)state;
  start(&d);
  run(&d, "step 2");
  run(&d, "check --depth 4 --from 1");
  assert_true(logged(&d, "check 1 from node 1: no error within depth 4"));
  assert_int_equal(command_run(&d, "check --depth"), ERR_USAGE);
  assert_int_equal(command_run(&d, "check --from 77"), ERR_USAGE);
  debug_release(&d);
  text = batch("step 2\ncheck --depth 4 --from 1\ntree\n", &code);
  assert_int_equal(code, 0);
  assert_non_null(strstr(text, "c1 no error"));
  free(text);
}

/* What was done is a script: it prints the same bytes when it is run, saved and run again. */
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
  first = batch(with_save, &code);
  assert_int_equal(code, 0);
  f = fopen(path, "r");
  assert_non_null(f);
  saved = mem_alloc(10000);
  while ((got = fread(saved + n, 1, 9000 - n, f))) n += got;
  fclose(f);
  assert_non_null(strstr(saved, "\ngo ")); /* Enter is written as what it stood for */
  assert_null(strstr(saved, "\nopen"));
  second = batch(saved, &code);
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

/* A script ends at its first failing command and says so. */
static void test_batch_stops_at_failure(void **state) {
  int code;
  char *text = batch("step\nfly away\nstep\n", &code);
  (void)state;
  assert_int_equal(code, ERR_USAGE);
  assert_non_null(strstr(text, "no command 'fly'"));
  assert_null(strstr(text, "step 2:"));
  free(text);
  text = batch("# only a comment\n\n:step\nquit\nstep\n", &code);
  assert_int_equal(code, 0);
  assert_non_null(strstr(text, "step 1:"));
  assert_null(strstr(text, "step 2:"));
  free(text);
}

static void test_cursor_commands_are_merged(void **state) {
  struct debug d;
  (void)state;
  start(&d);
  d.interactive = true;
  run(&d, "pane source");
  run(&d, "down");
  run(&d, "down");
  run(&d, "down 3");
  assert_string_equal(d.script.data[d.script.len - 1], "down 5");
  assert_int_equal(d.script.len, 2);
  run(&d, "up");
  assert_string_equal(d.script.data[d.script.len - 1], "up");
  debug_release(&d);
}

static void test_find_goes_round(void **state) {
  struct debug d;
  size_t *cursor;
  (void)state;
  start(&d);
  run(&d, "step 5");
  run(&d, "tree");
  cursor = view_cursor(&d, &d.views[VIEW_tree], 0);
  run(&d, "find start T");
  assert_int_equal(*cursor, 1);
  run(&d, "next");
  assert_int_equal(*cursor, 2);
  run(&d, "next");
  assert_int_equal(*cursor, 1);
  run(&d, "previous");
  assert_int_equal(*cursor, 2);
  assert_int_equal(command_run(&d, "find nowhere"), ERR_USAGE);
  assert_int_equal(command_run(&d, "find (("), ERR_INPUT);
  debug_release(&d);
}

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

/* The source moves sideways behind its margin; a match that was out of sight comes into it. */
static void test_source_moves_sideways(void **state) {
  struct debug d;
  int row;
  char *s;
  (void)state;
  start(&d);
  row = row_with(&d, "synchronized (L) { r = bal; }");
  assert_true(row > 0);
  run(&d, "scroll right 12");
  s = screen_row(&d, row);
  assert_non_null(strstr(s, "ized (L) { r = bal; }"));
  assert_null(strstr(s, "synchron"));
  assert_true(strtol(s + 5, NULL, 10) > 0); /* the line's number stays */
  free(s);
  run(&d, "scroll left 100");
  s = screen_row(&d, row);
  assert_non_null(strstr(s, "synchronized (L) { r = bal; }"));
  free(s);
  assert_int_equal(command_run(&d, "scroll"), ERR_USAGE);
  run(&d, "pane source");
  d.views[VIEW_debug].pane[0].cols = 30; /* as in a narrow terminal */
  run(&d, "find r = bal");
  assert_true(d.views[VIEW_debug].pane[0].shift > 0);
  run(&d, "left 100");
  assert_int_equal(d.views[VIEW_debug].pane[0].shift, 0);
  debug_release(&d);
}

static void test_folding(void **state) {
  struct debug d;
  const struct pane_ops *tree = view_tree.panes[0];
  size_t rows;
  (void)state;
  start(&d);
  run(&d, "step 6");
  run(&d, "go 2");
  view_refresh(&d, VIEW_tree);
  rows = tree->count(&d);
  run(&d, "fold open 3");
  view_refresh(&d, VIEW_tree);
  assert_int_equal(tree->count(&d), rows + 1); /* one level: what is below is folded in its turn */
  run(&d, "fold close 1");
  view_refresh(&d, VIEW_tree);
  assert_int_equal(tree->count(&d), 2);
  debug_release(&d);
}

static void test_errors_are_told(void **state) {
  struct debug d;
  int i;
  (void)state;
  start(&d);
  run(&d, "step 2");
  for (i = 0; i < 3; i++) run(&d, "take T1"); /* lock, read, unlock: 100 */
  for (i = 0; i < 7; i++) run(&d, "take T2"); /* all: 120 */
  for (i = 0; i < 4; i++) run(&d, "take T1"); /* 110 */
  run(&d, "take T0");
  run(&d, "take T0");
  run(&d, "take T0");
  assert_non_null(
      strstr(last_log(&d), "ERROR exception: uncaught java.lang.AssertionError: 120 (@18)"));
  assert_int_equal(command_run(&d, "step"), ERR_NOTFOUND);
  debug_release(&d);
}

static void test_texts_are_shortened(void **state) {
  struct debug d;
  char *s;
  (void)state;
  start(&d);
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
  text = batch(script, &code);
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

/* Every view at every size from the smallest on: panes stay inside and every row is as wide as the
 * grid at most. */
static void test_views_at_all_sizes(void **state) {
  struct debug d;
  int view, rows, cols, pane;
  (void)state;
  start(&d);
  run(&d, "mark Bank.java:8");
  run(&d, "step 5");
  run(&d, "why T1 Bank.bal");
  run(&d, "check --depth 3");
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
          assert_true(r[pane].rows > 0); /* the pane that has the keys is to be seen */
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

static void test_h_off_is_told(void **state) {
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
  assert_true(logged(&d, "h is kept only with --property race"));
  debug_release(&d);
}

static void test_source_path(void **state) {
  char *dir = in_root("tests/tui/source");
  char *path = mem_printf("/nonexistent:%s", dir);
  struct source_cache *c = source_cache_new(path);
  const struct source *s =
      source_get(c, "bank.of.Bank$W", "Bank.java"); /* not in bank/of: the folder itself is tried */
  (void)state;
  assert_non_null(s->path);
  assert_non_null(strstr(s->lines[7], "synchronized (L) { r = bal; }"));
  assert_ptr_equal(s, source_get(c, "bank.of.Bank", "Bank.java"));
  assert_null(source_get(c, NULL, "None.java")->path);
  source_cache_free(c);
  free(path);
  free(dir);
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
      cmocka_unit_test(test_completion),
      cmocka_unit_test(test_steps_forward_and_back),
      cmocka_unit_test(test_marks_steer_the_selection),
      cmocka_unit_test(test_mark_at_cursor),
      cmocka_unit_test(test_search_is_stepped_and_run),
      cmocka_unit_test(test_check_is_pinned),
      cmocka_unit_test(test_saved_session_repeats),
      cmocka_unit_test(test_batch_stops_at_failure),
      cmocka_unit_test(test_cursor_commands_are_merged),
      cmocka_unit_test(test_find_goes_round),
      cmocka_unit_test(test_source_moves_sideways),
      cmocka_unit_test(test_folding),
      cmocka_unit_test(test_errors_are_told),
      cmocka_unit_test(test_texts_are_shortened),
      cmocka_unit_test(test_twin_debug),
      cmocka_unit_test(test_twin_trace),
      cmocka_unit_test(test_twin_h),
      cmocka_unit_test(test_twin_tree),
      cmocka_unit_test(test_twin_checks),
      cmocka_unit_test(test_views_at_all_sizes),
      cmocka_unit_test(test_h_off_is_told),
      cmocka_unit_test(test_source_path),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
