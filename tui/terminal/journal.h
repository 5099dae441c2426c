/* The journal of a session: a file that always holds the session's script, so that a crash or a
 * signal loses nothing.
 * The file is a script of the debugger (tui/terminal/command.h) after two comment lines:
 *
 *     # heddle debug WORDS        the session's command line, as shell words
 *     # folder FOLDER             the current folder
 *
 * A command is written after it has ended, so that a command that crashed heddle is not executed
 * again. New lines are appended. A repeated command that is merged with the last line replaces that
 * line. */
#ifndef HEDDLE_TUI_TERMINAL_JOURNAL_H
#define HEDDLE_TUI_TERMINAL_JOURNAL_H

#include <stdbool.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"

struct journal;

/* The content of a session's file. */
struct journal_text {
  char *command, *folder; /* WORDS and FOLDER; NULL: not in the file */
  VEC(char *) lines;      /* the commands, without comments and blank lines */
};
/* Reads a session or a file written by :save. The caller releases *out. ERR_INPUT: the file cannot
 * be read. */
int journal_read(const char *path, struct journal_text *out, struct error *err);
void journal_text_release(struct journal_text *t);

/* Creates a new file that only the owner can access. ERR_INPUT: it exists already or cannot be
 * written. */
int journal_new(const char *path, const char *command, const char *folder, struct journal **out,
                struct error *err);
/* Reopens a file made by journal_new. `text` is its content; text->command must not be NULL.
 * ERR_INPUT: the file cannot be written, or another process uses it. */
int journal_again(const char *path, const struct journal_text *text, struct journal **out,
                  struct error *err);
/* Returns true if a running session uses the file. */
bool journal_in_use(const char *path);
/* Makes the first n lines of the file's script equal to `lines`. With `all`, removes any further
 * lines. Ignores write errors, so that the session can continue. */
void journal_sync(struct journal *j, char *const *lines, size_t n, bool all);
/* Copies the file to PATH~, replacing an older copy. Returns false on failure. */
bool journal_set_aside(const struct journal *j);
/* Closes the journal and, unless `keep` is set, deletes its file. j may be NULL. */
void journal_close(struct journal *j, bool keep);

#endif
