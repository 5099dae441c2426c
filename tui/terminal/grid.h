/* A screen of character cells that views draw on. screen.c paints it on the terminal, or grid_print
 * prints it as plain text, so both outputs share one renderer.
 * Invariant: the cell of a wide character's right half holds 0; every other cell holds one
 * printable character. Rules between panes are box-drawing characters, or - = | + in ASCII. */
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

void grid_init(struct grid *g, int rows, int cols); /* fills it with blanks */
void grid_release(struct grid *g);
void grid_clear(struct grid *g);
struct cell *grid_cell(struct grid *g, int row, int col); /* NULL outside the grid */
void grid_fill(struct grid *g, struct rect r, uint32_t ch, enum style style);
/* Draws `s` at most `cols` columns wide. A cut text ends in '~'. Returns the number of columns
 * used. */
int grid_puts(struct grid *g, int row, int col, int cols, enum style style, const char *s);
/* Draws a styled line from its column `skip` on. Text in ST_NORMAL gets the style `base`. */
void grid_line(struct grid *g, int row, int col, int cols, enum style base, const struct line *l,
               int skip);
/* Draws one row of a wrapped line: its columns `from` to `to` - 1, followed by blanks. */
void grid_part(struct grid *g, int row, int col, int cols, enum style base, const struct line *l,
               int from, int to);
/* Draws the first `cols` columns of a line, without '~' if it is cut. */
void grid_clip(struct grid *g, int row, int col, int cols, const struct line *l);
/* Changes the style of `cols` cells, but not their characters. */
void grid_restyle(struct grid *g, int row, int col, int cols, enum style style);

/* Returns the ASCII substitute for a character, for terminals without Unicode. */
uint32_t grid_ascii(uint32_t ch);
/* Returns a row as UTF-8 (or ASCII) without trailing blanks. Caller frees. */
char *grid_row_text(const struct grid *g, int row, bool ascii);
void grid_print(const struct grid *g, FILE *out, bool ascii);

#endif
