/* Threads that only observe, in loops that wait for other threads.
 *
 * A transition only observes if it changed only its thread's record and stack and memory that was
 * not in use before. When the thread has returned to the same place and no longer refers to an
 * object that it created there, that object is garbage. */
#ifndef HEDDLE_STATE_LOOKS_H
#define HEDDLE_STATE_LOOKS_H

#include "engine/state/explorer.h"

/* Returns a hash of the thread's record, without counters, and of the live slots of its stack. */
uint64_t looks_state(struct vm *vm, uint32_t thread);
/* Returns whether the transition of this thread to the current state, with delta d, changed nothing
 * that other threads can observe. */
bool looks_only(struct vm *vm, const struct delta *d, uint32_t thread);

#endif
