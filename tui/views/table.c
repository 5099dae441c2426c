/* The table of views, for struct debug_options. */
#include "tui/views/views.h"

const struct view_ops *const debug_views[VIEWS] = {
#define VIEW(name, key, title) &view_##name,
#include "tui/terminal/views.def"
#undef VIEW
};
