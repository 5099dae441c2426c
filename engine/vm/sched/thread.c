/* The life of a thread: its record, its root frame, and its phases from run() to the end (JLS 12.8,
 * Thread's contract).
 *
 * The root frame's aux holds the phase: 0 not begun; 1 run() or main() is above; 2 the
 * uncaught-exception handler is above; 3 only the end is left; 4 the shutdown hooks run above it
 * (on the last non-daemon thread); 5 its fields are cleared, and it is still alive. Ending takes
 * the Thread's monitor, as in the JVM, so a thread that holds this monitor keeps the ended thread
 * alive. */
#include "engine/vm/sched/join.h"
#include "engine/base/check.h"
#include "engine/vm/sched/shutdown.h"
#include "engine/vm/uncounted.h"
#include "engine/vm/library.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/loader/throw.h"
#include "engine/vm/sched/time.h"

#include <stdio.h>
#include <stdlib.h>

enum { JVMTI_ALIVE_RUNNABLE = 5, JVMTI_TERMINATED = 2 };
enum { PHASE_BEGIN, PHASE_RUNNING, PHASE_HANDLER, PHASE_END, PHASE_HOOKS, PHASE_EXITED };

static void set_status(struct vm *vm, ref object, uint32_t status) {
  if (vm->wk.thread_status) put32(vm, vm_thread_fields(vm, object) + vm->wk.thread_status, status);
}

struct thread *thread_new(struct vm *vm, struct thread *parent, ref object) {
  struct machine *mc = vm_machine(vm);
  uint32_t i = mc->thread_count, addr = THREADS_BASE + i * THREAD_SIZE;
  uint32_t fp = STACK_OF(i);
  struct thread *t = vm_thread(vm, i);
  struct frame *f = vm_frame(vm, fp);
  if (i >= THREAD_MAX) {
    error_set(&vm->err, ERR_LIMIT, "more than %d threads were started", THREAD_MAX);
    return NULL;
  }
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof *mc);
  arena_touch_range(&vm->arena, addr, sizeof *t);
  arena_touch_range(&vm->arena, fp, FRAME_SIZE);
  INVARIANT(t->state == THREAD_NONE && !t->frame, "the slot of a new thread is free: T%u", i);
  INVARIANT(!object || !thread_of(vm, object), "a Thread object has one thread: T%u", i);
  INVARIANT(!f->prev && !f->sp, "the stack of a new thread is empty: T%u", i);
  mc->thread_count++;
  vm_update_slow(vm);
  memset(t, 0, sizeof *t);
  t->state = THREAD_RUNNABLE;
  t->flags = TF_STARTED;
  t->index = i;
  t->object = object;
  t->frame = fp;
  t->op = OPK_BEGIN;
  t->op_obj = object;
  t->deadline = ~0ull;
  t->runs = thread_runs(vm, object);
  if (parent) {
    t->parent = parent->index + 1;
    time_begin(vm, t, parent);
    t->ordinal = parent->children++;
    t->hash_base = parent->hash_base * 31u + t->ordinal + 1;
  } else {
    t->flags |= TF_MAIN;
    t->hash_base = 17;
  }
  memset(f, 0, sizeof *f);
  f->method = vm->wk.m_root ? vm->wk.m_root->id : 0;
  f->locals = fp;
  f->sp = fp + FRAME_SIZE;
  f->flags = FRAME_ROOT;
  if (object) {
    set_status(vm, object, JVMTI_ALIVE_RUNNABLE);
    if (*MEM8(vm, vm_thread_fields(vm, object) + vm->wk.thread_daemon)) t->flags |= TF_DAEMON;
  }
  return t;
}

struct thread *thread_of(struct vm *vm, ref object) {
  uint32_t i, n = vm_machine(vm)->thread_count;
  /* a record never changes its object, and a start is dependent on every operation */
  READS_ASIDE();
  for (i = 0; i < n && vm_thread(vm, i)->object != object;) i++;
  READS_COUNT();
  return i < n ? vm_thread(vm, i) : NULL;
}

static bool is_virtual(struct vm *vm, const struct thread *t) {
  struct klass *k = t->object ? vm_class(vm, "java/lang/BaseVirtualThread", NULL) : NULL;
  return k && vm_instance_of(vm, t->object, k);
}

/* A virtual thread has no name unless the program sets one. Reports need a name, so it is numbered
 * as in schedules. */
char *thread_name(struct vm *vm, const struct thread *t) {
  ref name = t->object && vm->wk.thread_name ? *MEM32(vm, t->object + vm->wk.thread_name) : 0;
  char *s = name ? vm_utf8(vm, name) : NULL;
  if (s && *s) return s;
  free(s);
  return mem_printf("%s-%u", is_virtual(vm, t) ? "virtual" : "thread", t->index);
}

/* Pushes the frame of run() or main(String[]). */
static int thread_begin(struct vm *vm, struct thread *t, struct frame *root) {
  struct method *m;
  uint32_t arg;
  int r;
  if (t->flags & TF_MAIN) {
    m = vm->main_method;
    arg = vm->main_args;
    r = vm_init_class(vm, t, m->owner);
    if (r != NATIVE_OK) return r;
  } else {
    m = vm_select(vm, vm_klass(vm, t->object), vm->wk.m_thread_run);
    arg = t->object;
  }
  root->aux = PHASE_RUNNING;
  /* `synchronized void run()`: takes the lock as any other call */
  if (m->flags & ACC_SYNCHRONIZED) {
    ref lock = m->flags & ACC_STATIC ? m->owner->mirror : arg;
    if (!vm_visible(vm, t, OPK_LOCK, lock, 0)) {
      root->aux = PHASE_BEGIN;
      return NATIVE_STOP;
    }
    r = monitor_enter(vm, t, lock);
    if (r != NATIVE_OK) {
      root->aux = PHASE_BEGIN;
      return r;
    }
    r = vm_push_frame(vm, t, m, &arg, FRAME_SYNC, 0);
    vm_frame(vm, t->frame)->sync = lock;
    return r;
  }
  return vm_push_frame(vm, t, m, &arg, 0, 0);
}

bool thread_in_handler(struct vm *vm, const struct thread *t) {
  return vm_frame(vm, STACK_OF(t->index))->aux == PHASE_HANDLER;
}

/* Handles an exception that left run(): reports a violation, or calls the handler as the JVM
 * does. */
static int uncaught(struct vm *vm, struct thread *t, struct frame *root) {
  uint32_t args[2] = {t->object, t->exception};
  if (vm->sched.scheduling && vm->hooks && vm->hooks->uncaught(vm, t, t->exception))
    return STOP_ERROR + 1;
  if (t->flags & TF_MAIN) {
    vm->library->main_threw(vm, t->exception);
    arena_touch_range(&vm->arena, MACHINE_BASE, sizeof(struct machine));
    vm_machine(vm)->exit_code = 1;
  }
  t->exception = 0;
  root->aux = PHASE_HANDLER;
  if (!vm->wk.m_dispatch_uncaught) return 0;
  return vm_push_frame(vm, t, vm->wk.m_dispatch_uncaught, args, FRAME_DISCARD, 0) == NATIVE_TAIL
             ? 0
             : STOP_FAILED + 1;
}

/* Clears the fields that Thread.exit() clears, but does not update the thread group. */
static void drop_fields(struct vm *vm, ref object) {
  for (size_t i = 0; i < COUNT(vm->wk.thread_dropped); i++) {
    uint32_t offset = vm->wk.thread_dropped[i];
    if (offset && *MEM32(vm, object + offset)) put32(vm, object + offset, 0);
  }
}

static bool last_to_end(struct vm *vm, const struct thread *t) {
  bool last = !(t->flags & TF_DAEMON);
  READS_ASIDE(); /* for the shutdown hooks: if there are some, ends of threads keep their order */
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count && last; i++) {
    const struct thread *o = vm_thread(vm, i);
    last =
        o == t || o->state == THREAD_NONE || o->state == THREAD_TERMINATED || o->flags & TF_DAEMON;
  }
  READS_COUNT();
  return last;
}

static int await_own_monitor(struct thread *t, struct frame *root) {
  root->aux = PHASE_EXITED;
  t->state = THREAD_BLOCKED;
  t->wait_obj = t->object;
  t->op = OPK_END;
  t->op_obj = t->object;
  return STOP_BLOCKED + 1;
}

static bool clears(struct vm *vm, uint32_t offset) {
  for (size_t i = 0; i < COUNT(vm->wk.thread_dropped); i++)
    if (offset && vm->wk.thread_dropped[i] == offset) return true;
  return false;
}

bool thread_asks_about_end(struct vm *vm, enum op_kind op, ref obj, uint32_t off) {
  /* a value written before the end stays */
  bool writes = op == OPK_WRITE || op == OPK_VOLATILE_WRITE;
  if (!obj || !(writes || op == OPK_READ || op == OPK_VOLATILE_READ || op == OPK_IS_ALIVE))
    return false;
  if (op == OPK_IS_ALIVE) return klass_is_subclass(vm_klass(vm, obj), vm->wk.thread_group);
  return clears(vm, off) && klass_is_subclass(vm_klass(vm, obj), vm->wk.thread);
}

/* Returns whether o is before an operation that can distinguish the clearing of the fields from the
 * end. A thread that reaches such an operation later could also have reached it before the
 * clearing. So the transition needs to stop in between only if some thread is already there. */
static bool asks_about_end(struct vm *vm, const struct thread *o, ref object) {
  return o->state == THREAD_RUNNABLE && thread_asks_about_end(vm, o->op, o->op_obj, o->op_off) &&
         (o->op_obj == object || o->op == OPK_IS_ALIVE);
}

static bool is_asked_about_end(struct vm *vm, const struct thread *t) {
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++)
    if (i != t->index && asks_about_end(vm, vm_thread(vm, i), t->object)) return true;
  return false;
}

/* Returns whether the transition ends between the clearing and the end. With one operation per
 * transition it always does, because the end must not depend on where other threads are. A replayed
 * schedule says where. */
static bool stops_between(struct vm *vm, struct thread *t) {
  const struct vm_sched *s = &vm->sched;
  if (s->cut && s->cut(s->cut_self, vm, t, OPK_END, t->object, 1) == CUT_STOP) return true;
  return s->one_each || is_asked_about_end(vm, t);
}

/* Makes the end visible to other threads. The JVM does this with the Thread's monitor held; here
 * the event alone orders later owners of the monitor after the end (engine/property/race.c). */
static void end_for_others(struct vm *vm, struct thread *t) {
  INVARIANT(thread_alive(t), "a thread ends once: T%u", t->index);
  ev_sync(vm, t, OPK_END, t->object, 0);
  set_status(vm, t->object, JVMTI_TERMINATED);
  join_end_waits(vm, t->object);
  monitor_wake_all(vm, t->object);
}

/* Runs the shutdown hooks after the last thread of the program has ended. The JVM uses a thread of
 * its own for this; heddle uses the same thread record. */
static int run_hooks(struct vm *vm, struct thread *t, struct frame *root) {
  root->aux = PHASE_HOOKS;
  t->flags |= TF_HOOKS;
  return shutdown_push(vm, t) == NATIVE_TAIL ? 0 : STOP_FAILED + 1;
}

static int thread_finish(struct vm *vm, struct thread *t, struct frame *root) {
  bool hooks = root->aux == PHASE_HOOKS;
  if (!vm_visible(vm, t, OPK_END, t->object, 0)) return STOP_VISIBLE + 1;
  if (!hooks) {
    if (root->aux != PHASE_EXITED) drop_fields(vm, t->object);
    if (root->aux != PHASE_EXITED && stops_between(vm, t)) return await_own_monitor(t, root);
    if (!monitor_free_for(vm, t, t->object)) return await_own_monitor(t, root);
    end_for_others(vm, t);
    if (last_to_end(vm, t) && shutdown_has_hooks(vm)) return run_hooks(vm, t, root);
  }
  CHECK(t->frame == STACK_OF(t->index), "a thread ends in its root frame: T%u", t->index);
  INVARIANT(!(t->flags & TF_TIMED), "a thread that ends does not wait: T%u", t->index);
  t->state = THREAD_TERMINATED;
  t->frame = 0;
  t->op = OPK_NONE;
  t->op_obj = 0;
  return (vm_ended(vm) ? STOP_EXIT : STOP_TERMINATED) + 1;
}

int thread_root(struct vm *vm, struct thread *t) {
  struct frame *root = vm_frame(vm, t->frame);
  CHECK(root->flags & FRAME_ROOT && root->aux <= PHASE_EXITED,
        "a thread is in a phase of its life: T%u, %u", t->index, root->aux);
  if (root->aux == PHASE_BEGIN && !t->exception) {
    switch (thread_begin(vm, t, root)) {
      case NATIVE_TAIL: return 0;
      case NATIVE_RETRY: return t->state == THREAD_RUNNABLE ? 0 : STOP_BLOCKED + 1;
      case NATIVE_STOP: return STOP_VISIBLE + 1;
      case NATIVE_FATAL: return STOP_FAILED + 1;
      default: break;
    }
  }
  if (t->exception && root->aux <= PHASE_RUNNING) {
    int r = uncaught(vm, t, root);
    if (r || t->frame != (uint32_t)((uint8_t *)root - vm->arena.mem)) return r;
  }
  t->exception = 0; /* an exception from the handler itself is ignored (Thread's contract) */
  if (root->aux < PHASE_END) root->aux = PHASE_END;
  return thread_finish(vm, t, root);
}
