/* heddle: finds the command and runs it. */
#include <stdio.h>
#include <string.h>

#include "trace/format/mapped.h"
#include "tui/cli/cli.h"

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "0.1"
#endif

static const struct {
  const char *name, *summary;
  int (*run)(int argc, char **argv);
} commands[] = {
#define COMMAND(name, summary) {#name, summary, cmd_##name},
#include "tui/cli/cli_commands.def"
#undef COMMAND
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void help(FILE *out) {
  int i;
  fprintf(out, "heddle %s: a terminal debugger and trace explorer for concurrent Java programs\n\n",
          HEDDLE_VERSION);
  fprintf(out, "usage: heddle [COMMAND] [OPTION...] [OPERAND...]\n\n");
  for (i = 0; i < COMMANDS; i++) fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
  fprintf(out,
          "\n'heddle COMMAND --help' lists the options of a command; the manual is heddle(1).\n");
}

int main(int argc, char **argv) {
  int i;
  mapped_guard();
  if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
      !strcmp(argv[1], "help")) {
    help(argc < 2 ? stderr : stdout);
    return argc < 2 ? EXIT_USAGE : 0;
  }
  if (!strcmp(argv[1], "--version")) {
    printf("heddle %s\n", HEDDLE_VERSION);
    return 0;
  }
  for (i = 0; i < COMMANDS; i++)
    if (!strcmp(argv[1], commands[i].name)) return commands[i].run(argc - 1, argv + 1);
  return cmd_debug(
      /* debug is the default command, so options and operands may follow "heddle" directly */
      argc, argv);
}
