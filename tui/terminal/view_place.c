/* Finds which pane and item is at a place on the screen, and resizes panes when the user drags a
 * rule between them. */
#include <string.h>

#include "engine/base/check.h"
#include "tui/terminal/debug.h"
#include "tui/terminal/view.h"

enum { LEAST_ROWS = 3, LEAST_COLS = 20 };

static bool is_within(struct rect r, int row, int col) {
  return row >= r.row && row < r.row + r.rows && col >= r.col && col < r.col + r.cols;
}

bool view_hit(struct debug *d, int row, int col, struct view_hit *out) {
  struct view *v = &d->views[d->view];
  int i, n = view_panes(v);
  for (i = 0; i < n; i++) {
    const struct pane_state *s = &v->pane[i];
    if (!is_within(s->area, row, col)) continue;
    *out = (struct view_hit){.pane = i};
    if (row < s->first || !s->height) return true; /* only its title is shown */
    out->item = s->top + (size_t)((row - s->first) / s->height);
    out->on_item = out->item < s->end;
    return true;
  }
  return false;
}

bool view_on_rule(struct debug *d, int row, int col) {
  const struct view *v = &d->views[d->view];
  int i, n = view_panes(v);
  for (i = 0; i < n; i++) {
    struct rect r = v->pane[i].area;
    if (r.rows <= 0) continue;
    if (row == r.row || (col == r.col - 1 && row >= r.row && row < r.row + r.rows)) return true;
  }
  return false;
}

/* ---- dragged rules ---- */

static bool share_columns(struct rect a, struct rect b) {
  return a.col < b.col + b.cols && b.col < a.col + a.cols;
}

/* The panes on both sides of a rule, as bit sets: above (or left of) it, and below (or right of)
 * it. Both 0: there is no rule. */
struct rule {
  uint32_t before, behind;
};

static struct rule column_rule(const struct rect *r, int n, int col) {
  struct rule u = {0, 0};
  for (int i = 0; i < n; i++) {
    if (r[i].rows <= 0) continue;
    if (r[i].col == col + 1) u.behind |= 1u << i;
    if (r[i].col + r[i].cols == col) u.before |= 1u << i;
  }
  return u;
}

/* Collects all panes that touch the rule at (row, col), because a rule across several panes moves
 * as a whole. */
static struct rule row_rule(const struct rect *r, int n, int row, int col) {
  struct rule u = {0, 0};
  int i, k, pass;
  for (i = 0; i < n; i++)
    if (r[i].rows > 0 && r[i].row == row && is_within(r[i], row, col)) u.behind |= 1u << i;
  for (pass = 0; pass < n; pass++)
    for (i = 0; i < n; i++)
      for (k = 0; k < n; k++) {
        if (r[i].rows <= 0 || r[k].rows <= 0 || !share_columns(r[i], r[k])) continue;
        if (u.behind >> i & 1 && r[k].row + r[k].rows == row) u.before |= 1u << k;
        if (u.before >> i & 1 && r[k].row == row) u.behind |= 1u << k;
      }
  return u;
}

static struct rule rule_of(const struct view_drag *g, const struct rect *r, int n) {
  return g->vertical ? column_rule(r, n, g->at) : row_rule(r, n, g->at, g->across);
}

/* Returns how far the rule can move: at most g->by, and so that no pane gets too small. */
static int clamp_drag(const struct view_drag *g, struct rule u, const struct rect *r, int n) {
  int by = g->by, i;
  for (i = 0; i < n; i++) {
    int room = g->vertical ? r[i].cols - LEAST_COLS : r[i].rows - LEAST_ROWS;
    if (room < 0) room = 0;
    if (u.before >> i & 1 && -by > room) by = -room;
    if (u.behind >> i & 1 && by > room) by = room;
  }
  return by;
}

static void drag_panes(const struct view_drag *g, struct rect *r, int n) {
  struct rule u = rule_of(g, r, n);
  int by, i;
  if (!u.before || !u.behind) return;
  INVARIANT(!(u.before & u.behind), "no pane is on both sides of a rule: %x, %x", u.before,
            u.behind);
  by = clamp_drag(g, u, r, n);
  for (i = 0; i < n; i++) {
    if (u.before >> i & 1) *(g->vertical ? &r[i].cols : &r[i].rows) += by;
    if (!(u.behind >> i & 1)) continue;
    *(g->vertical ? &r[i].col : &r[i].row) += by;
    *(g->vertical ? &r[i].cols : &r[i].rows) -= by;
  }
}

void view_apply_drags(const struct view *v, struct rect area, struct rect *r) {
  int n = view_panes(v);
  for (uint32_t i = 0; i < v->drag_count; i++)
    if (v->drags[i].area.rows == area.rows && v->drags[i].area.cols == area.cols)
      drag_panes(&v->drags[i], r, n);
}

void view_drag(struct debug *d, int row, int col, int to_row, int to_col) {
  struct view *v = &d->views[d->view];
  struct rect r[VIEW_PANES];
  struct view_drag g = {.area = v->drawn, .across = col};
  int i, n = view_panes(v);
  if (v->large) return;
  for (i = 0; i < n; i++) r[i] = v->pane[i].area;
  g.vertical = column_rule(r, n, col).behind && to_col != col;
  g.at = g.vertical ? col : row;
  g.by = g.vertical ? to_col - col : to_row - row;
  if (!g.by) return;
  if (v->drag_count == COUNT(v->drags)) v->drag_count = 0;
  v->drags[v->drag_count++] = g;
}
