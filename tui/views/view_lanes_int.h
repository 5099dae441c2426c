/* Internal data of the view Lanes. view_lanes.c has the lanes, view_lanes_read.c reads the session,
 * and view_lanes_rows.c has the other rows and the event under the cursor. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_LANES_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_LANES_INT_H

#include "tui/terminal/debug.h"
#include "tui/views/lanes_draw.h"

enum { TRACKS_MAX = 12 };
struct lanes_bit { /* a watched bit of h */
  char *text;      /* "h T1 Cell.value" */
  uint8_t *at;     /* enum h_bit, for each event of the path */
};

struct lanes_data {
  struct lanes lanes;
  struct lanes_source source;
  struct lanes_window window;
  struct lanes_canvas canvas;
  bool read, jdk, placed; /* placed: the cursor has a place */
  bool fold;              /* fold loops */
  uint32_t wanted;        /* source index of an event to show; LANE_NONE: none */
  node_id end;            /* end of the path that was read */
  uint64_t at;            /* generation for which the cursor was placed */
  uint64_t trace_at;      /* event under the cursor of the view Trace */
  size_t lane;            /* lane under the cursor */
  uint32_t tracks[TRACKS_MAX];
  size_t track_count;
  VEC(char *) names;   /* names of the tracks */
  VEC(uint32_t) marks; /* events that observed a location of the guide sequence */
  VEC(struct lanes_bit) bits;
};

static inline struct lanes_data *lanes_of(struct debug *d) { return d->views[VIEW_lanes].data; }
void lanes_refresh(struct debug *d, void *data);
/* Returns the last event of a node's step; LANE_NONE: the step has no event in a lane. */
uint32_t lanes_event_of_node(const struct lanes_data *v, node_id n);
void lanes_forget_names(struct lanes_data *v);
void lanes_forget_bits(struct lanes_data *v);
/* Draws the lanes for that width, unless they are drawn already. */
void lanes_bring_up(struct debug *d, int cols);
const struct lane_event *lanes_event_at_cursor(struct debug *d); /* NULL: there are no events */
/* Returns a text about the lanes with short class names, and with the field that holds each object
 * after the object. Caller frees. */
char *lanes_named(struct debug *d, const char *text);
int lanes_row_count(struct debug *d); /* number of rows in the pane below the lanes */
extern const struct pane_ops lanes_rows_pane, lanes_event_pane;

#endif
