/* --atomic: JDK methods that a user declares atomic for the search. The first visible operation
 * inside is a scheduling point, so that threads may be switched between two calls; behind it there
 * is none until the method returns, blocks, or enters a frame outside the JDK. What it does when it
 * wakes is one piece again. h still hears every access (soundness rule 18, atomic ends at the
 * program). Off by default: it removes interleavings, so a verdict names the pattern in its scope.
 * The initialisers of JDK classes are atomic in the same way. */
#ifndef HEDDLE_REDUCTION_ATOMIC_H
#define HEDDLE_REDUCTION_ATOMIC_H

#include "engine/vm/vm.h"

/* `pattern` is a PCRE2 regexp on "java.util.Vector.add", NULL = off; "default" stands for the table
 * of linearizable methods (atomic.def), "default|REGEXP" for both. ERR_USAGE for a bad one. */
int atomic_new(struct vm *vm, const char *pattern, struct error *err);
void atomic_free(struct vm *vm);
/* struct vm_hooks.is_atomic: does the pattern or the table name m? */
bool atomic_fits(const struct vm *vm, const struct method *m);

#endif
