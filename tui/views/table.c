/* The table of all views, which struct debug_options takes. */
#include "tui/views/views.h"

const struct view_ops *const debug_views[VIEWS] = {
#define VIEW(name, key, title) &view_##name,
#include "tui/terminal/views.def"
#undef VIEW
};
