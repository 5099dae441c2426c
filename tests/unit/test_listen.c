/* Properties that start observing in the middle of a path (paper 003, section 4). The contents of h
 * are dropped, the later reports are those of a race check that knows no earlier access, and the
 * state is restored afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/inside.h"
#include "engine/property/race.h"
#include "engine/vm/machine.h"
#include "session_fixture.h"

static bool is_same(struct fingerprint a, struct fingerprint b) {
  return a.lo == b.lo && a.hi == b.hi;
}

/* Computes the fingerprint without data kept from earlier ones. */
static struct fingerprint from_nothing(struct engine *e) {
  struct canon *kept = e->x.canon;
  struct fingerprint f;
  e->x.canon = canon_new(engine_vm(e));
  f = fixture_fingerprint(e);
  canon_free(e->x.canon);
  e->x.canon = kept;
  return f;
}

static uint32_t stamps(struct engine *e) {
  struct vm *vm = engine_vm(e);
  uint32_t n = 0, end = vm_machine(vm)->heap_bump;
  for (uint32_t a = IMMORTAL_BASE; a < end; a += 8)
    for (uint32_t k = 0; k < 8 && arena_stamped(&vm->arena, a); k++)
      n += race_stamp(vm, a + k, 0) != 0;
  return n;
}

/* On random paths of programs with races: h is dropped, the incremental fingerprint reflects this,
 * exploration below leaves no trace, and memory and fingerprint are restored. */
static void test_back(void **state) {
  static const struct {
    const char *sample, *args;
  } runs[] = {{"BankAccount", "3 2"}, {"LockFreeQueue", "2 2"}, {"OptimisticList", "2 2"}};
  uint32_t changed = 0;
  (void)state;
  for (size_t i = 0; i < COUNT(runs); i++) {
    char *where = mem_printf("samples/%s", runs[i].sample);
    struct engine *e =
        fixture_open(where, runs[i].sample, runs[i].args, PROP_EXCEPTION | PROP_RACE);
    struct rng rng;
    rng_seed(&rng, 7 + i);
    e->vm->sched.notes = true;
    for (uint32_t step = 0; step < 60 && fixture_random(e, &rng); step++) {
      uint64_t memory = fixture_memory(e);
      struct fingerprint before = fixture_fingerprint(e);
      node_id here = engine_here(e);
      uint32_t had = stamps(e);
      struct rng below = rng;
      engine_listen_anew(e);
      assert_int_equal(stamps(e), 0);
      assert_true(is_same(fixture_fingerprint(e), from_nothing(e)));
      changed += !is_same(fixture_fingerprint(e), before);
      for (uint32_t k = 0; k < 4 && fixture_random(e, &below); k++) continue;
      engine_listen_back(e);
      assert_int_equal(engine_here(e), here);
      assert_int_equal(fixture_memory(e), memory);
      assert_int_equal(stamps(e), had);
      assert_true(is_same(fixture_fingerprint(e), before));
    }
    engine_close(e);
    free(where);
  }
  assert_true(changed > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
