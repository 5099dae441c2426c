/* Positions of threads, for the heuristics that measure distances: frames, return points, and
 * threads that have not begun. */
#ifndef HEDDLE_HEURISTIC_POSITION_H
#define HEDDLE_HEURISTIC_POSITION_H

#include "engine/heuristic/heuristic.h"

/* Returns the bci at which the frame continues: its current instruction or, if `returning`, the one
 * after its call. */
uint32_t position_bci(struct vm *vm, const struct frame *f, bool returning);
/* Does the frame below f continue after its call when f returns? Otherwise it executes the calling
 * instruction again. */
bool position_returns(const struct frame *f);
/* Returns the method that the thread's root frame is about to call, or NULL if it has called it. */
struct method *position_not_begun(struct vm *vm, const struct thread *t, const struct frame *root);
/* Returns the object on which the root frame calls that method; 0 for main. */
ref position_receiver(const struct thread *t);
/* Is f the frame of a method that heddle generated (lambda objects, call sites) or that has no
 * bytecode? */
bool position_passed_by(struct vm *vm, const struct frame *f);
/* Does the position of t count in a state in which `last` ran last? */
bool position_counts(struct vm *vm, enum heuristic_whose whose, const struct thread *t,
                     uint32_t last);

/* Returns the smallest value over the threads that count. */
typedef uint32_t position_thread_value(void *self, struct vm *vm, const struct thread *t,
                                       const struct location *target);
uint32_t position_least(void *self, struct vm *vm, enum heuristic_whose whose, uint32_t last,
                        const struct location *target, position_thread_value *value);

/* The distances with polymorphic calls and with calling context unroll the stack in the same way.
 * The value is the forward distance from the innermost frame. If the target cannot be reached from
 * there, it is the distance to the end of that method plus the distance from the return point in
 * the caller, and so on. Each skipped frame (position_passed_by) costs 2. */
struct position_tables {
  void *self;
  /* Returns the distance from bci in the frame's method to the target without returning from that
   * method, or HEURISTIC_INFINITE. */
  uint32_t (*forward)(void *self, struct vm *vm, const struct thread *t, const struct frame *f,
                      uint32_t bci, const struct location *target);
  uint32_t (*to_end)(void *self, struct vm *vm, const struct frame *f, uint32_t bci);
  /* Returns the distance from the start of the method that a new thread will call on `receiver` (0:
   * static). */
  uint32_t (*begin)(void *self, struct vm *vm, struct method *m, ref receiver,
                    const struct location *target);
};
uint32_t position_unroll(const struct position_tables *tables, struct vm *vm,
                         const struct thread *t, const struct location *target);

#endif
