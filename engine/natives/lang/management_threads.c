/* sun.management.ThreadImpl: the threads as java.lang.management.ThreadMXBean reports them, all in
 * the same state. Contention is not recorded, because it would be part of each state; its counts
 * are 0 and its times -1. */
#include "engine/natives/lang/thread_view.h"
#include "engine/natives/util.h"
#include "engine/vm/code.h"
#include "engine/vm/sched/deadlock.h"
#include "engine/vm/sched/quiet.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/stackmap.h"

#include <stdlib.h>

#define INFO "java/lang/management/ThreadInfo"

/* ---- the listed threads ---- */

/* The beans report only platform threads. */
static bool is_platform(struct vm *vm, ref thread) {
  struct klass *k = vm_class(vm, "java/lang/BaseVirtualThread", NULL);
  return !k || !vm_instance_of(vm, thread, k);
}

static bool is_alive(struct vm *vm, const struct thread *t) {
  return thread_alive(t) && t->object && is_platform(vm, t->object);
}

typedef bool chosen_fn(struct vm *vm, const struct thread *t);

static uint32_t count_threads(struct vm *vm, chosen_fn *chosen) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) n += chosen(vm, vm_thread(vm, i));
  return n;
}

static ref list_threads(struct native_call *c, chosen_fn *chosen) {
  struct vm *vm = c->vm;
  ref r = vm_new_ref_array(vm, c->t, vm->wk.thread, (int32_t)count_threads(vm, chosen));
  uint32_t n = 0;
  for (uint32_t i = 0; r && i < vm_machine(vm)->thread_count; i++)
    if (chosen(vm, vm_thread(vm, i))) array_put_ref(vm, r, n++, vm_thread(vm, i)->object);
  return r;
}

static bool is_daemon(struct vm *vm, const struct thread *t) {
  return is_alive(vm, t) && t->flags & TF_DAEMON;
}
static bool was_started(struct vm *vm, const struct thread *t) {
  return t->state != THREAD_NONE && is_platform(vm, t->object);
}

static int management_threads_count(struct native_call *c, chosen_fn *chosen) {
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  return ret_int(c, (int32_t)count_threads(c->vm, chosen));
}
static int live_count(struct native_call *c) { return management_threads_count(c, is_alive); }
static int daemon_count(struct native_call *c) { return management_threads_count(c, is_daemon); }
static int peak_count(struct native_call *c) {
  return management_threads_count(c, was_started);
} /* an upper bound */
static int total_count(struct native_call *c) {
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  return ret_long(c, count_threads(c->vm, was_started));
}

static int get_threads(struct native_call *c) {
  vm_distinguish(c->vm, NULL, "a list of threads");
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  return ret_new(c, list_threads(c, is_alive));
}

static struct thread *by_id(struct vm *vm, int64_t id) {
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    if (is_alive(vm, t) && (int64_t)*MEM64(vm, t->object + vm->wk.thread_tid) == id) return t;
  }
  return NULL;
}

/* ---- waiting and owners ---- */

static bool is_parked(const struct thread *t) { return t->state == THREAD_PARKED; }

static ref blocker_of(struct vm *vm, const struct thread *t) {
  const struct field *f = klass_field(vm->wk.thread, "parkBlocker", NULL);
  return f ? *MEM32(vm, t->object + f->offset) : 0;
}

/* Returns the object on which t is blocked or waits, or 0. */
static ref lock_of(struct vm *vm, const struct thread *t) {
  if (is_parked(t)) return blocker_of(vm, t);
  if (t->state == THREAD_BLOCKED || t->state == THREAD_WAITING || t->state == THREAD_JOINING)
    return t->wait_obj;
  return t->state == THREAD_RUNNABLE && t->op == OPK_LOCK && !vm_thread_enabled(vm, t) ? t->op_obj
                                                                                       : 0;
}

static struct thread *owner_of_synchronizer(struct vm *vm, ref lock) {
  const struct field *f =
      lock ? klass_field(vm_klass(vm, lock), "exclusiveOwnerThread", "Ljava/lang/Thread;") : NULL;
  ref owner = f && f->owner->is_jdk ? *MEM32(vm, lock + f->offset) : 0;
  return owner ? thread_of(vm, owner) : NULL;
}

static struct thread *owner_of(struct vm *vm, const struct thread *t) {
  int owner = deadlock_waits_for(vm, t);
  if (owner >= 0) return vm_thread(vm, (uint32_t)owner);
  return is_parked(t) ? owner_of_synchronizer(vm, blocker_of(vm, t)) : NULL;
}

static bool in_monitor_circle(struct vm *vm, const struct thread *t) {
  return is_alive(vm, t) && deadlock_in_cycle(vm, t);
}

static bool in_circle(struct vm *vm, const struct thread *t) {
  const struct thread *o = is_alive(vm, t) ? t : NULL;
  for (uint32_t i = 0; o && i < vm_machine(vm)->thread_count; i++) {
    o = owner_of(vm, o);
    if (o == t) return true;
  }
  return false;
}

static int find_deadlocked(struct native_call *c, chosen_fn *chosen) {
  vm_distinguish(c->vm, NULL, "a list of threads");
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  return count_threads(c->vm, chosen) ? ret_new(c, list_threads(c, chosen)) : ret_ref(c, 0);
}
static int find_monitor_deadlocked(struct native_call *c) {
  return find_deadlocked(c, in_monitor_circle);
}
static int find_all_deadlocked(struct native_call *c) { return find_deadlocked(c, in_circle); }

/* ---- held monitors and synchronizers ---- */

struct held {
  VEC(ref) objects;
  VEC(int32_t) depths; /* for each object, the depth of the frame that refers to it; 0: the top */
};

static void hold(struct held *h, ref r, int32_t depth) {
  for (size_t i = 0; i < h->objects.len; i++)
    if (h->objects.data[i] == r) return;
  *vec_push(&h->objects) = r;
  *vec_push(&h->depths) = depth;
}

static bool owned_by(struct vm *vm, const struct thread *t, ref r) {
  const struct monitor *m = r ? vm_monitor(vm, r) : NULL;
  return m && m->owner == t->index + 1;
}

/* Returns the `sync` object of a ReentrantLock or a similar lock if t owns it. */
static ref owned_inside(struct vm *vm, const struct thread *t, ref r) {
  const struct field *f =
      r && vm_klass(vm, r)->is_jdk ? klass_field(vm_klass(vm, r), "sync", NULL) : NULL;
  ref sync = f && !(f->flags & ACC_STATIC) ? *MEM32(vm, r + f->offset) : 0;
  return owner_of_synchronizer(vm, sync) == t ? sync : 0;
}

static void hold_ref(struct vm *vm, const struct thread *t, struct held *h, bool monitors, ref r,
                     int32_t depth) {
  const struct klass *k = r ? vm_klass(vm, r) : NULL;
  ref sync;
  if (monitors) {
    if (owned_by(vm, t, r)) hold(h, r, depth);
    return;
  }
  if ((sync = owned_inside(vm, t, r))) hold(h, sync, depth);
  for (uint32_t i = 0; k && k != vm->wk.klass && i < k->ref_count; i++)
    if ((sync = owned_inside(vm, t, *MEM32(vm, r + k->ref_offsets[i])))) hold(h, sync, depth);
}

/* Finds the monitors, or the synchronizers of java.util.concurrent, that t holds and its frames
 * refer to. */
static void find_held(struct vm *vm, const struct thread *t, struct held *h, bool monitors) {
  int32_t depth = 0;
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev, depth++) {
    const struct frame *f = vm_frame(vm, at);
    struct method *m = frame_method(vm, f);
    const struct slot_map *map;
    if (f->sync) hold_ref(vm, t, h, monitors, f->sync, depth);
    if ((f->flags & FRAME_ROOT) || !m || !m->code) continue;
    map = stackmap_of(vm, f);
    for (uint32_t i = 0; map && i < map->locals; i++)
      if (map->kind[i] == SLOT_REF)
        hold_ref(vm, t, h, monitors, *MEM32(vm, f->locals + i * 4), depth);
  }
}

static bool held_arrays(struct native_call *c, const struct thread *t, bool monitors, ref *objects,
                        ref *depths) {
  struct held h = {0};
  find_held(c->vm, t, &h, monitors);
  *objects = vm_new_ref_array(c->vm, c->t, c->vm->wk.object, (int32_t)h.objects.len);
  *depths = *objects ? vm_new_prim_array(c->vm, c->t, 'I', (int32_t)h.objects.len) : 0;
  for (uint32_t i = 0; *depths && i < h.objects.len; i++) {
    array_put_ref(c->vm, *objects, i, h.objects.data[i]);
    put32(c->vm, *depths + ARRAY_BASE + i * 4, (uint32_t)h.depths.data[i]);
  }
  vec_free(&h.objects);
  vec_free(&h.depths);
  return *depths != 0;
}

/* ---- ThreadInfo ---- */

struct wanted {
  bool monitors, synchronizers;
  int32_t depth; /* limit of stack depth; negative: none */
};

static ref stack_of(struct native_call *c, struct thread *t, int32_t depth) {
  ref all = depth ? thread_stack_elements(c, t) : 0, r;
  uint32_t n = all ? array_length(c->vm, all) : 0;
  if (depth && (!all || depth < 0 || n <= (uint32_t)depth)) return all;
  r = vm_new_ref_array(c->vm, c->t, c->vm->wk.stack_trace_element, depth);
  for (uint32_t i = 0; r && i < (uint32_t)depth; i++)
    array_put_ref(c->vm, r, i, array_ref(c->vm, all, i));
  return r;
}

/* Argument slots of ThreadInfo(Thread, int state, Object lock, Thread owner, long blockedCount,
 * long blockedTime, long waitedCount, long waitedTime, StackTraceElement[], Object[] monitors,
 * int[] depths, Object[] synchronizers), after the receiver. */
enum {
  INFO_SLOTS = 17,
  BLOCKED_TIME = 7,
  WAITED_TIME = 11,
  STACK = 13,
  MONITORS,
  DEPTHS,
  SYNCHRONIZERS
};

static bool describe(struct native_call *c, ref info, struct thread *t, const struct wanted *w,
                     uint32_t *args) {
  const struct thread *owner = owner_of(c->vm, t);
  ref unused;
  args[0] = info;
  args[1] = t->object;
  quiet_state_seen(c->vm, c->t, t);
  args[2] = thread_status(c->vm, t);
  args[3] = lock_of(c->vm, t);
  args[4] = owner ? owner->object : 0;
  args[BLOCKED_TIME] = args[BLOCKED_TIME + 1] = args[WAITED_TIME] = args[WAITED_TIME + 1] =
      UINT32_MAX;
  args[STACK] = stack_of(c, t, w->depth);
  if (!args[STACK]) return false;
  if (w->monitors && !held_arrays(c, t, true, &args[MONITORS], &args[DEPTHS])) return false;
  return !w->synchronizers || held_arrays(c, t, false, &args[SYNCHRONIZERS], &unused);
}

static struct method *constructor(struct native_call *c, struct klass **k) {
  static const char desc[] =
      "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;"
      "[Ljava/lang/Object;[I[Ljava/lang/Object;)V";
  *k = vm_class_throw(c->vm, c->t, INFO, false);
  return *k ? klass_declared_method(*k, "<init>", desc) : NULL;
}

static struct thread *nth(struct vm *vm, ref ids, ref threads, uint32_t i) {
  return ids ? by_id(vm, (int64_t)*MEM64(vm, ids + ARRAY_BASE + i * 8))
             : thread_of(vm, array_ref(vm, threads, i));
}

/* Fills `result` with a ThreadInfo for each thread in `ids`, or in `threads` if ids is 0. Collects
 * all data first, then pushes one frame for each constructor and returns NATIVE_RETRY. */
static int fill_infos(struct native_call *c, ref ids, ref threads, ref result,
                      const struct wanted *w) {
  struct vm *vm = c->vm;
  struct klass *k;
  struct method *init = constructor(c, &k);
  uint32_t n = array_length(vm, result), *args, found = 0;
  int rc = NATIVE_TAIL;
  if (!init) return k ? vm_unsupported(vm, c->t, "ThreadInfo of this JDK release") : NATIVE_THROW;
  args = mem_alloc((n + 1) * INFO_SLOTS * sizeof *args);
  for (uint32_t i = 0; i < n && rc == NATIVE_TAIL; i++) {
    struct thread *t = nth(vm, ids, threads, i);
    ref info = t ? vm_new_object(vm, c->t, k) : 0;
    if (!t) continue;
    if (!info || !describe(c, info, t, w, args + found++ * INFO_SLOTS)) rc = NATIVE_THROW;
    if (info) array_put_ref(vm, result, i, info);
  }
  for (uint32_t i = 0; i < found && rc == NATIVE_TAIL; i++)
    rc = vm_push_frame(vm, c->t, init, args + i * INFO_SLOTS, FRAME_DISCARD, 0);
  free(args);
  if (rc == NATIVE_TAIL && !found) return ret_ref(c, result);
  return rc == NATIVE_TAIL ? NATIVE_RETRY : rc;
}

static bool is_info_array(struct vm *vm, ref r) {
  return r && !strcmp(vm_klass(vm, r)->name->s, "[L" INFO ";");
}

static int class_ready(struct native_call *c) {
  struct klass *k = vm_class_throw(c->vm, c->t, INFO, false);
  return k ? vm_init_class(c->vm, c->t, k) : NATIVE_THROW;
}

/* getThreadInfo1(long[] ids, int depth, ThreadInfo[] result). The native runs again when the
 * objects are complete, and then finds the result in place of the ids. */
static int get_infos(struct native_call *c) {
  struct wanted w = {.depth = (int32_t)c->args[1]};
  ref ids = c->args[0];
  int rc = class_ready(c);
  if (rc != NATIVE_OK || ids == c->args[2]) return rc;
  vm_distinguish(c->vm, NULL, "a list of threads");
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  c->args[0] = c->args[2];
  return fill_infos(c, ids, 0, c->args[2], &w);
}

/* dumpThreads0(long[] ids or null, boolean monitors, boolean synchronizers, int depth): runs twice,
 * too. */
static int dump(struct native_call *c) {
  struct wanted w = {c->args[1], c->args[2],
                     (int32_t)c->args[3] == INT32_MAX ? -1 : (int32_t)c->args[3]};
  struct vm *vm = c->vm;
  ref ids = c->args[0], threads = 0;
  int rc = class_ready(c);
  if (rc != NATIVE_OK) return rc;
  if (is_info_array(vm, ids)) return ret_ref(c, ids);
  vm_distinguish(vm, NULL, "a list of threads");
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  if (!ids && !(threads = list_threads(c, is_alive))) return NATIVE_THROW;
  c->args[0] = vm_new_ref_array(vm, c->t, vm_class(vm, INFO, NULL),
                                (int32_t)array_length(vm, ids ? ids : threads));
  return c->args[0] ? fill_infos(c, ids, threads, c->args[0], &w) : NATIVE_THROW;
}

/* Virtual time replaces processor time. */
static int cpu_time(struct native_call *c) { return ret_long(c, (int64_t)vm_clock(c->vm, c->t)); }

/* (long[] ids, long[] result): stores -1 for each thread that is not alive. */
static int cpu_times(struct native_call *c) {
  struct vm *vm = c->vm;
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  for (uint32_t i = 0; i < array_length(vm, c->args[1]); i++) {
    bool alive = by_id(vm, (int64_t)*MEM64(vm, c->args[0] + ARRAY_BASE + i * 8)) != NULL;
    put64(vm, c->args[1] + ARRAY_BASE + i * 8, alive ? vm_clock(vm, c->t) : UINT64_MAX);
  }
  return NATIVE_OK;
}

/* No state records the number of allocated bytes, so it is 0. */
static int allocated_arrays(struct native_call *c) {
  for (uint32_t i = 0; i < array_length(c->vm, c->args[1]); i++)
    put64(c->vm, c->args[1] + ARRAY_BASE + i * 8, 0);
  return NATIVE_OK;
}

#define VM "sun/management/VMManagementImpl"
#define THREADS "sun/management/ThreadImpl"
const struct native_row natives_management_threads[] = {
    {VM, "getTotalThreadCount", NULL, total_count},
    {VM, "getLiveThreadCount", NULL, live_count},
    {VM, "getPeakThreadCount", NULL, peak_count},
    {VM, "getDaemonThreadCount", NULL, daemon_count},
    {THREADS, "getThreads", NULL, get_threads},
    {THREADS, "getThreadInfo1", NULL, get_infos},
    {THREADS, "dumpThreads0", NULL, dump},
    {THREADS, "findMonitorDeadlockedThreads0", NULL, find_monitor_deadlocked},
    {THREADS, "findDeadlockedThreads0", NULL, find_all_deadlocked},
    {THREADS, "getThreadTotalCpuTime0", NULL, cpu_time},
    {THREADS, "getThreadUserCpuTime0", NULL, cpu_time},
    {THREADS, "getThreadTotalCpuTime1", NULL, cpu_times},
    {THREADS, "getThreadUserCpuTime1", NULL, cpu_times},
    {THREADS, "setThreadCpuTimeEnabled0", NULL, nat_nothing},
    {THREADS, "getTotalThreadAllocatedMemory", NULL, nat_zero_long},
    {THREADS, "getThreadAllocatedMemory0", NULL, nat_zero_long},
    {THREADS, "getThreadAllocatedMemory1", NULL, allocated_arrays},
    {THREADS, "setThreadAllocatedMemoryEnabled0", NULL, nat_nothing},
    {THREADS, "setThreadContentionMonitoringEnabled0", NULL, nat_nothing},
    {THREADS, "resetPeakThreadCount0", NULL, nat_nothing},
    {THREADS, "resetContentionTimes0", NULL, nat_nothing},
    {0},
};
