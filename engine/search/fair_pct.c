/* Fair probabilistic concurrency testing: like pct for the first k steps of a run, then uniform
 * draws. With uniform draws, a thread that waits in a loop for another thread gets out of it,
 * without any record of the run's states. k is the length of the longest run that used uniform
 * draws throughout: the first run and every sixteenth run. Never complete. */
#include "engine/search/pct.h"

static int fair_open(struct search *s, struct error *err) {
  int r = pct_open(s, err);
  if (!r) pct_be_fair(s);
  return r;
}

const struct search_ops search_fair_pct = {
    .name = "fair-pct",
    .options = "--walks --pct-depth",
    .walks = true,
    .summary = "like pct, then uniform draws after the usual length of a run",
    .open = fair_open,
    .step = pct_step,
    .close = pct_close,
    .release_rest = pct_release_rest,
    .save = pct_save,
    .load = pct_load};
