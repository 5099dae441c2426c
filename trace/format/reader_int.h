/* The reader's data structures, shared by reader.c (opening, events, live form), tables.c (rows,
 * names) and object_names.c (object names). */
#ifndef HEDDLE_TRACE_FORMAT_READER_INT_H
#define HEDDLE_TRACE_FORMAT_READER_INT_H

#include "trace/format/chunk.h"
#include "trace/format/reader.h"

#define READER_CACHE 8 /* number of decompressed chunks in the cache */

struct reader_string {
  uint32_t id, len;
  const char *s;
};

struct reader_chunk { /* a chunk of events */
  uint64_t offset, first;
  uint32_t count;
  uint16_t groups; /* event groups in the chunk: `groups` of its header */
};

struct reader_slot {
  size_t chunk; /* index + 1; 0 = free */
  uint64_t used;
  uint8_t *rows;
};

struct reader_live {
  uint64_t seq, offset; /* `offset`: of the event's row in the file */
};

struct reader_label {
  char *name;
  VEC(uint64_t) events;
};

struct reader_table {
  /* structs of the table, sorted by id once the reader is open; TRACE_META stays in the file's
   * order */
  uint8_t *rows;
  size_t len, cap;
};

struct trace_reader {
  char *path;
  const uint8_t *map;
  size_t size;
  bool live, indexed;
  struct text damage;
  struct reader_table tables[TRACE_TABLES];
  VEC(struct reader_string) strings;
  struct pool pool;
  uint64_t count;
  VEC(struct reader_chunk) chunks; /* final form */
  VEC(struct reader_live) order;   /* live form, by seq */
  struct reader_slot cache[READER_CACHE];
  uint64_t clock;
  size_t label_count;
  struct reader_label labels[TRACE_MAX_LABELS];
  struct reader_names *names; /* object names, NULL until first used (object_names.c) */
};

void reader_names_free(struct trace_reader *r);

/* Adds a row in the encoding of the file. */
void reader_add_row(struct trace_reader *r, unsigned table, const uint8_t *row);
/* Adds one string row at `p`. Returns its length in bytes, 0 when it does not fit in `avail`. */
size_t reader_add_string(struct trace_reader *r, const uint8_t *p, size_t avail);
/* Sorts all tables by id, except TRACE_META. Of rows with the same id, keeps the one added last. */
void reader_sort(struct trace_reader *r);
/* Moves the last row of a table to its place among the rows sorted by id, where it replaces a row
 * with the same id. Does nothing for TRACE_META, which keeps the file's order. */
void reader_place_last(struct trace_reader *r, unsigned table);

#endif
