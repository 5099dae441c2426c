/* The live form of a trace (live.h): segments of a shared mapping, a commit word for each record,
 * and one counter that orders events.
 *
 * Invariants:
 * 1. A record's commit word is stored after all its other bytes (release) and never changes again.
 * 2. Within a buffer the seq of events rises. An event gets its seq only once there is room for it,
 *    so if an assigned number is missing from the file, its thread died before the commit.
 * 3. The file only grows, under `grow_lock`; segments are never moved or reused.
 * 4. `used` is the only mutable state of a buffer besides its mapping, and only the buffer's
 *    present user accesses it. */
#include "trace/format/live.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(sizeof(struct live_header) <= LIVE_HEADER, "header page");
_Static_assert(offsetof(struct live_header, events) == 128, "the counter's cache line");
_Static_assert(LIVE_STRING_MAX + 64 < LIVE_SEGMENT, "the longest string fits a segment");

struct live_thread {
  uint8_t *segment; /* NULL: no segment yet */
  uint32_t used;    /* used bytes of the segment */
  uint32_t thread;
  uint32_t number, ordinal;
  struct live_thread *next_free, *next_all;
};

struct live {
  int fd;
  struct live_header *header;
  pthread_mutex_t grow_lock;   /* protects the file's end */
  pthread_mutex_t list_lock;   /* protects the lists of buffers */
  pthread_mutex_t common_lock; /* protects the buffer for callers without one */
  uint64_t end;                /* size of the file in bytes */
  int full;                    /* the disk is full, so no segment is added any more */
  uint32_t buffers;
  struct live_thread *all, *idle, *common;
  uint32_t ids[TRACE_TABLES];
};

static void live_drop(struct live *l) {
  __atomic_fetch_add(&l->header->dropped, 1, __ATOMIC_RELAXED);
}

/* ---- file and segments ---- */

static int header_map(struct live *l) {
  if (ftruncate(l->fd, LIVE_HEADER)) return -errno;
  void *p = mmap(NULL, LIVE_HEADER, PROT_READ | PROT_WRITE, MAP_SHARED, l->fd, 0);
  if (p == MAP_FAILED) return -errno;
  l->header = p;
  l->end = LIVE_HEADER;
  l->header->version = TRACE_VERSION;
  l->header->form = TRACE_LIVE;
  l->header->segment_size = LIVE_SEGMENT;
  __atomic_thread_fence(__ATOMIC_RELEASE);
  memcpy(l->header->magic, TRACE_MAGIC, sizeof l->header->magic);
  return 0;
}

int live_open(const char *path, struct live **out) {
  struct live *l = calloc(1, sizeof *l);
  if (!l) return -ENOMEM;
  pthread_mutex_init(&l->grow_lock, NULL);
  pthread_mutex_init(&l->list_lock, NULL);
  pthread_mutex_init(&l->common_lock, NULL);
  l->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  int rc = l->fd < 0 ? -errno : header_map(l);
  if (!rc && !(l->common = live_thread_open(l, 0))) rc = -ENOMEM;
  if (!rc) {
    *out = l;
    return 0;
  }
  if (l->header) munmap(l->header, LIVE_HEADER);
  if (l->fd >= 0) close(l->fd);
  free(l);
  return rc;
}

void live_finish(struct live *l) { __atomic_store_n(&l->header->finished, 1, __ATOMIC_RELEASE); }

void live_close(struct live *l) {
  if (!l) return;
  live_finish(l);
  for (struct live_thread *t = l->all, *next; t; t = next) {
    next = t->next_all;
    if (t->segment) munmap(t->segment, LIVE_SEGMENT);
    free(t);
  }
  munmap(l->header, LIVE_HEADER);
  close(l->fd);
  free(l);
}

/* Extends the file by a segment of zeros. Writing them reports a full disk as an error, while a
 * store into a hole would raise SIGBUS. It also brings the pages into memory, at half the cost of
 * reserving blocks and faulting each page in. */
static int live_extend(struct live *l) {
  static const uint8_t zeros[LIVE_SEGMENT];
  for (size_t done = 0; done < LIVE_SEGMENT;) {
    ssize_t n = pwrite(l->fd, zeros, LIVE_SEGMENT - done, (off_t)(l->end + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return -1;
    done += (size_t)n;
  }
  return 0;
}

/* Appends a segment to the file and maps it. Returns NULL if that fails; from then on the disk
 * counts as full. */
static uint8_t *segment_new(struct live *l) {
  uint8_t *p = NULL;
  pthread_mutex_lock(&l->grow_lock);
  if (!l->full && !live_extend(l)) {
    p = mmap(NULL, LIVE_SEGMENT, PROT_READ | PROT_WRITE, MAP_SHARED, l->fd, (off_t)l->end);
    if (p == MAP_FAILED) p = NULL;
    if (p) l->end += LIVE_SEGMENT;
  }
  if (!p) __atomic_store_n(&l->full, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&l->grow_lock);
  return p;
}

static int segment_next(struct live *l, struct live_thread *t) {
  if (__atomic_load_n(&l->full, __ATOMIC_RELAXED)) return -1;
  uint8_t *p = segment_new(l);
  if (!p) return -1;
  struct live_segment *s = (struct live_segment *)p;
  s->buffer = t->number;
  s->ordinal = t->ordinal++;
  __atomic_store_n(&s->magic, LIVE_SEGMENT_MAGIC, __ATOMIC_RELEASE);
  if (t->segment) munmap(t->segment, LIVE_SEGMENT);
  t->segment = p;
  t->used = LIVE_SEGMENT_HEADER;
  return 0;
}

/* ---- buffers ---- */

static struct live_thread *buffer_take(struct live *l) {
  struct live_thread *t = l->idle;
  if (t) {
    l->idle = t->next_free;
    return t;
  }
  t = calloc(1, sizeof *t);
  if (!t) return NULL;
  t->number = l->buffers++;
  t->next_all = l->all;
  l->all = t;
  return t;
}

struct live_thread *live_thread_open(struct live *l, uint32_t thread) {
  pthread_mutex_lock(&l->list_lock);
  struct live_thread *t = buffer_take(l);
  pthread_mutex_unlock(&l->list_lock);
  if (t) t->thread = thread;
  return t;
}

void live_thread_close(struct live *l, struct live_thread *t) {
  if (!t) return;
  pthread_mutex_lock(&l->list_lock);
  t->next_free = l->idle;
  l->idle = t;
  pthread_mutex_unlock(&l->list_lock);
}

/* ---- records ---- */

static uint32_t record_size(size_t payload) {
  return LIVE_RECORD_HEADER + (((uint32_t)payload + 7u) & ~7u);
}

/* Returns space for a record, or NULL if the disk is full. The record stays uncommitted until
 * record_commit. */
static uint8_t *record_room(struct live *l, struct live_thread *t, size_t payload) {
  uint32_t size = record_size(payload);
  if ((!t->segment || t->used + size > LIVE_SEGMENT) && segment_next(l, t)) {
    live_drop(l);
    return NULL;
  }
  return t->segment + t->used;
}

static void record_commit(struct live_thread *t, uint8_t *at, unsigned type, size_t payload) {
  uint32_t word = type << 24 | (uint32_t)payload;
  memcpy(at + 4, &word, 4);
  t->used += record_size(payload);
  __atomic_store_n((uint32_t *)(void *)at, LIVE_COMMIT, __ATOMIC_RELEASE);
}

/* Returns the buffer to write to: the caller's or, if it has none, the common one, locked until
 * buffer_end. */
static struct live_thread *buffer_begin(struct live *l, struct live_thread *t) {
  if (t) return t;
  pthread_mutex_lock(&l->common_lock);
  return l->common;
}

static void buffer_end(struct live *l, const struct live_thread *t) {
  if (!t) pthread_mutex_unlock(&l->common_lock);
}

uint64_t live_emit(struct live *l, struct live_thread *given, const struct trace_event *e) {
  struct live_thread *t = buffer_begin(l, given);
  uint64_t seq = 0;
  uint8_t *at = record_room(l, t, TRACE_EVENT_SIZE);
  if (at) {
    struct trace_event *row = (struct trace_event *)(void *)(at + LIVE_RECORD_HEADER);
    memcpy(row, e, TRACE_EVENT_SIZE);
    if (!row->thread) row->thread = t->thread;
    row->reserved = 0;
    seq = row->seq = __atomic_add_fetch(&l->header->events, 1, __ATOMIC_SEQ_CST);
    record_commit(t, at, TRACE_EVENTS, TRACE_EVENT_SIZE);
  }
  buffer_end(l, given);
  return seq;
}

/* ---- rows ---- */

uint32_t live_id(struct live *l, enum trace_table table) {
  return __atomic_add_fetch(&l->ids[table], 1, __ATOMIC_RELAXED);
}

static int row_write(struct live *l, struct live_thread *given, enum trace_table table,
                     const void *row) {
  struct live_thread *t = buffer_begin(l, given);
  unsigned size = trace_row_size(table);
  uint8_t *at = record_room(l, t, size);
  if (at) {
    trace_row_encode(table, row, at + LIVE_RECORD_HEADER);
    record_commit(t, at, table, size);
  }
  buffer_end(l, given);
  return at != NULL;
}

uint32_t live_string(struct live *l, struct live_thread *given, const char *s, size_t len) {
  if (!s || !len) return 0;
  if (len > LIVE_STRING_MAX) len = LIVE_STRING_MAX;
  struct live_thread *t = buffer_begin(l, given);
  size_t payload = 8 + ((len + 3) & ~(size_t)3);
  uint8_t *at = record_room(l, t, payload);
  uint32_t id = 0;
  if (at) {
    uint32_t head[2] = {id = live_id(l, TRACE_STRINGS), (uint32_t)len};
    memcpy(at + LIVE_RECORD_HEADER, head, sizeof head);
    memcpy(at + LIVE_RECORD_HEADER + sizeof head, s, len);
    record_commit(t, at, TRACE_STRINGS, payload);
  }
  buffer_end(l, given);
  return id;
}

static uint32_t text(struct live *l, struct live_thread *t, const char *s) {
  return s ? live_string(l, t, s, strlen(s)) : 0;
}

uint32_t live_class(struct live *l, struct live_thread *t, const char *name, const char *loader,
                    const char *source, const uint8_t hash[16], uint32_t flags) {
  struct trace_class c = {live_id(l, TRACE_CLASSES),
                          text(l, t, name),
                          text(l, t, loader),
                          text(l, t, source),
                          {0},
                          flags};
  if (hash) memcpy(c.hash, hash, sizeof c.hash);
  return row_write(l, t, TRACE_CLASSES, &c) ? c.id : 0;
}

uint32_t live_method(struct live *l, struct live_thread *t, uint32_t class_id, const char *name,
                     const char *desc, uint32_t flags) {
  struct trace_method m = {live_id(l, TRACE_METHODS), class_id, text(l, t, name), text(l, t, desc),
                           flags};
  return row_write(l, t, TRACE_METHODS, &m) ? m.id : 0;
}

uint32_t live_field(struct live *l, struct live_thread *t, uint32_t class_id, const char *name,
                    const char *desc, uint32_t flags) {
  struct trace_field f = {live_id(l, TRACE_FIELDS), class_id, text(l, t, name), text(l, t, desc),
                          flags};
  return row_write(l, t, TRACE_FIELDS, &f) ? f.id : 0;
}

uint32_t live_location(struct live *l, struct live_thread *t, uint32_t method, uint32_t bci,
                       int32_t line) {
  struct trace_location row = {live_id(l, TRACE_LOCATIONS), method, bci, line};
  return row_write(l, t, TRACE_LOCATIONS, &row) ? row.id : 0;
}

void live_thread_row(struct live *l, struct live_thread *t, uint32_t id, const char *name,
                     uint32_t parent, uint32_t ordinal, uint32_t object, uint32_t flags) {
  struct trace_thread row = {id, text(l, t, name), parent, ordinal, object, flags};
  row_write(l, t, TRACE_THREADS, &row);
}

void live_object(struct live *l, struct live_thread *t, uint32_t id, uint32_t class_id) {
  struct trace_object row = {id, class_id};
  row_write(l, t, TRACE_OBJECTS, &row);
}

void live_meta(struct live *l, struct live_thread *t, const char *key, const char *value) {
  uint32_t row[2] = {text(l, t, key), text(l, t, value)};
  row_write(l, t, TRACE_META, row);
}
