/* Classifies library calls that hand tasks to a pool or await them, by method name: handovers.def.
 * A pool's own code is not recorded, so these calls replace the edges that its queue creates. */
#ifndef HEDDLE_TRACE_HANDOVER_H
#define HEDDLE_TRACE_HANDOVER_H

#include <stdint.h>

#include "trace/format/reader.h"

enum handover { HANDS_TASKS = 1, AWAITS_TASKS = 2 };

/* A cache of the latest methods looked up. Empty when zeroed. */
struct handovers {
  struct {
    uint32_t method; /* method id + 1; 0: empty */
    uint8_t what;
  } last[64];
};
/* Returns the enum handover bits of the method, 0 if it is no such call or if r is NULL. `method`
 * is an id in the tables of r. */
unsigned handover_of(struct handovers *h, const struct trace_reader *r, uint32_t method);

#endif
