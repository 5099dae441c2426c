/* Unsafe.park and unpark: the permit is a flag of the thread record. No happens-before edge (LockSupport promises none). */
#include "engine/natives/interrupted.h"
#include "engine/natives/natives.h"
#include "engine/natives/util.h"
#include "engine/por/quiet.h"
#include "engine/vm/event.h"
#include "engine/vm/interp.h"
#include "engine/vm/native.h"
#include "engine/vm/time.h"

static int go_on(struct vm *vm, struct thread *t) {
  time_wait_over(vm, t);
  t->flags &= ~(uint32_t)(TF_PERMIT | TF_RESUMED);
  return NATIVE_OK;
}

static int park(struct native_call *c) {
  struct vm *vm = c->vm;
  struct thread *t = c->t;
  bool absolute = c->args[1] != 0;
  int64_t time = arg64(c, 2);
  if (t->flags & TF_RESUMED) {
    vm->granted = false;
    return go_on(vm, t);
  }
  VISIBLE(c, OPK_PARK, t->object, 0);
  ev_sync(vm, t, OPK_PARK, t->object, 0);
  if ((t->flags & TF_PERMIT) || interrupted(vm, t)) return go_on(vm, t);
  if (absolute && (time = time_until(vm, time)) <= 0) return go_on(vm, t);
  t->state = THREAD_PARKED;
  t->op = OPK_PARK;
  t->op_obj = t->object;
  t->wait_obj = 0;
  t->flags |= TF_RESUMED;
  if (time > 0) time_wait_begin(vm, t, (uint64_t)time);
  return NATIVE_RETRY;
}

static int unpark(struct native_call *c) {
  struct thread *w;
  if (!c->args[1]) return NATIVE_OK;
  VISIBLE(c, OPK_UNPARK, c->args[1], 0);
  w = thread_of(c->vm, c->args[1]);
  if (!w || w->state == THREAD_TERMINATED) return NATIVE_OK;
  thread_touch(c->vm, w);
  w->flags |= TF_PERMIT;
  time_follow(c->vm, w);
  ev_sync(c->vm, c->t, OPK_UNPARK, c->args[1], w->index);
  return NATIVE_OK;
}

/* Thread.parkBlocker is written around each park and read by tools alone: its writes are no scheduling points. A program that asks for
 * another thread's blocker breaks that assumption. */
static uint32_t blocker_at(struct native_call *c, ref thread) { return thread + klass_field_offset(c->vm->wk.thread, "parkBlocker"); }

static void put_blocker(struct native_call *c, ref thread, ref blocker) {
  vm_put_ref(c->vm, thread, blocker_at(c, thread) - thread, blocker);
}

static int set_blocker(struct native_call *c) {
  put_blocker(c, c->args[0], c->args[1]);
  return NATIVE_OK;
}

static int set_current_blocker(struct native_call *c) {
  put_blocker(c, c->t->object, c->args[0]);
  return NATIVE_OK;
}

static int get_blocker(struct native_call *c) {
  if (!c->args[0]) return nat_npe(c);
  if (c->args[0] != c->t->object && c->vm->scheduling) quiet_broken(c->vm, "java/lang/Thread", "parkBlocker");
  return ret_ref(c, *MEM32(c->vm, blocker_at(c, c->args[0])));
}

#define SUPPORT "java/util/concurrent/locks/LockSupport"
const struct native_row natives_park[] = {
    {SUPPORT, "setBlocker", "(Ljava/lang/Thread;Ljava/lang/Object;)V", set_blocker},
    {SUPPORT, "setCurrentBlocker", "(Ljava/lang/Object;)V", set_current_blocker},
    {SUPPORT, "getBlocker", "(Ljava/lang/Thread;)Ljava/lang/Object;", get_blocker},
    {"jdk/internal/misc/Unsafe", "park", "(ZJ)V", park},
    {"jdk/internal/misc/Unsafe", "unpark", "(Ljava/lang/Object;)V", unpark},
    {0},
};
