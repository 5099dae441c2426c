/* Helpful messages of NullPointerException (JEP 358). */
#ifndef HEDDLE_VM_INTERP_NPE_MESSAGE_H
#define HEDDLE_VM_INTERP_NPE_MESSAGE_H

#include "engine/vm/machine.h"

/* What was null at the place where the exception was made, in HotSpot's words; NULL when nothing
 * can be said. Caller frees. */
char *npe_message(struct vm *vm, ref exception);

#endif
