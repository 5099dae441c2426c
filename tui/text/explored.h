/* Texts that say how much of a running search is explored. */
#ifndef HEDDLE_TUI_TEXT_EXPLORED_H
#define HEDDLE_TUI_TEXT_EXPLORED_H

#include "engine/engine.h"

/* Returns the number of states or executions explored so far, whichever of the two the estimate
 * counts. */
double explored_met(const struct search_report *r);
/* Returns the seconds still needed to explore `size` states or executions at the speed so far. */
double explored_seconds_left(const struct search_report *r, double size);
/* Writes a duration with its unit: "0.6 s", "17 min". */
enum { EXPLORED_DURATION = 24 };
void explored_duration(double seconds, char out[EXPLORED_DURATION]);
/* Writes "about 34 % (24 to 51 %), some 17 s left", or "" if the estimate is not trusted. */
enum { EXPLORED_TEXT = 96 };
void explored_text(const struct search_report *r, char out[EXPLORED_TEXT]);

#endif
