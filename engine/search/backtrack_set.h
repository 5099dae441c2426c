/* The data structures of the guided search (paper 000, figures 4 and 5). They do not depend on
 * states or machines: entries are the caller's numbers.
 *
 * To choose a successor, one best_set holds the successors that observe a location (mStates) and
 * another holds the rest (hStates). In the paper, both share one minimum that is never reset and
 * that the first element does not set. Here each set has its own minimum, valid for one call.
 *
 * The backtrack set keeps the successors that were not chosen, by meta level (locations observed on
 * their path, from 0) and secondary value. get_backtrack_state draws uniformly among the non-empty
 * levels, takes the smallest value there, draws uniformly among its ties and removes the entry.
 * bound_size evicts the oldest entry with the highest value from the lowest level. */
#ifndef HEDDLE_SEARCH_BACKTRACK_SET_H
#define HEDDLE_SEARCH_BACKTRACK_SET_H

#include "engine/base/mem.h"
#include "engine/base/rng.h"

#include <stdbool.h>

/* ---- next_state_to_explore and get_random_element ---- */

/* The entries with the smallest value so far. {0} is empty. */
struct best_set {
  VEC(uint64_t) entries;
  uint32_t min;
};
void best_set_add(struct best_set *s, uint64_t entry, uint32_t value);
/* Draws an entry uniformly. Returns false if the set is empty. */
bool best_set_pick(const struct best_set *s, struct rng *rng, uint64_t *entry);
void best_set_clear(struct best_set *s);
void best_set_release(struct best_set *s);

/* ---- the backtrack set ---- */

enum { BACKTRACK_BOUND = 100000 };

struct backtrack_entry {
  uint64_t entry;
  uint32_t level; /* number of locations observed */
  uint32_t value; /* its secondary value */
};

struct backtrack_set;
/* Makes a set of at most `bound` entries; 0 means BACKTRACK_BOUND. */
struct backtrack_set *backtrack_set_new(uint32_t bound);
void backtrack_set_free(struct backtrack_set *b);
uint32_t backtrack_set_size(const struct backtrack_set *b);
uint32_t backtrack_set_level_size(const struct backtrack_set *b, uint32_t level);
/* Returns the number of levels n. Levels 0 to n-1 are in use, but some may be empty. */
uint32_t backtrack_set_levels(const struct backtrack_set *b);

/* Adds an entry. If that exceeds the bound, evicts one entry (possibly the new one), stores it in
 * *evicted so that the caller can release it, and returns true. */
bool backtrack_set_add(struct backtrack_set *b, struct backtrack_entry e,
                       struct backtrack_entry *evicted);
/* Draws and removes an entry. Returns false if the set is empty. */
bool backtrack_set_take(struct backtrack_set *b, struct rng *rng, struct backtrack_entry *out);

/* Visits every entry by level, then value ascending, then oldest first. */
typedef void backtrack_visit(void *arg, const struct backtrack_entry *e);
void backtrack_set_each(const struct backtrack_set *b, backtrack_visit *visit, void *arg);

/* Saves and loads the set in a checkpoint. The holes left by taken entries are saved too, because
 * draws depend on them. `put` writes an entry and `get` reads it. Loading needs an empty set. */
struct ckpt_out;
struct ckpt_in;
void backtrack_set_save(const struct backtrack_set *b, struct ckpt_out *o,
                        void (*put)(struct ckpt_out *o, const void *arg, uint64_t entry),
                        const void *arg);
void backtrack_set_load(struct backtrack_set *b, struct ckpt_in *in,
                        uint64_t (*get)(struct ckpt_in *in, const void *arg), const void *arg);

#endif
