/* What the calls of an environment can give, one after another, for a source that assesses them
 * (environment_source). It is found out by assess/listing.h. */
#ifndef HEDDLE_ENV_ENVIRONMENT_ORDERS_H
#define HEDDLE_ENV_ENVIRONMENT_ORDERS_H

#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  ENVIRONMENT_ORDERS_MOST = 2000,
  ENVIRONMENT_OUTCOMES_MOST = 250, /* a Java method has a bound on its size */
  ENVIRONMENT_ORDER_THREADS = 8,
};

/* Calls that end in some orders with the same results. */
struct environment_outcome {
  VEC(char *) orders; /* "121": whose call is next, from 1 on; calls that stay are in none */
  VEC(char *) gave[ENVIRONMENT_ORDER_THREADS + 1]; /* of each thread, then of main behind them */
};

struct environment_orders {
  VEC(struct environment_outcome) all;
  uint32_t threads, calls;   /* calls of all threads */
  const char *properties[3]; /* of which results are to be; the rest is NULL */
  bool thrown;               /* whatever a call throws is what it gave */
  char *why;                 /* why nothing can be assessed; NULL: it can */
};

/* One more order and what it gives; both become the list's. False: it has too many, and says so. */
bool environment_orders_add(struct environment_orders *o, char *order,
                            struct environment_outcome *gave);
void environment_outcome_release(struct environment_outcome *of);
void environment_orders_release(struct environment_orders *o);

#endif
