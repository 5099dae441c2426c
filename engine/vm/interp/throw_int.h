/* Shared by throw.c and throw_text.c. Do not include it elsewhere. */
#ifndef HEDDLE_VM_INTERP_THROW_INT_H
#define HEDDLE_VM_INTERP_THROW_INT_H

#include "engine/vm/interp/throw.h"
#include "engine/vm/interp/npe_message.h"
#include "engine/vm/sched/runner.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/code.h"
#include "engine/vm/heap.h"

enum { DEPTH_MAX = 1024 };

/* Returns the first frame of Java code at address `at` or among its callers, or NULL at the
 * bottom. */
const struct frame *throw_java_frame(struct vm *vm, uint32_t at);
bool throw_hidden(struct vm *vm, const struct frame *f);

#endif
