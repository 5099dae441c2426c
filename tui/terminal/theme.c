/* Looks up the looks of the themes (see theme.h). */
#include "tui/terminal/theme.h"

#include <stddef.h>
#include <string.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>

#define PLAIN(attributes) \
  { -1, false, attributes }
#define COLORED(color, attributes) \
  { color, false, attributes }
#define BRIGHT(color, attributes) \
  { color, true, attributes }
#define LOOK(role, ...) [ST_##role] = {__VA_ARGS__},
static const struct look looks[STYLES][THEMES] = {
#include "tui/terminal/looks.def"
};

static const char *const names[] = {
#define THEME(id, name) name,
#include "tui/terminal/themes.def"
#undef THEME
};

const char *theme_name(uint32_t theme) { return theme < THEMES ? names[theme] : NULL; }

uint32_t theme_find(const char *name) {
  uint32_t i;
  for (i = 0; i < THEMES && (!name || strcmp(names[i], name)); i++) continue;
  return i;
}

struct look theme_look(uint32_t theme, enum style role) {
  return looks[role][theme];
}
