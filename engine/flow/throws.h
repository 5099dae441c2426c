/* Where code throws exceptions of its own: the instructions athrow whose exception comes from a
 * call, mostly a constructor. The compiler's rethrows, at the end of finally and synchronized, are
 * none. */
#ifndef HEDDLE_FLOW_THROWS_H
#define HEDDLE_FLOW_THROWS_H

#include "engine/flow/location.h"
#include "engine/flow/rta.h"

/* Returns the first `most` such places in those reachable methods of r for which `wanted` returns
 * true, in the order in which r discovered the methods. The caller frees the array. */
struct location *throws_find(const struct rta *r, bool (*wanted)(void *self, struct method *m),
                             void *self, uint32_t most, uint32_t *count);

#endif
