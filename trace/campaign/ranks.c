/* Spearman's rank correlation. Equal figures share their mean rank. */
#include "trace/campaign/ranks.h"

#include <math.h>
#include <stdbool.h>

/* Returns twice the difference between the rank of figure i and the mean rank. */
static double rank_of(const struct rank_pair *p, size_t n, size_t i, bool second) {
  double below = 0, equal = 0, v = second ? p[i].b : p[i].a;
  for (size_t k = 0; k < n; k++) {
    double w = second ? p[k].b : p[k].a;
    below += w < v;
    equal += w == v;
  }
  return 2 * below + equal - (double)n;
}

double ranks_correlation(const struct rank_pair *p, size_t n) {
  double ab = 0, aa = 0, bb = 0;
  if (n < 3) return NAN;
  for (size_t i = 0; i < n; i++) {
    double a = rank_of(p, n, i, false), b = rank_of(p, n, i, true);
    ab += a * b;
    aa += a * a;
    bb += b * b;
  }
  return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : NAN;
}
