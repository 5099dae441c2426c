/* Detects loops that no search can finish although their threads make progress. Each round changes
 * shared state, as
 *   while (running) count++;
 * does with a field. So each round is a new state, none can be left out, and the verdict says that
 * more time would not help. */
#ifndef HEDDLE_SESSION_ENDLESS_H
#define HEDDLE_SESSION_ENDLESS_H

#include "engine/search/search.h"

enum { ENDLESS_STEPS = 2000 };

/* Call after a search was stopped. If a thread took ENDLESS_STEPS steps with visible effects on the
 * path to here, adds this to the reason and removes the estimate of the size. */
void endless_note(struct search *s);

#endif
