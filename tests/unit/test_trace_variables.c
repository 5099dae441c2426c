/* The table of variables: which accesses are of one variable, and which variables are evicted when
 * there are too many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "trace/variables.h"

static unsigned released;

static void count_release(void *value) { released += *(uint64_t *)value != 0; }

static uint64_t *field(struct variables *v, uint32_t object, uint32_t ref) {
  struct trace_event e = {.kind = TRACE_EV_READ_AFTER, .object = object, .ref = ref};
  return variables_of(v, &e);
}

static uint64_t *element(struct variables *v, uint32_t object, int32_t index) {
  struct trace_event e = {.kind = TRACE_EV_AWRITE_BEFORE, .object = object, .index = index};
  return variables_of(v, &e);
}

static void test_which(void **state) {
  struct variables v;
  (void)state;
  variables_init(&v, sizeof(uint64_t), NULL);
  *field(&v, 1, 7) = 1;
  *field(&v, 2, 7) = 2;
  *element(&v, 1, 7) = 3;
  *element(&v, 1, 8) = 4;
  assert_int_equal(*field(&v, 1, 7), 1);
  assert_int_equal(*field(&v, 2, 7), 2);
  assert_int_equal(*element(&v, 1, 7), 3);
  assert_int_equal(*element(&v, 1, 8), 4);
  assert_int_equal(v.len, 4);
  for (uint32_t i = 10; i < 10000; i++) *field(&v, i, 1) = i;
  for (uint32_t i = 10; i < 10000; i++) assert_int_equal(*field(&v, i, 1), i);
  assert_int_equal(v.forgotten, 0);
  variables_release(&v);
}

/* Variables in use stay; the others are evicted and released once each. */
static void test_forgets(void **state) {
  enum { MOST = 1000, HOT = 10, ALL = 100000 };
  struct variables v;
  (void)state;
  variables_init(&v, sizeof(uint64_t), count_release);
  v.most = MOST;
  for (uint32_t i = 1; i <= ALL; i++) {
    for (uint32_t k = 1; k <= HOT && i % 100 == 0; k++) {
      uint64_t *hot = field(&v, k, 2);
      if (i > 100) assert_int_equal(*hot, k);
      *hot = k;
    }
    *field(&v, i, 1) = 1;
    assert_true(v.len <= MOST);
  }
  assert_int_equal(released, v.forgotten);
  assert_int_equal(v.forgotten + v.len, ALL + HOT);
  variables_release(&v);
  assert_int_equal(released, ALL + HOT);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_which), cmocka_unit_test(test_forgets)};
  return cmocka_run_group_tests_name("trace variables", tests, NULL, NULL);
}
