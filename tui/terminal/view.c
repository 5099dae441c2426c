/* The frame around views (see view.h): refreshes their data, and draws the status, the tabs, the
 * log and the text twins. */
#include "tui/terminal/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "tui/terminal/debug.h"
#include "tui/terminal/keys.h"
#include "tui/text/explored.h"

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
  CHECK(n > 0 && n <= VIEW_PANES, "a view has room for its panes: %d in %s", n, v->ops->name);
  return n;
}

size_t *view_cursor(struct debug *d, struct view *v, int pane) {
  const struct pane_ops *p = v->ops->panes[pane];
  size_t *cursor = p->cursor ? p->cursor(d) : &v->pane[pane].cursor, n = p->count(d);
  INVARIANT(pane < view_panes(v), "a view has the pane: %d of %s", pane, v->ops->name);
  if (*cursor >= n) *cursor = n ? n - 1 : 0;
  return cursor;
}

void view_refresh(struct debug *d, int view) {
  struct view *v = &d->views[view];
  bool moved = v->fresh != d->generation;
  int i;
  uint64_t now = clock_ms();
  if (!moved && !v->stale) return;
  /* while a search runs, reading views may take at most a tenth of the time */
  if (d->running && v->fresh && now - v->read_at < 10 * v->cost) return;
  v->fresh = d->generation;
  v->stale = false;
  CHECK(v->focus >= 0 && v->focus < view_panes(v), "the focus is on a pane: %d of %s", v->focus,
        v->ops->name);
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
  char explored[EXPLORED_TEXT];
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
  if (!d->running) return;
  explored_text(r, explored);
  if (*explored) text_printf(t, ", %s", explored);
}

static char *status_left(struct debug *d, const struct node_info *here, const char *step) {
  return mem_printf("%s > step %u (node %u)%s%s", d->program, here->depth, here->id,
                    here->depth && *step ? " > " : "", here->depth ? step : "");
}

/* Returns the left part of the status. Uses short names if full names of threads and objects do not
 * leave enough room for the step. Caller frees. */
static char *status_step(struct debug *d, const struct node_info *here, int room) {
  char *full, *left, *text;
  if (teach_hides_state(d)) return status_left(d, here, "");
  full = debug_node_text(d, here->id);
  left = status_left(d, here, full);
  if (utf8_width(left) > room) {
    free(left);
    text = engine_node_text(d->engine, here->id);
    free(full);
    full = debug_short(d, text ? text : "");
    free(text);
    left = status_left(d, here, full);
  }
  free(full);
  return left;
}

void view_status(struct debug *d, struct line *out, int cols) {
  struct node_info here = debug_here(d);
  struct text right = {0};
  int room;
  text_puts(&right, here.flags & NODE_ERROR   ? "   ERROR"
                    : here.flags & NODE_ENDED ? "   ended"
                                              : "");
  status_sequence(d, &right);
  status_search(d, &right, cols);
  if (d->follow_used)
    text_printf(&right, "   %strace %llu/%llu", d->follow_off ? "off " : "",
                (unsigned long long)d->follow_at, (unsigned long long)trace_reader_count(d->trace));
  text_puts(&right, " ");
  room = cols - utf8_width(right.s) - 1;
  {
    char *left = status_step(d, &here, room);
    line_puts(out, ST_BAR, " ");
    line_fit(out, ST_BAR, left, room);
    line_printf(out, ST_BAR, "%*s%s", room - (utf8_width(left) < room ? utf8_width(left) : room),
                "", right.s);
    free(left);
  }
  text_release(&right);
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

enum { TABS_WIDE = 76 };

static const struct {
  char key;
  const char *name, *title;
} tabs[] = {
#define VIEW(name, key, title) {key, #name, title},
#include "tui/terminal/views.def"
#undef VIEW
};

const char *view_tab_at(int col, int cols) {
  int i, at = 1, shared = cols < TABS_WIDE;
  for (i = 0; i < VIEWS; i++) {
    int end = at + (int)strlen(tabs[i].title) + (shared ? 3 : 4);
    if (tabs[i].key > '9') continue;
    if (col >= at && col < end) return tabs[i].name;
    at = end - shared;
  }
  return NULL;
}

static void draw_tabs(struct debug *d, struct grid *g, int row) {
  int i, col = 1, on = 1, shared = g->cols < TABS_WIDE; /* tabs share a blank */
  const char *between = shared ? "" : " ";
  char *s;
  for (i = 0; i < VIEWS; i++) {
    if (i == d->view) on = col;
    if (tabs[i].key > '9') continue;
    s = mem_printf(" %c%s%s ", tabs[i].key, between, tabs[i].title);
    grid_puts(g, row, col, g->cols - col, ST_DIM, s);
    col += (int)strlen(s) - shared;
    free(s);
  }
  s = mem_printf("[%c%s%s]", tabs[d->view].key, between, tabs[d->view].title);
  if (on + (int)strlen(s) > g->cols) {
    on = g->cols - (int)strlen(s);
    grid_puts(g, row, on - 1, 1, ST_DIM, " ");
  }
  grid_puts(g, row, on, g->cols - on, ST_TAB_ON, s);
  free(s);
}

static enum style log_style(enum log_kind kind) {
  static const enum style styles[] = {ST_KEY, ST_NORMAL, ST_GOOD, ST_WARN, ST_BAD};
  CHECK((size_t)kind < COUNT(styles), "a log entry's kind has a style: %d", (int)kind);
  return styles[kind];
}

/* Draws the newest entries at the bottom, each in as many rows as it needs. */
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
      grid_part(g, row, in, g->cols - in, ST_NORMAL, &l, from, to);
    }
    line_release(&l);
  }
}

/* Draws one row with the last command and the last line that it printed. */
static void draw_last(struct debug *d, struct grid *g, int row) {
  const struct log_entry *last = d->log.len ? &d->log.data[d->log.len - 1] : NULL;
  size_t i = d->log.len;
  struct line l = {0};
  while (i && d->log.data[i - 1].kind != LOG_COMMAND) i--;
  if (i) line_printf(&l, ST_KEY, ":%s", d->log.data[i - 1].text);
  if (last && last->kind != LOG_COMMAND)
    line_printf(&l, log_style(last->kind), "%s%s", i ? "  " : "", last->text);
  grid_line(g, row, 1, g->cols - 1, ST_NORMAL, &l, 0);
  line_release(&l);
}

int view_screen(struct debug *d, struct grid *g) {
  struct line l = {0};
  int log = g->rows < 20   ? 0
            : g->rows < 30 ? 1
                           : 4,
      prompt = g->rows - 2; /* `log` is the number of rows of the log, including its rule */
  grid_clear(g);
  view_status(d, &l, g->cols);
  grid_fill(g, (struct rect){0, 0, 1, g->cols}, ' ', ST_BAR);
  grid_line(g, 0, 0, g->cols, ST_BAR, &l, 0);
  draw_tabs(d, g, 1);
  view_draw(d, d->view, g, (struct rect){2, 0, g->rows - 4 - log, g->cols}, false);
  teach_panel(d, g, prompt - log);
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

/* ---- subjects ---- */

static bool names_a_place(const char *word) {
  return strpbrk(word, "#[") || (strchr(word, '.') && !strchr(word, ':'));
}

char *view_subject_of(const char *action) {
  char *text = mem_strdup(action), *found = NULL, *word, *save = NULL;
  for (word = strtok_r(text, " ", &save); word && !found; word = strtok_r(NULL, " ", &save))
    if (names_a_place(word)) found = mem_strdup(word);
  free(text);
  return found;
}

char *view_subject(struct debug *d) {
  struct view *v = &d->views[d->view];
  const struct pane_ops *p;
  size_t i;
  view_refresh(d, d->view);
  p = v->ops->panes[v->focus];
  if (!p->subject) return NULL;
  i = *view_cursor(d, v, v->focus);
  return i < p->count(d) ? p->subject(d, i) : NULL;
}

node_id view_node(struct debug *d) {
  struct view *v = &d->views[d->view];
  const struct pane_ops *p;
  node_id n = NODE_NONE;
  char *line;
  size_t i;
  if (v->ops->node) return v->ops->node(d);
  view_refresh(d, d->view);
  p = v->ops->panes[v->focus];
  i = *view_cursor(d, v, v->focus);
  line = p->open && i < p->count(d) ? p->open(d, i) : NULL;
  if (line && sscanf(line, "go %u", &n) != 1)
    n = strncmp(line, "follow ", 7) ? NODE_NONE : engine_here(d->engine);
  free(line);
  return n != NODE_NONE ? n : d->views[VIEW_tree].ops->node(d);
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
  CHECK(cols >= 0 && cols <= r->cols, "a part is no wider than the whole: %d of %d", cols, r->cols);
  right.col = r->col + r->cols - cols;
  right.cols = cols;
  r->cols -= cols + 1;
  return right;
}
