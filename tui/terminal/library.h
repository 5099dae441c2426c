/* Sources of the class library, from the JDK that the session uses. */
#ifndef HEDDLE_TUI_TERMINAL_LIBRARY_H
#define HEDDLE_TUI_TERMINAL_LIBRARY_H

#include "tui/terminal/debug.h"

/* Returns the source file of a JDK class, as source_library does. */
const struct source *library_source(struct debug *d, const char *class_name, const char *file);
/* Finds the JDK's source file with that path: "java/util/Vector.java". Sets *source, and
 * *class_name to the class that the file is named after (caller frees). Returns false if the JDK
 * has no such file. */
bool library_file(struct debug *d, const char *path, const struct source **source,
                  char **class_name);

#endif
