/* A growable buffer of big-endian bytes for writing class files, and functions that read such
 * bytes. Zero-initialise the buffer; release it with free(b.p). */
#ifndef HEDDLE_RECORDER_BYTEBUF_H
#define HEDDLE_RECORDER_BYTEBUF_H

#include "engine/base/check.h"
#include "engine/base/mem.h"

#include <stdlib.h>
#include <string.h>

struct bytebuf {
  uint8_t *p;
  size_t len, cap;
};

static inline void bb_add(struct bytebuf *b, const void *data, size_t n) {
  if (b->len + n > b->cap) {
    b->cap = (b->len + n) * 2 + 64;
    b->p = mem_realloc(b->p, b->cap);
  }
  if (n) memcpy(b->p + b->len, data, n);
  b->len += n;
}
static inline void bb_u1(struct bytebuf *b, unsigned v) {
  uint8_t x = (uint8_t)v;
  bb_add(b, &x, 1);
}
static inline void bb_u2(struct bytebuf *b, unsigned v) {
  uint8_t x[2] = {(uint8_t)(v >> 8), (uint8_t)v};
  bb_add(b, x, 2);
}
static inline void bb_u4(struct bytebuf *b, uint32_t v) {
  uint8_t x[4] = {(uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v};
  bb_add(b, x, 4);
}
static inline void bb_set_u2(struct bytebuf *b, size_t at, unsigned v) {
  INVARIANT(at + 2 <= b->len, "bytes that are set were added: %zu of %zu", at, b->len);
  b->p[at] = (uint8_t)(v >> 8);
  b->p[at + 1] = (uint8_t)v;
}
static inline void bb_set_u4(struct bytebuf *b, size_t at, uint32_t v) {
  bb_set_u2(b, at, v >> 16);
  bb_set_u2(b, at + 2, v & 0xffff);
}

static inline uint32_t get_u2(const uint8_t *p) { return (uint32_t)(p[0] << 8 | p[1]); }
static inline uint32_t get_u4(const uint8_t *p) { return get_u2(p) << 16 | get_u2(p + 2); }
static inline int32_t get_s2(const uint8_t *p) { return (int16_t)get_u2(p); }
static inline int32_t get_s4(const uint8_t *p) { return (int32_t)get_u4(p); }

#endif
