/* java.util.zip.Inflater and Deflater over zstream.h. Java calls them with the stream's monitor
 * held. Input and output are arrays or direct buffers, in any combination. */
#include "engine/natives/concurrent/native_memory.h"
#include "engine/base/check.h"
#include "engine/natives/util.h"
#include "engine/natives/io/zstream.h"

#include <stdlib.h>
#include <zlib.h>

/* Bytes of an array, or of native memory, which is an array too. */
struct span {
  ref array;
  uint32_t from, len;
};

/* Reads a span from three slots: (byte[], off, len) or (long address, len). */
static int span_of(struct native_call *c, int slot, bool buffer, struct span *s) {
  uint32_t off;
  int rc;
  s->len = c->args[slot + 2];
  if (!buffer) {
    s->array = c->args[slot];
    s->from = c->args[slot + 1];
    return nat_check_range(c, s->array, (int32_t)s->from, (int32_t)s->len);
  }
  rc = native_memory_place(c, arg64(c, slot), (int32_t)s->len, &s->array, &off);
  s->from = off - ARRAY_BASE;
  return rc;
}

static int scheduling_point(struct native_call *c, const struct span *in, const struct span *out) {
  if (out->len && obj_shared(c->vm, out->array))
    VISIBLE(c, OPK_BULK_WRITE, out->array, ARRAY_BASE + out->from);
  else if (in->len)
    VISIBLE(c, OPK_BULK_READ, in->array, ARRAY_BASE + in->from);
  return NATIVE_OK;
}

/* Makes the call with the spans that the arguments name, and copies its output to the second
 * one. */
static int zip_make(struct native_call *c, bool in_buffer, bool out_buffer,
                    struct zstream_call *call) {
  struct span in, out;
  int rc = span_of(c, 3, in_buffer, &in);
  if (rc == NATIVE_OK) rc = span_of(c, 6, out_buffer, &out);
  if (rc == NATIVE_OK) rc = scheduling_point(c, &in, &out);
  if (rc != NATIVE_OK) return rc;
  call->in = array_data(c->vm, in.array) + in.from;
  call->in_len = in.len;
  call->out_len = out.len;
  CHECK(in.from + in.len <= array_length(c->vm, in.array) &&
            out.from + out.len <= array_length(c->vm, out.array),
        "the bytes of a stream are in their arrays: %u, %u", in.len, out.len);
  rc = zstream_make(c, arg64(c, 1), call);
  if (rc != NATIVE_OK) return rc;
  nat_report_reads(c, in.array, in.from, call->in_used);
  nat_report_writes(c, out.array, out.from, call->out_used);
  arena_touch_range(&c->vm->arena, out.array + ARRAY_BASE + out.from, call->out_used);
  memcpy(array_data(c->vm, out.array) + out.from, call->out, call->out_used);
  free(call->out);
  return NATIVE_OK;
}

/* Packs the result for the Java methods: input used, output used, and two flags. */
static int result(struct native_call *c, uint32_t in_used, uint32_t out_used, bool flag62,
                  bool flag63) {
  return ret_long(c, (int64_t)((uint64_t)in_used | (uint64_t)out_used << 31 |
                               (uint64_t)flag62 << 62 | (uint64_t)flag63 << 63));
}

static int internal_error(struct native_call *c, const struct zstream_call *call) {
  return vm_throw(c->vm, c->t, "java/lang/InternalError", "%s",
                  call->msg ? call->msg : "Unknown error of zlib");
}

/* ---- Inflater ---- */

static int bad_data(struct native_call *c, const struct zstream_call *call) {
  field_set_int(c->vm, c->args[0], "inputConsumed", (int32_t)call->in_used);
  field_set_int(c->vm, c->args[0], "outputConsumed", (int32_t)call->out_used);
  return vm_throw(c->vm, c->t, "java/util/zip/DataFormatException", call->msg ? "%s" : NULL,
                  call->msg);
}

static int inflate_spans(struct native_call *c, bool in_buffer, bool out_buffer) {
  struct zstream_call call = {.op = ZSTREAM_RUN, .arg = Z_SYNC_FLUSH};
  int rc = zip_make(c, in_buffer, out_buffer, &call);
  if (rc != NATIVE_OK) return rc;
  switch (call.status) {
    case Z_OK:
    case Z_STREAM_END:
    case Z_NEED_DICT:
      return result(c, call.in_used, call.out_used, call.status == Z_STREAM_END,
                    call.status == Z_NEED_DICT);
    case Z_BUF_ERROR: return result(c, 0, 0, false, false);
    case Z_DATA_ERROR: return bad_data(c, &call);
    default: return internal_error(c, &call);
  }
}

static int inflate_bytes_bytes(struct native_call *c) { return inflate_spans(c, false, false); }
static int inflate_bytes_buffer(struct native_call *c) { return inflate_spans(c, false, true); }
static int inflate_buffer_bytes(struct native_call *c) { return inflate_spans(c, true, false); }
static int inflate_buffer_buffer(struct native_call *c) { return inflate_spans(c, true, true); }

static int inflater_init(struct native_call *c) {
  int64_t address = zstream_open(c, false, c->args[0] & 1, 0, 0);
  return address ? ret_long(c, address) : NATIVE_THROW;
}

/* ---- Deflater ---- */

/* params: 0, or 1 | strategy << 1 | level << 3 if these are to be set first. */
static int deflate_spans(struct native_call *c, bool in_buffer, bool out_buffer) {
  int32_t params = (int32_t)c->args[10];
  bool set = params & 1;
  struct zstream_call call = {
      .op = set ? ZSTREAM_PARAMS : ZSTREAM_RUN,
      .arg = set ? zstream_params(params >> 3, params >> 1 & 3) : (int32_t)c->args[9]};
  int rc = zip_make(c, in_buffer, out_buffer, &call);
  if (rc != NATIVE_OK) return rc;
  switch (call.status) {
    case Z_OK: return result(c, call.in_used, call.out_used, false, false);
    case Z_STREAM_END: return result(c, call.in_used, call.out_used, true, false);
    case Z_BUF_ERROR:
      return set ? result(c, call.in_used, call.out_used, false, true)
                 : result(c, 0, 0, false, false);
    default: return internal_error(c, &call);
  }
}

static int deflate_bytes_bytes(struct native_call *c) { return deflate_spans(c, false, false); }
static int deflate_bytes_buffer(struct native_call *c) { return deflate_spans(c, false, true); }
static int deflate_buffer_bytes(struct native_call *c) { return deflate_spans(c, true, false); }
static int deflate_buffer_buffer(struct native_call *c) { return deflate_spans(c, true, true); }

static int deflater_init(struct native_call *c) {
  int64_t address = zstream_open(c, true, c->args[2] & 1, (int32_t)c->args[0], (int32_t)c->args[1]);
  return address ? ret_long(c, address) : NATIVE_THROW;
}

/* ---- both ---- */

static int set_dictionary(struct native_call *c, bool buffer) {
  struct zstream_call call = {.op = ZSTREAM_DICTIONARY};
  struct span in;
  int rc = span_of(c, 2, buffer, &in);
  if (rc == NATIVE_OK) rc = nat_read_elements(c, in.array, in.from, in.len);
  if (rc != NATIVE_OK) return rc;
  call.in = array_data(c->vm, in.array) + in.from;
  call.in_len = in.len;
  rc = zstream_make(c, arg64(c, 0), &call);
  if (rc != NATIVE_OK) return rc;
  free(call.out);
  if (call.status == Z_OK) return NATIVE_OK;
  return call.status == Z_STREAM_ERROR || call.status == Z_DATA_ERROR
             ? vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException", call.msg ? "%s" : NULL,
                        call.msg)
             : internal_error(c, &call);
}
static int dictionary_array(struct native_call *c) { return set_dictionary(c, false); }
static int dictionary_buffer(struct native_call *c) { return set_dictionary(c, true); }

static int get_adler(struct native_call *c) {
  uint32_t adler;
  int rc = zstream_adler(c, arg64(c, 0), &adler);
  return rc == NATIVE_OK ? ret_int(c, (int32_t)adler) : rc;
}

static int reset(struct native_call *c) { return zstream_reset(c, arg64(c, 0)); }

static int end(struct native_call *c) {
  zstream_close(c, arg64(c, 0));
  return NATIVE_OK;
}

#define INF "java/util/zip/Inflater"
#define DEF "java/util/zip/Deflater"
const struct native_row natives_zip[] = {
    {INF, "init", "(Z)J", inflater_init},
    {INF, "setDictionary", "(J[BII)V", dictionary_array},
    {INF, "setDictionaryBuffer", NULL, dictionary_buffer},
    {INF, "inflateBytesBytes", NULL, inflate_bytes_bytes},
    {INF, "inflateBytesBuffer", NULL, inflate_bytes_buffer},
    {INF, "inflateBufferBytes", NULL, inflate_buffer_bytes},
    {INF, "inflateBufferBuffer", NULL, inflate_buffer_buffer},
    {INF, "getAdler", "(J)I", get_adler},
    {INF, "reset", "(J)V", reset},
    {INF, "end", "(J)V", end},
    {DEF, "init", "(IIZ)J", deflater_init},
    {DEF, "setDictionary", "(J[BII)V", dictionary_array},
    {DEF, "setDictionaryBuffer", NULL, dictionary_buffer},
    {DEF, "deflateBytesBytes", NULL, deflate_bytes_bytes},
    {DEF, "deflateBytesBuffer", NULL, deflate_bytes_buffer},
    {DEF, "deflateBufferBytes", NULL, deflate_buffer_bytes},
    {DEF, "deflateBufferBuffer", NULL, deflate_buffer_buffer},
    {DEF, "getAdler", "(J)I", get_adler},
    {DEF, "reset", "(J)V", reset},
    {DEF, "end", "(J)V", end},
    {0},
};
