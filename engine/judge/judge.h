/* The judge: at the end of a path of an environment (env/environment.h), are the results of the
 * calls those of some order of them (history.h), as the orders executed by the same engine have
 * them (orders.h)? Each distinct outcome is judged once. What nobody knows, as an order that takes
 * too long, makes a search inconclusive, and is no error. */
#ifndef HEDDLE_JUDGE_JUDGE_H
#define HEDDLE_JUDGE_JUDGE_H

#include "engine/state/explorer.h"

/* For a machine whose environment is judged; the explorer calls it from then on. */
struct judge *judge_new(struct explorer *x);
void judge_free(struct judge *j); /* NULL is fine */
/* How many outcomes were judged so far. */
uint64_t judge_outcomes(const struct judge *j);

#endif
