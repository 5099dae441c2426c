/* Whole states, stored besides their fingerprints (--exact). Every state that is fingerprinted is
 * stored in its canonical form, and a state with a known fingerprint is compared with the stored
 * form byte by byte. Without this option, the visited set would treat two different states with the
 * same fingerprint as one, and the search would silently miss a part of the space.
 *
 * A separate traversal writes the form from scratch, so the comparison also reveals errors of the
 * incremental fingerprint (state/canon/base.c). Forms are compressed. */
#ifndef HEDDLE_STATE_EXACT_H
#define HEDDLE_STATE_EXACT_H

#include "engine/state/canon/canon.h"

struct exact;
struct exact *exact_new(struct vm *vm, struct error *err); /* NULL: ERR_MEMORY */
void exact_free(struct exact *e);                          /* NULL is ignored */
/* Stores the form of the machine's current state, which has fingerprint f, or compares it with the
 * stored form. Returns false if they differ. */
bool exact_meet(struct exact *e, struct fingerprint f, bool match_h);
void exact_set_symmetric(struct exact *e); /* see canon_set_symmetric */
/* Checkpoints contain the compressed forms. Loading adds to the stored forms. */
struct ckpt_out;
struct ckpt_in;
void exact_save(const struct exact *e, struct ckpt_out *o);
void exact_load(struct exact *e, struct ckpt_in *in);
uint64_t exact_bytes(const struct exact *e); /* bytes of memory in use */

#endif
