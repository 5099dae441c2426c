/* Keys: each stands for a command, by the rows of keys.def. */
#ifndef HEDDLE_TUI_TERMINAL_KEYS_H
#define HEDDLE_TUI_TERMINAL_KEYS_H

#include "tui/text/line.h"

/* Keys that are no characters. */
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
  KEYS_MOUSE /* screen_mouse_event says what */
};
struct key_row {
  int code;
  const char *name;    /* "PageDown" */
  const char *view;    /* "any" or the name of a view */
  const char *command; /* one that ends in a blank is put on the prompt to be completed */
  const char *hint;    /* for the last line of the screen; "" none */
  const char *help;
};
/* The row for a key in a view: the view's own, else that of any; NULL when it means nothing. */
const struct key_row *keys_find(int code, const char *view);
/* The view's own row only; views of keys are also "question" and "lesson", which go before the view
 * while a question is open or a lesson waits. */
const struct key_row *keys_own(int code, const char *view);
const struct key_row *keys_row(size_t i); /* NULL beyond the last */
/* The hints of a view, as many as fit. */
void keys_hints(const char *view, int cols, struct line *out);

#endif
