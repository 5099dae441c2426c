/* See mem.h. */
#include "engine/base/mem.h"
#include "engine/base/check.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct pool_chunk {
  struct pool_chunk *next;
  /* The size of a mapped chunk, or 0 for a chunk from the host's heap. Also keeps the payload
   * 16-byte aligned. */
  size_t mapped;
};

/* The first POOL_SMALL chunks are small. A pool that needs more maps its pages at once, which
 * avoids a page fault for each. */
enum { POOL_CHUNK = 64 * 1024, POOL_MAPPED = 256 * 1024, POOL_SMALL = 8 };

void mem_exhausted(size_t n) {
  fprintf(stderr, "heddle: out of host memory (%zu bytes requested)\n", n);
  exit(4);
}

void *mem_alloc(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p) mem_exhausted(n);
  return p;
}

void *mem_realloc(void *p, size_t n) {
  p = realloc(p, n ? n : 1);
  if (!p) mem_exhausted(n);
  return p;
}

char *mem_strdup(const char *s) {
  size_t n = strlen(s) + 1;
  return memcpy(mem_alloc(n), s, n);
}

void mem_exchange(char *s, char from, char to) {
  for (; *s; s++)
    if (*s == from) *s = to;
}

char *mem_printf(const char *fmt, ...) {
  va_list ap;
  int n;
  char *s;
  va_start(ap, fmt);
  n = vsnprintf(NULL, 0, fmt, ap);
  va_end(ap);
  s = mem_alloc((size_t)n + 1);
  va_start(ap, fmt);
  vsnprintf(s, (size_t)n + 1, fmt, ap);
  va_end(ap);
  return s;
}

void pool_init(struct pool *p) { memset(p, 0, sizeof *p); }

void pool_release(struct pool *p) {
  while (p->chunks) {
    struct pool_chunk *c = p->chunks;
    p->chunks = c->next;
    if (c->mapped)
      munmap(c, c->mapped);
    else
      free(c);
  }
  pool_init(p);
}

static struct pool_chunk *map_chunk(void) {
  struct pool_chunk *c = mmap(NULL, POOL_MAPPED, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (c == MAP_FAILED) mem_exhausted(POOL_MAPPED);
  c->mapped = POOL_MAPPED;
  return c;
}

/* Does the pool have so many chunks that it will probably fill a mapped one? */
static bool is_large(const struct pool *p) {
  uint32_t n = 0;
  for (const struct pool_chunk *c = p->chunks; c && n < POOL_SMALL; c = c->next) n++;
  return n == POOL_SMALL;
}

static void add_chunk(struct pool *p, size_t n) {
  bool map = is_large(p) && n <= POOL_MAPPED - sizeof(struct pool_chunk);
  size_t size = map ? POOL_MAPPED : sizeof(struct pool_chunk) + (n > POOL_CHUNK ? n : POOL_CHUNK);
  struct pool_chunk *c = map ? map_chunk() : mem_alloc(size);
  c->next = p->chunks;
  p->chunks = c;
  p->at = (char *)(c + 1);
  p->end = (char *)c + size;
}

void *pool_alloc(struct pool *p, size_t n) {
  char *r;
  n = (n + 15) & ~(size_t)15;
  if ((size_t)(p->end - p->at) < n || !p->at) add_chunk(p, n);
  r = p->at;
  p->at += n;
  INVARIANT(p->at <= p->end && !((uintptr_t)r & 15), "a pool gives memory of its chunk: %zu bytes",
            n);
  return r;
}

char *pool_strndup(struct pool *p, const char *s, size_t n) {
  char *r = pool_alloc(p, n + 1);
  memcpy(r, s, n);
  return r;
}

void vec_grow_(void **data, size_t *cap, size_t need, size_t elem) {
  size_t c = *cap ? *cap : 8;
  CHECK(need <= SIZE_MAX / 2 / elem, "an array fits in memory: %zu elements", need);
  while (c < need) c *= 2;
  *data = mem_realloc(*data, c * elem);
  *cap = c;
}

void text_add(struct text *t, const char *s, size_t n) {
  INVARIANT(!t->cap || t->len < t->cap, "a text ends in its room: %zu of %zu", t->len, t->cap);
  INVARIANT(n < SIZE_MAX / 4, "a text has a length: %zu", n);
  if (t->len + n + 1 > t->cap) {
    size_t c = t->cap ? t->cap : 64;
    while (c < t->len + n + 1) c *= 2;
    t->s = mem_realloc(t->s, c);
    t->cap = c;
  }
  memcpy(t->s + t->len, s, n);
  t->len += n;
  t->s[t->len] = 0;
}

void text_puts(struct text *t, const char *s) { text_add(t, s, strlen(s)); }

void text_printf(struct text *t, const char *fmt, ...) {
  va_list ap;
  int n;
  va_start(ap, fmt);
  n = vsnprintf(NULL, 0, fmt, ap);
  va_end(ap);
  if (n < 0) return;
  text_add(t, "", 0);
  if (t->len + (size_t)n + 1 > t->cap) {
    t->cap = (t->len + (size_t)n + 1) * 2;
    t->s = mem_realloc(t->s, t->cap);
  }
  va_start(ap, fmt);
  vsnprintf(t->s + t->len, (size_t)n + 1, fmt, ap);
  va_end(ap);
  t->len += (size_t)n;
}

void text_release(struct text *t) {
  free(t->s);
  memset(t, 0, sizeof *t);
}
