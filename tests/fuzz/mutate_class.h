/* Mutations of class files that keep them readable, for the target `class`. */
#ifndef HEDDLE_TESTS_FUZZ_MUTATE_CLASS_H
#define HEDDLE_TESTS_FUZZ_MUTATE_CLASS_H

#include "tests/fuzz/fuzz.h"

/* Mutates data[0, size), with room for `max` bytes, and returns the new size. Leaves data that is
 * not a class file unchanged. */
size_t mutate_class(uint8_t *data, size_t size, size_t max, struct fuzz_random *r);

#endif
