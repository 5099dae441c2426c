/* The pane of the view Explain about repairs: those that the engine proposes for the error, and the
 * results of those that were tried. */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/alternatives.h"
#include "tui/views/view_explain.h"
#include "tui/views/view_explain_int.h"

void explain_clear_repairs(struct explain_data *v) {
  engine_repairs_release(v->repairs, v->repair_count);
  v->repairs = NULL;
  v->repair_count = 0;
}

void explain_read_repairs(struct debug *d, struct explain_data *v) {
  explain_clear_repairs(v);
  if (v->is_error) engine_repairs(d->engine, v->node, &v->repairs, &v->repair_count);
}

static void repairs_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "What would help (F tries the one under the cursor)");
}

static size_t repairs_count(struct debug *d) { return explain_data_of(d)->repair_count; }

static enum style repair_style(int state) {
  return state == CHECK_NO_ERROR ? ST_GOOD
         : state == CHECK_ERROR  ? ST_BAD
         : state == CHECK_KILLED ? ST_DIM
                                 : ST_WARN;
}

char *repair_said(struct debug *d, node_id n, const struct repair_info *r, enum style *style) {
  struct check_info k;
  char *said;
  *style = ST_DIM;
  if (!r->apply) return mem_strdup("not tried: cannot be applied to class files");
  if (!repair_find(d, n, r, &k)) return mem_strdup("not tried");
  *style = repair_style(k.state);
  said = k.state == CHECK_RUNNING ? mem_printf("is tried: %llu states so far (Ctrl-C ends that)",
                                               (unsigned long long)k.states)
                                  : debug_short(d, k.verdict);
  engine_check_release(&k);
  return said;
}

/* On a narrow screen, the result has a row of its own. */
static int repairs_height(struct debug *d, int cols, int rows) {
  return (void)d, (void)rows, cols < REPAIR_WIDE ? 2 : 1;
}

static void repairs_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct explain_data *v = explain_data_of(d);
  const struct repair_info *r = &v->repairs[i];
  char *text = debug_short(d, r->text), *said;
  enum style style;
  said = repair_said(d, v->node, r, &style);
  if (!row) line_printf(out, ST_NORMAL, "%2zu  %s", i + 1, text);
  if (row || cols >= REPAIR_WIDE) line_printf(out, style, "%s%s", row ? "    " : "   ", said);
  free(text);
  free(said);
}

static const char *repairs_empty(struct debug *d) {
  return explain_data_of(d)->is_error ? "nothing is proposed" : "no error here";
}

static char *repairs_open(struct debug *d, size_t i) {
  return explain_data_of(d)->repairs[i].apply ? mem_printf("repair %zu", i + 1) : NULL;
}

const struct pane_ops explain_repairs_pane = {.name = "repairs",
                                              .title = repairs_title,
                                              .count = repairs_count,
                                              .height = repairs_height,
                                              .item = repairs_item,
                                              .open = repairs_open,
                                              .why_empty = repairs_empty};
