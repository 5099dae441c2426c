/* Inside engine/assess only. */
#ifndef HEDDLE_ASSESS_ASSESS_INT_H
#define HEDDLE_ASSESS_ASSESS_INT_H

#include "engine/assess/history.h"
#include "engine/assess/assess.h"
#include "engine/assess/orders.h"

struct assess_call {
  uint32_t number;
  char *result, *shape; /* NULL: pending */
};

/* What one path has done: owned texts. */
struct assess_case {
  uint32_t threads;
  uint32_t count[HISTORY_THREADS];
  struct assess_call *calls[HISTORY_THREADS];
  struct history_call *history[HISTORY_THREADS];
  struct history_read *read[HISTORY_THREADS];
  char *whole;    /* records_text */
  char *observed; /* calls made after the threads ended, with results; "": none */
  bool stuck;     /* nothing goes on; else the program has ended */
  bool behind;    /* ... with all that runs alone behind the threads */
  VEC(uint16_t) values;
};

void assess_case_read(struct explorer *x, struct assess_case *k);
void assess_case_release(struct assess_case *k);
/* `before` of all calls, for the property. */
void assess_case_order(struct assess_case *k, uint32_t property);
/* Equal for equal outcomes. */
void assess_case_key(const struct assess_case *k, struct text *out);

struct assess_try { /* of a property */
  struct orders *orders;
  const struct assess_case *k;
  uint32_t first;
  struct text *near; /* assess_report.c: the orders that come nearest; NULL: nobody asks */
  uint32_t nearest;  /* calls of those */
};
enum history_verdict assess_try(struct assess_try *t);
/* assess_report.c: the table, for people. What is wrong, in one line, and the rest. */
char *assess_message(const struct vm *vm, const struct assess_case *k, uint32_t property);
char *assess_detail(struct vm *vm, struct assess_try *t, uint32_t property);
void assess_stopped(void *self, uint32_t state, const uint8_t *order, uint32_t n);

#endif
