/* Streams of zlib whose state belongs to the program under test.
 *
 * zlib's own state contains host pointers, so it cannot be in the arena. The arena holds what
 * determines that state instead: the parameters with which the stream was opened, and all calls
 * since, with the input that they consumed. zlib's streams are only a cache. The most recently used
 * ones are kept with a hash of the calls that produced them. If no cached stream matches the
 * recorded calls, for example after backtracking, a new one is opened and the calls are replayed.
 * Undo is correct because only the arena counts.
 *
 * A stream is a block of the program's native memory (natives/concurrent/native_memory.h), and Java
 * keeps its address. If a program drops a stream without end(), its calls stay until the program
 * ends, because no cleaner runs. */
#ifndef HEDDLE_NATIVES_ZSTREAM_H
#define HEDDLE_NATIVES_ZSTREAM_H

#include "engine/vm/machine.h"

enum zstream_op {
  ZSTREAM_RUN,        /* deflate or inflate; arg: the flush mode */
  ZSTREAM_PARAMS,     /* deflateParams; arg: level and strategy, by zstream_params */
  ZSTREAM_DICTIONARY, /* in: the dictionary */
};

struct zstream_call {
  enum zstream_op op;
  int32_t arg;
  const uint8_t *in;
  uint32_t in_len, out_len; /* available input and room for output */
  /* Results. */
  int status;      /* zlib's: Z_OK, ... */
  const char *msg; /* zlib's, or NULL; static */
  uint32_t in_used, out_used;
  uint8_t *out; /* out_used bytes, the caller frees; never NULL after NATIVE_OK */
};

static inline int32_t zstream_params(int level, int strategy) {
  return (int32_t)((uint32_t)level << 2 | (uint32_t)strategy);
}

/* Returns a new stream's address; 0 with OutOfMemoryError pending. `raw`: without header and
 * checksum. Level and strategy are for deflation. */
int64_t zstream_open(struct native_call *c, bool deflate, bool raw, int level, int strategy);
/* Makes one call. Returns NATIVE_OK whatever zlib's status is, or NATIVE_THROW if out of memory or
 * if there is no such stream. */
int zstream_make(struct native_call *c, int64_t address, struct zstream_call *call);
/* Computes the current checksum. Returns NATIVE_OK or NATIVE_THROW. */
int zstream_adler(struct native_call *c, int64_t address, uint32_t *adler);
/* Resets the stream to its initial state, except for the level and strategy that were set last. */
int zstream_reset(struct native_call *c, int64_t address);
void zstream_close(struct native_call *c, int64_t address);

void zstreams_release(struct vm *vm); /* frees vm->host.zstreams */

#endif
