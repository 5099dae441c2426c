/* Names as people write them: without the package, without the outer class. */
#ifndef HEDDLE_BASE_SHORT_NAME_H
#define HEDDLE_BASE_SHORT_NAME_H

#include <stdbool.h>
#include <string.h>

/* May the name be written so? As a whole, or as what is behind a dot or a dollar in it: "Cell" for
 * "a.b.TwoStage$Cell", "Cell.value" for "a.b.Cell.value". */
static inline bool short_name_of(const char *name, const char *written) {
  size_t n = strlen(name), m = strlen(written);
  return n >= m && !strcmp(name + n - m, written) && (n == m || strchr(".$", name[n - m - 1]));
}

#endif
