/* The canonical form of a state and its 128-bit fingerprint.
 *
 * Everything that can influence the future is written into byte strings, which are hashed.
 * Allocation order, garbage, addresses, class and method ids do not occur in them. Classes, methods
 * and immortal objects stand for themselves by keys that are the same in every run. The objects
 * that are reachable without the topmost frames of the stacks have names, which the references
 * among them give (canon_names.c); what only stacks reach has numbers in order of first visit. For
 * views, diffs and canon_bytes a whole traversal numbers all objects.
 *
 * The fingerprint is incremental (soundness rule 7, one fingerprint, any way): names and hashes are
 * kept from one to the next, and what changed is mended (canon_base.c). */
#ifndef HEDDLE_STATE_CANON_H
#define HEDDLE_STATE_CANON_H

#include "engine/vm/vm.h"

struct fingerprint {
  uint64_t lo, hi;
};

struct canon;
struct canon *canon_new(struct vm *vm);
void canon_free(struct canon *c);
/* With `match_h` the bits of h belong to the state (when the race check is on). Costs little when
 * few objects changed since the last call (canon_base.c). */
struct fingerprint canon_fingerprint(struct canon *c, bool match_h);
/* What a thread adds to the fingerprint of a state: taken before the thread's step, and given back
 * when that has been undone, so that nothing is hashed twice. `known`: it stood at that time. */
struct canon_kept {
  uint64_t lo, hi;
  uint32_t thread, shape;
  uint32_t far; /* canon_far.changes */
  bool known;
};
struct canon_kept canon_keep(const struct canon *c, uint32_t thread);
void canon_back(struct canon *c, const struct canon_kept *k);
/* From now on states that differ by a permutation of threads have one fingerprint and one form
 * (canon_symmetry.c); slower. */
void canon_set_symmetric(struct canon *c, bool on);
bool canon_is_symmetric(const struct canon *c);
/* Numbers the objects of the state in canonical order, for views and diffs: see canon_count. */
void canon_order(struct canon *c);
/* A byte string that is equal for equal states, for tests and for finding the first difference of
 * two states; valid until the next call. */
const uint8_t *canon_bytes(struct canon *c, bool match_h, size_t *len);
/* The objects of the state in canonical order, numbered from 1. After canon_order. */
uint32_t canon_count(const struct canon *c);
ref canon_object(const struct canon *c, uint32_t number);
/* The number of an object in the last traversal, 0 = not reachable. */
uint32_t canon_number(const struct canon *c, ref r);

#endif
