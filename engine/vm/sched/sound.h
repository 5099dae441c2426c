/* Checks that the machine's records agree with each other (engine/base/check.h). They read the
 * records of all threads, so STRESS=1 does not count what they read (READS_NOT in the Makefile). In
 * builds without invariants, calls of these functions compile to nothing. */
#ifndef HEDDLE_VM_SCHED_SOUND_H
#define HEDDLE_VM_SCHED_SOUND_H

#include "engine/vm/vm.h"

#if INVARIANTS_ON
/* Checks the thread's record, and its stack from the top frame down. Do not call while the thread
 * runs, because its top frame is not up to date then. */
void sound_thread(struct vm *vm, const struct thread *t);
/* Checks the records of all threads and of the machine, and the stack of `ran`, the only stack that
 * the transition has changed. Call at the end of a transition that can be continued. */
void sound_state(struct vm *vm, const struct thread *ran);
/* Checks the header of the object at r, and its monitor record if it has one. r must not be
 * null. */
void sound_object(struct vm *vm, ref r);
/* Checks the owner in a monitor record. */
void sound_monitor(struct vm *vm, const struct monitor *m);
/* Checks a choice that was listed for a state. */
void sound_choice(struct vm *vm, struct choice c);
#else
#define sound_thread(vm, t) ((void)0)
#define sound_state(vm, ran) ((void)0)
#define sound_choice(vm, c) ((void)0)
#endif

#endif
