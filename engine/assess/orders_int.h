/* Shared by orders.c and walk.c. */
#ifndef HEDDLE_ASSESS_ORDERS_INT_H
#define HEDDLE_ASSESS_ORDERS_INT_H

#include "engine/assess/orders.h"
#include "engine/vm/sched/aside.h"

enum {
  STEPS_MAX = 20000,      /* transitions of one call, over all its interleavings */
  STEPS_PATH = 4000,      /* ... on one path */
  ENDS_MAX = 64,          /* states that one call leads to */
  STATES_MAX = 200000,    /* remembered: then all is forgotten */
  ALONE = RECORD_THREADS, /* who performs what is behind the threads */
};

struct order_call { /* what the next call of a thread does in a state */
  bool known, unsure, stays;
  uint32_t count, *ends;
  char **gave; /* of each end; not of the state, which another call may lead to as well */
};

struct order_state {
  node_id node;           /* pinned; NODE_NONE: it is gone */
  uint32_t parent, first; /* first: of its program; UINT32_MAX: it is that */
  uint32_t before; /* the one of the program that was found before; of `first` the last one */
  VEC(struct choice) way; /* from the parent, or from the root */
  struct fingerprint fp;
  struct order_call of[RECORD_THREADS + 1];
  VEC(char *) whole; /* of ALONE: what all gave */
  char *text;        /* of this state */
};

struct order_program {
  uint32_t count, first;
  uint16_t *values;
};

struct orders {
  struct explorer *x;
  VEC(struct order_state) all;
  VEC(struct order_program) programs;
  VEC(uint32_t) held; /* states with nodes */
  struct aside aside;
  struct vm_listeners listen;
  struct vm_sched sched;
  struct vm_run run;
  struct vm_section section;
  bool (*arrived)(void *self);
  node_id from, newest;
  uint64_t transitions, patience;
  uint32_t properties, generation;
  bool keep_events, match_h;
};

/* Takes a choice; false: a step could not be taken. */
bool orders_take(struct orders *o, struct choice c);
/* Leads the explorer to the state; false: it could not be. */
bool orders_regain(struct orders *o, uint32_t state);
/* What is here, behind the parent's; one that is known already is that one. */
uint32_t orders_state(struct orders *o, uint32_t parent, uint32_t from_depth);
/* walk.c: is it the thread of one of the records? */
bool orders_is_caller(const struct records *r, uint32_t thread);
/* Fills what `who` does from the state. */
struct order_call *orders_perform(struct orders *o, uint32_t state, uint32_t who);

#endif
