/* The levels of the search tree: how many states of each level are open, expanded, seen before or
 * ended. With a guide sequence, a level is the number of its locations that the path to the state
 * has observed, as in the backtrack set (paper 000, figure 5). Without one, a row is a range of
 * depths. */
#include "tui/views/view_tree_int.h"

enum { DEPTH_ROWS = 12 };

void view_tree_level_add(struct data *v, uint32_t level, const struct node_info *n) {
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
