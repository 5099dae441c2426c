/* Strategies of restarts (paper 002, section 6): a sequence of limits, each of one run in an
 * environment of its own. Pure: units are what the caller counts, seconds or transitions. */
#ifndef HEDDLE_ENV_RESTART_H
#define HEDDLE_ENV_RESTART_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/words.h"

enum restart_kind {
  RESTART_NONE, /* one run without a limit */
  RESTART_FIXED,
  RESTART_LUBY,
  RESTART_WALSH,
  RESTART_DYNAMIC, /* the limit of a run is seen while it runs: restart_goes_on */
};

/* "none", "fixed", ...; NULL behind the last. */
const char *restart_name(uint32_t kind);
/* The limit of the n-th run, n from 1, in units; 0: it has none. Luby, Sinclair and Zuckerman
 * (1993): 1, 1, 2, 1, 1, 2, 4, ...; Walsh (1999) with the ratio sqrt 2: 1, 1.41, 2, 2.83, ... Of
 * dynamic: the most that a run may get. */
double restart_limit(enum restart_kind kind, uint64_t n);

/* RESTART_DYNAMIC: at the end of each of its units a run gets another one as long as
 *   what is left is estimated as no more than what it has had (estimate.h), or
 *   it has had fewer than RESTART_TRIAL units and still meets new states: in its last unit at least
 *   half as many, for each transition, as in the first;
 * and RESTART_MOST units at the most. */
enum { RESTART_TRIAL = 4, RESTART_MOST = 32 };
struct restart_rate {
  uint32_t units;               /* had so far */
  uint64_t states, transitions; /* at the end of the last one */
  double first;                 /* new states for each transition, in the first */
};
/* Asked at the end of each unit: does the run get another one? */
bool restart_goes_on(struct restart_rate *rate, const struct search_report *r);

/* "10s", "500ms": seconds; "50000t": transitions. False: neither, or 0. */
bool restart_unit(const char *text, double *seconds, uint64_t *transitions);

/* The seed of the n-th run, n from 1, of a command with that seed: the first has the seed itself,
 * others have ten digits at the most. */
uint64_t restart_seed(uint64_t seed, uint64_t n);

#endif
