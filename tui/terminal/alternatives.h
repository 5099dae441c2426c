/* Alternative runs to compare with a path that ends in an error: the nearest run that ends without
 * an error, and runs of a repaired program. Each is a check of its own kind (engine/searches.h).
 * Commands start the checks and views show them. */
#ifndef HEDDLE_TUI_TERMINAL_ALTERNATIVES_H
#define HEDDLE_TUI_TERMINAL_ALTERNATIVES_H

#include "tui/terminal/debug.h"

/* Finds the newest search for the run without an error that is nearest to the path to n. The caller
 * releases *out. Returns false if no such search was started. */
bool nearest_find(struct debug *d, node_id n, struct check_info *out);
/* Starts that search, bounded by the session's settings. Without a terminal, waits for its end.
 * Does nothing if it was started before, unless it was killed. Returns 0 or an error code. */
int nearest_start(struct debug *d, node_id n, struct error *err);
/* Find and start the trial of a repair of the error at n. They behave like nearest_find and
 * nearest_start. */
bool repair_find(struct debug *d, node_id n, const struct repair_info *r, struct check_info *out);
int repair_start(struct debug *d, node_id n, const struct repair_info *r, struct error *err);
/* Returns the id of the newest search or trial of alternatives that is still running, so that
 * Ctrl-C can stop it. 0: none runs. */
uint32_t alternatives_running(struct debug *d);
/* Returns the node at that depth on the path to n, or n if n is not that deep. */
node_id node_at_depth(struct debug *d, node_id n, uint32_t depth);

#endif
