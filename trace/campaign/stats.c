/* Computes the statistics of a cell's trials: means, shares and their confidence intervals. */
#include "trace/campaign/stats.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/check.h"

enum { ROUNDS = 200 };

void stats_share(uint64_t found, uint64_t n, double *low, double *high) {
  const double z = 1.959963984540054;
  CHECK(found <= n, "a share is at most the whole: %llu of %llu", (unsigned long long)found,
        (unsigned long long)n);
  double p = n ? (double)found / (double)n : 0, k = n ? z * z / (double)n : 0;
  double centre = (p + k / 2) / (1 + k),
         half = n ? z / (1 + k) * sqrt(p * (1 - p) / (double)n + k / (4 * (double)n)) : 0;
  *low = n && found ? fmax(0, centre - half) : 0;
  *high = n && found < n ? fmin(1, centre + half) : 1;
}

/* Evaluates the continued fraction of the incomplete beta function by Lentz's method. */
static double beta_fraction(double a, double b, double x) {
  double c = 1, d = 1 - (a + b) * x / (a + 1), f;
  int m;
  d = 1 / (fabs(d) < 1e-300 ? 1e-300 : d);
  f = d;
  for (m = 1; m <= ROUNDS; m++) {
    double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
           odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double step = 1, term[2] = {even, odd};
    int i;
    for (i = 0; i < 2; i++) {
      d = 1 + term[i] * d;
      c = 1 + term[i] / c;
      d = 1 / (fabs(d) < 1e-300 ? 1e-300 : d);
      if (fabs(c) < 1e-300) c = 1e-300;
      step = c * d;
      f *= step;
    }
    if (fabs(step - 1) < 1e-14) break;
  }
  return f;
}

static double incomplete_beta(double a, double b, double x) {
  double front;
  if (x <= 0 || x >= 1) return x >= 1;
  front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

static double t_above(double t, double df) {
  return incomplete_beta(df / 2, 0.5, df / (df + t * t)) / 2;
}

double stats_quantile(double p, uint64_t df) {
  double low = 0, high = 100, middle = 0;
  int i;
  CHECK(df, "a quantile is of more than one value");
  for (i = 0; i < ROUNDS && high - low > 1e-10; i++) {
    middle = (low + high) / 2;
    if (t_above(middle, (double)df) > 1 - p)
      low = middle;
    else
      high = middle;
  }
  return middle;
}

double stats_t975(uint64_t df) { return stats_quantile(0.975, df); }

void stats_summary(const double *v, size_t n, struct summary *out) {
  double sum = 0, squares = 0;
  size_t i;
  *out = (struct summary){.n = n, .min = NAN, .mean = NAN, .max = NAN, .half = NAN};
  if (!n) return;
  out->min = out->max = v[0];
  for (i = 0; i < n; i++) {
    out->min = fmin(out->min, v[i]);
    out->max = fmax(out->max, v[i]);
    sum += v[i];
  }
  out->mean = sum / (double)n;
  for (i = 0; i < n; i++) squares += (v[i] - out->mean) * (v[i] - out->mean);
  if (n > 1) out->half = stats_t975(n - 1) * sqrt(squares / (double)(n - 1) / (double)n);
}

double stats_value(const struct trial *t, enum campaign_measure m) {
  switch (m) {
    case CAMPAIGN_STATES_OF: return (double)t->states;
    case CAMPAIGN_TIME_OF: return t->seconds;
    case CAMPAIGN_MEMORY_OF: return (double)t->peak_kb / 1024;
    case CAMPAIGN_LENGTH_OF: return t->verdict == TRIAL_ERROR ? t->length : NAN;
    case CAMPAIGN_DEPTH_OF: return t->depth;
    case CAMPAIGN_TRANSITIONS_OF: return (double)t->transitions;
    case CAMPAIGN_STEP_TIME_OF:
      return t->transitions ? t->seconds * 1e6 / (double)t->transitions : NAN;
    case CAMPAIGN_H_ROWS_OF:
      /* h_rows is 0 if h was not measured, or if the search did not check for races. */
      return t->h_rows ? t->h_rows : NAN;
    case CAMPAIGN_H_COLUMNS_OF: return t->h_rows ? t->h_columns : NAN;
    case CAMPAIGN_H_BYTES_OF: return t->h_rows ? (double)t->h_bytes : NAN;
    case CAMPAIGN_ENVIRONMENTS_OF: return t->environments ? (double)t->environments : NAN;
    case CAMPAIGN_EVENTS_OF: return t->events ? (double)t->events : NAN;
    case CAMPAIGN_FOLLOWED_OF: return t->events ? (double)t->paths : NAN;
    case CAMPAIGN_CHECKS_OF: return t->events ? (double)t->checks : NAN;
    case CAMPAIGN_SHARE_OF: return t->verdict == TRIAL_ERROR;
    case CAMPAIGN_BESIDE_OF: return t->verdict == TRIAL_ERROR && !t->on_path;
    case CAMPAIGN_SLOWDOWN_OF: return NAN; /* computed from two cells instead: stats_quotient */
    default: return 1;
  }
}

void stats_cell(const struct trials *t, const struct campaign_cell *cell, enum campaign_measure m,
                struct cell_stats *out) {
  const struct trial *of = trials_at(t, cell);
  size_t i, n = cell->options.seeds.len, k = 0;
  double *values = mem_alloc((n + 1) * sizeof *values);
  *out = (struct cell_stats){.planned = n, .density = NAN};
  for (i = 0; i < n; i++) {
    out->trials += of[i].done;
    out->crashed += of[i].done && of[i].verdict >= TRIAL_FAILED;
    if (of[i].done && of[i].verdict == TRIAL_ERROR) values[k++] = stats_value(&of[i], m);
  }
  out->found = k;
  if (out->trials) out->density = (double)k / (double)out->trials;
  CHECK(out->found + out->crashed <= out->trials && out->trials <= out->planned,
        "a trial has one result: %llu, %llu of %llu", (unsigned long long)out->found,
        (unsigned long long)out->crashed, (unsigned long long)out->trials);
  stats_share(k, out->trials, &out->low, &out->high);
  stats_summary(values, k, &out->values);
  free(values);
}

bool stats_belongs(const struct trial *t, enum campaign_over over) {
  if (!t->done) return false;
  switch (over) {
    case CAMPAIGN_OVER_FOUND: return t->verdict == TRIAL_ERROR;
    case CAMPAIGN_OVER_NONE: return t->verdict == TRIAL_NO_ERROR;
    case CAMPAIGN_OVER_CUT: return t->verdict == TRIAL_INCONCLUSIVE;
    default: return t->verdict < TRIAL_FAILED;
  }
}

void stats_over(const struct trials *t, const struct campaign_cell *cell, enum campaign_measure m,
                enum campaign_over over, uint32_t level, struct summary *out) {
  const struct trial *of = trials_at(t, cell);
  size_t n = cell->options.seeds.len, k = 0;
  double *values = mem_alloc((n + 1) * sizeof *values);
  for (size_t i = 0; i < n; i++) {
    if (!stats_belongs(&of[i], over)) continue;
    values[k] = stats_value(&of[i], m);
    k += !isnan(values[k]); /* trials without this measure are left out */
  }
  stats_summary(values, k, out);
  if (k > 1) out->half *= stats_quantile(0.5 + level / 200.0, k - 1) / stats_t975(k - 1);
  free(values);
}

void stats_quotient(const struct summary *of, const struct summary *by, struct summary *out) {
  *out = (struct summary){.min = NAN, .mean = NAN, .max = NAN, .half = NAN};
  if (!of->n || !by->n || by->mean <= 0 || of->mean <= 0) return;
  out->n = of->n;
  out->mean = of->mean / by->mean;
  out->half = out->mean * hypot(of->half / of->mean, by->half / by->mean);
}
