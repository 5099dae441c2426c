/* heddle check --search auto, the default: runs several searches of one program side by side, each
 * in its own process. The first certified error or the first complete search gives the answer. The
 * searches are the rows of auto_members.def. */
#ifndef HEDDLE_TUI_CLI_AUTO_AUTO_H
#define HEDDLE_TUI_CLI_AUTO_AUTO_H

#include "tui/cli/check.h"

/* The value of --search that selects it. */
#define AUTO_NAME "auto"
/* Returns true if --search auto was given, or auto_default has chosen it. */
bool auto_chosen(const struct cli *c);
/* Returns true if no option selects one particular search (column SEARCH of cli_options.def). */
bool auto_by_default(const struct cli *c);
/* If auto_by_default, sets the search to the one that the variable HEDDLE_SEARCH names, or to auto
 * if it is unset. ERR_USAGE: HEDDLE_SEARCH names no search. */
int auto_default(struct cli *c, struct error *err);
/* Returns true if one of the searches uses these options, perhaps after "--search dfs". */
bool auto_tries(const char *options);
/* Searches the main program k->cli.engine.main_class, prints text or JSON, and returns the exit
 * code of heddle check. --time bounds all searches together (default 30 s); --jobs is the number of
 * searches at a time. */
int auto_check(struct check *k);

/* A program that a worker of check_tests searches: a test, or the main program for a report. */
struct auto_test {
  const char *name;              /* the test's name as a selector; NULL: the main program */
  bool own_path;                 /* its class path differs from that of the command */
  const volatile uint32_t *jobs; /* number of searches at a time, at most --jobs; may change */
};
/* Like auto_check, but returns the worker's answer (execute.c), which may be a failure. NULL:
 * it was interrupted before any search answered. */
json_t *auto_check_test(struct check *k, const struct auto_test *t);

#endif
