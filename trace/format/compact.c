/* Rewrites a trace in normal form, and appends labels to a finished trace (writer.h). */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "trace/format/chunk.h"
#include "trace/format/reader.h"
#include "trace/format/writer.h"

/* ---- compaction ---- */

/* Traces with more events than this are compressed in a separate thread. */
enum { PACK_FROM = 100000 };

static void copy_strings(struct trace_reader *r, struct trace_writer *w) {
  for (size_t i = 0; i < trace_reader_rows(r, TRACE_STRINGS); i++) {
    size_t len;
    uint32_t id = trace_reader_string_id(r, i);
    const char *s = trace_reader_string(r, id, &len);
    trace_writer_string_row(w, id, s, len);
  }
}

static uint32_t next_string_id(const struct trace_reader *r) {
  size_t n = trace_reader_rows(r, TRACE_STRINGS);
  return n ? trace_reader_string_id(r, n - 1) + 1 : 1;
}

/* Records the damage of the input as a meta entry, so that the rewritten trace does not look
 * complete. */
static void copy_damage(struct trace_reader *r, struct trace_writer *w) {
  const char *damage = trace_reader_damage(r);
  uint32_t id = next_string_id(r);
  uint32_t row[2] = {id, id + 1};
  if (!damage) return;
  trace_writer_string_row(w, row[0], TRACE_META_DAMAGED, strlen(TRACE_META_DAMAGED));
  trace_writer_string_row(w, row[1], damage, strlen(damage));
  trace_writer_row(w, TRACE_META, row);
}

static void copy_tables(struct trace_reader *r, struct trace_writer *w) {
  copy_strings(r, w);
  for (unsigned t = TRACE_META; t < TRACE_EVENTS; t++)
    for (size_t i = 0; i < trace_reader_rows(r, t); i++)
      trace_writer_row(w, t, trace_reader_row(r, t, i));
}

static int copy_events(struct trace_reader *r, struct trace_writer *w, struct error *err) {
  for (uint64_t n = 0; n < trace_reader_count(r); n++) {
    struct trace_event e;
    int rc = trace_reader_event(r, n, &e, err);
    if (rc) return rc;
    trace_writer_event(w, &e);
  }
  return 0;
}

static void copy_labels(struct trace_reader *r, struct trace_writer *w) {
  for (size_t i = 0; i < trace_reader_label_count(r); i++) {
    const uint64_t *events;
    size_t n = trace_reader_label_events(r, i, &events);
    trace_writer_label_add(w, trace_reader_label_name(r, i));
    for (size_t k = 0; k < n; k++) trace_writer_label(w, trace_reader_label_name(r, i), events[k]);
  }
}

int trace_compact_marked(struct trace_reader *r, const char *out, const struct trace_mark *marks,
                         size_t count, struct error *err) {
  struct trace_writer *w = NULL;
  int rc = trace_writer_open(out, &w, err);
  if (rc) goto out;
  if (trace_reader_count(r) > PACK_FROM) trace_writer_pack(w);
  copy_tables(r, w);
  copy_damage(r, w);
  rc = copy_events(r, w, err);
  if (rc) goto out;
  copy_labels(r, w);
  for (size_t i = 0; i < count; i++)
    if (marks[i].event < trace_reader_count(r))
      trace_writer_label(w, marks[i].label, marks[i].event);
  rc = trace_writer_close(w, err);
  w = NULL;
out:
  trace_writer_abort(w);
  return rc;
}

int trace_compact(const char *in, const char *out, struct error *err) {
  struct trace_reader *r = NULL;
  int rc = trace_reader_open(in, &r, err);
  if (!rc) rc = trace_compact_marked(r, out, NULL, 0, err);
  trace_reader_close(r);
  return rc;
}

/* ---- appended labels ---- */

static int check_whole(struct trace_reader *r, struct error *err) {
  const char *damage = trace_reader_damage(r), *path = trace_reader_path(r);
  if (trace_reader_is_live(r))
    return error_set(err, ERR_INPUT, "%s: the recording has not ended", path);
  if (damage)
    return error_set(err, ERR_INPUT, "%s: damaged, nothing is appended: %s", path, damage);
  return 0;
}

/* Appends the rows of the file's index to `rows`. The file is whole, so it ends with the end mark,
 * which holds the offset of the index. */
static int old_index(const struct trace_reader *r, struct text *rows, struct end_mark *end,
                     struct error *err) {
  size_t size;
  const uint8_t *map = trace_reader_bytes(r, &size);
  struct chunk_header h;
  uint8_t *payload;
  memcpy(end, map + size - sizeof *end, sizeof *end);
  int rc = chunk_look(map + end->index, size - end->index, true, &h, err);
  if (!rc) rc = chunk_payload(map + end->index, &h, &payload, err);
  if (rc) return rc;
  text_add(rows, (const char *)payload, h.raw);
  free(payload);
  return 0;
}

/* Builds the new end of the file: a chunk of labels, the index with a row for that chunk, and the
 * end mark. */
static void build_tail(struct text *tail, uint64_t at, const char *label, const uint64_t *events,
                       size_t count, struct text *rows, struct end_mark end) {
  struct text payload = {0};
  uint64_t *copy = mem_alloc(count * sizeof *copy);
  if (count) memcpy(copy, events, count * sizeof *copy);
  uint32_t n = trace_label_payload(&payload, label, copy, count);
  struct index_row row = {at, 0, n, TRACE_LABELS};
  text_add(rows, (const char *)&row, sizeof row);
  chunk_append(tail, TRACE_LABELS, 0, n, payload.s, payload.len, true);
  CHECK(rows->len == (end.chunks + 1) * sizeof row, "the index has a row for each chunk: %llu",
        (unsigned long long)end.chunks);
  end.index = at + tail->len;
  end.chunks++;
  chunk_append(tail, TRACE_INDEX, 0, (uint32_t)end.chunks, rows->s, rows->len, false);
  chunk_append(tail, TRACE_END, 0, 1, &end, sizeof end, false);
  free(copy);
  text_release(&payload);
}

static int write_tail(const char *path, uint64_t at, const struct text *tail, struct error *err) {
  int fd = open(path, O_WRONLY | O_CLOEXEC), rc = 0;
  if (fd < 0) return error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
  ssize_t n = pwrite(fd, tail->s, tail->len, (off_t)at);
  if (n != (ssize_t)tail->len) {
    rc = error_set(err, ERR_INPUT, "%s: cannot append: %s", path,
                   n < 0 ? strerror(errno) : "disk full");
    if (ftruncate(fd, (off_t)at)) error_prefix(err, "left a cut-off end");
  }
  if (close(fd) && !rc)
    rc = error_set(err, ERR_INPUT, "%s: cannot append: %s", path, strerror(errno));
  return rc;
}

static int check_label(struct trace_reader *r, const char *label, const uint64_t *events,
                       size_t count, struct error *err) {
  bool known = false;
  if (!*label) return error_set(err, ERR_INPUT, "a label needs a name");
  for (size_t i = 0; i < trace_reader_label_count(r); i++)
    known |= !strcmp(trace_reader_label_name(r, i), label);
  if (!known && trace_reader_label_count(r) == TRACE_MAX_LABELS)
    return error_set(err, ERR_INPUT, "%s: has %d labels already", trace_reader_path(r),
                     TRACE_MAX_LABELS);
  if (count > LABEL_SLICE)
    return error_set(err, ERR_INPUT, "%s: %zu labels at once, the most is %u", trace_reader_path(r),
                     count, LABEL_SLICE);
  for (size_t i = 0; i < count; i++)
    if (events[i] >= trace_reader_count(r))
      return error_set(err, ERR_INPUT, "%s: no event %llu to label", trace_reader_path(r),
                       (unsigned long long)events[i]);
  return 0;
}

int trace_append_labels(const char *path, const char *label, const uint64_t *events, size_t count,
                        struct error *err) {
  struct trace_reader *r = NULL;
  struct text rows = {0}, tail = {0};
  struct end_mark end;
  size_t size;
  int rc = trace_reader_open(path, &r, err);
  if (!rc) rc = check_whole(r, err);
  if (!rc) rc = check_label(r, label, events, count, err);
  if (!rc) rc = old_index(r, &rows, &end, err);
  if (rc) goto out;
  trace_reader_bytes(r, &size);
  build_tail(&tail, size, label, events, count, &rows, end);
  rc = write_tail(path, size, &tail, err);
out:
  text_release(&rows);
  text_release(&tail);
  trace_reader_close(r);
  return rc;
}
