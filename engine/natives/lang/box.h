/* Boxing and unboxing in natives (Integer, Long, ...). */
#ifndef HEDDLE_NATIVES_BOX_H
#define HEDDLE_NATIVES_BOX_H

#include "engine/vm/machine.h"

/* Returns a box for the primitive of `type` ('Z' ... 'D') at `bits`, which has the layout of
 * native_call.ret. Like valueOf, takes small integers from the caches of the box classes once these
 * exist. 0: an exception is pending. */
ref box_value(struct native_call *c, char type, const void *bits);
/* Reads the type and the value of the primitive in a box. Returns false if the object is not a
 * box. */
bool unbox_value(struct vm *vm, ref box, char *type, void *bits);

#endif
