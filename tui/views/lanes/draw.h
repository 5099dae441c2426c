/* Draws a part of the lanes. Each lane gets a row of events and, below it, a row for arrows between
 * lanes. */
#ifndef HEDDLE_TUI_VIEWS_LANES_DRAW_H
#define HEDDLE_TUI_VIEWS_LANES_DRAW_H

#include "tui/text/line.h"
#include "tui/views/lanes/read.h"

enum { LANES_MARGIN = 14, LANES_ZOOM_MAX = 5, LANES_ZOOM_MIN = -24 };
struct lanes_window {
  uint32_t left, cursor; /* first visible event; event of the cursor, or LANE_NONE */
  int zoom; /* 0 to LANES_ZOOM_MAX: columns per event; below 0: 2^-zoom events per column */
  int cols; /* width of the drawing, including the margin with the names */
};
struct lanes_canvas {
  int rows, cols; /* rows: two per lane */
  char *text;     /* rows * cols characters */
  uint8_t *style; /* enum style of each character */
};

/* A slot is a group of columns that shows one event or, when zoomed out, one column that shows
 * several. */
int lanes_width(const struct lanes_window *w);         /* columns per slot */
uint32_t lanes_per_slot(const struct lanes_window *w); /* events per slot */
uint32_t lanes_in_sight(const struct lanes_window *w); /* number of visible events */
/* Returns the column of an event; -1: it is not visible. */
int lanes_column(const struct lanes_window *w, uint32_t event);
/* Moves the window so that the cursor is visible. */
void lanes_keep_cursor(struct lanes_window *w, const struct lanes *l);

/* Returns the character that fills a lane between its events: '-' running, '=' running with a lock,
 * '.' blocked, ' ' any other state. */
char lanes_state_char(const struct lane *l, uint32_t event);
/* Finds the most distinctive part of an object's name that fits in `room` columns: "bal" of
 * "Bank.bal", "Obje" of "Object#1", "2" of "T2". Sets *from to its start in `object` and returns
 * its length. */
int lanes_label(const char *object, int room, const char **from);

/* Draws the window into *c, which must be {0} or an earlier drawing. lanes_canvas_release frees
 * it. */
void lanes_draw(const struct lanes *l, const struct lanes_source *s, const struct lanes_window *w,
                struct lanes_canvas *c);
void lanes_canvas_release(struct lanes_canvas *c);
/* Appends row r of the canvas to `out`, from the margin on. */
void lanes_canvas_row(const struct lanes_canvas *c, int r, struct line *out);
/* Adds blanks up to a column. Unlike line_tab, adds none if the text already reaches it. */
void lanes_pad(struct line *out, int column);
/* Adds the row with the numbers of the events, and '>' before that of the cursor. */
void lanes_numbers(const struct lanes *l, const struct lanes_window *w, struct line *out);
/* Adds a row with `mark` in each slot that contains one of the sorted numbers. */
void lanes_ticks(const struct lanes_window *w, const uint32_t *sorted, size_t count, char mark,
                 struct line *out);
/* Adds the row of a lock, with its owners, or of a variable, with its values (track.c). */
void lanes_track_row(const struct lanes *l, const struct lanes_source *s,
                     const struct lanes_window *w, uint32_t track, struct line *out);

#endif
