/* heddle debug on a real pseudo-terminal. timeout: 240
 *
 * The session of the manual: a program and a recorded trace are loaded, the trace is followed,
 * locations are marked, the guided search is stepped forwards and backwards, h and its history are
 * looked at, and a bounded check is launched from a state that the search has backtracked from.
 * Screens are compared with tests/tui/golden; HEDDLE_UPDATE_GOLDEN=1 writes them anew. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/pty/pty_screen.h"
#include "tests/tui/golden.h"
#include "trace/text.h"

static const char *const plain_env[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", "HEDDLE_HISTORY=",
                                        "INPUTRC=/dev/null",   "NO_COLOR",       NULL};

static const char *from_env(const char *name, const char *otherwise) {
  const char *s = getenv(name);
  return s ? s : otherwise;
}

/* Texts that live until the tests end. */
static VEC(char *) kept;

__attribute__((format(printf, 1, 2))) static char *keep(const char *fmt, ...) {
  va_list args;
  char *s;
  va_start(args, fmt);
  if (vasprintf(&s, fmt, args) < 0) abort();
  va_end(args);
  return *vec_push(&kept) = s;
}

static int forget_kept(void **state) {
  (void)state;
  while (kept.len) free(kept.data[--kept.len]);
  vec_free(&kept);
  return 0;
}

/* A path below one of the folders of the environment. */
static char *below(const char *name, const char *otherwise, const char *rest) {
  return keep("%s/%s", from_env(name, otherwise), rest);
}

/* Starts the debugger on a sample: `words` are options and program, parted by blanks. */
static struct pty *debug(int rows, int cols, const char *const *env, const char *sample,
                         const char *options, const char *program) {
  char *line = keep("%s debug -cp %s --source-path %s %s %s", from_env("HEDDLE", "build/heddle"),
                    below("HEDDLE_SAMPLES", "build/samples", sample),
                    below("HEDDLE_ROOT", ".", keep("sample-traces/%s", sample)), options, program);
  const char *argv[40];
  int n = 0;
  char *word, *save = NULL;
  for (word = strtok_r(line, " ", &save); word && n < 39; word = strtok_r(NULL, " ", &save))
    argv[n++] = word;
  argv[n] = NULL;
  return pty_start(rows, cols, env ? env : plain_env, argv);
}

static char *scratch(const char *name) { return keep("%s/%s", from_env("TEST_TMP", "/tmp"), name); }

/* The recorded trace of the tests: its text form made binary. */
static char *recorded(void) {
  char *path = scratch("TwoStage.htrace"),
       *text = below("HEDDLE_ROOT", ".", "tests/tui/TwoStage.trace.txt");
  struct error err = {0};
  FILE *in = fopen(text, "r");
  assert_non_null(in);
  if (trace_text_read(in, text, path, &err)) fail_msg("%s", err.msg);
  fclose(in);
  return path;
}

static void expect(struct pty *p, const char *text) {
  char *screen;
  if (pty_wait(p, text)) return;
  screen = pty_text(p);
  fputs(screen, stderr);
  fail_msg("'%s' does not come", text);
}

static void keys(struct pty *p, const char *bytes, const char *then) {
  pty_send(p, bytes);
  expect(p, then);
}

static void mask_digits(char *from, size_t n) {
  for (; n && *from && *from != '\n'; n--, from++)
    if (*from >= '0' && *from <= '9') *from = '#';
}

/* Fingerprints, and how many states a check took, are no matter of the screen. */
static void mask(char *text) {
  char *p, *hex;
  for (p = text; (p = strstr(p, " state ")); p++)
    for (hex = p + 7; strspn(hex, "0123456789abcdef") || *hex == '#'; hex++) *hex = '#';
  if ((p = strstr(text, "dfs, depth "))) mask_digits(p, strcspn(p, "\n"));
  if (strstr(text, " from node  bound     states") && (p = strstr(text, "\n>c1 ")))
    mask_digits(p + 28, 9);
}

static void shot(struct pty *p, const char *name, int rows, int cols) {
  char *full = keep("%s-%dx%d", name, cols, rows), *text;
  pty_wait(p, NULL);
  text = pty_text(p);
  mask(text);
  golden_compare(full, text);
  free(text);
}

static void leave(struct pty *p) {
  int status;
  pty_send(p, "qq");
  status = pty_wait_end(p);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
  assert_false(pty_alternate(p));
  pty_end(p);
}

/* ---- the session ---- */

static void session(int rows, int cols) {
  char *options = keep("--property exception,race --trace %s", recorded()),
       *script = scratch(keep("session-%d", cols));
  struct pty *p = debug(rows, cols, NULL, "TwoStage", options, "TwoStage 2 1"), *again;
  expect(p, "[Choices]");
  keys(p, ":set times off\r", "times off");
  keys(p, "2", "suspicious (2)");
  keys(p, "f", "8 of 57 events");
  keys(p, ":follow suspicious\r", "14 of 57 events");
  shot(p, "trace", rows, cols);
  keys(p, ":go root\r", "step 0");
  keys(p, "1", "[1 Debug]");
  keys(p, ":pane source\r", "pane source");
  keys(p, "/d1.value = 1\r", "find d1.value = 1");
  keys(p, "m", "marked g1 TwoStage.java:17");
  keys(p, "/t2 = d2\r", "find t2");
  keys(p, "m", "marked g2 TwoStage.java:34");
  keys(p, "g", "guided step");
  keys(p, "ggg", "guide #- 1/2");
  keys(p, "SS", ":back");
  keys(p, "s", ":step");
  shot(p, "debug", rows, cols);
  keys(p, "3", "h-history");
  keys(p, "ji", "h(");
  shot(p, "h", rows, cols);
  keys(p, "G", "ERROR");
  keys(p, "4", "Search tree");
  keys(p, ":go 3\r", "step 3");
  keys(p, "B", "c1 ERROR");
  shot(p, "tree", rows, cols);
  keys(p, "5", "counterexample");
  shot(p, "checks", rows, cols);
  keys(p, keep(":save %s\r", script), "written to");
  leave(p);
  again =
      debug(rows, cols, NULL, "TwoStage", keep("%s --batch %s", options, script), "TwoStage 2 1");
  assert_int_equal(pty_wait_end(again), 0); /* every line of the session's script succeeds */
  pty_end(again);
}

static void test_session_120x36(void **state) { (void)state, session(36, 120); }
static void test_session_80x24(void **state) { (void)state, session(24, 80); }

/* The search cannot observe both marks (the only consumer returns at the first), so it leaves
 * states behind. A check is launched from one of them; its verdict is pinned there, and stepping
 * goes on from it. */
static void test_check_where_the_search_backtracked(void **state) {
  struct pty *p = debug(36, 120, NULL, "TwoStage", "--property exception", "TwoStage 1 1");
  (void)state;
  expect(p, "[Choices]");
  keys(p, ":set times off\r", "times off");
  keys(p, ":mark TwoStage.java:29\r", "marked g1");
  keys(p, ":mark TwoStage.java:34\r", "marked g2");
  keys(p, ":guided run 30\r", "paused");
  keys(p, "4", "Search tree");
  keys(p, "/^(\\| )*\\|-x\r", "find");
  keys(p, ":check --from cursor --depth 30\r", "c1 ");
  shot(p, "backtracked", 36, 120);
  keys(p, "5", "no exception"); /* the consumer has read 0 by then: nothing can go wrong below */
  keys(p, "\r", ":go 6");       /* back into what the search left */
  keys(p, "s", "step 4");
  keys(p, "U", "nothing to redo");
  keys(p, "uu", "node 28");
  leave(p);
}

/* ---- the terminal ---- */

static void test_small_and_resized(void **state) {
  struct pty *p = debug(16, 60, NULL, "TwoStage", "", "TwoStage 2 1");
  (void)state;
  expect(p, "[Choices]");
  keys(p, "ss", "step 2");
  shot(p, "small", 16, 60);
  pty_resize(p, 36, 120);
  expect(p, "State diff");
  pty_resize(p, 10, 40);
  expect(p, "heddle needs 60x16");
  pty_resize(p, 24, 80);
  expect(p, "[Threads]");
  leave(p);
}

/* The bytecode stands in for a source that is not found; instructions are marked as lines are. */
static void test_no_source(void **state) {
  struct pty *p = debug(36, 120, NULL, "TwoStage",
                        "--property deadlock,exception --source-path /nonexistent", "TwoStage 2 1");
  (void)state;
  expect(p, "no source of TwoStage.java (--source-path); bytecode of TwoStage.main");
  keys(p, "sss", "step 3");
  keys(p, ":take 2\r", "T1 in produce (bytecode)");
  keys(p, ":pane source\r", "pane source");
  keys(p, "/monitorexit\r", "find monitorexit");
  keys(p, "m", "marked g1 TwoStage.produce()V@16");
  shot(p, "nosource", 36, 120);
  keys(p, "M", "unmarked g1");
  leave(p);
}

/* The keys that move in the log are told in it, and yet it stays where they led; the next step
 * leads to its end again. */
static void test_log_scrolls(void **state) {
  struct pty *p = debug(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  (void)state;
  keys(p, ":step 9\r", "step 9");
  keys(p, ":back 9\r", "step 0");
  keys(p, ":step 9\r", "step 9");
  keys(p, "6", "[6 Log]");
  keys(p, ":top\r", "shows the keys, : takes commands");
  keys(p, "s", "step 10");
  keys(p, "k", ":up");
  leave(p);
}

/* Broken into rows a text may need more than there are, though its lines are few. */
static void test_a_text_that_goes_on_is_told(void **state) {
  struct pty *p = debug(24, 120, NULL, "TwoStage", "--property race", "TwoStage 2 1");
  (void)state;
  keys(p, ":step 1\r", "step 1");
  keys(p, ":take T1\r", "step 2");
  keys(p, ":take T1\r", "step 3");
  keys(p, "3", "Cell#1.value");
  keys(p, ":why 4 1\r", "Missing edge");
  expect(p, "1-4/5");
  leave(p);
}

static void test_no_color_and_c_locale(void **state) {
  static const char *const bare[] = {"TERM=xterm-256color", "LC_ALL=C", "NO_COLOR=1",
                                     "HEDDLE_HISTORY=", NULL};
  struct pty *p = debug(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  char *text, *c;
  (void)state;
  expect(p, "[Choices]");
  assert_true(pty_colored(p));
  assert_true(pty_shows(p, "\xE2\x94\x80[Threads]"));
  leave(p);
  p = debug(24, 80, bare, "TwoStage", "", "TwoStage 2 1");
  expect(p, "-[Threads]");
  assert_false(pty_colored(p));
  assert_true(pty_reverse(p, 0, 0)); /* the status bar is still told apart */
  text = pty_text(p);
  for (c = text; *c; c++) assert_true((unsigned char)*c < 0x80);
  free(text);
  leave(p);
}

static void test_dumb_terminal(void **state) {
  static const char *const dumb[] = {"TERM=dumb", "LC_ALL=C.UTF-8", NULL};
  struct pty *p = debug(24, 100, dumb, "TwoStage", "", "TwoStage 2 1");
  int status;
  (void)state;
  expect(p, "the terminal is dumb");
  keys(p, "step\n", "step 1:");
  keys(p, "threads\n", "T1 Thread-0");
  keys(p, "nonsense\n", "no command 'nonsense'");
  pty_send(p, "quit\n");
  status = pty_wait_end(p);
  assert_int_equal(status, 0);
  pty_end(p);
}

static void ends_by(int sig, bool signaled) {
  struct pty *p = debug(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  int status;
  expect(p, "[Choices]");
  assert_true(pty_alternate(p));
  assert_false(pty_cooked(p));
  kill(pty_pid(p), sig);
  status = pty_wait_end(p);
  if (signaled)
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == sig);
  else
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 128 + sig);
  assert_false(pty_alternate(p));
  assert_true(pty_cooked(p));
  pty_end(p);
}

static void test_ends_by_signal(void **state) {
  (void)state;
  ends_by(SIGTERM, false);
  ends_by(SIGHUP, false);
}

static void test_crash_restores_the_terminal(void **state) {
  (void)state;
  if (strstr(from_env("HEDDLE_BUILD", ""), "asan")) skip(); /* the sanitizer has the signal */
  ends_by(SIGSEGV, true);
  ends_by(SIGABRT, true);
}

/* Under a shell with job control. */
static void test_suspend_and_resume(void **state) {
  static const char *const env[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8",
                                    "HEDDLE_HISTORY=", "PS1=ready> ", NULL};
  static const char *const shell[] = {"/bin/bash", "--norc", "--noprofile", "-i", NULL};
  char *line = keep("%s debug -cp %s TwoStage 2 1\n", from_env("HEDDLE", "build/heddle"),
                    below("HEDDLE_SAMPLES", "build/samples", "TwoStage"));
  struct pty *p = pty_start(24, 80, env, shell);
  (void)state;
  expect(p, "ready>");
  keys(p, line, "[Choices]");
  keys(p, "s", "step 1");
  keys(p, "\x1a", "Stopped");
  assert_false(pty_alternate(p));
  keys(p, "echo $((6*7))\n", "42");
  keys(p, "fg\n", "[Choices]");
  assert_true(pty_alternate(p));
  keys(p, "s", "step 2");
  keys(p, "q", "ready>");
  pty_end(p);
}

/* ---- keys and the prompt ---- */

static void test_prompt(void **state) {
  struct pty *p = debug(24, 80, NULL, "TwoStage", "", "TwoStage 2 1");
  (void)state;
  expect(p, "[Choices]");
  keys(p, ":ch\t", "choices"); /* the words that fit are listed */
  keys(p, "e\t", "checks");
  keys(p, "s\r", "[5 Checks]");
  keys(p, ":mark Two\t17\r", "marked g1 TwoStage.java:17");
  keys(p, ":\033[A", ":mark TwoStage.java:17"); /* history */
  keys(p, "\x15go root", ":go root");
  keys(p, "\x01\x0b", ": ");
  keys(p, "xyzzy\r", "no command 'xyzzy'");
  keys(p, ":step", ":step");
  keys(p, "\x03", "Checks"); /* Ctrl-C gives the line up */
  assert_false(pty_shows(p, "step 1"));
  keys(p, ":step\x7f\x7f\x7f\x7f\x7f\x7f", "Checks"); /* so does Backspace on an empty one */
  keys(p, "1", "[1 Debug]");
  keys(p, "?", "[7 Help]");
  keys(p, "\r", ":step"); /* Enter puts the command on the prompt */
  keys(p, "\r", "step 1");
  leave(p);
}

/* An older message may still say so: the state in the title counts too. */
static void expect_paused(struct pty *p) {
  int tries = 20;
  expect(p, "search paused");
  while (pty_shows(p, "RUNNING")) assert_true(tries-- && pty_wait(p, NULL));
}

/* Every key answers while a search runs, and Space and Ctrl-C pause it. */
static void test_keys_while_searching(void **state) {
  struct pty *p = debug(24, 120, NULL, "TwoStage", "--property deadlock", "TwoStage 7 1");
  (void)state;
  expect(p, "[Choices]");
  keys(p, ":search dfs\r", "dfs search from node 0");
  keys(p, "G", "RUNNING");
  keys(p, "4", "[4 Tree]");
  pty_send(p, "\x03");
  expect_paused(p);
  keys(p, " ", "RUNNING");
  keys(p, "1", "[1 Debug]");
  pty_send(p, " ");
  expect_paused(p);
  keys(p, "S", ":back");
  leave(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_session_120x36),
      cmocka_unit_test(test_session_80x24),
      cmocka_unit_test(test_check_where_the_search_backtracked),
      cmocka_unit_test(test_small_and_resized),
      cmocka_unit_test(test_no_source),
      cmocka_unit_test(test_log_scrolls),
      cmocka_unit_test(test_a_text_that_goes_on_is_told),
      cmocka_unit_test(test_no_color_and_c_locale),
      cmocka_unit_test(test_dumb_terminal),
      cmocka_unit_test(test_ends_by_signal),
      cmocka_unit_test(test_crash_restores_the_terminal),
      cmocka_unit_test(test_suspend_and_resume),
      cmocka_unit_test(test_prompt),
      cmocka_unit_test(test_keys_while_searching),
  };
  return cmocka_run_group_tests(tests, NULL, forget_kept);
}
