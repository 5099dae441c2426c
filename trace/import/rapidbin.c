/* RapidBin, RAPID's binary form of an STD trace. All numbers are big-endian:
 *
 *     bytes 0-1 threads, 2-5 locks, 6-9 variables, 10-17 events: the number of each
 *     then a word of 8 bytes for each event: bits 0-9 thread, 10-13 operation (std_int.h),
 *     14-47 operand, 48-62 place; bit 63 is zero
 *
 * Threads, locks and variables are numbers; number 7 gets the name T7, L7 or V7. There is no magic
 * number, so a file is recognised by plausible counts. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "trace/import/import.h"
#include "trace/import/std_int.h"

enum { BIN_HEADER = 18, BIN_WORD = 8, BIN_THREADS = 1024 };

bool import_rapidbin_is(const uint8_t *head, size_t n, uint64_t size);
int import_rapidbin_read(FILE *in, const char *file, const char *path, struct error *err);

static uint64_t big_endian(const uint8_t *p, size_t n) {
  uint64_t v = 0;
  for (size_t i = 0; i < n; i++) v = v << 8 | p[i];
  return v;
}

bool import_rapidbin_is(const uint8_t *head, size_t n, uint64_t size) {
  (void)size;
  if (n < BIN_HEADER) return false;
  uint64_t threads = big_endian(head, 2), events = big_endian(head + 10, 8);
  return threads >= 1 && threads <= BIN_THREADS && !(head[2] & 0x80) && !(head[6] & 0x80) &&
         events >= 1 && events < UINT64_C(1) << 40;
}

struct bin_names {
  char thread[24], operand[24], place[24];
};

static struct std_name bin_name(char *buffer, size_t size, const char *letter, uint64_t number) {
  int n = snprintf(buffer, size, "%s%" PRIu64, letter, number);
  CHECK((size_t)n < size, "a name fits into its buffer: %d of %zu", n, size);
  return (struct std_name){buffer, (size_t)n};
}

/* Decodes an event; its names are in *b. Returns false if the operation is unknown. */
static bool bin_event(uint64_t word, struct bin_names *b, struct std_event *e) {
  static const char *const letters[STD_OPS] = {"L", "L", "V", "V", "T", "T", "", "", "L", ""};
  unsigned op = word >> 10 & 0xf;
  if (op >= STD_OPS || word >> 63) return false;
  e->op = (enum std_op)op;
  e->thread = bin_name(b->thread, sizeof b->thread, "T", word & 0x3ff);
  e->operand =
      bin_name(b->operand, sizeof b->operand, letters[op], word >> 14 & ((UINT64_C(1) << 34) - 1));
  e->place = bin_name(b->place, sizeof b->place, "", word >> 48 & 0x7fff);
  return true;
}

static int bin_events(FILE *in, const char *file, struct std_sink *sink, uint64_t events,
                      struct error *err) {
  uint8_t word[BIN_WORD];
  struct bin_names names;
  struct std_event e;
  for (uint64_t i = 0; i < events; i++) {
    uint64_t at = BIN_HEADER + i * BIN_WORD;
    if (fread(word, 1, sizeof word, in) != sizeof word)
      return error_set(err, ERR_INPUT,
                       "%s: byte %" PRIu64 ": the file ends in event %" PRIu64 " of %" PRIu64, file,
                       at, i + 1, events);
    if (!bin_event(big_endian(word, sizeof word), &names, &e))
      return error_set(err, ERR_INPUT, "%s: byte %" PRIu64 ": event %" PRIu64 ": no operation %u",
                       file, at, i + 1, (unsigned)(big_endian(word, sizeof word) >> 10 & 0xf));
    std_sink_take(sink, &e);
  }
  if (fgetc(in) != EOF)
    return error_set(err, ERR_INPUT,
                     "%s: byte %" PRIu64 ": more follows the last of %" PRIu64 " events", file,
                     BIN_HEADER + events * BIN_WORD, events);
  return 0;
}

int import_rapidbin_read(FILE *in, const char *file, const char *path, struct error *err) {
  uint8_t head[BIN_HEADER];
  struct std_sink sink = {0};
  size_t n = fread(head, 1, sizeof head, in);
  if (n < sizeof head)
    return error_set(err, ERR_INPUT, "%s: byte %zu: the file ends in its header", file, n);
  if (!import_rapidbin_is(head, n, 0))
    return error_set(err, ERR_INPUT, "%s: byte 0: the counts of a RapidBin trace are not possible",
                     file);
  int rc = std_sink_open(&sink, "rapidbin", path, err);
  if (rc) return rc;
  rc = bin_events(in, file, &sink, big_endian(head + 10, 8), err);
  return std_sink_close(&sink, rc, err);
}
