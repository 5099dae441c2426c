/* Remedies that are tried: behind a search that was inconclusive, or that found an error which
 * needs a timed wait to end early, the same search is made again with other options, each for a
 * short while, and what came of it is reported with the command that repeats it. Verdict and exit
 * status stay those of the search itself. Each remedy is a file of remedies/ and a row of
 * remedies.def.
 *
 * A try is a `heddle check` of its own in a process of its own, which a confined search has started
 * by its broker (engine_ask). It is confined as well, and an error that it finds is certified like
 * any other before it is reported. */
#ifndef HEDDLE_TUI_CLI_REMEDY_H
#define HEDDLE_TUI_CLI_REMEDY_H

#include <jansson.h>

#include "tui/cli/check.h"
#include "tui/cli/command_words.h"

/* What is to be helped. */
struct remedy_case {
  const struct cli *cli; /* of the search */
  int cause;             /* enum search_cause; CAUSE_NONE: an error was found */
  uint64_t early;        /* ns: it needs a wait as long as this to end early; 0 no */
  const char *jdk;       /* the folder of the JDK that was searched */
  struct search_seen seen;
};

enum { REMEDY_CHANGES = 3, REMEDY_VALUE = 512 };
struct remedy_plan {
  struct option_change change[REMEDY_CHANGES];
  size_t count;
  char value[REMEDY_VALUE]; /* room for one that is made */
};

struct remedy {
  const char *name;
  /* what "no error" under these options says besides; "" all that it says without them */
  const char *means;
  uint32_t causes; /* bits 1 << enum search_cause; bit CAUSE_NONE: errors with an early wait */
  /* Fills in the plan; false: there is nothing to try, it is in force or does not go with the other
   * options. */
  bool (*plan)(const struct remedy_case *c, struct remedy_plan *out);
};
#define REMEDY_FOR(cause) (1u << (cause))
/* A search whose space is too large for what it was given. */
#define REMEDY_LARGE \
  (REMEDY_FOR(CAUSE_TIME) | REMEDY_FOR(CAUSE_STATES) | REMEDY_FOR(CAUSE_STEPS) | \
   REMEDY_FOR(CAUSE_MEMORY))

static inline void remedy_change(struct remedy_plan *p, const char *option, const char *value) {
  p->change[p->count++] = (struct option_change){option, value};
}

/* How long a search and its remedies go together: --try, or what the manual says. 0: none is tried.
 */
double remedies_seconds(const struct check *k, bool asked);
/* Tries those that fit what k's search came to, for about so many seconds together: k->tried
 * becomes an array of the results. Shown on the way with `show`. Ends early when somebody
 * interrupts. */
void remedies_try(struct check *k, double seconds, bool show);
/* The same for a command of `count` words, its name first, from a process that is not confined. The
 * caller's. */
json_t *remedies_try_command(char *const *words, size_t count, const struct remedy_case *of,
                             double seconds);
/* The lines of one result, to stdout. */
void remedy_print(const json_t *result);
/* Did one of them come to a verdict? */
bool remedies_helped(const json_t *tried);
/* Does a part of an advice name what one of them was? */
bool remedies_name(const json_t *tried, const char *part);

/* For the process beside: the answer when the request is one of these, else NULL. */
char *remedies_service(const char *request, size_t n);

/* ---- remedy_order.c ---- */

enum { REMEDIES_MOST = 32 };
const struct remedy *remedy_at(size_t row); /* NULL behind the last */
/* The rows for the cause, the likeliest first; of equal ones as they stand in the table. How many.
 */
size_t remedy_order(const struct remedy_case *of, size_t out[REMEDIES_MOST]);
/* How likely, of 100, it is that what a part of an advice names answers; 0: it names no remedy. */
uint32_t remedy_points(const char *part, const struct search_seen *s);

#endif
