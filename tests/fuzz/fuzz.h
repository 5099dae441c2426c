/* Shared by the fuzz targets (make fuzz): each defines LLVMFuzzerTestOneInput and fails by a sanitizer's report or abort(). */
#ifndef HEDDLE_TESTS_FUZZ_FUZZ_H
#define HEDDLE_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a file: a path that can be opened until the next call. The file is memory, and the same one each time. */
const char *fuzz_file(const uint8_t *data, size_t size);

#endif
