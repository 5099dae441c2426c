/* See idle.h. */
#include "engine/state/idle.h"

#include <stdlib.h>

#include "engine/vm/sched/aside.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

/* Before these a thread only looks. */
static bool looks(uint32_t op) {
  switch (op) {
    case OPK_READ:
    case OPK_VOLATILE_READ:
    case OPK_YIELD:
    case OPK_SPIN:
    case OPK_CLOCK:
    case OPK_IS_ALIVE:
    case OPK_IS_INTERRUPTED: return true;
    default: return false;
  }
}

/* On the way round it may take and leave locks, and try what fails. */
static bool may_spin(uint32_t op) {
  return looks(op) || op == OPK_LOCK || op == OPK_UNLOCK || op == OPK_ATOMIC;
}

static bool all_look(struct vm *vm) {
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (vm_goes_by_itself(vm, t) && (t->state != THREAD_RUNNABLE || !looks(t->op))) return false;
  }
  return true;
}

/* ---- a scratch run ---- */

struct scratch {
  struct explorer *x;
  struct delta *deltas[IDLE_ROUNDS];
  uint32_t count;
};

static int scratch_step(struct scratch *s, uint32_t thread) {
  struct vm *vm = s->x->vm;
  int stop;
  vm_delta_open(vm, thread);
  stop = vm_step(vm, choice_make(thread, CHOICE_RUN, 0));
  s->deltas[s->count] = vm_delta_close(vm, true);
#ifdef HEDDLE_STRESS
  arena_stress_check(&vm->arena, s->deltas[s->count]);
#endif
  s->count++;
  return stop;
}

static void scratch_undo(struct scratch *s) {
  while (s->count) {
    arena_delta_restore(&s->x->vm->arena, s->deltas[--s->count]);
    free(s->deltas[s->count]);
  }
}

static bool comes_back(struct explorer *x, uint32_t thread, struct fingerprint home) {
  struct scratch s = {.x = x};
  const struct thread *t = vm_thread(x->vm, thread);
  bool back = false, on = true;
  while (on && !back && s.count < IDLE_ROUNDS) {
    int stop = scratch_step(&s, thread);
    struct fingerprint now;
    on = (stop == STOP_VISIBLE || stop == STOP_BUDGET) && t->state == THREAD_RUNNABLE &&
         may_spin(t->op) && vm_thread_enabled(x->vm, t);
    if (!on) break;
    now = canon_fingerprint(x->canon, x->match_h);
    back = now.lo == home.lo && now.hi == home.hi;
  }
  scratch_undo(&s);
  return back;
}

static bool all_come_back(struct explorer *x) {
  struct fingerprint home = canon_fingerprint(x->canon, x->match_h);
  uint32_t i;
  for (i = 0; i < vm_machine(x->vm)->thread_count; i++)
    if (vm_goes_by_itself(x->vm, vm_thread(x->vm, i)) && !comes_back(x, i, home)) return false;
  return true;
}

/* Nobody hears of what only might happen, and it counts for nothing. */
bool idle_state(void *explorer, struct vm *vm) {
  struct explorer *x = explorer;
  uint32_t listeners = vm->listen.count;
  struct aside aside;
  event_fn *tap = vm->listen.tap, *before_race = vm->listen.before_race;
  cut_fn *cut = vm->sched.cut;
  bool idle, failed = vm->err.code != 0;
  if (vm->arena.open || failed || !all_look(vm)) return false;
  vm->listen.count = 0;
  vm->listen.tap = vm->listen.before_race = NULL;
  vm->sched.cut = NULL;
  aside_begin(vm, &aside);
  idle = all_come_back(x);
  aside_end(vm, &aside);
  vm->sched.cut = cut;
  vm->listen.tap = tap;
  vm->listen.before_race = before_race;
  vm->listen.count = listeners;
  vm_violation_clear(vm);
  error_clear(&vm->err);
  return idle;
}
