/* The view Checks: the list of bounded checks, and details of the check under the cursor with its
 * counterexample. */
#include "tui/views/views.h"
#include "tui/views/view_checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum pane { LIST, DETAIL };

struct data {
  VEC(struct check_info) checks;
  size_t cursor;
  uint32_t shown; /* id of the check that `lines` describe; 0: none */
  VEC(char *) lines;
  VEC(node_id) nodes; /* for each line: the counterexample's node, or NODE_NONE */
};

static struct data *checks_data_of(struct debug *d) { return d->views[VIEW_checks].data; }

static void *checks_open_data(struct debug *d) {
  (void)d;
  return mem_alloc(sizeof(struct data));
}

static void checks_clear(struct data *v) {
  size_t i;
  for (i = 0; i < v->checks.len; i++) engine_check_release(&v->checks.data[i]);
  for (i = 0; i < v->lines.len; i++) free(v->lines.data[i]);
  v->checks.len = v->lines.len = v->nodes.len = 0;
  v->shown = 0;
}

static void checks_close_data(void *data) {
  struct data *v = data;
  checks_clear(v);
  vec_free(&v->checks);
  vec_free(&v->lines);
  vec_free(&v->nodes);
  free(v);
}

static void checks_refresh(struct debug *d, void *data) {
  struct data *v = data;
  uint32_t i, n = engine_check_count(d->engine);
  checks_clear(v);
  for (i = 0; i < n; i++) {
    struct check_info c;
    memset(&c, 0, sizeof c);
    if (!engine_check(d->engine, i, &c)) *vec_push(&v->checks) = c;
  }
}

static const char *view_checks_state_word(int state, enum style *style) {
  static const struct {
    const char *word;
    enum style style;
  } words[] = {{"running", ST_KEY},       {"no error", ST_GOOD}, {"ERROR", ST_BAD},
               {"inconclusive", ST_WARN}, {"stopped", ST_DIM},   {"found", ST_GOOD},
               {"none", ST_WARN}};
  *style = words[state].style;
  return words[state].word;
}

void view_checks_pin(const struct check_info *c, struct line *out) {
  enum style style;
  const char *word = view_checks_state_word(c->state, &style);
  line_printf(out, style, "c%u %s", c->id, word);
}

/* ---- the list ---- */

static void list_title(struct debug *d, struct line *out) {
  line_printf(out, ST_NORMAL, "Bounded checks (%u)", engine_check_count(d->engine));
}

static size_t list_count(struct debug *d) {
  view_refresh(d, VIEW_checks);
  return teach_hides_tree(d) ? 0 : checks_data_of(d)->checks.len;
}

static const char *list_why_empty(struct debug *d) {
  return teach_hides_tree(d) ? TEACH_HIDDEN : "none (B or :check)";
}

static bool list_header(struct debug *d, int cols, struct line *out) {
  if (!list_count(d)) return false;
  line_puts(out, ST_DIM,
            cols >= 60 ? "id   from node  bound     states   verdict" : "id  node bound  verdict");
  return true;
}

static void list_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct check_info *c = &checks_data_of(d)->checks.data[i];
  enum style style;
  const char *word = view_checks_state_word(c->state, &style);
  char *verdict = c->verdict && *c->verdict ? debug_short(d, c->verdict) : mem_strdup(word);
  char bound[16] = "-"; /* a ladder searches without a bound */
  (void)row;
  if (c->options.kind != CHECK_LADDER || c->options.depth)
    snprintf(bound, sizeof bound, "%u", c->options.depth);
  if (cols >= 60) {
    line_printf(out, ST_NORMAL, "c%-4u%-11u%-10s%-9llu", c->id, c->from, bound,
                (unsigned long long)c->states);
    if (d->set.times) line_printf(out, ST_DIM, "%5.1fs ", c->seconds);
  } else {
    line_printf(out, ST_NORMAL, "c%-3u%-5u%-6s ", c->id, c->from, bound);
  }
  line_puts(out, style, verdict);
  free(verdict);
}

static char *list_open(struct debug *d, size_t i) {
  const struct check_info *c = &checks_data_of(d)->checks.data[i];
  return mem_printf("go %u", c->error_node != NODE_NONE ? c->error_node : c->from);
}

static size_t *list_cursor(struct debug *d) { return &checks_data_of(d)->cursor; }

uint32_t view_checks_cursor(struct debug *d) {
  struct data *v = checks_data_of(d);
  view_refresh(d, VIEW_checks);
  return v->cursor < v->checks.len ? v->checks.data[v->cursor].id : 0;
}

/* ---- details of one check ---- */

static void checks_add(struct data *v, char *s, node_id n) {
  *vec_push(&v->lines) = s;
  *vec_push(&v->nodes) = n;
}

static void report_steps(struct debug *d, struct data *v, const struct check_info *c) {
  uint32_t n = engine_path(d->engine, c->error_node, NULL, 0), i;
  node_id *path = mem_alloc((n + 1) * sizeof *path);
  struct node_info from;
  engine_path(d->engine, c->error_node, path, n);
  i = engine_node(d->engine, c->from, &from) ? 1 : from.depth + 1;
  for (i = c->state == CHECK_FOUND ? c->common + 1 : i; i < n; i++) {
    char *s = debug_node_text(d, path[i]);
    checks_add(v, mem_printf("step %-4u %s", i, s), path[i]);
    free(s);
  }
  free(path);
}

static char *effort_text(const struct check_info *c) {
  unsigned long long states = c->states, transitions = c->transitions;
  if (c->options.kind == CHECK_NEAREST)
    return mem_printf("the nearest run that ends well, %llu states, %llu transitions", states,
                      transitions);
  if (c->options.kind == CHECK_REPAIR)
    return mem_printf("%s, from the start: %llu states, %llu transitions", c->options.repair,
                      states, transitions);
  if (c->options.kind == CHECK_LADDER)
    return mem_printf(
        "each property by itself, ever deeper: %s, depth %u reached, %llu states, "
        "%llu transitions, %.1f of %g s",
        c->options.search, c->max_depth, states, transitions, c->seconds, c->options.seconds);
  return mem_printf("%s, depth %u of %u, %llu states, %llu transitions",
                    c->options.search ? c->options.search : "dfs", c->max_depth, c->options.depth,
                    states, transitions);
}

/* Adds a ladder's result for each property, and its errors. */
static void ladder_report(struct debug *d, struct data *v, const struct check_info *c) {
  char *save = NULL, *copy = mem_strdup(c->explored ? c->explored : ""), *line;
  for (line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
    checks_add(v, mem_printf("  %s", line), NODE_NONE);
  free(copy);
  if (c->error_count) checks_add(v, mem_strdup("errors (Enter goes there):"), NODE_NONE);
  for (uint32_t i = 0; i < c->error_count; i++) {
    struct violation_info bad;
    char *message;
    if (engine_violation(d->engine, c->errors[i], &bad)) continue;
    message = debug_short(d, bad.message);
    checks_add(v,
               mem_printf("  %u %s: %s @ %s", i + 1, bad.property_name, message,
                          bad.location ? bad.location : "?"),
               c->errors[i]);
    free(message);
  }
}

static void checks_report(struct debug *d, struct data *v, const struct check_info *c) {
  struct violation_info bad;
  enum style style;
  checks_add(v,
             mem_printf("check %u from node %u: %s", c->id, c->from,
                        view_checks_state_word(c->state, &style)),
             NODE_NONE);
  if ((c->state != CHECK_ERROR || c->error_node == NODE_NONE) && c->verdict && *c->verdict)
    checks_add(v, mem_strdup(c->verdict), NODE_NONE);
  checks_add(v, effort_text(c), NODE_NONE);
  if (c->options.kind == CHECK_LADDER) ladder_report(d, v, c);
  if (c->state == CHECK_ERROR && c->error_node != NODE_NONE) {
    if (!engine_violation(d->engine, c->error_node, &bad)) {
      char *save = NULL, *copy = debug_short(d, bad.detail ? bad.detail : ""), *line;
      checks_add(v, mem_printf("%s: %s", bad.property_name, bad.headline), NODE_NONE);
      for (line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        checks_add(v, mem_printf("  %s", line), NODE_NONE);
      free(copy);
    }
    checks_add(v, mem_strdup("counterexample (executed again here; Enter goes to a step):"),
               NODE_NONE);
    report_steps(d, v, c);
  }
  if (c->state == CHECK_FOUND) {
    checks_add(v, mem_strdup("where it diverges (executed again here; Enter goes to a step):"),
               NODE_NONE);
    report_steps(d, v, c);
  }
}

static size_t detail_count(struct debug *d) {
  struct data *v = checks_data_of(d);
  if (!list_count(d) || v->cursor >= v->checks.len) return 0;
  if (v->shown == v->checks.data[v->cursor].id) return v->lines.len;
  while (v->lines.len) free(v->lines.data[--v->lines.len]);
  v->nodes.len = 0;
  v->shown = v->checks.data[v->cursor].id;
  checks_report(d, v, &v->checks.data[v->cursor]);
  return v->lines.len;
}

static void detail_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Verdict and counterexample");
}

static void detail_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = checks_data_of(d);
  struct node_info n;
  enum style style = i == 0 ? ST_TITLE : ST_NORMAL;
  (void)row, (void)cols;
  if (v->nodes.data[i] != NODE_NONE && !engine_node(d->engine, v->nodes.data[i], &n))
    style = line_thread_style(n.choice.thread);
  line_puts(out, style, v->lines.data[i]);
}

static char *detail_open(struct debug *d, size_t i) {
  const struct data *v = checks_data_of(d);
  return v->nodes.data[i] == NODE_NONE ? NULL : mem_printf("go %u", v->nodes.data[i]);
}

const struct pane_ops view_checks_list = {.name = "checks",
                                          .title = list_title,
                                          .count = list_count,
                                          .header = list_header,
                                          .item = list_item,
                                          .open = list_open,
                                          .cursor = list_cursor,
                                          .why_empty = list_why_empty};
static const char *detail_why_empty(struct debug *d) {
  return teach_hides_tree(d)
             ? TEACH_HIDDEN
             : "B starts a bounded check from here, in the tree from the node under the cursor";
}

static const struct pane_ops detail_pane = {.name = "verdict",
                                            .title = detail_title,
                                            .count = detail_count,
                                            .item = detail_item,
                                            .open = detail_open,
                                            .why_empty = detail_why_empty};
static const struct pane_ops *const panes[] = {&view_checks_list, &detail_pane, NULL};

static void checks_layout(struct debug *d, struct rect area, struct rect *out) {
  (void)d;
  out[LIST] = rect_top(&area, area.rows >= 20 ? area.rows / 3 : area.rows / 2);
  out[DETAIL] = area;
}

static int checks_twin_rows(struct debug *d, int cols) {
  int list = (int)list_count(d) + 3, detail = (int)detail_count(d) + 2;
  int rows = 2 * (list > detail ? list : detail);
  (void)cols;
  if (rows < 20) return rows;
  rows = list * 3 > detail * 3 / 2 + 1 ? list * 3 : detail * 3 / 2 + 1;
  return rows < 20 ? 20 : rows;
}

const struct view_ops view_checks = {.name = "checks",
                                     .title = "Checks",
                                     .panes = panes,
                                     .layout = checks_layout,
                                     .twin_rows = checks_twin_rows,
                                     .open = checks_open_data,
                                     .refresh = checks_refresh,
                                     .close = checks_close_data,
                                     .focus = LIST};
