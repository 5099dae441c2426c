/* Sleep sets (soundness rule 13, sleep sets are stored): which choices are dependent, which stay
 * asleep after a transition, and which are woken when a state is met again with another sleep
 * set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>

#include "engine/search/sleep.h"

enum { LEFT = 16, RIGHT = 24 }; /* objects */

static struct footprint print_of(uint16_t thread, ref obj, uint32_t unit, bool write) {
  struct footprint f = {.thread = thread};
  *vec_push(&f.units) = (struct footprint_unit){.obj = obj, .unit = unit, .write = write};
  return f;
}

static bool independent(struct footprint a, struct footprint b) {
  bool r = footprint_independent(&a, &b);
  assert_int_equal(footprint_independent(&b, &a), r);
  vec_free(&a.units);
  vec_free(&b.units);
  return r;
}

static void test_independence(void **state) {
  struct footprint whole = print_of(2, RIGHT, 1, false);
  (void)state;
  whole.whole = true;
  assert_true(independent(print_of(1, LEFT, 1, true), print_of(2, RIGHT, 1, true)));
  assert_true(independent(print_of(1, LEFT, 1, true), print_of(2, LEFT, 2, true)));
  assert_true(independent(print_of(1, LEFT, 1, false), print_of(2, LEFT, 1, false)));
  assert_false(independent(print_of(1, LEFT, 1, true), print_of(2, LEFT, 1, false)));
  assert_false(independent(print_of(1, LEFT, 1, true), print_of(2, LEFT, 1, true)));
  assert_false(independent(print_of(1, LEFT, 1, false), print_of(1, RIGHT, 1, false)));
  assert_false(independent(print_of(1, LEFT, 1, false), whole));
}

/* Returns the choices of a set as bits; their names are numbers below 32. */
static uint32_t bits(const struct sleep_set *s) {
  uint32_t b = 0;
  for (size_t i = 0; i < s->all.len; i++) b |= 1u << s->all.data[i].name;
  return b;
}

static struct sleep_set set_of(uint32_t names) {
  struct sleep_set s = {0};
  for (uint64_t n = 0; n < 32; n++) {
    struct footprint f = print_of((uint16_t)n, LEFT, (uint32_t)n, true);
    if (names >> n & 1) sleep_add(&s, n, &f, NODE_NONE);
    vec_free(&f.units);
  }
  return s;
}

static void test_behind(void **state) {
  struct sleep_set before = set_of(7), behind = {0};
  struct footprint taken = print_of(9, LEFT, 1, false), whole = print_of(9, LEFT, 20, false);
  (void)state;
  whole.whole = true;
  sleep_pass(&behind, &before, &taken);
  assert_int_equal(bits(&behind), 5); /* 1 writes what was read */
  sleep_release(&behind);
  sleep_pass(&behind, &before, &whole);
  assert_int_equal(bits(&behind), 0);
  sleep_add(&behind, 3, &whole,
            NODE_NONE); /* never sleeps: it is explored wherever it is enabled */
  assert_int_equal(bits(&behind), 0);
  sleep_release(&before);
  sleep_release(&behind);
  vec_free(&taken.units);
  vec_free(&whole.units);
}

/* Meets the state with these choices asleep. Returns the choices to explore, and sets *still to
 * those still asleep. */
static uint32_t meet(struct sleep_store *st, struct fingerprint f, uint32_t asleep,
                     uint32_t *still) {
  struct sleep_set s = set_of(asleep);
  uint64_t wake[32];
  uint32_t n = sleep_store_meet(st, f, &s, wake, 32), b = 0;
  while (n) b |= 1u << wake[--n];
  *still = bits(&s);
  sleep_release(&s);
  return b;
}

/* Stored with Z, met with S: Z\S is explored, Z and S stay asleep, and their intersection is
 * stored. */
static void test_met_again(void **state) {
  struct sleep_store *st = sleep_store_new();
  struct fingerprint f = {1, 2}, other = {1, 3};
  struct sleep_set z = set_of(0xf);
  uint32_t still;
  (void)state;
  sleep_store_put(st, f, &z, false);
  assert_int_equal(meet(st, other, 0x3, &still),
                   0); /* nothing slept in this state, so everything is explored */
  assert_int_equal(meet(st, f, 0x1f, &still), 0);
  assert_int_equal(meet(st, f, 0x33, &still), 0xc);
  assert_int_equal(still, 0x3);
  assert_int_equal(meet(st, f, 0xf, &still), 0); /* 2 and 3 are explored now */
  assert_int_equal(meet(st, f, 0x1, &still), 0x2);
  assert_int_equal(meet(st, f, 0, &still), 0x1);
  assert_int_equal(meet(st, f, 0, &still), 0);
  sleep_release(&z);
  sleep_store_free(st);
}

/* If a state is met again before it is expanded (in a search with a frontier), it only has fewer
 * choices asleep when its turn comes. */
static void test_met_while_it_waits(void **state) {
  struct sleep_store *st = sleep_store_new();
  struct fingerprint f = {5, 6};
  struct sleep_set z = set_of(0xf), turn = set_of(0xf);
  uint32_t still;
  (void)state;
  sleep_store_put(st, f, &z, true);
  assert_int_equal(meet(st, f, 0x6, &still), 0);
  sleep_store_turn(st, f, &turn);
  assert_int_equal(bits(&turn), 0x6);
  assert_int_equal(meet(st, f, 0x2, &still), 0x4);
  sleep_release(&z);
  sleep_release(&turn);
  sleep_store_free(st);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_independence),
      cmocka_unit_test(test_behind),
      cmocka_unit_test(test_met_again),
      cmocka_unit_test(test_met_while_it_waits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
