/* The seeds from which the random numbers of a run follow. See random.c. */
#ifndef HEDDLE_NATIVES_RANDOM_H
#define HEDDLE_NATIVES_RANDOM_H

#include "engine/base/words.h"
#include "engine/vm/vm.h"

/* What ThreadLocalRandom finds in a thread that has not drawn a number yet. The id is 0 if the
 * thread's object is gone. */
struct local_random random_of_thread(struct vm *vm, const struct thread *t);
/* The same for the thread as it is now, after the numbers that it has drawn. */
struct local_random random_now(struct vm *vm, const struct thread *t);
/* RandomSupport.initialSeed: the seed of SplittableRandom and of the other generators that are made
 * without one. */
uint64_t random_initial_seed(const struct vm *vm);

#endif
