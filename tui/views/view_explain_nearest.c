/* The pane of the view Explain about the nearest run without an error: where it leaves the
 * explained path, and where it ends. The command `explain` starts the search for it, which is a
 * check. */
#include <stdlib.h>

#include "tui/terminal/alternatives.h"
#include "tui/views/view_explain_int.h"

void explain_clear_nearest(struct explain_data *v) {
  for (size_t i = 0; i < v->nearest.len; i++) free(v->nearest.data[i].text);
  v->nearest.len = 0;
}

static void nearest_row(struct explain_data *v, node_id n, bool good, char *text) {
  *vec_push(&v->nearest) = (struct nearest_row){.text = text, .node = n, .good = good};
}

static void nearest_leaves(struct debug *d, struct explain_data *v, const struct check_info *k) {
  node_id its = node_at_depth(d, k->error_node, k->common + 1);
  char *takes = debug_node_text(d, its),
       *takes_not = debug_node_text(d, node_at_depth(d, v->node, k->common + 1));
  nearest_row(
      v, its, true,
      mem_printf("the same up to step %u; then %s, in place of %s", k->common, takes, takes_not));
  free(takes);
  free(takes_not);
}

static void nearest_found(struct debug *d, struct explain_data *v, const struct check_info *k) {
  struct node_info end;
  nearest_leaves(d, v, k);
  if (engine_node(d->engine, k->error_node, &end)) return;
  nearest_row(
      v, k->error_node, false,
      mem_printf("common prefix %u of %u steps; it ends at step %u (node %u)%s", k->common,
                 v->depth, end.depth, end.id, k->whole ? "" : "; not all nearer ones were tried"));
}

void explain_read_nearest(struct debug *d, struct explain_data *v) {
  struct check_info k;
  explain_clear_nearest(v);
  if (!v->is_error || !nearest_find(d, v->node, &k)) return;
  if (k.state == CHECK_FOUND)
    nearest_found(d, v, &k);
  else if (k.state == CHECK_RUNNING)
    nearest_row(v, NODE_NONE, false,
                mem_printf("looking for it: %llu states so far (Ctrl-C ends that)",
                           (unsigned long long)k.states));
  else
    nearest_row(v, NODE_NONE, false, debug_short(d, k.verdict ? k.verdict : "ended"));
  engine_check_release(&k);
}

static void nearest_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "The nearest run that ends well");
}

static size_t nearest_count(struct debug *d) { return explain_data_of(d)->nearest.len; }

static void nearest_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct nearest_row *r = &explain_data_of(d)->nearest.data[i];
  (void)row, (void)cols;
  line_puts(out, r->good ? ST_GOOD : ST_NORMAL, r->text);
}

static char *nearest_open(struct debug *d, size_t i) {
  node_id n = explain_data_of(d)->nearest.data[i].node;
  return n == NODE_NONE ? NULL : mem_printf("go %u", n);
}

static const char *nearest_empty(struct debug *d) {
  return explain_data_of(d)->is_error ? "not searched for (E searches)" : "no error here";
}

const struct pane_ops explain_nearest_pane = {.name = "nearest",
                                              .title = nearest_title,
                                              .count = nearest_count,
                                              .item = nearest_item,
                                              .open = nearest_open,
                                              .why_empty = nearest_empty};
