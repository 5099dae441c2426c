/* The rows of h (property/race.h) as objects that the collector follows. */
#ifndef HEDDLE_VM_ROWS_H
#define HEDDLE_VM_ROWS_H

#include "engine/vm/vm.h"
#include "engine/base/check.h"

/* A row is an arena object laid out as an int array. Rows of locations use the first four words:
 * the stamp of the last plain write and, with --race-rw, the rows of the reads since the last write
 * (plain reads, element reads by trusted code, atomic reads). The clock of thread i follows at
 * ROW_CLOCKS + i. */
enum { ROW_PLAIN, ROW_READS, ROW_TRUSTED_READS, ROW_ATOMIC_READS, ROW_CLOCKS };
static inline uint32_t row_get(struct vm *vm, ref row, uint32_t i) {
  return row && i < array_length(vm, row) ? *MEM32(vm, row + ARRAY_BASE + i * 4) : 0;
}

#endif
