/* What the Explain view shows. Inside the view only: view_explain.c has the error and the story,
 * view_explain_locks.c the locks held at a race, view_explain_nearest.c the nearest run that ends
 * well, view_explain_repairs.c what would help. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_EXPLAIN_INT_H

#include "tui/terminal/debug.h"

struct happening { /* a row of the story */
  char *text;
  uint32_t step; /* after which it is so; 0: none */
  bool heading;
};
struct nearest_row {
  char *text;
  node_id node; /* where Enter goes; NODE_NONE */
  bool good;
};

struct explain_data {
  node_id node; /* which is explained */
  uint32_t depth;
  bool is_error;
  char *name;        /* "data race (WR)" */
  VEC(char *) lines; /* of the report */
  VEC(struct happening) story;
  VEC(struct nearest_row) nearest;
  struct repair_info *repairs;
  uint32_t repair_count;
};

/* As of now. */
struct explain_data *explain_data_of(struct debug *d);

/* "locks held: T2 Reader none; T1 Writer Object#1 "Cell.lock"" of the race that the path to `error`
 * ends in, where the session stands; NULL: it is none. The caller frees. */
char *explain_locks_text(struct debug *d, node_id error);

/* The nearest run, as the search for it says at this moment. */
void explain_read_nearest(struct debug *d, struct explain_data *v);
void explain_clear_nearest(struct explain_data *v);
extern const struct pane_ops explain_nearest_pane;

enum { REPAIR_WIDE = 95 }; /* columns in which a repair is one row */
void explain_read_repairs(struct debug *d, struct explain_data *v);
void explain_clear_repairs(struct explain_data *v);
extern const struct pane_ops explain_repairs_pane;

#endif
