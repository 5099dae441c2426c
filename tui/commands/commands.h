/* The debugger's commands. Each is a function in this folder and a row of commands.def. */
#ifndef HEDDLE_TUI_COMMANDS_COMMANDS_H
#define HEDDLE_TUI_COMMANDS_COMMANDS_H

#include "tui/terminal/command.h"

#define COMMAND(name, synopsis, words, flags, help, function) \
  int function(struct debug *d, const struct args *a);
#include "tui/commands/commands.def"
#undef COMMAND

/* Returns the current view as text. Caller frees. NULL: out of memory. */
char *command_view_text(struct debug *d);

/* Writes the path to the current node as a trace to a temporary file and returns its name. The
 * caller removes the file and frees the name. NULL: it failed. d->write_path must be set. */
char *command_path_file(struct debug *d, struct error *err);

/* A write or a lock acquisition, given by an event of a node's step. */
struct cause {
  char *place; /* in the form that engine_place reads; the caller frees it */
  node_id node;
  uint32_t index;
};
/* Finds the cause of the error at the current node. For a deadlock, that is the acquisition of the
 * lock that the thread waits for; otherwise it is the last write by another thread whose value the
 * failing thread read. Returns false, with nothing to free, if there is none. */
bool command_cause(struct debug *d, struct cause *out);

/* The table of all commands (table.c). */
extern const struct command_table debug_commands;

#endif
