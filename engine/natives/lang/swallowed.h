/* --swallowed: failures that a library hides count as violations of `exception`: an exception
 * stored in a future, an uncaught exception that a handler takes, or an exit status other than 0. A
 * failure counts when it is stored, even if the program asks for it later, because the program
 * might not ask in every schedule. */
#ifndef HEDDLE_NATIVES_SWALLOWED_H
#define HEDDLE_NATIVES_SWALLOWED_H

#include "engine/vm/vm.h"

/* Both fill in vm->violation and return true if --swallowed is on. */
bool swallowed_exception(struct vm *vm, const struct thread *t, ref exception, const char *where);
bool swallowed_status(struct vm *vm, struct thread *t, int32_t status);

#endif
