/* Private to the files of distance.h.
 *
 * Invariants
 *
 *  1. `tables` has an entry for every method of `graph`, and `graph` represents the present `rta`.
 *  2. cost, start, end and through depend only on the analysis. Only struct target_tables depends
 *     on Explored.
 *  3. A target's tables are valid while its closure has `explored_seen` explored methods (Explored
 *     only grows within a trial). With another number they are recomputed. */
#ifndef HEDDLE_FLOW_DISTANCE_INT_H
#define HEDDLE_FLOW_DISTANCE_INT_H

#include "engine/flow/callgraph.h"
#include "engine/flow/distance.h"
#include "engine/flow/shortest.h"

struct method_tables {
  uint32_t *cost;    /* cost of leaving each node; 0: not known yet */
  uint32_t *start;   /* from n_start to each node */
  uint32_t *end;     /* from each node to n_end */
  uint32_t **reach;  /* for each node, the distances from it to each node; NULL: not known yet */
  uint32_t through;  /* from n_start to n_end; 0: not known yet */
  uint32_t explored; /* the last trial in which it entered Explored */
};

struct forward_table {
  uint32_t round; /* the target's round in which it was made */
  uint32_t *dist; /* from each node to the target */
};

struct target_tables {
  struct location loc;
  struct rta_method *method; /* NULL: not in the analysis */
  uint32_t node;
  uint32_t trial, explored_total, explored_seen, round;
  /* indices of the methods from which calls lead to the target's method */
  uint32_t *closure, closure_count;
  uint8_t *related; /* per index: the method is in the closure */
  /* per index: a call with several callees is on a path to the target */
  uint8_t *ambiguous;
  uint32_t *entry;               /* per index: from the method's start to the target */
  struct forward_table *forward; /* per index */
  uint32_t count;                /* length of the per-index arrays */
};

struct distance_step { /* an addition of a trial: to the analysis or to Explored */
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
  VEC(struct distance_step) steps; /* the additions of this trial so far */
  struct method *thread_start;     /* Thread.start(), NULL if heddle's own code replaces it */
  uint32_t start0;                 /* bytecode index of its call of start0() */
  uint32_t start_cost; /* from its start to the point after that call; 0: not known yet */
};

struct costs { /* the argument of distances_cost */
  struct distances *d;
  const struct rta_method *m;
};

/* distance.c */
/* Returns the cost of a call of Thread.start() until the new thread's run() is entered, without the
 * entering itself. */
uint32_t distances_start_cost(struct distances *d);
/* count + 1 infinite distances; the caller frees them */
uint32_t *distances_infinite(uint32_t count);
uint32_t distances_cost(void *costs, uint32_t node);
uint32_t distances_through(struct distances *d, const struct rta_method *m);
uint32_t distances_start_to(struct distances *d, const struct rta_method *m, uint32_t node);
bool distances_is_explored(const struct distances *d, uint32_t index);
/* Repeats the backward search over the edges of handlers for the nodes that were not reached. */
void distances_finish(struct shortest *s);

/* distance_target.c */
struct target_tables *distances_target(struct distances *d, const struct location *target);
void distances_target_free(struct target_tables *t);
uint32_t distances_target_entry(struct distances *d, struct target_tables *t,
                                const struct rta_method *m);
uint32_t distances_target_forward(struct distances *d, struct target_tables *t,
                                  const struct rta_method *m, uint32_t node);

/* Implements compute_estimates, which evaluates every resolved call: adds the method and its
 * transitive resolved callees to Explored. */
void distance_explore(struct distances *d, struct rta_method *m);
/* Returns the method's entry. Adds the method if the analysis had not reached it. */
struct rta_method *distance_method_in(struct distances *d, struct method *m);

#endif
