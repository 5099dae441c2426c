/* Draws text and rules into a grid of cells (see grid.h). */
#include "tui/terminal/grid.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

void grid_init(struct grid *g, int rows, int cols) {
  g->rows = rows > 0 ? rows : 1;
  g->cols = cols > 0 ? cols : 1;
  g->cells = mem_alloc((size_t)g->rows * (size_t)g->cols * sizeof *g->cells);
  grid_clear(g);
}

void grid_release(struct grid *g) {
  free(g->cells);
  g->cells = NULL;
}

void grid_clear(struct grid *g) {
  g->cursor_row = g->cursor_col = -1;
  grid_fill(g, (struct rect){0, 0, g->rows, g->cols}, ' ', ST_NORMAL);
}

struct cell *grid_cell(struct grid *g, int row, int col) {
  if (row < 0 || row >= g->rows || col < 0 || col >= g->cols) return NULL;
  return &g->cells[(size_t)row * (size_t)g->cols + (size_t)col];
}

/* Keeps the invariant of wide characters when one half of them is overwritten. */
static void grid_put(struct grid *g, int row, int col, uint32_t ch, enum style style) {
  struct cell *c = grid_cell(g, row, col), *left, *right;
  if (!c) return;
  if (!c->ch && ch && (left = grid_cell(g, row, col - 1))) left->ch = ' ';
  if (c->ch && utf8_columns(c->ch) == 2 && (right = grid_cell(g, row, col + 1)) && !right->ch)
    right->ch = ' ';
  c->ch = ch;
  c->style = (uint8_t)style;
}

void grid_fill(struct grid *g, struct rect r, uint32_t ch, enum style style) {
  int i, j;
  for (i = r.row; i < r.row + r.rows; i++)
    for (j = r.col; j < r.col + r.cols; j++) grid_put(g, i, j, ch, style);
}

static uint32_t printable(uint32_t ch) { return ch < 0x20 || (ch >= 0x7F && ch < 0xA0) ? '.' : ch; }

/* Draws one character if it fits in [col, end). Returns its width in columns; 0: not drawn. */
static int grid_draw(struct grid *g, int row, int col, int end, uint32_t ch, enum style style) {
  int n = utf8_columns(ch);
  if (!n || col + n > end) return 0;
  grid_put(g, row, col, printable(ch), style);
  if (n == 2) {
    struct cell *c = grid_cell(g, row, col + 1);
    if (c) {
      grid_put(g, row, col + 1, ' ', style);
      c->ch = 0;
    } else {
      grid_put(g, row, col, ' ', style);
    }
  }
  return n;
}

int grid_puts(struct grid *g, int row, int col, int cols, enum style style, const char *s) {
  struct line l = {0};
  int used;
  line_puts(&l, style, s);
  used = line_width(&l);
  grid_line(g, row, col, cols, style, &l, 0);
  line_release(&l);
  return used < cols ? used : cols;
}

static void put_line(struct grid *g, int row, int col, int cols, enum style base,
                     const struct line *l, int skip, bool report_cut) {
  const char *s = line_text(l);
  size_t span = 0, at = 0;
  enum style style = base;
  int end = col + cols < g->cols ? col + cols : g->cols, x = col - skip, n;
  bool cut = report_cut && line_width(l) - skip > end - col;
  uint32_t ch;
  if (end <= col) return;
  for (; (n = utf8_decode(s + at, &ch)); at += (size_t)n) {
    while (span < l->spans.len && l->spans.data[span].at <= at) {
      style = l->spans.data[span++].style;
      if (style == ST_NORMAL) style = base;
    }
    if (x < col) {
      x += utf8_columns(ch);
      continue;
    }
    if (x + utf8_columns(ch) > end - (cut ? 1 : 0)) break;
    x += grid_draw(g, row, x, end, ch, style);
  }
  if (cut) grid_put(g, row, end - 1, '~', ST_DIM);
}

void grid_line(struct grid *g, int row, int col, int cols, enum style base, const struct line *l,
               int skip) {
  put_line(g, row, col, cols, base, l, skip, true);
}

void grid_part(struct grid *g, int row, int col, int cols, enum style base, const struct line *l,
               int from, int to) {
  int shown = to - from;
  grid_line(g, row, col, cols, base, l, from);
  if (to < line_width(l))
    grid_fill(g, (struct rect){row, col + shown, 1, cols - shown}, ' ', ST_NORMAL);
}

void grid_clip(struct grid *g, int row, int col, int cols, const struct line *l) {
  put_line(g, row, col, cols, ST_NORMAL, l, 0, false);
}

void grid_restyle(struct grid *g, int row, int col, int cols, enum style style) {
  int i;
  for (i = col; i < col + cols; i++) {
    struct cell *c = grid_cell(g, row, i);
    if (c) c->style = (uint8_t)style;
  }
}

uint32_t grid_ascii(uint32_t ch) {
  if (ch < 0x7F) return ch;
  switch (ch) {
    case 0x2026: return '.';
    case 0x2500: return '-';
    case 0x2502: return '|';
    case 0x2550: return '=';
    case 0x251C:
    case 0x2524:
    case 0x252C:
    case 0x2534:
    case 0x253C:
    case 0x2514: return '+';
    case 0x2581: return '_'; /* block characters that draw a curve, by height */
    case 0x2582: return '.';
    case 0x2583: return '-';
    case 0x2584: return '~';
    case 0x2585: return '=';
    case 0x2586: return '*';
    case 0x2587: return '%';
    case 0x2588: return '#';
    default: return '?';
  }
}

char *grid_row_text(const struct grid *g, int row, bool ascii) {
  struct text t = {0};
  const struct cell *c = &g->cells[(size_t)row * (size_t)g->cols];
  int i, end = g->cols;
  CHECK(row >= 0 && row < g->rows, "a grid has the row: %d of %d", row, g->rows);
  while (end > 0 && c[end - 1].ch == ' ') end--;
  text_puts(&t, "");
  for (i = 0; i < end; i++) {
    char bytes[4];
    if (!c[i].ch) continue;
    text_add(&t, bytes, (size_t)utf8_encode(ascii ? grid_ascii(c[i].ch) : c[i].ch, bytes));
  }
  if (!t.s) text_add(&t, "", 0);
  return t.s ? t.s : mem_strdup("");
}

void grid_print(const struct grid *g, FILE *out, bool ascii) {
  int i;
  for (i = 0; i < g->rows; i++) {
    char *s = grid_row_text(g, i, ascii);
    fprintf(out, "%s\n", s);
    free(s);
  }
}
