/* Makes the rows of the view Tree: the nodes that no fold hides, in drawing order. */
#include "tui/views/views.h"
#include "tui/views/view_tree_int.h"
#include "tui/views/view_tree.h"
#include <string.h>
#include "tui/views/view_checks.h"

/* Returns the first node that still has to be counted: the number of counted nodes if only new
 * nodes came, and 0 if all must be counted again, as after a search. In a large tree, moves of the
 * user do not cause a recount, because they are frequent and add few nodes. */
static uint32_t uncounted(struct debug *d, struct data *v) {
  enum { SMALL = 50000 };
  const struct counted now = {.engine = d->engine,
                              .generation = d->generation,
                              .states = d->report.states,
                              .transitions = d->report.transitions,
                              .backtracks = d->report.backtracks,
                              .nodes = engine_node_count(d->engine),
                              .marks = engine_mark_count(d->engine)};
  struct counted before = v->counted;
  v->counted = now;
  if (now.nodes > SMALL) before.generation = now.generation;
  return before.engine == now.engine && before.generation == now.generation &&
                 before.states == now.states && before.transitions == now.transitions &&
                 before.backtracks == now.backtracks && before.nodes <= now.nodes &&
                 before.marks == now.marks
             ? before.nodes
             : 0;
}

static void add_below(struct below *up, const struct below *own, const struct node_info *n) {
  up->nodes += own->nodes + 1;
  up->errors += own->errors + ((n->flags & NODE_ERROR) != 0);
  up->noted += own->noted + ((n->flags & NODE_NOTED) != 0);
}

static void count_all(struct debug *d, struct data *v, uint32_t n) {
  bool by_depth = !engine_mark_count(d->engine);
  struct node_info k;
  uint32_t i;
  memset(v->below.data, 0, n * sizeof *v->below.data);
  v->levels.len = 0;
  for (i = n; i-- > 0;) {
    if (engine_node(d->engine, i, &k)) continue;
    view_tree_level_add(v, by_depth ? k.depth : k.observed, &k);
    if (k.parent < i) add_below(&v->below.data[k.parent], &v->below.data[i], &k);
  }
}

/* Adds each new node to the counts of all its ancestors. */
static void count_new(struct debug *d, struct data *v, uint32_t from, uint32_t n) {
  static const struct below none;
  bool by_depth = !engine_mark_count(d->engine);
  struct node_info fresh, k;
  uint32_t i, up;
  memset(v->below.data + from, 0, (n - from) * sizeof *v->below.data);
  for (i = from; i < n; i++) {
    if (engine_node(d->engine, i, &fresh)) continue;
    view_tree_level_add(v, by_depth ? fresh.depth : fresh.observed, &fresh);
    for (up = fresh.parent; up != NODE_NONE && !engine_node(d->engine, up, &k); up = k.parent)
      add_below(&v->below.data[up], &none, &fresh);
  }
}

static void count_below(struct debug *d, struct data *v) {
  uint32_t n = engine_node_count(d->engine), from = uncounted(d, v);
  vec_reserve(&v->below, n + 1);
  v->below.len = n;
  while (v->fold.len < n) *vec_push(&v->fold) = FOLD_DEFAULT;
  if (from)
    count_new(d, v, from, n);
  else
    count_all(d, v, n);
}

bool view_tree_is_open(const struct data *v, const struct node_info *n) {
  if (v->fold.data[n->id] != FOLD_DEFAULT) return v->fold.data[n->id] == FOLD_OPEN;
  return n->flags & NODE_ON_PATH && !(n->flags & NODE_HERE);
}

/* Returns the child that is drawn straight below: the child on the current path, else the one with
 * the largest subtree. NODE_NONE: there are no children. */
static node_id main_child(struct debug *d, const struct data *v, const struct node_info *n) {
  node_id c, best = NODE_NONE;
  struct node_info k;
  for (c = n->first_child; c != NODE_NONE && !engine_node(d->engine, c, &k); c = k.next_sibling) {
    if (k.flags & NODE_ON_PATH) return c;
    if (best == NODE_NONE || v->below.data[c].nodes >= v->below.data[best].nodes) best = c;
  }
  return best;
}

static void push(struct data *v, node_id n, uint32_t view_tree_indent) {
  *vec_push(&v->todo) = (struct tree_row){n, view_tree_indent, -1};
}

/* Pushes the children so that the siblings are drawn first, in their order, and the main child
 * last. */
static void push_children(struct debug *d, struct data *v, const struct node_info *n,
                          uint32_t view_tree_indent) {
  node_id c, straight = main_child(d, v, n);
  struct node_info k;
  size_t first, last;
  if (straight == NODE_NONE) return;
  push(v, straight, view_tree_indent);
  first = v->todo.len;
  for (c = n->first_child; c != NODE_NONE && !engine_node(d->engine, c, &k); c = k.next_sibling)
    if (c != straight) push(v, c, view_tree_indent + 1);
  for (last = v->todo.len; first + 1 < last; first++) {
    struct tree_row t = v->todo.data[first];
    v->todo.data[first] = v->todo.data[--last];
    v->todo.data[last] = t;
  }
}

static void push_below_here(struct debug *d, struct data *v, const struct node_info *n,
                            uint32_t view_tree_indent) {
  size_t first = v->todo.len, last;
  struct node_info k;
  node_id c;
  for (c = n->first_child; c != NODE_NONE && !engine_node(d->engine, c, &k); c = k.next_sibling)
    push(v, c, view_tree_indent);
  for (last = v->todo.len; first + 1 < last; first++) {
    struct tree_row t = v->todo.data[first];
    v->todo.data[first] = v->todo.data[--last];
    v->todo.data[last] = t;
  }
}

static void add_open_choices(struct debug *d, struct data *v, node_id here,
                             uint32_t view_tree_indent) {
  size_t i;
  if (d->running) return;
  debug_choices(d);
  for (i = 0; i < d->choices.len; i++)
    if (d->choices.data[i].child == NODE_NONE)
      *vec_push(&v->rows) = (struct tree_row){here, view_tree_indent + 1, (int32_t)i};
}

static void read_rows(struct debug *d, struct data *v) {
  push(v, NODE_ROOT, 0);
  while (v->todo.len) {
    struct tree_row r = v->todo.data[--v->todo.len];
    struct node_info n;
    if (engine_node(d->engine, r.node, &n)) continue;
    *vec_push(&v->rows) = r;
    v->shown.data[r.node] = 1;
    if (n.flags & NODE_HERE && teach_open(d)) continue;
    if (n.flags & NODE_HERE) add_open_choices(d, v, r.node, r.indent);
    if (view_tree_is_open(v, &n))
      push_children(d, v, &n, r.indent);
    else if (n.flags & NODE_HERE && n.first_child != NODE_NONE) {
      /* show one level below the current node, so that the next states are visible */
      push_below_here(d, v, &n, r.indent + 1);
    }
  }
}

static bool is_row(const struct data *v, size_t i, const struct tree_row *r) {
  return i < v->rows.len && v->rows.data[i].node == r->node && v->rows.data[i].choice == r->choice;
}

/* Keeps the cursor on its row when rows were added above it. */
static void keep_cursor(struct data *v, const struct tree_row *was) {
  size_t i;
  if (is_row(v, v->cursor, was)) return;
  for (i = 0; i < v->rows.len; i++)
    if (is_row(v, i, was)) v->cursor = i;
}

void view_tree_refresh(struct debug *d, void *data) {
  struct data *v = data;
  bool had = v->cursor < v->rows.len;
  struct tree_row was = had ? v->rows.data[v->cursor] : (struct tree_row){0};
  view_tree_clear_lines(v);
  count_below(d, v);
  v->rows.len = v->todo.len = 0;
  vec_reserve(&v->shown, v->below.len + 1);
  v->shown.len = v->below.len;
  memset(v->shown.data, 0, v->shown.len);
  if (teach_hides_tree(d)) return;
  read_rows(d, v);
  if (had) keep_cursor(v, &was);
}
