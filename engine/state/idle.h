/* Idle states: those in which all that can run goes round in circles (soundness rule 36, patience).
 *
 * Time passes, so a patient wait elapses and a loop that polls the clock sees it pass, when nothing
 * else can run. A thread that spins (on a volatile, by yield, on the clock) can run for ever and
 * does nothing. A state is idle when each enabled thread stands before an operation that only
 * looks, and alone comes back to this very state within IDLE_ROUNDS transitions. That is a function
 * of the state, so it is the same on every path, in every strategy and in a replay. One that counts
 * its rounds never comes back: it has to have waited long on the path (state/waits.h). */
#ifndef HEDDLE_STATE_IDLE_H
#define HEDDLE_STATE_IDLE_H

#include "engine/state/explorer.h"

enum { IDLE_ROUNDS = 8 };

/* vm->sched.idle of an explorer's machine. No delta may be open: inside one it says no. */
bool idle_state(void *explorer, struct vm *vm);
/* The thread alone does so; or it waits. */
bool idle_thread(struct explorer *x, uint32_t thread);

#endif
