/* What a thread is called by people, from what the JVM calls it: the rules that recorded and
 * executed threads share. */
#ifndef HEDDLE_BASE_NAMES_H
#define HEDDLE_BASE_NAMES_H

#include <stdbool.h>

/* "Thread-12", as the library numbers threads that the program gives no name. */
bool name_is_numbered(const char *thread);
/* The class without package and outer class: "Worker" within "a.Main$Worker" or
 * "a/Main$Worker"; of an anonymous class
 * its outer one too. Points into `dotted`. */
const char *name_simple_class(const char *dotted);

#endif
