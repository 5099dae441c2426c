/* The results that the calls of an environment can return when they run one after another, for a
 * source that assesses them (environment_source). assess/listing.h computes them. */
#ifndef HEDDLE_ENV_ENVIRONMENT_ORDERS_H
#define HEDDLE_ENV_ENVIRONMENT_ORDERS_H

#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  ENVIRONMENT_ORDERS_MOST = 2000,
  ENVIRONMENT_OUTCOMES_MOST = 250, /* the size of a Java method is limited */
  ENVIRONMENT_ORDER_THREADS = 8,
};

/* Orders in which the calls return the same results. */
struct environment_outcome {
  /* "121": the threads, from 1, in order of their calls; without calls that block */
  VEC(char *)
  orders;
  /* results of each thread, then those of main after the threads */
  VEC(char *)
  gave[ENVIRONMENT_ORDER_THREADS + 1];
};

struct environment_orders {
  VEC(struct environment_outcome) all;
  uint32_t threads, calls;   /* number of calls of all threads */
  const char *properties[3]; /* properties that the results must satisfy; unused ones are NULL */
  bool thrown;               /* any exception counts as a result */
  char *why;                 /* why nothing can be assessed; NULL: it can */
};

/* Adds an order and its results; the list takes ownership of both. Returns false and sets `why` if
 * there are too many. */
bool environment_orders_add(struct environment_orders *o, char *order,
                            struct environment_outcome *gave);
void environment_outcome_release(struct environment_outcome *of);
void environment_orders_release(struct environment_orders *o);

#endif
