/* The journal of a session: its script in a file, kept up to date while one works, so that a crash
 * or a signal finds nothing left to do.
 *
 * The file is a script of the debugger (tui/terminal/command.h) behind two lines of comment:
 *
 *     # heddle debug WORDS        what the session was started with, as words of a shell
 *     # folder FOLDER             where
 *
 * A line stands in it when its command has ended, so the command in which heddle crashed is not
 * carried out again. Lines are added at the end; the last one is replaced by a longer one when a
 * repeated command is merged with it. */
#ifndef HEDDLE_TUI_TERMINAL_JOURNAL_H
#define HEDDLE_TUI_TERMINAL_JOURNAL_H

#include <stdbool.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"

struct journal;

/* What a session's file holds. */
struct journal_text {
  char *command, *folder; /* WORDS and FOLDER; NULL: the file does not say */
  VEC(char *) lines;      /* the commands: no comments, no blank lines */
};
/* Reads a session or what :save wrote; release it. ERR_INPUT: it cannot be read. */
int journal_read(const char *path, struct journal_text *out, struct error *err);
void journal_text_release(struct journal_text *t);

/* A new file, which must not be there yet, for the session's owner alone. ERR_INPUT. */
int journal_new(const char *path, const char *command, const char *folder, struct journal **out,
                struct error *err);
/* One that journal_new made, to go on with: `text` is what was read of it, with its command.
 * ERR_INPUT: it cannot be written, or another process has it. */
int journal_again(const char *path, const struct journal_text *text, struct journal **out,
                  struct error *err);
/* Is the file of a session that runs? */
bool journal_in_use(const char *path);
/* The first n lines of the file become `lines`; with `all` it has no more. What cannot be written
 * is given up silently: the session goes on. */
void journal_sync(struct journal *j, char *const *lines, size_t n, bool all);
/* Copies the file as it is to PATH~, in the place of an older one. False: it cannot. */
bool journal_set_aside(const struct journal *j);
/* With `keep` false the file is removed. NULL is fine. */
void journal_close(struct journal *j, bool keep);

#endif
