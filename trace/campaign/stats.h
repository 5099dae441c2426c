/* The statistics of a cell's trials that the tables report. */
#ifndef HEDDLE_CAMPAIGN_STATS_H
#define HEDDLE_CAMPAIGN_STATS_H

#include "trace/campaign/trial.h"

/* Computes the 95 % confidence interval of the share found / n (Wilson's score interval). For n = 0
 * the interval is 0 to 1. */
void stats_share(uint64_t found, uint64_t n, double *low, double *high);
/* Returns the 97.5 % quantile of Student's t distribution with `df` > 0 degrees of freedom. */
double stats_t975(uint64_t df);
/* Returns the quantile p, from 0.5 to 0.9999, of Student's t distribution with `df` > 0 degrees of
 * freedom. Quantiles above 100 are returned as 100. */
double stats_quantile(double p, uint64_t df);

struct summary {
  uint64_t n; /* number of values */
  double min, mean, max;
  /* half the width of the mean's 95 % confidence interval; NAN with fewer than two values */
  double half;
};
void stats_summary(const double *values, size_t n, struct summary *out); /* for n = 0 all are NAN */

/* Returns a finished trial's value of the measure, or NAN if it has none. */
double stats_value(const struct trial *t, enum campaign_measure m);

/* Statistics of a cell's trials under a measure. `values` summarises the trials that found the
 * error. */
struct cell_stats {
  /* trials: finished ones; crashed: those that crashed or failed */
  uint64_t trials, planned, found, crashed;
  double density, low, high; /* density is NAN without trials */
  struct summary values;
};
void stats_cell(const struct trials *t, const struct campaign_cell *cell, enum campaign_measure m,
                struct cell_stats *out);

/* Does the trial belong to the population? */
bool stats_belongs(const struct trial *t, enum campaign_over over);
/* Summarises the measure over a cell's trials of that population. out->half is half the width of a
 * confidence interval of `level` percent. */
void stats_over(const struct trials *t, const struct campaign_cell *cell, enum campaign_measure m,
                enum campaign_over over, uint32_t level, struct summary *out);

/* Divides the mean of `of` by the mean of `by`; both must be positive. out->half is a first-order
 * approximation that treats the two means as independent. */
void stats_quotient(const struct summary *of, const struct summary *by, struct summary *out);

#endif
