/* Classifies library calls by what they order, by method name (call_effects.def). Most calls are
 * ordered with all calls on the same object. Calls that hand tasks to a pool or await them order
 * more: a pool's own code is not recorded, so these calls replace the edges that its queue creates.
 * Accesses of a VarHandle or an atomic class in a weak mode order less. */
#ifndef HEDDLE_TRACE_CALL_EFFECT_H
#define HEDDLE_TRACE_CALL_EFFECT_H

#include <stdint.h>

#include "trace/format/reader.h"

enum call_effect { HANDS_TASKS = 1, AWAITS_TASKS = 2, RELEASES_NOTHING = 4, ACQUIRES_NOTHING = 8 };

/* A cache of the latest methods looked up. Empty when zeroed. */
struct call_effects {
  struct {
    uint32_t method; /* method id + 1; 0: empty */
    uint8_t what;
  } last[64];
};
/* Returns the enum call_effect bits of the method, 0 for any other call or if r is NULL. `method`
 * is an id in the tables of r. */
unsigned call_effect_of(struct call_effects *h, const struct trace_reader *r, uint32_t method);

#endif
