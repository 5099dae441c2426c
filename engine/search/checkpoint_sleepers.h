/* Sleep sets in a checkpoint. A footprint names objects by address, and addresses differ in another
 * process. So a sleeping choice is stored by its name and by the state where it was taken. That
 * state lies on the path to the state where the choice sleeps, so it is in the tree. Loading
 * executes the choice there again and records its footprint. */
#ifndef HEDDLE_SEARCH_CHECKPOINT_SLEEPERS_H
#define HEDDLE_SEARCH_CHECKPOINT_SLEEPERS_H

#include "engine/search/checkpoint_tree.h"
#include "engine/search/sleep.h"

void ckpt_put_sleepers(struct ckpt_out *o, const struct ckpt_tree *t, const struct sleep_set *set);
/* Reads into an empty set. `print` must listen to the machine (footprint_listen). May leave the
 * explorer at any node. */
void ckpt_sleepers(struct ckpt_in *in, struct search *s, const struct ckpt_tree *t,
                   struct footprint *print, struct sleep_set *set);

#endif
