/* Internal data of the Compare view. view_compare.c has the two runs, view_compare_rows.c the rows,
 * view_compare_lanes.c the lanes, view_compare_moment.c the session's position in them,
 * view_compare_say.c the sentences on the first difference. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_COMPARE_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_COMPARE_INT_H

#include "tui/terminal/debug.h"
#include "tui/views/compare.h"
#include "tui/views/lanes_read.h"

struct compare_run {
  struct lanes_source source;
  char *title;
  node_id end;              /* end of a path; NODE_NONE: a trace */
  struct trace_reader *own; /* closed with the view's data */
};
struct compare_lane { /* a row of the lanes pane; side -1: the row of signs */
  int side;
  uint32_t lane, thread;
};
struct compare_data {
  struct engine *engine; /* engine of the paths */
  struct compare c;
  struct compare_run run[SIDES];
  bool asked, read, jdk;
  node_id nearest_to; /* node whose nearest run the left side waits for; NODE_NONE */
  const char *waits;  /* message shown while waiting */
  int at;             /* side of the cursor */
  size_t cursor;
  node_id moment;    /* current node when the cursor was placed */
  VEC(char *) lines; /* the sentences */
  VEC(struct compare_lane) lane_rows;
};

static inline struct compare_data *compare_data_of(struct debug *d) {
  return d->views[VIEW_compare].data;
}
/* Return "read Cell#1.value = 1", "@12", and the value. Callers free. */
char *compare_action_text(struct debug *d, int side, uint32_t event);
char *compare_place_text(struct debug *d, int side, uint32_t event);
char *compare_value_text(struct debug *d, int side, uint32_t event);
uint32_t compare_thread(const struct compare_data *v, int side, uint32_t event);
/* Adds, after each object in a text of a side, the field that holds it. Frees `text`; the caller
 * frees the result. */
char *compare_named(struct debug *d, int side, char *text);
/* "T1 Producer" */
const char *compare_thread_title(const struct compare_data *v, int side, uint32_t event);
/* Moves the cursor to the session's position, if that is on one of the paths. */
void compare_put_cursor(struct debug *d, struct compare_data *v);
void compare_say(struct debug *d, struct compare_data *v); /* fills `lines` */

/* Returns the command that goes to row i on a side (caller frees). NULL: it cannot be reached. */
char *compare_open_row(struct debug *d, size_t i, int side);
void compare_find_lanes(struct compare_data *v); /* called after the runs are aligned */
size_t compare_lane_rows(struct debug *d);       /* number of rows in the lanes pane */
/* Moves the cursor by that many rows of the comparison, which are columns of the lanes. */
void compare_along(struct debug *d, long by);

extern const struct pane_ops compare_aligned_pane, compare_lanes_pane;

#endif
