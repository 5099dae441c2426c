/* Names of threads, choices and shared objects for the search dpor (dpor_step.h), along the current
 * path. Undoing a transition also removes the names that it added. */
#ifndef HEDDLE_SEARCH_DPOR_NAMES_H
#define HEDDLE_SEARCH_DPOR_NAMES_H

#include "engine/search/dpor_step.h"

struct dpor_place { /* a position in the tree of threads */
  uint32_t parent;  /* slot + 1 of the parent; 0: none */
  uint32_t ordinal;
};
struct dpor_named {
  ref object; /* 0: the slot is free */
  uint64_t name;
};
struct dpor_names {
  struct vm *vm;
  VEC(struct dpor_place) places; /* by slot; kept for the whole search */
  VEC(uint32_t) slots;           /* by thread index, on the current path */
  struct dpor_named *table;      /* hash table with open addressing */
  size_t size, used;
  VEC(struct dpor_named) log; /* overwritten entries, to undo */
  uint64_t next;              /* the next name of the transition being executed */
};
/* The sizes to which dpor_names_undo shrinks the names. */
struct dpor_names_mark {
  size_t threads, log;
};

/* Listens to the machine until dpor_names_release. */
void dpor_names_init(struct dpor_names *n, struct vm *vm);
void dpor_names_release(struct dpor_names *n);
uint64_t dpor_names_bytes(const struct dpor_names *n);
/* Call before the thread's step number `index`. */
struct dpor_names_mark dpor_names_begin(struct dpor_names *n, uint32_t slot, uint32_t index);
/* Call after a transition. Assigns slots to the threads that it started. */
void dpor_names_meet_threads(struct dpor_names *n);
void dpor_names_undo(struct dpor_names *n, struct dpor_names_mark to);
uint32_t dpor_names_slot(const struct dpor_names *n, uint32_t thread);
uint64_t dpor_names_label(const struct dpor_names *n, struct choice c);
static inline uint32_t dpor_label_slot(uint64_t label) { return (uint32_t)(label >> 32); }
static inline uint32_t dpor_label_kind(uint64_t label) { return label >> 24 & 255; }
uint64_t dpor_names_object(const struct dpor_names *n, ref r);
/* Makes the step that was just executed, from a fine footprint. */
struct dpor_step *dpor_names_step(const struct dpor_names *n, uint64_t label,
                                  const struct footprint *print);

#endif
