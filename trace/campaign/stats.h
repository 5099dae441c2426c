/* What the tables report of a cell's trials. */
#ifndef HEDDLE_CAMPAIGN_STATS_H
#define HEDDLE_CAMPAIGN_STATS_H

#include "trace/campaign/trial.h"

/* The 95 % confidence interval of a share of `found` in `n` trials (Wilson's score interval). n =
 * 0: 0 to 1. */
void stats_share(uint64_t found, uint64_t n, double *low, double *high);
/* The 97.5 % quantile of Student's t distribution with `df` > 0 degrees of freedom. */
double stats_t975(uint64_t df);
/* The quantile p, from 0.5 to 0.9999, of the same. */
double stats_quantile(double p, uint64_t df);

struct summary {
  uint64_t n; /* values */
  double min, mean, max;
  /* half the width of the mean's 95 % confidence interval; NAN with fewer than two values */
  double half;
};
void stats_summary(const double *values, size_t n, struct summary *out); /* n = 0: all NAN */

/* What the measure takes of a trial that is done; NAN: the trial has no such thing. */
double stats_value(const struct trial *t, enum campaign_measure m);

/* A cell under a measure. The values are those of the trials that found the error. */
struct cell_stats {
  uint64_t trials, planned, found, crashed; /* crashed: and failed ones */
  double density, low, high;                /* NAN without trials */
  struct summary values;
};
void stats_cell(const struct trials *t, const struct campaign_cell *cell, enum campaign_measure m,
                struct cell_stats *out);

/* Is the trial one of those? */
bool stats_belongs(const struct trial *t, enum campaign_over over);
/* Of those trials of a cell; half: of the mean's confidence interval of `level` percent. */
void stats_over(const struct trials *t, const struct campaign_cell *cell, enum campaign_measure m,
                enum campaign_over over, uint32_t level, struct summary *out);

/* The quotient of two means; half: to first order, as if the two were independent. */
void stats_quotient(const struct summary *of, const struct summary *by, struct summary *out);

#endif
