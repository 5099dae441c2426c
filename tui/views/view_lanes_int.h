/* What the Lanes view shows. Inside the view only: view_lanes.c reads the session and has the
 * lanes, view_lanes_rows.c the rows beside them and the event under the cursor. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_LANES_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_LANES_INT_H

#include "tui/terminal/debug.h"
#include "tui/views/lanes_draw.h"

enum { TRACKS_MAX = 12 };
struct lanes_bit { /* a bit of h that is watched */
  char *text;      /* "h T1 Cell.value" */
  uint8_t *at;     /* enum h_bit, by event of the path */
};

struct lanes_data {
  struct lanes lanes;
  struct lanes_source source;
  struct lanes_window window;
  struct lanes_canvas canvas;
  bool read, jdk, placed; /* placed: the cursor was put somewhere */
  bool fold;              /* loops */
  uint32_t wanted;        /* number in the source that was asked for; LANE_NONE */
  node_id end;            /* of the path that was read */
  uint64_t at;            /* generation that the cursor was put for */
  uint64_t trace_at;      /* event of the trace that the cursor of the view Trace was at */
  size_t lane;            /* the lane's row under the cursor */
  uint32_t tracks[TRACKS_MAX];
  size_t track_count;
  VEC(char *) names;   /* of the tracks */
  VEC(uint32_t) marks; /* events at which the guide's marks were observed */
  VEC(struct lanes_bit) bits;
};

static inline struct lanes_data *lanes_of(struct debug *d) { return d->views[VIEW_lanes].data; }
void lanes_refresh(struct debug *d, void *data);
uint32_t lanes_event_of_node(const struct lanes_data *v, node_id n); /* its last; LANE_NONE */
void lanes_forget_names(struct lanes_data *v);
void lanes_forget_bits(struct lanes_data *v);
/* Draws the lanes for so many columns, where they are not drawn yet. */
void lanes_bring_up(struct debug *d, int cols);
const struct lane_event *lanes_event_at_cursor(struct debug *d); /* NULL: there are no events */
/* A text about what the lanes show, with the places of its objects, shortened. Caller frees. */
char *lanes_named(struct debug *d, const char *text);
int lanes_row_count(struct debug *d); /* beside the lanes */
extern const struct pane_ops lanes_rows_pane, lanes_event_pane;

#endif
