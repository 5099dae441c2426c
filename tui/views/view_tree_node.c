/* The pane of the view Tree about the node under the cursor: its properties, why the search chose
 * it, and its score along the path. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_tree_int.h"

static void tree_add(struct data *v, char *s) { *vec_push(&v->lines) = s; }

/* ---- why the search chose it ---- */

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

/* ---- the score along the path ---- */

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
