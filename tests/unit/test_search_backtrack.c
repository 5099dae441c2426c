/* The guided search's choice of successors and its backtrack set, compared with a plain list that
 * does the same slowly. */
#include "engine/search/backtrack_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- mStates and hStates ---- */

static void best_set_keeps_the_ties_of_the_minimum(void **state) {
  struct best_set s = {0};
  struct rng rng = {1};
  uint64_t e;
  int seen[4] = {0};
  (void)state;
  assert_false(best_set_pick(&s, &rng, &e));
  best_set_add(&s, 9, 5);
  best_set_add(&s, 1, 3);
  best_set_add(&s, 8, 4);
  best_set_add(&s, 2, 3);
  best_set_add(&s, 3, 3);
  assert_int_equal(s.entries.len, 3);
  for (int i = 0; i < 3000; i++) {
    assert_true(best_set_pick(&s, &rng, &e));
    seen[e]++;
  }
  assert_int_equal(seen[0], 0);
  for (int i = 1; i < 4; i++) assert_in_range(seen[i], 900, 1100);
  best_set_release(&s);
}

static void best_set_forgets_the_last_calls_minimum(void **state) {
  struct best_set s = {0};
  struct rng rng = {1};
  uint64_t e = 0;
  (void)state;
  best_set_add(&s, 1, 3);
  best_set_clear(&s);
  best_set_add(&s, 2, UINT32_MAX); /* worse than before, and infinite */
  assert_true(best_set_pick(&s, &rng, &e));
  assert_int_equal(e, 2);
  assert_int_equal(s.min, UINT32_MAX);
  best_set_add(&s, 3, UINT32_MAX);
  assert_int_equal(s.entries.len, 2);
  best_set_release(&s);
}

/* ---- the backtrack set ---- */

static void add(struct backtrack_set *b, uint64_t entry, uint32_t level, uint32_t value) {
  struct backtrack_entry evicted;
  assert_false(backtrack_set_add(b, (struct backtrack_entry){entry, level, value}, &evicted));
}

static void take_draws_a_level_then_the_minimum(void **state) {
  struct rng rng = {7};
  int levels[4] = {0}, ties[4] = {0};
  (void)state;
  for (int i = 0; i < 6000; i++) {
    struct backtrack_set *b = backtrack_set_new(0);
    struct backtrack_entry e;
    for (uint64_t k = 0; k < 50; k++)
      add(b, 100 + k, 0, 10); /* many entries do not make a level more likely */
    add(b, 200, 1, 9);
    add(b, 1, 3, 4);
    add(b, 2, 3, 4);
    add(b, 99, 3, 5);
    add(b, 3, 3, 4);
    assert_true(backtrack_set_take(b, &rng, &e));
    levels[e.level]++;
    if (e.level == 3) ties[e.entry]++;
    assert_int_equal(backtrack_set_size(b), 54);
    backtrack_set_free(b);
  }
  assert_int_equal(levels[2], 0);
  for (int i = 0; i < 4; i++)
    if (i != 2) assert_in_range(levels[i], 1850, 2150);
  for (int i = 1; i < 4; i++) assert_in_range(ties[i], 570, 770);
}

static void evicts_lowest_level_highest_value_oldest(void **state) {
  struct backtrack_set *b = backtrack_set_new(4);
  struct backtrack_entry e;
  (void)state;
  add(b, 1, 1, 5);
  add(b, 2, 1, 8);
  add(b, 3, 1, 8);
  add(b, 4, 2, 99);
  assert_true(backtrack_set_add(b, (struct backtrack_entry){5, 2, 1}, &e));
  assert_int_equal(e.entry, 2); /* level 1, value 8, the older of two */
  assert_int_equal(e.value, 8);
  assert_true(backtrack_set_add(b, (struct backtrack_entry){6, 0, 0}, &e));
  assert_int_equal(e.entry, 6); /* the new entry itself is the worst */
  assert_true(backtrack_set_add(b, (struct backtrack_entry){7, 2, 2}, &e));
  assert_int_equal(e.entry, 3);
  assert_true(backtrack_set_add(b, (struct backtrack_entry){8, 2, 2}, &e));
  assert_int_equal(e.entry, 1);
  assert_true(backtrack_set_add(b, (struct backtrack_entry){9, 2, 2}, &e));
  assert_int_equal(e.entry, 4);
  assert_int_equal(backtrack_set_size(b), 4);
  assert_int_equal(backtrack_set_level_size(b, 2), 4);
  assert_int_equal(backtrack_set_level_size(b, 1), 0);
  assert_int_equal(backtrack_set_levels(b), 3);
  backtrack_set_free(b);
}

/* A plain list in order of arrival. */
struct model {
  VEC(struct backtrack_entry) v;
};

static void model_remove(struct model *m, size_t i) {
  memmove(m->v.data + i, m->v.data + i + 1, (m->v.len - i - 1) * sizeof *m->v.data);
  m->v.len--;
}

static size_t model_worst(const struct model *m) {
  size_t worst = 0;
  for (size_t i = 1; i < m->v.len; i++) {
    const struct backtrack_entry *a = &m->v.data[i], *w = &m->v.data[worst];
    if (a->level < w->level || (a->level == w->level && a->value > w->value)) worst = i;
  }
  return worst;
}

static void model_check_taken(struct model *m, const struct backtrack_entry *e) {
  size_t at = m->v.len;
  for (size_t i = 0; i < m->v.len; i++) {
    const struct backtrack_entry *a = &m->v.data[i];
    if (a->entry == e->entry) at = i;
    if (a->level == e->level) assert_true(a->value >= e->value);
  }
  assert_true(at < m->v.len);
  assert_int_equal(m->v.data[at].value, e->value);
  assert_int_equal(m->v.data[at].level, e->level);
  model_remove(m, at);
}

struct listed {
  const struct model *m;
  size_t n;
  struct backtrack_entry last;
};

static void check_listed(void *arg, const struct backtrack_entry *e) {
  struct listed *l = arg;
  bool found = false;
  for (size_t i = 0; i < l->m->v.len && !found; i++) found = l->m->v.data[i].entry == e->entry;
  assert_true(found);
  if (l->n) {
    assert_true(e->level >= l->last.level);
    if (e->level == l->last.level) assert_true(e->value >= l->last.value);
    if (e->level == l->last.level && e->value == l->last.value)
      assert_true(e->entry > l->last.entry);
  }
  l->last = *e;
  l->n++;
}

static void random_use_agrees_with_a_list(uint32_t values, uint32_t bound, uint64_t seed) {
  struct backtrack_set *b = backtrack_set_new(bound);
  struct model m = {0};
  struct rng rng = {seed};
  struct backtrack_entry e;
  for (uint64_t i = 1; i <= 20000; i++) {
    if (rng_below(&rng, 100) < 60) {
      struct backtrack_entry evicted;
      e = (struct backtrack_entry){i, rng_below(&rng, 5),
                                   values ? rng_below(&rng, values) : (uint32_t)rng_next(&rng)};
      *vec_push(&m.v) = e;
      if (backtrack_set_add(b, e, &evicted)) {
        size_t worst = model_worst(&m);
        assert_int_equal(m.v.data[worst].entry, evicted.entry);
        assert_int_equal(m.v.data[worst].level, evicted.level);
        assert_int_equal(m.v.data[worst].value, evicted.value);
        model_remove(&m, worst);
      }
    } else if (backtrack_set_take(b, &rng, &e)) {
      model_check_taken(&m, &e);
    } else {
      assert_int_equal(m.v.len, 0);
    }
    assert_int_equal(backtrack_set_size(b), m.v.len);
    assert_true(m.v.len <= bound);
    if (i % 500 == 0) {
      struct listed l = {.m = &m};
      backtrack_set_each(b, check_listed, &l);
      assert_int_equal(l.n, m.v.len);
    }
  }
  while (backtrack_set_take(b, &rng, &e)) model_check_taken(&m, &e);
  assert_int_equal(m.v.len, 0);
  backtrack_set_free(b);
  vec_free(&m.v);
}

static void agrees_with_a_list(void **state) {
  (void)state;
  random_use_agrees_with_a_list(3, 300, 1);
  random_use_agrees_with_a_list(40, 100, 2);
  random_use_agrees_with_a_list(0, 200, 3);
  random_use_agrees_with_a_list(1, 50, 4);
}

static void holds_a_hundred_thousand(void **state) {
  struct backtrack_set *b = backtrack_set_new(0);
  struct rng rng = {5};
  struct backtrack_entry e;
  uint32_t evictions = 0;
  (void)state;
  for (uint64_t i = 0; i < 300000; i++)
    evictions += backtrack_set_add(
        b, (struct backtrack_entry){i, (uint32_t)(i % 3), i & 1 ? 7 : (uint32_t)rng_next(&rng)},
        &e);
  assert_int_equal(backtrack_set_size(b), BACKTRACK_BOUND);
  assert_int_equal(evictions, 200000);
  assert_int_equal(backtrack_set_level_size(b, 0), 0);
  for (uint32_t i = 0; i < BACKTRACK_BOUND; i++) assert_true(backtrack_set_take(b, &rng, &e));
  assert_false(backtrack_set_take(b, &rng, &e));
  backtrack_set_free(b);
}

static void random_numbers_are_the_seeds(void **state) {
  struct rng a = {42}, b = {42}, c = {43};
  uint32_t counts[6] = {0}, differs = 0;
  (void)state;
  for (int i = 0; i < 6000; i++) {
    uint32_t x = rng_below(&a, 6);
    assert_int_equal(x, rng_below(&b, 6));
    differs += x != rng_below(&c, 6);
    assert_true(x < 6);
    counts[x]++;
  }
  assert_true(differs > 4000);
  for (int i = 0; i < 6; i++) assert_in_range(counts[i], 880, 1120);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(best_set_keeps_the_ties_of_the_minimum),
      cmocka_unit_test(best_set_forgets_the_last_calls_minimum),
      cmocka_unit_test(take_draws_a_level_then_the_minimum),
      cmocka_unit_test(evicts_lowest_level_highest_value_oldest),
      cmocka_unit_test(agrees_with_a_list),
      cmocka_unit_test(holds_a_hundred_thousand),
      cmocka_unit_test(random_numbers_are_the_seeds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
