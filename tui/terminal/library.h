/* Sources of the class library: those of the JDK that the session runs on. */
#ifndef HEDDLE_TUI_TERMINAL_LIBRARY_H
#define HEDDLE_TUI_TERMINAL_LIBRARY_H

#include "tui/terminal/debug.h"

/* The file of a class of the JDK, as source_library gives it. */
const struct source *library_source(struct debug *d, const char *class_name, const char *file);
/* The file of that path, "java/util/Vector.java", and the class that it is named after, which the
 * caller frees. False: the JDK has no such one. */
bool library_file(struct debug *d, const char *path, const struct source **source,
                  char **class_name);

#endif
