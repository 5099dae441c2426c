/* The tree of states in a checkpoint: every node that still exists below the search's start, stored
 * as the choice that leads to it. Loading executes each choice once more. Execution is
 * deterministic, and loading verifies that by the number of bytecodes, the way the transition ended
 * and, if the node has one, the fingerprint.
 *
 * Nodes are numbered in preorder, starting with 0 for the start. A strategy refers to nodes by
 * these numbers. */
#ifndef HEDDLE_SEARCH_CHECKPOINT_TREE_H
#define HEDDLE_SEARCH_CHECKPOINT_TREE_H

#include "engine/base/block_file.h"
#include "engine/base/check.h"
#include "engine/search/search.h"

struct ckpt_tree {
  uint32_t *number; /* when saving: the number of each node, by its id */
  node_id *node;    /* when loading: the nodes by number */
  uint32_t count;
  node_id start; /* the root of the tree; its number is 0 */
};

void ckpt_tree_save(struct ckpt_out *o, struct search *s, struct ckpt_tree *t);
/* Executes the tree again. Leaves the explorer at some node of it, and restores the counters of
 * transitions and bytecodes. */
void ckpt_tree_load(struct ckpt_in *in, struct search *s, struct ckpt_tree *t);
void ckpt_tree_release(struct ckpt_tree *t);

/* n may be NODE_NONE. */
void ckpt_put_node(struct ckpt_out *o, const struct ckpt_tree *t, node_id n);
/* Returns a node of the tree or NODE_NONE. */
node_id ckpt_node(struct ckpt_in *in, const struct ckpt_tree *t);
/* Returns a node of the tree. If the checkpoint holds none, fails and returns the start. */
node_id ckpt_some_node(struct ckpt_in *in, const struct ckpt_tree *t);

/* Writes and reads the choices left in a state, at most CHOICES_MAX. Reading moves to that state
 * and checks that it has those choices. */
void ckpt_put_choices(struct ckpt_out *o, const struct choice *c, uint32_t n);
uint32_t ckpt_choices(struct ckpt_in *in, struct search *s, node_id state, struct choice *out);

#endif
