/* heddle check --search auto, its default: several searches of one program beside each other, each
 * in a process of its own; the first certified error or the first whole search answers. Its rows
 * are auto_members.def. */
#ifndef HEDDLE_TUI_CLI_AUTO_H
#define HEDDLE_TUI_CLI_AUTO_H

#include "tui/cli/check.h"

/* The name that --search takes for it. */
#define AUTO_NAME "auto"
/* Does the command ask for it, or has auto_default chosen it? */
bool auto_chosen(const struct cli *c);
/* Does no option ask for one particular search (column SEARCH of cli_options.def)? */
bool auto_by_default(const struct cli *c);
/* Chooses it, or what HEDDLE_SEARCH says, in that case. ERR_USAGE: that is no search. */
int auto_default(struct cli *c, struct error *err);
/* Does an advice name what one of its searches is? */
bool auto_tries(const char *part);
/* Searches the main program k->cli.engine.main_class, prints text or JSON and returns the exit code
 * of heddle check. --time is the time of all together, 30 s when left out; --jobs how many search
 * at once. */
int auto_check(struct check *k);

/* A program that a worker of check_tests searches: a test, or the main program with reports. */
struct auto_test {
  const char *name;              /* of the test, as it can be selected by; NULL: the main program */
  bool own_path;                 /* its class path is not as it was given */
  const volatile uint32_t *jobs; /* how many search at once, at most --jobs; may change */
};
/* The same for k: what a worker answers (tests_worker.c), and why it failed. NULL: it was
 * interrupted before there was anything to say. */
json_t *auto_check_test(struct check *k, const struct auto_test *t);

#endif
