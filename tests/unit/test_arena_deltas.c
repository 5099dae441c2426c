/* Deltas of the arena: undo, even after so many deltas that their numbers have begun again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/arena/arena.h"

enum { BLOCKS = 8 };

static uint32_t block_at(uint32_t i) { return HEAP_BASE + i * BLOCK_SIZE; }

static void new_arena(struct arena *a) {
  struct error err = {0};
  if (arena_init(a, &err)) fail_msg("%s", err.msg);
}

static void put_all(struct arena *a, uint32_t v) {
  for (uint32_t i = 0; i < BLOCKS; i++) arena_put_u32(a, block_at(i), v + i);
}

static void expect_all(const struct arena *a, uint32_t v) {
  for (uint32_t i = 0; i < BLOCKS; i++) assert_int_equal(arena_get_u32(a, block_at(i)), v + i);
}

static void test_undo_and_redo(void **state) {
  struct arena a;
  struct delta *d;
  (void)state;
  new_arena(&a);
  arena_delta_open(&a);
  put_all(&a, 100);
  d = arena_delta_close(&a, true);
  assert_int_equal(d->count, BLOCKS);
  arena_delta_swap(&a, d);
  assert_int_equal(arena_get_u32(&a, block_at(1)), 0);
  arena_delta_swap(&a, d);
  expect_all(&a, 100);
  arena_delta_open(&a);
  put_all(&a, 200);
  arena_delta_abort(&a);
  expect_all(&a, 100);
  free(d);
  arena_release(&a);
}

/* Block i is saved last in one of the first deltas; one of the same number must save it again. */
static void test_numbers_begin_anew(void **state) {
  struct arena a;
  (void)state;
  new_arena(&a);
  for (uint32_t i = 0; i < BLOCKS; i++) {
    arena_delta_open(&a);
    arena_put_u32(&a, block_at(i), 100 + i);
    arena_delta_close(&a, false);
  }
  a.epoch = UINT32_MAX - 7;
  for (uint32_t i = 0; i < 4 * BLOCKS; i++) {
    bool anew;
    arena_delta_open(&a);
    anew = a.epoch <= 4 * BLOCKS;
    if (anew) put_all(&a, 200);
    arena_delta_abort(&a);
    expect_all(&a, 100);
  }
  assert_true(a.epoch < 100);
  arena_release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_undo_and_redo),
                                     cmocka_unit_test(test_numbers_begin_anew)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
