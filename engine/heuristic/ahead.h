/* Distances that take the actual objects into account: from a frame, or from the start of a new
 * thread. Such objects are a Thread with its Runnable, a pool worker with its first task, a
 * FutureTask with its Callable, and a lambda with its captured values. The static analysis only
 * knows that all of these run "some Runnable"; here the calls are followed on the actual receivers
 * ("dynamically refines the distance estimates when the types of polymorphic methods are resolved":
 * paper 001).
 *
 * Only two kinds of methods are analysed this way: those from which a call with several callees
 * leads to the target (`ambiguous`), and those that heddle generated. All other distances come from
 * the tables. */
#ifndef HEDDLE_HEURISTIC_AHEAD_H
#define HEDDLE_HEURISTIC_AHEAD_H

#include "engine/flow/rta.h"
#include "engine/heuristic/heuristic.h"

/* Caches computed distances, together with the words of the state from which they were computed. */
struct ahead_memo;
struct ahead_memo *ahead_memo_new(void);
void ahead_memo_free(struct ahead_memo *memo);

struct ahead {
  struct vm *vm;
  void *self;
  struct ahead_memo *memo;
  /* Returns a number that changes whenever values in the tables may have changed. */
  uint64_t (*version)(void *self);
  struct rta *(*rta)(void *self);
  /* Can the actual objects give a better distance from m to the target than the tables? */
  bool (*ambiguous)(void *self, const struct rta_method *m, const struct location *target);
  /* Returns the distance from `bci` of m to the target according to the tables. A thread is at
   * `bci` or will get there. */
  uint32_t (*forward)(void *self, struct method *m, uint32_t bci, const struct location *target);
  /* Returns the distance from the start of m to the target according to the tables. No thread need
   * get to that start. */
  uint32_t (*entry)(void *self, const struct rta_method *m, const struct location *target);
  /* Returns the cost of entering the callee of a call, by enum rta_call_kind. */
  uint32_t (*calling)(void *self, uint32_t kind);
  /* Fills in the distances from a node of m to all its nodes (count + 1 entries). NULL: distances
   * are numbers of instructions. */
  void (*reach)(void *self, const struct rta_method *m, uint32_t node, uint32_t *dist);
};

/* Returns the distance from `bci` in frame f of t to the target, without returning from f. */
uint32_t ahead_of_frame(const struct ahead *a, const struct thread *t, const struct frame *f,
                        uint32_t bci, const struct location *target);
/* Returns the distance from the start of `run`, called on `receiver` (0: static), to the target. */
uint32_t ahead_of_call(const struct ahead *a, struct method *run, ref receiver,
                       const struct location *target);

/* Callbacks of struct ahead for tables without distances inside methods: every library method is
 * analysed, and entering a callee costs 1. */
bool ahead_through_library(void *self, const struct rta_method *m, const struct location *target);
uint32_t ahead_calling(void *self, uint32_t kind);
uint64_t ahead_version(void *self);

#endif
