/* Atomic sections of --atomic (reduction/atomic.h decides which methods begin one). The first
 * visible operation inside is a scheduling point. After it there is none until the method returns,
 * blocks, or enters a frame outside the JDK (soundness rule 18, atomic ends at the program). The
 * initialisers of JDK classes are atomic in the same way. */
#ifndef HEDDLE_VM_SCHED_SECTION_H
#define HEDDLE_VM_SCHED_SECTION_H

#include "engine/vm/parts.h"

/* Call after the running thread has pushed the frame at `fp` for m. Begins or ends an atomic
 * section. */
void section_enter(struct vm *vm, struct method *m, uint32_t fp);
/* Call when the running thread, inside a step over a contract, is before a visible operation on
 * obj. Ends the step if obj is not a part of the contract's receiver (vm/parts.h). */
void section_cut(struct vm *vm, ref obj);
/* Call when thread t, outside of a step, is before a visible operation at obj + off. Verdicts that
 * rest on a contract are no longer complete if obj is a part of an object with the contract and t
 * did not reach obj through that object. The same holds if obj is such an object and code of the
 * program accesses one of its library fields. */
void section_reached(struct vm *vm, const struct thread *t, ref obj, uint32_t off, bool access);
/* Call when the program asks for the state of a live thread, or when thread t parks. If some step
 * was not shown to be atomic for such an observer (enum section_observer), verdicts are no longer
 * complete. */
void section_state_asked(struct vm *vm);
void section_parks(struct vm *vm, const struct thread *t);

/* The running thread t has blocked: what it does when it continues belongs to the section in which
 * it blocked. */
void section_pause(struct vm *vm, struct thread *t);
/* Call at the start of a transition of t, whose record is in the delta. Continues the section
 * before whose first operation t is. */
void section_resume(struct vm *vm, struct thread *t);

#endif
