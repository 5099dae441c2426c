/* The methods that this process has executed on any path of a search. These are the decoded
 * methods, because a method is decoded at its first instruction. Undoing a step does not remove
 * methods. */
#ifndef HEDDLE_VM_INTERP_EXECUTED_H
#define HEDDLE_VM_INTERP_EXECUTED_H

#include "engine/base/mem.h"

struct vm;

/* Adds a line to *out for each loaded JDK class whose name begins with `prefix`: its name and the
 * names of its executed methods, each once, as in "java/util/concurrent/FutureTask get run". Omits
 * classes that heddle makes (lambdas). The caller owns *out. */
void executed_take(const struct vm *vm, const char *prefix, struct text *out);

#endif
