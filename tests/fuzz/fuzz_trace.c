/* Traces: opened with and without trusting the index; everything in them is read, named, exported
 * and analysed.
 *
 * Checksums are repaired before an input is read, because otherwise no change would ever get past
 * them. The mutator unpacks a trace into the plain rows of its chunks, changes those, and packs
 * them again, compressed or not, with a matching index. */
#include "tests/fuzz/fuzz.h"

#include "trace/analysis/analysis.h"
#include "trace/format/chunk.h"
#include "trace/counterexample.h"
#include "trace/export/export.h"
#include "trace/format/live.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { EVENTS_MAX = 500, EXPORTED_MAX = 300 };

/* ---- reading ---- */

static void name_everything(struct trace_reader *r, const struct trace_event *e, struct text *out) {
  out->len = 0;
  trace_name_location(r, e->location, out);
  trace_name_variable(r, e, out);
  trace_name_thread(r, e->thread, out);
  trace_name_object(r, e->object, out);
  trace_name_method(r, e->ref, out);
  trace_name_value(r, e->type, e->value, out);
}

static void read_events(struct trace_reader *r) {
  struct text text = {0};
  struct trace_event e;
  struct error err = {0};
  for (uint64_t i = 0; i < trace_reader_count(r) && i < EVENTS_MAX; i++)
    if (!trace_reader_event(r, i, &e, &err)) name_everything(r, &e, &text);
  trace_reader_find_seq(r, 5);
  text_release(&text);
}

static void read_meta(struct trace_reader *r) {
  for (size_t i = 0; i < trace_reader_meta_count(r); i++) {
    const char *key, *value;
    trace_reader_meta_entry(r, i, &key, &value);
  }
}

static void read_schedule(struct trace_reader *r) {
  struct schedule s;
  struct engine_options o = {0};
  struct error err = {0};
  char **argv = NULL;
  if (!counterexample_schedule(r, &s, &err)) schedule_release(&s);
  error_clear(&err);
  counterexample_options(r, &o, &argv, &err);
  free(argv);
}

static void export_and_analyze(struct trace_reader *r) {
  struct analysis_report report = {0};
  struct error err = {0};
  if (trace_reader_count(r) > EXPORTED_MAX) return;
  for (size_t i = 0; trace_exporter_at(i); i++) trace_exporter_at(i)->run(r, fuzz_sink(), &err);
  error_clear(&err);
  if (!trace_analyze(r, &(struct analysis_settings){.names = NULL}, &report, &err)) {
    analysis_report_print(&report, r, fuzz_sink());
    analysis_report_json(&report, r, fuzz_sink(), &err);
  }
  analysis_report_release(&report);
}

/* ---- checksums ---- */

static uint64_t checksum(const struct chunk_header *h, const uint8_t *payload) {
  struct chunk_header copy = *h;
  copy.check = 0;
  return XXH3_64bits_withSeed(payload, h->stored, XXH3_64bits(&copy, sizeof copy));
}

static void mend(uint8_t *data, size_t size) {
  struct file_header file;
  struct chunk_header h;
  if (size < FILE_HEADER) return;
  memcpy(&file, data, sizeof file);
  if (file.form == TRACE_LIVE) return;
  file_header_fill(&file);
  memcpy(data, &file, sizeof file);
  for (size_t at = FILE_HEADER; !chunk_look(data + at, size - at, false, &h, NULL);
       at += chunk_size(&h)) {
    memset(data + at + CHUNK_HEADER + h.stored, 0, chunk_size(&h) - CHUNK_HEADER - h.stored);
    h.check = checksum(&h, data + at + CHUNK_HEADER);
    memcpy(data + at, &h, sizeof h);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint8_t *mended = mem_alloc(size);
  const char *path;
  if (size) memcpy(mended, data, size);
  mend(mended, size);
  path = fuzz_file(mended, size);
  free(mended);
  for (unsigned flags = 0; flags <= TRACE_LAZY; flags++) {
    struct trace_reader *r;
    struct error err = {0};
    if (trace_reader_open_with(path, flags, &r, &err)) continue;
    read_events(r);
    read_meta(r);
    if (!flags) read_schedule(r);
    if (!flags && size / 8 % 4 == 0)
      export_and_analyze(r); /* one in four, because it takes longer than everything else */
    trace_reader_close(r);
  }
  return 0;
}

/* ---- the mutator: unpacking and packing ---- */

enum { PIECES_MAX = 40, PLAIN_MAX = 1 << 14 };

struct piece {
  unsigned type;
  uint64_t first;
  uint32_t count;
  bool packed;
  uint8_t *plain;
  size_t len;
};

struct pieces {
  struct piece list[PIECES_MAX];
  uint32_t n;
};

/* Unpacks all chunks except the index and the end mark. Returns false when there are none or one is
 * too large. */
static bool take_apart(const uint8_t *data, size_t size, struct pieces *p) {
  struct chunk_header h;
  for (size_t at = FILE_HEADER; at < size && !chunk_look(data + at, size - at, false, &h, NULL);
       at += chunk_size(&h)) {
    struct piece *c = &p->list[p->n];
    if (h.type >= TRACE_INDEX || p->n == PIECES_MAX || h.raw > PLAIN_MAX) break;
    *c = (struct piece){.type = h.type,
                        .first = h.first,
                        .count = h.count,
                        .packed = h.flags & CHUNK_ZSTD,
                        .len = h.raw};
    if (chunk_payload(data + at, &h, &c->plain, NULL)) break;
    c->plain = mem_realloc(c->plain, PLAIN_MAX);
    p->n++;
  }
  return p->n > 0;
}

static void append_end(struct text *out, const struct text *rows, uint64_t events) {
  struct end_mark end = {out->len, events, rows->len / sizeof(struct index_row)};
  chunk_append(out, TRACE_INDEX, 0, (uint32_t)end.chunks, rows->s, rows->len, false);
  chunk_append(out, TRACE_END, 0, 1, &end, sizeof end, false);
}

/* Packs the pieces. Event numbers mostly match; one file in eight keeps its original ones. */
static void wrap(struct text *out, const struct pieces *p, struct fuzz_random *r) {
  struct file_header file;
  struct text rows = {0};
  uint64_t events = 0;
  bool right = fuzz_below(r, 8) != 0;
  file_header_fill(&file);
  text_add(out, (const char *)&file, sizeof file);
  for (uint32_t i = 0; i < p->n; i++) {
    const struct piece *c = &p->list[i];
    uint64_t first = right && c->type == TRACE_EVENTS ? events : c->first;
    struct index_row row = {out->len, first, c->count, c->type};
    text_add(&rows, (const char *)&row, sizeof row);
    chunk_append(
        out, c->type, first, c->count, c->plain, c->len,
        c->packed && (c->type != TRACE_EVENTS || c->len == (size_t)c->count * TRACE_EVENT_SIZE));
    if (c->type == TRACE_EVENTS) events += c->count;
  }
  if (rows.len && fuzz_below(r, 8)) append_end(out, &rows, events);
  text_release(&rows);
}

/* ---- the mutator: changes ---- */

static void put_word(struct piece *c, struct fuzz_random *r) {
  static const uint32_t odd[] = {0, 1, UINT32_MAX, INT32_MAX, 1u << 31, 1u << 16};
  uint32_t words = (uint32_t)c->len / 4,
           word = fuzz_below(r, 3) ? fuzz_below(r, 24) : odd[fuzz_below(r, COUNT(odd))];
  if (words) memcpy(c->plain + fuzz_below(r, words) * 4, &word, 4);
}

/* Adds a copy of a row, with another kind if it is an event's. */
static void add_row(struct piece *c, struct fuzz_random *r) {
  unsigned size = trace_row_size(c->type);
  if (!size || !c->count || c->len + size > PLAIN_MAX || (size_t)c->count * size > c->len) return;
  memmove(c->plain + c->len, c->plain + fuzz_below(r, c->count) * size, size);
  if (c->type == TRACE_EVENTS)
    c->plain[c->len + offsetof(struct trace_event, kind)] = (uint8_t)fuzz_below(r, TRACE_EV_LIMIT);
  c->len += size;
  c->count++;
}

static void mutate_plain(struct piece *c, struct fuzz_random *r) {
  unsigned size = trace_row_size(c->type);
  size_t room = c->len + 64 < PLAIN_MAX ? c->len + 64 : PLAIN_MAX;
  c->len = LLVMFuzzerMutate(c->plain, c->len, room);
  if (!size || !fuzz_below(r, 8)) return;
  c->count = (uint32_t)c->len / size;
  c->len = (size_t)c->count * size;
}

static void copy_piece(struct pieces *p, uint32_t from) {
  struct piece *c = &p->list[p->n];
  if (p->n == PIECES_MAX) return;
  *c = p->list[from];
  c->plain = mem_alloc(PLAIN_MAX);
  memcpy(c->plain, p->list[from].plain, c->len);
  p->n++;
}

static void swap_pieces(struct piece *a, struct piece *b) {
  struct piece t = *a;
  *a = *b;
  *b = t;
}

static void change(struct pieces *p, struct fuzz_random *r) {
  uint32_t i = fuzz_below(r, p->n);
  struct piece *c = &p->list[i];
  switch (fuzz_below(r, 14)) {
    case 0: copy_piece(p, i); break;
    case 1: swap_pieces(c, &p->list[fuzz_below(r, p->n)]); break;
    case 2: c->count += fuzz_below(r, 5) - 2; break;
    case 3: c->type = 1 + fuzz_below(r, TRACE_TABLES); break;
    case 4: c->packed = !c->packed; break;
    case 5: c->first = fuzz_below(r, 100); break;
    case 6:
      if (p->n > 1) swap_pieces(c, &p->list[p->n - 1]), free(p->list[--p->n].plain);
      break;
    case 7:
    case 8: add_row(c, r); break;
    case 9:
    case 10: mutate_plain(c, r); break;
    default: put_word(c, r);
  }
}

/* Changes a word in a record of the live form, or the record's type and length. */
static void change_live(uint8_t *data, size_t size, struct fuzz_random *r) {
  uint32_t at = LIVE_HEADER + LIVE_SEGMENT_HEADER, word;
  for (uint32_t skip = fuzz_below(r, 40); skip > 0 && at + 8 < size; skip--) {
    memcpy(&word, data + at + 4, 4);
    if (!(word & 0xffffff)) break;
    at += LIVE_RECORD_HEADER + (((word & 0xffffff) + 7) & ~7u);
  }
  at += fuzz_below(r, 17) * 4;
  word = fuzz_below(r, 2) ? fuzz_below(r, 24) : (fuzz_below(r, 16) << 24 | fuzz_below(r, 80));
  if (at + 4 <= size) memcpy(data + at, &word, 4);
}

static size_t rewrap(uint8_t *data, size_t size, size_t max, struct fuzz_random *r) {
  struct pieces *p = mem_alloc(sizeof *p);
  struct text out = {0};
  bool good = take_apart(data, size, p);
  for (uint32_t n = good ? 1 + fuzz_below(r, 4) : 0; n > 0; n--) change(p, r);
  if (good) wrap(&out, p, r);
  good = good && out.len <= max;
  if (good) memcpy(data, out.s, out.len), size = out.len;
  for (uint32_t i = 0; i < p->n; i++) free(p->list[i].plain);
  free(p);
  text_release(&out);
  return good ? size : LLVMFuzzerMutate(data, size, max);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
  struct fuzz_random r = fuzz_random(seed);
  struct file_header file = {0};
  if (size < FILE_HEADER || !fuzz_below(&r, 5)) return LLVMFuzzerMutate(data, size, max);
  memcpy(&file, data, sizeof file);
  if (file.form != TRACE_LIVE) return rewrap(data, size, max, &r);
  for (uint32_t n = fuzz_below(&r, 4) + 1; n > 0; n--) change_live(data, size, &r);
  return size;
}
