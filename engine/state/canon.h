/* The canonical form of a state and its 128-bit fingerprint.
 *
 * A traversal from the threads and the changed immortal objects numbers objects in order of first visit and writes everything that
 * can influence the future into one byte string, which is hashed. Allocation order, garbage, addresses, class and method ids do
 * not occur in it: classes, methods and immortal objects stand for themselves by keys that are the same in every run.
 *
 * The traversal sits behind this interface so that an incremental one can take its place (soundness rule 7). */
#ifndef HEDDLE_STATE_CANON_H
#define HEDDLE_STATE_CANON_H

#include "engine/vm/vm.h"

struct fingerprint {
  uint64_t lo, hi;
};

struct canon;
struct canon *canon_new(struct vm *vm);
void canon_free(struct canon *c);
/* With `match_h` the bits of h belong to the state (when the race check is on). */
struct fingerprint canon_fingerprint(struct canon *c, bool match_h);
/* The byte string itself, for tests and for finding the first difference of two states; valid until the next call. */
const uint8_t *canon_bytes(struct canon *c, bool match_h, size_t *len);
/* Calls fn for each object of the state in canonical order (number from 1), for views and diffs. After canon_fingerprint. */
uint32_t canon_count(const struct canon *c);
ref canon_object(const struct canon *c, uint32_t number);
/* The number of an object in the last traversal, 0 = not reachable. */
uint32_t canon_number(const struct canon *c, ref r);

#endif
