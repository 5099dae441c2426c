/* heddle env: what its options say of the results of calls (--property linearizable, sequential or
 * quiescent; --observe, --model): whether they are assessed (engine/assess/assess.h), and what the
 * environment is given for that. */
#ifndef HEDDLE_TUI_CLI_RESULTS_H
#define HEDDLE_TUI_CLI_RESULTS_H

#include "engine/env/component.h"
#include "tui/cli/cli.h"
#include "tui/cli/command_words.h"

/* Where no properties are named, results are looked at too, in an order that respects real time,
 * but for an endless loop of calls. ERR_USAGE: options that do not go together. */
int results_options(struct cli *c, bool endless, struct error *err);
/* "--property LIST", for a command that takes the place of this one. */
void results_words(const struct cli *c, struct command_words *w);
/* The calls of --after and --observe, as they stand behind the braces of an environment; the
 * caller's. */
int results_after(const struct cli *c, const struct component *of, char **out, struct error *err);
/* What the environment is given: the model, and how to ask for a scenario of it, with these calls
 * in front. The texts are the caller's; NULL: nothing. */
int results_model(const struct cli *c, const struct component *of, char **note, struct error *err);
char *results_again(const struct cli *c, const char *before, const char *klass);

#endif
