/* The rows of the search tree: what of it is unfolded, in the order of drawing (view_tree.c). */
#include "tui/views/views.h"
#include "tui/views/view_tree_int.h"
#include "tui/views/view_tree.h"
#include <string.h>
#include "tui/views/view_checks.h"

static void count_below(struct debug *d, struct data *v) {
  uint32_t n = engine_node_count(d->engine), i;
  bool by_depth = !engine_mark_count(d->engine);
  struct node_info k;
  vec_reserve(&v->below, n + 1);
  v->below.len = n;
  memset(v->below.data, 0, n * sizeof *v->below.data);
  while (v->fold.len < n) *vec_push(&v->fold) = FOLD_DEFAULT;
  v->levels.len = 0;
  for (i = n; i-- > 0;) {
    struct below *up, *own = &v->below.data[i];
    if (engine_node(d->engine, i, &k)) continue;
    view_tree_level_add(v, by_depth ? k.depth : k.observed, &k);
    if (k.parent < i) {
      up = &v->below.data[k.parent];
      up->nodes += own->nodes + 1;
      up->errors += own->errors + ((k.flags & NODE_ERROR) != 0);
      up->noted += own->noted + ((k.flags & NODE_NOTED) != 0);
    }
  }
}

bool view_tree_is_open(const struct data *v, const struct node_info *n) {
  if (v->fold.data[n->id] != FOLD_DEFAULT) return v->fold.data[n->id] == FOLD_OPEN;
  return n->flags & NODE_ON_PATH && !(n->flags & NODE_HERE);
}

/* The child that goes on straight down: the one on the path, else the one with most below it. */
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

/* The last pushed comes first: the main child at the bottom, its siblings in order above it. */
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

void view_tree_refresh(struct debug *d, void *data) {
  struct data *v = data;
  view_tree_clear_lines(v);
  count_below(d, v);
  v->rows.len = v->todo.len = 0;
  vec_reserve(&v->shown, v->below.len + 1);
  v->shown.len = v->below.len;
  memset(v->shown.data, 0, v->shown.len);
  push(v, NODE_ROOT, 0);
  while (v->todo.len) {
    struct tree_row r = v->todo.data[--v->todo.len];
    struct node_info n;
    if (engine_node(d->engine, r.node, &n)) continue;
    *vec_push(&v->rows) = r;
    v->shown.data[r.node] = 1;
    if (n.flags & NODE_HERE) add_open_choices(d, v, r.node, r.indent);
    if (view_tree_is_open(v, &n))
      push_children(d, v, &n, r.indent);
    else if (n.flags & NODE_HERE && n.first_child != NODE_NONE) {
      /* the states beyond here are shown one level deep, so that the way forward is seen */
      push_below_here(d, v, &n, r.indent + 1);
    }
  }
}
