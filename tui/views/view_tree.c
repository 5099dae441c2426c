/* The view Tree: the states explored so far. The current path goes straight down. A node that
 * branches off is indented and comes before the step that the path takes instead. Subtrees that are
 * not on the path are folded until the user opens them.
 * The counting of nodes relies on an invariant of the engine: the id of a child is larger than that
 * of its parent. */
#include "tui/views/view_tree.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/views/view_checks.h"
#include "tui/views/views.h"

enum fold { FOLD_DEFAULT, FOLD_OPEN, FOLD_CLOSED };

struct tree_row {
  node_id node;
  uint32_t indent;
  int32_t choice; /* index of an enabled choice of `node` that was not taken yet; negative: the row
                     is the node's */
};

struct below {
  uint32_t nodes, errors, noted;
};

struct level { /* numbers of nodes at a level; a node with an error counts only in `errors` */
  uint32_t open, expanded, known, ended, errors;
  uint32_t nearest; /* least value of the heuristic; UINT32_MAX: no node was scored */
};

struct data {
  VEC(struct tree_row) rows;
  VEC(struct tree_row) todo; /* rows still to be made */
  VEC(uint8_t) shown;        /* for each node: 1 if it has a row */
  VEC(uint8_t) fold;         /* for each node: enum fold */
  VEC(struct below) below;   /* for each node: counts of its subtree, without the node itself */
  VEC(struct level) levels;  /* by number of observed locations or, without marks, by depth */
  struct counted {           /* the engine's counters when `below` and `levels` were counted */
    const struct engine *engine;
    uint64_t generation, states, transitions, backtracks;
    uint32_t nodes, marks;
  } counted;
  size_t cursor;
  node_id described; /* node that `lines` describe */
  uint64_t reported_at;
  VEC(char *) lines;
};

extern const struct pane_ops view_tree_node, view_tree_levels;

static struct data *view_tree_data(struct debug *d);
static void view_tree_clear_lines(struct data *v);
static void view_tree_indent(uint32_t n, struct line *out);

/* ---- pane of levels ---- */

/* The pane shows how many states of each level of the search tree are open, expanded, seen before
 * or ended. With a guide sequence, a level is the number of its locations that the path to the
 * state has observed, as in the backtrack set (paper 000, figure 5). Without one, a row is a range
 * of depths. */

enum { DEPTH_ROWS = 12 };

/* Counts a node in a level. */
static void view_tree_level_add(struct data *v, uint32_t level, const struct node_info *n) {
  struct level *l;
  while (v->levels.len <= level) *vec_push(&v->levels) = (struct level){.nearest = UINT32_MAX};
  l = &v->levels.data[level];
  if (n->flags & NODE_ERROR)
    l->errors++;
  else if (n->flags & NODE_MATCHED)
    l->known++;
  else if (n->flags & NODE_ENDED)
    l->ended++;
  else if (n->flags & NODE_EXPANDED)
    l->expanded++;
  else
    l->open++;
  if (n->h_value < l->nearest) l->nearest = n->h_value;
}

/* Returns the number of levels that share a row. */
static size_t levels_step(struct debug *d) {
  size_t n = view_tree_data(d)->levels.len;
  return engine_mark_count(d->engine) ? 1 : (n + DEPTH_ROWS - 1) / DEPTH_ROWS;
}

static size_t levels_count(struct debug *d) {
  size_t n = view_tree_data(d)->levels.len, step = levels_step(d);
  return n && !teach_open(d) ? (n + step - 1) / step : 0;
}

static struct level levels_sum(const struct data *v, size_t from, size_t to) {
  struct level sum = {.nearest = UINT32_MAX};
  for (; from < to && from < v->levels.len; from++) {
    const struct level *l = &v->levels.data[from];
    sum.open += l->open;
    sum.expanded += l->expanded;
    sum.known += l->known;
    sum.ended += l->ended;
    sum.errors += l->errors;
    if (l->nearest < sum.nearest) sum.nearest = l->nearest;
  }
  return sum;
}

static void levels_title(struct debug *d, struct line *out) {
  line_puts(out, ST_NORMAL, engine_mark_count(d->engine) ? "Levels: observed" : "Levels: depth");
}

static bool levels_header(struct debug *d, int cols, struct line *out) {
  (void)cols;
  line_puts(out, ST_DIM, "level  open  done  seen ended");
  if (engine_mark_count(d->engine)) line_puts(out, ST_DIM, "  near");
  return true;
}

/* Draws the deepest level first. */
static void levels_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  size_t step = levels_step(d), at = (levels_count(d) - 1 - i) * step;
  struct level l = levels_sum(view_tree_data(d), at, at + step);
  uint32_t marks = engine_mark_count(d->engine);
  char name[48];
  (void)row, (void)cols;
  CHECK(i < levels_count(d), "the tree has the level: %zu", i);
  if (marks)
    snprintf(name, sizeof name, "%zu/%u", at, marks);
  else if (step == 1)
    snprintf(name, sizeof name, "%zu", at);
  else
    snprintf(name, sizeof name, "%zu-%zu", at, at + step - 1);
  line_printf(out, ST_NORMAL, "%5s", name);
  line_printf(out, l.open ? ST_MARK : ST_DIM, " %5u", l.open);
  line_printf(out, ST_NORMAL, " %5u", l.expanded);
  line_printf(out, ST_DIM, " %5u %5u", l.known, l.ended);
  if (marks && l.nearest != UINT32_MAX) line_printf(out, ST_DIM, " %5u", l.nearest);
  if (l.errors) line_printf(out, ST_BAD, " !%u", l.errors);
}

const struct pane_ops view_tree_levels = {.name = "levels",
                                          .title = levels_title,
                                          .count = levels_count,
                                          .header = levels_header,
                                          .item = levels_item,
                                          .text = true};

/* ---- pane of the node ---- */

/* The pane shows the properties of the node under the cursor, why the search chose it, and its
 * score along the path. */

static void tree_add(struct data *v, char *s) { *vec_push(&v->lines) = s; }

/* ---- reason of the choice ---- */

/* Returns a node with its score: "57 T2 lock d2 (2/5, distance 4)". Caller frees. */
static char *scored(struct debug *d, node_id id) {
  uint32_t marks = engine_mark_count(d->engine);
  struct node_info n;
  struct text t = {0};
  char *s = debug_node_text(d, id);
  text_printf(&t, "%u %s", id, s);
  free(s);
  if (marks && !engine_node(d->engine, id, &n)) {
    text_printf(&t, " (%u/%u", n.observed, marks);
    if (n.h_value != UINT32_MAX) text_printf(&t, ", distance %u", n.h_value);
    text_puts(&t, ")");
  }
  return t.s;
}

static void describe_choice(struct debug *d, struct data *v, const struct node_info *n) {
  struct chosen_info c;
  struct node_info over;
  char *other;
  if (engine_chosen(d->engine, n->id, &c)) return;
  switch (c.by) {
    case CHOSEN_LOCATION:
      tree_add(v, mem_printf("chosen of %u successor%s: it observed location %u", c.among,
                             PLURAL(c.among), n->observed));
      break;
    case CHOSEN_SUCCESSOR:
      tree_add(
          v, mem_printf("chosen of %u successor%s: the least distance", c.among, PLURAL(c.among)));
      break;
    case CHOSEN_BACKTRACK:
      tree_add(v, mem_printf("drawn from the %u state%s of the backtrack set, there the nearest "
                             "with %u observed",
                             c.among, PLURAL(c.among), n->observed));
      break;
    case CHOSEN_OPEN:
      tree_add(v, mem_printf("chosen as the first of %u open state%s", c.among, PLURAL(c.among)));
      break;
  }
  if (c.ties > 1) tree_add(v, mem_printf("  drawn among %u that are as good", c.ties));
  if (c.over == NODE_NONE || engine_node(d->engine, c.over, &over)) return;
  other = scored(d, c.over);
  tree_add(v, mem_printf("  preferred to %s", other));
  free(other);
}

/* ---- score along the path ---- */

enum { CURVE_COLUMNS = 32, CURVE_STEPS = 8 };

/* Returns a curve in block characters. Each column shows the greatest value in its part of the
 * path, relative to `most`. UINT32_MAX stands for a missing value. Caller frees. */
static char *curve(const uint32_t *value, uint32_t count, uint32_t most) {
  uint32_t cols = count < CURVE_COLUMNS ? count : CURVE_COLUMNS, i, k;
  struct text t = {0};
  for (i = 0; i < cols; i++) {
    uint32_t from = (uint32_t)((uint64_t)i * count / cols),
             to = (uint32_t)((uint64_t)(i + 1) * count / cols), top = 0;
    char bytes[4];
    bool any = false;
    for (k = from; k < to; k++)
      if (value[k] != UINT32_MAX) any = true, top = value[k] > top ? value[k] : top;
    if (!any)
      text_puts(&t, " ");
    else
      text_add(
          &t, bytes,
          (size_t)utf8_encode(
              0x2581 + (most ? (uint32_t)((uint64_t)top * (CURVE_STEPS - 1) / most) : 0), bytes));
  }
  return t.s;
}

static void add_curve(struct data *v, const char *name, const uint32_t *value, uint32_t count,
                      uint32_t most) {
  uint32_t i, first = UINT32_MAX, last = UINT32_MAX;
  char *s;
  for (i = 0; i < count; i++) {
    if (value[i] == UINT32_MAX) continue;
    if (first == UINT32_MAX) first = value[i];
    last = value[i];
    if (value[i] > most) most = value[i];
  }
  if (first == UINT32_MAX) return;
  s = curve(value, count, most);
  tree_add(v, mem_printf("%s along the path: %u |%s| %u", name, first, s, last));
  free(s);
}

static void describe_score(struct debug *d, struct data *v, const struct node_info *n) {
  uint32_t count = n->depth + 1, marks = engine_mark_count(d->engine), i;
  node_id *path;
  uint32_t *observed, *distance;
  if (!marks || !n->depth) return;
  path = mem_alloc(count * sizeof *path);
  observed = mem_alloc(2 * count * sizeof *observed);
  distance = observed + count;
  count = engine_path(d->engine, n->id, path, count);
  for (i = 0; i < count; i++) {
    struct node_info k;
    if (engine_node(d->engine, path[i], &k)) k = (struct node_info){.h_value = UINT32_MAX};
    observed[i] = k.observed;
    distance[i] = k.h_value;
  }
  add_curve(v, "observed", observed, count, marks);
  add_curve(v, "distance", distance, count, 0);
  free(path);
  free(observed);
}

static void describe_flags(struct data *v, const struct node_info *n) {
  static const char *const words[] = {
      "on the path",          "here",  "expanded", "backtracked",          "state seen before",
      "program ended",        "error", "blocked",  "in the backtrack set", "cannot be executed",
      "a violation was noted"};
  struct text t = {0};
  size_t i;
  text_add(&t, "", 0);
  for (i = 0; i < COUNT(words); i++)
    if (n->flags >> i & 1) text_printf(&t, "%s%s", t.len ? ", " : "", words[i]);
  if (t.len) tree_add(v, mem_strdup(t.s));
  text_release(&t);
}

static void describe(struct debug *d, struct data *v, const struct node_info *n) {
  struct violation_info bad;
  char *s = debug_node_text(d, n->id);
  tree_add(v, mem_printf("%s", *s ? s : "start of main"));
  tree_add(v, mem_printf("depth %u, visits %u, %llu bytecode%s, %u event%s", n->depth, n->visits,
                         (unsigned long long)n->instructions, PLURAL(n->instructions), n->events,
                         PLURAL(n->events)));
  if (engine_mark_count(d->engine)) {
    if (n->h_value == UINT32_MAX)
      tree_add(v, mem_printf("observed %u of %u", n->observed, engine_mark_count(d->engine)));
    else
      tree_add(v, mem_printf("observed %u of %u, distance %u", n->observed,
                             engine_mark_count(d->engine), n->h_value));
  }
  describe_flags(v, n);
  describe_choice(d, v, n);
  describe_score(d, v, n);
  if (n->flags & (NODE_ERROR | NODE_NOTED) && !engine_violation(d->engine, n->id, &bad))
    tree_add(v, mem_printf("%s: %s", bad.property_name, bad.message));
  if (n->fingerprint[0] || n->fingerprint[1])
    tree_add(v, mem_printf("state %016llx%016llx", (unsigned long long)n->fingerprint[0],
                           (unsigned long long)n->fingerprint[1]));
  free(s);
}

static void describe_checks(struct debug *d, struct data *v, node_id n) {
  uint32_t i;
  for (i = 0; i < engine_check_count(d->engine); i++) {
    struct check_info c;
    memset(&c, 0, sizeof c);
    if (engine_check(d->engine, i, &c)) continue;
    if (c.from == n)
      tree_add(v, mem_printf("check %u: %s", c.id, c.verdict ? c.verdict : "running"));
    engine_check_release(&c);
  }
}

static size_t node_count(struct debug *d) {
  struct data *v = view_tree_data(d);
  node_id n = v->cursor < v->rows.len ? v->rows.data[v->cursor].node : NODE_ROOT;
  struct node_info info;
  if (v->described == n && v->reported_at == d->generation && v->lines.len) return v->lines.len;
  view_tree_clear_lines(v);
  if (!v->rows.len || engine_node(d->engine, n, &info)) return 0;
  v->described = n;
  v->reported_at = d->generation;
  describe(d, v, &info);
  describe_checks(d, v, n);
  return v->lines.len;
}

static void node_title(struct debug *d, struct line *out) {
  if (node_count(d))
    line_printf(out, ST_NORMAL, "Node %u", view_tree_data(d)->described);
  else
    line_puts(out, ST_NORMAL, "Node");
}

static void node_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row, (void)cols;
  line_printf(out, i ? ST_NORMAL : ST_TITLE, " %s", view_tree_data(d)->lines.data[i]);
}

const struct pane_ops view_tree_node = {
    .name = "node", .title = node_title, .count = node_count, .item = node_item, .text = true};

/* ---- rows of the tree ---- */

/* The rows are the nodes that no fold hides, in drawing order. */

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
    INVARIANT(k.parent == NODE_NONE || k.parent < i, "a child comes after its parent: %u, %u", i,
              k.parent);
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

/* Returns true if the node's children have rows. */
static bool view_tree_is_open(const struct data *v, const struct node_info *n) {
  INVARIANT(n->id < v->fold.len, "the tree has counted the node: %u of %zu", n->id, v->fold.len);
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
    CHECK(r.node < v->shown.len, "a node that gets a row was counted: %u of %zu", r.node,
          v->shown.len);
    INVARIANT(!v->shown.data[r.node], "a node has one row: %u", r.node);
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

static void view_tree_refresh(struct debug *d, void *data) {
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

/* ---- data of the view ---- */

enum pane { TREE, NODE, LEVELS, CHECKS };

static struct data *view_tree_data(struct debug *d) { return d->views[VIEW_tree].data; }

static void *tree_open_data(struct debug *d) {
  struct data *v = mem_alloc(sizeof *v);
  (void)d;
  v->described = NODE_NONE;
  return v;
}

static void view_tree_clear_lines(struct data *v) {
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

/* ---- drawing a row ---- */

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

/* Draws the lines in front of a row that is indented n times. */
static void view_tree_indent(uint32_t n, struct line *out) {
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
  CHECK(i < view_tree_data(d)->rows.len, "the tree has the row: %zu", i);
  row_text(d, &view_tree_data(d)->rows.data[i], true, cols, out);
}

/* ---- search in folds ---- */

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
    INVARIANT(at < view_tree_data(d)->shown.len, "a node that is searched was counted: %u", at);
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
