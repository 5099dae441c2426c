/* The line editor of the `:` prompt: readline, or libedit with `make LINE_EDITOR=edit`. The editor
 * keeps the line, its cursor and the history; the screen draws them. It is fed the bytes of the
 * keys and never touches the terminal.
 *
 * Both libraries have one state per process, so this is one object too. */
#ifndef HEDDLE_TUI_TERMINAL_EDITOR_H
#define HEDDLE_TUI_TERMINAL_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

enum editor_result { EDITOR_MORE, EDITOR_LINE, EDITOR_CANCEL };

/* `history`: a file, read now and appended to line by line; NULL: none. */
bool editor_open(const char *history);
void editor_close(void);
void editor_begin(const char *text); /* a fresh line that begins with `text` */
/* Feeds bytes of one key. EDITOR_LINE: editor_take has the line; EDITOR_CANCEL: the line was given
 * up (Ctrl-C, Ctrl-G, Ctrl-D). */
enum editor_result editor_feed(const char *bytes, size_t n);
const char *editor_take(void); /* until the next call; "" when there is none */
const char *editor_text(void);
size_t editor_point(void);       /* byte offset of the cursor */
const char *editor_prompt(void); /* ":" or that of a history search */
/* Replaces the bytes from `from` up to the cursor. */
void editor_replace(size_t from, const char *text);

#endif
