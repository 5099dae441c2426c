/* The data structures of the guided search (paper 000, figures 4 and 5), free of states and
 * machines: entries are the caller's numbers.
 *
 * Choosing a successor: a best_set for those that observe a location (mStates) and one for the
 * others (hStates). In print both share one minimum that is never reset and that a first element
 * does not set; here each set has its own, for one call.
 *
 * The backtrack set keeps the successors that were not chosen, by meta level (locations observed on
 * their path, 0 included) and secondary value. get_backtrack_state: a level drawn evenly among the
 * non-empty ones, the smallest value there, one drawn evenly among its ties, removed. bound_size:
 * the lowest level goes first, there the highest value, there the oldest. */
#ifndef HEDDLE_SEARCH_BACKTRACK_SET_H
#define HEDDLE_SEARCH_BACKTRACK_SET_H

#include "engine/base/mem.h"
#include "engine/base/rng.h"

#include <stdbool.h>

/* ---- next_state_to_explore and get_random_element ---- */

/* Entries with the smallest value so far. {0} is empty. */
struct best_set {
  VEC(uint64_t) entries;
  uint32_t min;
};
void best_set_add(struct best_set *s, uint64_t entry, uint32_t value);
/* One of them, each as likely as the others; false when there is none. */
bool best_set_pick(const struct best_set *s, struct rng *rng, uint64_t *entry);
void best_set_clear(struct best_set *s);
void best_set_release(struct best_set *s);

/* ---- the backtrack set ---- */

enum { BACKTRACK_BOUND = 100000 };

struct backtrack_entry {
  uint64_t entry;
  uint32_t level; /* locations observed */
  uint32_t value; /* secondary value it was scored with */
};

struct backtrack_set;
/* Holds at most `bound` entries; 0: BACKTRACK_BOUND. */
struct backtrack_set *backtrack_set_new(uint32_t bound);
void backtrack_set_free(struct backtrack_set *b);
uint32_t backtrack_set_size(const struct backtrack_set *b);
uint32_t backtrack_set_level_size(const struct backtrack_set *b, uint32_t level);
/* Levels in use: 0 .. n-1, some may be empty. */
uint32_t backtrack_set_levels(const struct backtrack_set *b);

/* Adds an entry. When the set is over its bound after that, one is evicted (it may be the new one):
 * true, and *evicted states which, so that the caller can release what it stands for. */
bool backtrack_set_add(struct backtrack_set *b, struct backtrack_entry e,
                       struct backtrack_entry *evicted);
/* Draws and removes one; false when the set is empty. */
bool backtrack_set_take(struct backtrack_set *b, struct rng *rng, struct backtrack_entry *out);

/* Visits every entry, level by level, values ascending, oldest first. */
typedef void backtrack_visit(void *arg, const struct backtrack_entry *e);
void backtrack_set_each(const struct backtrack_set *b, backtrack_visit *visit, void *arg);

/* In a checkpoint: with the holes that taken entries leave, since draws depend on them. Entries go
 * through `put` and come from `get`. Loading is into an empty set. */
struct ckpt_out;
struct ckpt_in;
void backtrack_set_save(const struct backtrack_set *b, struct ckpt_out *o,
                        void (*put)(struct ckpt_out *o, const void *arg, uint64_t entry),
                        const void *arg);
void backtrack_set_load(struct backtrack_set *b, struct ckpt_in *in,
                        uint64_t (*get)(struct ckpt_in *in, const void *arg), const void *arg);

#endif
