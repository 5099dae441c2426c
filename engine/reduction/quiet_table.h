/* The fields that need no scheduling points (quiet.def), for the machine's hook: see
 * vm/sched/quiet.h for what follows. */
#ifndef HEDDLE_REDUCTION_QUIET_TABLE_H
#define HEDDLE_REDUCTION_QUIET_TABLE_H

#include "engine/vm/vm.h"

/* struct vm_hooks.classify: fills f->quiet and f->freezes. */
void quiet_table_classify(struct field *f);

#endif
