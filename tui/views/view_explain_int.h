/* Internal data of the view Explain. view_explain.c has the error and the story,
 * view_explain_locks.c the locks held at a race, view_explain_nearest.c the nearest run without an
 * error, and view_explain_repairs.c the repairs. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_INT_H

#include "tui/terminal/debug.h"

struct happening { /* a row of the story */
  char *text;
  uint32_t step; /* the step that Enter goes to; 0: none */
  bool heading;
};
struct nearest_row {
  char *text;
  node_id node; /* the node that Enter goes to; NODE_NONE: none */
  bool good;
};

struct explain_data {
  node_id node; /* node that is explained */
  uint32_t depth;
  bool is_error;
  char *name;        /* "data race (WR)" */
  VEC(char *) lines; /* the report's lines */
  VEC(struct happening) story;
  VEC(struct nearest_row) nearest;
  struct repair_info *repairs;
  uint32_t repair_count;
};

/* Returns the view's data after bringing it up to date. */
struct explain_data *explain_data_of(struct debug *d);

/* Returns "locks held: T2 Reader none; T1 Writer Object#1 "Cell.lock"" for the race at the end of
 * the path to `error`, which must be the current node. NULL: there is no race. Caller frees. */
char *explain_locks_text(struct debug *d, node_id error);

/* Reads the result of the search for the nearest run, as far as it has come. */
void explain_read_nearest(struct debug *d, struct explain_data *v);
void explain_clear_nearest(struct explain_data *v);
extern const struct pane_ops explain_nearest_pane;

enum { REPAIR_WIDE = 95 }; /* from this width on, a repair takes one row, else two */
void explain_read_repairs(struct debug *d, struct explain_data *v);
void explain_clear_repairs(struct explain_data *v);
extern const struct pane_ops explain_repairs_pane;

#endif
