/* Atomic sections of --atomic (reduction/atomic.h says which methods begin one): the first visible
 * operation inside is a scheduling point, behind it there is none until the method returns, blocks,
 * or enters a frame outside the JDK (soundness rule 18, atomic ends at the program). The
 * initialisers of JDK classes are atomic in the same way. */
#ifndef HEDDLE_VM_SCHED_SECTION_H
#define HEDDLE_VM_SCHED_SECTION_H

#include "engine/vm/vm.h"

/* The running thread has pushed the frame at `fp` for m: begins or ends an atomic section. */
void section_enter(struct vm *vm, struct method *m, uint32_t fp);
/* The program calls m outside of a section, which contracts know to see inside of one
 * (SECTION_SEES): verdicts over contracts are no longer complete. */
void section_seen(struct vm *vm, const struct method *m);
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
