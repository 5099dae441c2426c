/* Draws the lanes of the two compared runs, one above the other, with the signs between them. Each
 * row of the comparison is one column here, so paired events are in the same column. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/views/lanes/draw.h"
#include "tui/views/compare/compare_int.h"

enum { COLUMN = 5 }; /* a letter, its object, and a gap */

/* ---- choice of lanes ---- */

static bool lane_is_compared(const struct compare_side *s, uint32_t lane) {
  for (size_t i = 0; i < s->shown.len; i++)
    if (s->lanes.events.data[s->shown.data[i]].lane == lane) return true;
  return false;
}

static int by_thread(const void *a, const void *b) {
  const struct compare_lane *x = a, *y = b;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

void compare_find_lanes(struct compare_data *v) {
  v->lane_rows.len = 0;
  for (int side = 0; side < SIDES; side++) {
    const struct compare_side *s = &v->c.side[side];
    size_t first = v->lane_rows.len;
    for (uint32_t i = 0; i < s->lanes.lanes.len; i++)
      if (lane_is_compared(s, i))
        *vec_push(&v->lane_rows) = (struct compare_lane){side, i, s->lanes.lanes.data[i].number};
    if (v->lane_rows.len > first)
      qsort(v->lane_rows.data + first, v->lane_rows.len - first, sizeof *v->lane_rows.data,
            by_thread);
    if (side == LEFT && v->lane_rows.len)
      *vec_push(&v->lane_rows) = (struct compare_lane){-1, 0, 0};
  }
}

size_t compare_lane_rows(struct debug *d) {
  view_refresh(d, VIEW_compare);
  return compare_data_of(d)->lane_rows.len;
}

/* ---- choice of columns ---- */

static size_t columns_in_sight(int cols) {
  int n = (cols - LANES_MARGIN) / COLUMN;
  return n > 0 ? (size_t)n : 1;
}

static size_t first_column(const struct compare_data *v, int cols) {
  size_t seen = columns_in_sight(cols), rows = v->c.rows.len, half = seen / 2;
  size_t left = v->cursor > half ? v->cursor - half : 0;
  return rows <= seen ? 0 : left + seen > rows ? rows - seen : left;
}

void compare_along(struct debug *d, long by) {
  struct compare_data *v = compare_data_of(d);
  long to = (long)v->cursor + by, last = (long)v->c.rows.len - 1;
  if (last >= 0) v->cursor = (size_t)(to < 0 ? 0 : to > last ? last : to);
}

/* ---- drawing ---- */

/* Returns the value that a read gets, if the same read gets another value on the other side; else
 * NULL. Caller frees. */
static char *other_value(struct debug *d, int side, uint32_t shown) {
  const struct compare_data *v = compare_data_of(d);
  uint32_t partner = v->c.side[side].partner.data[shown];
  char *mine, *theirs;
  if (partner == LANE_NONE || compare_event(&v->c, side, shown)->op != LANE_READ) return NULL;
  mine = compare_value_text(d, side, v->c.side[side].shown.data[shown]);
  theirs = compare_value_text(d, !side, v->c.side[!side].shown.data[partner]);
  if (!strcmp(mine, theirs)) {
    free(mine);
    mine = NULL;
  }
  free(theirs);
  return mine;
}

static void draw_event(struct debug *d, int side, uint32_t shown, bool cursor, struct line *out) {
  const struct compare_data *v = compare_data_of(d);
  const struct compare_side *s = &v->c.side[side];
  const struct lane_event *e = compare_event(&v->c, side, shown);
  char *value = other_value(d, side, shown);
  const char *name = e->track == LANE_NONE ? "" : s->names.data[e->track], *from = name;
  int n = lanes_label(name, COLUMN - 2, &from);
  uint32_t thread = s->lanes.lanes.data[e->lane].number;
  enum style style = cursor                         ? ST_CURSOR
                     : value || e->op == LANE_ERROR ? ST_BAD
                                                    : line_thread_style(thread);
  line_printf(out, style, "%c", lane_symbol(e));
  if (value)
    line_fit(out, style, value, COLUMN - 2);
  else
    line_printf(out, style, "%.*s", n, from);
  free(value);
}

static void draw_cell(struct debug *d, const struct compare_lane *l, size_t column, int end,
                      struct line *out) {
  const struct compare_data *v = compare_data_of(d);
  const struct compare_side *s = &v->c.side[l->side];
  uint32_t shown = v->c.rows.data[column].at[l->side];
  const struct lane *lane = &s->lanes.lanes.data[l->lane];
  char state = ' ';
  INVARIANT(l->lane < s->lanes.lanes.len, "a row of the lanes is a lane: %u of %zu", l->lane,
            s->lanes.lanes.len);
  if (shown != LANE_NONE) {
    state = lanes_state_char(lane, s->shown.data[shown]);
    if (compare_event(&v->c, l->side, shown)->lane == l->lane)
      draw_event(d, l->side, shown, column == v->cursor, out);
  }
  while (line_width(out) < end) line_printf(out, line_thread_style(lane->number), "%c", state);
}

static void draw_signs(const struct compare_data *v, size_t column, int end, struct line *out) {
  const struct compare_row *r = &v->c.rows.data[column];
  char sign = r->sign[RIGHT] != ' ' ? r->sign[RIGHT] : r->sign[LEFT];
  bool first = r->at[RIGHT] != LANE_NONE && r->at[RIGHT] == v->c.first[RIGHT];
  enum style style = column == v->cursor ? ST_CURSOR
                     : first             ? ST_BAD
                     : sign == SIGN_SAME ? ST_DIM
                                         : ST_WARN;
  if (r->sign[LEFT] != r->sign[RIGHT] && r->sign[LEFT] != ' ' && r->sign[RIGHT] != ' ')
    line_printf(out, style, "%c%c", r->sign[LEFT], sign);
  else
    line_printf(out, style, "%c", sign);
  if (first) line_puts(out, ST_BAD, "!");
  line_printf(out, ST_NORMAL, "%*s", end - line_width(out), "");
}

static void lanes_title(struct debug *d, struct line *out) {
  const struct compare_data *v = compare_data_of(d);
  line_puts(out, ST_NORMAL, "Lanes: left above right, a column for each row");
  if (v->c.first[RIGHT] != LANE_NONE) line_puts(out, ST_NORMAL, "  ! first difference");
}

static bool lanes_header(struct debug *d, int cols, struct line *out) {
  const struct compare_data *v = compare_data_of(d);
  size_t left = first_column(v, cols), seen = columns_in_sight(cols), n = v->c.rows.len, i;
  char *part = mem_printf("%zu-%zu/%zu", left + 1, left + seen < n ? left + seen : n, n);
  if (n) line_puts(out, ST_DIM, part);
  free(part);
  for (i = left; i < n && i < left + seen; i++) {
    int x = LANES_MARGIN + (int)(i - left) * COLUMN;
    if (i % 2 && i != v->cursor) continue;
    if (line_width(out) >= x) continue;
    line_printf(out, ST_DIM, "%*s", x - line_width(out), "");
    line_printf(out, i == v->cursor ? ST_CURSOR : ST_DIM, "%zu", i + 1);
  }
  return n > 0;
}

static void lanes_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct compare_data *v = compare_data_of(d);
  const struct compare_lane *l = &v->lane_rows.data[i];
  size_t left = first_column(v, cols), seen = columns_in_sight(cols), c;
  (void)row;
  if (l->side >= 0) {
    const struct lane *lane = &v->c.side[l->side].lanes.lanes.data[l->lane];
    line_printf(out, ST_DIM, "%c ", l->side == LEFT ? SIGN_LEFT : SIGN_RIGHT);
    line_fit(out, line_thread_style(lane->number), lane->name, LANES_MARGIN - 3);
  }
  if (line_width(out) < LANES_MARGIN)
    line_printf(out, ST_NORMAL, "%*s", LANES_MARGIN - line_width(out), "");
  for (c = left; c < v->c.rows.len && c < left + seen; c++) {
    int end = LANES_MARGIN + (int)(c - left + 1) * COLUMN;
    if (l->side < 0)
      draw_signs(v, c, end, out);
    else
      draw_cell(d, l, c, end, out);
  }
}

static char *lanes_open(struct debug *d, size_t i) {
  const struct compare_data *v = compare_data_of(d);
  int side = v->lane_rows.data[i].side;
  return compare_open_row(d, v->cursor, side < 0 ? v->at : side);
}

const struct pane_ops compare_lanes_pane = {.name = "lanes",
                                            .title = lanes_title,
                                            .count = compare_lane_rows,
                                            .header = lanes_header,
                                            .item = lanes_item,
                                            .open = lanes_open,
                                            .fixed = LANES_MARGIN,
                                            .empty = "nothing is compared"};
