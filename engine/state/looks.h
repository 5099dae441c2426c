/* Threads that only look, in loops that wait for others.
 *
 * A transition only looks when it changed nothing but its thread's record and stack and memory that
 * was not in use before: an object that it made there and does not refer to any more, when it is
 * back where it was, is garbage. */
#ifndef HEDDLE_STATE_LOOKS_H
#define HEDDLE_STATE_LOOKS_H

#include "engine/state/explorer.h"

/* A hash of the thread's record, without what only counts, and of what is live of its stack. */
uint64_t looks_state(struct vm *vm, uint32_t thread);
/* Did the transition of this thread, to the state that is here, change what others can see? */
bool looks_only(struct vm *vm, const struct delta *d, uint32_t thread);

#endif
