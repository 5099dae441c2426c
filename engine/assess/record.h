/* The records that an environment makes of its calls (env/environment_record.c), as texts. Equal
 * values have equal texts. An object that is only equal to itself is named by its class and a
 * number. */
#ifndef HEDDLE_ASSESS_RECORD_H
#define HEDDLE_ASSESS_RECORD_H

#include "engine/base/mem.h"
#include "engine/vm/vm.h"

enum { RECORD_THREADS = 8 };

/* Separates the content of a result when its call ended from its content when everything had
 * ended. */
#define RECORD_AT_THE_END ", at the end "

struct record_names {
  VEC(ref) all;
  bool closed; /* no more objects get numbers */
};

struct record_thread {
  ref log, gave;
  uint32_t thread; /* thread index; UINT32_MAX: it was not started */
};

struct records { /* the records in the present state */
  uint32_t threads;
  /* The last one is for the calls after the threads. */
  struct record_thread of[RECORD_THREADS + 1];
};

/* Reads the records. Returns false if the threads have not been made yet. */
bool records_read(struct vm *vm, struct records *out);
uint32_t record_begun(struct vm *vm, const struct record_thread *t);
uint32_t record_ended(struct vm *vm, const struct record_thread *t);
/* Has every call ended, those after the threads included, and was each result that may have changed
 * since copied again? */
bool records_done(struct vm *vm, const struct records *r);
/* Returns the number of the i-th call in the environment's text. */
uint32_t record_number(struct vm *vm, const struct record_thread *t, uint32_t i);
/* Return the numbers of calls of each thread that had ended, or had begun, when the thread read
 * them before its i-th call. */
uint64_t record_saw_ended(struct vm *vm, const struct record_thread *t, uint32_t i);
uint64_t record_saw_begun(struct vm *vm, const struct record_thread *t, uint32_t i);
/* Appends the result of the i-th call. names NULL: objects that are only equal to themselves get no
 * numbers. */
void record_result(struct vm *vm, const struct record_thread *t, uint32_t i,
                   struct record_names *names, struct text *out);
/* Appends the results of all calls, with objects numbered in the order of threads. */
void records_text(struct vm *vm, const struct records *r, struct text *out);

#endif
