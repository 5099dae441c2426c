/* Checkpoints: the position of a long search in a file, to go on from in another process.
 *
 * What is stored is what cannot be computed again cheaply: the visited set, what the strategy
 * keeps, counters, the generator. States are stored as the choices that lead to them
 * (search/checkpoint_tree.h). A search that goes on from a checkpoint does what the one that wrote
 * it would have done: the same states in the same order, the same draws, the same counters.
 *
 * The caller puts CKPT_IDENTITY and CKPT_CLASSES before that: what the search is a search of. */
#ifndef HEDDLE_SEARCH_CHECKPOINT_H
#define HEDDLE_SEARCH_CHECKPOINT_H

#include "engine/base/block_file.h"
#include "engine/search/search.h"

/* The search stands between two steps (search_release_rest). */
void checkpoint_save(struct ckpt_out *o, struct search *s);
/* Into a search just made, by the same options. After an error the search is of no use. ERR_LIMIT:
 * a stop request came. */
void checkpoint_load(struct ckpt_in *in, struct search *s);

#endif
