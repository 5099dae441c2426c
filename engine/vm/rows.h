/* The rows of h (property/race.h) as objects that the collector follows. */
#ifndef HEDDLE_VM_ROWS_H
#define HEDDLE_VM_ROWS_H

#include "engine/vm/vm.h"
#include "engine/base/check.h"

/* A row is an arena object laid out as an int array. Rows of locations use the first four words:
 * the stamp of the last plain write and, with --race-rw, the rows of the reads since the last write
 * (plain reads, element reads by trusted code, atomic reads). With --stale-reads no reads are
 * recorded, and the second word has the list of the writes that may still be read. The clock of
 * thread i follows at ROW_CLOCKS + i. */
enum { ROW_PLAIN, ROW_READS, ROW_TRUSTED_READS, ROW_ATOMIC_READS, ROW_CLOCKS };
enum { ROW_WRITES = ROW_READS };
static inline uint32_t row_get(struct vm *vm, ref row, uint32_t i) {
  return row && i < array_length(vm, row) ? *MEM32(vm, row + ARRAY_BASE + i * 4) : 0;
}

/* The list of writes of a location (property/writes.h), an arena object of class KLASS_WRITES laid
 * out as an int array: WRITES_HEAD words, then WRITE_WORDS words for each write, oldest first. */
enum { WRITES_COUNT, WRITES_SIZE, WRITES_REFS, WRITES_HEAD };
enum {
  WRITE_LOW, /* its value, unless it is the newest, whose value is in memory */
  WRITE_HIGH,
  WRITE_STAMP, /* its stamp (property/race.h); 0: it happens before everything */
  WRITE_MODE,  /* enum access_mode */
  WRITE_ROW,   /* the row that it released, 0: none */
  WRITE_READS, /* the row with each thread's count at its first coherent read of it; 0: none */
  WRITE_WORDS
};
static inline uint32_t writes_at(uint32_t i, uint32_t word) {
  return WRITES_HEAD + i * WRITE_WORDS + word;
}

#endif
