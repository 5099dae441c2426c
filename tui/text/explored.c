/* Texts that say how much of a running search is explored (see explored.h). */
#include "tui/text/explored.h"

#include <stdio.h>

enum { EXPLORED_PERCENT = 12 };

double explored_met(const struct search_report *r) {
  return (double)(r->counts_executions ? r->executions : r->states);
}

double explored_seconds_left(const struct search_report *r, double size) {
  double met = explored_met(r);
  return met > 0 && size > met ? r->seconds * (size - met) / met : 0;
}

void explored_duration(double s, char out[EXPLORED_DURATION]) {
  if (s < 100)
    snprintf(out, EXPLORED_DURATION, s < 9.95 ? "%.1f s" : "%.0f s", s);
  else if (s < 6000)
    snprintf(out, EXPLORED_DURATION, "%.0f min", s / 60);
  else if (s < 360000)
    snprintf(out, EXPLORED_DURATION, "%.0f h", s / 3600);
  else
    snprintf(out, EXPLORED_DURATION, "%.2g days", s / 86400);
}

static void explored_percent(double share, char out[EXPLORED_PERCENT]) {
  snprintf(out, EXPLORED_PERCENT, share < 0.0095 ? "%.1g" : "%.0f", 100 * share);
}

void explored_text(const struct search_report *r, char out[EXPLORED_TEXT]) {
  const struct search_estimate *e = &r->estimate;
  double met = explored_met(r);
  char left[EXPLORED_DURATION], share[EXPLORED_PERCENT], least[EXPLORED_PERCENT],
      most[EXPLORED_PERCENT];
  *out = 0;
  if (!e->trusted) return;
  explored_duration(explored_seconds_left(r, e->size), left);
  explored_percent(met / e->size, share);
  explored_percent(met / e->high, least);
  explored_percent(met / e->low, most);
  snprintf(out, EXPLORED_TEXT, "about %s %% (%s to %s %%), some %s left", share, least, most, left);
}
