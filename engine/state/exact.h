/* Whole states beside their fingerprints (--exact): every state that is fingerprinted is kept in
 * its canonical form, and one that comes with a fingerprint that is known is compared with it byte
 * by byte. Two states that differ and share a fingerprint would be taken for one by the visited
 * set: a part of the space would be missing without a word.
 *
 * The form is written by a traversal of its own, from nothing: so a mistake of the incremental
 * fingerprint (canon_base.c) is noticed as well. Forms are kept compressed. */
#ifndef HEDDLE_STATE_EXACT_H
#define HEDDLE_STATE_EXACT_H

#include "engine/state/canon.h"

struct exact;
struct exact *exact_new(struct vm *vm, struct error *err); /* NULL: ERR_MEMORY */
void exact_free(struct exact *e);                          /* NULL is fine */
/* The present state of the machine has this fingerprint: keeps its form, or compares it with the
 * one that is kept. False: they differ. */
bool exact_meet(struct exact *e, struct fingerprint f, bool match_h);
void exact_set_symmetric(struct exact *e); /* canon_set_symmetric */
/* In a checkpoint: the compressed forms. Loading adds to what is there. */
struct ckpt_out;
struct ckpt_in;
void exact_save(const struct exact *e, struct ckpt_out *o);
void exact_load(struct exact *e, struct ckpt_in *in);
uint64_t exact_bytes(const struct exact *e); /* of memory that it holds */

#endif
