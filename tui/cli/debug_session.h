/* Stores the sessions of heddle debug in the user's state folder. Each session is a file
 * (tui/terminal/journal.h) named after the main class and the time. */
#ifndef HEDDLE_TUI_CLI_DEBUG_SESSION_H
#define HEDDLE_TUI_CLI_DEBUG_SESSION_H

#include "engine/base/error.h"
#include "tui/terminal/journal.h"

struct cli;

/* A session selected by --resume. */
struct debug_session {
  char *path;
  bool own; /* in the state folder: the session continues in its file */
  struct journal_text text;
  VEC(char *) words; /* a command line: "debug", this command's options, the session's words */
};

/* Returns the folder: HEDDLE_SESSIONS, else heddle in XDG_STATE_HOME, else .local/state/heddle in
 * HOME. NULL: sessions are not kept. Caller frees. */
char *debug_session_folder(void);
/* Reads the session that c's operand names: by name, main class (its latest session) or file;
 * without an operand, the latest one. Changes to the folder where the session was started.
 * ERR_INPUT: it cannot be found or read. ERR_USAGE: an option or operand cannot be
 * combined with --resume. */
int debug_session_find(const struct cli *c, struct debug_session *out, struct error *err);
/* Returns the *n words of the command line t->command, which must not be NULL, without the script's
 * own name. Caller frees each word and the array. */
char **debug_session_words(const struct journal_text *t, size_t *n);
/* Opens the journal of a new or resumed session; *out is NULL if sessions are not kept.
 * `main_class` names the file; `command` is written to it as shell words. */
int debug_session_journal(const struct debug_session *s, const char *main_class,
                          const char *command, struct journal **out, struct error *err);
void debug_session_release(struct debug_session *s);

#endif
