/* See section.h. */
#include "engine/vm/sched/section.h"
#include "engine/base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/vm/interp/interp.h"
#include "engine/vm/stackmap.h"
#include "engine/vm/machine.h"
#include "engine/vm/uncounted.h"
#include "engine/vm/parts.h"
#include "engine/vm/runner.h"

/* Returns the role of m. Asks the hook once for each method, when the role first matters; if the
 * role depends on the receiver's class, asks for that class too. The answer must not depend on the
 * path that asks first. */
static enum section_kind section_kind_of(struct vm *vm, struct method *m, const struct frame *f) {
  static const uint16_t flags[] = {
      [SECTION_ATOMIC] = METHOD_ATOMIC, [SECTION_BY_CLASS] = METHOD_ATOMIC_BY_CLASS};
  ref receiver;
  if (!vm->atomic) return SECTION_NONE;
  if (!(m->vm_flags & METHOD_ATOMIC_ASKED))
    m->vm_flags |= METHOD_ATOMIC_ASKED | flags[vm->hooks->section_kind(vm, m, NULL)];
  if (m->vm_flags & METHOD_ATOMIC) return SECTION_ATOMIC;
  if (!(m->vm_flags & METHOD_ATOMIC_BY_CLASS) || m->flags & ACC_STATIC) return SECTION_NONE;
  receiver = *MEM32(vm, f->locals);
  return receiver ? vm->hooks->section_kind(vm, m, vm_klass(vm, receiver)) : SECTION_NONE;
}

/* Returns whether some other thread can continue. If none can, nobody observes the states inside
 * the step. (Another thread may get this far while this thread is inside the step. Another path
 * covers that order: this thread has not begun the step there. If a reduction omits that path, the
 * step was taken in a state in which another thread had a choice.) */
static bool somebody_else_goes(struct vm *vm) {
  bool goes = vm->opt.spurious;
  READS_ASIDE();
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count && !goes; i++) {
    const struct thread *t = vm_thread(vm, i);
    goes = t != vm->run.cur && vm_goes_by_itself(vm, t);
  }
  READS_COUNT();
  return goes;
}

/* ---- observers: thread states, and park permits ---- */

/* Reports a step that may not be atomic for an observer that the program uses, even if the step and
 * the observer occurred on different paths. */
static void section_meets(struct vm *vm) {
  uint32_t both = vm->seen.hidden & vm->seen.observed;
  if (both && !vm->seen.broken) vm->seen.unfit_to = both;
  if (both & SECTION_PERMITS)
    vm_broken(
        vm, BROKEN_ATOMIC,
        "--contracts: the program parks threads itself and may receive late permits of locks");
  else if (both & SECTION_STATES)
    vm_broken(
        vm, BROKEN_ATOMIC,
        "--contracts: the program calls Thread.getState, which can observe a state inside a step");
}

static void section_looks(struct vm *vm, enum section_observer who) {
  vm->seen.observed |= who;
  section_meets(vm);
}

/* Notes that a method runs as one step. */
static void section_hides(struct vm *vm, const struct method *m, const struct frame *f) {
  const uint32_t all = SECTION_STATES | SECTION_PERMITS;
  ref receiver = m->flags & ACC_STATIC ? 0 : *MEM32(vm, f->locals);
  if (!vm->section.contracts || !vm->sched.scheduling || vm->seen.hidden == all) return;
  vm->seen.hidden |= m->vm_flags & METHOD_ATOMIC || !receiver
                         ? all
                         : vm->hooks->section_hidden(vm, m, vm_klass(vm, receiver));
  section_meets(vm);
}

void section_state_asked(struct vm *vm) {
  if (!vm->section.contracts || !vm->sched.scheduling || !somebody_else_goes(vm)) return;
  section_looks(vm, SECTION_STATES);
}

/* Returns whether a synchronized method has just taken its lock, which it did not hold before. If
 * threads could be switched there, that was the first operation of the method. */
static bool begins_by_lock(struct vm *vm, ref sync) {
  const struct monitor *m =
      sync && (vm_object(vm, sync)->lock & OBJ_SHARED) ? vm_monitor(vm, sync) : NULL;
  return m && m->count == 1;
}

static bool section_is_collection(const struct klass *k) {
  for (uint32_t i = 0; i < k->super_count; i++)
    if (!strcmp(k->supers[i]->name->s, "java/util/Collection") ||
        !strcmp(k->supers[i]->name->s, "java/util/Map"))
      return true;
  return false;
}

/* Returns whether m returns an object that walks over a collection later, such as an iterator. The
 * class of this object may have no row in the table. (Views are locked like the collection, or are
 * nested in its class.) */
static bool section_gives_walk(const struct method *m) {
  static const char *const ends[] = {"Iterator;", "Enumeration;", "Spliterator;", "Stream;",
                                     "Entry;"};
  const char *result = desc_result(m->desc->s);
  size_t n = strlen(result);
  for (size_t i = 0; *result == 'L' && i < COUNT(ends); i++)
    if (n > strlen(ends[i]) && !strcmp(result + n - strlen(ends[i]), ends[i]))
      return section_is_collection(m->owner);
  return false;
}

/* Returns whether all other threads have ended, so that a walk can only happen at the end. (On
 * another path, a thread may not have ended. If a step of it conflicts with the walk, the search
 * covers that order, too; otherwise the walk observes nothing of it.) */
static bool section_others_ended(struct vm *vm) {
  const struct machine *mc = vm_machine(vm);
  uint32_t i, ended = 0;
  READS_ASIDE();
  for (i = 0; i < mc->thread_count; i++) ended += vm_thread(vm, i)->state == THREAD_TERMINATED;
  READS_COUNT();
  return ended && ended + 1 == i;
}

/* Records that the program calls m, which can observe states inside a step (SECTION_SEES). Verdicts
 * that rest on contracts are then no longer complete. */
static void section_seen(struct vm *vm, const struct method *m, ref receiver) {
  char *klass;
  if (!vm->section.contracts || !vm->sched.scheduling) return;
  if (runner_alone(vm, vm->run.cur)) return;
  if (section_gives_walk(m) ? section_others_ended(vm) : !somebody_else_goes(vm)) return;
  if (!vm->seen.broken) vm->seen.unfit = receiver ? vm_klass(vm, receiver) : m->owner;
  klass = klass_dotted(m->owner);
  vm_broken(vm, BROKEN_ATOMIC,
            "--contracts: the program calls %s.%s, which can observe a state inside a step", klass,
            m->name->s);
  free(klass);
}

static bool section_is_part(struct vm *vm, ref whole, ref r, uint32_t at) {
  bool part;
  READS_ASIDE(); /* only decides where the transition ends */
  part = parts_owns(vm, whole, r, at);
  READS_COUNT();
  return part;
}

/* Returns whether the call is made by a method that was itself shown and that covers `seen` as a
 * part of its object. Such calls were shown too. */
static bool section_is_shown(struct vm *vm, ref seen, uint32_t at) {
  for (; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    struct method *m = frame_method(vm, f);
    ref receiver;
    if (!m || !m->owner || !section_library(vm, m->owner)) return false;
    receiver = section_receiver(vm, f);
    if (receiver && vm->hooks->section_kind(vm, m, vm_klass(vm, receiver)) == SECTION_SHOWN &&
        section_is_part(vm, receiver, seen, at))
      return true;
  }
  return false;
}

/* Records that verdicts rest on the contract of m. */
static void section_counts(struct vm *vm, struct method *m) {
  if (!vm->section.contracts || !vm->sched.scheduling || m->vm_flags & METHOD_WAS_STEP) return;
  m->vm_flags |= METHOD_WAS_STEP;
  for (size_t i = 0; i < vm->seen.steps.len; i++) /* may contain keys from a checkpoint */
    if (vm->seen.steps.data[i] == m->key) return;
  *vec_push(&vm->seen.steps) = m->key;
  vm->seen.own_steps += !m->owner->is_jdk;
}

/* Returns whether m executes a task of a ForkJoinPool, even one of the JDK itself. The contract of
 * a pool was shown only up to its tasks, not for what stages of futures and streams do in tasks. */
static bool section_begins_task(const struct method *m) {
  if (strcmp(m->name->s, "exec") || strcmp(m->desc->s, "()Z")) return false;
  for (const struct klass *k = m->owner; k; k = k->super)
    if (!strcmp(k->name->s, "java/util/concurrent/ForkJoinTask")) return true;
  return false;
}

/* Returns whether the section's method is public, so that the program may have called it. */
static bool section_is_public(struct vm *vm) {
  const struct method *m = frame_method(vm, vm_frame(vm, vm->section.frame));
  return m && m->flags & ACC_PUBLIC;
}

/* Returns whether a class initialiser runs inside the section. The initialisers of JDK classes
 * belong to the step that needs them. */
static bool section_initialises(struct vm *vm) {
  for (uint32_t at = vm->run.cur->frame; at && at != vm->section.frame; at = vm_frame(vm, at)->prev)
    if (vm_frame(vm, at)->flags & FRAME_CLINIT) return true;
  return false;
}

/* Returns whether the called method has a contract of its own and its receiver is not a part of
 * this step's object. */
static bool section_is_foreign(struct vm *vm, enum section_kind kind, ref receiver) {
  return vm->section.receiver && receiver && kind != SECTION_NONE && kind != SECTION_SHOWN &&
         !section_is_part(vm, vm->section.receiver, receiver, vm->section.frame) &&
         !section_initialises(vm);
}

/* Returns whether calling m ends the current step. */
static bool section_ends_in(struct vm *vm, struct method *m, enum section_kind kind, ref receiver) {
  return !section_library(vm, m->owner) || section_begins_task(m) ||
         (kind == SECTION_APART && section_is_public(vm)) || section_is_foreign(vm, kind, receiver);
}

/* Begins or continues a step in the frame of m at `fp`. */
static void section_begin(struct vm *vm, const struct method *m, uint32_t fp) {
  bool contract = !(m->vm_flags & METHOD_ATOMIC) && !(m->flags & ACC_STATIC);
  vm->section.frame = fp;
  vm->section.receiver = contract ? *MEM32(vm, vm_frame(vm, fp)->locals) : 0;
}

/* Returns the class of obj if code of the program, such as a subclass, accesses a library field of
 * an object with a contract; otherwise NULL. */
static const struct klass *section_opened(struct vm *vm, const struct thread *t, ref obj,
                                          uint32_t off) {
  const struct method *m = frame_method(vm, vm_frame(vm, t->frame));
  const struct klass *k = vm_klass(vm, obj);
  const struct field *f;
  if (!m || !m->owner || section_library(vm, m->owner)) return NULL;
  if (!vm->hooks->section_rests(vm, k) || k->is_array) return NULL;
  f = vm_field_at(vm, obj, off);
  return f && f->owner->is_jdk ? k : NULL;
}

void section_reached(struct vm *vm, const struct thread *t, ref obj, uint32_t off, bool access) {
  const struct klass *k = parts_touched(vm, t, obj);
  char *name;
  if (!k && access) k = section_opened(vm, t, obj, off);
  if (!k) return;
  if (!vm->seen.broken) vm->seen.unfit = k;
  name = klass_dotted(k);
  vm_broken(vm, BROKEN_ATOMIC, "--contracts: the program accesses internal objects of a %s", name);
  free(name);
}

static void section_touches(struct vm *vm, ref receiver) {
  if (!vm->section.contracts || !vm->sched.scheduling) return;
  READS_ASIDE(); /* the state does not include which object the receiver is a part of */
  section_reached(vm, vm->run.cur, receiver, 0, false);
  READS_COUNT();
}

void section_enter(struct vm *vm, struct method *m, uint32_t fp) {
  INVARIANT(vm_frame(vm, fp)->method == m->id && vm->run.cur->frame == fp,
            "a section begins in the frame that was pushed: 0x%x", fp);
  INVARIANT(!vm->section.frame || vm->section.frame < fp,
            "a section began in a caller's frame: 0x%x, 0x%x", vm->section.frame, fp);
  bool library = section_library(vm, m->owner);
  const struct frame *f = vm_frame(vm, fp);
  ref receiver = m->flags & ACC_STATIC ? 0 : *MEM32(vm, f->locals);
  enum section_kind kind = library ? section_kind_of(vm, m, f) : SECTION_NONE;
  if (vm->section.frame) {
    if (!section_ends_in(vm, m, kind, receiver)) return;
    vm->section.frame = 0;
    if (section_begins_task(m)) return;
  }
  switch (kind) {
    case SECTION_SEES:
      if (!section_is_shown(vm, receiver, f->prev)) section_seen(vm, m, receiver);
      return;
    case SECTION_ATOMIC:
    case SECTION_APART:
      section_counts(vm, m);
      section_hides(vm, m, f);
      if (receiver && vm_object(vm, receiver)->lock & OBJ_SHARED) section_touches(vm, receiver);
      break;
    default: return;
  }
  section_begin(vm, m, fp);
  vm->section.first = !begins_by_lock(vm, f->sync);
}

void section_cut(struct vm *vm, ref obj) {
  if (!parts_owns(vm, vm->section.receiver, obj, vm->section.frame) && !section_initialises(vm))
    vm->section.frame = 0;
}

void section_parks(struct vm *vm, const struct thread *t) {
  const struct method *m = NULL;
  if (!vm->section.contracts || !vm->sched.scheduling) return;
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    m = frame_method(vm, vm_frame(vm, at));
    if (m && m->owner && !strcmp(m->owner->name->s, "java/util/concurrent/locks/LockSupport"))
      continue;
    break;
  }
  if (!m || !m->owner || section_library(vm, m->owner)) return;
  section_looks(vm, SECTION_PERMITS);
}

void section_pause(struct vm *vm, struct thread *t) {
  if (vm->atomic && vm->section.frame && t->state != THREAD_TERMINATED) t->flags |= TF_ATOMIC;
}

void section_resume(struct vm *vm, struct thread *t) {
  uint32_t at;
  bool apart = false;
  vm->section.frame = 0;
  vm->section.first = vm->section.resumed = false;
  if (!(t->flags & TF_ATOMIC)) return;
  t->flags &= ~(uint32_t)TF_ATOMIC;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    struct method *m = frame_method(vm, vm_frame(vm, at));
    enum section_kind kind;
    if (!m || !m->owner || !section_library(vm, m->owner)) break;
    kind = section_kind_of(vm, m, vm_frame(vm, at));
    if (kind != SECTION_ATOMIC && kind != SECTION_APART) continue;
    if (apart && m->flags & ACC_PUBLIC) break; /* the outer method's own step had ended */
    apart = kind == SECTION_APART;
    section_begin(vm, m, at);
  }
  INVARIANT(!vm->section.frame || arena_thread_of(vm->section.frame >> BLOCK_SHIFT) == t->index,
            "a section is the running thread's own: T%u", t->index);
  vm->section.resumed = vm->section.frame != 0;
}
