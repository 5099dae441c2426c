/* What holds an object, for its name: a static field of the program, a field of one of its objects,
 * else a local variable. An object says more by that than by a number. */
#ifndef HEDDLE_VM_SCHED_HOLDER_H
#define HEDDLE_VM_SCHED_HOLDER_H

#include "engine/vm/vm.h"

/* The holders of all objects of the present state that have one. */
struct holders *holders_new(struct vm *vm);
void holders_free(struct holders *h);
/* "Bank.from" of a static field, "left" of another one, "forks[2]" of an element, "lock" of a local
 * variable: malloc'd, NULL when nothing is known to hold it. *outer, if given: the object itself,
 * or the synchronizer of the library around it that the program knows (a ReentrantLock around its
 * Sync), whose place that is then. */
char *holders_place(const struct holders *h, ref obj, ref *outer);

#endif
