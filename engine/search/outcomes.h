/* The outcomes of a search (--outcomes): each distinct end of a path, by the way it ended, the exit
 * status and the output. */
#ifndef HEDDLE_SEARCH_OUTCOMES_H
#define HEDDLE_SEARCH_OUTCOMES_H

#include "engine/state/explorer.h"

struct outcome {
  const char *end;   /* "exit", "deadlock", "exception", "race", "conflict", "hang", "results" */
  int status;        /* "exit": the exit status */
  char *output;      /* standard output up to the end */
  size_t output_len; /* in bytes; the output may contain zeros */
  char *message;     /* message of the violated property; "" for "exit" */
  /* The message with threads named by their place in the tree of threads. It distinguishes
   * outcomes, because thread numbers depend on the order of starts. */
  char *key;
  uint64_t met; /* paths that ended so; an end state counts once for each transition into it */
  bool stands;  /* a cycle of monitors while other threads can run; not an end yet */
  /* The schedule of the first such path: thread numbers, `t` a timeout, `i` an interrupt, `n3` the
   * waiter woken, `x5` five times. */
  char *schedule;
};

struct outcome_set {
  VEC(struct outcome) all;
  VEC(char *) ended; /* keys of cycles below which an end was met */
};

/* Returns the string that `end` uses for the word, or NULL if there is none. */
const char *outcome_end(const char *word);
/* Counts the current node, the end of a path. */
void outcomes_met(struct outcome_set *o, struct explorer *x);
/* Counts the current node, in which some threads wait for each other for ever while others can
 * run. */
void outcomes_met_circle(struct outcome_set *o, struct explorer *x);
/* Records that a path ended below the cycle with this violation. */
void outcomes_circle_ended(struct outcome_set *o, struct vm *vm, const struct violation *circle);
/* Sorts the outcomes at the end of the search. Removes each cycle below which an end was met. */
void outcomes_sort(struct outcome_set *o);
void outcomes_release(struct outcome_set *o);

#endif
