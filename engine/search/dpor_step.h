/* Steps of the search dpor: what one thread does in one transition, as far as others can observe
 * it, by names that mean the same on every path with the same trace. And what depends on what.
 *
 * A thread is named by its slot: the search numbers the places in the tree of threads (parent, n-th
 * child) as it meets them. An object that existed before the search is named by its address, any
 * other by the thread and the step of that thread in which it became shared, and which object of
 * that step it was: addresses depend on the order in which threads allocate. */
#ifndef HEDDLE_SEARCH_DPOR_STEP_H
#define HEDDLE_SEARCH_DPOR_STEP_H

#include "engine/reduction/footprint.h"

enum dpor_use { DPOR_READ, DPOR_WRITE, DPOR_ACQUIRE, DPOR_RELEASE };

enum { DPOR_ALL_BYTES = 0xFF };
struct dpor_unit {
  uint64_t object;
  uint32_t part;  /* footprint_unit.unit */
  uint16_t use;   /* enum dpor_use */
  uint16_t bytes; /* of memory, which of the part; else all */
};

/* Immutable; shared by counting. */
struct dpor_step {
  uint64_t label; /* slot, kind of choice, argument */
  uint32_t refs, slot;
  bool whole; /* depends on everything; so does what was not executed yet */
  bool timed; /* a join with a time limit: it need not find that its thread has ended */
  uint32_t count;
  struct dpor_unit units[]; /* in the order of what happened */
};

struct dpor_step *dpor_step_new(uint64_t label, uint32_t slot, bool whole, uint32_t units);
/* The same where it would do something else: it depends on everything there. */
struct dpor_step *dpor_step_otherwise(const struct dpor_step *s);
struct dpor_step *dpor_step_keep(struct dpor_step *s);
void dpor_step_drop(struct dpor_step *s);

bool dpor_unit_conflicts(const struct dpor_unit *a, const struct dpor_unit *b);
/* Has b a unit that u conflicts with? */
bool dpor_unit_meets(const struct dpor_unit *u, const struct dpor_step *b);
/* Must they stay in their order, when they follow each other? */
bool dpor_dependent(const struct dpor_step *a, const struct dpor_step *b);
/* Does s release (or acquire) the monitor of u? */
bool dpor_step_uses(const struct dpor_step *s, const struct dpor_unit *u, enum dpor_use use);

/* A sequence of steps; each entry keeps its step. */
struct dpor_word {
  VEC(struct dpor_step *) steps;
};
void dpor_word_add(struct dpor_word *w, struct dpor_step *s);
void dpor_word_remove(struct dpor_word *w, size_t i);
void dpor_word_release(struct dpor_word *w);
/* Can s come first: is there a path that begins with s and has the order of w? w holds the step
 * first of its thread, or is independent of it. *at: where it is in w, w->steps.len when nowhere.
 */
bool dpor_word_may_begin(const struct dpor_word *w, const struct dpor_step *s, size_t *at);

#endif
