/* The visited set: a hash table of fingerprints with open addressing, 17 to 20 bytes per state. It
 * can also store a value for each state, such as the remaining depth of a bounded search (soundness
 * rule 14, what is left is stored). */
#ifndef HEDDLE_STATE_VISITED_H
#define HEDDLE_STATE_VISITED_H

#include "engine/state/canon/canon.h"

struct visited;
struct visited *visited_new(bool with_values);
void visited_free(struct visited *v);
void visited_clear(struct visited *v);
/* Adds f; returns true if it was not in the set. */
bool visited_add(struct visited *v, struct fingerprint f);
/* Prefetches the slot of f, which will be needed soon. */
void visited_prefetch(const struct visited *v, struct fingerprint f);
bool visited_has(const struct visited *v, struct fingerprint f);
/* Returns whether visited_add_max with this value would return false. */
bool visited_has_max(const struct visited *v, struct fingerprint f, uint32_t value);
/* With values: stores the greater of both values. Returns true if the state is new or had a smaller
 * value. */
bool visited_add_max(struct visited *v, struct fingerprint f, uint32_t value, bool *is_new);
/* With values, which are the numbers of the states in the order of adding. Returns true if f was
 * not in the set. Sets *number in any case. */
bool visited_number(struct visited *v, struct fingerprint f, uint32_t *number);
uint64_t visited_count(const struct visited *v);
uint64_t visited_bytes(const struct visited *v);

/* A checkpoint has 16 bytes per state, 20 with values. Loading replaces the set by the saved one,
 * with the same room. */
struct ckpt_out;
struct ckpt_in;
void visited_save(const struct visited *v, struct ckpt_out *o, int section);
void visited_load(struct visited *v, struct ckpt_in *in, int section);

#endif
