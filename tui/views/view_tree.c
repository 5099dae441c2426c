/* The view Tree: the states explored so far. The current path goes straight down. A node that
 * branches off is indented and comes before the step that the path takes instead. Subtrees that are
 * not on the path are folded until the user opens them.
 * The counting of nodes relies on an invariant of the engine: the id of a child is larger than that
 * of its parent. */
#include "tui/views/views.h"
#include "tui/views/view_tree_int.h"
#include "tui/views/view_tree.h"

#include <stdlib.h>
#include <string.h>

#include "tui/views/view_checks.h"

enum pane { TREE, NODE, LEVELS, CHECKS };

struct data *view_tree_data(struct debug *d) {
  return d->views[VIEW_tree].data;
}

static void *tree_open_data(struct debug *d) {
  struct data *v = mem_alloc(sizeof *v);
  (void)d;
  v->described = NODE_NONE;
  return v;
}

void view_tree_clear_lines(struct data *v) {
  size_t i;
  for (i = 0; i < v->lines.len; i++) free(v->lines.data[i]);
  v->lines.len = 0;
  v->described = NODE_NONE;
}

static void tree_close_data(void *data) {
  struct data *v = data;
  view_tree_clear_lines(v);
  vec_free(&v->lines);
  vec_free(&v->rows);
  vec_free(&v->shown);
  vec_free(&v->todo);
  vec_free(&v->fold);
  vec_free(&v->below);
  vec_free(&v->levels);
  free(v);
}

/* ---- the tree ---- */

static void glyph(const struct node_info *n, struct line *out) {
  static const struct {
    uint32_t flag;
    enum style style;
    const char *sign;
  } signs[] = {
      {NODE_HERE, ST_TITLE, "@"},    {NODE_ERROR, ST_BAD, "!"},
      {NODE_FAILED, ST_WARN, "#"},   {NODE_ON_PATH, ST_GOOD, "o"},
      {NODE_ENDED, ST_DIM, "."},     {NODE_MATCHED, ST_DIM, "="},
      {NODE_FRONTIER, ST_MARK, "?"}, {NODE_BACKTRACKED | NODE_EXPANDED, ST_DIM, "x"},
  };
  size_t i;
  for (i = 0; i < COUNT(signs); i++)
    if (n->flags & signs[i].flag) {
      line_printf(out, signs[i].style, "%s ", signs[i].sign);
      return;
    }
  line_puts(out, ST_MARK, "? ");
}

void view_tree_indent(uint32_t n, struct line *out) {
  uint32_t i;
  if (n > 12) line_printf(out, ST_DIM, "..%u.. ", n - 12), n = 12;
  for (i = 0; i + 1 < n; i++) line_puts(out, ST_DIM, "| ");
  if (n) line_puts(out, ST_DIM, "|-");
}

static bool is_below(struct debug *d, node_id n, node_id above) {
  struct node_info k;
  while (n != NODE_NONE && n > above && !engine_node(d->engine, n, &k)) n = k.parent;
  return n == above;
}

/* Adds the verdicts of the checks that were started at a node and, if the node is folded, of those
 * that were started below it. */
static void pins(struct debug *d, node_id n, bool folded, struct line *out) {
  uint32_t i;
  for (i = 0; i < engine_check_count(d->engine); i++) {
    struct check_info c;
    memset(&c, 0, sizeof c);
    if (engine_check(d->engine, i, &c)) continue;
    if (c.from == n || (folded && is_below(d, c.from, n)))
      view_checks_pin(&c, out), line_puts(out, ST_NORMAL, " ");
    engine_check_release(&c);
  }
}

static void tree_title(struct debug *d, struct line *out) {
  line_printf(out, ST_NORMAL, "Search tree, %u nodes", engine_node_count(d->engine));
}

static bool tree_header(struct debug *d, int cols, struct line *out) {
  (void)d;
  /* a narrow pane leaves out the rarest sign */
  line_puts(out, ST_DIM,
            "@ here  o path  ! error  ? open  x backtracked  |- aside  = seen  . ended");
  if (cols >= 83) line_puts(out, ST_DIM, "  # failed");
  return true;
}

/* Returns the width of the columns on the right, which hold the score and the verdicts. */
static int score_columns(struct debug *d) {
  return (engine_mark_count(d->engine) ? 10 : 2) + (engine_check_count(d->engine) ? 16 : 0);
}

static size_t tree_count(struct debug *d) { return view_tree_data(d)->rows.len; }

static const char *tree_why_empty(struct debug *d) { return (void)d, TEACH_HIDDEN; }

static void open_choice_item(struct debug *d, const struct tree_row *r, struct line *out) {
  const struct debug_choice *c = &d->choices.data[r->choice];
  char *s = c->previewed && c->preview.action ? debug_named(d, c->preview.action)
                                              : mem_printf("T%u", c->choice.thread);
  line_puts(out, ST_MARK, "? ");
  line_puts(out, line_thread_style(c->choice.thread), s);
  if (c->previewed && c->preview.flags & NODE_ERROR && !teach_hides(d))
    line_puts(out, ST_BAD, "  ERROR");
  free(s);
}

/* Adds the numbers of nodes, errors and noted violations that a fold hides. */
static void folded_text(const struct below *b, struct line *out) {
  line_printf(out, ST_DIM, " (+%u", b->nodes);
  if (b->errors) line_printf(out, ST_BAD, ", %u ERROR%s", b->errors, b->errors == 1 ? "" : "S");
  if (b->noted) line_printf(out, ST_WARN, ", %u noted", b->noted);
  line_puts(out, ST_DIM, ")");
}

static void row_text(struct debug *d, const struct tree_row *r, bool whole, int cols,
                     struct line *out) {
  const struct data *v = view_tree_data(d);
  uint32_t marks = engine_mark_count(d->engine);
  struct node_info n;
  bool folded;
  char *text;
  if (engine_node(d->engine, r->node, &n)) return;
  view_tree_indent(r->indent, out);
  if (r->choice >= 0) {
    if ((size_t)r->choice < d->choices.len) open_choice_item(d, r, out);
    return;
  }
  glyph(&n, out);
  text = n.parent == NODE_NONE ? mem_strdup("start of main") : debug_node_text(d, r->node);
  line_printf(out, ST_DIM, "%u ", r->node);
  line_fit(out,
           n.flags & NODE_HERE     ? ST_TITLE
           : n.parent == NODE_NONE ? ST_NORMAL
                                   : line_thread_style(n.choice.thread),
           text, cols - score_columns(d) - 2 - line_width(out));
  free(text);
  folded = whole && !(n.flags & NODE_HERE && teach_open(d)) && !view_tree_is_open(v, &n) &&
           v->below.data[n.id].nodes;
  if (folded) folded_text(&v->below.data[n.id], out);
  if (n.flags & NODE_ERROR) line_puts(out, ST_BAD, " ERROR");
  if (n.flags & NODE_NOTED) line_puts(out, ST_WARN, " noted");
  line_tab(out, cols - score_columns(d));
  if (marks) line_printf(out, n.observed ? ST_MARK : ST_DIM, "%u/%u ", n.observed, marks);
  if (marks && n.h_value != UINT32_MAX) line_printf(out, ST_DIM, "h%-4u ", n.h_value);
  pins(d, r->node, folded, out);
}

static void tree_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row;
  row_text(d, &view_tree_data(d)->rows.data[i], true, cols, out);
}

/* ---- finding in folds ---- */

static bool node_fits(struct debug *d, node_id n, bool (*fits)(struct debug *d, const char *text)) {
  struct tree_row r = {n, 0, -1};
  struct node_info k;
  struct violation_info bad;
  struct line l = {0};
  bool found;
  row_text(d, &r, false, 200, &l);
  if (!engine_node(d->engine, n, &k) && k.flags & (NODE_ERROR | NODE_NOTED) &&
      !engine_violation(d->engine, n, &bad))
    line_printf(&l, ST_NORMAL, " %s: %s", bad.property_name, bad.message);
  found = fits(d, line_text(&l));
  line_release(&l);
  return found;
}

/* Finds the first (the last if sign < 0) node below `top` whose text fits, in the order of the
 * tree. Skips nodes that have a row. NODE_NONE: there is none. */
static node_id find_below(struct debug *d, node_id top, long sign,
                          bool (*fits)(struct debug *d, const char *text)) {
  VEC(node_id) todo = {0};
  node_id found = NODE_NONE, c;
  struct node_info n;
  *vec_push(&todo) = top;
  while (todo.len && (found == NODE_NONE || sign < 0)) {
    node_id at = todo.data[--todo.len];
    size_t first = todo.len, last;
    if (at != top && !view_tree_data(d)->shown.data[at] && node_fits(d, at, fits)) found = at;
    if (engine_node(d->engine, at, &n)) continue;
    for (c = n.first_child; c != NODE_NONE && !engine_node(d->engine, c, &n); c = n.next_sibling)
      *vec_push(&todo) = c;
    for (last = todo.len; first + 1 < last; first++) {
      c = todo.data[first];
      todo.data[first] = todo.data[--last];
      todo.data[last] = c;
    }
    if (d->stop && *d->stop) break;
  }
  vec_free(&todo);
  return found;
}

static size_t tree_reveal(struct debug *d, size_t i, long sign,
                          bool (*fits)(struct debug *d, const char *text)) {
  struct data *v = view_tree_data(d);
  const struct tree_row *r = &v->rows.data[i];
  struct node_info n;
  node_id found, at, top = r->node;
  if (r->choice >= 0 || engine_node(d->engine, top, &n) || view_tree_is_open(v, &n) ||
      !v->below.data[top].nodes)
    return SIZE_MAX;
  found = find_below(d, top, sign, fits);
  if (found == NODE_NONE) return SIZE_MAX;
  for (at = found; at != top && !engine_node(d->engine, at, &n); at = n.parent)
    v->fold.data[n.parent] = FOLD_OPEN;
  view_tree_refresh(d, v);
  for (i = 0; i < v->rows.len; i++)
    if (v->rows.data[i].node == found && v->rows.data[i].choice < 0) return i;
  return SIZE_MAX;
}

static char *tree_open(struct debug *d, size_t i) {
  const struct tree_row *r = &view_tree_data(d)->rows.data[i];
  return r->choice >= 0 ? mem_printf("take %d", r->choice + 1) : mem_printf("go %u", r->node);
}

static size_t *tree_cursor(struct debug *d) { return &view_tree_data(d)->cursor; }

static size_t tree_home(struct debug *d) {
  node_id here = engine_here(d->engine);
  size_t i;
  for (i = 0; i < view_tree_data(d)->rows.len; i++)
    if (view_tree_data(d)->rows.data[i].node == here) return i;
  return SIZE_MAX;
}

node_id view_tree_cursor(struct debug *d) {
  struct data *v = view_tree_data(d);
  view_refresh(d, VIEW_tree);
  return v->cursor < v->rows.len ? v->rows.data[v->cursor].node : engine_here(d->engine);
}

void view_tree_fold(struct debug *d, node_id n, enum fold_how how) {
  struct data *v = view_tree_data(d);
  struct node_info info;
  view_refresh(d, VIEW_tree);
  if (engine_node(d->engine, n, &info) || n >= v->fold.len) return;
  if (how == FOLD_TOGGLE) how = view_tree_is_open(v, &info) ? FOLD_HIDE : FOLD_SHOW;
  v->fold.data[n] = how == FOLD_SHOW ? FOLD_OPEN : FOLD_CLOSED;
  debug_stale(d);
}

static const struct pane_ops tree_pane = {.name = "tree",
                                          .title = tree_title,
                                          .count = tree_count,
                                          .header = tree_header,
                                          .item = tree_item,
                                          .why_empty = tree_why_empty,
                                          .open = tree_open,
                                          .cursor = tree_cursor,
                                          .home = tree_home,
                                          .reveal = tree_reveal};
static const struct pane_ops *const panes[] = {&tree_pane, &view_tree_node, &view_tree_levels,
                                               &view_checks_list, NULL};

static void tree_layout(struct debug *d, struct rect area, struct rect *out) {
  int focus = d->views[VIEW_tree].focus;
  if (area.cols >= 100) {
    struct rect right = rect_right(&area, area.cols * 3 / 8);
    out[CHECKS] = rect_bottom(&right, right.rows / 3);
    out[LEVELS] = rect_bottom(&right, right.rows * 2 / 5);
    out[NODE] = right;
  } else {
    out[focus == TREE ? NODE : focus] = rect_bottom(&area, area.rows / 3);
  }
  out[TREE] = area;
}

static int tree_twin_rows(struct debug *d, int cols) {
  int n = (int)view_tree_data(d)->rows.len + 2;
  if (n > 400) n = 400;
  return cols >= 100 ? (n < 24 ? 24 : n) : n * 3 / 2 + 8;
}

const struct view_ops view_tree = {.name = "tree",
                                   .title = "Tree",
                                   .panes = panes,
                                   .layout = tree_layout,
                                   .twin_rows = tree_twin_rows,
                                   .open = tree_open_data,
                                   .refresh = view_tree_refresh,
                                   .close = tree_close_data,
                                   .node = view_tree_cursor,
                                   .focus = TREE};
