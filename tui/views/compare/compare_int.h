/* Internal data of the view Compare. view_compare.c has the two runs, the session's position in
 * them, and the sentences about the first difference. rows.c has the rows, and side_lanes.c the
 * lanes. */
#ifndef HEDDLE_TUI_VIEWS_COMPARE_COMPARE_INT_H
#define HEDDLE_TUI_VIEWS_COMPARE_COMPARE_INT_H

#include "tui/terminal/debug.h"
#include "tui/views/compare/compare.h"
#include "tui/views/lanes/read.h"

struct compare_run {
  struct lanes_source source;
  char *title;
  node_id end;              /* end of a path; NODE_NONE: a trace */
  struct trace_reader *own; /* trace to close with the view's data; NULL: none */
};
struct compare_lane { /* a row of the pane with the lanes; side -1: the row of signs */
  int side;
  uint32_t lane, thread;
};
struct compare_data {
  struct engine *engine; /* engine that has the paths */
  struct compare c;
  struct compare_run run[SIDES];
  /* asked: two runs were chosen; read: `c` holds them; jdk: setting that was used to read them */
  bool asked, read, jdk;
  node_id nearest_to; /* node whose nearest run the left side waits for; NODE_NONE: none */
  const char *waits;  /* message shown while waiting */
  int at;             /* side that has the cursor */
  size_t cursor;
  node_id moment;    /* current node when the cursor was placed */
  VEC(char *) lines; /* the sentences about the first difference */
  VEC(struct compare_lane) lane_rows;
};

static inline struct compare_data *compare_data_of(struct debug *d) {
  return d->views[VIEW_compare].data;
}
char *compare_place_text(struct debug *d, int side, uint32_t event);
char *compare_value_text(struct debug *d, int side, uint32_t event);
/* Adds, after each object in a text of a side, the field that holds it. Frees `text`; the caller
 * frees the result. */
char *compare_named(struct debug *d, int side, char *text);
/* Returns the name of the event's thread: "T1 Producer". */
const char *compare_thread_title(const struct compare_data *v, int side, uint32_t event);
/* Returns the command that goes to the event in row i on a side, or on the other side if that side
 * has none (caller frees). NULL: no command reaches it. */
char *compare_open_row(struct debug *d, size_t i, int side);
void compare_find_lanes(struct compare_data *v); /* called after the runs are aligned */
size_t compare_lane_rows(struct debug *d);       /* number of rows in the lanes pane */
/* Moves the cursor by `by` rows of the comparison, which are the columns of the lanes. */
void compare_along(struct debug *d, long by);

extern const struct pane_ops compare_aligned_pane, compare_lanes_pane;

#endif
