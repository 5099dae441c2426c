/* The terminal's clipboard, by the escape sequence OSC 52, which xterm, tmux, kitty and others
 * understand. */
#ifndef HEDDLE_TUI_TERMINAL_CLIPBOARD_H
#define HEDDLE_TUI_TERMINAL_CLIPBOARD_H

#include "engine/base/mem.h"

/* Bytes of text that are sent at most: what terminals take. */
enum { CLIPBOARD_MOST = 74994 / 4 * 3 };

/* The sequence for a text of at most CLIPBOARD_MOST bytes is added to *out. */
void clipboard_sequence(struct text *out, const char *text);

#endif
