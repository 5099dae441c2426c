/* The debugger's commands: each is a function in this folder and a row of commands.def. */
#ifndef HEDDLE_TUI_COMMANDS_COMMANDS_H
#define HEDDLE_TUI_COMMANDS_COMMANDS_H

#include "tui/terminal/command.h"

#define COMMAND(name, synopsis, words, flags, help, function) \
  int function(struct debug *d, const struct args *a);
#include "tui/commands/commands.def"
#undef COMMAND

extern const struct command_table debug_commands;

#endif
