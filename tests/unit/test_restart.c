/* Compares restart strategies (engine/env/restart.h) with their first 50 limits in the literature,
 * and tests whether their draws are uniform: chi-square over 10,000 environments, and over
 * deliberately biased draws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/env/component.h"
#include "engine/env/restart.h"

/* Luby, Sinclair and Zuckerman (1993), OEIS A182105. */
static void luby_limits(void **state) {
  static const int want[50] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4,  8, 1, 1,
                               2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 16, 1, 1, 2,
                               1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1, 1,  2, 1};
  (void)state;
  for (uint64_t n = 1; n <= 50; n++)
    assert_int_equal((int)restart_limit(RESTART_LUBY, n), want[n - 1]);
  assert_int_equal((int)restart_limit(RESTART_LUBY, (1u << 20) - 1), 1 << 19);
}

/* Walsh (1999): r^(n-1), here with r = sqrt 2; every second limit is a power of two. */
static void walsh_limits(void **state) {
  (void)state;
  for (uint64_t n = 1; n <= 50; n++) {
    double want = pow(2, (double)(n - 1) / 2), is = restart_limit(RESTART_WALSH, n);
    assert_true(fabs(is - want) <= 1e-12 * want);
    if (n % 2) assert_true(is == (double)(1ull << ((n - 1) / 2)));
  }
  assert_true(restart_limit(RESTART_WALSH, 1000) > 1e14);
}

static void other_limits(void **state) {
  (void)state;
  for (uint64_t n = 1; n <= 50; n++) {
    assert_true(restart_limit(RESTART_FIXED, n) == 1);
    assert_true(restart_limit(RESTART_NONE, n) == 0);
    assert_true(restart_limit(RESTART_DYNAMIC, n) == RESTART_MOST);
  }
  assert_string_equal(restart_name(RESTART_LUBY), "luby");
  assert_null(restart_name(RESTART_DYNAMIC + 1));
}

static void units(void **state) {
  static const char *const bad[] = {"",   "t",    "0t", "0s",   "-1s",
                                    "5x", "1.5t", "t5", "10 s", "99999999999999999999999t"};
  double s;
  uint64_t t;
  (void)state;
  assert_true(restart_unit("10s", &s, &t) && s == 10 && !t);
  assert_true(restart_unit("500ms", &s, &t) && fabs(s - 0.5) < 1e-9 && !t);
  assert_true(restart_unit("50000t", &s, &t) && s == 0 && t == 50000);
  for (size_t i = 0; i < COUNT(bad); i++) assert_false(restart_unit(bad[i], &s, &t));
}

/* Returns the units given to a run in which each unit of 100 transitions meets fresh[i] new states,
 * with `size` as the estimate of its space. */
static uint32_t units_of(const uint64_t *fresh, size_t n, double size) {
  struct restart_rate rate = {0};
  struct search_report r = {0};
  for (size_t i = 0;; i++) {
    r.transitions += 100;
    r.states += fresh[i < n ? i : n - 1];
    r.estimate = (struct search_estimate){.size = size, .trusted = size > 0};
    if (!restart_goes_on(&rate, &r)) return rate.units;
  }
}

static void dynamic_runs(void **state) {
  static const uint64_t new_ones[] = {60}, dries_up[] = {60, 29}, nothing[] = {0};
  (void)state;
  assert_int_equal(units_of(new_ones, 1, 0), RESTART_TRIAL);
  assert_int_equal(units_of(dries_up, 2, 0), 2);
  assert_int_equal(units_of(nothing, 1, 0), 1);
  assert_int_equal(units_of(new_ones, 1, 1e9), RESTART_TRIAL); /* far from its end */
  assert_int_equal(units_of(new_ones, 1, 100), RESTART_MOST);  /* almost complete */
  assert_int_equal(units_of(dries_up, 2, 100), RESTART_MOST);
}

static void seeds(void **state) {
  (void)state;
  assert_true(restart_seed(7, 1) == 7);
  for (uint64_t n = 2; n < 2000; n++) {
    assert_true(restart_seed(7, n) == restart_seed(7, n) && restart_seed(7, n) <= UINT32_MAX);
    assert_true(restart_seed(7, n) != restart_seed(8, n - 1)); /* other commands or other seeds */
    assert_true(restart_seed(7, n) != restart_seed(7, n + 1));
  }
}

/* ---- uniformity ---- */

enum { DRAWN = 10000, METHODS = 5, THREADS = 2 };

struct tally {
  uint32_t length[2 * METHODS + 1], method[METHODS], first[METHODS];
};

static struct component five_methods(void) {
  struct component c = {.receiver = mem_strdup("comp")};
  for (int i = 0; i < METHODS; i++)
    *vec_push(&c.calls) = (struct component_call){.method = mem_printf("%c", 'a' + i)};
  return c;
}

/* "comp.a(); comp.b() || comp.c()" */
static void tally_text(struct tally *t, const char *text) {
  uint32_t length = 0;
  for (const char *at = text; (at = strstr(at, "comp.")); at += 5) {
    t->method[at[5] - 'a']++;
    if (!length++) t->first[at[5] - 'a']++;
    if (strncmp(at + 8, "; ", 2) != 0) {
      assert_in_range(length, 1, 2 * METHODS);
      t->length[length]++;
      length = 0;
    }
  }
}

static double chi_square(const uint32_t *seen, uint32_t n) {
  double sum = 0, chi = 0;
  for (uint32_t i = 0; i < n; i++) sum += seen[i];
  for (uint32_t i = 0; i < n; i++) chi += pow(seen[i] - sum / n, 2) / (sum / n);
  return chi;
}

/* Critical values that a uniform draw exceeds once in a thousand times, for 9 and 4 degrees of
 * freedom. */
static bool lengths_even(const struct tally *t) {
  return chi_square(t->length + 1, (uint32_t)2 * METHODS) < 27.88;
}
static bool methods_even(const uint32_t *seen) { return chi_square(seen, METHODS) < 18.47; }

static void drawn_evenly(void **state) {
  struct component c = five_methods();
  struct tally t = {0};
  (void)state;
  for (uint64_t n = 1; n <= DRAWN; n++) {
    struct component_draw d = {.threads = THREADS};
    char *text;
    rng_seed(&d.rng, restart_seed(1, n));
    text = component_random(&c, &d);
    tally_text(&t, text);
    free(text);
  }
  assert_int_equal(t.first[0] + t.first[1] + t.first[2] + t.first[3] + t.first[4], DRAWN * THREADS);
  assert_true(lengths_even(&t));
  assert_true(methods_even(t.method));
  assert_true(methods_even(t.first));
  component_release(&c);
}

/* The same measure on faulty draws: the longest length is a tenth rarer than the others, or one
 * method is replaced by another in 1 of 20 draws. */
static void planted(struct text *out, struct rng *rng, bool lengths, bool methods) {
  uint32_t length = 1 + rng_below(rng, 2 * METHODS);
  if (lengths && length == 2 * METHODS && !rng_below(rng, 10)) length = 1;
  for (uint32_t i = 0; i < length; i++) {
    uint32_t which = rng_below(rng, METHODS);
    if (methods && which == 1 && !rng_below(rng, 20)) which = 0;
    text_printf(out, "%scomp.%c()", i ? "; " : "", 'a' + which);
  }
}

static struct tally tally_planted(bool lengths, bool methods) {
  struct tally t = {0};
  for (uint64_t n = 1; n <= DRAWN; n++) {
    struct text text = {0};
    struct rng rng;
    rng_seed(&rng, restart_seed(1, n));
    planted(&text, &rng, lengths, methods);
    text_puts(&text, " || ");
    planted(&text, &rng, lengths, methods);
    tally_text(&t, text.s);
    text_release(&text);
  }
  return t;
}

static void uneven_is_noticed(void **state) {
  struct tally even = tally_planted(false, false), lengths = tally_planted(true, false),
               methods = tally_planted(false, true);
  (void)state;
  assert_true(lengths_even(&even) && methods_even(even.method));
  assert_false(lengths_even(&lengths));
  assert_false(methods_even(methods.method));
}

/* ---- pairs ---- */

static void touches(struct component *c, size_t call, uint64_t field, bool writes, bool refers) {
  *vec_push(&c->calls.data[call].touches) =
      (struct component_touch){.field = field, .writes = writes, .refers = refers};
}

/* a writes x and reads the map, b reads x and the map, c reads the map, d reads a number that no
 * call writes, e does nothing. */
static void pairs(void **state) {
  struct component c = five_methods();
  struct component_pair *p;
  char *text;
  (void)state;
  touches(&c, 0, 1, true, false);
  touches(&c, 0, 2, false, true);
  touches(&c, 1, 1, false, false);
  touches(&c, 1, 2, false, true);
  touches(&c, 2, 2, false, true);
  touches(&c, 3, 3, false, false);
  assert_int_equal(component_shared(&c.calls.data[0], &c.calls.data[1]), 5);
  assert_int_equal(component_shared(&c.calls.data[1], &c.calls.data[1]), 1);
  assert_int_equal(component_shared(&c.calls.data[3], &c.calls.data[3]), 0);
  assert_int_equal(component_pairs(&c, &p), 6);
  assert_true(p[0].one == 0 && p[0].other == 0 && p[0].shared == 5);
  assert_true(p[1].one == 0 && p[1].other == 1 && p[1].shared == 5);
  assert_true(p[2].one == 0 && p[2].other == 2 && p[2].shared == 1);
  assert_true(p[5].one == 2 && p[5].other == 2);
  text = component_pair_text(&c, &p[1], 3);
  assert_string_equal(text, "a(); b() || b(); a() || a(); b()");
  free(text);
  text = component_pair_text(&c, &p[0], 2);
  assert_string_equal(text, "a() || a()");
  free(text);
  free(p);
  component_release(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(luby_limits),  cmocka_unit_test(walsh_limits),
      cmocka_unit_test(other_limits), cmocka_unit_test(units),
      cmocka_unit_test(dynamic_runs), cmocka_unit_test(seeds),
      cmocka_unit_test(drawn_evenly), cmocka_unit_test(uneven_is_noticed),
      cmocka_unit_test(pairs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
