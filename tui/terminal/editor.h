/* The line editor of the `:` prompt: readline, or libedit with `make LINE_EDITOR=edit`. It keeps
 * the line, its cursor and the history, and receives the bytes of each key. It never touches the
 * terminal; the screen draws the line.
 * Both libraries have one state per process, so there is only one editor. */
#ifndef HEDDLE_TUI_TERMINAL_EDITOR_H
#define HEDDLE_TUI_TERMINAL_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

enum editor_result { EDITOR_MORE, EDITOR_LINE, EDITOR_CANCEL };

/* Opens the editor. `history` is a file: it is read now, and each new line is appended to it. NULL:
 * none. Returns false on failure. */
bool editor_open(const char *history);
void editor_close(void);
void editor_begin(const char *text); /* starts a new line that begins with `text` */
/* Feeds the bytes of one key. EDITOR_LINE: editor_take has the line. EDITOR_CANCEL: the user
 * abandoned the line (Ctrl-C, Ctrl-G, Ctrl-D). */
enum editor_result editor_feed(const char *bytes, size_t n);
const char *editor_take(void); /* valid until the next call; "" if there is no line */
const char *editor_text(void);
size_t editor_point(void);       /* byte offset of the cursor */
const char *editor_prompt(void); /* ":", or the prompt of a history search */
/* Replaces the bytes from `from` up to the cursor. */
void editor_replace(size_t from, const char *text);

#endif
