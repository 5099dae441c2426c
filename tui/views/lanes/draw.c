/* Draws lanes as characters. Each state and each kind of event has its own character, so colour
 * carries no extra meaning. */
#include "tui/views/lanes/draw.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/terminal/debug.h"

static const int widths[LANES_ZOOM_MAX + 1] = {1, 2, 3, 4, 6, 9};

int lanes_width(const struct lanes_window *w) {
  CHECK(w->zoom >= LANES_ZOOM_MIN && w->zoom <= LANES_ZOOM_MAX, "the lanes have the zoom: %d",
        w->zoom);
  return w->zoom < 0 ? 1 : widths[w->zoom];
}
uint32_t lanes_per_slot(const struct lanes_window *w) { return w->zoom < 0 ? 1u << -w->zoom : 1; }

uint32_t lanes_in_sight(const struct lanes_window *w) {
  int slots = (w->cols - LANES_MARGIN) / lanes_width(w);
  return slots > 0 ? (uint32_t)slots * lanes_per_slot(w) : 1;
}

int lanes_column(const struct lanes_window *w, uint32_t event) {
  if (event < w->left || event - w->left >= lanes_in_sight(w)) return -1;
  return LANES_MARGIN + (int)((event - w->left) / lanes_per_slot(w)) * lanes_width(w);
}

void lanes_keep_cursor(struct lanes_window *w, const struct lanes *l) {
  uint32_t seen = lanes_in_sight(w), per = lanes_per_slot(w), at = w->cursor;
  uint32_t last = l->events.len ? (uint32_t)l->events.len - 1 : 0;
  if (at == LANE_NONE || at > last) at = last;
  if (at < w->left + seen / 8 || at >= w->left + seen) w->left = at > seen / 2 ? at - seen / 2 : 0;
  if (last < seen) w->left = 0;
  w->left -= w->left % per;
}

void lanes_pad(struct line *out, int column) {
  int n = column - line_width(out);
  if (n > 0) line_printf(out, ST_NORMAL, "%*s", n, "");
}

/* ---- lanes in characters ---- */

static void draw_char(struct lanes_canvas *c, int row, int x, char ch, enum style style) {
  if (row < 0 || row >= c->rows || x < LANES_MARGIN || x >= c->cols) return;
  c->text[row * c->cols + x] = ch;
  c->style[row * c->cols + x] = (uint8_t)style;
}

static char at(const struct lanes_canvas *c, int row, int x) {
  return row >= 0 && row < c->rows && x >= LANES_MARGIN && x < c->cols ? c->text[row * c->cols + x]
                                                                       : 0;
}

char lanes_state_char(const struct lane *l, uint32_t event) {
  switch (lanes_state(l, event)) {
    case LANE_RUNNING: return lanes_holds(l, event) ? '=' : '-';
    case LANE_BLOCKED: return '.';
    default: return ' ';
  }
}

static void draw_states(const struct lanes *l, const struct lanes_window *w, uint32_t lane,
                        struct lanes_canvas *c) {
  const struct lane *n = &l->lanes.data[lane];
  uint32_t e, per = lanes_per_slot(w), last = w->left + lanes_in_sight(w);
  int i, width = lanes_width(w);
  if (last > l->events.len) last = (uint32_t)l->events.len;
  for (e = w->left; e < last; e += per)
    for (i = 0; i < width; i++)
      draw_char(c, (int)lane * 2, lanes_column(w, e) + i, lanes_state_char(n, e),
                line_thread_style((uint32_t)lane));
}

int lanes_label(const char *object, int room, const char **from) {
  const char *p = object, *q;
  int n = 0;
  if (strchr(object, '[') && strrchr(object, '[')[1] != ']') {
    *from = strrchr(object, '[');
    return (int)strlen(*from) < room ? (int)strlen(*from) : room;
  }
  for (q = object; *q && *q != ' '; q++)
    if ((*q == '.' || *q == '$') && isalpha((unsigned char)q[1])) p = q + 1;
  if (p[0] == 'T' && isdigit((unsigned char)p[1])) p++;
  while (n < room && (isalnum((unsigned char)p[n]) || p[n] == '_')) n++;
  *from = p;
  return n;
}

static void draw_label(const char *object, int room, struct lanes_canvas *c, int row, int x,
                       enum style style) {
  const char *p;
  int i, n = lanes_label(object, room, &p);
  for (i = 0; i < n; i++) draw_char(c, row, x + i, p[i], style);
}

static enum style event_style(const struct lanes_window *w, const struct lane_event *e,
                              uint32_t event) {
  if (event == w->cursor) return ST_CURSOR;
  return e->op == LANE_ERROR ? ST_BAD : line_thread_style(e->lane);
}

/* Returns the weight of a kind of event. Of several events in a slot, the heaviest is drawn. */
static int weight(uint8_t op) {
  static const uint8_t weights[LANE_OPS] = {
      [LANE_ERROR] = 9, [LANE_START] = 8, [LANE_END] = 8,   [LANE_JOIN] = 7,   [LANE_WAIT] = 6,
      [LANE_PARK] = 6,  [LANE_LOCK] = 5,  [LANE_WRITE] = 4, [LANE_NOTIFY] = 6, [LANE_READ] = 3};
  return weights[op];
}

static void draw_events(const struct lanes *l, const struct lanes_source *s,
                        const struct lanes_window *w, struct lanes_canvas *c) {
  uint32_t i, last = w->left + lanes_in_sight(w);
  int width = lanes_width(w);
  uint8_t *best = mem_alloc((size_t)c->rows * (size_t)c->cols + 1);
  if (last > l->events.len) last = (uint32_t)l->events.len;
  for (i = w->left; i < last; i++) {
    const struct lane_event *e = &l->events.data[i];
    int x = lanes_column(w, i), cell = e->lane * 2 * c->cols + x,
        value = i == w->cursor ? UINT8_MAX : 1 + weight(e->op);
    INVARIANT(e->lane * 2 < c->rows, "an event's lane is drawn: %u of %d", e->lane, c->rows / 2);
    if (x >= c->cols || best[cell] >= value) continue;
    best[cell] = (uint8_t)value;
    draw_char(c, e->lane * 2, x, lane_symbol(e), event_style(w, e, i));
    if (width >= 3 && x + width <= c->cols) {
      char *object = lanes_object_text(s, e);
      if (e->op != LANE_ERROR)
        draw_label(object, width - 2, c, e->lane * 2, x + 1, event_style(w, e, i));
      free(object);
    }
  }
  free(best);
}

/* ---- arrows ---- */

/* Returns true if the columns from .. to of a row have room for an edge. All start edges of a
 * thread share one line, with a branch to each started thread, and may cross other lines. Nothing
 * is drawn over the broken line of a race. */
static bool row_free(const struct lanes_canvas *c, int row, int from, int to, bool start) {
  int x;
  for (x = from; x <= to; x++)
    if (start ? !at(c, row, x) || c->style[row * c->cols + x] == ST_BAD : at(c, row, x) != ' ')
      return false;
  return true;
}

static void draw_along(const struct lane_edge *e, struct lanes_canvas *c, int row, int from, int to,
                       enum style style) {
  for (int x = from; x < to; x++)
    if (at(c, row, x) == ' ') draw_char(c, row, x, e->missing && (x - from) % 2 ? ' ' : '-', style);
}

/* Draws the corner where an edge turns, unless another edge already uses that place. Start edges
 * may share a line. */
static void draw_corner(struct lanes_canvas *c, int row, int x, char ch, enum style style) {
  if (at(c, row, x) == ' ' || at(c, row, x) == '-') draw_char(c, row, x, ch, style);
}

/* Draws an edge between two lanes: along the row next to the first, then across the rows between
 * them. */
static void draw_edge(const struct lanes *l, const struct lanes_window *w,
                      const struct lane_edge *e, struct lanes_canvas *c) {
  int a = l->events.data[e->from].lane * 2, b = l->events.data[e->to].lane * 2,
      down = b > a ? 1 : -1, along = a + down, head = b - down, x, from = lanes_column(w, e->from),
      to = lanes_column(w, e->to);
  enum style style = e->missing                                   ? ST_BAD
                     : e->from == w->cursor || e->to == w->cursor ? ST_TITLE
                     : e->older                                   ? ST_WARN
                                                                  : ST_DIM;
  bool tail = from >= 0;
  INVARIANT(e->from < l->events.len && e->to < l->events.len, "an edge joins two events: %u, %u",
            e->from, e->to);
  if (to < 0) return;
  if (!tail) from = LANES_MARGIN;
  if (at(c, head, to) != ' ' && !(e->start && strchr("-v^", at(c, head, to)))) return;
  if (row_free(c, along, from, to, e->start)) {
    draw_along(e, c, along, from, to, style);
    if (tail) draw_corner(c, along, from, down > 0 ? '`' : ',', style);
    if (along != head) draw_corner(c, along, to, down > 0 ? '.' : '\'', style);
    for (x = along + down; along != head && x != head; x += down)
      if (at(c, x, to) == ' ') draw_char(c, x, to, e->missing ? ':' : '|', style);
  }
  draw_char(c, head, to, e->missing ? 'x' : down > 0 ? 'v' : '^', style);
}

static size_t first_edge(const struct lanes *l, uint32_t event) {
  size_t lo = 0, hi = l->edges.len;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (l->edges.data[mid].to < event)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* Draws data races first, then the edges at the cursor, then the others where there is room. Start
 * edges come last because they can share a line. */
static void draw_edges(const struct lanes *l, const struct lanes_window *w,
                       struct lanes_canvas *c) {
  uint32_t last = w->left + lanes_in_sight(w);
  size_t first = first_edge(l, w->left), i;
  int pass;
  for (pass = 0; pass < 4; pass++)
    for (i = first; i < l->edges.len && l->edges.data[i].to < last; i++) {
      const struct lane_edge *e = &l->edges.data[i];
      int rank = e->missing ? 0 : e->from == w->cursor || e->to == w->cursor ? 1 : e->start ? 3 : 2;
      if (rank == pass && (rank < 2 || w->zoom >= 0)) draw_edge(l, w, e, c);
    }
}

void lanes_draw(const struct lanes *l, const struct lanes_source *s, const struct lanes_window *w,
                struct lanes_canvas *c) {
  size_t size;
  uint32_t i;
  lanes_canvas_release(c);
  c->rows = (int)l->lanes.len * 2;
  c->cols = w->cols;
  size = (size_t)c->rows * (size_t)c->cols;
  c->text = mem_alloc(size + 1);
  c->style = mem_alloc(size + 1);
  memset(c->text, ' ', size);
  for (i = 0; i < l->lanes.len; i++) draw_states(l, w, i, c);
  draw_events(l, s, w, c);
  draw_edges(l, w, c);
}

void lanes_canvas_release(struct lanes_canvas *c) {
  free(c->text);
  free(c->style);
  memset(c, 0, sizeof *c);
}

void lanes_canvas_row(const struct lanes_canvas *c, int r, struct line *out) {
  int x, to, end = c->cols;
  CHECK(r >= 0 && r < c->rows, "the lanes have the row: %d of %d", r, c->rows);
  while (end > LANES_MARGIN && at(c, r, end - 1) == ' ') end--;
  lanes_pad(out, LANES_MARGIN);
  for (x = LANES_MARGIN; x < end; x = to) {
    uint8_t style = c->style[r * c->cols + x];
    for (to = x; to < end && c->style[r * c->cols + to] == style; to++) continue;
    line_printf(out, (enum style)style, "%.*s", to - x, c->text + r * c->cols + x);
  }
}

/* ---- rows beside the lanes ---- */

void lanes_numbers(const struct lanes *l, const struct lanes_window *w, struct line *out) {
  uint32_t e, step = lanes_per_slot(w), last = w->left + lanes_in_sight(w);
  int cursor = w->cursor < l->events.len ? lanes_column(w, w->cursor) : -1;
  char *here = mem_printf(">%u", cursor < 0 ? 0 : l->events.data[w->cursor].source);
  if (last > l->events.len) last = (uint32_t)l->events.len;
  for (e = w->left; e < last; e += step) {
    char *s = mem_printf("%u", l->events.data[e].source);
    int x = lanes_column(w, e), end = x + (int)strlen(s);
    bool clear = cursor < 0 || end < cursor || x > cursor + (int)strlen(here) - 1;
    if (x == cursor) {
      lanes_pad(out, x - 1);
      line_puts(out, ST_CURSOR, here);
    } else if (clear && line_width(out) < x && end <= w->cols && (e / step) % 5 == 0) {
      lanes_pad(out, x);
      line_puts(out, ST_DIM, s);
    }
    free(s);
  }
  free(here);
}

void lanes_ticks(const struct lanes_window *w, const uint32_t *sorted, size_t count, char mark,
                 struct line *out) {
  uint32_t e = w->left ? lanes_next(sorted, count, w->left - 1, false)
               : count ? sorted[0]
                       : LANE_NONE;
  while (e != LANE_NONE && lanes_column(w, e) >= 0) {
    uint32_t slot = e - w->left;
    lanes_pad(out, lanes_column(w, e));
    line_printf(out, ST_NORMAL, "%c", mark);
    slot -= slot % lanes_per_slot(w);
    e = lanes_next(sorted, count, w->left + slot + lanes_per_slot(w) - 1, false);
  }
}
