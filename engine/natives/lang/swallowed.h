/* --swallowed: failures that a library keeps to itself count as violations of `exception`: an
 * exception kept in a future, an uncaught one that a handler takes, an exit status other than 0.
 * They count where they are kept, whether or not somebody asks later: that a program means to ask
 * does not say that it does so in every schedule. */
#ifndef HEDDLE_NATIVES_SWALLOWED_H
#define HEDDLE_NATIVES_SWALLOWED_H

#include "engine/vm/vm.h"

/* Both fill vm->violation and return true when swallowed failures are looked for. */
bool swallowed_exception(struct vm *vm, const struct thread *t, ref exception, const char *where);
bool swallowed_status(struct vm *vm, struct thread *t, int32_t status);

#endif
