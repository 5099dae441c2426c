/* Internal to orders.c and walk.c. */
#ifndef HEDDLE_ASSESS_ORDERS_INT_H
#define HEDDLE_ASSESS_ORDERS_INT_H

#include "engine/assess/orders.h"
#include "engine/vm/sched/aside.h"

enum {
  STEPS_MAX = 20000,      /* transitions of one call, in all its interleavings */
  STEPS_PATH = 4000,      /* transitions on one path of a call */
  ENDS_MAX = 64,          /* states to which one call leads */
  STATES_MAX = 200000,    /* states stored before all are forgotten */
  ALONE = RECORD_THREADS, /* index for the calls after the threads */
};

struct order_call { /* the effect of a thread's next call in a state */
  bool known, unsure, stays;
  uint32_t count, *ends;
  char **gave; /* result for each end; kept here because other calls may lead to the same state */
};

struct order_state {
  node_id node; /* pinned; NODE_NONE: it was dropped */
  /* `first`: the first state found for the program; UINT32_MAX: this is that state */
  uint32_t parent, first;
  /* The previous state found for the program; in the first state, the last one found. */
  uint32_t before;
  VEC(struct choice) way; /* choices from the parent, or from the root */
  struct fingerprint fp;
  struct order_call of[RECORD_THREADS + 1];
  VEC(char *) whole; /* for ALONE: the results of all calls */
  char *text;        /* the results in this state */
};

struct order_program {
  uint32_t count, first;
  uint16_t *values;
};

struct orders {
  struct explorer *x;
  VEC(struct order_state) all;
  VEC(struct order_program) programs;
  VEC(uint32_t) held; /* states that have nodes */
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

/* Takes a choice. Returns false if the step failed or was cut. */
bool orders_take(struct orders *o, struct choice c);
/* Moves the explorer to the state, executing its choices again if needed. Returns false on
 * failure. */
bool orders_regain(struct orders *o, uint32_t state);
/* Returns the state for the present node, reached from the parent. If the same state is known,
 * returns that one. */
uint32_t orders_state(struct orders *o, uint32_t parent, uint32_t from_depth);
/* walk.c: is the thread one of those that make the recorded calls? */
bool orders_is_caller(const struct records *r, uint32_t thread);
/* Finds the effect of the next call of `who` in the state. */
struct order_call *orders_perform(struct orders *o, uint32_t state, uint32_t who);

#endif
