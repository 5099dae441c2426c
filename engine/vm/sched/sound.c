/* See sound.h. */
#include "engine/vm/sched/sound.h"

#include "engine/base/check.h"
#include "engine/vm/heap.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/rows.h"
#include "engine/vm/sched/spurious.h"
#include "engine/vm/sched/time.h"

#if INVARIANTS_ON

enum { PHASE_LAST = 5 }; /* phases of a root frame: thread.c */

/* ---- objects ---- */

static bool is_in_use(struct vm *vm, ref r) {
  return r < HEAP_BASE ? r >= IMMORTAL_BASE && r < vm->arena.immortal_top
                       : r < vm_machine(vm)->heap_bump;
}

void sound_object(struct vm *vm, ref r) {
  uint32_t k = vm_object(vm, r)->klass, lock = vm_object(vm, r)->lock, size;
  ref m = lock & ~(uint32_t)OBJ_FLAGS;
  INVARIANT(!(r & 7) && is_in_use(vm, r), "a reference refers to memory in use: 0x%x", r);
  INVARIANT(k >= KLASS_FIRST && k < vm->klasses.len && vm->klasses.data[k],
            "the class of an object is linked: class %u of 0x%x", k, r);
  if (vm->klasses.data[k]->is_array)
    INVARIANT((int32_t)array_length(vm, r) >= 0, "the length of an array is not negative: 0x%x", r);
  size = vm_object_size(vm, r);
  INVARIANT(size >= OBJ_HEADER && is_in_use(vm, r + size - 1),
            "an object ends in memory in use: 0x%x, %u bytes", r, size);
  INVARIANT(!(lock & OBJ_LEAKED) || lock & OBJ_SHARED, "what leaked is shared: 0x%x", r);
  if (m) sound_monitor(vm, (const struct monitor *)(void *)(vm->arena.mem + m));
}

/* An owner has not ended, except by the end of the whole program. */
void sound_monitor(struct vm *vm, const struct monitor *m) {
  uint32_t n = vm_machine(vm)->thread_count;
  INVARIANT(m->hdr.klass == KLASS_MONITOR, "a lock word refers to a monitor record: class %u",
            m->hdr.klass);
  INVARIANT(!m->owner == !m->count, "a monitor is entered exactly if it is owned: T%d, %u times",
            (int)m->owner - 1, m->count);
  if (!m->owner || vm->boot.running) return;
  INVARIANT(m->owner <= n, "the owner of a monitor was started: T%u", m->owner - 1);
  INVARIANT(vm_thread(vm, m->owner - 1)->state != THREAD_TERMINATED,
            "the owner of a monitor is alive: T%u", m->owner - 1);
}

static void sound_row(struct vm *vm, ref row) {
  if (row)
    INVARIANT(vm_object(vm, row)->klass == KLASS_ROW, "a row of h is a row: class %u",
              vm_object(vm, row)->klass);
}

/* ---- stacks ---- */

/* A waiting thread has released the monitors for which it waits, but its frames still say that they
 * hold them. */
static bool gave_back(const struct thread *t, ref obj) {
  return t->wait_obj == obj && (monitor_waits(t) || t->state == THREAD_BLOCKED);
}

static void sound_monitor_of_frame(struct vm *vm, const struct thread *t, const struct frame *f) {
  INVARIANT(f->sync, "a frame that holds a monitor names it: method %u", f->method);
  sound_object(vm, f->sync);
  INVARIANT(gave_back(t, f->sync) || vm_holds(vm, t, f->sync),
            "a thread holds the monitors of its frames: T%u, 0x%x", t->index, f->sync);
}

static void sound_initialiser(struct vm *vm, const struct thread *t, const struct frame *f) {
  const struct klass *k;
  INVARIANT(f->aux >= KLASS_FIRST && f->aux < vm->klasses.len && vm->klasses.data[f->aux],
            "an initialiser's frame names its class: %u", f->aux);
  k = vm->klasses.data[f->aux];
  INVARIANT(klass_init_state(vm, k) == INIT_RUNNING &&
                *MEM32(vm, k->mirror + vm->mirror.init_thread) == t->index + 1,
            "a class is being initialised while its initialiser runs: %s", k->name->s);
}

static void sound_operands(struct vm *vm, uint32_t at, const struct frame *f) {
  const struct method *m = frame_method(vm, f);
  const struct code *c = m->code;
  uint32_t low = at + FRAME_SIZE;
  INVARIANT(c, "a frame's method has code: %s", m->name->s);
  INVARIANT(f->pc < c->count, "a frame's instruction is in its code: %u of %u in %s", f->pc,
            c->count, m->name->s);
  INVARIANT(c->bci[f->pc] < m->info->code_len, "an instruction has its place in the bytecode: %u",
            f->pc);
  INVARIANT(f->locals + c->max_locals * 4u <= at, "locals end below their frame: 0x%x", at);
  INVARIANT(f->sp >= low && f->sp <= low + c->max_stack * 4u && !(f->sp & 3),
            "the operands' top is in the operand stack: %u bytes of %u words in %s", f->sp - low,
            c->max_stack, m->name->s);
  INVARIANT(!(f->flags & FRAME_NEW) || !f->pc, "a frame that is new has executed nothing: %u",
            f->pc);
}

static void sound_frame(struct vm *vm, const struct thread *t, uint32_t at) {
  const struct frame *f = vm_frame(vm, at);
  INVARIANT(at >= STACK_OF(t->index) && at + FRAME_SIZE <= STACK_END(t->index) && !(at & 7),
            "a frame lies in the stack of its thread: T%u, 0x%x", t->index, at);
  INVARIANT(f->method < vm->methods.len, "a frame has a method: %u", f->method);
  INVARIANT(!f->prev == !!(f->flags & FRAME_ROOT), "only the bottom frame is a root: 0x%x", at);
  if (f->flags & FRAME_ROOT) {
    INVARIANT(at == STACK_OF(t->index), "the root frame begins the stack: T%u", t->index);
    INVARIANT(f->aux <= PHASE_LAST, "a thread is in a phase of its life: %u", f->aux);
    return;
  }
  INVARIANT(f->prev < at, "callers lie below the called: 0x%x, 0x%x", f->prev, at);
  /* at its end, or above the arguments of a native that called on */
  INVARIANT(f->locals >= vm_frame(vm, f->prev)->sp && !(f->locals & 3),
            "locals lie above the caller's operands: 0x%x, 0x%x", f->locals,
            vm_frame(vm, f->prev)->sp);
  sound_operands(vm, at, f);
  if (f->flags & FRAME_SYNC) sound_monitor_of_frame(vm, t, f);
  if (f->flags & FRAME_CLINIT) sound_initialiser(vm, t, f);
}

static bool sound_has_ended(const struct thread *t) {
  return t->state == THREAD_NONE || t->state == THREAD_TERMINATED;
}

static void sound_stack(struct vm *vm, const struct thread *t) {
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) sound_frame(vm, t, at);
}

/* ---- threads ---- */

static void sound_wait(struct vm *vm, const struct thread *t) {
  switch (t->state) {
    case THREAD_WAITING:
      INVARIANT(t->wait_count, "a waiter entered the monitor before: T%u", t->index);
      INVARIANT(!vm_holds(vm, t, t->wait_obj), "a waiter has left the monitor: T%u", t->index);
      break;
    case THREAD_BLOCKED:
    case THREAD_JOINING: break;
    case THREAD_INITWAIT:
      INVARIANT(vm_mirror_klass(vm, t->wait_obj), "a class is awaited by its mirror: T%u",
                t->index);
      return;
    default: return;
  }
  INVARIANT(t->wait_obj, "a thread that waits for an object names it: T%u", t->index);
  sound_object(vm, t->wait_obj);
}

static void sound_timed(const struct thread *t) {
  INVARIANT(t->flags & TF_TIMED || !(t->flags & TF_PATIENT), "a patient wait is timed: T%u",
            t->index);
  INVARIANT(t->flags & TF_TIMED || t->deadline == ~0ull, "only a timed wait has an end: T%u",
            t->index);
}

static void sound_record(struct vm *vm, const struct thread *t) {
  if (t->state == THREAD_NONE) return;
  INVARIANT(t->state <= THREAD_TERMINATED, "a thread is in a known state: T%u, %u", t->index,
            t->state);
  INVARIANT(t->op < OPK_COUNT, "a thread is before a known operation: T%u, %u", t->index, t->op);
  INVARIANT(sound_has_ended(t) == !t->frame, "a thread has frames until it ends: T%u, state %u",
            t->index, t->state);
  INVARIANT(t->parent <= t->index, "a thread is younger than its parent: T%u", t->index);
  INVARIANT(!t->parent || t->ordinal < vm_thread(vm, t->parent - 1)->children,
            "a parent has counted its children: T%u", t->index);
  INVARIANT(!(t->flags & TF_MAIN) || !t->index, "main is the first thread: T%u", t->index);
  sound_row(vm, t->row);
  sound_row(vm, t->fence_row);
  sound_row(vm, t->read_row);
  if (t->row)
    INVARIANT(row_get(vm, t->row, ROW_CLOCKS + t->index) == t->clock,
              "a thread's row has its clock: T%u", t->index);
  if (t->object) sound_object(vm, t->object);
  if (t->exception) sound_object(vm, t->exception);
  sound_timed(t);
  sound_wait(vm, t);
}

void sound_thread(struct vm *vm, const struct thread *t) {
  sound_record(vm, t);
  sound_stack(vm, t);
}

/* ---- the machine ---- */

static void sound_machine(struct vm *vm) {
  const struct machine *m = vm_machine(vm);
  uint32_t i, patient = 0;
  INVARIANT(m->heap_bump >= HEAP_BASE && m->heap_bump <= HEAP_LIMIT && !(m->heap_bump & 15),
            "the heap ends within its area: 0x%x", m->heap_bump);
  INVARIANT(m->thread_count && m->thread_count <= THREAD_MAX, "threads have slots: %u",
            m->thread_count);
  INVARIANT(m->held <= m->timeouts, "only steps of the clock are held: %u, %u", m->held,
            m->timeouts);
  for (i = 0; i < m->thread_count; i++) patient += !!(vm_thread(vm, i)->flags & TF_PATIENT);
  INVARIANT(patient == m->patient, "patient waits are counted: %u, %u", patient, m->patient);
}

void sound_state(struct vm *vm, const struct thread *ran) {
  uint32_t i;
  sound_machine(vm);
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    INVARIANT(t->index == i, "a thread's number is its place: T%u, T%u", t->index, i);
    sound_record(vm, t);
  }
  sound_stack(vm, ran);
}

void sound_choice(struct vm *vm, struct choice c) {
  const struct thread *t = vm_thread(vm, c.thread);
  INVARIANT(c.thread < vm_machine(vm)->thread_count, "a choice is of a thread: T%u", c.thread);
  INVARIANT(!sound_has_ended(t) && !(t->flags & TF_SUSPENDED),
            "a choice is of a thread that can go: T%u", c.thread);
  switch (c.kind) {
    case CHOICE_RUN:
      INVARIANT(vm_thread_enabled(vm, t), "a thread that is to run is enabled: T%u", c.thread);
      break;
    case CHOICE_NOTIFY:
      INVARIANT(
          c.arg < vm_machine(vm)->thread_count && monitor_waits_on(vm_thread(vm, c.arg), t->op_obj),
          "a thread that is to be notified waits: T%u", c.arg);
      break;
    case CHOICE_INTERRUPT:
      INVARIANT(monitor_waits(t), "an interrupt that is chosen ends a wait: T%u", c.thread);
      break;
    default: break;
  }
}

#else
typedef int no_invariants; /* a translation unit must not be empty */
#endif
