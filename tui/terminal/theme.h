/* Colour themes: what each role of a text looks like (looks.def), by the name of the theme. */
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
  short color;         /* of the first eight of the terminal's palette; -1: its own */
  bool bright;         /* the bright one of it */
  uint32_t attributes; /* A_BOLD and others of curses */
};

const char *theme_name(uint32_t theme); /* NULL behind the last */
/* The theme of that name; THEMES: there is none, or `name` is NULL. */
uint32_t theme_find(const char *name);
struct look theme_look(uint32_t theme, enum style role);

#endif
