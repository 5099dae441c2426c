/* Internal to engine/assess. */
#ifndef HEDDLE_ASSESS_ASSESS_INT_H
#define HEDDLE_ASSESS_ASSESS_INT_H

#include "engine/assess/history.h"
#include "engine/assess/assess.h"
#include "engine/assess/orders.h"

struct assess_call {
  uint32_t number;
  char *result, *shape; /* NULL: the call is pending */
};

/* The calls and results of one path. The texts are owned. */
struct assess_case {
  uint32_t threads;
  uint32_t count[HISTORY_THREADS];
  struct assess_call *calls[HISTORY_THREADS];
  struct history_call *history[HISTORY_THREADS];
  struct history_read *read[HISTORY_THREADS];
  char *whole;    /* the text of records_text */
  char *observed; /* calls made after the threads ended, with results; "": none */
  bool stuck;     /* no thread can continue; otherwise the program has ended */
  bool behind;    /* the calls after the threads have all ended, too */
  VEC(uint16_t) values;
};

void assess_case_read(struct explorer *x, struct assess_case *k);
void assess_case_release(struct assess_case *k);
/* Sets `before` of all calls for the property. */
void assess_case_order(struct assess_case *k, uint32_t property);
/* Appends a text that is equal for equal outcomes. */
void assess_case_key(const struct assess_case *k, struct text *out);

struct assess_try { /* one check of a property */
  struct orders *orders;
  const struct assess_case *k;
  uint32_t first;
  struct text *near; /* assess_report.c: the orders that come nearest; NULL: not wanted */
  uint32_t nearest;  /* number of calls in those orders */
};
enum history_verdict assess_try(struct assess_try *t);
/* assess_report.c: return the violation in one line, and the details with a table. assess_stopped
 * is the callback `stopped` of struct history_orders. */
char *assess_message(const struct vm *vm, const struct assess_case *k, uint32_t property);
char *assess_detail(struct vm *vm, struct assess_try *t, uint32_t property);
void assess_stopped(void *self, uint32_t state, const uint8_t *order, uint32_t n);

#endif
