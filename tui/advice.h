/* What to do about an inconclusive search. */
#ifndef HEDDLE_TUI_ADVICE_H
#define HEDDLE_TUI_ADVICE_H

/* One line for the reason of a report; NULL when there is nothing to say. */
const char *advice_for(const char *reason);

#endif
