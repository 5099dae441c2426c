/* The command language of the debugger: one line, a word and its arguments. A key, a script and the
 * prompt all go this way.
 *
 * Words are parted by blanks; "double quotes" keep blanks together. A line that begins with # is a
 * comment. A command may be shortened as long as it stays the first of its kind in
 * commands/commands.def. */
#ifndef HEDDLE_TUI_TERMINAL_COMMAND_H
#define HEDDLE_TUI_TERMINAL_COMMAND_H

#include "tui/terminal/debug.h"

struct args {
  int argc; /* without the command's own name */
  char **argv;
  const char *rest; /* the text behind the name as it was typed */
};
enum command_flag {
  COMMAND_STATE = 1,  /* moves or changes the engine's session: a running search is paused first */
  COMMAND_CURSOR = 2, /* moves a cursor: repeated ones are merged in log and script */
  COMMAND_SILENT = 4, /* is not written to the script */
  COMMAND_VIEW = 8,   /* shows a view: prints the text twin when there is no screen */
  COMMAND_TELLS = 16, /* only shows something: no work that would be lost */
};
/* What its arguments are completed with. */
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
/* NULL beyond the last */
const struct command_row *command_row(const struct command_table *t, size_t i);
const struct command_row *command_find(const struct command_table *t, const char *name);

/* Runs one line: echoes it in the log, writes it to the script, carries it out. Returns 0 or the
 * error's code, which is in the log. */
int command_run(struct debug *d, const char *line);
/* Called for each word that may stand for the last one of `line`. Returns where that word begins.
 */
typedef void command_word_fn(void *self, const char *word);
size_t command_complete(struct debug *d, const char *line, command_word_fn *add, void *self);

/* ---- for the commands ---- */
int command_usage(struct debug *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool command_number(const char *s, uint64_t max, uint64_t *out);
/* Argument i as a number, `otherwise` when it is not there; false (and a message) when it is none.
 */
bool command_count(struct debug *d, const struct args *a, int i, uint64_t otherwise, uint64_t *out);
/* A node: its number, "here", "root", "cursor" (of the Tree view), "-N" steps back. */
bool command_node(struct debug *d, const char *s, node_id *out);
/* A choice that is enabled here, by its number or that of a thread: "2", "T1". *out: its place in
 * debug.choices. */
bool command_choice(struct debug *d, const char *s, size_t *out);

#endif
