/* Private to the files of the race check. */
#ifndef HEDDLE_PROPERTY_RACE_INT_H
#define HEDDLE_PROPERTY_RACE_INT_H

#include "engine/property/race.h"

/* race_trust.c */
/* Does t access this array from code that is trusted with it? */
bool race_by_trusted(struct vm *vm, const struct thread *t, ref array);
/* Does code of a library access this array, whose elements --benign names? The innermost frame
 * outside the JDK decides, unless the program passed the array to it. */
bool race_by_benign(struct vm *vm, const struct thread *t, ref array);

struct race {
  bool rw;
};

/* race.c: rows of clocks. They return 0 and set vm->err if the heap bound was reached. */
/* Returns the row with room for n threads, or a larger copy. */
ref race_row_room(struct vm *vm, ref row, uint32_t n);
ref race_row_copy(struct vm *vm, ref row);
/* Joins `from` into `to` (elementwise maximum of the clocks); returns `to` or its larger copy. */
ref race_row_join(struct vm *vm, ref to, ref from);
/* Stores word i of the row; returns the row. */
ref race_row_set(struct vm *vm, ref row, uint32_t i, uint32_t v);
/* Returns the row of a location that is accessed atomically, or whose reads or writes are recorded.
 * Once the row exists, the location's stamp records writes of any kind, and the row records the
 * plain ones. `at`: the address of the stamp. */
ref race_location_row(struct vm *vm, uint32_t at, uint32_t threads);
/* Joins t's row into `row` (0: a new one) and increments t's count; returns the joined row. */
ref race_release(struct vm *vm, struct thread *t, ref row);
/* Joins the row, if it is not 0, into t's. */
void race_acquire(struct vm *vm, struct thread *t, ref row);

/* race_report.c: fills in vm->violation. t's access of the location conflicts with an earlier
 * access by thread `other`. */
void race_report(struct vm *vm, struct thread *t, ref obj, uint32_t off, uint32_t other,
                 const char *kind);

#endif
