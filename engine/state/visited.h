/* The visited set: fingerprints only, open addressing, 17 to 20 bytes a state. A value per state
 * (remaining depth of a bounded search) is kept beside when asked for (soundness rule 14, what is
 * left is stored). */
#ifndef HEDDLE_STATE_VISITED_H
#define HEDDLE_STATE_VISITED_H

#include "engine/state/canon.h"

struct visited;
struct visited *visited_new(bool with_values);
void visited_free(struct visited *v);
void visited_clear(struct visited *v);
/* Adds; true when it was not there. */
bool visited_add(struct visited *v, struct fingerprint f);
/* Has the processor fetch the place of f, which is asked for soon. */
void visited_prefetch(const struct visited *v, struct fingerprint f);
bool visited_has(const struct visited *v, struct fingerprint f);
/* Would visited_add_max with this value return false? */
bool visited_has_max(const struct visited *v, struct fingerprint f, uint32_t value);
/* With values: true when the state is new or was stored with a smaller value; stores the greater.
 */
bool visited_add_max(struct visited *v, struct fingerprint f, uint32_t value, bool *is_new);
/* With values, each the number of its state in the order of adding: true when it was not there;
 * *number in any case. */
bool visited_number(struct visited *v, struct fingerprint f, uint32_t *number);
uint64_t visited_count(const struct visited *v);
uint64_t visited_bytes(const struct visited *v);

/* In a checkpoint: 16 bytes a state, 20 with values. Loading replaces what is there; the set is the
 * one that was saved, with its room. */
struct ckpt_out;
struct ckpt_in;
void visited_save(const struct visited *v, struct ckpt_out *o);
void visited_load(struct visited *v, struct ckpt_in *in);

#endif
