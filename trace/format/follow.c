/* Follows a recording in progress. Each buffer of the file has a cursor, which reads rows into the
 * tables up to the buffer's next event and stops there. Event numbers rise within a buffer, so the
 * event with the next number is either at some cursor or not committed yet.
 *
 * The rows that a delivered event names are always known, for the following reason. They were
 * committed before the event's number was assigned.
 * The follower first reads the number counter (`limit`), then looks for new segments and advances
 * all cursors. It delivers only events up to `limit` before it repeats this. If such a row comes
 * after another event in its own buffer, that event has a lower number and was delivered before, so
 * the cursor has passed the row. */
#include "trace/format/follow.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "trace/format/live.h"
#include "trace/format/reader_int.h"

struct cursor {
  VEC(uint32_t) segments; /* segment numbers in the file, in the buffer's order */
  size_t at;              /* index of the segment being read */
  const uint8_t *map;     /* the mapped segment; NULL: none */
  uint32_t used;
  bool damaged;
  struct trace_event event; /* the next event; seq 0: not known yet */
};

struct trace_follower {
  char *path;
  int fd; /* -1: the file does not exist yet */
  const struct live_header *header;
  struct trace_reader names;
  VEC(struct cursor) cursors; /* by buffer number */
  VEC(uint32_t) unborn;       /* segments that no buffer had begun to write when last checked */
  uint32_t segments;          /* number of segments in the file so far */
  size_t last;                /* index of the cursor that had the last event */
  uint64_t next, limit, count;
};

struct trace_follower *trace_follower_new(const char *path) {
  struct trace_follower *f = mem_alloc(sizeof *f);
  f->path = mem_strdup(path);
  f->fd = -1;
  f->next = 1;
  pool_init(&f->names.pool);
  return f;
}

void trace_follower_free(struct trace_follower *f) {
  if (!f) return;
  for (size_t i = 0; i < f->cursors.len; i++) {
    struct cursor *c = &f->cursors.data[i];
    if (c->map) munmap((void *)(uintptr_t)c->map, LIVE_SEGMENT);
    vec_free(&c->segments);
  }
  if (f->header) munmap((void *)(uintptr_t)f->header, LIVE_HEADER);
  if (f->fd >= 0) close(f->fd);
  for (int i = 0; i < TRACE_TABLES; i++) free(f->names.tables[i].rows);
  vec_free(&f->names.strings);
  reader_names_free(&f->names);
  pool_release(&f->names.pool);
  vec_free(&f->cursors);
  vec_free(&f->unborn);
  free(f->path);
  free(f);
}

const struct trace_reader *trace_follower_names(const struct trace_follower *f) {
  return &f->names;
}

uint64_t trace_follower_count(const struct trace_follower *f) { return f->count; }

/* ---- file and segments ---- */

/* Opens the file and maps its header. Returns whether both are possible yet. */
static bool follow_open(struct trace_follower *f) {
  struct stat st;
  if (f->fd < 0) f->fd = open(f->path, O_RDONLY | O_CLOEXEC);
  if (f->fd < 0 || fstat(f->fd, &st) || (size_t)st.st_size < LIVE_HEADER) return false;
  if (!f->header) {
    void *p = mmap(NULL, LIVE_HEADER, PROT_READ, MAP_SHARED, f->fd, 0);
    if (p == MAP_FAILED) return false;
    f->header = p;
  }
  return !memcmp(f->header->magic, TRACE_MAGIC, sizeof f->header->magic);
}

static off_t segment_place(uint32_t number) {
  return (off_t)LIVE_HEADER + (off_t)number * LIVE_SEGMENT;
}

/* Assigns a segment to its buffer. Returns false if the buffer has not begun to write it yet. */
static bool segment_born(struct trace_follower *f, uint32_t number) {
  struct live_segment s;
  /* Reads twice: a read that begins after the magic was seen gets valid fields. */
  for (int i = 0; i < 2; i++) {
    if (pread(f->fd, &s, sizeof s, segment_place(number)) != (ssize_t)sizeof s) return false;
    if (s.magic != LIVE_SEGMENT_MAGIC) return false;
  }
  if (s.buffer > f->segments) return true; /* damaged: not written by the recorder */
  vec_reserve(&f->cursors, (size_t)s.buffer + 1);
  while (f->cursors.len <= s.buffer) f->cursors.data[f->cursors.len++] = (struct cursor){0};
  struct cursor *c = &f->cursors.data[s.buffer];
  if (c->segments.len == s.ordinal) *vec_push(&c->segments) = number;
  return true;
}

static void look_for_segments(struct trace_follower *f) {
  struct stat st;
  size_t n = 0;
  if (fstat(f->fd, &st)) return;
  while (segment_place(f->segments + 1) <= st.st_size) *vec_push(&f->unborn) = f->segments++;
  for (size_t i = 0; i < f->unborn.len; i++)
    if (!segment_born(f, f->unborn.data[i])) f->unborn.data[n++] = f->unborn.data[i];
  f->unborn.len = n;
}

/* ---- cursors of buffers ---- */

static uint32_t follow_word(const uint8_t *p) {
  return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_ACQUIRE);
}

/* Reads the committed record at the cursor. Returns false if the record is malformed. */
static bool follow_record(struct trace_follower *f, struct cursor *c) {
  uint32_t word = follow_word(c->map + c->used + 4), type = word >> 24, len = word & 0xffffffu;
  const uint8_t *row = c->map + c->used + LIVE_RECORD_HEADER;
  size_t size = LIVE_RECORD_HEADER + (((size_t)len + 7) & ~(size_t)7);
  if (size > LIVE_SEGMENT - c->used) return false;
  c->used += (uint32_t)size;
  CHECK(c->used <= LIVE_SEGMENT, "a record that was read lies in its segment: byte %u", c->used);
  if (type == TRACE_EVENTS && len == TRACE_EVENT_SIZE) {
    trace_row_decode(TRACE_EVENTS, row, &c->event);
    return c->event.seq != 0;
  }
  if (type == TRACE_STRINGS) {
    if (reader_add_string(&f->names, row, len) != len) return false;
  } else {
    if (!trace_row_size(type) || trace_row_size(type) != len) return false;
    reader_add_row(&f->names, type, row);
  }
  reader_place_last(&f->names, type);
  return true;
}

static bool follow_committed(const struct cursor *c) {
  return LIVE_SEGMENT - c->used >= LIVE_RECORD_HEADER &&
         follow_word(c->map + c->used) == LIVE_COMMIT;
}

/* Maps the cursor's segment. Returns false if the buffer has no further segment yet, or on an
 * error. */
static bool cursor_map(struct trace_follower *f, struct cursor *c) {
  CHECK(!c->map, "a cursor has one segment at a time: %zu", c->at);
  if (c->at >= c->segments.len) return false;
  void *p = mmap(NULL, LIVE_SEGMENT, PROT_READ, MAP_SHARED, f->fd,
                 segment_place(c->segments.data[c->at]));
  if (p == MAP_FAILED) return false;
  c->map = p;
  c->used = LIVE_SEGMENT_HEADER;
  return true;
}

/* Reads rows up to the buffer's next event, or to the end of what is written. A segment is finished
 * when the next one has begun and a second look finds no further record. */
static void cursor_go(struct trace_follower *f, struct cursor *c) {
  while (!c->event.seq && !c->damaged) {
    if (!c->map && !cursor_map(f, c)) return;
    if (follow_committed(c)) {
      c->damaged = !follow_record(f, c);
    } else if (c->at + 1 >= c->segments.len) {
      return;
    } else if (!follow_committed(c)) {
      munmap((void *)(uintptr_t)c->map, LIVE_SEGMENT);
      c->map = NULL;
      c->at++;
    }
  }
}

/* ---- delivery of events ---- */

/* Reads everything written so far. `limit` must be read first; see the top of this file. */
static void follow_look(struct trace_follower *f) {
  f->limit = __atomic_load_n(&f->header->events, __ATOMIC_ACQUIRE);
  look_for_segments(f);
  for (size_t i = 0; i < f->cursors.len; i++) cursor_go(f, &f->cursors.data[i]);
}

/* Returns the cursor whose event has the next number or, once the recording has ended, the lowest
 * number. Returns NULL if there is none. */
static struct cursor *cursor_next(struct trace_follower *f, bool ended) {
  struct cursor *best = NULL;
  if (f->last < f->cursors.len && f->cursors.data[f->last].event.seq == f->next)
    return &f->cursors.data[f->last];
  for (size_t i = 0; i < f->cursors.len; i++) {
    struct cursor *c = &f->cursors.data[i];
    if (!c->event.seq || (best && best->event.seq <= c->event.seq)) continue;
    best = c;
    f->last = i;
  }
  return best && (ended || best->event.seq <= f->next) ? best : NULL;
}

static void follow_deliver(struct trace_follower *f, struct cursor *c, trace_follow_fn *deliver,
                           void *arg) {
  struct trace_event e = c->event;
  c->event.seq = 0;
  cursor_go(f, c);
  if (e.seq < f->next)
    /* A damaged file may use a number twice; reader.c drops the second event too. */
    return;
  f->next = e.seq + 1;
  deliver(arg, f->count++, &e);
}

uint64_t trace_follower_poll(struct trace_follower *f, bool ended, uint64_t most,
                             trace_follow_fn *deliver, void *arg) {
  uint64_t before = f->count;
  bool looked = false;
  if (!follow_open(f)) return 0;
  while (f->count - before < most) {
    struct cursor *c = f->next <= f->limit ? cursor_next(f, ended && looked) : NULL;
    if (c) {
      follow_deliver(f, c, deliver, arg);
    } else if (!looked) {
      follow_look(f);
      looked = true;
    } else {
      break;
    }
  }
  return f->count - before;
}
