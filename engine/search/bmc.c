/* Bounded model checking (paper 003, section 4): the depth-first search with a bound on depth. */
#include "engine/search/dfs.h"

const struct search_ops search_bmc = {.name = "bmc",
                                      .summary = "depth-first within a depth bound (default 20)",
                                      .default_depth = 20,
                                      .values = true,
                                      .open = dfs_open,
                                      .step = dfs_step,
                                      .close = dfs_close,
                                      .release_rest = dfs_release_rest,
                                      .save = dfs_save,
                                      .load = dfs_load};
