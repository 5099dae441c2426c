/* Copies to the terminal's clipboard with the escape sequence OSC 52, which xterm, tmux, kitty and
 * others understand. */
#ifndef HEDDLE_TUI_TERMINAL_CLIPBOARD_H
#define HEDDLE_TUI_TERMINAL_CLIPBOARD_H

#include "engine/base/mem.h"

/* Maximum number of bytes to send. Terminals accept no more. */
enum { CLIPBOARD_MOST = 74994 / 4 * 3 };

/* Appends the sequence for a text of at most CLIPBOARD_MOST bytes to *out. */
void clipboard_sequence(struct text *out, const char *text);

#endif
