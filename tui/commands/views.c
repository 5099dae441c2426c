/* The commands that show views and move in them: debug, h, tree, ..., pane, up, down, find, filter,
 * fold, open. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"
#include "tui/terminal/alternatives.h"
#include "tui/views/view_explain.h"
#include "tui/views/view_h.h"
#include "tui/views/view_help.h"
#include "tui/views/view_trace.h"
#include "tui/views/view_tree.h"

static int show(struct debug *d, int view) {
  d->view = view;
  d->print = true;
  return 0;
}

int do_view_debug(struct debug *d, const struct args *a) { return (void)a, show(d, VIEW_debug); }
int do_view_h(struct debug *d, const struct args *a) { return (void)a, show(d, VIEW_h); }
int do_view_tree(struct debug *d, const struct args *a) { return (void)a, show(d, VIEW_tree); }
int do_view_checks(struct debug *d, const struct args *a) { return (void)a, show(d, VIEW_checks); }
int do_view_environment(struct debug *d, const struct args *a) {
  return (void)a, show(d, VIEW_environment);
}
/* At an error, also starts the search for the nearest run without an error. */
int do_view_explain(struct debug *d, const struct args *a) {
  struct error err = {0};
  bool is_error;
  node_id n;
  (void)a;
  show(d, VIEW_explain);
  n = view_explain_node(d, &is_error);
  return is_error && nearest_start(d, n, &err) ? debug_fail(d, &err) : 0;
}
int do_view_log(struct debug *d, const struct args *a) { return (void)a, show(d, VIEW_log); }

int do_help(struct debug *d, const struct args *a) {
  const struct command_row *c;
  if (!a->argc) return show(d, VIEW_help);
  c = command_find(d->commands, a->argv[0] + (*a->argv[0] == ':'));
  if (!c) return command_usage(d, "no command '%s'", a->argv[0]);
  view_help_show(d, c->name);
  debug_log(d, LOG_INFO, ":%s %s", c->name, c->synopsis);
  debug_log(d, LOG_INFO, "   %s", c->help);
  return 0;
}

/* ---- cursors ---- */

static struct view *shown(struct debug *d) {
  view_refresh(d, d->view);
  return &d->views[d->view];
}

/* Returns the cursor of the focused pane for a command that moves it. The command's echo extends
 * the log, which must not move the cursor back to the log's end. */
static size_t *cursor_to_move(struct debug *d, struct view *v) {
  v->pane[v->focus].away = true;
  v->pane[v->focus].to_end = false;
  return view_cursor(d, v, v->focus);
}

static int move(struct debug *d, const struct args *a, int sign) {
  struct view *v = shown(d);
  size_t *cursor = cursor_to_move(d, v), count = v->ops->panes[v->focus]->count(d);
  uint64_t n;
  if (!command_count(d, a, 0, 1, &n)) return ERR_USAGE;
  INVARIANT(!count || *cursor < count, "the cursor is on a row of the pane: %zu of %zu", *cursor,
            count);
  if (sign < 0)
    *cursor -= n < *cursor ? (size_t)n : *cursor;
  else if (count)
    *cursor = n < count - 1 - *cursor ? *cursor + (size_t)n : count - 1;
  debug_stale(d);
  return 0;
}

int do_down(struct debug *d, const struct args *a) { return move(d, a, 1); }
int do_up(struct debug *d, const struct args *a) { return move(d, a, -1); }

enum { SIDEWAYS = 8 }; /* number of columns that a key scrolls */

static bool is_list(const struct view *v, int pane) { return !v->ops->panes[pane]->text; }

static void shift(struct debug *d, struct view *v, int pane, long columns) {
  struct pane_state *s = &v->pane[pane];
  s->shift = columns < -s->shift ? 0 : s->shift + (int)columns;
  if (s->shift > 1000) s->shift = 1000;
  debug_stale(d);
}

static int move_column(struct debug *d, const struct args *a, int sign) {
  struct view *v = shown(d);
  uint64_t n;
  if (!command_count(d, a, 0, 1, &n)) return ERR_USAGE;
  if (n > 1000) n = 1000;
  if (v->ops->sideways)
    v->ops->sideways(d, sign * (long)n);
  else if (is_list(v, v->focus))
    shift(d, v, v->focus, sign * (long)n * SIDEWAYS);
  return 0;
}

int do_left(struct debug *d, const struct args *a) { return move_column(d, a, -1); }
int do_right(struct debug *d, const struct args *a) { return move_column(d, a, 1); }

/* Scrolls the view's first pane, which has the long lines (the source, the events, the tree), even
 * if another pane has the focus. */
int do_scroll(struct debug *d, const struct args *a) {
  struct view *v = shown(d);
  uint64_t n;
  bool left = a->argc && !strcmp(a->argv[0], "left");
  int pane = is_list(v, 0) ? 0 : v->focus;
  if (!left && !(a->argc && !strcmp(a->argv[0], "right")))
    return command_usage(d, "scroll left or right");
  if (!command_count(d, a, 1, SIDEWAYS, &n)) return ERR_USAGE;
  shift(d, v, pane, (left ? -1 : 1) * (long)(n > 1000 ? 1000 : n));
  return 0;
}

int do_row(struct debug *d, const struct args *a) {
  struct view *v = shown(d);
  size_t count = v->ops->panes[v->focus]->count(d);
  uint64_t n = 0;
  if (!a->argc || !command_number(a->argv[0], SIZE_MAX, &n) || !n)
    return command_usage(d, "row N, from 1");
  *cursor_to_move(d, v) = n <= count ? (size_t)n - 1 : count ? count - 1 : 0;
  debug_stale(d);
  return 0;
}

int do_top(struct debug *d, const struct args *a) {
  struct view *v = shown(d);
  (void)a;
  *cursor_to_move(d, v) = 0;
  debug_stale(d);
  return 0;
}

int do_bottom(struct debug *d, const struct args *a) {
  struct view *v = shown(d);
  size_t count = v->ops->panes[v->focus]->count(d);
  (void)a;
  *cursor_to_move(d, v) = count ? count - 1 : 0;
  debug_stale(d);
  return 0;
}

int do_pane(struct debug *d, const struct args *a) {
  struct view *v = shown(d);
  int n = view_panes(v), i;
  if (!a->argc) return command_usage(d, "pane next, previous, large or a name");
  if (!strcmp(a->argv[0], "large")) return v->large = !v->large, 0;
  if (!strcmp(a->argv[0], "next")) return v->focus = (v->focus + 1) % n, 0;
  if (!strcmp(a->argv[0], "previous")) return v->focus = (v->focus + n - 1) % n, 0;
  for (i = 0; i < n; i++)
    if (!strcmp(v->ops->panes[i]->name, a->argv[0])) return v->focus = i, 0;
  return command_usage(d, "view %s has no pane '%s'", v->ops->name, a->argv[0]);
}

int do_open(struct debug *d, const struct args *a) {
  struct view *v = shown(d);
  const struct pane_ops *p = v->ops->panes[v->focus];
  size_t i = *view_cursor(d, v, v->focus);
  char *line;
  int r = 0;
  (void)a;
  if (!p->open || i >= p->count(d)) {
    /* in panes whose items have no command, Enter takes the selected choice */
    if (d->view != VIEW_debug) return 0;
    debug_choices(d);
    if (d->selected >= d->choices.len) return debug_take_selected(d);
    line = mem_printf("take %zu", d->selected + 1);
  } else {
    line = p->open(d, i);
  }
  if (!line) return 0;
  if (*line && line[strlen(line) - 1] == ' ') {
    free(d->prefill);
    d->prefill = line;
    return 0;
  }
  r = command_run(d, line);
  free(line);
  return r;
}

/* ---- find and filter ---- */

/* Scrolls the pane sideways so that the match from .. to in a line is visible. */
static void show_match(struct pane_state *s, const struct pane_ops *p, const char *line,
                       size_t from, size_t to) {
  char *before = mem_printf("%.*s", (int)from, line), *upto = mem_printf("%.*s", (int)to, line);
  int x = utf8_width(before), end = utf8_width(upto);
  s->shift = 0;
  if (!p->text && s->cols > p->fixed + 10 && end >= s->cols && x >= p->fixed)
    s->shift = end - s->cols + 5;
  if (x - s->shift < p->fixed && x >= p->fixed) s->shift = x - p->fixed;
  free(before);
  free(upto);
}

static bool item_matches(struct debug *d, const struct pane_ops *p, size_t i,
                         struct pane_state *s) {
  struct line l = {0};
  int row, height = p->height ? p->height(d, 200, 1000) : 1;
  bool found = false;
  size_t from, to;
  for (row = 0; row < height && !found; row++) {
    line_clear(&l);
    p->item(d, i, row, 200, &l);
    found = regex_match(d->find, line_text(&l), 0, &from, &to);
    if (found && p->fixed) show_match(s, p, line_text(&l), from, to);
  }
  line_release(&l);
  return found;
}

static bool views_fits(struct debug *d, const char *text) {
  return regex_match(d->find, text, 0, NULL, NULL);
}

/* Returns the item that matches; SIZE_MAX: none. Looks first at the items hidden below item i,
 * because the text of item i may match only because it mentions them. Then, if `itself` is set,
 * looks at item i. */
static size_t match_at(struct debug *d, struct view *v, size_t i, long sign, bool itself) {
  const struct pane_ops *p = v->ops->panes[v->focus];
  size_t below = p->reveal ? p->reveal(d, i, sign, views_fits) : SIZE_MAX;
  if (below != SIZE_MAX) return below;
  return itself && item_matches(d, p, i, &v->pane[v->focus]) ? i : SIZE_MAX;
}

static bool item_fits(struct debug *d, const struct pane_ops *p, size_t i) {
  struct line l = {0};
  int row, height = p->height ? p->height(d, 200, 1000) : 1;
  bool found = false;
  for (row = 0; row < height && !found; row++) {
    line_clear(&l);
    p->item(d, i, row, 200, &l);
    found = views_fits(d, line_text(&l));
  }
  line_release(&l);
  return found;
}

/* Logs the number of this match and of all matches (if counting is quick), and whether the search
 * wrapped around. */
static void report_match(struct debug *d, const struct pane_ops *p, size_t from, size_t to,
                         long sign) {
  enum { COUNTED = 2000 };
  size_t count = p->count(d), i, n = 0, at = 0;
  if (d->view == VIEW_log) return; /* the next search would find that message, too */
  const char *round = sign > 0     ? to <= from ? ", from the top again" : ""
                      : to >= from ? ", from the bottom again"
                                   : "";
  for (i = 0; count <= COUNTED && !p->reveal && i < count; i++) {
    n += item_fits(d, p, i);
    if (i == to) at = n;
  }
  if (n)
    debug_log(d, LOG_INFO, "/%s: %zu of %zu%s", regex_pattern(d->find), at, n, round);
  else if (*round)
    debug_log(d, LOG_INFO, "/%s: found%s", regex_pattern(d->find), round);
}

/* Searches the pane for d->find, from the item after (sign < 0: before) the cursor's, and wraps
 * around. Pressing a key ends a long search. */
static int views_find(struct debug *d, long sign) {
  struct view *v = shown(d);
  const struct pane_ops *p = v->ops->panes[v->focus];
  size_t *cursor = cursor_to_move(d, v), count = p->count(d), begin = *cursor, i = begin, done;
  if (!d->find) return command_usage(d, "find REGEX first");
  for (done = 0; done <= count && count; done++) {
    bool itself = sign > 0 ? done > 0 : done < count;
    size_t found;
    if (sign < 0) i = (i + count - 1) % count;
    found = match_at(d, v, i, sign, itself && i != *cursor);
    if (found == SIZE_MAX && done == count && item_matches(d, p, *cursor, &v->pane[v->focus]))
      found = *cursor;
    if (found != SIZE_MAX) {
      INVARIANT(found < p->count(d), "a match is a row of the pane: %zu of %s", found, p->name);
      report_match(d, p, begin, found, sign);
      *cursor = found;
      debug_stale(d);
      return 0;
    }
    if (sign > 0) i = (i + 1) % count;
    if (done % 1024 == 1023 &&
        ((d->pending && d->pending(d->pending_self)) || (d->stop && *d->stop))) {
      *cursor = i;
      return command_usage(d, "find stopped at row %zu", i);
    }
  }
  return command_usage(d, "no row of %s matches /%s/", p->name, regex_pattern(d->find));
}

int do_find(struct debug *d, const struct args *a) {
  struct error err = {0};
  struct regex *r = NULL;
  if (*a->rest && regex_new(a->rest, &r, &err)) return debug_fail(d, &err);
  regex_free(d->find);
  d->find = r;
  return r ? views_find(d, 1) : 0;
}

int do_next(struct debug *d, const struct args *a) { return (void)a, views_find(d, 1); }
int do_previous(struct debug *d, const struct args *a) { return (void)a, views_find(d, -1); }

int do_filter(struct debug *d, const struct args *a) {
  struct error err = {0};
  struct regex *r = NULL;
  if (*a->rest && regex_new(a->rest, &r, &err)) return debug_fail(d, &err);
  if (d->view == VIEW_h)
    view_h_filter(d, r);
  else
    view_trace_filter(d, r);
  return 0;
}

int do_fold(struct debug *d, const struct args *a) {
  enum fold_how how = a->argc && !strcmp(a->argv[0], "open")    ? FOLD_SHOW
                      : a->argc && !strcmp(a->argv[0], "close") ? FOLD_HIDE
                                                                : FOLD_TOGGLE;
  int words = how == FOLD_TOGGLE ? 0 : 1;
  const char *node = a->argc > words ? a->argv[words] : "cursor";
  node_id n;
  if (!command_node(d, node, &n)) return ERR_USAGE;
  view_tree_fold(d, n, how);
  return 0;
}
