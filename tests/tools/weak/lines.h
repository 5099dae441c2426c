/* A sorted set of the lines that a program may print. */
#ifndef WEAK_LINES_H
#define WEAK_LINES_H

#include <stdbool.h>

enum { LINE_SIZE = 128, LINES_MAX = 2048 };

struct lines {
  int count;
  bool full; /* there are more than fit */
  char at[LINES_MAX][LINE_SIZE];
};

void lines_add(struct lines *l, const char *line);
bool lines_have(const struct lines *l, const char *line);
bool lines_same(const struct lines *a, const struct lines *b);

/* Prints the lines that `found` misses, and those that it has beyond `known`; not all if there are
 * many. */
void lines_print_difference(const struct lines *known, const struct lines *found,
                            const char *before);

#endif
