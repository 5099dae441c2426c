/* Random depth-first search (the baseline of paper 001, table 1): stateful and exhaustive like dfs,
 * but takes the choices of each state in an order drawn from the seed. */
#include "engine/search/dfs.h"

const struct search_ops search_random_dfs = {
    .name = "random-dfs",
    .summary = "depth-first with random orders, exhaustive",
    .values = true,
    .shuffles = true,
    .sleeps = true,
    .evaluates_hangs = true,
    .open = dfs_open,
    .step = dfs_step,
    .close = dfs_close,
    .release_rest = dfs_release_rest,
    .save = dfs_save,
    .load = dfs_load};
