/* All orders of the calls of an environment whose threads are written down, and what the calls give
 * in each, for its source in Java (env/environment_orders.h). */
#ifndef HEDDLE_ASSESS_LISTING_H
#define HEDDLE_ASSESS_LISTING_H

#include "engine/env/environment_orders.h"
#include "engine/state/explorer.h"

/* Of a machine whose environment is assessed, from the root of its tree. *out is the caller's,
 * all zero before; where not all is known, or a JVM would show a result otherwise, out->why says
 * so. */
void listing_of(struct explorer *x, struct environment_orders *out);

#endif
