/* Shared by the fuzz targets (make fuzz). Each defines LLVMFuzzerTestOneInput and fails by a
 * sanitizer's report or abort(). Some also define LLVMFuzzerCustomMutator, for formats that random
 * byte changes would never get past: those with checksums, compressed parts, or lengths that must
 * agree. */
#ifndef HEDDLE_TESTS_FUZZ_FUZZ_H
#define HEDDLE_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Mutates data[0, size) in place, with room for `max` bytes, and returns the new size. A pure
 * function of its arguments. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
/* libFuzzer's own byte mutations. In tests/fuzz/replay.c, which mutates nothing, this does
 * nothing. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/* Returns the path of a file with these bytes, valid until the next call. The file is in memory,
 * and the same one each time. */
const char *fuzz_file(const uint8_t *data, size_t size);
/* Returns a stream whose output is discarded. */
FILE *fuzz_sink(void);

/* Random numbers for mutators (xorshift). */
struct fuzz_random {
  uint64_t state;
};
static inline struct fuzz_random fuzz_random(unsigned seed) {
  return (struct fuzz_random){88172645463325252u + seed * 2654435761u};
}
static inline uint32_t fuzz_below(struct fuzz_random *r, uint32_t n) {
  r->state ^= r->state << 13;
  r->state ^= r->state >> 7;
  r->state ^= r->state << 17;
  return n ? (uint32_t)((r->state >> 20) % n) : 0;
}

#endif
