/* heddle env --restart: environments of one component after each other, or several at a time, each
 * searched by a process of its own up to the limit that a strategy gives it (paper 002, section 6),
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
  /* The words of heddle check for those of a heddle env with one environment; and its source for
   * --emit. */
  int (*words)(void *self, const struct command_words *env, struct command_words *check,
               struct error *err);
  int (*emit)(void *self, const struct command_words *env, struct error *err);
  void *self;
  /* restarts_options */
  enum restart_kind kind;
  double unit_seconds; /* one of the two is 0 */
  uint64_t unit_transitions;
  bool random; /* --env random; else universal */
  bool fields; /* pairs of methods that share fields take turns with what is drawn */
  /* A trial of a campaign: all times are those of the processor, one run at a time, nothing is
   * shown. */
  bool trial;
};

/* Reads --restart, --unit, --runs and --order, in front of the class. ERR_USAGE: what does not go
 * together. kind RESTART_NONE: one environment, without a limit. */
int restarts_options(struct restarts_of *all, struct error *err);
/* Searches, prints text or JSON, and returns the exit code of heddle check. */
int restarts_check(const struct restarts_of *all);

/* What came of them, for a campaign. */
struct restarts_outcome {
  bool error, whole; /* whole: no error, and the last one was searched whole */
  char *reason;      /* without an error: what ended it; owned */
  json_t *check;     /* of the one in error, else of the first: as check_json has it; owned */
  uint64_t environments, states, transitions, instructions, peak_kb; /* sums; the most */
  double seconds; /* of processor time: of all runs, each with the start of its program */
};
/* Searches as a trial does; kind RESTART_NONE: one environment. Errors: of the options, of the
 * input. */
int restarts_trial(const struct restarts_of *all, struct restarts_outcome *out, struct error *err);
void restarts_outcome_release(struct restarts_outcome *o);

#endif
