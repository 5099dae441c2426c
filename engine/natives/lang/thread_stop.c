/* Thread.stop, suspend and resume, for JDK releases that have them (17; later ones throw
 * UnsupportedOperationException or lack them).
 *
 * A suspended thread is not enabled, whatever its next operation is. Between two scheduling points,
 * no other thread could observe its position. Throwing an exception in another thread is refused:
 * it could come at any of that thread's instructions, and the search stops only at few of these. */
#include "engine/natives/util.h"
#include "engine/vm/interp/interp.h"

static int stop(struct native_call *c) {
  const struct thread *o = thread_of(c->vm, c->args[0]);
  if (!c->args[1]) return nat_npe(c);
  if (o == c->t) return vm_throw_ref(c->vm, c->t, c->args[1]);
  VISIBLE(c, OPK_IS_ALIVE, c->args[0], 0);
  if (o && o->state == THREAD_TERMINATED) return NATIVE_OK;
  return vm_unsupported(
      c->vm, c->t,
      "Thread.stop of another thread: the exception could come at any of its instructions");
}

/* Reports that a reduction is unsound here. It runs a thread over steps that no other thread can
 * distinguish, for example from a monitor's entry to its exit. A thread that suspends it can. */
static void leaves_no_gap(struct vm *vm) {
  if (vm->opt.por != POR_NONE)
    vm_broken(vm, BROKEN_REDUCTION,
              "reduction: Thread.suspend may stop a thread between two scheduling points");
}

static int set_suspended(struct native_call *c, bool on) {
  struct thread *o = thread_of(c->vm, c->args[0]);
  VISIBLE(c, OPK_INTERRUPT, c->args[0], 0);
  c->vm->run.unreported = true;
  if (!o || o->state == THREAD_TERMINATED) return NATIVE_OK;
  if (on) leaves_no_gap(c->vm);
  thread_touch(c->vm, o);
  o->flags = on ? o->flags | TF_SUSPENDED : o->flags & ~(uint32_t)TF_SUSPENDED;
  return NATIVE_OK;
}

/* A thread that suspends itself continues after the call once it is resumed. */
static int suspend(struct native_call *c) {
  if (thread_of(c->vm, c->args[0]) != c->t) return set_suspended(c, true);
  if (c->t->flags & TF_RESUMED) {
    c->t->flags &= ~(uint32_t)TF_RESUMED;
    c->vm->run.granted = false;
    return NATIVE_OK;
  }
  VISIBLE(c, OPK_INTERRUPT, c->args[0], 0);
  c->vm->run.unreported = true;
  thread_touch_all(c->vm, c->t);
  c->t->flags |= TF_SUSPENDED | TF_RESUMED;
  c->t->state = THREAD_SLEEPING;
  c->t->deadline = ~0ull;
  return NATIVE_RETRY;
}
static int resume(struct native_call *c) { return set_suspended(c, false); }

#define THREAD "java/lang/Thread"
const struct native_row natives_thread_stop[] = {
    {THREAD, "stop0", NULL, stop},
    {THREAD, "suspend0", NULL, suspend},
    {THREAD, "resume0", NULL, resume},
    {0},
};
