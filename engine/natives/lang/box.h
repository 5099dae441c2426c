/* Boxes: Integer, Long, ... made and opened by natives. */
#ifndef HEDDLE_NATIVES_BOX_H
#define HEDDLE_NATIVES_BOX_H

#include "engine/vm/machine.h"

/* A box for a primitive of `type` ('Z' ... 'D') whose value stands at `bits` as in native_call.ret;
 * small integers come from the caches of the box classes once these exist, as valueOf does. 0: an
 * exception is pending. */
ref box_value(struct native_call *c, char type, const void *bits);
/* The primitive in a box: its type and value. False: not a box. */
bool unbox_value(struct vm *vm, ref box, char *type, void *bits);

#endif
