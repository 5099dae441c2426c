/* The outcomes of a search (--outcomes): each distinct end of a path, by how it ended, the
 * exit status and what was printed. */
#ifndef HEDDLE_SEARCH_OUTCOMES_H
#define HEDDLE_SEARCH_OUTCOMES_H

#include "engine/state/explorer.h"

struct outcome {
  const char *end;   /* "exit", "deadlock", "exception", "race", "conflict", "hang", "results" */
  int status;        /* "exit": the exit status */
  char *output;      /* standard output up to there */
  size_t output_len; /* bytes of it, zeros among them */
  char *message;     /* of the violated property, "" for "exit" */
  char *key;    /* the message, with threads by their places in the tree of threads: what outcomes
                   are distinguished by, for a thread's number depends on the order of starts */
  uint64_t met; /* paths that came there; equal states are met once for each transition into them */
  bool stands;  /* a circle of monitors, beside threads that go on: so far it is no end */
  char *schedule; /* of the first one: thread numbers, `t` a timeout, `i` an interrupt, `n3` the
                     waiter woken, `x5` five times */
};

struct outcome_set {
  VEC(struct outcome) all;
  VEC(char *) ended; /* keys of circles behind which an end was met */
};

/* The word that `end` has for it; NULL when it has none. */
const char *outcome_end(const char *word);
/* The present node is the end of a path: counts it. */
void outcomes_met(struct outcome_set *o, struct explorer *x);
/* In the present node some threads wait for each other for ever, while others go on. */
void outcomes_met_circle(struct outcome_set *o, struct explorer *x);
/* The end of a path was met behind the circle with this message. */
void outcomes_circle_ended(struct outcome_set *o, struct vm *vm, const char *circle);
/* At the end of the search: in order; a circle that no end was met behind is an outcome itself. */
void outcomes_sort(struct outcome_set *o);
void outcomes_release(struct outcome_set *o);

#endif
