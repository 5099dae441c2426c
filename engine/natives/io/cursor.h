/* The progress of a native that was stopped in the middle of its work (soundness rule 10, bulk by
 * elements). It is stored in an object that replaces one of the native's reference arguments, which
 * are operands of the caller and so part of the state. TF_CURSOR marks this. */
#ifndef HEDDLE_NATIVES_CURSOR_H
#define HEDDLE_NATIVES_CURSOR_H

#include "engine/vm/machine.h"

struct cursor {
  ref original; /* the replaced argument */
  ref extra;    /* an intermediate result of the native, or 0 */
  uint32_t position;
};

/* If the native was stopped with a cursor in argument `slot`, fills in *out, restores the argument,
 * and returns true. */
bool cursor_take(struct native_call *c, int slot, struct cursor *out);
/* Stores the cursor and returns NATIVE_STOP, or NATIVE_THROW if out of memory. */
int cursor_stop(struct native_call *c, int slot, const struct cursor *cur);

#endif
