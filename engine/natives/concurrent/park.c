/* Unsafe.park and unpark. The permit is a flag of the thread record. There is no happens-before
 * edge, because LockSupport promises none. */
#include "engine/vm/sched/interrupted.h"
#include "engine/base/check.h"
#include "engine/natives/natives.h"
#include "engine/natives/util.h"
#include "engine/vm/sched/section.h"
#include "engine/vm/sched/quiet.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"
#include "engine/vm/stackmap.h"
#include "engine/vm/sched/time.h"
#include "engine/vm/uncounted.h"

static int go_on(struct vm *vm, struct thread *t) {
  time_wait_over(vm, t);
  t->flags &= ~(uint32_t)(TF_PERMIT | TF_RESUMED | TF_SPURIOUS);
  return NATIVE_OK;
}

/* ---- spurious wake-ups of Condition.await ---- */

static bool ends_with(const struct klass *k, const char *end) {
  size_t n = k ? strlen(k->name->s) : 0, m = strlen(end);
  return n > m && !strcmp(k->name->s + n - m, end);
}

/* Returns the frame of the await in which t is parked, or NULL if it parks for another reason. */
static const struct frame *awaiting(struct vm *vm, const struct thread *t) {
  uint32_t at;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m = f->flags & FRAME_ROOT ? NULL : frame_method(vm, f);
    if (!m || !m->owner->is_jdk) return NULL;
    if (ends_with(m->owner, "$ConditionObject") && !strncmp(m->name->s, "await", 5)) return f;
  }
  return NULL;
}

static ref condition_node(struct vm *vm, const struct frame *f) {
  const uint32_t *local = MEM32(vm, f->locals);
  uint32_t i, n = frame_method(vm, f)->info->max_locals;
  const struct slot_map *map = stackmap_of(vm, f);
  for (i = 0; map && i < n && i < map->locals; i++)
    if (map->kind[i] == SLOT_REF && local[i] && ends_with(vm_klass(vm, local[i]), "$ConditionNode"))
      return local[i];
  return 0;
}

/* The library's await returns only after a signal. So unless the thread has been signalled, it does
 * to itself what a signal would do. */
static int signal_itself(struct native_call *c) {
  enum { COND = 2 };
  struct vm *vm = c->vm;
  const struct frame *f = awaiting(vm, c->t);
  ref node = f ? condition_node(vm, f) : 0, sync;
  struct method *enqueue;
  uint32_t args[2], status;
  if (!node) return NATIVE_OK;
  status = node + klass_field_offset(vm_klass(vm, node), "status");
  sync = *MEM32(vm,
                MEM32(vm, f->locals)[0] + klass_field_offset(frame_method(vm, f)->owner, "this$0"));
  enqueue = klass_method(vm_klass(vm, sync), "enqueue", NULL);
  if (!enqueue)
    return vm_unsupported(vm, c->t, "a spurious wake-up of Condition.await in this JDK release");
  if (!(*MEM32(vm, status) & COND)) return NATIVE_OK;
  vm->answers.await_woke = true;
  put32(vm, status, *MEM32(vm, status) & ~(uint32_t)COND);
  args[0] = sync;
  args[1] = node;
  return vm_push_frame(vm, c->t, enqueue, args, FRAME_DISCARD, 0) == NATIVE_TAIL ? NATIVE_RETRY
                                                                                 : NATIVE_FATAL;
}

static int park(struct native_call *c) {
  struct vm *vm = c->vm;
  struct thread *t = c->t;
  bool absolute = c->args[1] != 0; /* milliseconds since 1970; else nanoseconds from now */
  int64_t time = arg64(c, 2);
  if (t->flags & TF_RESUMED) {
    bool spurious = t->flags & TF_SPURIOUS;
    int r = NATIVE_OK;
    vm->run.granted = false;
    t->flags &= ~(uint32_t)TF_SPURIOUS;
    if (spurious) r = signal_itself(c);
    return r == NATIVE_OK ? go_on(vm, t) : r;
  }
  section_parks(vm, t);
  VISIBLE(c, OPK_PARK, t->object, 0);
  ev_sync(vm, t, OPK_PARK, t->object, 0);
  if ((t->flags & TF_PERMIT) || interrupted(vm, t)) return go_on(vm, t);
  if (absolute && (time = time_until(vm, time)) <= 0) return go_on(vm, t);
  if (time < 0) return go_on(vm, t);
  t->state = THREAD_PARKED;
  t->op = OPK_PARK;
  t->op_obj = t->object;
  t->wait_obj = 0;
  t->flags |= TF_RESUMED;
  if (time > 0) time_wait_begin(vm, t, (uint64_t)time);
  return NATIVE_RETRY;
}

static bool has_ended(const struct thread *t) {
  bool ended;
  READS_ASIDE(); /* the end of a thread is dependent on every other step, and is final */
  ended = t->state == THREAD_TERMINATED;
  READS_COUNT();
  return ended;
}

static int unpark(struct native_call *c) {
  struct thread *w;
  if (!c->args[1]) return NATIVE_OK;
  VISIBLE(c, OPK_UNPARK, c->args[1], 0);
  w = thread_of(c->vm, c->args[1]);
  INVARIANT(!w || w->object == c->args[1], "the unparked thread is the thread of the object");
  if (!w || has_ended(w)) {
    c->vm->run.unreported = true; /* depends on the order with the thread's start or end */
    return NATIVE_OK;
  }
  thread_touch(c->vm, w);
  w->flags |= TF_PERMIT;
  time_follow(c->vm, w);
  ev_sync(c->vm, c->t, OPK_UNPARK, c->args[1], w->index);
  return NATIVE_OK;
}

/* Thread.parkBlocker is written around each park and read only by tools, so writes to it are not
 * scheduling points. A program that reads another thread's blocker breaks that assumption. */
static uint32_t blocker_at(struct native_call *c, ref thread) {
  return thread + klass_field_offset(c->vm->wk.thread, "parkBlocker");
}

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
  if (c->args[0] != c->t->object && c->vm->sched.scheduling)
    quiet_broken(c->vm, "java/lang/Thread", "parkBlocker");
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
