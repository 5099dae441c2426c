/* See block_file.h. Numbers are little-endian, like the hosts that heddle runs on.
 *
 * Invariant of the reader: the bytes in [at, len) belong to `section` and have passed their
 * checksum. */
#include "engine/base/block_file.h"
#include "engine/base/check.h"

#include "engine/base/mem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

struct header {
  char magic[8];
  uint32_t version, zero;
  uint64_t check;
};
struct block_head {
  uint32_t section, len;
  uint64_t place, check;
};
_Static_assert(sizeof(struct header) == CKPT_HEADER && sizeof(struct block_head) == CKPT_BLOCK_HEAD,
               "layout");

static uint64_t header_check(const struct header *h) {
  return XXH3_64bits(h, offsetof(struct header, check));
}

static uint64_t block_check(const struct block_head *h, const void *p) {
  return XXH3_64bits_withSeed(p, h->len, XXH3_64bits(h, offsetof(struct block_head, check)));
}

static void fail(struct error *err, int code, const char *fmt, va_list ap) {
  char text[sizeof err->msg];
  if (err->code) return;
  vsnprintf(text, sizeof text, fmt, ap);
  error_set(err, code, "%s", text);
}

/* ---- writing ---- */

struct ckpt_out {
  int fd;
  uint32_t section;
  size_t len;
  uint64_t blocks, bytes;
  struct error err;
  uint8_t buf[CKPT_BLOCK_MAX];
};

void ckpt_out_fail(struct ckpt_out *o, int code, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fail(&o->err, code, fmt, ap);
  va_end(ap);
}

static void write_all(struct ckpt_out *o, const void *p, size_t n) {
  const uint8_t *at = p;
  while (n && !o->err.code) {
    ssize_t w = write(o->fd, at, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) {
      ckpt_out_fail(o, ERR_INPUT, "cannot write: %s", strerror(w ? errno : ENOSPC));
      return;
    }
    at += w;
    n -= (size_t)w;
    o->bytes += (uint64_t)w;
  }
}

static void flush(struct ckpt_out *o) {
  struct block_head h = {.section = o->section, .len = (uint32_t)o->len, .place = o->blocks};
  h.check = block_check(&h, o->buf);
  write_all(o, &h, sizeof h);
  write_all(o, o->buf, o->len);
  o->blocks++;
  o->len = 0;
}

struct ckpt_out *ckpt_out_new(int fd) {
  struct ckpt_out *o = mem_alloc(sizeof *o);
  struct header h = {.version = CKPT_VERSION};
  memcpy(h.magic, CKPT_MAGIC, sizeof h.magic);
  h.check = header_check(&h);
  o->fd = fd;
  write_all(o, &h, sizeof h);
  return o;
}

void ckpt_begin(struct ckpt_out *o, enum ckpt_section section) {
  CHECK((uint32_t)section > o->section, "sections are written in order: %u, %u", o->section,
        (unsigned)section);
  if (o->section) flush(o);
  o->section = section;
}

static void put_bytes_of_section(struct ckpt_out *o, const void *p, size_t n) {
  const uint8_t *at = p;
  while (n) {
    size_t k = sizeof o->buf - o->len;
    if (k > n) k = n;
    memcpy(o->buf + o->len, at, k);
    o->len += k;
    at += k;
    n -= k;
    if (o->len == sizeof o->buf) flush(o);
  }
}

void ckpt_put(struct ckpt_out *o, const void *p, size_t n) {
  CHECK(o->section, "what is written belongs to a section: %zu bytes", n);
  put_bytes_of_section(o, p, n);
}

void ckpt_put_number(struct ckpt_out *o, uint64_t v) {
  uint8_t b[10];
  size_t n = 0;
  for (; v >= 0x80; v >>= 7) b[n++] = (uint8_t)(v | 0x80);
  b[n++] = (uint8_t)v;
  INVARIANT(n <= sizeof b, "a number has at most ten bytes: %zu", n);
  ckpt_put(o, b, n);
}

/* Written as a number: 0 for NULL, otherwise the length plus one. The bytes follow. */
void ckpt_put_text(struct ckpt_out *o, const char *s) {
  size_t n = s ? strlen(s) : 0;
  ckpt_put_number(o, s ? n + 1 : 0);
  ckpt_put(o, s, n);
}

int ckpt_out_close(struct ckpt_out *o, uint64_t *bytes, struct error *err) {
  uint64_t blocks;
  int code;
  if (o->section) flush(o);
  blocks = o->blocks;
  o->section = CKPT_END;
  put_bytes_of_section(o, &blocks, sizeof blocks);
  flush(o);
  if (bytes) *bytes = o->bytes;
  code = o->err.code ? error_set(err, o->err.code, "%s", o->err.msg) : 0;
  free(o);
  return code;
}

/* ---- reading ---- */

struct ckpt_in {
  int fd;
  /* section of the block in buf; the section being read */
  uint32_t section, open;
  size_t at, len;
  uint64_t blocks;
  uint64_t size; /* of the file, in bytes */
  struct error err;
  uint8_t buf[CKPT_BLOCK_MAX];
};

void ckpt_in_fail(struct ckpt_in *in, int code, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fail(&in->err, code, fmt, ap);
  va_end(ap);
}

bool ckpt_good(const struct ckpt_in *in) { return !in->err.code; }

/* Returns how many of the n bytes could be read. */
static size_t read_some(struct ckpt_in *in, void *p, size_t n) {
  size_t got = 0;
  while (got < n) {
    ssize_t r = read(in->fd, (uint8_t *)p + got, n - got);
    if (r < 0 && errno == EINTR) continue;
    if (r < 0) ckpt_in_fail(in, ERR_INPUT, "cannot read: %s", strerror(errno));
    if (r <= 0) break;
    got += (size_t)r;
  }
  return got;
}

static bool read_whole(struct ckpt_in *in, void *p, size_t n) {
  if (read_some(in, p, n) == n) return true;
  ckpt_in_fail(in, ERR_INPUT, "the checkpoint is cut off (in block %llu)",
               (unsigned long long)in->blocks);
  return false;
}

static void read_block(struct ckpt_in *in) {
  struct block_head h = {0};
  in->at = in->len = 0;
  in->section = CKPT_END;
  if (in->err.code || !read_whole(in, &h, sizeof h)) return;
  if (h.len <= sizeof in->buf && h.place == in->blocks && h.section < CKPT_SECTIONS) {
    if (!read_whole(in, in->buf, h.len)) return;
    if (h.check == block_check(&h, in->buf)) {
      in->len = h.len;
      in->section = h.section;
      in->blocks++;
      return;
    }
  }
  ckpt_in_fail(in, ERR_INPUT, "the checkpoint is damaged (block %llu)",
               (unsigned long long)in->blocks);
}

static void read_header(struct ckpt_in *in) {
  struct header h = {0};
  size_t n = read_some(in, &h, sizeof h);
  if (n < sizeof h.magic || memcmp(h.magic, CKPT_MAGIC, sizeof h.magic) != 0)
    ckpt_in_fail(in, ERR_INPUT, "not a checkpoint of heddle");
  else if (n < sizeof h)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is cut off (in its header)");
  else if (h.check != header_check(&h))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is damaged (its header)");
  else if (h.version != CKPT_VERSION)
    ckpt_in_fail(in, ERR_INPUT, "a checkpoint of format %u; this heddle reads format %d", h.version,
                 CKPT_VERSION);
}

struct ckpt_in *ckpt_in_new(int fd, struct error *err) {
  struct ckpt_in *in = mem_alloc(sizeof *in);
  struct stat st;
  in->fd = fd;
  in->size = !fstat(fd, &st) && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : UINT64_MAX;
  read_header(in);
  read_block(in);
  if (ckpt_good(in)) return in;
  error_set(err, in->err.code, "%s", in->err.msg);
  free(in);
  return NULL;
}

void ckpt_in_free(struct ckpt_in *in) { free(in); }

static void no_sense(struct ckpt_in *in) {
  ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (block %llu)",
               (unsigned long long)in->blocks - 1);
}

/* Reads on to the next block of `section` or of a later section. */
static void seek(struct ckpt_in *in, uint32_t section) {
  while (ckpt_good(in)) {
    if (in->section == in->open && in->at < in->len) no_sense(in); /* part of it was not read */
    if (!ckpt_good(in) || in->section >= section || !in->section) return;
    if (in->section != in->open) no_sense(in);
    read_block(in);
  }
}

bool ckpt_enter(struct ckpt_in *in, enum ckpt_section section) {
  seek(in, (uint32_t)section);
  if (!ckpt_good(in) || in->section != (uint32_t)section) return false;
  in->open = in->section;
  return true;
}

void ckpt_need(struct ckpt_in *in, enum ckpt_section section) {
  if (!ckpt_enter(in, section)) no_sense(in);
}

void ckpt_get(struct ckpt_in *in, void *p, size_t n) {
  uint8_t *to = p;
  while (n && ckpt_good(in)) {
    size_t k = in->len - in->at;
    CHECK(in->at <= in->len, "a reader is within its block: %zu of %zu", in->at, in->len);
    if (!k) {
      uint32_t section = in->section;
      read_block(in);
      if (ckpt_good(in) && in->section != section) no_sense(in);
      continue;
    }
    if (k > n) k = n;
    memcpy(to, in->buf + in->at, k);
    in->at += k;
    to += k;
    n -= k;
  }
  if (n) memset(to, 0, n);
}

uint64_t ckpt_number(struct ckpt_in *in) {
  uint64_t v = 0;
  uint8_t b = 0;
  int shift;
  for (shift = 0; shift < 64; shift += 7) {
    ckpt_get(in, &b, 1);
    v |= (uint64_t)(b & 0x7f) << shift;
    if (!(b & 0x80)) return v;
  }
  no_sense(in);
  return 0;
}

uint64_t ckpt_number_below(struct ckpt_in *in, uint64_t end) {
  uint64_t v = ckpt_number(in);
  if (v < end) return v;
  no_sense(in);
  return 0;
}

bool ckpt_can_hold(const struct ckpt_in *in, uint64_t count, uint64_t each) {
  return count <= in->size / each;
}

char *ckpt_text(struct ckpt_in *in) {
  uint64_t n = ckpt_number(in);
  char *s;
  if (n && !ckpt_can_hold(in, n - 1, 1)) no_sense(in);
  if (!n || !ckpt_good(in)) return NULL;
  s = mem_alloc((size_t)n);
  ckpt_get(in, s, (size_t)n - 1);
  if (ckpt_good(in)) return s;
  free(s);
  return NULL;
}

int ckpt_in_finish(struct ckpt_in *in, struct error *err) {
  uint64_t blocks = 0, wrote;
  uint8_t more;
  seek(in, UINT32_MAX);
  wrote = in->blocks - 1;
  ckpt_get(in, &blocks, sizeof blocks);
  if (ckpt_good(in) && (blocks != wrote || in->at < in->len || read_some(in, &more, 1)))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is damaged (its end)");
  return in->err.code ? error_set(err, in->err.code, "%s", in->err.msg) : 0;
}
