/* Draws a part of lanes: a row for each lane and one below it for the arrows. */
#ifndef HEDDLE_TUI_VIEWS_LANES_DRAW_H
#define HEDDLE_TUI_VIEWS_LANES_DRAW_H

#include "tui/text/line.h"
#include "tui/views/lanes_read.h"

enum { LANES_MARGIN = 14, LANES_ZOOM_MAX = 5, LANES_ZOOM_MIN = -24 };
struct lanes_window {
  uint32_t left, cursor; /* events; cursor LANE_NONE: none */
  int zoom; /* 0 to LANES_ZOOM_MAX: columns of an event; below 0: 2^-zoom events each */
  int cols; /* of the whole drawing, the margin with the names included */
};
struct lanes_canvas {
  int rows, cols; /* rows: 2 for each lane */
  char *text;     /* rows * cols characters */
  uint8_t *style; /* enum style of each */
};

int lanes_width(const struct lanes_window *w);         /* columns of a slot */
uint32_t lanes_per_slot(const struct lanes_window *w); /* events of a slot */
uint32_t lanes_in_sight(const struct lanes_window *w); /* events */
/* The column of an event; -1 when it is out of sight. */
int lanes_column(const struct lanes_window *w, uint32_t event);
/* Moves the window so that the cursor is in sight. */
void lanes_keep_cursor(struct lanes_window *w, const struct lanes *l);

/* What is drawn of a lane between its events: '-' it runs, '=' with a lock, '.' it is blocked, ' '.
 */
char lanes_state_char(const struct lane *l, uint32_t event);
/* The part of an object's name that says most in `room` columns: "bal" of "Bank.bal", "Obje" of
 * "Object#1", "2" of "T2". Returns how many characters from *from on (in `object`). */
int lanes_label(const char *object, int room, const char **from);

void lanes_draw(const struct lanes *l, const struct lanes_source *s, const struct lanes_window *w,
                struct lanes_canvas *c);
void lanes_canvas_release(struct lanes_canvas *c);
/* Row r of the canvas behind what `out` holds: from the margin on. */
void lanes_canvas_row(const struct lanes_canvas *c, int r, struct line *out);
/* Blanks up to a column; none where the text is already there (unlike line_tab). */
void lanes_pad(struct line *out, int column);
/* The numbers of the events; '>' before the cursor's. */
void lanes_numbers(const struct lanes *l, const struct lanes_window *w, struct line *out);
/* A row of one character for each slot in which `sorted` has a number, and the others blank. */
void lanes_ticks(const struct lanes_window *w, const uint32_t *sorted, size_t count, char mark,
                 struct line *out);
/* Who held the lock; the values of the variable (lanes_track.c). */
void lanes_track_row(const struct lanes *l, const struct lanes_source *s,
                     const struct lanes_window *w, uint32_t track, struct line *out);

#endif
