/* See follow.h.
 *
 * Each buffer of the file has a cursor, which takes rows into the tables up to the buffer's next
 * event and stops there. Events rise by number within a buffer, so the next one of all is at some
 * cursor or not committed yet.
 *
 * Why rows are known in time: an event's rows were committed before its number was given out. The
 * counter of numbers is read first (`limit`), then new segments are looked for and all cursors go
 * on; only events up to `limit` are delivered before that is done again. A row that lies behind an
 * event of its buffer lies behind one with a lower number, so its cursor has passed it. */
#include "trace/follow.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/live.h"
#include "trace/reader_internal.h"

struct cursor {
  VEC(uint32_t) segments; /* numbers in the file, in the buffer's order */
  size_t at;              /* of the one that is read */
  const uint8_t *map;     /* NULL: it is not mapped */
  uint32_t used;
  bool damaged;
  struct trace_event event; /* the next one; seq 0: not known */
};

struct trace_follower {
  char *path;
  int fd; /* -1: not there yet */
  const struct live_header *header;
  struct trace_reader names;
  VEC(struct cursor) cursors; /* by the buffer's number */
  VEC(uint32_t) unborn;       /* segments that were not begun when they were looked at */
  uint32_t segments;          /* of the file, so far */
  size_t last;                /* the cursor of the last event */
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

/* ---- the file ---- */

/* Whether it is there and has its header. */
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

/* Gives a segment to its buffer; false when its owner has not begun it. */
static bool segment_born(struct trace_follower *f, uint32_t number) {
  struct live_segment s;
  for (int i = 0; i < 2; i++) { /* what stands beside the magic is certain once that was seen */
    if (pread(f->fd, &s, sizeof s, segment_place(number)) != (ssize_t)sizeof s) return false;
    if (s.magic != LIVE_SEGMENT_MAGIC) return false;
  }
  if (s.buffer > f->segments) return true; /* none that the recorder made */
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

/* ---- cursors ---- */

static uint32_t follow_word(const uint8_t *p) {
  return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_ACQUIRE);
}

/* Takes the committed record at the cursor; false when it makes no sense. */
static bool follow_record(struct trace_follower *f, struct cursor *c) {
  uint32_t word = follow_word(c->map + c->used + 4), type = word >> 24, len = word & 0xffffffu;
  const uint8_t *row = c->map + c->used + LIVE_RECORD_HEADER;
  size_t size = LIVE_RECORD_HEADER + (((size_t)len + 7) & ~(size_t)7);
  if (size > LIVE_SEGMENT - c->used) return false;
  c->used += (uint32_t)size;
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

/* Maps the segment that the cursor is at; false when there is none yet. */
static bool cursor_map(struct trace_follower *f, struct cursor *c) {
  if (c->at >= c->segments.len) return false;
  void *p = mmap(NULL, LIVE_SEGMENT, PROT_READ, MAP_SHARED, f->fd,
                 segment_place(c->segments.data[c->at]));
  if (p == MAP_FAILED) return false;
  c->map = p;
  c->used = LIVE_SEGMENT_HEADER;
  return true;
}

/* Takes rows up to the buffer's next event, or as far as it is written. A segment is done when the
 * next has been begun and, looked at once more, nothing follows. */
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

/* ---- the order ---- */

/* See above: the numbers given out, the segments, the cursors, in this order. */
static void follow_look(struct trace_follower *f) {
  f->limit = __atomic_load_n(&f->header->events, __ATOMIC_ACQUIRE);
  look_for_segments(f);
  for (size_t i = 0; i < f->cursors.len; i++) cursor_go(f, &f->cursors.data[i]);
}

/* The cursor that stands before the next event; once the recording has ended, before the one with
 * the lowest number. NULL: none. */
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
  if (e.seq < f->next) return; /* a number of its own has each; see reader_live.c */
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
