/* Reads the records that an environment makes of its calls (env/environment_record.c), and writes
 * results as text. Equal values have equal texts. The text of an object that is equal only to
 * itself is the name of its class and a number. */
#ifndef HEDDLE_ASSESS_RECORD_H
#define HEDDLE_ASSESS_RECORD_H

#include "engine/base/mem.h"
#include "engine/vm/vm.h"

enum { RECORD_THREADS = 8 };

/* Stands between two contents of the same result: the content when its call ended, and the content
 * when all calls had ended. */
#define RECORD_AT_THE_END ", at the end "

struct record_names {
  VEC(ref) all;
  bool closed; /* no more objects get numbers */
};

struct record_thread {
  ref log, gave;
  uint32_t thread; /* thread index; UINT32_MAX: it was not started */
};

struct records { /* the records in the current state */
  uint32_t threads;
  /* One for each thread, then one for the calls that follow when all threads have ended. */
  struct record_thread of[RECORD_THREADS + 1];
};

/* Reads the records. Returns false if the threads have not been made yet. */
bool records_read(struct vm *vm, struct records *out);
uint32_t record_begun(struct vm *vm, const struct record_thread *t);
uint32_t record_ended(struct vm *vm, const struct record_thread *t);
/* Returns whether every call has ended, including the calls after the threads, and every result
 * that may have changed since its call has been copied again. */
bool records_done(struct vm *vm, const struct records *r);
/* Returns the number that the i-th call has in the environment's list of calls. */
uint32_t record_number(struct vm *vm, const struct record_thread *t, uint32_t i);
/* Return how many calls of each thread had ended, or had begun, when the thread read these counts
 * before its i-th call. The counts are packed; see record_of (vm/sched/record.h). */
uint64_t record_saw_ended(struct vm *vm, const struct record_thread *t, uint32_t i);
uint64_t record_saw_begun(struct vm *vm, const struct record_thread *t, uint32_t i);
/* Appends the result of the i-th call. If `names` is NULL, objects that are equal only to
 * themselves get no numbers. */
void record_result(struct vm *vm, const struct record_thread *t, uint32_t i,
                   struct record_names *names, struct text *out);
/* Appends the results of all calls, with objects numbered in the order of threads. */
void records_text(struct vm *vm, const struct records *r, struct text *out);

#endif
