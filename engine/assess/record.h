/* What an environment has kept of its calls (env/environment_record.c), as texts: equal values have
 * equal texts, and what is known only by itself is named by its class and a number. */
#ifndef HEDDLE_ASSESS_RECORD_H
#define HEDDLE_ASSESS_RECORD_H

#include "engine/base/mem.h"
#include "engine/vm/vm.h"

enum { RECORD_THREADS = 8 };

/* Between what a call gave held when it ended, and what it held when all else had. */
#define RECORD_AT_THE_END ", at the end "

struct record_names {
  VEC(ref) all;
  bool closed; /* others get no number */
};

struct record_thread {
  ref log, gave;
  uint32_t thread; /* index; UINT32_MAX: it is not there */
};

struct records { /* of the present state */
  uint32_t threads;
  struct record_thread of[RECORD_THREADS + 1]; /* behind the last: what runs alone behind them */
};

/* False: the threads have not been made yet. */
bool records_read(struct vm *vm, struct records *out);
uint32_t record_begun(struct vm *vm, const struct record_thread *t);
uint32_t record_ended(struct vm *vm, const struct record_thread *t);
/* Has every call ended, those after the threads included, and was each result that may have changed
 * since copied again? */
bool records_done(struct vm *vm, const struct records *r);
/* The number of the i-th call in the environment's text. */
uint32_t record_number(struct vm *vm, const struct record_thread *t, uint32_t i);
/* What the thread read before it: how many calls of each thread had ended, or had begun. */
uint64_t record_saw_ended(struct vm *vm, const struct record_thread *t, uint32_t i);
uint64_t record_saw_begun(struct vm *vm, const struct record_thread *t, uint32_t i);
/* What the i-th call gave. names NULL: objects that are known by themselves have no numbers. */
void record_result(struct vm *vm, const struct record_thread *t, uint32_t i,
                   struct record_names *names, struct text *out);
/* What all calls gave, numbered in the order of threads. */
void records_text(struct vm *vm, const struct records *r, struct text *out);

#endif
