/* The canonical form of a state and its 128-bit fingerprint.
 *
 * Two paths often reach states that differ in details without effect: objects have other addresses,
 * garbage is left over, classes were loaded in another order. The canonical form is a byte string
 * that omits these details and contains everything that can influence the future. Two states with
 * equal forms have the same future. A search stores only a hash of the form, the fingerprint, in
 * its visited set (state/visited.h); --exact compares the forms themselves (state/exact.h).
 *
 * In the form, a reference is replaced by a name that does not depend on the address:
 *  - A class, a method or an immortal object is named by a key that is the same in every run. A
 *    changed immortal object also contributes its contents (immortal.c).
 *  - The base consists of the objects reachable from the threads' objects, from changed immortal
 *    objects and from the far frames, which are all but the topmost frames of a stack
 *    (stacks.c). An object of the base is named by a hash of the shortest reference path that
 *    leads to it from a root (names.c).
 *  - An object that only the topmost frames reach gets a number, in order of first visit.
 *  - A thread is named by its place in the tree of threads (stacks.c), or with
 *    --thread-symmetry by what it looks like (symmetry.c).
 *
 * The fingerprint is a hash of these parts:
 *
 *     machine     exit flag, virtual clock, random state and similar (canon.c)
 *     threads     a sum of one hash for each thread: its record and its near frames
 *     objects     the objects that have numbers
 *     h           if the search matches h: which rows contain each written location (h_bits.c)
 *     base        a sum of two hashes for each object: its contents, and its monitor
 *
 * The sums are commutative. After a transition, the hashes of changed threads and objects are
 * subtracted and their new hashes added, so the cost depends on the size of the change (soundness
 * rule 7, one fingerprint, any way; base.c). The arena reports which blocks, stacks and
 * threads have changed. Builds with STRESS=1 also compute each fingerprint from nothing and
 * compare.
 *
 * Views, diffs, canon_bytes() and --thread-symmetry number all objects in one traversal instead. */
#ifndef HEDDLE_STATE_CANON_CANON_H
#define HEDDLE_STATE_CANON_CANON_H

#include "engine/vm/vm.h"

struct fingerprint {
  uint64_t lo, hi;
};

struct canon;
struct canon *canon_new(struct vm *vm);
void canon_free(struct canon *c);
/* Returns the fingerprint of the current state. With `match_h`, and if races are checked, the bits
 * of h belong to the state. The call is cheap if few objects changed since the last one
 * (base.c). */
struct fingerprint canon_fingerprint(struct canon *c, bool match_h);
/* A thread's part of the fingerprint. canon_keep saves it before a step of the thread, and
 * canon_back restores it after the step was undone, so nothing is hashed twice. `known`: the saved
 * part was up to date. */
struct canon_kept {
  uint64_t lo, hi;
  uint32_t thread, shape;
  uint32_t far; /* canon_far.changes */
  bool known;
};
struct canon_kept canon_keep(const struct canon *c, uint32_t thread);
void canon_back(struct canon *c, const struct canon_kept *k);
/* Makes states that differ by a permutation of threads have one fingerprint and one form
 * (symmetry.c). This is slower. */
void canon_set_symmetric(struct canon *c, bool on);
bool canon_is_symmetric(const struct canon *c);
/* While nothing is learnt (vm->sched.learns), each location has older writes. When on, the
 * state has only those of locations of which this run read an older write, or that it accessed in
 * a weaker mode: the state then says what can follow if it does so with no others. */
void canon_set_path_only(struct canon *c, bool on);
/* Numbers the objects of the state in canonical order, for views and diffs; see canon_count. */
void canon_order(struct canon *c);
/* Returns a byte string that is equal for equal states. Tests use it, and it shows the first
 * difference of two states. Valid until the next call. */
const uint8_t *canon_bytes(struct canon *c, bool match_h, size_t *len);
/* The objects of the state in canonical order, numbered from 1. Valid after canon_order. */
uint32_t canon_count(const struct canon *c);
ref canon_object(const struct canon *c, uint32_t number);
/* Returns the number of an object in the last traversal; 0: not reachable. */
uint32_t canon_number(const struct canon *c, ref r);

#endif
