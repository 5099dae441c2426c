/* Idle states, in which every thread that can run only spins (soundness rule 36, patience).
 *
 * When nothing else can run, time passes: a patient wait elapses, and a loop that polls the clock
 * sees it advance. A spinning thread (which reads a volatile field, yields or reads the clock) can
 * run for ever without effect. A state is idle if each enabled thread is about to execute an
 * operation that only observes, and each of them, running alone, returns to this very state within
 * IDLE_ROUNDS transitions. This is a function of the state, so it is the same on every path, in
 * every strategy and in a replay. A thread that counts its rounds never returns to the same state.
 * Such a thread must have waited long on the path (state/waits.h). */
#ifndef HEDDLE_STATE_IDLE_H
#define HEDDLE_STATE_IDLE_H

#include "engine/state/explorer.h"

enum { IDLE_ROUNDS = 8 };

/* The callback vm->sched.idle of an explorer's machine. Returns false while a delta is open. */
bool idle_state(void *explorer, struct vm *vm);
/* Returns whether the thread alone returns to this state or waits in the sense of waits.h. */
bool idle_thread(struct explorer *x, uint32_t thread);

#endif
