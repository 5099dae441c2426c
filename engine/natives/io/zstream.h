/* Streams of zlib whose state belongs to the program under test.
 *
 * zlib's own state holds host pointers and cannot stand in the arena. What stands there is what the
 * state is a function of: how the stream was opened and each call since, with the input that it
 * consumed. A stream of zlib itself is a cache of that: the ones used last are kept with a hash of
 * the calls that made them, and a stream whose calls no kept one has made (after a step back, say)
 * is opened anew and makes them again. Undo is right because nothing but the arena is ever
 * believed.
 *
 * A stream is a block of the program's native memory (native_memory.h); its address is what Java
 * keeps. A program that forgets a stream without end() keeps its calls until it ends, as no cleaner
 * runs. */
#ifndef HEDDLE_NATIVES_ZSTREAM_H
#define HEDDLE_NATIVES_ZSTREAM_H

#include "engine/vm/machine.h"

enum zstream_op {
  ZSTREAM_RUN,        /* deflate or inflate; arg: the flush */
  ZSTREAM_PARAMS,     /* deflateParams; arg: level and strategy, by zstream_params */
  ZSTREAM_DICTIONARY, /* in: the dictionary */
};

struct zstream_call {
  enum zstream_op op;
  int32_t arg;
  const uint8_t *in;
  uint32_t in_len, out_len; /* what is offered */
  /* results */
  int status;      /* of zlib: Z_OK, ... */
  const char *msg; /* zlib's, or NULL; static */
  uint32_t in_used, out_used;
  uint8_t *out; /* out_used bytes, the caller frees; never NULL after NATIVE_OK */
};

static inline int32_t zstream_params(int level, int strategy) {
  return (int32_t)((uint32_t)level << 2 | (uint32_t)strategy);
}

/* A new stream's address; 0 with OutOfMemoryError pending. `raw`: without header and checksum.
 * Level and strategy are for deflation. */
int64_t zstream_open(struct native_call *c, bool deflate, bool raw, int level, int strategy);
/* Makes one call. NATIVE_OK whatever its status is; NATIVE_THROW: there was no room for it, or no
 * such stream. */
int zstream_make(struct native_call *c, int64_t address, struct zstream_call *call);
/* The checksum so far. NATIVE_OK or NATIVE_THROW. */
int zstream_adler(struct native_call *c, int64_t address, uint32_t *adler);
/* The stream is as new, but for the level and strategy that were set last. */
int zstream_reset(struct native_call *c, int64_t address);
void zstream_close(struct native_call *c, int64_t address);

void zstreams_release(struct vm *vm); /* vm->host.zstreams */

#endif
