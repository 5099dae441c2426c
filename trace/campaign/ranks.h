/* Compares the order of two lists of figures by Spearman's rank correlation. */
#ifndef HEDDLE_CAMPAIGN_RANKS_H
#define HEDDLE_CAMPAIGN_RANKS_H

#include "engine/base/mem.h"

struct rank_pair { /* two figures for one thing; neither is NAN */
  double a, b;
};

/* Returns the rank correlation, from -1 (reverse order) to 1 (same order). Equal figures get the
 * mean of their ranks. Returns NAN with fewer than three pairs, or if all figures of one side are
 * equal and so have no order. */
double ranks_correlation(const struct rank_pair *p, size_t n);

#endif
