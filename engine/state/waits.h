/* Threads that wait in a loop and count its rounds, or else change what is theirs alone:
 *   while (!stop) n++;
 * Each round is a new state, so such a loop has no end that a search could come to, and another
 * thread's patient wait would never elapse. A thread waits so when it has only looked in its last
 * WAITS_LOOKS transitions, in which no other thread did more than look, and alone it would only
 * look in its loop for long: WAITS_ROUNDS more rounds, or WAITS_BYTECODES bytecodes. A loop with
 * fewer rounds than that is none that waits: it is searched as any.
 *
 * Such a thread waits for what it reads. Time passes (state/idle.h), which only adds choices; and a
 * search may leave out that it goes round once more while others can go on (search/awaited.h),
 * which the scope of its verdict then says. */
#ifndef HEDDLE_STATE_WAITS_H
#define HEDDLE_STATE_WAITS_H

#include "engine/state/scratch.h"

enum { WAITS_LOOKS = 8, WAITS_ROUNDS = 2000, WAITS_BYTECODES = 50000 };

bool waits_is_long(struct scratch *s, uint32_t thread);
/* The same, by itself. */
bool waits_long(struct explorer *x, uint32_t thread);

#endif
