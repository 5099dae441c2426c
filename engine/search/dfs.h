/* The functions of the depth-first search (dfs.c), for the strategies that share them. */
#ifndef HEDDLE_SEARCH_DFS_H
#define HEDDLE_SEARCH_DFS_H

#include "engine/search/search.h"

int dfs_open(struct search *s, struct error *err);
int dfs_step(struct search *s, struct error *err);
void dfs_close(struct search *s);
void dfs_estimate(struct search *s, struct search_estimate *out);
void dfs_release_rest(struct search *s);
void dfs_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t);
void dfs_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t);
/* Returns the quality of the last guesses (guess.h), for tests. */
int dfs_guess_score(const struct search *s);

#endif
