/* The debugger's command language. A line is a command name and its arguments. Keys, scripts and
 * the prompt all use it.
 * Words are separated by blanks; "double quotes" keep blanks together. A line that begins with #
 * is a comment. A command's name may be shortened: the first match in commands/commands.def is
 * run. */
#ifndef HEDDLE_TUI_TERMINAL_COMMAND_H
#define HEDDLE_TUI_TERMINAL_COMMAND_H

#include "tui/terminal/debug.h"

struct args {
  int argc; /* number of arguments, without the command's name */
  char **argv;
  const char *rest; /* the text after the name, as typed */
};
enum command_flag {
  COMMAND_STATE = 1,  /* moves or changes the engine's session; pauses a running search first */
  COMMAND_CURSOR = 2, /* moves a cursor; repeated commands are merged in log and script */
  COMMAND_SILENT = 4, /* not written to the script */
  COMMAND_VIEW = 8,   /* shows a view; without a screen, prints its text twin */
  COMMAND_TELLS = 16, /* only shows something, so there is no work to lose */
};
/* The kinds of words that can complete a command's arguments. */
enum command_words {
  WORDS_NONE,
  WORDS_COMMAND,
  WORDS_LOCATION,
  WORDS_NODE,
  WORDS_FILE,
  WORDS_SOURCE,
  WORDS_CHOICE,
  WORDS_MARK,
  WORDS_THREAD,
  WORDS_CHECK,
  WORDS_GUIDED,
  WORDS_SEARCH,
  WORDS_CHECKOPT,
  WORDS_SET,
  WORDS_PANE,
  WORDS_FOLD,
  WORDS_FRAME,
  WORDS_FOLLOW,
  WORDS_SCROLL,
  WORDS_WATCH,
  WORDS_WATCHED,
  WORDS_BIT,
  WORDS_BREAK,
  WORDS_BROKEN,
  WORDS_LANES,
  WORDS_TRACE,
  WORDS_BOOKMARK,
  WORDS_COPY,
  WORDS_ON,
  WORDS_ASK,
  WORDS_COMPARE,
  WORDS_REPAIR
};
struct command_row {
  const char *name, *synopsis;
  enum command_words words;
  unsigned flags;
  const char *help;
  int (*run)(struct debug *d, const struct args *a);
};
struct command_table {
  const struct command_row *rows;
  size_t count;
};
/* Returns the i-th row; NULL after the last. */
const struct command_row *command_row(const struct command_table *t, size_t i);
/* Returns the row with that name, else the first row whose name begins with it; NULL: none. */
const struct command_row *command_find(const struct command_table *t, const char *name);

/* Runs one line: echoes it in the log, writes it to the script and executes it. Returns 0 or an
 * error code; the error is in the log. */
int command_run(struct debug *d, const char *line);
/* Calls `add` for each completion of the last word of `line`. Returns the offset where that word
 * begins. */
typedef void command_word_fn(void *self, const char *word);
size_t command_complete(struct debug *d, const char *line, command_word_fn *add, void *self);

/* ---- helpers for commands ---- */
/* Logs an error in a command's arguments and returns ERR_USAGE. */
int command_usage(struct debug *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Reads a decimal number from 0 to `max`. Returns false if `s` is not one. */
bool command_number(const char *s, uint64_t max, uint64_t *out);
/* Sets *out to argument i, read as a number, or to `otherwise` if it is missing. Returns false and
 * logs a message if it is not a number. */
bool command_count(struct debug *d, const struct args *a, int i, uint64_t otherwise, uint64_t *out);
/* Reads a node: a number, "here", "root", "cursor" (the view's cursor), or "-N" for N steps back.
 * Returns false and logs a message if there is no such node. */
bool command_node(struct debug *d, const char *s, node_id *out);
/* Reads an enabled choice by its number or its thread: "2", "T1". Sets *out to its index in
 * debug.choices. Returns false, without a message, if there is no such choice. */
bool command_choice(struct debug *d, const char *s, size_t *out);

#endif
