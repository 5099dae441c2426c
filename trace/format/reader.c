/* Opens a trace in the final or the live form, and fetches its events.
 *
 * Opening the final form walks the chunks from the start and stops at the first one with a wrong
 * checksum; everything before it is the readable part. With TRACE_LAZY and an intact end mark it
 * follows the index instead, and checks a chunk only when an event in it is requested. */
#include "trace/format/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "trace/format/live.h"
#include "trace/format/reader_int.h"

/* Appends a part to the damage report; parts are separated by "; ". */
static void reader_damage(struct trace_reader *r, const char *fmt, ...) {
  char part[500];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(part, sizeof part, fmt, ap);
  va_end(ap);
  text_printf(&r->damage, "%s%s", r->damage.len ? "; " : "", part);
}

static int map_file(struct trace_reader *r, struct error *err) {
  struct stat st;
  int rc = 0, fd = open(r->path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return error_set(err, ERR_INPUT, "%s: %s", r->path, strerror(errno));
  if (fstat(fd, &st)) {
    rc = error_set(err, ERR_INPUT, "%s: %s", r->path, strerror(errno));
  } else if (!S_ISREG(st.st_mode)) {
    rc = error_set(err, ERR_INPUT, "%s: not a file", r->path);
  } else if ((size_t)st.st_size < FILE_HEADER) {
    rc = error_set(err, ERR_INPUT, "%s: not a trace (%lld bytes)", r->path, (long long)st.st_size);
  } else {
    void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED)
      rc = error_set(err, ERR_INPUT, "%s: cannot map: %s", r->path, strerror(errno));
    else
      r->map = p, r->size = (size_t)st.st_size;
  }
  close(fd);
  return rc;
}

static int check_header(struct trace_reader *r, struct error *err) {
  struct file_header h, good;
  memcpy(&h, r->map, sizeof h);
  if (memcmp(h.magic, TRACE_MAGIC, sizeof h.magic))
    return error_set(err, ERR_INPUT, "%s: not a trace", r->path);
  if (h.version > TRACE_VERSION)
    return error_set(err, ERR_INPUT, "%s: format version %u; this program reads up to %u", r->path,
                     h.version, TRACE_VERSION);
  r->live = h.form == TRACE_LIVE;
  if (r->live) return 0;
  file_header_fill(&good);
  if (memcmp(&h, &good, sizeof h)) return error_set(err, ERR_INPUT, "%s: damaged header", r->path);
  return 0;
}

/* ---- loading chunks ---- */

static struct reader_label *label_get(struct trace_reader *r, const char *name, size_t len) {
  for (size_t i = 0; i < r->label_count; i++)
    if (strlen(r->labels[i].name) == len && !memcmp(r->labels[i].name, name, len))
      return &r->labels[i];
  if (r->label_count == TRACE_MAX_LABELS) return NULL;
  struct reader_label *l = &r->labels[r->label_count++];
  l->name = mem_alloc(len + 1);
  memcpy(l->name, name, len);
  return l;
}

static int load_labels(struct trace_reader *r, const uint8_t *p, const struct chunk_header *h,
                       struct error *err) {
  uint32_t len;
  if (h->raw < 4) return error_set(err, ERR_INPUT, "chunk of labels without a name");
  memcpy(&len, p, 4);
  size_t at = ((size_t)len + 4 + 7) & ~(size_t)7;
  if (at + (uint64_t)h->count * 8 != h->raw)
    return error_set(err, ERR_INPUT, "chunk of labels with a wrong length");
  if (!len || memchr(p + 4, 0, len))
    return error_set(err, ERR_INPUT, "chunk of labels with a wrong name");
  struct reader_label *l = label_get(r, (const char *)p + 4, len);
  if (!l) return error_set(err, ERR_INPUT, "more than %d labels", TRACE_MAX_LABELS);
  for (uint32_t i = 0; i < h->count; i++) memcpy(vec_push(&l->events), p + at + 8u * i, 8);
  return 0;
}

static int load_strings(struct trace_reader *r, const uint8_t *p, const struct chunk_header *h,
                        struct error *err) {
  size_t at = 0;
  for (uint32_t i = 0; i < h->count; i++) {
    size_t n = reader_add_string(r, p + at, h->raw - at);
    if (!n) return error_set(err, ERR_INPUT, "chunk of strings with a wrong length");
    at += n;
    CHECK(at <= h->raw, "a string that was read lies in its chunk: %zu of %u", at, h->raw);
  }
  return 0;
}

static int load_events(struct trace_reader *r, uint64_t offset, const struct chunk_header *h,
                       struct error *err) {
  if (h->first != r->count) return error_set(err, ERR_INPUT, "chunk of events out of order");
  *vec_push(&r->chunks) = (struct reader_chunk){offset, h->first, h->count, h->groups};
  r->count += h->count;
  return 0;
}

static int load_payload(struct trace_reader *r, const uint8_t *p, const struct chunk_header *h,
                        struct error *err) {
  if (h->type == TRACE_STRINGS) return load_strings(r, p, h, err);
  if (h->type == TRACE_LABELS) return load_labels(r, p, h, err);
  unsigned size = trace_row_size(h->type);
  for (uint32_t i = 0; i < h->count; i++) reader_add_row(r, h->type, p + (size_t)i * size);
  return 0;
}

static int load_chunk(struct trace_reader *r, uint64_t offset, const struct chunk_header *h,
                      struct error *err) {
  uint8_t *payload;
  if (h->type == TRACE_EVENTS) return load_events(r, offset, h, err);
  if (h->type >= TRACE_INDEX) return 0;
  int rc = chunk_payload(r->map + offset, h, &payload, err);
  if (rc) return rc;
  rc = load_payload(r, payload, h, err);
  free(payload);
  return rc;
}

/* ---- scan or index ---- */

static void damage_at(struct trace_reader *r, size_t chunk, uint64_t offset,
                      const struct error *e) {
  reader_damage(r, "chunk %zu at byte %llu: %s; %llu events before it are readable", chunk,
                (unsigned long long)offset, e->msg, (unsigned long long)r->count);
}

static void scan(struct trace_reader *r) {
  unsigned last = 0;
  size_t number = 0;
  for (uint64_t at = FILE_HEADER; at < r->size; number++) {
    struct chunk_header h;
    struct error e = {0};
    if (chunk_look(r->map + at, r->size - at, true, &h, &e) || load_chunk(r, at, &h, &e)) {
      damage_at(r, number, at, &e);
      return;
    }
    last = h.type;
    at += chunk_size(&h);
  }
  r->indexed = last == TRACE_END;
  if (!r->indexed)
    reader_damage(r, "cut off after chunk %zu: no end mark; %llu events are readable", number,
                  (unsigned long long)r->count);
}

/* Returns the rows of the index at the file's end, malloc'd, or NULL when there is no valid
 * index. */
static struct index_row *find_index(const struct trace_reader *r, struct end_mark *end) {
  struct chunk_header h;
  uint8_t *rows = NULL;
  if (r->size < FILE_HEADER + END_SIZE) return NULL;
  const uint8_t *tail = r->map + r->size - END_SIZE;
  if (chunk_look(tail, END_SIZE, true, &h, NULL) || h.type != TRACE_END || h.raw != sizeof *end)
    return NULL;
  memcpy(end, tail + CHUNK_HEADER, sizeof *end);
  if (end->index < FILE_HEADER || end->index >= r->size) return NULL;
  if (chunk_look(r->map + end->index, r->size - end->index, true, &h, NULL) ||
      h.type != TRACE_INDEX)
    return NULL;
  if (h.count != end->chunks || h.raw != end->chunks * sizeof(struct index_row)) return NULL;
  return chunk_payload(r->map + end->index, &h, &rows, NULL) ? NULL
                                                             : (struct index_row *)(void *)rows;
}

/* Loads the chunk of an index row. *from is the end of the previous chunk; requiring that offsets
 * rise ensures that no chunk is loaded twice. */
static int follow_row(struct trace_reader *r, const struct index_row *row, uint64_t *from,
                      struct error *err) {
  struct chunk_header h;
  if (row->offset < *from || row->offset >= r->size)
    return error_set(err, ERR_INPUT, "index out of the file or out of order");
  int rc =
      chunk_look(r->map + row->offset, r->size - row->offset, row->type != TRACE_EVENTS, &h, err);
  if (rc) return rc;
  if (h.type != row->type || h.count != row->count || h.first != row->first)
    return error_set(err, ERR_INPUT, "index and chunk differ");
  *from = row->offset + chunk_size(&h);
  return load_chunk(r, row->offset, &h, err);
}

static bool follow_index(struct trace_reader *r) {
  struct end_mark end;
  struct index_row *rows = find_index(r, &end);
  if (!rows) return false;
  for (uint64_t i = 0, from = FILE_HEADER; i < end.chunks; i++) {
    struct error e = {0};
    if (!follow_row(r, &rows[i], &from, &e)) continue;
    damage_at(r, (size_t)i, rows[i].offset, &e);
    break;
  }
  free(rows);
  r->indexed = true;
  return true;
}

/* ---- opening ---- */

static int reader_by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Sorts the event numbers, and drops duplicates and numbers beyond the readable events. */
static void label_finish(struct trace_reader *r, struct reader_label *l) {
  size_t n = 0;
  if (l->events.len) qsort(l->events.data, l->events.len, sizeof *l->events.data, reader_by_number);
  for (size_t i = 0; i < l->events.len; i++) {
    uint64_t e = l->events.data[i];
    if (e < r->count && (!n || l->events.data[n - 1] != e)) l->events.data[n++] = e;
  }
  l->events.len = n;
}

static int reader_live_load(struct trace_reader *r, struct error *err);

int trace_reader_open_with(const char *path, unsigned flags, struct trace_reader **out,
                           struct error *err) {
  struct trace_reader *r = mem_alloc(sizeof *r);
  r->path = mem_strdup(path);
  pool_init(&r->pool);
  int rc = map_file(r, err);
  if (!rc) rc = check_header(r, err);
  if (rc) goto out;
  if (r->live)
    rc = reader_live_load(r, err);
  else if (!(flags & TRACE_LAZY) || !follow_index(r))
    scan(r);
  reader_sort(r);
  for (size_t i = 0; i < r->label_count; i++) label_finish(r, &r->labels[i]);
out:
  if (rc)
    trace_reader_close(r);
  else
    *out = r;
  return rc;
}

int trace_reader_open(const char *path, struct trace_reader **out, struct error *err) {
  return trace_reader_open_with(path, 0, out, err);
}

void trace_reader_close(struct trace_reader *r) {
  if (!r) return;
  if (r->map) munmap((void *)(uintptr_t)r->map, r->size);
  for (int i = 0; i < TRACE_TABLES; i++) free(r->tables[i].rows);
  for (int i = 0; i < READER_CACHE; i++) free(r->cache[i].rows);
  for (size_t i = 0; i < r->label_count; i++) {
    free(r->labels[i].name);
    vec_free(&r->labels[i].events);
  }
  vec_free(&r->strings);
  vec_free(&r->chunks);
  vec_free(&r->order);
  reader_names_free(r);
  pool_release(&r->pool);
  text_release(&r->damage);
  free(r->path);
  free(r);
}

const char *trace_reader_damage(const struct trace_reader *r) {
  return r->damage.len ? r->damage.s : NULL;
}
bool trace_reader_is_live(const struct trace_reader *r) { return r->live; }
bool trace_reader_indexed(const struct trace_reader *r) { return r->indexed; }
const char *trace_reader_path(const struct trace_reader *r) { return r->path; }

const uint8_t *trace_reader_bytes(const struct trace_reader *r, size_t *size) {
  *size = r->size;
  return r->map;
}

uint64_t trace_reader_count(const struct trace_reader *r) { return r->count; }

/* ---- events ---- */

static size_t chunk_of(const struct trace_reader *r, uint64_t n) {
  size_t guess = (size_t)(n / TRACE_CHUNK_EVENTS), low = 0, high = r->chunks.len - 1;
  if (guess < r->chunks.len) {
    const struct reader_chunk *c = &r->chunks.data[guess];
    if (n >= c->first && n - c->first < c->count) return guess;
  }
  while (low < high) {
    size_t mid = (low + high + 1) / 2;
    if (r->chunks.data[mid].first <= n)
      low = mid;
    else
      high = mid - 1;
  }
  return low;
}

/* Returns the rows of chunk i, decompressed into the least recently used slot if they are not in
 * the cache. Returns NULL if the chunk is damaged. */
static const uint8_t *chunk_rows(struct trace_reader *r, size_t i, struct error *err) {
  struct reader_slot *slot = &r->cache[0];
  for (int k = 0; k < READER_CACHE; k++) {
    if (r->cache[k].chunk == i + 1) {
      r->cache[k].used = ++r->clock;
      return r->cache[k].rows;
    }
    if (r->cache[k].used < slot->used) slot = &r->cache[k];
  }
  const struct reader_chunk *c = &r->chunks.data[i];
  struct chunk_header h;
  uint8_t *rows;
  CHECK(c->offset >= FILE_HEADER && c->offset + CHUNK_HEADER <= r->size,
        "a chunk that was found lies in the file: byte %llu", (unsigned long long)c->offset);
  if (chunk_look(r->map + c->offset, r->size - c->offset, true, &h, err)) return NULL;
  if (h.type != TRACE_EVENTS ||
      /* The type and the count were right when the trace was opened, so the file has changed
       * since. */
      h.count != c->count) {
    error_set(err, ERR_INPUT, "chunk of events has changed");
    return NULL;
  }
  if (chunk_payload(r->map + c->offset, &h, &rows, err)) return NULL;
  free(slot->rows);
  *slot = (struct reader_slot){i + 1, ++r->clock, rows};
  return rows;
}

static uint64_t labels_of(const struct trace_reader *r, uint64_t n) {
  uint64_t set = 0;
  for (size_t i = 0; i < r->label_count; i++) {
    const uint64_t *a = r->labels[i].events.data;
    if (r->labels[i].events.len &&
        bsearch(&n, a, r->labels[i].events.len, sizeof n, reader_by_number))
      set |= (uint64_t)1 << i;
  }
  return set;
}

int trace_reader_event(struct trace_reader *r, uint64_t n, struct trace_event *ev,
                       struct error *err) {
  if (n >= r->count)
    return error_set(err, ERR_NOTFOUND, "%s: no event %llu", r->path, (unsigned long long)n);
  if (r->live) {
    CHECK(r->order.data[n].offset + TRACE_EVENT_SIZE <= r->size,
          "an event that was found lies in the file: %llu", (unsigned long long)n);
    trace_row_decode(TRACE_EVENTS, r->map + r->order.data[n].offset, ev);
    return 0;
  }
  size_t c = chunk_of(r, n);
  CHECK(n - r->chunks.data[c].first < r->chunks.data[c].count, "an event is in its chunk: %llu",
        (unsigned long long)n);
  const uint8_t *rows = chunk_rows(r, c, err);
  if (!rows) {
    if (err) error_prefix(err, "%s: event %llu", r->path, (unsigned long long)n);
    return ERR_INPUT;
  }
  trace_row_decode(TRACE_EVENTS, rows + (n - r->chunks.data[c].first) * TRACE_EVENT_SIZE, ev);
  ev->labels = labels_of(r, n);
  return 0;
}

uint64_t trace_reader_next(const struct trace_reader *r, uint64_t n, enum trace_event_group group) {
  if (r->live || n >= r->count) return n;
  for (size_t i = chunk_of(r, n); i < r->chunks.len; i++) {
    const struct reader_chunk *c = &r->chunks.data[i];
    if (!(c->groups & CHUNK_GROUPS) || c->groups >> group & 1) return n > c->first ? n : c->first;
  }
  return r->count;
}

uint64_t trace_reader_find_seq(struct trace_reader *r, uint64_t seq) {
  uint64_t low = 0, high = r->count;
  while (low < high) {
    uint64_t mid = low + (high - low) / 2;
    struct trace_event e;
    if (trace_reader_event(r, mid, &e, NULL) || e.seq >= seq)
      high = mid;
    else
      low = mid + 1;
  }
  return low;
}

/* ---- labels ---- */

size_t trace_reader_label_count(const struct trace_reader *r) { return r->label_count; }

const char *trace_reader_label_name(const struct trace_reader *r, size_t i) {
  return i < r->label_count ? r->labels[i].name : NULL;
}

size_t trace_reader_label_events(const struct trace_reader *r, size_t i, const uint64_t **events) {
  if (i >= r->label_count) return 0;
  *events = r->labels[i].events.data;
  return r->labels[i].events.len;
}

/* ---- live form ---- */

/* The reader of the live form (live.h) reads every segment up to its first uncommitted record, and
 * merges the events by their number. The file may be growing meanwhile; the reader then sees a
 * prefix of each buffer. If a number was assigned but has no event, its thread had not committed
 * the event yet. Such events are counted and reported. */

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
  for (size_t i = 1; INVARIANTS_ON && i < n; i++)
    INVARIANT(o[i - 1].seq < o[i].seq, "events are in the order of their numbers: %zu", i);
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

/* Reads the live form, filling the tables and `order`. */
static int reader_live_load(struct trace_reader *r, struct error *err) {
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
