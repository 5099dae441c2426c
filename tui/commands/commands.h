/* The debugger's commands: each is a function in this folder and a row of commands.def. */
#ifndef HEDDLE_TUI_COMMANDS_COMMANDS_H
#define HEDDLE_TUI_COMMANDS_COMMANDS_H

#include "tui/terminal/command.h"

#define COMMAND(name, synopsis, words, flags, help, function) \
  int function(struct debug *d, const struct args *a);
#include "tui/commands/commands.def"
#undef COMMAND

/* The view that is shown, as text; NULL: no memory. Caller frees. */
char *command_view_text(struct debug *d);

/* A write, or the taking of a lock: an event of a node's step. */
struct cause {
  char *place; /* as engine_place reads it; the caller frees */
  node_id node;
  uint32_t index;
};
/* What led to the error here: the last write of another thread that its thread came to read; of a
 * deadlock, who took the lock that it waits for. False (nothing to free): there is none. */
bool command_cause(struct debug *d, struct cause *out);

extern const struct command_table debug_commands;

#endif
