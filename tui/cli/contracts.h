/* --contracts: loads the contracts of methods that were shown to be one step each
 * (trace/contracts/evidence.h), and describes those that a search used. */
#ifndef HEDDLE_TUI_CLI_CONTRACTS_H
#define HEDDLE_TUI_CLI_CONTRACTS_H

#include "tui/cli/cli.h"

/* If --contracts was given, sets c->engine.contracts to these methods. The caller frees *text after
 * the session; NULL: --contracts was not given. ERR_INPUT: there are no contract records for the
 * JDK, or the component's class is not known. */
int contracts_take(struct cli *c, char **text, struct error *err);
/* Returns the part of a verdict that names the contracts it relies on: ", taking 17 methods of the
 * JDK as one step each, shown for ..."; "" if no such method was called. Caller frees. */
char *contracts_words(const struct scope_info *seen);
/* Returns the classes whose contracts were left out: "java.util.Vector and java.util.Stack", or "21
 * classes"; NULL: none. Caller frees. */
char *contracts_left_out(const struct scope_info *seen);
/* Returns contracts_methods for a search; NULL: it took no method as one step. Caller frees. */
char *contracts_called(const struct engine *e);
/* Returns "17 methods of the JDK", "1 method of the program", or both. Caller frees. */
char *contracts_methods(const struct scope_info *seen);

#endif
