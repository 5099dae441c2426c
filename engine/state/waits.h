/* Threads that wait in a loop and count its rounds, or change other data of their own:
 *
 *   while (!stop) n++;
 *
 * Each round is a new state, so a search would never finish such a loop, and another thread's
 * patient wait would never elapse. A thread waits in this sense under two conditions. It only
 * observed in its last WAITS_LOOKS transitions, during which no other thread did more than observe.
 * And running alone, it would only observe for WAITS_ROUNDS more rounds or WAITS_BYTECODES
 * bytecodes. A loop with fewer rounds is searched like any other.
 *
 * Such a thread waits for a change of the data that it reads. So time passes (state/idle.h), which
 * only adds choices. A search may also skip further rounds while other threads can run
 * (search/awaited.h); the scope of its verdict then says so. */
#ifndef HEDDLE_STATE_WAITS_H
#define HEDDLE_STATE_WAITS_H

#include "engine/state/scratch.h"

enum { WAITS_LOOKS = 8, WAITS_ROUNDS = 2000, WAITS_BYTECODES = 50000 };

bool waits_is_long(struct scratch *s, uint32_t thread);
/* Like waits_is_long, for a caller that has no scratch run. */
bool waits_long(struct explorer *x, uint32_t thread);

#endif
