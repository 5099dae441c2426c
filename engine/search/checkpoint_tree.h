/* The tree of states in a checkpoint: every node below the search's start that is still there, as
 * the choice that leads to it. Reading it executes them again, once each; execution is
 * deterministic, and what can be compared is: bytecodes, how the transition ended, and, of a state
 * that has one, its fingerprint.
 *
 * Nodes are numbered in preorder, the start is 0. A strategy names them by those numbers. */
#ifndef HEDDLE_SEARCH_CHECKPOINT_TREE_H
#define HEDDLE_SEARCH_CHECKPOINT_TREE_H

#include "engine/base/block_file.h"
#include "engine/search/search.h"

struct ckpt_tree {
  uint32_t *number; /* writing: of each node, by its id */
  node_id *node;    /* reading: by number */
  uint32_t count;
};

void ckpt_tree_save(struct ckpt_out *o, struct search *s, struct ckpt_tree *t);
/* Leaves the explorer at some node of the tree. Counters of transitions and bytecodes are as
 * before. */
void ckpt_tree_load(struct ckpt_in *in, struct search *s, struct ckpt_tree *t);
void ckpt_tree_release(struct ckpt_tree *t);

void ckpt_put_node(struct ckpt_out *o, const struct ckpt_tree *t, node_id n); /* NODE_NONE too */
node_id ckpt_node(struct ckpt_in *in,
                  const struct ckpt_tree *t); /* NODE_NONE, or a node of the tree */
node_id ckpt_some_node(
    struct ckpt_in *in,
    const struct ckpt_tree *t); /* a node; the start when there is none, which is an error */

/* Choices that a state has left. Reading goes to that state, and they are among its choices; at
 * most CHOICES_MAX. */
void ckpt_put_choices(struct ckpt_out *o, const struct choice *c, uint32_t n);
uint32_t ckpt_choices(struct ckpt_in *in, struct search *s, node_id state, struct choice *out);

#endif
