/* Lists all orders of the calls of an environment whose threads are written in its text, with the
 * results of each order. The lists are for the environment's source in Java
 * (env/environment_orders.h). */
#ifndef HEDDLE_ASSESS_LISTING_H
#define HEDDLE_ASSESS_LISTING_H

#include "engine/env/environment_orders.h"
#include "engine/state/explorer.h"

/* Lists the orders for a machine whose environment is assessed, from the root of its tree. *out
 * must be zero and belongs to the caller. If not everything is known, or a JVM would print a result
 * differently, out->why says so. */
void listing_of(struct explorer *x, struct environment_orders *out);

#endif
