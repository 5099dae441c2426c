/* What lies ahead of a frame, or of a thread that has not begun, when the objects that it holds are
 * looked at: a Thread with its Runnable, a worker of a pool with its first task, a FutureTask with
 * its Callable, a lambda with what it captured. To the static analysis all of these run "some
 * Runnable"; here the calls ahead are followed with the objects that they are made on ("dynamically
 * refines the distance estimates when the types of polymorphic methods are resolved": paper 001).
 *
 * Only methods from which a call with several callees leads to the target (`ambiguous`), and those
 * that heddle made itself, are looked into; everything else has its value from the tables. */
#ifndef HEDDLE_HEURISTIC_AHEAD_H
#define HEDDLE_HEURISTIC_AHEAD_H

#include "engine/flow/rta.h"
#include "engine/heuristic/heuristic.h"

/* Values that were found, with what of the state they were found from. */
struct ahead_memo;
struct ahead_memo *ahead_memo_new(void);
void ahead_memo_free(struct ahead_memo *memo);

struct ahead {
  struct vm *vm;
  void *self;
  struct ahead_memo *memo;
  /* Another number when the tables may have other values than before. */
  uint64_t (*version)(void *self);
  struct rta *(*rta)(void *self);
  /* Whether the objects at hand may give more than the tables about the way from m to the target.
   */
  bool (*ambiguous)(void *self, const struct rta_method *m, const struct location *target);
  /* From `bci` of m to the target, by the tables; a thread is there, or will be. */
  uint32_t (*forward)(void *self, struct method *m, uint32_t bci, const struct location *target);
  /* From the start of m to the target, by the tables; nobody needs to come there. */
  uint32_t (*entry)(void *self, const struct rta_method *m, const struct location *target);
  /* What entering the callee of a call costs, by enum rta_call_kind. */
  uint32_t (*calling)(void *self, uint32_t kind);
  /* The distances from a node of m to each of its nodes, count + 1 of them; NULL: instructions. */
  void (*reach)(void *self, const struct rta_method *m, uint32_t node, uint32_t *dist);
};

/* From where frame f of t stands, at `bci`, to the target, without returning from f. */
uint32_t ahead_of_frame(const struct ahead *a, const struct thread *t, const struct frame *f,
                        uint32_t bci, const struct location *target);
/* From the start of `run` on `receiver` (0: a static method) to the target. */
uint32_t ahead_of_call(const struct ahead *a, struct method *run, ref receiver,
                       const struct location *target);

/* For tables without distances of their own within a method: all methods of the library are looked
 * into, and entering costs 1. */
bool ahead_through_library(void *self, const struct rta_method *m, const struct location *target);
uint32_t ahead_calling(void *self, uint32_t kind);
uint64_t ahead_version(void *self);

#endif
