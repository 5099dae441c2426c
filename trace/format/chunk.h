/* Chunks, the framing of everything in the final form of a trace. Private to trace/.
 *
 * A chunk is a 40-byte header and its payload, padded with zeros to a multiple of 8. The checksum
 * covers the header (with the checksum itself as 0) and the payload as stored, so the reader finds
 * a flipped bit anywhere before it uses the data. */
#ifndef HEDDLE_TRACE_FORMAT_CHUNK_H
#define HEDDLE_TRACE_FORMAT_CHUNK_H

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "trace/format/format.h"

#include <stddef.h>

struct trace_reader;

#define CHUNK_HEADER 40u
#define CHUNK_ZSTD 1u   /* flag: the payload is one zstd frame */
#define CHUNK_PLANES 2u /* flag: rows were turned into columns of words before compression */
#define CHUNK_GROUPS \
  0x8000u /* flag in `groups`: the group bits are valid; older writers did not set them */
#define CHUNK_RAW_MAX (64u << 20)
#define LABEL_SLICE (1u << 20) /* event numbers in one chunk of labels */
#define FILE_HEADER 32u

struct file_header {
  char magic[8];
  uint32_t version, form;
  uint64_t reserved;
  uint64_t check; /* XXH3-64 of the preceding 24 bytes */
};

struct chunk_header {
  uint32_t magic;
  uint8_t type, flags;
  uint16_t groups;      /* events: CHUNK_GROUPS, plus bit g if an event is of group g; else 0 */
  uint32_t stored, raw; /* bytes of the payload, as stored and uncompressed */
  uint64_t first;       /* in a chunk of events: the number of its first event; else 0 */
  uint32_t count;       /* number of rows */
  uint32_t reserved2;
  uint64_t check; /* XXH3-64; see the top of this file */
};

struct index_row {
  uint64_t offset, first; /* `offset` of the chunk; `first` as in its header */
  uint32_t count, type;
};

struct end_mark { /* the payload of the last chunk, and thus the file's last 24 bytes */
  uint64_t index; /* offset of the index chunk */
  uint64_t events;
  uint64_t chunks; /* number of rows in the index */
};
#define END_SIZE (CHUNK_HEADER + (unsigned)sizeof(struct end_mark))

/* Fills in the header of a file in the final form. */
void file_header_fill(struct file_header *h);

/* Returns the size of a whole chunk in bytes, with its padding. */
size_t chunk_size(const struct chunk_header *h);
/* Appends a complete chunk to `out`. With `compress`, stores the payload compressed if that makes
 * it smaller. */
void chunk_append(struct text *out, unsigned type, uint64_t first, uint32_t count,
                  const void *payload, size_t len, bool compress);
/* Reads the chunk header at `at`; `avail` bytes remain up to the end of the file. Returns 0 and
 * fills *h, or returns ERR_INPUT with a reason that names no position. With `check` also verifies
 * the checksum. */
int chunk_look(const uint8_t *at, size_t avail, bool check, struct chunk_header *h,
               struct error *err);
/* Appends the payload of a chunk of labels: the name's length, the name, zeros up to a multiple of
 * 8, and the event numbers. Sorts `events` in place and writes each number once. Returns the count
 * written. */
uint32_t trace_label_payload(struct text *out, const char *name, uint64_t *events, size_t n);
/* Returns the uncompressed payload in *out, malloc'd; the caller frees it. `at` is the chunk's
 * first byte and `h` its header from chunk_look. */
int chunk_payload(const uint8_t *at, const struct chunk_header *h, uint8_t **out,
                  struct error *err);
/* Returns the mapped file of a reader. */
const uint8_t *trace_reader_bytes(const struct trace_reader *r, size_t *size);

#endif
