/* Inside engine/judge only. */
#ifndef HEDDLE_JUDGE_JUDGE_INT_H
#define HEDDLE_JUDGE_JUDGE_INT_H

#include "engine/judge/history.h"
#include "engine/judge/judge.h"
#include "engine/judge/orders.h"

struct judge_call {
  uint32_t number;
  char *result, *shape; /* NULL: pending */
};

/* What one path has done: owned texts. */
struct judge_case {
  uint32_t threads;
  uint32_t count[HISTORY_THREADS];
  struct judge_call *calls[HISTORY_THREADS];
  struct history_call *history[HISTORY_THREADS];
  struct history_read *read[HISTORY_THREADS];
  char *whole;    /* records_text */
  char *observed; /* what ran alone behind the threads gave; "" nothing */
  bool stuck;     /* nothing goes on; else the program has ended */
  bool behind;    /* ... with all that runs alone behind the threads */
  VEC(uint16_t) values;
};

void judge_case_read(struct explorer *x, struct judge_case *k);
void judge_case_release(struct judge_case *k);
/* `before` of all calls, for the property. */
void judge_case_order(struct judge_case *k, uint32_t property);
/* Equal for equal outcomes. */
void judge_case_key(const struct judge_case *k, struct text *out);

struct judge_try { /* of a property */
  struct orders *orders;
  const struct judge_case *k;
  uint32_t first;
  struct text *near; /* judge_report.c: the orders that come nearest; NULL: nobody asks */
  uint32_t nearest;  /* calls of those */
};
enum history_verdict judge_try(struct judge_try *t);
/* judge_report.c: the table, for people. What is wrong, in one line, and the rest. */
char *judge_message(const struct vm *vm, const struct judge_case *k, uint32_t property);
char *judge_detail(struct vm *vm, struct judge_try *t, uint32_t property);
void judge_stopped(void *self, uint32_t state, const uint8_t *order, uint32_t n);

#endif
