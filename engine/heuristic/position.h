/* Where threads stand, for the heuristics that measure distances: frames, return points, threads
 * that have not begun. */
#ifndef HEDDLE_HEURISTIC_POSITION_H
#define HEDDLE_HEURISTIC_POSITION_H

#include "engine/heuristic/heuristic.h"

/* Where a frame goes on: the instruction it stands at, or the one behind its call when `returning`.
 */
uint32_t position_bci(struct vm *vm, const struct frame *f, bool returning);
/* Whether the frame below f returns behind its call; else the caller's instruction is executed
 * again. */
bool position_returns(const struct frame *f);
/* The method that a thread's root frame is going to call; NULL when it has called it. */
struct method *position_not_begun(struct vm *vm, const struct thread *t, const struct frame *root);
/* The object that it is going to call it on; 0 for main. */
ref position_receiver(const struct thread *t);
/* Frames of methods that heddle made itself (lambda objects, call sites) and of methods without
 * bytecode. */
bool position_passed_by(struct vm *vm, const struct frame *f);
/* Whether the position of t counts for a state in which `last` ran last. */
bool position_counts(struct vm *vm, enum heuristic_whose whose, const struct thread *t,
                     uint32_t last);

/* The smallest value over the threads that count. */
typedef uint32_t position_thread_value(void *self, struct vm *vm, const struct thread *t,
                                       const struct location *target);
uint32_t position_least(void *self, struct vm *vm, enum heuristic_whose whose, uint32_t last,
                        const struct location *target, position_thread_value *value);

/* The polymorphic and the context-aware distance unroll the stack in the same way: the forward
 * distance from the innermost frame; when the target cannot be reached from there, the way to that
 * method's end and on from the caller's return point. Frames that are passed by cost 2. */
struct position_tables {
  void *self;
  /* From bci of the frame's method to the target, without returning from it; HEURISTIC_INFINITE. */
  uint32_t (*forward)(void *self, struct vm *vm, const struct thread *t, const struct frame *f,
                      uint32_t bci, const struct location *target);
  uint32_t (*to_end)(void *self, struct vm *vm, const struct frame *f, uint32_t bci);
  /* From the start of a method that a new thread is going to call, on `receiver` (0: a static one).
   */
  uint32_t (*begin)(void *self, struct vm *vm, struct method *m, ref receiver,
                    const struct location *target);
};
uint32_t position_unroll(const struct position_tables *tables, struct vm *vm,
                         const struct thread *t, const struct location *target);

#endif
