/* Tries remedies. After an inconclusive search, or an error that needs a timed wait to end early,
 * the same search runs again with other options, each for a short time. The results are reported
 * with the commands that repeat them. Verdict and exit status remain those of the search itself.
 * Each remedy is a function of remedies.c and a row of remedies.def.
 * A try is a `heddle check` in its own process. A confined search starts it through its broker
 * (engine_ask). The try is also confined, and an error that it finds is certified like any other
 * before it is reported. */
#ifndef HEDDLE_TUI_CLI_REMEDY_H
#define HEDDLE_TUI_CLI_REMEDY_H

#include <jansson.h>

#include "tui/cli/check.h"
#include "tui/cli/command_words.h"

/* The search to help. */
struct remedy_case {
  const struct cli *cli; /* the search's options */
  int cause;             /* enum search_cause; CAUSE_NONE: an error was found */
  uint64_t early;  /* ns: length of the timed wait that has to end early for the error; 0: none */
  const char *jdk; /* the JDK's folder */
  struct search_seen seen;
};

enum { REMEDY_CHANGES = 3, REMEDY_VALUE = 512 };
struct remedy_plan {
  struct option_change change[REMEDY_CHANGES];
  size_t count;
  char value[REMEDY_VALUE]; /* buffer for a generated value */
};

struct remedy {
  const char *name;
  /* condition under which "no error" holds with these options; "": none */
  const char *means;
  uint32_t causes; /* bits 1 << enum search_cause; bit CAUSE_NONE: errors with an early wait */
  /* Fills in the plan. Returns false if the remedy is already in force or cannot be combined with
   * the other options. */
  bool (*plan)(const struct remedy_case *c, struct remedy_plan *out);
};
#define REMEDY_FOR(cause) (1u << (cause))
/* The causes of a search whose state space is too large for its bounds. */
#define REMEDY_LARGE \
  (REMEDY_FOR(CAUSE_TIME) | REMEDY_FOR(CAUSE_STATES) | REMEDY_FOR(CAUSE_STEPS) | \
   REMEDY_FOR(CAUSE_MEMORY))

static inline void remedy_change(struct remedy_plan *p, const char *option, const char *value) {
  p->change[p->count++] = (struct option_change){option, value};
}

/* Returns the seconds for all remedies of a search together: --try, or the default (see the
 * manual). 0: none is tried. `asked`: the user asked for them. */
double remedies_seconds(const struct check *k, bool asked);
/* Tries the remedies for k's result within about that many seconds. k->tried becomes an array of
 * the results. `show` prints each result. Stops on an interrupt. */
void remedies_try(struct check *k, double seconds, bool show);
/* Like remedies_try, for a command of `count` words that begin with its name, from a process that
 * is not confined. The caller owns the result. */
json_t *remedies_try_command(char *const *words, size_t count, const struct remedy_case *of,
                             double seconds);
/* Prints the lines of one result to stdout. */
void remedy_print(const json_t *result);
/* Returns true if one of the remedies reached a verdict. */
bool remedies_helped(const json_t *tried);
/* Returns true if a remedy with these options was tried. */
bool remedies_tried(const json_t *tried, const char *options);

/* Runs in the broker. Returns the answer to a request for a try (malloc'd); NULL: the request is
 * about something else. */
char *remedies_service(const char *request, size_t n);

/* ---- remedies.c ---- */

enum { REMEDIES_MOST = 32 };
enum remedy_row {
#define REMEDY(id, name, means, causes, points) REMEDY_ROW_##id,
#include "tui/cli/remedies.def"
#undef REMEDY
  REMEDY_ROWS
};
const struct remedy *remedy_at(size_t row); /* NULL after the last */
/* Sorts the rows for the cause, the most promising first; equal ones keep their order. Returns
 * their number. */
size_t remedy_order(const struct remedy_case *of, size_t out[REMEDIES_MOST]);
uint32_t remedy_points(size_t row, const struct search_seen *s); /* see remedies.def */

#endif
