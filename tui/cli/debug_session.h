/* The sessions of heddle debug in the user's state folder: one file each (tui/terminal/journal.h),
 * named after the main class and the time. */
#ifndef HEDDLE_TUI_CLI_DEBUG_SESSION_H
#define HEDDLE_TUI_CLI_DEBUG_SESSION_H

#include "engine/base/error.h"
#include "tui/terminal/journal.h"

struct cli;

/* A session that was asked for by --resume. */
struct debug_session {
  char *path;
  bool own; /* in the state folder: it goes on in its file */
  struct journal_text text;
  VEC(char *) words; /* a command line: "debug", options of this one, those of the session */
};

/* HEDDLE_SESSIONS, else heddle in XDG_STATE_HOME, else .local/state/heddle in HOME. NULL: none are
 * kept. Caller frees. */
char *debug_session_folder(void);
/* Reads the session of c's operand: a name, a main class (its latest) or a file; without operand
 * the latest one. Goes to the folder where it was. ERR_INPUT, ERR_USAGE. */
int debug_session_find(const struct cli *c, struct debug_session *out, struct error *err);
/* The words of the command line of a session or a saved script, t->command, which is there: *n of
 * them, without the script's own name. Caller frees each, and the array. */
char **debug_session_words(const struct journal_text *t, size_t *n);
/* The journal of a session that begins or goes on; *out is NULL when none is kept. `main_class`
 * names the file, `command` are words of a shell. */
int debug_session_journal(const struct debug_session *s, const char *main_class,
                          const char *command, struct journal **out, struct error *err);
void debug_session_release(struct debug_session *s);

#endif
