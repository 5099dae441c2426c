/* h as it is shown to the user: which locations are columns, and the rows and stamps of an object.
 * Only reads the state. */
#ifndef HEDDLE_PROPERTY_RACE_VIEW_H
#define HEDDLE_PROPERTY_RACE_VIEW_H

#include "engine/base/words.h"
#include "engine/property/race.h"

enum race_mark { RACE_LOCK_ROW, RACE_CLASS_ROW, RACE_LOCATION_ROW, RACE_STAMP, RACE_PLAIN_STAMP };

/* Is the location a column? It must be in a shared object, neither final nor volatile, and a race
 * on it would be reported. Array elements are columns whichever code accesses them. */
bool race_is_column(struct vm *vm, ref obj, uint32_t off);
/* Does h treat the field as final, so that its accesses are not events? */
bool race_is_final(struct vm *vm, ref obj, const struct field *f);

/* Calls fn for each row and each stamp of the object, rows first. `value` is the row (ref) or the
 * stamp, and `at` the arena address that holds it. RACE_PLAIN_STAMP: the last plain write of a
 * location that is accessed both plainly and atomically. */
typedef void race_mark_fn(void *self, enum race_mark kind, ref obj, uint32_t off, uint32_t value,
                          uint32_t at);
void race_marks_of(struct vm *vm, ref obj, race_mark_fn *fn, void *self);
/* Finds the arrays with the contents of the strings among `count` objects, in ascending order. Once
 * shared, these arrays are never written. Returns their number. The caller frees *out, which is
 * never NULL. */
size_t race_texts(struct vm *vm, ref (*object)(void *self, uint32_t i), void *self, uint32_t count,
                  ref **out);
bool race_is_text(const ref *texts, size_t count, ref r);
/* Calls fn for the marks of every heap object, except contents of strings, and of every immortal
 * object that was written. */
void race_marks(struct vm *vm, race_mark_fn *fn, void *self);
/* Computes the current size of h; all 0 if the race check is off. */
void race_size(struct vm *vm, struct h_size *out);

#endif
