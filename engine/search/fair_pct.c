/* Fair probabilistic concurrency testing: as pct for the first k steps of a run, with even draws
 * behind them. A thread that waits in a loop for another ends its wait there, and is not taken for
 * one that goes round: nothing of the run's states is kept. k is the longest of the runs that are
 * by even draws as a whole, the first one and each sixteenth. Never complete. */
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
    .summary = "as pct, and with even draws behind the steps of a usual run",
    .open = fair_open,
    .step = pct_step,
    .close = pct_close,
    .release_rest = pct_release_rest,
    .save = pct_save,
    .load = pct_load};
