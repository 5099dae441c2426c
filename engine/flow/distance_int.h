/* Private to distance.c and distance_target.c.
 *
 * Invariants
 *  1. `tables` has an entry for every method of `graph`, and `graph` is that of `rta` as it is now.
 *  2. cost, start, end and through depend on the analysis alone; only what lies in struct
 * target_tables depends on Explored.
 *  3. A target's tables are valid for `explored_seen` = the number of explored methods in its
 * closure (Explored only grows within a trial); with another number they are made anew. */
#ifndef HEDDLE_FLOW_DISTANCE_INT_H
#define HEDDLE_FLOW_DISTANCE_INT_H

#include "engine/flow/callgraph.h"
#include "engine/flow/distance.h"
#include "engine/flow/shortest.h"

struct method_tables {
  uint32_t *cost;    /* of leaving each node; 0: not known yet */
  uint32_t *start;   /* from n_start to each node */
  uint32_t *end;     /* from each node to n_end */
  uint32_t **reach;  /* by node: from it to each node; NULL: not known yet */
  uint32_t through;  /* from n_start to n_end; 0: not known yet */
  uint32_t explored; /* the trial in which it entered Explored last */
};

struct forward_table {
  uint32_t round; /* the target's round when it was made */
  uint32_t *dist; /* from each node to the target */
};

struct target_tables {
  struct location loc;
  struct rta_method *method; /* NULL: not in the analysis */
  uint32_t node;
  uint32_t trial, explored_total, explored_seen, round;
  uint32_t *closure, closure_count; /* indices of methods from which calls lead to the target's */
  uint8_t *related;                 /* per index: in the closure */
  uint8_t *ambiguous;               /* per index: a call with several callees leads there */
  uint32_t *entry;                  /* per index: from the method's start to the target */
  struct forward_table *forward;    /* per index */
  uint32_t count;                   /* length of the per-index arrays */
};

struct distance_step { /* one growth of a trial: of the analysis, of Explored */
  struct method *method;
  bool explored;
};

struct distances {
  struct vm *vm;
  struct method *main_method;
  struct rta_options opt;
  struct location *wanted;
  uint32_t wanted_count;
  struct rta *rta;
  struct callgraph *graph;
  VEC(struct method_tables) tables;
  VEC(struct target_tables *) targets;
  uint32_t trial, explored_count;
  bool extended;                   /* a method was added in this trial */
  VEC(struct distance_step) steps; /* how this trial came from its beginning to here */
  struct method *thread_start; /* Thread.start(), NULL when heddle's own code stands in for it */
  uint32_t start0;             /* bytecode index of its call of start0() */
  uint32_t start_cost;         /* from its start to behind that call; 0: not known yet */
};

struct costs { /* argument of distances_cost */
  struct distances *d;
  const struct rta_method *m;
};

/* distance.c */
/* What a call of Thread.start() costs before the new thread's run() is entered, beyond the entering
 * itself. */
uint32_t distances_start_cost(struct distances *d);
uint32_t *distances_infinite(uint32_t count); /* count + 1 infinite distances; the caller frees */
uint32_t distances_cost(void *costs, uint32_t node);
uint32_t distances_through(struct distances *d, const struct rta_method *m);
uint32_t distances_start_to(struct distances *d, const struct rta_method *m, uint32_t node);
bool distances_is_explored(const struct distances *d, uint32_t index);
/* A second backward search over the edges of handlers for what the first did not reach. */
void distances_finish(struct shortest *s);

/* distance_target.c */
struct target_tables *distances_target(struct distances *d, const struct location *target);
void distances_target_free(struct target_tables *t);
uint32_t distances_target_entry(struct distances *d, struct target_tables *t,
                                const struct rta_method *m);
uint32_t distances_target_forward(struct distances *d, struct target_tables *t,
                                  const struct rta_method *m, uint32_t node);

/* compute_estimates adds the method and, as it evaluates every resolved call, what those call. */
void distance_explore(struct distances *d, struct rta_method *m);
/* The method's entry, made when the analysis had not reached it. */
struct rta_method *distance_method_in(struct distances *d, struct method *m);

#endif
