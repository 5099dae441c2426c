/* Draws panes: scrolls their items and highlights the matches of the last search. */
#include "engine/base/check.h"
#include "tui/terminal/view.h"
#include <stdlib.h>
#include <string.h>
#include "engine/base/clock.h"
#include "tui/terminal/debug.h"
#include "tui/terminal/keys.h"

static void show_matches(struct debug *d, struct grid *g, struct rect r, const struct line *l,
                         int fixed, int shift) {
  size_t at = 0, from, to;
  const char *s = line_text(l);
  while (d->find && regex_match(d->find, s, at, &from, &to) && s[from]) {
    char *before = mem_printf("%.*s", (int)from, s),
         *match = mem_printf("%.*s", (int)(to - from), s + from);
    int x = utf8_width(before), w = utf8_width(match);
    if (x >= fixed) {
      x -= shift;
      if (x < fixed) w -= fixed - x, x = fixed; /* the match is partly hidden */
    }
    if (w > 0 && x < r.cols)
      grid_restyle(g, r.row, r.col + x, x + w > r.cols ? r.cols - x : w, ST_MATCH);
    free(before);
    free(match);
    at = to > from ? to : to + 1;
  }
}

/* Draws a line moved to the left by `shift`, except for the pane's fixed columns. */
static void draw_shifted(const struct pane_ops *p, struct grid *g, struct rect at,
                         const struct line *l, int shift) {
  grid_line(g, at.row, at.col, at.cols, ST_NORMAL, l, shift);
  if (!shift || !p->fixed) return;
  grid_fill(g, (struct rect){at.row, at.col, 1, p->fixed}, ' ', ST_NORMAL);
  grid_clip(g, at.row, at.col, p->fixed, l);
  grid_line(g, at.row, at.col + p->fixed, at.cols - p->fixed, ST_NORMAL, l, p->fixed + shift);
}

static void draw_item(struct debug *d, const struct pane_ops *p, size_t i, struct grid *g,
                      struct rect at, int shift, bool cursor, bool focus) {
  struct line l = {0};
  int row, lead = p->text ? 0 : 1;
  for (row = 0; row < at.rows; row++) {
    line_clear(&l);
    p->item(d, i, row, at.cols - lead, &l);
    if (cursor && focus)
      grid_fill(g, (struct rect){at.row + row, at.col, 1, at.cols}, ' ', ST_CURSOR);
    draw_shifted(p, g, (struct rect){at.row + row, at.col + lead, 1, at.cols - lead}, &l, shift);
    if (cursor && focus) grid_restyle(g, at.row + row, at.col, at.cols, ST_CURSOR);
    if (cursor && !row) grid_puts(g, at.row, at.col, 1, focus ? ST_CURSOR : ST_KEY, ">");
    show_matches(d, g, (struct rect){at.row + row, at.col + lead, 1, at.cols - lead}, &l, p->fixed,
                 shift);
  }
  line_release(&l);
}

/* Draws a text pane from item `top` on. Wraps long items and indents their continuation rows.
 * Returns the first item that is not shown whole. */
static size_t draw_text(struct debug *d, const struct pane_ops *p, size_t top, size_t count,
                        struct grid *g, struct rect r) {
  struct line l = {0};
  int row = 0;
  for (; top < count && row < r.rows; top++) {
    int from = 0, to, width, in = 0;
    line_clear(&l);
    p->item(d, top, 0, r.cols, &l);
    width = line_width(&l);
    do {
      to = utf8_wrap(line_text(&l), from, r.cols - in);
      grid_part(g, r.row + row, r.col + in, r.cols - in, ST_NORMAL, &l, from, to);
      if (!from)
        show_matches(d, g, (struct rect){r.row + row, r.col, 1, to < r.cols ? to : r.cols}, &l, 0,
                     0);
      in = LINE_CONTINUED;
      from = to;
      row++;
    } while (from < width && row < r.rows);
    if (from < width) break;
  }
  line_release(&l);
  return top;
}

/* Returns the item with which the last page begins: from it on, all items fit. */
static size_t last_page(struct debug *d, const struct pane_ops *p, size_t count, struct rect r) {
  struct line l = {0};
  int left = r.rows;
  size_t i = count;
  while (i && left > 0) {
    line_clear(&l);
    p->item(d, i - 1, 0, r.cols, &l);
    left -= utf8_rows(line_text(&l), r.cols);
    if (left >= 0) i--;
  }
  line_release(&l);
  return i && i == count ? i - 1 : i;
}

/* Sets the page size, and moves `top` so that the cursor is visible. */
static void scroll(struct pane_state *s, size_t cursor, size_t count, int page) {
  /* rows kept visible above and below the cursor */
  size_t margin = page > 12 ? 3 : page > 5 ? 1 : 0;
  s->page = page > 0 ? page : 1;
  if (s->top + margin > cursor) s->top = cursor > margin ? cursor - margin : 0;
  if (cursor + margin >= s->top + (size_t)s->page) s->top = cursor + margin - (size_t)s->page + 1;
  if (s->top + (size_t)s->page > count)
    s->top = count > (size_t)s->page ? count - (size_t)s->page : 0;
  CHECK(!count || (s->top <= cursor && cursor < s->top + (size_t)s->page),
        "the cursor is on the page: row %zu of %zu, from %zu on, %d rows", cursor, count, s->top,
        s->page);
}

/* Returns the first item to show of a text that grows at its end: `last`, unless the user has
 * scrolled away from the end. */
static size_t follow_tail(struct debug *d, struct view *v, int pane, size_t last) {
  struct pane_state *s = &v->pane[pane];
  size_t *cursor = view_cursor(d, v, pane);
  if (s->to_end || *cursor > last) *cursor = last;
  s->away = *cursor < last;
  s->to_end = false;
  return *cursor;
}

/* Draws the text of pane_ops.detail in the last rows of `r`. Returns the number of rows used. */
static int draw_detail(struct debug *d, const struct pane_ops *p, size_t cursor, struct grid *g,
                       struct rect r, int left) {
  struct line l = {0};
  int rows = 0, from = 0, to, width, in = 0, k;
  if (left > 0 && p->detail(d, cursor, r.cols - 1, &l)) rows = utf8_rows(line_text(&l), r.cols - 1);
  if (rows > left) rows = left;
  width = line_width(&l);
  for (k = 0; k < rows; k++, in = LINE_CONTINUED, from = to) {
    struct rect at = {r.row + r.rows - rows + k, r.col + 1 + in, 1, r.cols - 1 - in};
    to = utf8_wrap(line_text(&l), from, at.cols);
    if (k + 1 == rows && to < width)
      grid_line(g, at.row, at.col, at.cols, ST_DIM, &l, from);
    else
      grid_part(g, at.row, at.col, at.cols, ST_DIM, &l, from, to);
  }
  line_release(&l);
  return rows;
}

static void draw_items(struct debug *d, struct view *v, int pane, struct grid *g, struct rect r,
                       bool focus) {
  const struct pane_ops *p = v->ops->panes[pane];
  struct pane_state *s = &v->pane[pane];
  size_t count = p->count(d), cursor = *view_cursor(d, v, pane), i;
  int height;
  struct line head = {0};
  CHECK(r.rows > 0, "a pane that is drawn has rows: %s", p->name);
  s->cols = r.cols - 1;
  if (p->header && r.rows > 1 && p->header(d, r.cols - 1, &head)) {
    grid_line(g, r.row, r.col + 1, r.cols - 1, ST_DIM, &head, 0);
    r.row++, r.rows--;
  }
  line_release(&head);
  height = p->height ? p->height(d, r.cols - 1, r.rows) : 1;
  CHECK(height > 0, "an item has rows: %d in the pane %s", height, p->name);
  s->height = height;
  s->first = r.row;
  if (!count && (p->empty || p->why_empty))
    grid_puts(g, r.row, r.col + 1, r.cols - 1, ST_DIM, p->why_empty ? p->why_empty(d) : p->empty);
  if (p->text) {
    s->page = r.rows > 0 ? r.rows : 1;
    if (p->tail) cursor = follow_tail(d, v, pane, last_page(d, p, count, r));
    s->top = cursor;
    s->end = draw_text(d, p, s->top, count, g, r);
    return;
  }
  if (p->detail && count && cursor < count) {
    int left = r.rows - (int)(count < (size_t)r.rows ? count : (size_t)r.rows) * height;
    if (focus && left < r.rows - 2 * height) left = r.rows - 2 * height;
    if (focus && left < r.rows - height && r.rows <= 3) left = r.rows - height;
    r.rows -= draw_detail(d, p, cursor, g, r, left);
  }
  scroll(s, cursor, count, r.rows / height);
  s->end = s->top + (size_t)s->page < count ? s->top + (size_t)s->page : count;
  for (i = s->top; i < count; i++) {
    struct rect at = {r.row + (int)(i - s->top) * height, r.col, height, r.cols};
    if (at.row >= r.row + r.rows) break;
    if (at.row + at.rows > r.row + r.rows) at.rows = r.row + r.rows - at.row;
    draw_item(d, p, i, g, at, s->shift, !p->text && i == cursor, focus);
  }
}

static void draw_title(struct debug *d, struct view *v, int pane, struct grid *g, struct rect r,
                       bool focus) {
  const struct pane_ops *p = v->ops->panes[pane];
  struct pane_state *s = &v->pane[pane];
  struct line l = {0};
  size_t count = p->count(d);
  char place[60];
  int n;
  p->title(d, &l);
  grid_puts(g, r.row, r.col + 1, 1, ST_DIM, "[");
  snprintf(place, sizeof place, "%zu-%zu/%zu", s->top + 1, s->end > s->top ? s->end : s->top + 1,
           count);
  if (p->counts && s->end - s->top < count)
    snprintf(place, sizeof place, "%zu-%zu/%zu, \xE2\x80\xA6 %zu more", s->top + 1, s->end, count,
             count - (s->end - s->top));
  n = r.cols - 4 - (p->counts && s->end - s->top < count ? utf8_width(place) + 4 : 0);
  if (n < 8) n = r.cols - 4;
  if (line_width(&l) < n) n = line_width(&l);
  grid_line(g, r.row, r.col + 2, n, focus ? ST_FOCUS : ST_TITLE, &l, 0);
  grid_puts(g, r.row, r.col + 2 + n, 1, ST_DIM, "]");
  if (s->end - s->top < count && utf8_width(place) + n + 7 < r.cols)
    grid_puts(g, r.row, r.col + r.cols - 2 - utf8_width(place), utf8_width(place), ST_DIM, place);
  line_release(&l);
}

static bool is_rule(struct grid *g, int row, int col, bool vertical) {
  struct cell *c = grid_cell(g, row, col);
  if (!c) return false;
  return vertical ? c->ch == GLYPH_V : c->ch == GLYPH_H || c->ch == GLYPH_FOCUS;
}

/* Draws the rules between panes and joins them where they meet. */
static void draw_rules(struct grid *g, struct rect area, const struct rect *r, int n, int focus) {
  int i, row;
  for (i = 0; i < n; i++) {
    if (r[i].rows <= 0) continue;
    if (r[i].col > area.col)
      grid_fill(g, (struct rect){r[i].row, r[i].col - 1, r[i].rows, 1}, GLYPH_V, ST_DIM);
  }
  for (i = 0; i < n; i++)
    if (r[i].rows > 0)
      grid_fill(g, (struct rect){r[i].row, r[i].col, 1, r[i].cols},
                i == focus ? GLYPH_FOCUS : GLYPH_H, i == focus ? ST_FOCUS : ST_DIM);
  for (i = 0; i < n; i++) {
    if (r[i].rows <= 0 || r[i].col <= area.col) continue;
    for (row = r[i].row; row < r[i].row + r[i].rows; row++) {
      int col = r[i].col - 1;
      bool left = is_rule(g, row, col - 1, false), right = is_rule(g, row, col + 1, false),
           up = is_rule(g, row - 1, col, true);
      uint32_t ch = left && right ? (up ? 0x253C : 0x252C)
                    : left        ? 0x2524
                    : right       ? (up ? 0x251C : 0x252C)
                                  : 0;
      if (row > area.row && !up && !left && right) ch = 0x251C;
      if (ch) grid_cell(g, row, col)->ch = ch;
    }
  }
}

static bool is_inside(struct rect r, struct rect area) {
  return r.rows <= 0 || (r.row >= area.row && r.row + r.rows <= area.row + area.rows &&
                         r.col >= area.col && r.col + r.cols <= area.col + area.cols);
}

void view_draw(struct debug *d, int view, struct grid *g, struct rect area, bool twin) {
  struct view *v = &d->views[view];
  struct rect r[VIEW_PANES];
  int i, n = view_panes(v), focus = twin ? -1 : v->focus;
  view_refresh(d, view);
  memset(r, 0, sizeof r);
  if (v->large && !twin)
    r[focus] = area;
  else
    v->ops->layout(d, area, r);
  if (!twin) {
    if (!v->large) view_apply_drags(v, area, r);
    for (i = 0; i < n; i++)
      INVARIANT(is_inside(r[i], area), "a pane is in its view: %s %s, %d rows from %d on",
                v->ops->name, v->ops->panes[i]->name, r[i].rows, r[i].row);
    v->drawn = area;
    for (i = 0; i < n; i++) v->pane[i].area = r[i];
  }
  draw_rules(g, area, r, n, focus);
  for (i = 0; i < n; i++) {
    struct rect in = {r[i].row + 1, r[i].col, r[i].rows - 1, r[i].cols};
    if (r[i].rows <= 0) {
      v->pane[i].page = 1;
      continue;
    }
    if (in.rows > 0) draw_items(d, v, i, g, in, i == focus);
    draw_title(d, v, i, g, r[i], i == focus);
  }
}
