/* java.util.zip.CRC32 and Adler32. */
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/util.h"

#include <zlib.h>

static uint32_t crc32_bytes(uint32_t crc, const uint8_t *p, size_t n) {
  return (uint32_t)crc32_z(crc, p, n);
}
static uint32_t adler_bytes(uint32_t adler, const uint8_t *p, size_t n) {
  return (uint32_t)adler32_z(adler, p, n);
}

typedef uint32_t sum_fn(uint32_t sum, const uint8_t *p, size_t n);

static int one(struct native_call *c, sum_fn *fn) {
  uint8_t b = (uint8_t)c->args[1];
  return ret_int(c, (int32_t)fn(c->args[0], &b, 1));
}

static int array(struct native_call *c, sum_fn *fn) {
  int rc = nat_check_range(c, c->args[1], (int32_t)c->args[2], (int32_t)c->args[3]);
  if (rc != NATIVE_OK) return rc;
  rc = nat_read_elements(c, c->args[1], c->args[2], c->args[3]);
  if (rc != NATIVE_OK) return rc;
  return ret_int(c,
                 (int32_t)fn(c->args[0], array_data(c->vm, c->args[1]) + c->args[2], c->args[3]));
}

/* (sum, long address, int off, int len) */
static int buffer(struct native_call *c, sum_fn *fn) {
  ref obj;
  uint32_t off;
  int rc =
      native_memory_place(c, arg64(c, 1) + (int32_t)c->args[3], (int32_t)c->args[4], &obj, &off);
  if (rc != NATIVE_OK) return rc;
  return ret_int(c, (int32_t)fn(c->args[0], MEM8(c->vm, obj + off), c->args[4]));
}

static int crc_one(struct native_call *c) { return one(c, crc32_bytes); }
static int crc_array(struct native_call *c) { return array(c, crc32_bytes); }
static int crc_buffer(struct native_call *c) { return buffer(c, crc32_bytes); }
static int adler_one(struct native_call *c) { return one(c, adler_bytes); }
static int adler_array(struct native_call *c) { return array(c, adler_bytes); }
static int adler_buffer(struct native_call *c) { return buffer(c, adler_bytes); }

const struct native_row natives_checksum[] = {
    {"java/util/zip/CRC32", "update", "(II)I", crc_one},
    {"java/util/zip/CRC32", "updateBytes0", NULL, crc_array},
    {"java/util/zip/CRC32", "updateByteBuffer0", NULL, crc_buffer},
    {"java/util/zip/Adler32", "update", "(II)I", adler_one},
    {"java/util/zip/Adler32", "updateBytes", NULL, adler_array},
    {"java/util/zip/Adler32", "updateByteBuffer", NULL, adler_buffer},
    {0},
};
