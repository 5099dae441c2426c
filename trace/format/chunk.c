/* Chunks of the final form: header, checksum, compression.
 *
 * Events are compressed as planes: word 0 of every row, then word 1 of every row, and so on. A
 * plane holds one column, and most columns are runs of zeros or of equal numbers. This makes traces
 * several times smaller and decompression faster. */
#include "trace/format/chunk.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "engine/base/check.h"

_Static_assert(sizeof(struct chunk_header) == CHUNK_HEADER, "chunk header");
_Static_assert(sizeof(struct file_header) == FILE_HEADER, "file header");
_Static_assert(sizeof(struct index_row) == 24 && sizeof(struct end_mark) == 24, "index");

#define ZSTD_LEVEL 3
#define COMPRESS_FROM 128 /* smaller payloads are stored uncompressed */

void file_header_fill(struct file_header *h) {
  *h = (struct file_header){.version = TRACE_VERSION, .form = TRACE_FINAL};
  memcpy(h->magic, TRACE_MAGIC, sizeof h->magic);
  h->check = XXH3_64bits(h, offsetof(struct file_header, check));
}

static size_t padded(size_t n) { return (n + 7) & ~(size_t)7; }

size_t chunk_size(const struct chunk_header *h) { return CHUNK_HEADER + padded(h->stored); }

static uint64_t chunk_checksum(const struct chunk_header *h, const void *payload) {
  struct chunk_header copy = *h;
  copy.check = 0;
  uint64_t seed = XXH3_64bits(&copy, sizeof copy);
  return XXH3_64bits_withSeed(payload, h->stored, seed);
}

/* Transposes rows of `words` 32-bit words into planes, or planes back into rows. */
static void planes(const uint8_t *in, uint8_t *out, size_t rows, size_t words, bool to_planes) {
  for (size_t w = 0; w < words; w++) {
    for (size_t r = 0; r < rows; r++) {
      size_t row = (r * words + w) * 4, plane = (w * rows + r) * 4;
      memcpy(out + (to_planes ? plane : row), in + (to_planes ? row : plane), 4);
    }
  }
}

/* Compresses into `out` (ZSTD_compressBound bytes) and returns the length; 0 if that is not smaller
 * than `len`. */
static size_t squeeze(uint8_t *out, size_t cap, const void *payload, size_t len) {
  size_t n = ZSTD_compress(out, cap, payload, len, ZSTD_LEVEL);
  return ZSTD_isError(n) || n >= len ? 0 : n;
}

static size_t compress_payload(struct chunk_header *h, uint8_t **out, const void *payload,
                               size_t len) {
  size_t cap = ZSTD_compressBound(len), words = trace_row_size(h->type) / 4;
  uint8_t *turned = NULL;
  *out = mem_alloc(cap);
  if (h->type == TRACE_EVENTS) {
    CHECK(len == h->count * words * 4, "a chunk of events has whole rows: %u of %zu bytes",
          h->count, len);
    turned = mem_alloc(len);
    planes(payload, turned, h->count, words, true);
  }
  size_t n = squeeze(*out, cap, turned ? turned : payload, len);
  h->flags = (uint8_t)(n ? CHUNK_ZSTD | (turned ? CHUNK_PLANES : 0) : 0);
  free(turned);
  return n;
}

/* Returns the event groups in the chunk, so that a search for rare events can skip chunks without
 * decompressing them. */
static uint16_t chunk_groups(const uint8_t *rows, uint32_t count) {
  unsigned groups = CHUNK_GROUPS;
  for (uint32_t i = 0; i < count; i++) {
    int group =
        trace_kind_group(rows[(size_t)i * TRACE_EVENT_SIZE + offsetof(struct trace_event, kind)]);
    if (group >= 0) groups |= 1u << group;
  }
  return (uint16_t)groups;
}

void chunk_append(struct text *out, unsigned type, uint64_t first, uint32_t count,
                  const void *payload, size_t len, bool compress) {
  struct chunk_header h = {
      .magic = TRACE_CHUNK_MAGIC, .type = (uint8_t)type, .first = first, .count = count};
  uint8_t *packed = NULL;
  size_t n = compress && len >= COMPRESS_FROM ? compress_payload(&h, &packed, payload, len) : 0;
  const void *stored = n ? packed : payload;
  INVARIANT(len <= CHUNK_RAW_MAX, "a chunk that is written can be read: %zu bytes", len);
  if (type == TRACE_EVENTS && len == (size_t)count * TRACE_EVENT_SIZE)
    h.groups = chunk_groups(payload, count);
  h.raw = (uint32_t)len;
  h.stored = (uint32_t)(n ? n : len);
  h.check = chunk_checksum(&h, stored);
  text_add(out, (const char *)&h, sizeof h);
  if (h.stored) text_add(out, stored, h.stored);
  text_add(out, "\0\0\0\0\0\0\0", padded(h.stored) - h.stored);
  free(packed);
}

static bool padding_clean(const struct chunk_header *h, const uint8_t *payload) {
  for (size_t i = h->stored; i < padded(h->stored); i++)
    if (payload[i]) return false;
  return true;
}

int chunk_look(const uint8_t *at, size_t avail, bool check, struct chunk_header *h,
               struct error *err) {
  if (avail < CHUNK_HEADER) return error_set(err, ERR_INPUT, "cut off in the header of a chunk");
  memcpy(h, at, sizeof *h);
  if (h->magic != TRACE_CHUNK_MAGIC)
    return error_set(err, ERR_INPUT, "no chunk where one must start");
  if (h->raw > CHUNK_RAW_MAX || h->stored > CHUNK_RAW_MAX)
    return error_set(err, ERR_INPUT, "damaged chunk header");
  const char *name = trace_table_name(h->type);
  if (avail < chunk_size(h))
    return error_set(err, ERR_INPUT, "cut off in a chunk of %s", name ? name : "unknown type");
  if (check &&
      (h->check != chunk_checksum(h, at + CHUNK_HEADER) || !padding_clean(h, at + CHUNK_HEADER)))
    return error_set(err, ERR_INPUT, "wrong checksum of a chunk of %s",
                     name ? name : "unknown type");
  if (!trace_table_name(h->type))
    return error_set(err, ERR_INPUT, "chunk of unknown type %u", h->type);
  if (trace_row_size(h->type) && (uint64_t)h->count * trace_row_size(h->type) != h->raw)
    return error_set(err, ERR_INPUT, "chunk of %s with a wrong length", trace_table_name(h->type));
  return 0;
}

/* Checks the uncompressed length before allocating it, because a damaged header may claim any
 * length. */
static int check_length(const uint8_t *in, const struct chunk_header *h, struct error *err) {
  if (h->flags & CHUNK_ZSTD ? ZSTD_getFrameContentSize(in, h->stored) == h->raw
                            : h->stored == h->raw)
    return 0;
  return error_set(err, ERR_INPUT, "chunk with two lengths");
}

static int unpack(const uint8_t *in, const struct chunk_header *h, uint8_t *out,
                  struct error *err) {
  if (!(h->flags & CHUNK_ZSTD)) {
    if (h->raw) memcpy(out, in, h->raw);
    return 0;
  }
  size_t n = ZSTD_decompress(out, h->raw, in, h->stored);
  if (ZSTD_isError(n))
    return error_set(err, ERR_INPUT, "chunk does not decompress: %s", ZSTD_getErrorName(n));
  if (n != h->raw) return error_set(err, ERR_INPUT, "chunk decompresses to a wrong length");
  return 0;
}

int chunk_payload(const uint8_t *at, const struct chunk_header *h, uint8_t **out,
                  struct error *err) {
  int rc = check_length(at + CHUNK_HEADER, h, err);
  if (rc) return rc;
  uint8_t *raw = mem_alloc(h->raw + 1);
  rc = unpack(at + CHUNK_HEADER, h, raw, err);
  if (rc) {
    free(raw);
    return rc;
  }
  *out = raw;
  size_t words = trace_row_size(h->type) / 4;
  if (!(h->flags & CHUNK_PLANES) || !words) return 0;
  *out = mem_alloc(h->raw + 1);
  planes(raw, *out, h->count, words, false);
  free(raw);
  return 0;
}

static int chunk_by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

uint32_t trace_label_payload(struct text *out, const char *name, uint64_t *events, size_t n) {
  uint32_t len = (uint32_t)strlen(name), count = 0;
  size_t start = out->len;
  text_add(out, (const char *)&len, sizeof len);
  text_add(out, name, len);
  while ((out->len - start) % 8) text_add(out, "", 1);
  if (n) qsort(events, n, sizeof *events, chunk_by_number);
  for (size_t i = 0; i < n; i++) {
    if (i && events[i] == events[i - 1]) continue;
    text_add(out, (const char *)&events[i], sizeof *events);
    count++;
  }
  return count;
}
