/* The table of all commands, which struct debug_options takes. */
#include "tui/commands/commands.h"

static const struct command_row rows[] = {
#define COMMAND(name, synopsis, words, flags, help, function) \
  {name, synopsis, words, flags, help, function},
#include "tui/commands/commands.def"
#undef COMMAND
};

const struct command_table debug_commands = {.rows = rows, .count = COUNT(rows)};
