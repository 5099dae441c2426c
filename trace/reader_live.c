/* Reads the live form (live.h): reads every segment up to its first uncommitted record, and merges
 * the events by their number.
 *
 * The file may be growing meanwhile; the reader then sees a prefix of each buffer. If a number was
 * assigned but has no event, its thread had not committed the event yet. Such events are counted
 * and reported. */
#include <stdlib.h>
#include <string.h>

#include "trace/live.h"
#include "trace/reader_internal.h"

static uint32_t word_at(const uint8_t *p) {
  return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_ACQUIRE);
}

static bool take_record(struct trace_reader *r, unsigned type, const uint8_t *row, size_t len) {
  if (type == TRACE_STRINGS) return reader_add_string(r, row, len) == len;
  if (!trace_row_size(type) || len != trace_row_size(type)) return false;
  if (type != TRACE_EVENTS) {
    reader_add_row(r, type, row);
    return true;
  }
  struct reader_live *o = vec_push(&r->order);
  memcpy(&o->seq, row, sizeof o->seq);
  o->offset = (uint64_t)(row - r->map);
  return true;
}

/* Reads the records of [at, end). Returns false if one is malformed. */
static bool take_segment(struct trace_reader *r, const uint8_t *at, const uint8_t *end) {
  while ((size_t)(end - at) >= LIVE_RECORD_HEADER) {
    uint32_t commit = word_at(at);
    if (!commit) return true;
    if (commit != LIVE_COMMIT) return false;
    uint32_t word = word_at(at + 4);
    size_t len = word & 0xffffffu, size = LIVE_RECORD_HEADER + ((len + 7) & ~(size_t)7);
    if (size > (size_t)(end - at)) return false;
    if (!take_record(r, word >> 24, at + LIVE_RECORD_HEADER, len)) return false;
    at += size;
  }
  return true;
}

static void take_segments(struct trace_reader *r, uint32_t segment_size) {
  for (uint64_t at = LIVE_HEADER; at + LIVE_SEGMENT_HEADER <= r->size; at += segment_size) {
    uint64_t end = at + segment_size < r->size ? at + segment_size : r->size;
    uint32_t magic = word_at(r->map + at);
    if (!magic) continue;
    if (magic != LIVE_SEGMENT_MAGIC) {
      reader_damage(r, "segment at byte %llu is damaged", (unsigned long long)at);
      continue;
    }
    if (!take_segment(r, r->map + at + LIVE_SEGMENT_HEADER, r->map + end))
      reader_damage(r, "the end of the segment at byte %llu is damaged", (unsigned long long)at);
  }
}

static int by_seq(const void *a, const void *b) {
  uint64_t x = ((const struct reader_live *)a)->seq, y = ((const struct reader_live *)b)->seq;
  return x < y ? -1 : x > y;
}

/* Sorts events by number and moves those with a distinct, nonzero number to the front. Returns how
 * many there are. */
static size_t compare_events(struct reader_live *o, size_t count) {
  size_t n = 0;
  if (count) qsort(o, count, sizeof *o, by_seq);
  for (size_t i = 0; i < count; i++)
    if (o[i].seq && (!n || o[n - 1].seq != o[i].seq)) o[n++] = o[i];
  return n;
}

/* Does the same as compare_events for numbers up to `last`, but without sorting: it places each
 * event at the index of its number. */
static size_t place_events(struct reader_live *o, size_t count, uint64_t last) {
  uint64_t *offsets = mem_alloc((last + 1) * sizeof *offsets);
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (!offsets[o[i].seq]) offsets[o[i].seq] = o[i].offset;
  for (uint64_t seq = 1; seq <= last; seq++)
    if (offsets[seq]) o[n++] = (struct reader_live){seq, offsets[seq]};
  free(offsets);
  return n;
}

/* Places the events by number if the numbers are nearly dense, as in every intact file. In a
 * damaged file a number may be anything, so then sorts them. */
static void sort_events(struct trace_reader *r) {
  struct reader_live *o = r->order.data;
  uint64_t last = 0;
  size_t n;
  for (size_t i = 0; i < r->order.len; i++)
    if (o[i].seq > last) last = o[i].seq;
  n = last / 2 <= r->order.len ? place_events(o, r->order.len, last)
                               : compare_events(o, r->order.len);
  if (n < r->order.len)
    reader_damage(r, "%zu events share their number with others", r->order.len - n);
  r->order.len = n;
  r->count = n;
}

static void reader_live_evaluate(struct trace_reader *r, const struct live_header *h) {
  unsigned long long dropped = h->dropped,
                     missing = h->events > r->count ? h->events - r->count : 0;
  if (dropped) reader_damage(r, "%llu records were dropped: the disk was full", dropped);
  if (!h->finished)
    reader_damage(r, "the recording did not end properly; %llu events are readable",
                  (unsigned long long)r->count);
  if (missing) reader_damage(r, "%llu events at the end were not written", missing);
}

int reader_live_load(struct trace_reader *r, struct error *err) {
  struct live_header h;
  if (r->size < LIVE_HEADER) return error_set(err, ERR_INPUT, "%s: cut off in its header", r->path);
  memcpy(&h, r->map, sizeof h);
  if (h.segment_size < 4096 || h.segment_size % 4096 || h.segment_size > CHUNK_RAW_MAX)
    return error_set(err, ERR_INPUT, "%s: damaged header", r->path);
  vec_reserve(&r->order, r->size / (LIVE_RECORD_HEADER + TRACE_EVENT_SIZE));
  take_segments(r, h.segment_size);
  sort_events(r);
  reader_live_evaluate(r, &h);
  return 0;
}
