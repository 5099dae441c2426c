/* Checkpoints: store the position of a long search in a file, so that another process can continue.
 *
 * A checkpoint holds what is expensive to compute again: the visited set, the data of the strategy,
 * the counters and the random generator. States are stored as the choices that lead to them
 * (search/checkpoint_tree.h). A resumed search does exactly what the original would have done: it
 * meets the same states in the same order, with the same draws and the same counters.
 *
 * Before these parts, the caller writes CKPT_IDENTITY and CKPT_CLASSES, which identify the program
 * and the options of the search. */
#ifndef HEDDLE_SEARCH_CHECKPOINT_H
#define HEDDLE_SEARCH_CHECKPOINT_H

#include "engine/base/block_file.h"
#include "engine/search/search.h"

/* Saves the search, which must be between two steps (search_release_rest). */
void checkpoint_save(struct ckpt_out *o, struct search *s);
/* Loads into a new search that was made with the same options. After an error the search must not
 * be used. ERR_LIMIT: a stop request interrupted the loading. */
void checkpoint_load(struct ckpt_in *in, struct search *s);

#endif
