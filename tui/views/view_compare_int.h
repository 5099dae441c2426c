/* What the Compare view shows. Inside the view only: view_compare.c has the two runs,
 * view_compare_rows.c the rows, view_compare_lanes.c the lanes, view_compare_moment.c where the
 * session stands among them, view_compare_say.c describes in sentences where they differ first. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_COMPARE_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_COMPARE_INT_H

#include "tui/terminal/debug.h"
#include "tui/views/compare.h"
#include "tui/views/lanes_read.h"

struct compare_run {
  struct lanes_source source;
  char *title;
  node_id end;              /* of a path; NODE_NONE: a trace */
  struct trace_reader *own; /* closed with the view's data */
};
struct compare_lane { /* a row of the lanes pane; side -1: the signs */
  int side;
  uint32_t lane, thread;
};
struct compare_data {
  struct engine *engine; /* that the paths belong to */
  struct compare c;
  struct compare_run run[SIDES];
  bool asked, read, jdk;
  node_id nearest_to; /* the left side waits for the run nearest to it; NODE_NONE */
  const char *waits;  /* what is shown meanwhile */
  int at;             /* the side of the cursor */
  size_t cursor;
  node_id moment;    /* where the session stood when the cursor was put */
  VEC(char *) lines; /* of the sentences */
  VEC(struct compare_lane) lane_rows;
};

static inline struct compare_data *compare_data_of(struct debug *d) {
  return d->views[VIEW_compare].data;
}
/* "read Cell#1.value = 1", "@12". Callers free. */
char *compare_action_text(struct debug *d, int side, uint32_t event);
char *compare_place_text(struct debug *d, int side, uint32_t event);
char *compare_value_text(struct debug *d, int side, uint32_t event);
uint32_t compare_thread(const struct compare_data *v, int side, uint32_t event);
/* The text, which is freed, with the places of the objects of a side. */
char *compare_named(struct debug *d, int side, char *text);
/* "T1 Producer" */
const char *compare_thread_title(const struct compare_data *v, int side, uint32_t event);
/* To where the session stands, when that is on one of the paths. */
void compare_put_cursor(struct debug *d, struct compare_data *v);
void compare_say(struct debug *d, struct compare_data *v); /* fills lines */

/* The command that goes to row i on a side; the caller frees. NULL: it cannot be gone to. */
char *compare_open_row(struct debug *d, size_t i, int side);
void compare_find_lanes(struct compare_data *v); /* when the runs were aligned */
size_t compare_lane_rows(struct debug *d);       /* of the lanes pane */
/* The cursor by so many rows of the comparison, which are the lanes' columns. */
void compare_along(struct debug *d, long by);

extern const struct pane_ops compare_aligned_pane, compare_lanes_pane;

#endif
