/* --contracts: the methods that were shown to be one step each (trace/contracts/evidence.h). */
#ifndef HEDDLE_TUI_CLI_CONTRACTS_H
#define HEDDLE_TUI_CLI_CONTRACTS_H

#include "tui/cli/cli.h"

/* Puts them into c->engine.contracts when --contracts asks for them. *text is the caller's, to be
 * freed behind the session; NULL: they are not asked for. ERR_INPUT: none is shown for the JDK. */
int contracts_take(struct cli *c, char **text, struct error *err);
/* Where a verdict rests on contracts, what it says of them: ", taking 17 methods of the JDK as one
 * step each, shown for ..."; "" where no such method was called. Caller frees. */
char *contracts_words(const struct scope_info *seen);
/* "java.util.Vector and java.util.Stack", or "21 classes": whose contracts were left out; NULL:
 * nobody's. Caller frees. */
char *contracts_left_out(const struct scope_info *seen);
/* What a search rests on: contracts_methods, NULL for none. Caller frees. */
char *contracts_called(const struct engine *e);
/* "17 methods of the JDK", "1 method of the program", or both. Caller frees. */
char *contracts_methods(const struct scope_info *seen);

#endif
