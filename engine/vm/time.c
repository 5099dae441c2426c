/* See time.h. */
#include "engine/vm/time.h"

#include "engine/vm/native.h"

enum { STEPS_EXACT = 8, DOUBLINGS = 22, POLLS_FREE = 64 };
static const uint64_t ns_per_ms = 1000000, ns_per_hour = UINT64_C(3600) * 1000000000;

/* What a step lasts longer than it must. */
static uint64_t growth(const struct machine *mc) {
  uint32_t n = mc->timeouts;
  if (n < STEPS_EXACT) return 0;
  n -= STEPS_EXACT;
  return ns_per_ms << (n < DOUBLINGS ? n : DOUBLINGS);
}

void time_pass_to(struct vm *vm, uint64_t deadline) {
  struct machine *mc = vm_machine(vm);
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof *mc);
  if (deadline > mc->clock) mc->clock = deadline;
  if (!vm->scheduling || !mc->clock_seen) return;
  mc->clock += growth(mc);
  mc->timeouts++;
}

void time_pass(struct vm *vm, uint64_t ns) {
  time_pass_to(vm, vm_machine(vm)->clock + ns);
}

static bool standing_before(const struct thread *t) {
  return t->state == THREAD_RUNNABLE && t->op == OPK_CLOCK;
}

bool time_may_jump(struct vm *vm, const struct thread *t) {
  return standing_before(t) && vm_machine(vm)->jumps < TIME_JUMPS_MAX;
}

void time_jump(struct vm *vm) {
  time_pass(vm, ns_per_hour);
  vm_machine(vm)->jumps++;
}

int time_read(struct vm *vm, struct thread *t) {
  if (!vm->scheduling || !vm_machine(vm)->clock_seen) return NATIVE_OK;
  if (!vm_visible(vm, t, OPK_CLOCK, t->object, 0)) return NATIVE_STOP;
  thread_touch(vm, t);
  if (++t->polls > POLLS_FREE) time_pass(vm, ns_per_ms);
  return NATIVE_OK;
}
