/* Tests heddle debug on a pseudo-terminal. timeout: 240
 *
 * The main session is that of the manual: it loads a program and a recorded trace, follows the
 * trace, marks locations, steps the guided search forwards and backwards, looks at h and its
 * history, and launches a bounded check from a state that the search has backtracked from. Screens
 * are compared with tests/unit/tui/golden; HEDDLE_UPDATE_GOLDEN=1 writes them again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "tests/pty/pty_screen.h"
#include "trace/format/text_form.h"
#include "debug_fixture.h"

static char *scratch(const char *name) {
  return debug_keep("%s/%s", from_env("TEST_TMP", "/tmp"), name);
}

/* Makes the recorded trace from its text form. Returns its path. */
static char *recorded(void) {
  char *path = scratch("TwoStage.htrace"),
       *text = debug_path("HEDDLE_ROOT", ".", "tests/unit/tui/TwoStage.trace.txt");
  struct error err = {0};
  FILE *in = fopen(text, "r");
  assert_non_null(in);
  if (trace_text_read(in, text, path, &err)) fail_msg("%s", err.msg);
  fclose(in);
  return path;
}

/* ---- the session ---- */

static const struct debug_step session_steps[] = {
    {NULL, "[Choices]", NULL},
    {":set times off\r", "times off", NULL},
    {"2", "suspicious (4)", NULL},
    {"f", "8 of 57 events", NULL},
    {":follow suspicious\r", "14 of 57 events", "trace"},
    {":go root\r", "step 0", NULL},
    {"1", "[1 Debug]", NULL},
    {":pane source\r", "pane source", NULL},
    {"/d1.value = 1\r", "find d1.value = 1", NULL},
    {"m", "marked g1 TwoStage.java:17", NULL},
    {"/t2 = d2\r", "find t2", NULL},
    {"m", "marked g2 TwoStage.java:34", NULL},
    {"g", "guided step", NULL},
    {"ggg", "guide #- 1/2", NULL},
    {"SS", ":back", NULL},
    {"s", ":step", "debug"},
    {"3", "h-history", NULL},
    {"ji", "h(", "h"},
    {"G", "ERROR", NULL},
    {"E", "common prefix", "explain"},
    {"4", "Search tree", NULL},
    {":go 3\r", "step 3", NULL},
    {"B", "c2 ERROR", "tree"},
    {"5j", "check 2 from node", "checks"},
    {"8", "main is not an environment", "environment"},
    {"L", "Lanes of the trace", NULL},
    {"]", ":lanes switch", NULL},
    {"-", ":lanes out", NULL},
    {"l", ":right", "lanes"},
    {"+++", ":lanes in", "lanes-near"},
    {"7", "[7 Help]", "help"},
    {"6", "[6 Log]", "log"},
};

static void session(int rows, int cols) {
  char *options = debug_keep("--property exception,race --trace '%s'", recorded()),
       *script = scratch(debug_keep("session-%d", cols));
  struct pty *p = debug_start(rows, cols, NULL, "TwoStage", options, "TwoStage 2 1"), *again;
  debug_play(p, session_steps, COUNT(session_steps), rows, cols);
  debug_keys(p, debug_keep(":save %s\r", script), "written to");
  debug_leave(p);
  again = debug_start(rows, cols, NULL, "TwoStage", debug_keep("%s --batch '%s'", options, script),
                      "TwoStage 2 1");
  assert_int_equal(pty_wait_end(again), 0); /* every line of the saved script succeeds */
  pty_end(again);
}

static void test_session_200x60(void **state) { (void)state, session(60, 200); }
static void test_session_120x36(void **state) { (void)state, session(36, 120); }
static void test_session_80x24(void **state) { (void)state, session(24, 80); }

/* The search cannot observe both marks, because the only consumer returns at the first, so it
 * backtracks from states. A check launched from one of these states pins its verdict to the state,
 * and stepping continues from it. */
static void test_check_where_the_search_backtracked(void **state) {
  static const struct debug_step steps[] = {
      {NULL, "[Choices]", NULL},
      {":set times off\r", "times off", NULL},
      {":mark TwoStage.java:29\r", "marked g1", NULL},
      {":mark TwoStage.java:34\r", "marked g2", NULL},
      {":guided run 30\r", "paused", NULL},
      {"4", "Search tree", NULL},
      {"/^(\\| )*\\|-x\r", "find", NULL},
      {":check --from cursor --depth 30\r", "c1 ", "backtracked"},
      /* The consumer has read 0 by then, so no exception can follow. */
      {"5", "no exception", NULL},
      /* Goes back to a state that the search has left. */
      {"\r", ":go 6", NULL},
      {"s", "step 4", NULL},
      {"U", "nothing to redo", NULL},
      {"uu", "node 28", NULL},
  };
  struct pty *p = debug_start(36, 120, NULL, "TwoStage", "--property exception", "TwoStage 1 1");
  (void)state;
  debug_play(p, steps, COUNT(steps), 36, 120);
  debug_leave(p);
}

/* ---- the terminal ---- */

/* Without a source file, the source pane shows bytecode, and instructions can be marked like
 * lines. */
static void test_no_source(void **state) {
  struct pty *p =
      debug_start(36, 120, NULL, "TwoStage",
                  "--property deadlock,exception --source-path /nonexistent", "TwoStage 2 1");
  (void)state;
  debug_expect(p, "no source of TwoStage.java (--source-path); bytecode of TwoStage.main");
  debug_keys(p, "sss", "step 3");
  debug_keys(p, ":take 2\r", "T1 Producer in produce (bytecode)");
  debug_keys(p, ":pane source\r", "pane source");
  debug_keys(p, "/monitorexit\r", "find monitorexit");
  debug_keys(p, "m", "marked g1 TwoStage.produce()V@16");
  debug_shot(p, "nosource", 36, 120);
  debug_keys(p, "M", "unmarked g1");
  debug_leave(p);
}

/* Commands that move the log's cursor are echoed in the log, but do not move it back to the log's
 * end. The next step does. */
static void test_log_scrolls(void **state) {
  struct pty *p = debug_start(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  (void)state;
  debug_keys(p, ":step 9\r", "step 9");
  debug_keys(p, ":back 9\r", "step 0");
  debug_keys(p, ":step 9\r", "step 9");
  debug_keys(p, "6", "[6 Log]");
  debug_keys(p, ":top\r", "shows the keys, : takes commands");
  debug_keys(p, "s", "step 10");
  debug_keys(p, "k", ":up");
  debug_leave(p);
}

/* A text with few lines may need more rows than the pane has, because long lines are wrapped. The
 * title then says that there is more. */
static void test_a_text_that_goes_on_is_announced(void **state) {
  struct pty *p = debug_start(24, 120, NULL, "TwoStage", "--property race", "TwoStage 2 1");
  (void)state;
  debug_keys(p, ":step 1\r", "step 1");
  debug_keys(p, ":take T1\r", "step 2");
  debug_keys(p, ":take T1\r", "step 3");
  debug_keys(p, "3", "Cell#1.value");
  debug_keys(p, ":why 4 1\r", "Missing edge");
  debug_expect(p, "1-4/5");
  debug_leave(p);
}

/* ---- keys and the prompt ---- */

static void test_prompt(void **state) {
  struct pty *p = debug_start(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  (void)state;
  debug_expect(p, "[Choices]");
  debug_keys(p, ":ch\t", "choices"); /* lists the words that fit */
  debug_keys(p, "e\t", "checks");
  debug_keys(p, "s\r", "[5 Checks]");
  /* adds no blank where the word can be continued */
  debug_keys(p, ":break TwoStage$Ce\t.v\t\r", "b1 TwoStage$Cell.value: step N");
  debug_keys(p, ":unbreak al\t\r", "unbreak all");
  debug_keys(p, ":mark Two\t17\r", "marked g1 TwoStage.java:17");
  debug_keys(p, ":\033[A", ":mark TwoStage.java:17"); /* history */
  debug_keys(p, "\x15go root", ":go root");
  debug_keys(p, "\x01\x0b", ": ");
  debug_keys(p, "xyzzy\r", "no command 'xyzzy'");
  debug_keys(p, ":step", ":step");
  debug_keys(p, "\x03", "Checks"); /* Ctrl-C abandons the line */
  assert_false(pty_shows(p, "step 1"));
  debug_keys(p, ":step\x7f\x7f\x7f\x7f\x7f\x7f", "Checks"); /* so does Backspace at the start */
  debug_keys(p, "1", "[1 Debug]");
  debug_keys(p, "?", "[7 Help]");
  debug_keys(p, "\r", ":step"); /* Enter puts the command on the prompt */
  debug_keys(p, "\r", "step 1");
  debug_leave(p);
}

/* Every key gets an answer in every view, even before the first step, when most views have nothing
 * to show. */
static void test_every_key_in_every_view(void **state) {
  struct pty *p = debug_start(24, 80, NULL, "TwoStage", "--property deadlock", "TwoStage 2 1");
  (void)state;
  debug_expect(p, "[Choices]");
  for (int stepped = 0; stepped < 2; stepped++) {
    for (char view[] = "1"; *view <= '9'; ++*view) {
      pty_send(p, view);
      pty_send(p, "jkhl[]{}+-0$wWbzctivx\003mMnN\t\033[A\033[B\033[5~\033[6~\r<>");
      debug_keys(p, ":break\r", "break");
      debug_keys(p, "6", "[6 Log]");
    }
    debug_keys(p, ":go root\r", "node 0");
    debug_keys(p, ":step 3\r", "step 3");
  }
  debug_leave(p);
}

/* Waits until the search has paused. An older message may also say so, so the title's state must
 * agree. */
static void expect_paused(struct pty *p) {
  int tries = 20;
  debug_expect(p, "search paused");
  while (pty_shows(p, "RUNNING")) assert_true(tries-- && pty_wait(p, NULL));
}

/* Keys are answered while a search runs. Space and Ctrl-C pause it. */
static void test_keys_while_searching(void **state) {
  struct pty *p = debug_start(24, 120, NULL, "TwoStage", "--property deadlock", "TwoStage 7 1");
  (void)state;
  debug_expect(p, "[Choices]");
  debug_keys(p, ":search dfs\r", "dfs search from node 0");
  debug_keys(p, "G", "RUNNING");
  debug_keys(p, "4", "[4 Tree]");
  pty_send(p, "\x03");
  expect_paused(p);
  debug_keys(p, " ", "RUNNING");
  debug_keys(p, "1", "[1 Debug]");
  pty_send(p, " ");
  expect_paused(p);
  debug_keys(p, "S", ":back");
  debug_leave(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_session_200x60),
      cmocka_unit_test(test_session_120x36),
      cmocka_unit_test(test_session_80x24),
      cmocka_unit_test(test_check_where_the_search_backtracked),
      cmocka_unit_test(test_no_source),
      cmocka_unit_test(test_log_scrolls),
      cmocka_unit_test(test_a_text_that_goes_on_is_announced),
      cmocka_unit_test(test_prompt),
      cmocka_unit_test(test_keys_while_searching),
      cmocka_unit_test(test_every_key_in_every_view),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
