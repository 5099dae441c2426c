/* Changes to class files that keep them readable, for the target `class`. */
#ifndef HEDDLE_TESTS_FUZZ_MUTATE_CLASS_H
#define HEDDLE_TESTS_FUZZ_MUTATE_CLASS_H

#include "tests/fuzz/fuzz.h"

/* Changes a few things in data[0, size), which has room for `max` bytes; the new size. What is no
 * class file stays as it is. */
size_t mutate_class(uint8_t *data, size_t size, size_t max, struct fuzz_random *r);

#endif
