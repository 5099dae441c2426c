/* Tests that all views show the same moment of the session.
 * A walk presses random keys. After each move it compares the views with the header's step and
 * node: the last step's difference, h, the tree, the trace, the lanes and Explain. It asks them in
 * random order, because a view may depend on another view that was not shown since the move. In
 * Compare, Enter must lead to the node where the session is already.
 * HEDDLE_WALKS: number of walks, each with its own seed (default 1). timeout: 240 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "debug_fixture.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"

enum { MOVES = 16, ROWS = 36, COLS = 120 };

struct walk {
  struct pty *p;
  char done[MOVES * 5 + 1]; /* the keys pressed so far, for the message of a failure */
  unsigned step, node;
  uint64_t gap; /* maximum number of successive events without a column in the lanes */
};

static void differs(struct walk *w, const char *where) {
  char *screen = pty_text(w->p);
  fputs(screen, stderr);
  free(screen);
  fail_msg("after %s: %s differs from step %u, node %u", w->done, where, w->step, w->node);
}

/* Returns the number after the first `what` on the screen; UINT64_MAX: `what` is not there. */
static uint64_t number_behind(struct walk *w, const char *what) {
  char *screen = pty_text(w->p), *at = strstr(screen, what);
  uint64_t n = at ? strtoull(at + strlen(what), NULL, 10) : UINT64_MAX;
  free(screen);
  return n;
}

static void view(struct walk *w, const char *key, const char *tab) { debug_keys(w->p, key, tab); }

/* Returns the row with the cursor in the list on the left. Caller frees. */
static char *cursor_row(struct walk *w) {
  for (int row = 2; row < ROWS; row++) {
    char *s = pty_row(w->p, row);
    if (*s == '>') return s;
    free(s);
  }
  differs(w, "a view without a cursor");
  return NULL;
}

static void expect_difference(struct walk *w) {
  view(w, "1", "[1 Debug]");
  if (w->step && number_behind(w, "tate diff: step ") != w->step - 1) differs(w, "the difference");
}

static void expect_h(struct walk *w) {
  view(w, "3", "[3 h]");
  if (number_behind(w, "[h at step ") != w->step) differs(w, "h");
}

static void expect_tree(struct walk *w) {
  char *row, *at;
  view(w, "4", "[4 Tree]");
  row = cursor_row(w);
  at = strstr(row, "@ ");
  if (!at || strtoul(at + 2, NULL, 10) != w->node) differs(w, "the tree");
  free(row);
}

/* Without a recorded trace, the events of the path must end with those of the last step. */
static void expect_path(struct walk *w) {
  bool silent;
  view(w, "4", "[4 Tree]");
  silent = pty_shows(w->p, " bytecodes, 0 events");
  view(w, "2", "[2 Trace]");
  if (w->step && !silent && number_behind(w, " node ") != w->node) differs(w, "the trace");
}

/* Reads from the header how far the recorded trace was followed: the number of the next event;
 * UINT64_MAX: it was not followed yet. Returns false at the trace's end, where there is no next
 * event. */
static bool followed(struct walk *w, uint64_t *at) {
  uint64_t count;
  char *next;
  *at = number_behind(w, " trace ");
  next = mem_printf(" trace %llu/", (unsigned long long)*at);
  count = number_behind(w, next);
  free(next);
  return *at != UINT64_MAX && *at < count;
}

/* The cursor of the view Trace must be at the next event to follow. */
static void expect_followed(struct walk *w) {
  bool off, going;
  uint64_t at;
  char *row;
  view(w, "2", "[2 Trace]");
  off = pty_shows(w->p, " off trace ");
  going = followed(w, &at);
  if (at == UINT64_MAX) return;
  row = cursor_row(w);
  if (going && (row[1] != '*' || strtoull(row + 2, NULL, 10) != at)) differs(w, "the trace");
  if (off != pty_shows(w->p, "the path left it at *")) differs(w, "the trace's title");
  free(row);
}

/* Some events of a counterexample have no column. For these, the lanes show the next event that has
 * one. */
static void expect_lanes(struct walk *w) {
  bool off, going;
  uint64_t at, shown;
  view(w, "9", "[9 Lanes]");
  off = pty_shows(w->p, " off trace ");
  going = followed(w, &at);
  if (at == UINT64_MAX) return;
  shown = number_behind(w, "of the trace: event ");
  if (going && (shown < at || shown > at + w->gap)) differs(w, "the lanes");
  if (off && number_behind(w, "the path left it at ") != at) differs(w, "the lanes' title");
}

static void expect_explained(struct walk *w) {
  uint64_t at;
  view(w, "E", "[E Explain]");
  at = number_behind(w, "How it came there, step ");
  if (at != UINT64_MAX && at != w->step) differs(w, "Explain");
}

typedef void expectation(struct walk *w);
static expectation *const of_path[] = {expect_difference, expect_h, expect_tree, expect_path,
                                       expect_explained},
                          *const of_trace[] = {expect_difference, expect_h,         expect_tree,
                                               expect_followed,   expect_explained, expect_lanes};

static void expect_one_moment(struct walk *w, struct rng *rng, bool recorded) {
  expectation *order[COUNT(of_trace)];
  uint32_t n = recorded ? COUNT(of_trace) : COUNT(of_path), asked = 1 + rng_below(rng, n), i;
  memcpy(order, recorded ? of_trace : of_path, n * sizeof *order);
  w->step = (unsigned)number_behind(w, "> step ");
  w->node = (unsigned)number_behind(w, "(node ");
  for (i = 0; i < asked; i++) {
    uint32_t k = i + rng_below(rng, n - i);
    expectation *next = order[k];
    order[k] = order[i];
    next(w);
  }
}

/* The keys of one move. Enter goes to what is under the cursor. In the lanes of a path, the session
 * moves with the cursor. With a trace, most moves follow it or go back along it. */
static const char *const moves[] = {"1s",    "1s",    "1S",    "f",     "f",      "u",
                                    "U",     "4kk\r", "4jj\r", "2kk\r", "3\tj\r", "1j\r",
                                    "9hh\r", "9f",    "'a",    "\"a",   "9hh",    "9]"},
                         *const trace_moves[] = {"1f",    "1ff",   "1ff", "1fff", "1S",
                                                 "1SS",   "1SS",   "1S",  "u",    "U",
                                                 "4kk\r", "4jj\r", "1e",  "1s",   "2kk\r",
                                                 "2jj\r", "9hh\r", "9f",  "'a",   "\"a"};

static uint32_t walks(void) {
  const char *n = getenv("HEDDLE_WALKS");
  return n && atoi(n) > 1 ? (uint32_t)atoi(n) : 1;
}

static void walk(struct walk w, uint32_t seed, bool recorded) {
  struct rng rng;
  rng_seed(&rng, seed);
  debug_expect(w.p, "[1 Debug]");
  debug_keys(w.p, ":set jdk on\r", "jdk on");
  for (int i = 0; i < MOVES; i++) {
    const char *keys = recorded ? trace_moves[rng_below(&rng, COUNT(trace_moves))]
                                : moves[rng_below(&rng, COUNT(moves))];
    strncat(w.done, keys, sizeof w.done - strlen(w.done) - 1);
    pty_send(w.p, keys);
    pty_wait(w.p, NULL);
    expect_one_moment(&w, &rng, recorded);
  }
  assert_true(number_behind(&w, "(node ") != UINT64_MAX);
  pty_end(w.p);
}

static struct pty *walked(const char *options) {
  return debug_start(ROWS, COLS, NULL, "TwoStage",
                     debug_keep("--property exception,race %s", options), "TwoStage 2 1");
}

/* A counterexample names its program and properties, so no others are given. */
static struct pty *walked_counterexample(const char *trace) {
  return debug_start(ROWS, COLS, NULL, "TwoStage", debug_keep("--trace '%s'", trace), "");
}

static void test_program(void **state) {
  (void)state;
  for (uint32_t i = 0; i < walks(); i++) walk((struct walk){.p = walked("")}, 1 + 2 * i, false);
}

static void test_recorded(void **state) {
  char *trace = debug_path("HEDDLE_ROOT", ".", "sample-traces/TwoStage/TwoStage.htrace");
  (void)state;
  for (uint32_t i = 0; i < walks(); i++)
    walk((struct walk){.p = walked(debug_keep("--trace '%s'", trace))}, 3 + 2 * i, true);
}

/* Walks along a counterexample to its error and back. Its CHOICE events have no column in the
 * lanes. */
static void test_counterexample(void **state) {
  char *trace = debug_path("TEST_TMP", "/tmp", "moment.htrace"),
       *make =
           debug_keep("'%s' check -q -o '%s' --property exception -cp '%s' TwoStage 2 1 >/dev/null",
                      from_env("HEDDLE", "build/heddle"), trace,
                      debug_path("HEDDLE_SAMPLES", "build/samples", "TwoStage"));
  (void)state;
  assert_int_equal(WEXITSTATUS(system(make)), 1);
  for (uint32_t i = 0; i < walks(); i++)
    walk((struct walk){.p = walked_counterexample(trace), .gap = 4}, 5 + 2 * i, true);
}

/* After a step that leaves the trace, no view may claim that the trace is followed up to here. */
static void test_beside_the_trace(void **state) {
  char *trace = debug_path("HEDDLE_ROOT", ".", "sample-traces/TwoStage/TwoStage.htrace");
  struct walk w = {.p = debug_start(ROWS, COLS, NULL, "TwoStage",
                                    debug_keep("--property exception --trace '%s'", trace),
                                    "TwoStage 2 1")};
  (void)state;
  debug_expect(w.p, "[1 Debug]");
  debug_keys(w.p, "ffff", "trace 14/57");
  debug_keys(w.p, ":take T0\r", "off trace 14/57");
  expect_followed(&w);
  expect_lanes(&w);
  debug_keys(w.p, "1f", "events followed"); /* continues from where the path left the trace */
  assert_false(pty_shows(w.p, "off trace"));
  pty_end(w.p);
}

/* Trace and Lanes have the same cursor, even before the trace is followed. */
static void test_cursor_of_trace(void **state) {
  char *trace = debug_path("HEDDLE_ROOT", ".", "sample-traces/TwoStage/TwoStage.htrace"), *row;
  struct walk w = {.p = debug_start(ROWS, COLS, NULL, "TwoStage", debug_keep("--trace '%s'", trace),
                                    "TwoStage 2 1")};
  uint64_t at;
  (void)state;
  debug_expect(w.p, "[1 Debug]");
  view(&w, "2jjjjjjjj", "[2 Trace]");
  row = cursor_row(&w);
  at = strtoull(row + 2, NULL, 10);
  free(row);
  assert_true(at > 0);
  view(&w, "9", "[9 Lanes]");
  assert_int_equal(number_behind(&w, "of the trace: event "), at);
  view(&w, "lll", "[9 Lanes]");
  assert_true(number_behind(&w, "of the trace: event ") > at);
  at = number_behind(&w, "of the trace: event ");
  view(&w, "2", "[2 Trace]");
  row = cursor_row(&w);
  assert_int_equal(strtoull(row + 2, NULL, 10), at);
  free(row);
  pty_end(w.p);
}

/* At each node of the two runs whose step has an event, Compare's cursor must be on such an
 * event. */
static void test_compare(void **state) {
  struct walk w = {.p = debug_start(ROWS, COLS, NULL, "TwoStage", "--property deadlock,exception",
                                    "TwoStage 2 1")};
  struct rng rng;
  int i, compared = 0;
  (void)state;
  rng_seed(&rng, 1);
  debug_expect(w.p, "[1 Debug]");
  debug_keys(w.p, ":check --depth 40\r", "error: uncaught");
  debug_keys(w.p, ":go 11\r", "(node 11)");
  debug_keys(w.p, "v", "Common prefix 16 of 33 | 20"); /* compares with the run to node 18 */
  for (i = 0; i < 8; i++) {
    char *go = debug_keep(":go %u\r", (unsigned)rng_below(&rng, 18) + 1);
    snprintf(w.done, sizeof w.done, "%s", go);
    debug_keys(w.p, go, "(node ");
    w.node = (unsigned)number_behind(&w, "(node ");
    w.step = (unsigned)number_behind(&w, "> step ");
    view(&w, "4", "[4 Tree]");
    if (pty_shows(w.p, " bytecodes, 0 events") || w.node == 11) continue;
    view(&w, "v", "[v Compare]");
    debug_keys(w.p, "\r", "(node ");
    if (number_behind(&w, "(node ") != w.node) differs(&w, "Compare");
    compared++;
  }
  assert_true(compared >= 4);
  pty_end(w.p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_program),         cmocka_unit_test(test_recorded),
      cmocka_unit_test(test_counterexample),  cmocka_unit_test(test_beside_the_trace),
      cmocka_unit_test(test_cursor_of_trace), cmocka_unit_test(test_compare),
  };
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
