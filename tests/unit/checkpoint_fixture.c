/* See checkpoint_fixture.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "checkpoint_fixture.h"
#include "engine/base/mem.h"

int memory_file(void) {
  int fd = memfd_create("checkpoint", MFD_CLOEXEC);
  assert_true(fd >= 0);
  return fd;
}

uint8_t *memory_file_bytes(int fd, size_t *size) {
  struct stat st;
  uint8_t *p;
  assert_int_equal(fstat(fd, &st), 0);
  *size = (size_t)st.st_size;
  p = mem_alloc(*size + 1);
  assert_int_equal(pread(fd, p, *size, 0), *size);
  return p;
}

int memory_file_of(const uint8_t *p, size_t n) {
  int fd = memory_file();
  assert_int_equal(write(fd, p, n), n);
  return fd;
}
