/* See pages.h. */
#include "engine/base/pages.h"
#include "engine/base/check.h"

#include "engine/base/mem.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, HUGE_PAGE = 2 << 20 };

/* Rounds up to whole pages. A large table gets whole huge pages, because the host uses a huge page
 * only for a complete one. */
static size_t pages_whole(size_t n) {
  size_t page = n >= HUGE_PAGE ? HUGE_PAGE : PAGE;
  return (n + page - 1) & ~(page - 1);
}

static void *map(size_t n, int protection) {
  void *p = mmap(NULL, n, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) mem_exhausted(n);
  return p;
}

/* Reserves addresses for n bytes at a multiple of a huge page. Memory that moves between such
 * places keeps its huge pages. */
static char *pages_place(size_t n) {
  char *p = map(n + HUGE_PAGE, PROT_NONE);
  size_t before = (HUGE_PAGE - (uintptr_t)p % HUGE_PAGE) % HUGE_PAGE;
  if (before) munmap(p, before);
  munmap(p + before + n, HUGE_PAGE - before);
  return p + before;
}

static void *place_huge(size_t size) {
  void *p = pages_place(size);
  if (mprotect(p, size, PROT_READ | PROT_WRITE)) mem_exhausted(size);
  (void)madvise(p, size, MADV_HUGEPAGE); /* only a hint */
  return p;
}

void *pages_resize(void *p, size_t old, size_t n) {
  size_t size = pages_whole(n), before = p ? pages_whole(old) : 0;
  void *to;
  CHECK(size >= n && (!p || old), "a table that is resized had a size: %zu, %zu", old, n);
  if (before == size) return p;
  to = size >= HUGE_PAGE ? place_huge(size) : map(size, PROT_READ | PROT_WRITE);
  if (before >= HUGE_PAGE) {
    if (mremap(p, before, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED)
      mem_exhausted(size);
  } else if (p) { /* small pages stay small when they move */
    memcpy(to, p, old);
    munmap(p, before);
  }
  return to;
}

void pages_free(void *p, size_t n) {
  if (p) munmap(p, pages_whole(n));
}
