/* most-blocked (Groce and Visser; paper 001, table 1): the more threads are blocked, the nearer a
 * deadlock. The value is the number of enabled threads. */
#include "engine/heuristic/heuristic.h"
#include "engine/vm/interp/interp.h"

static int blocked_open(struct vm *vm, const struct heuristic_options *opt, void **out,
                        struct error *err) {
  (void)vm;
  (void)opt;
  (void)err;
  *out = NULL;
  return 0;
}

static void blocked_close(void *self) { (void)self; }

static void blocked_reset(void *self, uint64_t seed) {
  (void)self;
  (void)seed;
}

static uint32_t blocked_value(void *self, struct vm *vm, uint32_t thread,
                              const struct location *target) {
  uint32_t n = 0;
  (void)self;
  (void)thread;
  (void)target;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++)
    n += vm_thread_enabled(vm, vm_thread(vm, i));
  return n;
}

const struct heuristic_ops heuristic_most_blocked = {
    .name = "most-blocked",
    .summary = "prefers states in which most threads wait",
    .open = blocked_open,
    .close = blocked_close,
    .reset = blocked_reset,
    .value = blocked_value,
    .untargeted = true,
};
