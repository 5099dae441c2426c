/* See fuzz.h. All inputs share one memory file, because creating and closing one for each would
 * take longer than most readers. */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *fuzz_file(const uint8_t *data, size_t size) {
  static int fd = -1;
  static char path[64];
  if (fd < 0) fd = memfd_create("input", 0);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  if (fd < 0 || pwrite(fd, data, size, 0) != (ssize_t)size || ftruncate(fd, (off_t)size)) abort();
  return path;
}

FILE *fuzz_sink(void) {
  static FILE *f;
  if (!f) f = fopen("/dev/null", "w");
  if (!f) abort();
  return f;
}
