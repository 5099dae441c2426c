/* Checkpoint files in memory, without a name. The caller closes them. */
#ifndef HEDDLE_TESTS_CHECKPOINT_FIXTURE_H
#define HEDDLE_TESTS_CHECKPOINT_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

/* The header of each block of a file (engine/base/block_file.h). */
struct block_head {
  uint32_t section, len;
  uint64_t place, check;
};

int memory_file(void); /* an empty file */
int memory_file_of(const uint8_t *p, size_t n);
uint8_t *memory_file_bytes(int fd, size_t *size); /* its whole content; the caller frees */

#endif
