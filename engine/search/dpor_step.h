/* Steps of the search dpor: the effects of one transition that other threads can observe, with
 * names that are the same on all equivalent paths; and the dependency relation between steps.
 *
 * A thread is named by its slot: the search numbers the places in the tree of threads (parent, n-th
 * child) in the order in which it meets them. An object that existed before the search is named by
 * its address. Any other object is named by the thread's step in which it became shared and its
 * position among the objects shared in that step, because addresses depend on the order in which
 * threads allocate. */
#ifndef HEDDLE_SEARCH_DPOR_STEP_H
#define HEDDLE_SEARCH_DPOR_STEP_H

#include "engine/reduction/footprint.h"

enum dpor_use { DPOR_READ, DPOR_WRITE, DPOR_ACQUIRE, DPOR_RELEASE };

enum { DPOR_ALL_BYTES = 0xFF };
struct dpor_unit {
  uint64_t object;
  uint32_t part;  /* footprint_unit.unit */
  uint16_t use;   /* enum dpor_use */
  uint16_t bytes; /* for memory: which bytes of the part; otherwise all */
};

/* Immutable and reference-counted. */
struct dpor_step {
  uint64_t label; /* slot, kind of choice and argument */
  uint32_t refs, slot;
  bool whole; /* dependent on every other step; true for steps that have not been executed yet */
  bool timed; /* a join with a time limit, which need not see its thread end */
  uint32_t count;
  struct dpor_unit units[]; /* in the order of execution */
};

struct dpor_step *dpor_step_new(uint64_t label, uint32_t slot, bool whole, uint32_t units);
/* Copies a step for a place where it would act differently. The copy is dependent on every other
 * step. */
struct dpor_step *dpor_step_otherwise(const struct dpor_step *s);
struct dpor_step *dpor_step_keep(struct dpor_step *s);
void dpor_step_drop(struct dpor_step *s);

/* Does b have a unit that u conflicts with? */
bool dpor_unit_meets(const struct dpor_unit *u, const struct dpor_step *b);
/* Do adjacent steps a and b have to keep their order? */
bool dpor_dependent(const struct dpor_step *a, const struct dpor_step *b);
/* Does s use the object of u in this way, for example release its monitor? */
bool dpor_step_uses(const struct dpor_step *s, const struct dpor_unit *u, enum dpor_use use);

/* A sequence of steps. Each entry holds a reference to its step. */
struct dpor_word {
  VEC(struct dpor_step *) steps;
};
void dpor_word_add(struct dpor_word *w, struct dpor_step *s);
void dpor_word_remove(struct dpor_word *w, size_t i);
void dpor_word_release(struct dpor_word *w);
/* Can a path with the order of w begin with s? It can if s is the first step of its thread in w and
 * independent of the steps before it, or if w has no step of that thread and is independent of s.
 * *at is the index of s in w, or w->steps.len if w does not contain it. */
bool dpor_word_may_begin(const struct dpor_word *w, const struct dpor_step *s, size_t *at);

#endif
