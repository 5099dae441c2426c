/* Restart strategies (paper 002, section 6): a sequence of limits, each for one run in an
 * environment of its own. The functions are pure. The caller counts the units, in seconds or
 * transitions. */
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
  RESTART_DYNAMIC, /* the limit is decided during a run: restart_goes_on */
};

/* Returns "none", "fixed", ..., or NULL after the last. */
const char *restart_name(uint32_t kind);
/* Returns the limit of run n (from 1) in units, or 0 if it has none. Luby, Sinclair and Zuckerman
 * (1993): 1, 1, 2, 1, 1, 2, 4, ...; Walsh (1999) with the ratio sqrt 2: 1, 1.41, 2, 2.83, ...;
 * dynamic: the most that a run may get. */
double restart_limit(enum restart_kind kind, uint64_t n);

/* RESTART_DYNAMIC: at the end of each of its units, a run gets another one if
 *   - the rest is estimated to be no larger than what it has explored (search/estimate.h), or
 *   - it has had fewer than RESTART_TRIAL units and still meets new states: for each transition, at
 *     least half as many in its last unit as in its first.
 * It gets at most RESTART_MOST units. */
enum { RESTART_TRIAL = 4, RESTART_MOST = 32 };
struct restart_rate {
  uint32_t units;               /* units that the run has had */
  uint64_t states, transitions; /* at the end of the last unit */
  double first;                 /* new states for each transition in the first unit */
};
/* Does the run get another unit? Call it at the end of each unit. */
bool restart_goes_on(struct restart_rate *rate, const struct search_report *r);

/* Parses "10s" or "500ms" as seconds, "50000t" as transitions. Returns false if it is neither, or
 * 0. */
bool restart_unit(const char *text, double *seconds, uint64_t *transitions);

/* Returns the seed of run n (from 1) of a command with this seed. The first run gets the seed
 * itself; the others get at most ten digits. */
uint64_t restart_seed(uint64_t seed, uint64_t n);

#endif
