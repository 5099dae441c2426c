/* Runs with random priorities, for the searches pct and fair-pct: see pct.c. */
#ifndef HEDDLE_SEARCH_PCT_H
#define HEDDLE_SEARCH_PCT_H

#include "engine/search/search.h"

int pct_open(struct search *s, struct error *err);
/* Call after pct_open; see fair_pct.c. */
void pct_be_fair(struct search *s);
int pct_step(struct search *s, struct error *err);
void pct_close(struct search *s);
void pct_release_rest(struct search *s);
void pct_save(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t);
void pct_load(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t);

#endif
