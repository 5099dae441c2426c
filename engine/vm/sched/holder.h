/* Finds the place that refers to an object, to name the object after it: a static field of the
 * program, a field of one of its objects, or else a local variable. Such a name says more than a
 * number. */
#ifndef HEDDLE_VM_SCHED_HOLDER_H
#define HEDDLE_VM_SCHED_HOLDER_H

#include "engine/vm/vm.h"

/* Finds the holders of all objects of the current state. Free with holders_free. */
struct holders *holders_new(struct vm *vm);
void holders_free(struct holders *h);
/* Returns the place that holds obj: "Bank.from" for a static field, "left" for an instance field,
 * "forks[2]" for an element, "lock" for a local variable. Allocated with malloc; NULL if no holder
 * is known. If outer is not NULL, *outer is set to the object that the place holds: obj itself, or
 * the library synchronizer around it that the program refers to (a ReentrantLock around its
 * Sync). */
char *holders_place(const struct holders *h, ref obj, ref *outer);

#endif
