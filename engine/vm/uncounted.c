/* See uncounted.h. */
#include "engine/vm/uncounted.h"

#ifdef HEDDLE_READS
struct uncounted *uncounted(void) {
  static struct uncounted u;
  return &u;
}
#endif
