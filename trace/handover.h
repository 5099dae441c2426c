/* What a call of the library does for the tasks of a pool, by its method's name: handovers.def. The
 * pool's own code is not recorded, so this stands in for the edges that its queue makes. */
#ifndef HEDDLE_TRACE_HANDOVER_H
#define HEDDLE_TRACE_HANDOVER_H

#include <stdint.h>

#include "trace/reader.h"

enum handover { HANDS_TASKS = 1, AWAITS_TASKS = 2 };

/* The last methods that were asked about; zeroed it is empty. */
struct handovers {
  struct {
    uint32_t method; /* + 1; 0: empty */
    uint8_t what;
  } last[64];
};
/* enum handover, or both, or 0. `method` is an id in the tables of r; r NULL: 0. */
unsigned handover_of(struct handovers *h, const struct trace_reader *r, uint32_t method);

#endif
