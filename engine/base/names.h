/* The rules for naming threads, shared by recorded and executed threads: from the JVM's name to the
 * name for people. */
#ifndef HEDDLE_BASE_NAMES_H
#define HEDDLE_BASE_NAMES_H

#include <stdbool.h>

/* Returns whether the library made up the name: "Thread-12", for a thread that the program does not
 * name. */
bool name_is_numbered(const char *thread);
/* Returns the class name without package and outer class: "Worker" for "a.Main$Worker" or
 * "a/Main$Worker". For an anonymous class, keeps its outer class. The result points into
 * `dotted`. */
const char *name_simple_class(const char *dotted);

#endif
