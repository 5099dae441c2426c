/* Aligns two small runs, which are given here, event by event. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/views/compare/compare.h"

enum { L = 3, X = 5 }; /* keys of a lock and a variable */

struct compared { /* an event of a run; the op LANE_OPS ends the run */
  uint32_t lane;
  enum lane_op op;
  uint64_t key;
};

static void fill(struct compare_side *s, const struct compared *e, const char *const *names) {
  static const char *const lanes[] = {"T0 main", "T1 a", "T2 b"};
  for (uint32_t i = 0; i < COUNT(lanes); i++) lanes_lane(&s->lanes, i, lanes[i]);
  for (uint32_t i = 0; e->op != LANE_OPS; e++, i++)
    lanes_add(&s->lanes, e->lane, e->op, e->key, LANE_NONE, i, LANE_PLAIN);
  for (size_t i = 0; i < s->lanes.tracks.len; i++)
    *vec_push(&s->names) = mem_strdup(names[s->lanes.tracks.data[i].key == X]);
}

static const char *const names[] = {"Cell#1", "Cell#1.value"};
static const struct compared reader_last[] = {{0, LANE_WRITE, X}, {1, LANE_LOCK, L},
                                              {1, LANE_WRITE, X}, {1, LANE_UNLOCK, L},
                                              {2, LANE_READ, X},  {0, LANE_OPS, 0}};
static const struct compared reader_first[] = {
    {0, LANE_WRITE, X},  {2, LANE_READ, X}, {1, LANE_LOCK, L}, {1, LANE_WRITE, X},
    {1, LANE_UNLOCK, L}, {2, LANE_END, 0},  {0, LANE_OPS, 0}};

static void align(struct compare *c, const struct compared *left, const struct compared *right) {
  compare_init(c);
  fill(&c->side[LEFT], left, names);
  fill(&c->side[RIGHT], right, names);
  compare_align(c, false);
}

static void assert_signs(const struct compare *c, const char *left, const char *right) {
  assert_int_equal(c->rows.len, strlen(left));
  for (size_t i = 0; i < c->rows.len; i++) {
    assert_int_equal(c->rows.data[i].sign[LEFT], left[i]);
    assert_int_equal(c->rows.data[i].sign[RIGHT], right[i]);
  }
}

/* If a read moves before a write, it reads from another write. Each event is in one row. */
static void test_order(void **state) {
  struct compare c;
  (void)state;
  align(&c, reader_last, reader_first);
  assert_int_equal(c.common, 1);
  assert_signs(&c, "= ===~", "=~===>");
  assert_int_equal(c.first[LEFT], 4);
  assert_int_equal(c.first[RIGHT], 1);
  assert_int_equal(c.read[RIGHT], 1);
  assert_int_equal(c.side[LEFT].behind.data[4], 2);
  assert_int_equal(c.side[RIGHT].behind.data[1], 0);
  assert_int_equal(compare_row_of(&c, RIGHT, 1), 1);
  assert_int_equal(compare_switches(&c, LEFT), 2);
  assert_int_equal(compare_switches(&c, RIGHT), 3);
  assert_int_equal(compare_next(&c, 0, false), 1);
  assert_int_equal(compare_next(&c, 1, false), 5);
  assert_int_equal(compare_next(&c, 5, false), SIZE_MAX);
  assert_int_equal(compare_next(&c, 5, true), 1);
  compare_release(&c);
}

static void test_same(void **state) {
  struct compare c;
  (void)state;
  align(&c, reader_last, reader_last);
  assert_int_equal(c.common, 5);
  assert_signs(&c, "=====", "=====");
  assert_int_equal(c.first[RIGHT], LANE_NONE);
  assert_int_equal(compare_next(&c, 0, false), SIZE_MAX);
  compare_release(&c);
}

/* The second event of a kind has no partner if the other run has only one. */
static void test_counts(void **state) {
  static const struct compared once[] = {{1, LANE_READ, X}, {0, LANE_OPS, 0}},
                               twice[] = {{1, LANE_READ, X}, {1, LANE_READ, X}, {0, LANE_OPS, 0}};
  struct compare c;
  (void)state;
  align(&c, twice, once);
  assert_signs(&c, "=<", "= ");
  compare_release(&c);
}

static void test_held(void **state) {
  struct compare c;
  uint32_t held[2];
  (void)state;
  align(&c, reader_last, reader_last);
  assert_int_equal(lanes_held(&c.side[LEFT].lanes, 2, held, 2), 1);
  assert_string_equal(c.side[LEFT].names.data[held[0]], "Cell#1");
  assert_int_equal(lanes_held(&c.side[LEFT].lanes, 4, held, 2), 0); /* another lane */
  compare_release(&c);
}

/* In runs of different tools, objects are numbered by first appearance, and variables that only one
 * run has are left out. */
static void test_mixed(void **state) {
  static const struct compared left[] = {{1, LANE_LOCK, L}, {1, LANE_WRITE, X}, {0, LANE_OPS, 0}},
                               right[] = {{1, LANE_BEGIN, 0}, {1, LANE_LOCK, L}, {0, LANE_OPS, 0}};
  static const char *const recorded[] = {"Cell#17", "Cell#17.value"};
  struct compare c;
  (void)state;
  compare_init(&c);
  fill(&c.side[LEFT], left, recorded);
  fill(&c.side[RIGHT], right, names);
  compare_renumber(&c.side[LEFT]);
  assert_string_equal(c.side[LEFT].names.data[0], "Cell#1");
  assert_string_equal(c.side[LEFT].names.data[1], "Cell#1.value");
  compare_align(&c, true);
  assert_signs(&c, "=", "=");
  compare_release(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order), cmocka_unit_test(test_same),  cmocka_unit_test(test_counts),
      cmocka_unit_test(test_held),  cmocka_unit_test(test_mixed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
