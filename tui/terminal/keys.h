/* Keys of the debugger. Each key runs a command, as keys.def says. */
#ifndef HEDDLE_TUI_TERMINAL_KEYS_H
#define HEDDLE_TUI_TERMINAL_KEYS_H

#include "tui/text/line.h"

/* Codes of keys that are not characters. */
enum key_code {
  KEYS_UP = 0x200000,
  KEYS_DOWN,
  KEYS_LEFT,
  KEYS_RIGHT,
  KEYS_PAGE_UP,
  KEYS_PAGE_DOWN,
  KEYS_HOME,
  KEYS_END,
  KEYS_BACK_TAB,
  KEYS_DELETE,
  KEYS_BACKSPACE,
  KEYS_RESIZE,
  KEYS_MOUSE /* screen_mouse_event has the event */
};
struct key_row {
  int code;
  const char *name;    /* "PageDown" */
  const char *view;    /* "any" or a view's name */
  const char *command; /* a command that ends in a blank is put on the prompt to be completed */
  const char *hint;    /* for the last line of the screen; "": none */
  const char *help;
};
/* Returns the row of a key in a view: the view's own, else the row for "any". NULL: the key has no
 * meaning. */
const struct key_row *keys_find(int code, const char *view);
/* Returns only the view's own row; NULL: it has none. "question" and "lesson" also count as views:
 * while a question is open or a lesson waits, their rows come before the current view's. */
const struct key_row *keys_own(int code, const char *view);
const struct key_row *keys_row(size_t i); /* NULL after the last */
/* Adds the hints of a view's keys, as many as fit in `cols` columns. */
void keys_hints(const char *view, int cols, struct line *out);

#endif
