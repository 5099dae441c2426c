/* Do figures stand in the order of others? */
#ifndef HEDDLE_CAMPAIGN_RANKS_H
#define HEDDLE_CAMPAIGN_RANKS_H

#include "engine/base/mem.h"

struct rank_pair { /* the two figures of one thing; neither is NAN */
  double a, b;
};

/* Spearman's rank correlation, -1 to 1; equal figures have the mean of their ranks. NAN with fewer
 * than three pairs, and where all figures of one side are equal: then they have no order. */
double ranks_correlation(const struct rank_pair *p, size_t n);

#endif
