/* Writes the final form of a trace (writer.h).
 *
 * Invariants:
 * 1. Rows wait in `pending` and are written before the next chunk of events, so a reader that gets
 *    only the first k chunks finds every row that their events use.
 * 2. An interned row is found by its bytes without the id. Ids of a table rise from 1 in the order
 *    of first use.
 * 3. After the first I/O error nothing is written; trace_writer_close reports the error and removes
 *    the file. */
#include "trace/format/writer.h"

#include "engine/base/check.h"
#include "engine/base/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "trace/format/chunk.h"
#include "trace/format/packer.h"

/* A table with this many pending bytes is written as a chunk at once. */
#define TABLE_FLUSH (1u << 20)

struct intern_entry {
  const uint8_t *key; /* table number, then the row without its id */
  uint32_t len, id;
};

struct label {
  char *name;
  VEC(uint64_t) events;
};

struct trace_writer {
  FILE *file;
  char *path, *part;
  bool keep_part;
  int error;         /* errno of the first failed write */
  const char *abuse; /* a rule that the caller broke, or NULL */
  uint64_t offset;
  struct text pending[TRACE_TABLES];
  uint32_t counts[TRACE_TABLES];
  uint32_t next_id[TRACE_TABLES];
  uint64_t events, seq;
  /* makes the chunks of events in its thread; NULL: chunks are made in the caller's thread */
  struct packer *packer;
  struct pool pool;
  struct intern_entry *map;
  size_t map_cap, map_len;
  VEC(struct index_row) index;
  VEC(struct label) labels;
};

/* ---- chunks ---- */

static void writer_put(struct trace_writer *w, const void *p, size_t n) {
  if (w->error) return;
  if (fwrite(p, 1, n, w->file) != n) w->error = errno ? errno : EIO;
  w->offset += n;
}

/* Waits for the chunk that the packer is making and writes it. Called before any other chunk is
 * written, because chunks must stay in order. */
static void put_packed(struct trace_writer *w) {
  struct packed what;
  const struct text *out;
  if (!w->packer || !packer_take(w->packer, &what, &out)) return;
  *vec_push(&w->index) = (struct index_row){w->offset, what.first, what.count, TRACE_EVENTS};
  writer_put(w, out->s, out->len);
}

static void put_chunk(struct trace_writer *w, unsigned type, uint64_t first, uint32_t count,
                      const void *p, size_t n) {
  struct text out = {0};
  put_packed(w);
  CHECK(!w->index.len || w->index.data[w->index.len - 1].offset < w->offset,
        "chunks are in the order of the file: byte %llu", (unsigned long long)w->offset);
  if (type < TRACE_INDEX) *vec_push(&w->index) = (struct index_row){w->offset, first, count, type};
  chunk_append(&out, type, first, count, p, n, type < TRACE_INDEX);
  writer_put(w, out.s, out.len);
  text_release(&out);
}

static void flush_table(struct trace_writer *w, unsigned table) {
  struct text *p = &w->pending[table];
  if (!w->counts[table]) return;
  CHECK(table != TRACE_EVENTS || w->counts[table] <= w->events, "events that wait were counted: %u",
        w->counts[table]);
  uint64_t first = table == TRACE_EVENTS ? w->events - w->counts[table] : 0;
  if (table == TRACE_EVENTS && w->packer) {
    put_packed(w);
    packer_give(w->packer, (struct packed){first, w->counts[table]}, p);
  } else {
    put_chunk(w, table, first, w->counts[table], p->s, p->len);
  }
  p->len = 0;
  w->counts[table] = 0;
}

static void flush_rows(struct trace_writer *w) {
  for (unsigned t = TRACE_STRINGS; t < TRACE_EVENTS; t++) flush_table(w, t);
}

static void flush_events(struct trace_writer *w) {
  flush_rows(w);
  flush_table(w, TRACE_EVENTS);
  if (!w->error && fflush(w->file)) w->error = errno;
}

static void row_added(struct trace_writer *w, unsigned table) {
  w->counts[table]++;
  if (w->pending[table].len >= TABLE_FLUSH) flush_table(w, table);
}

/* ---- opening and closing ---- */

int trace_writer_open(const char *path, struct trace_writer **out, struct error *err) {
  struct trace_writer *w;
  struct file_header head;
  if (whole_file_place(path, err)) return err->code;
  w = mem_alloc(sizeof *w);
  w->path = mem_strdup(path);
  w->part = mem_printf("%s.part", path);
  pool_init(&w->pool);
  for (int i = 0; i < TRACE_TABLES; i++) w->next_id[i] = 1;
  w->file = fopen(w->part, "wbe");
  if (!w->file) {
    error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
    trace_writer_abort(w);
    return ERR_INPUT;
  }
  file_header_fill(&head);
  writer_put(w, &head, sizeof head);
  *out = w;
  return 0;
}

void trace_writer_keep_part(struct trace_writer *w) { w->keep_part = true; }

void trace_writer_pack(struct trace_writer *w) {
  if (!w->packer) w->packer = packer_new();
}

static void writer_free(struct trace_writer *w) {
  packer_free(w->packer);
  for (int i = 0; i < TRACE_TABLES; i++) text_release(&w->pending[i]);
  for (size_t i = 0; i < w->labels.len; i++) {
    free(w->labels.data[i].name);
    vec_free(&w->labels.data[i].events);
  }
  vec_free(&w->labels);
  vec_free(&w->index);
  pool_release(&w->pool);
  free(w->map);
  free(w->path);
  free(w->part);
  free(w);
}

void trace_writer_abort(struct trace_writer *w) {
  if (!w) return;
  if (w->file) {
    fclose(w->file);
    unlink(w->part);
  }
  writer_free(w);
}

static void put_label_slice(struct trace_writer *w, const char *name, uint64_t *events, size_t n) {
  struct text payload = {0};
  uint32_t count = trace_label_payload(&payload, name, events, n);
  put_chunk(w, TRACE_LABELS, 0, count, payload.s, payload.len);
  text_release(&payload);
}

static void put_labels(struct trace_writer *w) {
  for (size_t i = 0; i < w->labels.len; i++) {
    struct label *l = &w->labels.data[i];
    size_t at = 0;
    do {
      size_t n = l->events.len - at < LABEL_SLICE ? l->events.len - at : LABEL_SLICE;
      put_label_slice(w, l->name, l->events.data ? l->events.data + at : NULL, n);
      at += n;
    } while (at < l->events.len);
  }
}

static void put_index(struct trace_writer *w) {
  put_packed(w);
  for (unsigned t = TRACE_STRINGS; t <= TRACE_EVENTS; t++)
    CHECK(!w->counts[t], "all rows are written before the index: %s", trace_table_name(t));
  struct end_mark end = {w->offset, w->events, w->index.len};
  put_chunk(w, TRACE_INDEX, 0, (uint32_t)w->index.len, w->index.data,
            w->index.len * sizeof *w->index.data);
  put_chunk(w, TRACE_END, 0, 1, &end, sizeof end);
}

int trace_writer_close(struct trace_writer *w, struct error *err) {
  if (w->abuse || w->labels.len > TRACE_MAX_LABELS) {
    error_set(err, ERR_INTERNAL, "%s: %s", w->path, w->abuse ? w->abuse : "too many labels");
    trace_writer_abort(w);
    return ERR_INTERNAL;
  }
  flush_events(w);
  put_labels(w);
  put_index(w);
  if (fclose(w->file) && !w->error) w->error = errno;
  w->file = NULL;
  if (!w->error && !w->keep_part && rename(w->part, w->path)) w->error = errno;
  int rc = 0;
  if (w->error) rc = error_set(err, ERR_INPUT, "%s: cannot write: %s", w->path, strerror(w->error));
  if (rc) unlink(w->part);
  writer_free(w);
  return rc;
}

/* ---- interning ---- */

static struct intern_entry *intern_slot(struct intern_entry *map, size_t cap, const uint8_t *key,
                                        uint32_t len) {
  size_t i = XXH3_64bits(key, len) & (cap - 1);
  while (map[i].id && (map[i].len != len || memcmp(map[i].key, key, len))) i = (i + 1) & (cap - 1);
  return &map[i];
}

static void intern_grow(struct trace_writer *w) {
  if ((w->map_len + 1) * 2 <= w->map_cap) return;
  size_t cap = w->map_cap ? w->map_cap * 2 : 256;
  struct intern_entry *map = mem_alloc(cap * sizeof *map);
  for (size_t i = 0; i < w->map_cap; i++)
    if (w->map[i].id) *intern_slot(map, cap, w->map[i].key, w->map[i].len) = w->map[i];
  free(w->map);
  w->map = map;
  w->map_cap = cap;
}

/* Returns the id of an equal earlier row; otherwise assigns a new id and sets *fresh. `row` is the
 * row without its id. */
static uint32_t intern(struct trace_writer *w, unsigned table, const void *row, size_t len,
                       bool *fresh) {
  uint8_t small[256], *key = len < sizeof small ? small : mem_alloc(len + 1);
  key[0] = (uint8_t)table;
  memcpy(key + 1, row, len);
  intern_grow(w);
  CHECK(w->map_len < w->map_cap, "the table of rows has a free slot: %zu", w->map_len);
  struct intern_entry *e = intern_slot(w->map, w->map_cap, key, (uint32_t)len + 1);
  *fresh = !e->id;
  if (*fresh) {
    e->key = (const uint8_t *)pool_strndup(&w->pool, (const char *)key, len + 1);
    e->len = (uint32_t)len + 1;
    e->id = w->next_id[table]++;
    w->map_len++;
  }
  if (key != small) free(key);
  return e->id;
}

void trace_writer_string_row(struct trace_writer *w, uint32_t id, const char *s, size_t len) {
  struct text *p = &w->pending[TRACE_STRINGS];
  uint32_t head[2] = {id, (uint32_t)len};
  text_add(p, (const char *)head, sizeof head);
  if (len) text_add(p, s, len);
  while (p->len % 4) text_add(p, "", 1);
  row_added(w, TRACE_STRINGS);
}

uint32_t trace_writer_stringn(struct trace_writer *w, const char *s, size_t len) {
  bool fresh;
  if (!s || !len) return 0;
  uint32_t id = intern(w, TRACE_STRINGS, s, len, &fresh);
  if (fresh) trace_writer_string_row(w, id, s, len);
  return id;
}

uint32_t trace_writer_string(struct trace_writer *w, const char *s) {
  return s ? trace_writer_stringn(w, s, strlen(s)) : 0;
}

void trace_writer_row(struct trace_writer *w, enum trace_table table, const void *row) {
  uint8_t bytes[TRACE_ROW_MAX];
  unsigned n = trace_row_encode(table, row, bytes);
  CHECK(n && n <= sizeof bytes, "a row belongs to a table: %u", table);
  text_add(&w->pending[table], (const char *)bytes, n);
  row_added(w, table);
}

/* Interns a row of uint32_t columns and sets its first column, the id. */
static uint32_t intern_row(struct trace_writer *w, unsigned table, uint32_t *row) {
  bool fresh;
  row[0] = intern(w, table, row + 1, trace_row_size(table) - sizeof *row, &fresh);
  if (fresh) trace_writer_row(w, table, row);
  return row[0];
}

uint32_t trace_writer_class(struct trace_writer *w, const char *name, const char *loader,
                            const char *source, const uint8_t hash[16], uint32_t flags) {
  struct trace_class c = {0, trace_writer_string(w, name), trace_writer_string(w, loader), 0, {0},
                          0};
  bool fresh;
  if (hash) memcpy(c.hash, hash, sizeof c.hash);
  c.id =
      intern(w, TRACE_CLASSES, (const uint8_t *)&c + sizeof c.id, sizeof c - sizeof c.id, &fresh);
  c.source = fresh ? trace_writer_string(w, source) : 0;
  c.flags = flags;
  if (fresh) trace_writer_row(w, TRACE_CLASSES, &c);
  return c.id;
}

uint32_t trace_writer_method(struct trace_writer *w, uint32_t class_id, const char *name,
                             const char *desc, uint32_t flags) {
  uint32_t row[5] = {0, class_id, trace_writer_string(w, name), trace_writer_string(w, desc),
                     flags};
  return intern_row(w, TRACE_METHODS, row);
}

uint32_t trace_writer_field(struct trace_writer *w, uint32_t class_id, const char *name,
                            const char *desc, uint32_t flags) {
  uint32_t row[5] = {0, class_id, trace_writer_string(w, name), trace_writer_string(w, desc),
                     flags};
  return intern_row(w, TRACE_FIELDS, row);
}

uint32_t trace_writer_location(struct trace_writer *w, uint32_t method, uint32_t bci,
                               int32_t line) {
  uint32_t row[4] = {0, method, bci, (uint32_t)line};
  return intern_row(w, TRACE_LOCATIONS, row);
}

void trace_writer_thread(struct trace_writer *w, uint32_t id, const char *name, uint32_t parent,
                         uint32_t ordinal, uint32_t object, uint32_t flags) {
  struct trace_thread row = {id, trace_writer_string(w, name), parent, ordinal, object, flags};
  trace_writer_row(w, TRACE_THREADS, &row);
}

void trace_writer_object(struct trace_writer *w, uint32_t id, uint32_t class_id) {
  struct trace_object row = {id, class_id};
  trace_writer_row(w, TRACE_OBJECTS, &row);
}

void trace_writer_meta(struct trace_writer *w, const char *key, const char *value) {
  uint32_t row[2] = {trace_writer_string(w, key), trace_writer_string(w, value)};
  trace_writer_row(w, TRACE_META, row);
}

/* ---- events and labels ---- */

uint64_t trace_writer_event(struct trace_writer *w, const struct trace_event *e) {
  struct trace_event copy = *e;
  if (!copy.seq) copy.seq = w->seq + 1;
  if (copy.seq <= w->seq) w->abuse = "events out of order";
  w->seq = copy.seq;
  uint64_t number = w->events++;
  uint8_t bytes[TRACE_ROW_MAX];
  text_add(&w->pending[TRACE_EVENTS], (const char *)bytes,
           trace_row_encode(TRACE_EVENTS, &copy, bytes));
  if (++w->counts[TRACE_EVENTS] == TRACE_CHUNK_EVENTS) flush_events(w);
  return number;
}

static struct label *label_find(struct trace_writer *w, const char *name) {
  for (size_t i = 0; i < w->labels.len; i++)
    if (!strcmp(w->labels.data[i].name, name)) return &w->labels.data[i];
  if (!*name) w->abuse = "a label without a name";
  struct label *l = vec_push(&w->labels);
  *l = (struct label){.name = mem_strdup(name)};
  return l;
}

void trace_writer_label(struct trace_writer *w, const char *label, uint64_t event) {
  if (event >= w->events) w->abuse = "a label on an event that does not exist";
  struct label *l = label_find(w, label);
  *vec_push(&l->events) = event;
}

void trace_writer_label_add(struct trace_writer *w, const char *label) { label_find(w, label); }
