/* See view.h. */
#include "tui/terminal/view.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tui/terminal/debug.h"
#include "tui/terminal/keys.h"

int view_find(const char *name) {
  static const char *const names[] = {
#define VIEW(name, key, title) #name,
#include "tui/terminal/views.def"
#undef VIEW
  };
  int i;
  for (i = 0; i < VIEWS && strcmp(names[i], name); i++) continue;
  return i;
}

int view_panes(const struct view *v) {
  int n = 0;
  while (v->ops->panes[n]) n++;
  return n;
}

size_t *view_cursor(struct debug *d, struct view *v, int pane) {
  const struct pane_ops *p = v->ops->panes[pane];
  size_t *cursor = p->cursor ? p->cursor(d) : &v->pane[pane].cursor, n = p->count(d);
  if (*cursor >= n) *cursor = n ? n - 1 : 0;
  return cursor;
}

void view_refresh(struct debug *d, int view) {
  struct view *v = &d->views[view];
  bool moved = v->fresh != d->generation;
  int i;
  uint64_t now = clock_ms();
  if (!moved && !v->stale) return;
  /* while a search runs, a tenth of the time is enough for looking at it */
  if (d->running && v->fresh && now - v->read_at < 10 * v->cost) return;
  v->fresh = d->generation;
  v->stale = false;
  if (v->ops->refresh) v->ops->refresh(d, v->data);
  v->read_at = clock_ms();
  v->cost = v->read_at - now;
  for (i = 0; moved && i < view_panes(v); i++) {
    const struct pane_ops *p = v->ops->panes[i];
    size_t home = p->home ? p->home(d) : SIZE_MAX;
    if (home != SIZE_MAX) *view_cursor(d, v, i) = home;
    v->pane[i].shift = 0;
    v->pane[i].away = false;
    if (p->text && home == SIZE_MAX) v->pane[i].cursor = 0;
  }
  for (i = 0; i < view_panes(v); i++)
    v->pane[i].to_end |= v->ops->panes[i]->tail && !v->pane[i].away;
}

/* ---- panes ---- */

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
      if (x < fixed) w -= fixed - x, x = fixed; /* partly out of sight */
    }
    if (w > 0 && x < r.cols)
      grid_restyle(g, r.row, r.col + x, x + w > r.cols ? r.cols - x : w, ST_MATCH);
    free(before);
    free(match);
    at = to > from ? to : to + 1;
  }
}

/* A line moved to the left by `shift`, but for the pane's fixed columns. */
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

/* A text pane: items are broken into rows, continued further in. Returns the first item that is not
 * there as a whole. */
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
      grid_line(g, r.row + row, r.col + in, r.cols - in, ST_NORMAL, &l, from);
      if (to < width)
        grid_fill(g, (struct rect){r.row + row, r.col + in + to - from, 1, r.cols - in - to + from},
                  ' ', ST_NORMAL);
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

/* The item from which on all others fit. */
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

/* Items on a page, and `top` so that the cursor is among them. */
static void scroll(struct pane_state *s, size_t cursor, size_t count, int page) {
  size_t margin = page > 12 ? 3 : page > 5 ? 1 : 0; /* rows that stay in sight beside the cursor */
  s->page = page > 0 ? page : 1;
  if (s->top + margin > cursor) s->top = cursor > margin ? cursor - margin : 0;
  if (cursor + margin >= s->top + (size_t)s->page) s->top = cursor + margin - (size_t)s->page + 1;
  if (s->top + (size_t)s->page > count)
    s->top = count > (size_t)s->page ? count - (size_t)s->page : 0;
}

/* The first item to show of a text that grows: `last`, unless the user has left the end and did not
 * come back to it. */
static size_t follow_tail(struct debug *d, struct view *v, int pane, size_t last) {
  struct pane_state *s = &v->pane[pane];
  size_t *cursor = view_cursor(d, v, pane);
  if (s->to_end || *cursor > last) *cursor = last;
  s->away = *cursor < last;
  s->to_end = false;
  return *cursor;
}

static void draw_items(struct debug *d, struct view *v, int pane, struct grid *g, struct rect r,
                       bool focus) {
  const struct pane_ops *p = v->ops->panes[pane];
  struct pane_state *s = &v->pane[pane];
  size_t count = p->count(d), cursor = *view_cursor(d, v, pane), i;
  int height = p->height ? p->height(d, r.cols - 1) : 1;
  struct line head = {0};
  s->cols = r.cols - 1;
  if (p->header && r.rows > 1 && p->header(d, r.cols - 1, &head)) {
    grid_line(g, r.row, r.col + 1, r.cols - 1, ST_DIM, &head, 0);
    r.row++, r.rows--;
  }
  line_release(&head);
  if (!count && (p->empty || p->why_empty))
    grid_puts(g, r.row, r.col + 1, r.cols - 1, ST_DIM, p->why_empty ? p->why_empty(d) : p->empty);
  if (p->text) {
    s->page = r.rows > 0 ? r.rows : 1;
    if (p->tail) cursor = follow_tail(d, v, pane, last_page(d, p, count, r));
    s->top = cursor;
    s->end = draw_text(d, p, s->top, count, g, r);
    return;
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
  char place[40];
  int n;
  p->title(d, &l);
  grid_puts(g, r.row, r.col + 1, 1, ST_DIM, "[");
  n = line_width(&l) < r.cols - 4 ? line_width(&l) : r.cols - 4;
  grid_line(g, r.row, r.col + 2, n, focus ? ST_FOCUS : ST_TITLE, &l, 0);
  grid_puts(g, r.row, r.col + 2 + n, 1, ST_DIM, "]");
  snprintf(place, sizeof place, "%zu-%zu/%zu", s->top + 1, s->end > s->top ? s->end : s->top + 1,
           count);
  if (s->end - s->top < count && (int)strlen(place) + n + 7 < r.cols)
    grid_puts(g, r.row, r.col + r.cols - 2 - (int)strlen(place), (int)strlen(place), ST_DIM, place);
  line_release(&l);
}

static bool is_rule(struct grid *g, int row, int col, bool vertical) {
  struct cell *c = grid_cell(g, row, col);
  if (!c) return false;
  return vertical ? c->ch == GLYPH_V : c->ch == GLYPH_H || c->ch == GLYPH_FOCUS;
}

/* Rules of the panes, joined where they meet. */
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

void view_draw(struct debug *d, int view, struct grid *g, struct rect area, bool twin) {
  struct view *v = &d->views[view];
  struct rect r[VIEW_PANES];
  int i, n = view_panes(v), focus = twin ? -1 : v->focus;
  view_refresh(d, view);
  memset(r, 0, sizeof r);
  v->ops->layout(d, area, r);
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

/* ---- status, twins, the screen ---- */

static void status_sequence(struct debug *d, struct text *t) {
  uint32_t i, n = engine_mark_count(d->engine), seen = debug_here(d).observed;
  if (!n) return;
  text_puts(t, "   guide ");
  for (i = 0; i < n && n <= 12; i++) text_puts(t, i < seen ? "#" : "-");
  text_printf(t, "%s%u/%u", n <= 12 ? " " : "", seen, n);
}

static void status_search(struct debug *d, struct text *t, int cols) {
  const struct search_report *r = &d->report;
  if (!d->searching && !r->states) return;
  if (cols < 100) {
    if (d->running) text_printf(t, "  RUNNING %llu st", (unsigned long long)r->states);
    return;
  }
  text_printf(t, "   search %s %llu st %llu bt",
              d->running                         ? "RUNNING"
              : d->searching                     ? "paused"
              : r->status == SEARCH_ERROR        ? "found"
              : r->status == SEARCH_INCONCLUSIVE ? "cut"
                                                 : "ended",
              (unsigned long long)r->states, (unsigned long long)r->backtracks);
}

void view_status(struct debug *d, struct line *out, int cols) {
  struct node_info here = debug_here(d);
  char *step = debug_node_text(d, here.id);
  struct text right = {0};
  int room;
  text_puts(&right, here.flags & NODE_ERROR   ? "   ERROR"
                    : here.flags & NODE_ENDED ? "   ended"
                                              : "");
  status_sequence(d, &right);
  status_search(d, &right, cols);
  if (d->follow_used)
    text_printf(&right, "   trace %llu/%llu", (unsigned long long)d->follow_at,
                (unsigned long long)trace_reader_count(d->trace));
  text_puts(&right, " ");
  room = cols - utf8_width(right.s) - 1;
  {
    char *left = mem_printf("%s > step %u (node %u)%s%s", d->program, here.depth, here.id,
                            here.depth && *step ? " > " : "", here.depth ? step : "");
    line_puts(out, ST_BAR, " ");
    line_fit(out, ST_BAR, left, room);
    line_printf(out, ST_BAR, "%*s%s", room - (utf8_width(left) < room ? utf8_width(left) : room),
                "", right.s);
    free(left);
  }
  text_release(&right);
  free(step);
}

void view_print_twin(struct debug *d, int view, FILE *out) {
  struct grid g;
  struct line l = {0};
  int cols = (int)d->set.width, rows;
  view_refresh(d, view);
  rows = d->views[view].ops->twin_rows(d, cols);
  grid_init(&g, rows + 1, cols);
  view_status(d, &l, cols);
  grid_line(&g, 0, 0, cols, ST_NORMAL, &l, 0);
  view_draw(d, view, &g, (struct rect){1, 0, rows, cols}, true);
  grid_print(&g, out, true);
  line_release(&l);
  grid_release(&g);
}

static void draw_tabs(struct debug *d, struct grid *g, int row) {
  static const struct {
    char key;
    const char *title;
  } tabs[] = {
#define VIEW(name, key, title) {key, title},
#include "tui/terminal/views.def"
#undef VIEW
  };
  int i, col = 1;
  for (i = 0; i < VIEWS; i++) {
    char *s = mem_printf("%c%c %s%c", i == d->view ? '[' : ' ', tabs[i].key, tabs[i].title,
                         i == d->view ? ']' : ' ');
    grid_puts(g, row, col, g->cols - col, i == d->view ? ST_TAB_ON : ST_DIM, s);
    col += (int)strlen(s);
    free(s);
  }
}

static enum style log_style(enum log_kind kind) {
  static const enum style styles[] = {ST_KEY, ST_NORMAL, ST_GOOD, ST_WARN, ST_BAD};
  return styles[kind];
}

/* The newest entries at the bottom, each in as many rows as it takes. */
static void draw_log(struct debug *d, struct grid *g, int row, int rows) {
  size_t i = d->log.len, first;
  int left = rows, cols = g->cols - 2;
  while (i && utf8_rows(d->log.data[i - 1].text, cols) <= left)
    left -= utf8_rows(d->log.data[--i].text, cols);
  if (i == d->log.len && i) i--;
  for (row += left == rows ? 0 : left, first = i; i < d->log.len; i++) {
    const struct log_entry *e = &d->log.data[i];
    struct line l = {0};
    int from = 0, to, in = 1, end = row + utf8_rows(e->text, cols);
    if (e->kind == LOG_COMMAND) grid_puts(g, row, 1, 1, ST_KEY, ":"), in = 2;
    line_puts(&l, log_style(e->kind), e->text);
    for (; row < end && (first != i || row < g->rows - 2);
         row++, from = to, in = 1 + LINE_CONTINUED) {
      to = utf8_wrap(e->text, from, g->cols - 1 - in);
      grid_line(g, row, in, g->cols - in, ST_NORMAL, &l, from);
      if (to < line_width(&l))
        grid_fill(g, (struct rect){row, in + to - from, 1, g->cols}, ' ', ST_NORMAL);
    }
    line_release(&l);
  }
}

/* The last command and the last it told, in one row. */
static void draw_last(struct debug *d, struct grid *g, int row) {
  const struct log_entry *told = d->log.len ? &d->log.data[d->log.len - 1] : NULL;
  size_t i = d->log.len;
  struct line l = {0};
  while (i && d->log.data[i - 1].kind != LOG_COMMAND) i--;
  if (i) line_printf(&l, ST_KEY, ":%s", d->log.data[i - 1].text);
  if (told && told->kind != LOG_COMMAND)
    line_printf(&l, log_style(told->kind), "%s%s", i ? "  " : "", told->text);
  grid_line(g, row, 1, g->cols - 1, ST_NORMAL, &l, 0);
  line_release(&l);
}

int view_screen(struct debug *d, struct grid *g) {
  struct line l = {0};
  int log = g->rows < 20   ? 0
            : g->rows < 30 ? 1
                           : 4,
      prompt = g->rows - 2; /* rows of the log, its rule included */
  grid_clear(g);
  view_status(d, &l, g->cols);
  grid_fill(g, (struct rect){0, 0, 1, g->cols}, ' ', ST_BAR);
  grid_line(g, 0, 0, g->cols, ST_BAR, &l, 0);
  draw_tabs(d, g, 1);
  view_draw(d, d->view, g, (struct rect){2, 0, g->rows - 4 - log, g->cols}, false);
  if (log > 1) {
    grid_fill(g, (struct rect){prompt - log, 0, 1, g->cols}, GLYPH_H, ST_DIM);
    draw_log(d, g, prompt - log + 1, log - 1);
  } else {
    draw_last(d, g, prompt - log);
  }
  line_clear(&l);
  keys_hints(d->views[d->view].ops->name, g->cols, &l);
  grid_line(g, g->rows - 1, 0, g->cols, ST_DIM, &l, 0);
  line_release(&l);
  return prompt;
}

/* ---- layouts ---- */

struct rect rect_top(struct rect *r, int rows) {
  struct rect top = *r;
  if (rows > r->rows) rows = r->rows;
  top.rows = rows;
  r->row += rows;
  r->rows -= rows;
  return top;
}

struct rect rect_bottom(struct rect *r, int rows) {
  struct rect bottom = *r;
  if (rows > r->rows) rows = r->rows;
  bottom.row = r->row + r->rows - rows;
  bottom.rows = rows;
  r->rows -= rows;
  return bottom;
}

struct rect rect_right(struct rect *r, int cols) {
  struct rect right = *r;
  right.col = r->col + r->cols - cols;
  right.cols = cols;
  r->cols -= cols + 1;
  return right;
}
