/* Which methods this process has executed, on any path of a search: those that are decoded, for
 * that happens at their first instruction. No undo takes it back. */
#ifndef HEDDLE_VM_INTERP_EXECUTED_H
#define HEDDLE_VM_INTERP_EXECUTED_H

#include "engine/base/mem.h"

struct vm;

/* Adds a line for each class of the JDK that is loaded and whose name begins with `prefix`:
 * "java/util/concurrent/FutureTask get run", the names of its methods that have been executed, each
 * once; not for those that heddle makes (lambdas). *out is the caller's. */
void executed_take(const struct vm *vm, const char *prefix, struct text *out);

#endif
