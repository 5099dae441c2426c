/* Shared by the files of view_tree; nobody else includes it. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TREE_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_TREE_INT_H

#include "tui/views/views.h"
#include "tui/views/view_tree.h"
#include "tui/views/view_checks.h"

enum fold { FOLD_DEFAULT, FOLD_OPEN, FOLD_CLOSED };

struct tree_row {
  node_id node;
  uint32_t indent;
  int32_t choice; /* >= 0: an enabled choice of `node` that was not taken */
};

struct below {
  uint32_t nodes, errors, noted;
};

struct level { /* nodes; an error counts as nothing else */
  uint32_t open, expanded, known, ended, errors;
  uint32_t nearest; /* the least value of the heuristic; UINT32_MAX: none was scored */
};

struct data {
  VEC(struct tree_row) rows;
  VEC(struct tree_row) todo; /* while rows are made */
  VEC(uint8_t) shown;        /* by node: has a row */
  VEC(uint8_t) fold;         /* by node: enum fold */
  VEC(struct below) below;   /* by node: of its subtree, itself left out */
  VEC(struct level) levels;  /* by locations observed; without a sequence, by depth */
  struct counted {           /* what `below` and `levels` were counted of */
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

struct data *view_tree_data(struct debug *d);
void view_tree_level_add(struct data *v, uint32_t level, const struct node_info *n);
bool view_tree_is_open(const struct data *v, const struct node_info *n);
void view_tree_refresh(struct debug *d, void *data);
void view_tree_clear_lines(struct data *v);
void view_tree_indent(uint32_t n, struct line *out);

#endif
