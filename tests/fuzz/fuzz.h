/* Shared by the fuzz targets (make fuzz): each defines LLVMFuzzerTestOneInput and fails by a
 * sanitizer's report or abort(). Some define LLVMFuzzerCustomMutator as well, for formats that
 * plain changes of bytes would never get past: where there are checksums, compressed parts, or
 * lengths that must agree. */
#ifndef HEDDLE_TESTS_FUZZ_FUZZ_H
#define HEDDLE_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Changes data[0, size) in place, which has room for `max` bytes, into another input; its size. A
 * pure function of its arguments. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
/* libFuzzer's own changes of bytes. tests/fuzz/replay.c, which mutates nothing, has none. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/* The bytes as a file: a path that can be opened until the next call. The file is memory, and the
 * same one each time.
 */
const char *fuzz_file(const uint8_t *data, size_t size);
/* Where output goes that nobody reads. */
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
