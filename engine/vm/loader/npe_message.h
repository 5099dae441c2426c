/* Helpful messages of NullPointerException (JEP 358). */
#ifndef HEDDLE_VM_LOADER_NPE_MESSAGE_H
#define HEDDLE_VM_LOADER_NPE_MESSAGE_H

#include "engine/vm/machine.h"

/* Returns a description of what was null where the exception was made, in HotSpot's words, or NULL
 * if it is unknown. The caller frees it. */
char *npe_message(struct vm *vm, ref exception);

#endif
