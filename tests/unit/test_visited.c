/* The visited set is a set for any fingerprints, stores a value with each, and takes at most 20
 * bytes per state at every moment of its growth (soundness rules 3 (one side of each delta) and 14
 * (what is left is stored)). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "engine/base/rng.h"
#include "engine/state/visited.h"

enum { MANY = 300000, FEW = 20000 };

typedef struct fingerprint make(struct rng *rng, uint32_t i);

static struct fingerprint uniform(struct rng *rng, uint32_t i) {
  (void)i;
  return (struct fingerprint){rng_next(rng), rng_next(rng)};
}
/* All fingerprints have the same home slot: the first, the last, or one of two. */
static struct fingerprint at_first(struct rng *rng, uint32_t i) {
  return (struct fingerprint){rng_next(rng) & 3, i};
}
static struct fingerprint at_last(struct rng *rng, uint32_t i) {
  return (struct fingerprint){UINT64_MAX - (rng_next(rng) & 3), i};
}
static struct fingerprint in_two_places(struct rng *rng, uint32_t i) {
  return (struct fingerprint){(rng_next(rng) & 1) << 63 | (rng_next(rng) & 0xff), i};
}
static struct fingerprint rising(struct rng *rng, uint32_t i) {
  (void)rng;
  return (struct fingerprint){(uint64_t)i << 40, 0};
}

static void is_a_set(make *f, uint32_t n) {
  struct visited *v = visited_new(false);
  struct rng rng, again;
  uint32_t i;
  rng_seed(&rng, 3);
  for (i = 0; i < n; i++) {
    struct fingerprint x = f(&rng, i);
    assert_false(visited_has(v, x));
    assert_true(visited_add(v, x));
    assert_true(visited_has(v, x));
  }
  assert_int_equal(visited_count(v), n);
  rng_seed(&again, 3);
  for (i = 0; i < n; i++) assert_false(visited_add(v, f(&again, i)));
  assert_int_equal(visited_count(v), n);
  for (i = 0; i < n; i++)
    assert_false(visited_has(v, (struct fingerprint){f(&again, i).lo, UINT64_MAX - i}));
  visited_clear(v);
  assert_int_equal(visited_count(v), 0);
  rng_seed(&again, 3);
  assert_false(visited_has(v, f(&again, 0)));
  visited_free(v);
}

static void test_set(void **state) {
  (void)state;
  is_a_set(uniform, FEW);
  is_a_set(rising, FEW);
  is_a_set(in_two_places, FEW / 8);
  is_a_set(at_first, FEW / 8);
  is_a_set(at_last, FEW / 8);
}

static void test_zero(void **state) {
  struct visited *v = visited_new(false);
  struct fingerprint zero = {0, 0};
  (void)state;
  assert_false(visited_has(v, zero));
  assert_true(visited_add(v, zero));
  assert_false(visited_add(v, zero));
  assert_true(visited_has(v, zero));
  visited_free(v);
}

static void test_values(void **state) {
  struct visited *v = visited_new(true);
  struct rng rng, again;
  uint32_t i;
  bool is_new;
  (void)state;
  rng_seed(&rng, 5);
  for (i = 0; i < FEW; i++)
    assert_true(visited_add_max(v, uniform(&rng, i), i % 100 + 1, &is_new) && is_new);
  rng_seed(&again, 5);
  for (i = 0; i < FEW; i++) {
    struct fingerprint x = uniform(&again, i);
    assert_false(visited_add_max(v, x, i % 100 + 1, &is_new));
    assert_true(visited_add_max(v, x, i % 100 + 2, &is_new));
    assert_false(is_new);
    assert_false(visited_add_max(v, x, i % 100, &is_new));
    assert_true(visited_has_max(v, x, i % 100 + 2));
    assert_false(visited_has_max(v, x, i % 100 + 3));
    assert_false(visited_has_max(v, uniform(&rng, FEW + i), 0));
  }
  visited_free(v);
}

static void test_memory(void **state) {
  struct visited *v = visited_new(false);
  struct rng rng;
  uint32_t i;
  (void)state;
  rng_seed(&rng, 9);
  for (i = 0; i < MANY; i++) {
    visited_add(v, uniform(&rng, i));
    if (i >= 10000) assert_true(visited_bytes(v) <= 20 * visited_count(v));
  }
  visited_free(v);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_set), cmocka_unit_test(test_zero),
                                     cmocka_unit_test(test_values), cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
