/* heddle env --restart: searches environments of one component, one after another or several at a
 * time, each in its own process and up to the limit that a strategy sets (paper 002, section 6),
 * until one shows an error. */
#ifndef HEDDLE_TUI_CLI_RESTARTS_H
#define HEDDLE_TUI_CLI_RESTARTS_H

#include <jansson.h>

#include "engine/env/component.h"
#include "engine/env/restart.h"
#include "tui/cli/cli.h"
#include "tui/cli/command_words.h"

struct restarts_of {
  const struct cli *cli; /* of the command heddle env */
  const struct component *component;
  /* `words` turns the words of heddle env with one environment into those of heddle check. `emit`
   * writes its source for --emit. */
  int (*words)(void *self, const struct command_words *env, struct command_words *check,
               struct error *err);
  int (*emit)(void *self, const struct command_words *env, struct error *err);
  void *self;
  /* set by restarts_options */
  enum restart_kind kind;
  double unit_seconds; /* exactly one of the two is not 0 */
  uint64_t unit_transitions;
  bool random; /* --env random; else universal */
  bool fields; /* pairs of methods that share fields alternate with random environments */
  /* Set for a campaign's trial: measures processor time, runs one environment at a time, and prints
   * nothing. */
  bool trial;
};

/* Reads --restart, --unit, --runs and --order, before the class is examined. ERR_USAGE: they
 * cannot be combined. kind RESTART_NONE: one environment, without a limit. */
int restarts_options(struct restarts_of *all, struct error *err);
/* Searches, prints text or JSON, and returns the exit code of heddle check. */
int restarts_check(const struct restarts_of *all);

/* The outcome of all runs, for a campaign. */
struct restarts_outcome {
  bool error, whole; /* whole: no error, and the last environment was searched completely */
  char *reason;      /* without an error: what ended the search; owned */
  json_t *check;     /* check_json of the run with the error, else of the first run; owned */
  uint64_t environments, states, transitions, instructions, peak_kb; /* sums; peak_kb: maximum */
  double seconds; /* processor time of all runs, including the start of the program */
};
/* Searches as a trial does. kind RESTART_NONE: one environment. Errors: in the options or the
 * input. */
int restarts_trial(const struct restarts_of *all, struct restarts_outcome *out, struct error *err);
void restarts_outcome_release(struct restarts_outcome *o);

#endif
