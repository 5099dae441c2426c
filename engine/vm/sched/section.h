/* Atomic sections of --atomic (reduction/atomic.h says which methods begin one): the first visible
 * operation inside is a scheduling point, behind it there is none until the method returns, blocks,
 * or enters a frame outside the JDK (soundness rule 18, atomic ends at the program). The
 * initialisers of JDK classes are atomic in the same way. */
#ifndef HEDDLE_VM_SCHED_SECTION_H
#define HEDDLE_VM_SCHED_SECTION_H

#include "engine/vm/vm.h"

/* Code of which steps are made: the JDK's, and that of classes with contracts of their own. */
static inline bool section_library(const struct vm *vm, const struct klass *k) {
  return k->is_jdk || (vm->section.own && vm->hooks->section_owns(vm, k));
}

/* The object that the method of frame f, code of which steps are made, was called on; 0: none, or
 * it is gone. Of the JDK's the collector keeps it while there are contracts. */
ref section_receiver(struct vm *vm, const struct frame *f);

/* The running thread has pushed the frame at `fp` for m: begins or ends an atomic section. */
void section_enter(struct vm *vm, struct method *m, uint32_t fp);
/* The running thread, inside of a step over a contract, stands before a visible operation on obj:
 * the step ends here if that is no part of what the contract is about (vm/sched/parts.h). */
void section_cut(struct vm *vm, ref obj);
/* Thread t, outside of a step, stands before one at obj + off: where obj is a part of an object
 * with a contract, and t has not come to it through that, or where it is such an object and code of
 * the program accesses a field of the library's, no verdict over the contract is complete. */
void section_reached(struct vm *vm, const struct thread *t, ref obj, uint32_t off, bool access);
/* The program asks for the state of a live thread; thread t parks. Where a step was not shown to be
 * one to that (enum section_observer), verdicts are no longer complete. */
void section_state_asked(struct vm *vm);
void section_parks(struct vm *vm, const struct thread *t);

/* Thread t, which runs, has blocked: what it does behind that belongs to the section in which it
 * did. */
void section_pause(struct vm *vm, struct thread *t);
/* At the start of a transition of t, whose record is in the delta: goes on with the section before
 * whose first operation it stands. */
void section_resume(struct vm *vm, struct thread *t);

#endif
