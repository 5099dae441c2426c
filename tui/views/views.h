/* The table of all views. Each view has a file in this folder and a row of views.def. */
#ifndef HEDDLE_TUI_VIEWS_VIEWS_H
#define HEDDLE_TUI_VIEWS_VIEWS_H

#include "tui/terminal/view.h"

#define VIEW(name, key, title) extern const struct view_ops view_##name;
#include "tui/terminal/views.def"
#undef VIEW

extern const struct view_ops *const debug_views[VIEWS];

#endif
