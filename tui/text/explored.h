/* How much of a search that runs is explored, in words. */
#ifndef HEDDLE_TUI_TEXT_EXPLORED_H
#define HEDDLE_TUI_TEXT_EXPLORED_H

#include "engine/engine.h"

/* What its estimate counts: states, or executions. */
double explored_met(const struct search_report *r);
/* For the rest of so many, at the speed so far. */
double explored_seconds_left(const struct search_report *r, double size);
/* "0.6 s", "17 min" */
enum { EXPLORED_DURATION = 24 };
void explored_duration(double seconds, char out[EXPLORED_DURATION]);
/* "about 34 % (24 to 51 %), some 17 s left"; "" where the estimate is not to be trusted. */
enum { EXPLORED_TEXT = 96 };
void explored_text(const struct search_report *r, char out[EXPLORED_TEXT]);

#endif
