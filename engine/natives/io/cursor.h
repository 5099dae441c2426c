/* Where a native stands that is stopped in the middle of its work (soundness rule 10, bulk by
 * elements): an object takes the place of one of its reference arguments, which are operands of the
 * caller and so part of the state, and TF_CURSOR says so. */
#ifndef HEDDLE_NATIVES_CURSOR_H
#define HEDDLE_NATIVES_CURSOR_H

#include "engine/vm/machine.h"

struct cursor {
  ref original; /* the argument itself */
  ref extra;    /* what the native has made so far, 0 none */
  uint32_t position;
};

/* True when the native was stopped with a cursor in argument `slot`: fills *out and puts the
 * argument back. */
bool cursor_take(struct native_call *c, int slot, struct cursor *out);
/* Stops: NATIVE_STOP, or NATIVE_THROW when there is no memory. */
int cursor_stop(struct native_call *c, int slot, const struct cursor *cur);

#endif
