/* Other runs beside a path that ends in an error: the nearest one that ends well, and those
 * of a repaired program. They are checks of their own kinds (engine/searches.h), begun by commands
 * and shown by views. */
#ifndef HEDDLE_TUI_TERMINAL_ALTERNATIVES_H
#define HEDDLE_TUI_TERMINAL_ALTERNATIVES_H

#include "tui/terminal/debug.h"

/* The search for the run nearest to the path to n, the last one that was begun; release *out.
 * False: none was. */
bool nearest_find(struct debug *d, node_id n, struct check_info *out);
/* Begins it, bounded by the session's settings; without a terminal waits for it. Nothing is done
 * where it was begun before and not killed. */
int nearest_start(struct debug *d, node_id n, struct error *err);
/* Likewise the trial of a repair of the error at n. */
bool repair_find(struct debug *d, node_id n, const struct repair_info *r, struct check_info *out);
int repair_start(struct debug *d, node_id n, const struct repair_info *r, struct error *err);
/* A search or a trial of alternatives that runs, the last one; 0: none. For Ctrl-C. */
uint32_t alternatives_running(struct debug *d);
/* On the path to n; n itself when it is not so deep. */
node_id node_at_depth(struct debug *d, node_id n, uint32_t depth);

#endif
