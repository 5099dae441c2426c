/* Names as people write them, without the package or the outer class. */
#ifndef HEDDLE_BASE_SHORT_NAME_H
#define HEDDLE_BASE_SHORT_NAME_H

#include <stdbool.h>
#include <string.h>

/* Returns whether `written` is the whole name, or the part of it after some dot or dollar: "Cell"
 * for "a.b.TwoStage$Cell", "Cell.value" for "a.b.Cell.value". */
static inline bool short_name_of(const char *name, const char *written) {
  size_t n = strlen(name), m = strlen(written);
  return n >= m && !strcmp(name + n - m, written) && (n == m || strchr(".$", name[n - m - 1]));
}

#endif
