/* Describes the estimated size of a search. See extent.h. */
#include "tui/cli/extent.h"

#include <math.h>
#include <stdio.h>

#include "tui/text/explored.h"

enum { SECONDS = 4, EXTENT_NUMBER = EXPLORED_DURATION };

/* Writes a number with two significant digits: "950", "19,000", "1.9 million". */
static void extent_number(double n, char out[EXTENT_NUMBER]) {
  static const char *const units[] = {"million", "billion", "trillion"};
  char digits[EXTENT_NUMBER];
  double of = 1e6;
  size_t i = 0;
  snprintf(digits, sizeof digits, "%.1e", n);
  sscanf(digits, "%lf", &n);
  if (n < 1e6) {
    snprintf(out, EXTENT_NUMBER, n < 1000 ? "%.0f" : "%.0f,%03.0f", n < 1000 ? n : floor(n / 1000),
             fmod(n, 1000));
    return;
  }
  for (; i < 2 && n >= of * 1000; i++) of *= 1000;
  snprintf(out, EXTENT_NUMBER, n < of * 1e6 ? "%.3g %s" : "%.1e %s", n / of, units[i]);
}

json_t *extent_json(const struct search_report *r) {
  const struct search_estimate *e = &r->estimate;
  if (e->size <= 0) return NULL;
  return json_pack("{s:s,s:f,s:f,s:f,s:b,s:f}", "of",
                   r->counts_executions ? "executions" : "states", "size", e->size, "low", e->low,
                   "high", e->high, "trusted", e->trusted, "seconds_left",
                   explored_seconds_left(r, e->size));
}

/* ---- --estimate ---- */

void extent_limit(struct cli *c) {
  if (c->search.seconds <= 0 || c->search.seconds > SECONDS) c->search.seconds = SECONDS;
}

bool extent_asked(const struct check *k) {
  return k->cli.estimate && k->report.stopped && check_verdict(k) == VERDICT_INCONCLUSIVE;
}

static void extent_time(const struct search_report *r, double size, char out[EXTENT_NUMBER]) {
  explored_duration(r->seconds + explored_seconds_left(r, size), out);
}

void extent_print(const struct check *k) {
  const struct search_report *r = &k->report;
  const struct search_estimate *e = &r->estimate;
  const char *what = r->counts_executions ? "executions" : "states";
  char met[EXTENT_NUMBER], size[EXTENT_NUMBER], low[EXTENT_NUMBER], high[EXTENT_NUMBER],
      seconds[EXTENT_NUMBER], soon[EXTENT_NUMBER], late[EXTENT_NUMBER];
  extent_number(explored_met(r), met);
  extent_number(e->size, size);
  extent_number(e->low, low);
  extent_number(e->high, high);
  extent_time(r, e->size, seconds);
  extent_time(r, e->low, soon);
  extent_time(r, e->high, late);
  if (e->trusted)
    printf(
        "estimate: about %s %s (%s to %s)\n  at the speed so far: %s for the whole search (%s "
        "to %s)\n",
        size, what, low, high, seconds, soon, late);
  else if (e->size > 0)
    printf("estimate: at least %s %s\n  at the speed so far: at least %s for the whole search\n",
           low, what, soon);
  else
    printf("estimate: none\n");
  printf("  %s %s met in %.1f s, and no error: %s\n", met, what, r->seconds, r->reason);
}
