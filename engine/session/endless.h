/* Loops that no search comes to the end of, though their threads do not only look: each round
 * changes what others can see, as
 *   while (running) count++;
 * does with a field. So each is a new state, none of them may be left out, and the verdict says
 * why: more time would not help. */
#ifndef HEDDLE_SESSION_ENDLESS_H
#define HEDDLE_SESSION_ENDLESS_H

#include "engine/search/search.h"

enum { ENDLESS_STEPS = 2000 };

/* The search was stopped. Where a thread took so many steps that others can see, on the path to
 * here, the reason says so, and what is said of the size of the space is taken back. */
void endless_note(struct search *s);

#endif
