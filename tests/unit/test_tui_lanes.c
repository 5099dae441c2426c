/* Lanes: states, lock spans and edges of a small run given here, and the drawing of many events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/views/lanes/draw.h"
#include "tui/views/lanes/fold.h"
#include "tui/views/lanes/locks.h"
#include "tui_fixture.h"

enum { LOCK_KEY = 3, FIELD_KEY = 5 };

static void add(struct lanes *l, uint32_t lane, enum lane_op op, uint64_t key, uint32_t other) {
  lanes_add(l, lane, op, key, other, (uint32_t)l->events.len, LANE_PLAIN);
}

/* main starts two threads; the second waits for the lock that the first holds. */
static void two_threads(struct lanes *l) {
  lanes_init(l);
  lanes_lane(l, 0, "T0 main");
  lanes_lane(l, 1, "T1 a");
  lanes_lane(l, 2, "T2 b");
  add(l, 0, LANE_START, 0, 1);               /* 0 */
  add(l, 0, LANE_START, 0, 2);               /* 1 */
  add(l, 1, LANE_LOCK, LOCK_KEY, LANE_NONE); /* 2 */
  add(l, 2, LANE_BEGIN, 0, LANE_NONE);       /* 3 */
  add(l, 1, LANE_WRITE, FIELD_KEY, LANE_NONE);
  add(l, 1, LANE_UNLOCK, LOCK_KEY, LANE_NONE); /* 5 */
  add(l, 1, LANE_END, 0, LANE_NONE);           /* 6 */
  add(l, 2, LANE_LOCK, LOCK_KEY, LANE_NONE);   /* 7 */
  add(l, 2, LANE_READ, FIELD_KEY, LANE_NONE);  /* 8 */
  add(l, 2, LANE_UNLOCK, LOCK_KEY, LANE_NONE); /* 9 */
  add(l, 0, LANE_JOIN, 0, 1);                  /* 10 */
}

static void test_states(void **state) {
  struct lanes l;
  (void)state;
  two_threads(&l);
  assert_int_equal(lanes_state(&l.lanes.data[1], 0), LANE_ABSENT);
  assert_int_equal(lanes_state(&l.lanes.data[1], 1), LANE_READY);
  assert_int_equal(lanes_state(&l.lanes.data[1], 2), LANE_RUNNING);
  assert_int_equal(lanes_state(&l.lanes.data[1], 3), LANE_READY);
  assert_int_equal(lanes_state(&l.lanes.data[1], 5), LANE_RUNNING);
  assert_int_equal(lanes_state(&l.lanes.data[1], 7), LANE_ABSENT);
  assert_int_equal(lanes_state(&l.lanes.data[2], 4), LANE_BLOCKED); /* the lock is held */
  assert_int_equal(lanes_state(&l.lanes.data[2], 6), LANE_READY);   /* and free */
  assert_int_equal(lanes_state(&l.lanes.data[0], 5), LANE_BLOCKED); /* it joins T1 */
  assert_int_equal(lanes_state(&l.lanes.data[0], 8), LANE_READY);
  assert_true(lanes_holds(&l.lanes.data[1], 4));
  assert_false(lanes_holds(&l.lanes.data[1], 5));
  lanes_blocked(&l, 2);
  assert_int_equal(lanes_state(&l.lanes.data[2], 10), LANE_BLOCKED);
  lanes_release(&l);
}

/* Before the first step, and for a trace without visible events. */
static void test_no_event(void **state) {
  struct lanes l;
  struct lanes_window w = {.zoom = 3, .cols = 100};
  struct line row = {0};
  (void)state;
  lanes_init(&l);
  lanes_numbers(&l, &w, &row);
  assert_int_equal(line_width(&row), 0);
  line_release(&row);
  lanes_release(&l);
}

static void test_spans_and_edges(void **state) {
  struct lanes l;
  const struct lane_track *lock;
  (void)state;
  two_threads(&l);
  lock = &l.tracks.data[0];
  assert_true(lock->lock && lock->shared);
  assert_null(lanes_owner(lock, 1));
  assert_int_equal(lanes_owner(lock, 4)->lane, 1);
  assert_null(lanes_owner(lock, 6));
  assert_int_equal(lanes_owner(lock, 8)->lane, 2);
  assert_int_equal(lanes_written(&l.tracks.data[1], 3), LANE_NONE);
  assert_int_equal(lanes_written(&l.tracks.data[1], 8), 4);
  /* two starts, the lock handover, the join */
  assert_int_equal(l.edges.len, 4);
  assert_int_equal(l.edges.data[0].from, 0);
  assert_int_equal(l.edges.data[0].to, 2);
  assert_int_equal(l.edges.data[2].from, 5);
  assert_int_equal(l.edges.data[2].to, 7);
  assert_int_equal(l.edges.data[3].from, 6);
  assert_int_equal(l.edges.data[3].to, 10);
  lanes_race_of(&l, 2);
  assert_true(l.edges.data[4].missing);
  assert_int_equal(l.edges.data[4].from, 4);
  assert_int_equal(l.edges.data[4].to, 8);
  assert_int_equal(lanes_next(l.switches.data, l.switches.len, 2, false), 3);
  assert_int_equal(lanes_next(l.switches.data, l.switches.len, 2, true), LANE_NONE);
  assert_int_equal(lanes_next(l.switches.data, l.switches.len, 7, true), 4);
  lanes_release(&l);
}

/* Every start has an edge to the first event of its thread, even if that thread was blocked before.
 * Several starts by one thread share a line. */
static void test_starts(void **state) {
  struct lanes l;
  struct lanes_source s = {0};
  struct lanes_window w = {.cursor = LANE_NONE, .zoom = 1, .cols = 100};
  struct lanes_canvas c = {0};
  struct line row = {0};
  uint32_t i;
  (void)state;
  lanes_init(&l);
  lanes_lane(&l, 0, "T0 main");
  for (i = 1; i <= 3; i++) lanes_lane(&l, i, "T a");
  for (i = 1; i <= 3; i++) add(&l, 0, LANE_START, 0, i);
  add(&l, 1, LANE_LOCK, LOCK_KEY, LANE_NONE); /* 3 */
  add(&l, 1, LANE_UNLOCK, LOCK_KEY, LANE_NONE);
  add(&l, 1, LANE_LOCK, LOCK_KEY, LANE_NONE);
  lanes_blocked(&l, 2);
  add(&l, 1, LANE_UNLOCK, LOCK_KEY, LANE_NONE); /* 6 */
  add(&l, 2, LANE_BEGIN, 0, LANE_NONE);
  add(&l, 3, LANE_BEGIN, 0, LANE_NONE); /* 8 */
  assert_int_equal(l.edges.len, 3);
  for (i = 0; i < 3; i++) assert_int_equal(l.edges.data[i].from, i);
  assert_int_equal(l.edges.data[1].to, 7);
  w.cursor = 4; /* the cursor is on none of the edges */
  lanes_draw(&l, &s, &w, &c);
  lanes_canvas_row(&c, 1, &row);
  assert_string_equal(line_text(&row) + LANES_MARGIN, "`-`-`-v-------.-.");
  line_clear(&row);
  lanes_canvas_row(&c, 3, &row);
  assert_int_equal(line_text(&row)[LANES_MARGIN + 14], 'v');
  assert_int_equal(line_text(&row)[LANES_MARGIN + 16], '|');
  line_release(&row);
  lanes_canvas_release(&c);
  lanes_release(&l);
}

/* A wait releases the lock, and blocks until it is taken again. */
static void test_wait(void **state) {
  struct lanes l;
  (void)state;
  lanes_init(&l);
  lanes_lane(&l, 0, "T0 main");
  lanes_lane(&l, 1, "T1 a");
  add(&l, 0, LANE_LOCK, LOCK_KEY, LANE_NONE);
  lanes_add(&l, 0, LANE_WAIT, LOCK_KEY, LANE_NONE, 1, LANE_SYNC);
  add(&l, 1, LANE_LOCK, LOCK_KEY, LANE_NONE);
  add(&l, 1, LANE_NOTIFY, LOCK_KEY, LANE_NONE);
  add(&l, 1, LANE_UNLOCK, LOCK_KEY, LANE_NONE);
  add(&l, 0, LANE_LOCK, LOCK_KEY, LANE_NONE);
  assert_int_equal(lanes_state(&l.lanes.data[0], 3), LANE_BLOCKED);
  assert_int_equal(lanes_state(&l.lanes.data[0], 5), LANE_RUNNING);
  assert_int_equal(l.tracks.data[0].spans.len, 3);
  assert_int_equal(lanes_owner(&l.tracks.data[0], 3)->lane, 1);
  lanes_release(&l);
}

/* During a wait the lock is not held, however often it was entered. Afterwards it is held as often
 * as before. */
static void test_held_after_wait(void **state) {
  static const enum lane_op ops[] = {LANE_LOCK, LANE_LOCK,   LANE_WAIT,   LANE_READ, LANE_LOCK,
                                     LANE_READ, LANE_UNLOCK, LANE_UNLOCK, LANE_READ};
  static const uint32_t held[COUNT(ops)] = {0, 1, 1, 0, 0, 1, 1, 1, 0};
  struct lanes l;
  uint32_t out[2];
  (void)state;
  lanes_init(&l);
  lanes_lane(&l, 0, "T0 main");
  for (uint32_t i = 0; i < COUNT(ops); i++)
    lanes_add(&l, 0, ops[i], ops[i] == LANE_READ ? FIELD_KEY : LOCK_KEY, LANE_NONE, i,
              ops[i] == LANE_WAIT ? LANE_SYNC : LANE_PLAIN);
  for (uint32_t i = 0; i < COUNT(ops); i++)
    assert_int_equal(lanes_held(&l, i, out, COUNT(out)), held[i]);
  lanes_release(&l);
}

/* Zoomed out, a column shows the most significant of its events, and the window contains the
 * cursor. */
static void test_many_events(void **state) {
  enum { MANY = 1 << 20 };
  struct lanes l;
  struct lanes_source s = {0};
  struct lanes_window w = {.cursor = MANY / 2, .zoom = -14, .cols = 80};
  struct lanes_canvas c = {0};
  struct line row = {0};
  uint32_t i;
  (void)state;
  lanes_init(&l);
  lanes_lane(&l, 0, "T0 main");
  lanes_lane(&l, 1, "T1 a");
  for (i = 0; i < MANY; i++)
    add(&l, i >> 10 & 1, i == MANY / 4 ? LANE_ERROR : i & 1 ? LANE_READ : LANE_OTHER, 0, LANE_NONE);
  lanes_keep_cursor(&w, &l);
  assert_int_equal(w.left, 0); /* all are visible: 64 columns */
  lanes_draw(&l, &s, &w, &c);
  lanes_canvas_row(&c, 0, &row);
  assert_int_equal(line_width(&row), LANES_MARGIN + 64);
  assert_int_equal(line_text(&row)[LANES_MARGIN + 16], 'F');
  assert_int_equal(line_text(&row)[LANES_MARGIN + 17], 'R');
  w.zoom = -4;
  lanes_keep_cursor(&w, &l);
  assert_true(lanes_column(&w, MANY / 2) >= LANES_MARGIN);
  assert_int_equal(lanes_column(&w, 0), -1);
  line_release(&row);
  lanes_canvas_release(&c);
  lanes_release(&l);
}

/* T1 takes the lock, reads, writes and releases it, six times. */
static void loop_of_six(struct lanes *l) {
  int i;
  lanes_lane(l, 0, "T0 main");
  lanes_lane(l, 1, "T1 a");
  lanes_add(l, 0, LANE_START, 0, 1, 0, LANE_PLAIN);
  for (i = 0; i < 6; i++) {
    lanes_add(l, 1, LANE_LOCK, LOCK_KEY, LANE_NONE, l->offered, LANE_PLAIN);
    lanes_add(l, 1, LANE_READ, FIELD_KEY, LANE_NONE, l->offered, LANE_PLAIN);
    lanes_add(l, 1, LANE_WRITE, FIELD_KEY, LANE_NONE, l->offered, LANE_PLAIN);
    lanes_add(l, 1, LANE_UNLOCK, LOCK_KEY, LANE_NONE, l->offered, LANE_PLAIN);
  }
  lanes_add(l, 1, LANE_END, 0, LANE_NONE, l->offered, LANE_PLAIN);
}

/* All events have the same location in the code. */
static void one_place(struct lanes_source *s, uint32_t events) {
  uint32_t i;
  memset(s, 0, sizeof *s);
  for (i = 0; i < events; i++) *vec_push(&s->steps) = (struct lanes_step){0, UINT32_MAX};
}

static void test_folds(void **state) {
  struct lanes l;
  struct lanes_source s;
  struct lanes_hidden hidden;
  uint32_t keep = 10; /* the third iteration's read */
  (void)state;
  one_place(&s, 40);
  lanes_init(&l);
  loop_of_six(&l);
  lanes_find_loops(&l, &s, NULL, 0, &hidden);
  lanes_release(&l);
  assert_int_equal(hidden.folds.len, 1);
  assert_int_equal(hidden.folds.data[0].times, 4);
  assert_int_equal(hidden.folds.data[0].events, 16);
  assert_int_equal(hidden.folds.data[0].first, 5);
  assert_int_equal(hidden.folds.data[0].last, 20);
  lanes_init(&l);
  l.hidden = hidden.event;
  l.hidden_count = hidden.count;
  loop_of_six(&l);
  assert_int_equal(l.events.len, 10);
  assert_int_equal(hidden.folds.data[0].at, 5);
  assert_int_equal(l.events.data[5].source, 21); /* the last iteration's lock */
  assert_int_equal(l.tracks.data[0].spans.len, 2);
  assert_int_equal(l.tracks.data[0].depth, 0);
  lanes_hidden_release(&hidden);
  lanes_release(&l);
  lanes_init(&l);
  loop_of_six(&l);
  lanes_find_loops(&l, &s, &keep, 1, &hidden); /* leaves out two after it, one before it */
  assert_int_equal(hidden.folds.len, 1);
  assert_int_equal(hidden.folds.data[0].times, 2);
  assert_int_equal(hidden.folds.data[0].first, 13);
  lanes_hidden_release(&hidden);
  lanes_release(&l);
  vec_free(&s.steps);
}

/* A lock taken ever more deeply is shown, and so is a race. */
static void test_no_fold(void **state) {
  struct lanes l;
  struct lanes_source s;
  struct lanes_hidden hidden;
  uint32_t i;
  (void)state;
  one_place(&s, 40);
  lanes_init(&l);
  lanes_lane(&l, 0, "T0 main");
  for (i = 0; i < 8; i++) add(&l, 0, LANE_LOCK, LOCK_KEY, LANE_NONE);
  for (i = 0; i < 8; i++) {
    add(&l, 0, LANE_READ, FIELD_KEY, LANE_NONE);
    if (i % 2) lanes_race(&l, 0, 8 + i);
  }
  lanes_find_loops(&l, &s, NULL, 0, &hidden);
  assert_int_equal(hidden.folds.len, 0);
  lanes_hidden_release(&hidden);
  lanes_release(&l);
  vec_free(&s.steps);
}

/* Taken and released; a lock entered twice is held until it was left twice. */
static void test_juc_locks(void **state) {
  static const char fair[] = "java.util.concurrent.locks.ReentrantLock$FairSync#2.state",
                    other[] = "java.util.concurrent.locks.ReentrantLock$NonfairSync#1.state";
  struct lanes_locks l = {0};
  (void)state;
  assert_int_equal(lanes_lock_op(&l, fair, "0", LANE_READ), LANE_READ);
  assert_int_equal(lanes_lock_op(&l, fair, "1", LANE_WRITE), LANE_LOCK);
  assert_int_equal(lanes_lock_op(&l, other, "1", LANE_WRITE), LANE_LOCK);
  assert_int_equal(lanes_lock_op(&l, fair, "2", LANE_WRITE), LANE_WRITE);
  assert_int_equal(lanes_lock_op(&l, fair, "1", LANE_WRITE), LANE_WRITE);
  assert_int_equal(lanes_lock_op(&l, fair, "0", LANE_WRITE), LANE_UNLOCK);
  assert_int_equal(lanes_lock_op(&l, other, "0", LANE_WRITE), LANE_UNLOCK);
  assert_int_equal(lanes_lock_op(&l, "Machine#1.state", "1", LANE_WRITE), LANE_WRITE);
  assert_int_equal(lanes_lock_name(fair), strlen(fair) - strlen(".state"));
  lanes_locks_release(&l);
}

/* Returns the value that each event wrote, for the reader of the rows. */
static char *written_value(void *arg, const struct lane_event *e, bool held) {
  return mem_printf("%s%s", ((const char *const *)arg)[e->source], held ? " \"c\"" : "");
}

/* T0 writes the values one after the other, with a read between the last two. */
static void assert_values(const char *const *values, uint32_t count, struct lanes_window w,
                          const char *wanted) {
  struct lanes l;
  struct lanes_source s = {.value = written_value, .value_arg = (void *)(uintptr_t)values};
  struct line row = {0};
  uint32_t i;
  lanes_init(&l);
  lanes_lane(&l, 0, "T0 main");
  for (i = 0; i < count; i++) add(&l, 0, values[i] ? LANE_WRITE : LANE_READ, FIELD_KEY, LANE_NONE);
  lanes_track_row(&l, &s, &w, 0, &row);
  lanes_pad(&row, LANES_MARGIN);
  assert_string_equal(line_text(&row) + LANES_MARGIN, wanted);
  line_release(&row);
  lanes_release(&l);
}

/* However long an older value is, a newer one is shown in its own column. */
static void test_values(void **state) {
  static const char *const objects[] = {"Node#1", "Node#2", NULL, NULL, "Node#10", NULL},
                           *const numbers[] = {"1", "20", "300", "4000", "5"},
                           *const texts[] = {"\"long # text\"", "\"b\""};
  struct lanes_window w = {.cursor = LANE_NONE, .zoom = 3, .cols = 80}, one = w;
  (void)state;
  assert_values(objects, 6, w, "~#1 Node#2 \"c\"  Node#10 \"c\"");
  assert_values(numbers, 5, w, "1   20  300 400~5");
  assert_values(texts, 2, w, "\"lo~\"b\"");
  w.zoom = 5;
  assert_values(objects, 6, w, "Node#1   Node#2 \"c\"                 Node#10 \"c\"");
  w.zoom = 2;
  assert_values(objects, 2, w, "No~Node#2 \"c\"");
  w.cols = LANES_MARGIN + 7; /* only the edge cuts the last one */
  assert_values(objects, 2, w, "No~~#2");
  w.left = 2; /* the value from before the window */
  w.cols = LANES_MARGIN + 15;
  assert_values(objects, 6, w, "~#2   Node#10");
  one.zoom = 0;
  assert_values(numbers, 5, one, "~~~~5");
  one.zoom = -1; /* two in each column: shows the newest, or the cursor's */
  assert_values(numbers, 4, one, "~4000");
  one.cursor = 2;
  assert_values(numbers, 4, one, "~300");
}

static void test_moves(void **state) {
  struct debug d;
  (void)state;
  tui_start(&d);
  tui_run(&d, "step 8");
  tui_run(&d, "lanes first");
  tui_run(&d, "lanes switch");
  tui_run(&d, "right 2"); /* the session moves with the cursor */
  assert_int_equal(engine_here(d.engine), 5);
  tui_run(&d, "open");
  assert_int_equal(engine_here(d.engine), 5);
  tui_run(&d, "lanes last"); /* what is ahead stays */
  assert_int_equal(engine_here(d.engine), 8);
  tui_run(&d, "lanes change back");
  assert_int_equal(command_run(&d, "lanes sideways"), ERR_USAGE);
  tui_run(&d, "lanes 0");
  assert_int_equal(command_run(&d, "lanes switch back"), ERR_NOTFOUND);
  assert_true(tui_logged(&d, "no switch of threads before it"));
  debug_release(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_states),          cmocka_unit_test(test_spans_and_edges),
      cmocka_unit_test(test_starts),          cmocka_unit_test(test_wait),
      cmocka_unit_test(test_held_after_wait), cmocka_unit_test(test_many_events),
      cmocka_unit_test(test_moves),           cmocka_unit_test(test_juc_locks),
      cmocka_unit_test(test_no_event),        cmocka_unit_test(test_folds),
      cmocka_unit_test(test_no_fold),         cmocka_unit_test(test_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
