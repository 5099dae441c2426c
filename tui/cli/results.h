/* heddle env: the options on results of calls (--property linearizable, sequential or quiescent;
 * --observe, --model). They decide whether the results are assessed (engine/assess/assess.h), and
 * which notes the environment needs for the assessment. */
#ifndef HEDDLE_TUI_CLI_RESULTS_H
#define HEDDLE_TUI_CLI_RESULTS_H

#include "engine/env/component.h"
#include "tui/cli/cli.h"
#include "tui/cli/command_words.h"

/* Without --property, adds linearizability (results in an order that respects real time), except
 * for an endless loop of calls. ERR_USAGE: the options cannot be combined. */
int results_options(struct cli *c, bool endless, struct error *err);
/* Adds "--property LIST" for a command that replaces this one. */
void results_words(const struct cli *c, struct command_words *w);
/* Sets *out to the calls of --after and --observe, as they are written after the braces of an
 * environment's text. The caller owns *out. */
int results_after(const struct cli *c, const struct component *of, char **out, struct error *err);
/* Notes for the environment, owned by the caller. results_model sets *note to the model (NULL:
 * none). results_again returns the options and the class, as shell words, of a command that runs a
 * scenario of the component with the calls `before`. */
int results_model(const struct cli *c, const struct component *of, char **note, struct error *err);
char *results_again(const struct cli *c, const char *before, const char *klass);

#endif
