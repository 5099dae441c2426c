/* See idle.h. */
#include "engine/state/idle.h"

#include "engine/state/scratch.h"
#include "engine/state/waits.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

/* Returns whether the operation only observes. */
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

/* Returns whether the operation may occur in a spin loop. Besides observing, a loop may take and
 * release locks and make failing attempts. */
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

static bool comes_back(struct scratch *s, uint32_t thread, struct fingerprint home) {
  struct explorer *x = s->x;
  const struct thread *t = vm_thread(x->vm, thread);
  bool back = false, on = true;
  while (on && !back && s->deltas.len < IDLE_ROUNDS) {
    int stop = scratch_step(s, thread);
    struct fingerprint now;
    on = (stop == STOP_VISIBLE || stop == STOP_BUDGET) && t->state == THREAD_RUNNABLE &&
         may_spin(t->op) && vm_thread_enabled(x->vm, t);
    if (!on) break;
    now = canon_fingerprint(x->canon, x->match_h);
    back = now.lo == home.lo && now.hi == home.hi;
  }
  scratch_undo(s);
  return back;
}

static bool all_come_back(struct scratch *s) {
  struct explorer *x = s->x;
  struct fingerprint home = canon_fingerprint(x->canon, x->match_h);
  uint32_t i;
  for (i = 0; i < vm_machine(x->vm)->thread_count; i++)
    if (vm_goes_by_itself(x->vm, vm_thread(x->vm, i)) && !comes_back(s, i, home) &&
        !waits_is_long(s, i))
      return false;
  return true;
}

bool idle_thread(struct explorer *x, uint32_t thread) {
  const struct thread *t = vm_thread(x->vm, thread);
  struct scratch s;
  bool idle;
  if (t->state != THREAD_RUNNABLE || !may_spin(t->op) || !scratch_begin(&s, x)) return false;
  idle =
      comes_back(&s, thread, canon_fingerprint(x->canon, x->match_h)) || waits_is_long(&s, thread);
  scratch_end(&s);
  return idle;
}

bool idle_state(void *explorer, struct vm *vm) {
  struct scratch s;
  bool idle;
  if (!all_look(vm) || !scratch_begin(&s, explorer)) return false;
  idle = all_come_back(&s);
  scratch_end(&s);
  return idle;
}
