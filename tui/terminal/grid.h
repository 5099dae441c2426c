/* A screen of character cells. Views draw on it; it is painted by screen.c or printed as plain
 * text: one renderer for both.
 *
 * Invariant: a cell that is the right half of a wide character holds 0; every other cell holds one
 * printable character. Rules between panes are box-drawing characters; printed or painted in ASCII
 * they become - = | +. */
#ifndef HEDDLE_TUI_TERMINAL_GRID_H
#define HEDDLE_TUI_TERMINAL_GRID_H

#include <stdio.h>

#include "tui/text/line.h"

struct cell {
  uint32_t ch;
  uint8_t style; /* enum style */
};
struct grid {
  int rows, cols;
  struct cell *cells;
  int cursor_row, cursor_col; /* -1: no cursor shown */
};
struct rect {
  int row, col, rows, cols;
};

#define GLYPH_H 0x2500u     /* - */
#define GLYPH_V 0x2502u     /* | */
#define GLYPH_FOCUS 0x2550u /* = */

void grid_init(struct grid *g, int rows, int cols); /* all blanks */
void grid_release(struct grid *g);
void grid_clear(struct grid *g);
struct cell *grid_cell(struct grid *g, int row, int col); /* NULL outside */
void grid_fill(struct grid *g, struct rect r, uint32_t ch, enum style style);
/* Draws `s` at most `cols` wide; what does not fit ends in '~'. Returns the columns used. */
int grid_puts(struct grid *g, int row, int col, int cols, enum style style, const char *s);
/* Draws a styled line from its column `skip` on; spans' styles where they are not ST_NORMAL, else
 * `base`. */
void grid_line(struct grid *g, int row, int col, int cols, enum style base, const struct line *l,
               int skip);
/* The same from `from` to `to` only, a row of a wrapped line; blanks behind. */
void grid_part(struct grid *g, int row, int col, int cols, enum style base, const struct line *l,
               int from, int to);
/* Its first `cols` columns, without the '~'. */
void grid_clip(struct grid *g, int row, int col, int cols, const struct line *l);
void grid_restyle(struct grid *g, int row, int col, int cols, enum style style);

/* The ASCII stand-in of a character that a terminal without Unicode cannot show. */
uint32_t grid_ascii(uint32_t ch);
/* A row as UTF-8 (or ASCII) without trailing blanks. Caller frees. */
char *grid_row_text(const struct grid *g, int row, bool ascii);
void grid_print(const struct grid *g, FILE *out, bool ascii);

#endif
