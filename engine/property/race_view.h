/* What of h a person sees: the locations that are columns, and the rows and stamps that hang on an
 * object. Reads only. */
#ifndef HEDDLE_PROPERTY_RACE_VIEW_H
#define HEDDLE_PROPERTY_RACE_VIEW_H

#include "engine/base/words.h"
#include "engine/property/race.h"

enum race_mark { RACE_LOCK_ROW, RACE_CLASS_ROW, RACE_LOCATION_ROW, RACE_STAMP, RACE_PLAIN_STAMP };

/* Is the location a column: of a shared object, no final field, not volatile, and a race on it
 * would be reported? Elements of arrays are columns whoever accesses them. */
bool race_is_column(struct vm *vm, ref obj, uint32_t off);
/* Is the field final as far as h is concerned: its accesses are no events? */
bool race_is_final(struct vm *vm, ref obj, const struct field *f);

/* Calls fn for each row and each stamp of the object, rows first. `value` is the row (ref) or the
 * stamp; `at` the arena address that holds it. RACE_PLAIN_STAMP: of a location that is accessed
 * both ways, the last plain write. */
typedef void race_mark_fn(void *self, enum race_mark kind, ref obj, uint32_t off, uint32_t value,
                          uint32_t at);
void race_marks_of(struct vm *vm, ref obj, race_mark_fn *fn, void *self);
/* The arrays that are the contents of the strings among `count` objects, ascending: nothing writes
 * them once they are shared. The caller frees *out; at least one element of room. */
size_t race_texts(struct vm *vm, ref (*object)(void *self, uint32_t i), void *self, uint32_t count,
                  ref **out);
bool race_is_text(const ref *texts, size_t count, ref r);
/* The marks of every object of the heap, but for the contents of strings, and of every immortal
 * object that was written. */
void race_marks(struct vm *vm, race_mark_fn *fn, void *self);
/* How large h is here; all 0 while race is off. */
void race_size(struct vm *vm, struct h_size *out);

#endif
