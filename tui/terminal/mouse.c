/* Translates mouse events into commands and drags (see mouse.h). */
#include "tui/terminal/mouse.h"

#include <string.h>

#include "engine/base/check.h"

enum { TABS_ROW = 1, WHEEL_ROWS = 3 };

/* A press on another pane focuses it. A press on another row moves the pane's cursor there. A press
 * on the cursor's row in the focused pane acts like Enter. */
static char *press_on(struct debug *d, const struct view_hit *hit) {
  struct view *v = &d->views[d->view];
  const struct pane_ops *p = v->ops->panes[hit->pane];
  bool focused = hit->pane == v->focus;
  struct text t = {0};
  CHECK(hit->pane >= 0 && hit->pane < view_panes(v), "a hit is on a pane: %d", hit->pane);
  if (!focused) text_printf(&t, "pane %s\n", p->name);
  if (hit->on_item && !p->text) {
    if (*view_cursor(d, v, hit->pane) != hit->item)
      text_printf(&t, "row %zu\n", hit->item + 1);
    else if (focused)
      text_puts(&t, "open\n");
  }
  return t.s;
}

static char *wheel_on(struct debug *d, const struct view_hit *hit, bool down) {
  struct view *v = &d->views[d->view];
  struct text t = {0};
  if (hit->pane != v->focus) text_printf(&t, "pane %s\n", v->ops->panes[hit->pane]->name);
  text_printf(&t, "%s %d\n", down ? "down" : "up", WHEEL_ROWS);
  return t.s;
}

char *mouse_commands(struct debug *d, struct mouse *m, const struct mouse_event *e, int cols) {
  struct view_hit hit;
  const char *tab;
  if (e->kind == MOUSE_RELEASE) {
    if (m->held) view_drag(d, m->row, m->col, e->row, e->col);
    m->held = false;
    return NULL;
  }
  if (e->kind == MOUSE_PRESS && e->row == TABS_ROW) {
    tab = view_tab_at(e->col, cols);
    return tab ? mem_printf("%s\n", tab) : NULL;
  }
  if (e->kind == MOUSE_PRESS) *m = (struct mouse){view_on_rule(d, e->row, e->col), e->row, e->col};
  if (!view_hit(d, e->row, e->col, &hit)) return NULL;
  return e->kind == MOUSE_PRESS ? press_on(d, &hit)
                                : wheel_on(d, &hit, e->kind == MOUSE_WHEEL_DOWN);
}
