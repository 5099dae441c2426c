/* Random environments (engine/env/draw.c), and the number of sequences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/env/component.h"
#include "engine/env/environment_int.h"

static void add_method(struct component *c, const char *name, uint32_t values) {
  struct component_call call = {.method = mem_strdup(name), .argc = values ? 1 : 0};
  for (uint32_t i = 0; i < values; i++) *vec_push(&call.args[0].values) = mem_printf("%u", i);
  *vec_push(&c->calls) = call;
}

static struct component three_methods(void) {
  struct component c = {.receiver = mem_strdup("comp")};
  add_method(&c, "a", 0);
  add_method(&c, "b", 2);
  add_method(&c, "c", 0);
  return c;
}

static uint32_t count_of(const char *text, const char *word) {
  uint32_t n = 0;
  for (; (text = strstr(text, word)); text++) n++;
  return n;
}

/* Figure 1b: every length from 1 to 2|M| is drawn about equally often, and so is every method. */
static void test_lengths(void **state) {
  enum { SEEDS = 1200, MOST = 6 };
  struct component c = three_methods();
  uint32_t seen[MOST + 1] = {0};
  (void)state;
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    struct component_draw d = {.threads = 1};
    char *text;
    uint32_t n;
    rng_seed(&d.rng, seed);
    text = component_random(&c, &d);
    n = count_of(text, "comp.");
    assert_in_range(n, 1, MOST);
    seen[n]++;
    free(text);
  }
  for (uint32_t n = 1; n <= MOST; n++)
    assert_in_range(seen[n], SEEDS / MOST * 3 / 4, SEEDS / MOST * 5 / 4);
  component_release(&c);
}

/* Values rotate unless they are drawn; the same seed gives the same environment. */
static void test_turns(void **state) {
  struct component c = three_methods();
  struct component_draw d = {.threads = 2}, again = {.threads = 2};
  char *text, *same;
  struct text first = {0}, second = {0};
  (void)state;
  rng_seed(&d.rng, 5);
  rng_seed(&again.rng, 5);
  text = component_random(&c, &d);
  same = component_random(&c, &again);
  assert_string_equal(text, same);
  assert_int_equal(count_of(text, " || "), 1);
  component_call_text(&c, &c.calls.data[1], 0, &first);
  component_call_text(&c, &c.calls.data[1], 1, &second);
  assert_string_equal(first.s, "comp.b(0)");
  assert_string_equal(second.s, "comp.b(1)");
  text_release(&first);
  text_release(&second);
  free(text);
  free(same);
  component_release(&c);
}

/* Figure 1a: the numbering is shuffled, and nothing is lost. */
static void test_shuffled(void **state) {
  struct component c = three_methods();
  bool other = false;
  (void)state;
  for (uint64_t seed = 0; seed < 20; seed++) {
    struct component_draw d = {.threads = 2};
    char *text;
    rng_seed(&d.rng, seed);
    text = component_universal(&c, &d);
    assert_int_equal(count_of(text, "comp."), 3);
    assert_int_equal(count_of(text, "comp.a(") + count_of(text, "comp.b("), 2);
    other |= !strstr(text, "of comp.a()");
    free(text);
  }
  assert_true(other);
  component_release(&c);
}

/* 1 + m + m^2 + ... + m^n, unless it overflows an int. */
static void test_sequences(void **state) {
  struct env_text *t = mem_alloc(sizeof *t);
  (void)state;
  for (uint32_t m = 1; m <= 5; m++)
    for (uint32_t n = 1; n <= 4; n++) {
      uint32_t power = 1, want = 1;
      t->of[0].count = m;
      t->length = n;
      for (uint32_t i = 0; i < n; i++) want += power *= m;
      assert_int_equal(environment_sequences(t), want);
    }
  t->of[0].count = 100;
  t->length = 6;
  assert_int_equal(environment_sequences(t), 0);
  free(t);
}

/* Counts every multiset of sequences one by one. */
static void test_all_count(void **state) {
  struct component c = three_methods();
  (void)state;
  for (uint32_t length = 1; length <= 2; length++) {
    struct component_each each = {.values = 1};
    uint32_t s = length == 1 ? 4 : 13, two = 0, three = 0;
    for (uint32_t i = 0; i < s; i++)
      for (uint32_t k = i; k < s; k++) {
        two++;
        for (uint32_t l = k; l < s; l++) three++;
      }
    assert_true(component_all_count(&c, 1, length, each) == s);
    assert_true(component_all_count(&c, 2, length, each) == two);
    assert_true(component_all_count(&c, 3, length, each) == three);
  }
  component_release(&c);
}

/* Each call appears once with each combination of values. Combinations that differ from 0 have the
 * first numbers. */
static void test_all_values(void **state) {
  struct component c = three_methods();
  struct component_call *b = &c.calls.data[1];
  struct component_draw d = {.threads = 2};
  struct component_each whole = {.values = 3}, one_off = {.values = 3, .one_off = true};
  char *text;
  (void)state;
  *vec_push(&b->args[0].values) = mem_strdup("2");
  b->args[0].ordered = true;
  b->argc = 2;
  for (int i = 7; i < 9; i++) *vec_push(&b->args[1].values) = mem_printf("%d", i);
  assert_true(component_all_calls(&c, whole) == 1 + 6 + 1);
  text = component_all(&c, &d, 2, whole);
  assert_string_equal(text,
                      "2 * all 2 of comp.a(); comp.b(0, 7); comp.c(); comp.b(2, 7); "
                      "comp.b(1, 7); comp.b(0, 8); comp.b(2, 8); comp.b(1, 8)");
  free(text);
  assert_true(component_all_calls(&c, one_off) == 1 + 4 + 1);
  text = component_all(&c, &d, 2, one_off);
  assert_string_equal(text,
                      "2 * all 2 of comp.a(); comp.b(0, 7); comp.c(); comp.b(2, 7); "
                      "comp.b(1, 7); comp.b(0, 8)");
  free(text);
  assert_int_equal(component_all_each(&c, 2, 1).values, 3);
  assert_int_equal(component_all_each(&c, 2, 2).values, 2);
  assert_false(component_all_each(&c, 2, 2).one_off);
  assert_int_equal(component_all_each(&c, 3, 3).values, 2);
  assert_true(component_all_each(&c, 3, 3).one_off);
  component_release(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lengths),   cmocka_unit_test(test_turns),
      cmocka_unit_test(test_shuffled),  cmocka_unit_test(test_sequences),
      cmocka_unit_test(test_all_count), cmocka_unit_test(test_all_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
