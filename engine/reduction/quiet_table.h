/* Classifies the fields that need no scheduling points (quiet.def), for the machine's hook.
 * vm/sched/quiet.h describes the consequences. */
#ifndef HEDDLE_REDUCTION_QUIET_TABLE_H
#define HEDDLE_REDUCTION_QUIET_TABLE_H

#include "engine/vm/vm.h"

/* Implements struct vm_hooks.classify: sets f->quiet and f->freezes. */
void quiet_table_classify(struct field *f);

#endif
