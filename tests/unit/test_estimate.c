/* engine/search/estimate.h on spaces of known size: positions of interleaved threads, some with a
 * region for one thread at a time, searched here depth-first with state matching; and trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/search/estimate.h"

enum { THREADS_MAX = 5, STEPS_MAX = 40 };

struct machine {
  uint32_t threads, steps;
  uint32_t from[THREADS_MAX], to[THREADS_MAX]; /* region for one thread; from == to: none */
};

struct place {
  uint32_t at[THREADS_MAX];
};

struct model {
  struct machine m;
  bool *met;
  struct estimate *e;
  uint64_t states, stop_at;
  VEC(uint32_t) taken; /* choices taken at each state of the stack */
  struct search_estimate found;
  bool stopped;
};

static bool is_inside(const struct machine *m, const struct place *p, uint32_t t) {
  return p->at[t] >= m->from[t] && p->at[t] < m->to[t];
}

static bool may_step(const struct machine *m, const struct place *p, uint32_t t) {
  struct place next = *p;
  if (p->at[t] == m->steps) return false;
  next.at[t]++;
  for (uint32_t o = 0; o < m->threads; o++)
    if (o != t && is_inside(m, &next, t) && is_inside(m, &next, o)) return false;
  return true;
}

static size_t index_of(const struct machine *m, const struct place *p) {
  size_t n = 0;
  for (uint32_t t = 0; t < m->threads; t++) n = n * (m->steps + 1) + p->at[t];
  return n;
}

static void model_measure(struct model *k) {
  for (size_t i = 0; i < k->taken.len; i++) estimate_taken(k->e, i, k->taken.data[i]);
  estimate_states(k->e, k->states, &k->found);
  k->stopped = true;
}

static void model_search(struct model *k, struct place p) {
  uint32_t choices = 0, first = 0, t, level = (uint32_t)k->taken.len;
  for (t = k->m.threads; t-- > 0;)
    if (may_step(&k->m, &p, t)) choices++, first = t;
  *vec_push(&k->taken) = 0;
  k->met[index_of(&k->m, &p)] = true;
  k->states++;
  estimate_enter(k->e, k->states, choices, first, false);
  for (t = 0; t < k->m.threads && !k->stopped; t++) {
    struct place next = p;
    if (!may_step(&k->m, &p, t)) continue;
    next.at[t]++;
    k->taken.data[level]++;
    if (!k->met[index_of(&k->m, &next)]) model_search(k, next);
    if (!k->stopped && k->states >= k->stop_at) model_measure(k);
  }
  if (k->stopped) return;
  k->taken.len--;
  estimate_leave(k->e, k->states, level && k->taken.data[level - 1] == 1);
}

/* Returns the number of states met by a search that stops after `stop_at` states. *out is its
 * estimate at that point. */
static uint64_t model_run(const struct machine *m, uint64_t stop_at, struct search_estimate *out) {
  struct model k = {.m = *m, .stop_at = stop_at};
  size_t all = 1;
  for (uint32_t t = 0; t < m->threads; t++) all *= m->steps + 1;
  k.met = mem_alloc(all);
  k.e = estimate_new();
  model_search(&k, (struct place){{0}});
  if (out) *out = k.found;
  assert_true(estimate_bytes(k.e) < (1 << 20));
  estimate_free(k.e);
  vec_free(&k.taken);
  free(k.met);
  return k.states;
}

static bool is_within(double a, double b, double factor) {
  return a <= b * factor && b <= a * factor;
}

/* No thread waits for another, so the states are all products of positions. */
static void independent_threads(void **state) {
  static const struct machine machines[] = {{2, 35, {0}, {0}}, {3, 14, {0}, {0}}, {4, 7, {0}, {0}}};
  (void)state;
  for (size_t i = 0; i < COUNT(machines); i++) {
    const struct machine *m = &machines[i];
    uint64_t size = model_run(m, UINT64_MAX, NULL), n = 1;
    for (uint32_t t = 0; t < m->threads; t++) n *= m->steps + 1;
    assert_int_equal(size, n);
    for (uint64_t share = 5; share <= 75; share += 5) {
      struct search_estimate found;
      model_run(m, size * share / 100, &found);
      if (share >= 10) assert_true(is_within(found.size, (double)size, 2));
      assert_true(found.low <= (double)size && (double)size <= found.high);
    }
  }
}

static struct machine machine_drawn(uint64_t seed) {
  struct machine m = {.threads = 4, .steps = 8};
  struct rng r;
  rng_seed(&r, seed);
  for (uint32_t t = 0; t < m.threads; t++) {
    m.from[t] = 1 + rng_below(&r, 5);
    m.to[t] = m.from[t] + 1 + rng_below(&r, 8 - m.from[t]);
  }
  return m;
}

/* Each thread has a region in which it runs alone. For at least the given number of machines
 * in ten, the estimate at each share is within a factor of two. */
static void threads_with_a_lock(void **state) {
  enum { MACHINES = 30 };
  static const uint32_t shares[][2] = {{10, 7}, {25, 8}, {50, 9}};
  (void)state;
  for (size_t i = 0; i < COUNT(shares); i++) {
    uint32_t good = 0, inside = 0;
    for (uint64_t seed = 1; seed <= MACHINES; seed++) {
      struct machine m = machine_drawn(seed);
      uint64_t size = model_run(&m, UINT64_MAX, NULL);
      struct search_estimate found;
      model_run(&m, size * shares[i][0] / 100, &found);
      good += is_within(found.size, (double)size, 2);
      inside += found.low <= (double)size && (double)size <= found.high;
    }
    print_message("at %u %%: %u of %u within a factor of 2, %u in the interval\n", shares[i][0],
                  good, MACHINES, inside);
    assert_true(good * 10 >= MACHINES * shares[i][1]);
    assert_true(inside * 10 >= MACHINES * 8);
  }
}

/* After too few states only the lower bound is meaningful. */
static void little_is_not_trusted(void **state) {
  struct machine m = {3, 14, {0}, {0}};
  struct search_estimate found;
  (void)state;
  model_run(&m, 900, &found);
  assert_false(found.trusted);
  model_run(&m, 2000, &found);
  assert_true(found.trusted);
  assert_true(found.low >= 2000);
}

/* The search is complete, so nothing is left. */
static void a_search_at_its_end(void **state) {
  struct machine m = {2, 35, {0}, {0}};
  struct search_estimate found;
  (void)state;
  model_run(&m, 36 * 36, &found);
  assert_true(is_within(found.size, 36 * 36, 1.1));
}

/* A tree with three branches at each of its ten levels, at an end in the middle. */
static void regular_tree(void **state) {
  struct estimate_branch path[11] = {{0}};
  struct search_estimate found;
  uint64_t ends = 0, size = 59049;
  (void)state;
  for (uint32_t i = 0; i < 10; i++) {
    size /= 3;
    path[i] = (struct estimate_branch){.before = ends, .explored = 1, .waiting = 1};
    ends += size;
  }
  path[10].before = ends++;
  estimate_tree(path, 11, ends, &found);
  assert_true(is_within(found.size, 59049, 1.05));
  assert_true(found.trusted);
  for (uint32_t i = 0; i < 10; i++) path[i].waiting = 0; /* two each, as it turns out */
  estimate_tree(path, 11, ends, &found);
  assert_true(is_within(found.size, (double)ends, 1.01));
}

/* The first path: unexplored branches are assumed to be as large. */
static void first_path_of_a_tree(void **state) {
  struct estimate_branch path[5] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}};
  struct search_estimate found;
  (void)state;
  estimate_tree(path, 5, 1, &found);
  assert_true(is_within(found.size, 16, 1.01));
  assert_false(found.trusted);
  estimate_tree(path, 0, 0, &found);
  assert_false(found.trusted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(independent_threads),   cmocka_unit_test(threads_with_a_lock),
      cmocka_unit_test(little_is_not_trusted), cmocka_unit_test(a_search_at_its_end),
      cmocka_unit_test(regular_tree),          cmocka_unit_test(first_path_of_a_tree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
