/* Colour themes: the look of each text role (looks.def). */
#ifndef HEDDLE_TUI_TERMINAL_THEME_H
#define HEDDLE_TUI_TERMINAL_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "tui/text/line.h"

enum theme {
#define THEME(id, name) THEME_##id,
#include "tui/terminal/themes.def"
#undef THEME
  THEMES
};

struct look {
  short color;         /* one of the palette's first eight; -1: the terminal's default */
  bool bright;         /* use the colour's bright variant */
  uint32_t attributes; /* A_BOLD and other attributes of curses */
};

const char *theme_name(uint32_t theme); /* NULL after the last */
/* Returns the theme with that name; THEMES if there is none or `name` is NULL. */
uint32_t theme_find(const char *name);
/* Returns the look of a text role in a theme, which must be below THEMES. */
struct look theme_look(uint32_t theme, enum style role);

#endif
