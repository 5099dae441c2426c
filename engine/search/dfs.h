/* The depth-first search (dfs.c), for the strategies that are rows over it. */
#ifndef HEDDLE_SEARCH_DFS_H
#define HEDDLE_SEARCH_DFS_H

#include "engine/search/search.h"

int dfs_open(struct search *s, struct error *err);
int dfs_step(struct search *s, struct error *err);
void dfs_close(struct search *s);

#endif
