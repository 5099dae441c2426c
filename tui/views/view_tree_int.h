/* Internal data of the view Tree. Only the files view_tree*.c include this header. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_TREE_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_TREE_INT_H

#include "tui/views/views.h"
#include "tui/views/view_tree.h"
#include "tui/views/view_checks.h"

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

struct data *view_tree_data(struct debug *d);
/* Counts a node in a level. */
void view_tree_level_add(struct data *v, uint32_t level, const struct node_info *n);
/* Returns true if the node's children have rows. */
bool view_tree_is_open(const struct data *v, const struct node_info *n);
void view_tree_refresh(struct debug *d, void *data);
void view_tree_clear_lines(struct data *v);
/* Draws the lines in front of a row that is indented n times. */
void view_tree_indent(uint32_t n, struct line *out);

#endif
