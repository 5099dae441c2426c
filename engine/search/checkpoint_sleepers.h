/* Sleep sets in a checkpoint. A footprint names objects by address, which another process has
 * others for; so a choice that sleeps is stored by its name and by the state where it was taken,
 * which is on the way to the state where it sleeps and so in the tree. Reading executes it there
 * once more, and hears its footprint. */
#ifndef HEDDLE_SEARCH_CHECKPOINT_SLEEPERS_H
#define HEDDLE_SEARCH_CHECKPOINT_SLEEPERS_H

#include "engine/search/checkpoint_tree.h"
#include "engine/search/sleep.h"

void ckpt_put_sleepers(struct ckpt_out *o, const struct ckpt_tree *t, const struct sleep_set *set);
/* Into an empty set, by `print`, which listens to the machine (footprint_listen). Leaves the
 * explorer anywhere. */
void ckpt_sleepers(struct ckpt_in *in, struct search *s, const struct ckpt_tree *t,
                   struct footprint *print, struct sleep_set *set);

#endif
