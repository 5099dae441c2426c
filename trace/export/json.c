/* Writes a trace as one JSON object: meta, tables, labels, events. Rows are made one at a time, so
 * that memory use does not grow with the trace.
 *
 * Unused columns of an event are omitted. 64-bit values beyond 2^53 are written as strings, because
 * other programs cannot represent them exactly as doubles. A float or double value also has its
 * bits, as a string ("bits"). */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "trace/export/export.h"

int trace_json_write(struct trace_reader *r, FILE *out, struct error *err);

/* ---- text ---- */

/* Decodes one unit of modified UTF-8. C0 80 is a zero, surrogate pairs of three bytes each become
 * one character, and malformed bytes become U+FFFD. */
static uint32_t next_unit(const unsigned char *s, size_t avail, size_t *used) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc0 ? 2 : 0;
  uint32_t c = n == 1 ? s[0] : n == 2 ? s[0] & 0x1fu : n == 3 ? s[0] & 0x0fu : s[0] & 0x07u;
  *used = 1;
  if (!n || n > avail) return 0xfffd;
  for (size_t i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80) return 0xfffd;
    c = c << 6 | (s[i] & 0x3fu);
  }
  if (n > 1 && c < least[n] && !(n == 2 && !c)) return 0xfffd;
  *used = n;
  return c > 0x10ffff ? 0xfffd : c;
}

static void put_utf8(struct text *out, uint32_t c) {
  size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  char b[4];
  INVARIANT(c <= 0x10ffff && (c < 0xd800 || c >= 0xe000),
            "a text has only characters of Unicode: %x", c);
  for (size_t i = n; i-- > 1; c >>= 6) b[i] = (char)(0x80 | (c & 0x3f));
  b[0] = (char)(lead[n] | c);
  text_add(out, b, n);
}

json_t *trace_json_text(const char *s, size_t len) {
  struct text utf8 = {0};
  const unsigned char *p = (const unsigned char *)s;
  text_add(&utf8, "", 0);
  for (size_t i = 0, used; i < len; i += used) {
    uint32_t c = next_unit(p + i, len - i, &used), low;
    size_t more;
    if (c >= 0xd800 && c < 0xdc00 && i + used < len) {
      low = next_unit(p + i + used, len - i - used, &more);
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        used += more;
      }
    }
    put_utf8(&utf8, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
  }
  json_t *j = json_stringn(utf8.s, utf8.len);
  text_release(&utf8);
  return j;
}

static json_t *json_id_text(const struct trace_reader *r, uint32_t id) {
  size_t len;
  const char *s = trace_reader_string(r, id, &len);
  return trace_json_text(s, len);
}

static json_t *json_name(const struct trace_reader *r, uint32_t id,
                         void (*name)(const struct trace_reader *, uint32_t, struct text *)) {
  struct text t = {0};
  name(r, id, &t);
  json_t *j = trace_json_text(t.s ? t.s : "", t.len);
  text_release(&t);
  return j;
}

static void set_id(json_t *o, const char *key, uint32_t id) {
  if (id) json_object_set_new(o, key, json_integer(id));
}

/* Sets the thread's number as shown to people, where 0 is main. Sets nothing if `id` is 0. */
static void set_thread(json_t *o, const char *key, uint32_t id) {
  if (id) json_object_set_new(o, key, json_integer(trace_thread_number(id)));
}

static void set_text(json_t *o, const char *key, const struct trace_reader *r, uint32_t id) {
  if (id) json_object_set_new(o, key, json_id_text(r, id));
}

/* ---- rows ---- */

static json_t *class_row(const struct trace_reader *r, const void *row) {
  const struct trace_class *c = row;
  char hash[33];
  json_t *o = json_pack("{s:I}", "id", (json_int_t)c->id);
  for (int i = 0; i < 16; i++) snprintf(hash + 2 * i, 3, "%02x", c->hash[i]);
  set_text(o, "name", r, c->name);
  set_text(o, "loader", r, c->loader);
  set_text(o, "source", r, c->source);
  json_object_set_new(o, "hash", json_string(hash));
  json_object_set_new(o, "flags", json_integer(c->flags));
  return o;
}

static json_t *method_row(const struct trace_reader *r, const void *row) {
  const struct trace_method *m = row;
  json_t *o = json_pack("{s:I}", "id", (json_int_t)m->id);
  set_id(o, "class", m->class_id);
  set_text(o, "name", r, m->name);
  set_text(o, "descriptor", r, m->desc);
  json_object_set_new(o, "flags", json_integer(m->flags));
  return o;
}

static json_t *field_row(const struct trace_reader *r, const void *row) {
  struct trace_method same;
  memcpy(&same, row, sizeof same); /* a row of a field has the same columns as a row of a method */
  return method_row(r, &same);
}

static json_t *location_row(const struct trace_reader *r, const void *row) {
  const struct trace_location *l = row;
  json_t *o = json_pack("{s:I}", "id", (json_int_t)l->id);
  set_id(o, "method", l->method);
  json_object_set_new(o, "bci", json_integer(l->bci));
  json_object_set_new(o, "line", json_integer(l->line));
  json_object_set_new(o, "name", json_name(r, l->id, trace_name_location));
  return o;
}

static json_t *thread_row(const struct trace_reader *r, const void *row) {
  const struct trace_thread *t = row;
  json_t *o = json_object();
  set_thread(o, "thread", t->id);
  set_text(o, "name", r, t->name);
  set_thread(o, "parent", t->parent);
  json_object_set_new(o, "ordinal", json_integer(t->ordinal));
  set_id(o, "object", t->object);
  json_object_set_new(o, "daemon", json_boolean(t->flags & 1));
  return o;
}

static json_t *object_row(const struct trace_reader *r, const void *row) {
  const struct trace_object *x = row;
  json_t *o = json_pack("{s:I}", "id", (json_int_t)x->id);
  set_id(o, "class", x->class_id);
  json_object_set_new(o, "name", json_name(r, x->id, trace_name_object));
  return o;
}

static json_t *meta_row(const struct trace_reader *r, const void *row) {
  const uint32_t *ids = row;
  json_t *a = json_array();
  json_array_append_new(a, json_id_text(r, ids[0]));
  json_array_append_new(a, json_id_text(r, ids[1]));
  return a;
}

/* ---- events ---- */

/* Returns an integer as a JSON number if every program can represent it exactly, otherwise as a
 * string. */
static json_t *json_exact(int64_t v) {
  char s[32];
  if (v >= -(INT64_C(1) << 53) && v <= INT64_C(1) << 53) return json_integer(v);
  snprintf(s, sizeof s, "%" PRId64, v);
  return json_string(s);
}

static void set_float(json_t *o, uint8_t type, uint64_t bits) {
  char hex[32];
  float f;
  double d;
  uint32_t low = (uint32_t)bits;
  memcpy(&f, &low, sizeof f);
  memcpy(&d, &bits, sizeof d);
  if (type == 'F') d = (double)f;
  snprintf(hex, sizeof hex, "0x%" PRIx64, bits);
  json_object_set_new(o, "value",
                      isfinite(d) ? json_real(d)
                                  : json_string(isnan(d) ? "NaN"
                                                : d < 0  ? "-Infinity"
                                                         : "Infinity"));
  json_object_set_new(o, "bits", json_string(hex));
}

static void set_value(json_t *o, const struct trace_reader *r, const struct trace_event *e) {
  char type[2] = {e->type > 0x20 && e->type < 0x7f ? (char)e->type : '?', 0};
  if (!e->type && !e->value) return;
  json_object_set_new(o, "type", json_string(type));
  if (e->type == 'F' || e->type == 'D')
    set_float(o, e->type, e->value);
  else if (e->type == 's')
    json_object_set_new(o, "value", json_id_text(r, (uint32_t)e->value));
  else if (e->type == 'Z')
    json_object_set_new(o, "value", json_boolean(e->value));
  else
    json_object_set_new(o, "value", json_exact((int64_t)e->value));
}

static void set_ref(json_t *o, const struct trace_reader *r, const struct trace_event *e) {
  static const char *const keys[] = {"ref", "field", "other", "class", "method", "what"};
  int kind = trace_kind_ref(e->kind);
  if (!e->ref) return;
  if (kind == TRACE_REF_STRING)
    json_object_set_new(o, keys[kind], json_id_text(r, e->ref));
  else if (kind == TRACE_REF_THREAD)
    set_thread(o, keys[kind], e->ref);
  else
    set_id(o, keys[kind < 0 ? 0 : kind], e->ref);
}

static void set_variable(json_t *o, const struct trace_reader *r, const struct trace_event *e) {
  struct text t = {0};
  trace_name_variable(r, e, &t);
  if (t.len) json_object_set_new(o, "variable", trace_json_text(t.s, t.len));
  text_release(&t);
}

static void set_flags(json_t *o, unsigned flags) {
  if (flags) json_object_set_new(o, "flags", json_integer(flags));
}

static void set_labels(json_t *o, const struct trace_reader *r, uint64_t labels) {
  json_t *a = json_array();
  for (unsigned i = 0; i < TRACE_MAX_LABELS; i++) {
    const char *name = trace_reader_label_name(r, i);
    if (labels >> i & 1 && name) json_array_append_new(a, trace_json_text(name, strlen(name)));
  }
  if (json_array_size(a)) json_object_set(o, "labels", a);
  json_decref(a);
}

static json_t *event_row(const struct trace_reader *r, uint64_t n, const struct trace_event *e) {
  const char *kind = trace_kind_name(e->kind);
  json_t *o = json_pack("{s:I}", "event", (json_int_t)n);
  json_object_set_new(o, "seq", json_exact((int64_t)e->seq));
  set_thread(o, "thread", e->thread);
  json_object_set_new(o, "kind", kind ? json_string(kind) : json_integer(e->kind));
  set_id(o, "location", e->location);
  if (e->location) json_object_set_new(o, "at", json_name(r, e->location, trace_name_location));
  set_id(o, "object", e->object);
  set_ref(o, r, e);
  if (e->index) json_object_set_new(o, "index", json_integer(e->index));
  set_value(o, r, e);
  set_variable(o, r, e);
  set_flags(o, e->flags);
  if (e->icount) json_object_set_new(o, "icount", json_exact((int64_t)e->icount));
  set_text(o, "text", r, e->text);
  set_labels(o, r, e->labels);
  return o;
}

/* ---- the object ---- */

static void put_row(FILE *out, json_t *row, bool first) {
  fputs(first ? "\n    " : ",\n    ", out);
  json_dumpf(row, out, JSON_COMPACT | JSON_ENCODE_ANY);
  json_decref(row);
}

static void put_table(struct trace_reader *r, FILE *out, unsigned table,
                      json_t *(*row)(const struct trace_reader *, const void *)) {
  fprintf(out, "  \"%s\": [", trace_table_name(table));
  for (size_t i = 0; i < trace_reader_rows(r, table); i++)
    put_row(out, row(r, trace_reader_row(r, table, i)), !i);
  fputs("\n  ],\n", out);
}

static void put_head(struct trace_reader *r, FILE *out) {
  fprintf(out, "{\n  \"format\": \"htrace\",\n  \"version\": %u,\n  \"damaged\": ", TRACE_VERSION);
  const char *damage = trace_reader_damage(r);
  json_t *j = damage ? trace_json_text(damage, strlen(damage)) : json_null();
  json_dumpf(j, out, JSON_ENCODE_ANY);
  json_decref(j);
  fputs(",\n", out);
}

static void put_labels(struct trace_reader *r, FILE *out) {
  fputs("  \"labels\": [", out);
  for (size_t i = 0; i < trace_reader_label_count(r); i++) {
    const char *name = trace_reader_label_name(r, i);
    put_row(out, trace_json_text(name, strlen(name)), !i);
  }
  fputs("\n  ],\n", out);
}

static int put_events(struct trace_reader *r, FILE *out, struct error *err) {
  fputs("  \"events\": [", out);
  for (uint64_t n = 0; n < trace_reader_count(r); n++) {
    struct trace_event e;
    int rc = trace_reader_event(r, n, &e, err);
    if (rc) return rc;
    put_row(out, event_row(r, n, &e), !n);
  }
  fputs("\n  ]\n}\n", out);
  return 0;
}

int trace_json_write(struct trace_reader *r, FILE *out, struct error *err) {
  put_head(r, out);
  put_table(r, out, TRACE_META, meta_row);
  put_table(r, out, TRACE_CLASSES, class_row);
  put_table(r, out, TRACE_METHODS, method_row);
  put_table(r, out, TRACE_FIELDS, field_row);
  put_table(r, out, TRACE_LOCATIONS, location_row);
  put_table(r, out, TRACE_THREADS, thread_row);
  put_table(r, out, TRACE_OBJECTS, object_row);
  put_labels(r, out);
  int rc = put_events(r, out, err);
  if (!rc && (fflush(out) || ferror(out)))
    rc = error_set(err, ERR_INPUT, "cannot write: %s", strerror(errno));
  return rc;
}
