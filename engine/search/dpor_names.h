/* Names of threads, choices and shared objects for the search dpor (dpor_step.h), along the present
 * path: what a transition adds is taken back with it. */
#ifndef HEDDLE_SEARCH_DPOR_NAMES_H
#define HEDDLE_SEARCH_DPOR_NAMES_H

#include "engine/search/dpor_step.h"

struct dpor_place { /* in the tree of threads */
  uint32_t parent;  /* slot + 1; 0: none */
  uint32_t ordinal;
};
struct dpor_named {
  ref object; /* 0: a free slot */
  uint64_t name;
};
struct dpor_names {
  struct vm *vm;
  VEC(struct dpor_place) places; /* by slot; kept for the whole search */
  VEC(uint32_t) slots;           /* by index of the thread, on the present path */
  struct dpor_named *table;      /* open addressing */
  size_t size, used;
  VEC(struct dpor_named) log; /* the names that were there before */
  uint64_t next;              /* of the transition that is executed */
};
/* What a transition may add to. */
struct dpor_names_mark {
  size_t threads, log;
};

/* Listens to the machine until _release. */
void dpor_names_init(struct dpor_names *n, struct vm *vm);
void dpor_names_release(struct dpor_names *n);
uint64_t dpor_names_bytes(const struct dpor_names *n);
/* Before the index-th step of the thread. */
struct dpor_names_mark dpor_names_begin(struct dpor_names *n, uint32_t slot, uint32_t index);
/* Behind a transition: threads that it started have slots from now on. */
void dpor_names_meet_threads(struct dpor_names *n);
void dpor_names_undo(struct dpor_names *n, struct dpor_names_mark to);
uint32_t dpor_names_slot(const struct dpor_names *n, uint32_t thread);
uint64_t dpor_names_label(const struct dpor_names *n, struct choice c);
static inline uint32_t dpor_label_slot(uint64_t label) { return (uint32_t)(label >> 32); }
static inline uint32_t dpor_label_kind(uint64_t label) { return label >> 24 & 255; }
uint64_t dpor_names_object(const struct dpor_names *n, ref r);
/* The step that was just executed, of a fine footprint. */
struct dpor_step *dpor_names_step(const struct dpor_names *n, uint64_t label,
                                  const struct footprint *print);

#endif
