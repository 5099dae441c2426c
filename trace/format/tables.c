/* The reader's tables: loading, sorting, look-ups, and the names that views and reports print. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/names.h"
#include "trace/format/reader_int.h"

/* ---- loading and sorting ---- */

void reader_add_row(struct trace_reader *r, unsigned table, const uint8_t *row) {
  struct reader_table *t = &r->tables[table];
  unsigned size = trace_row_size(table);
  if (t->len == t->cap) vec_grow_((void **)&t->rows, &t->cap, t->len + 1, size);
  trace_row_decode(table, row, t->rows + t->len++ * size);
}

size_t reader_add_string(struct trace_reader *r, const uint8_t *p, size_t avail) {
  uint32_t head[2];
  if (avail < sizeof head) return 0;
  memcpy(head, p, sizeof head);
  size_t size = sizeof head + (((size_t)head[1] + 3) & ~(size_t)3);
  if (size > avail) return 0;
  char *s = pool_strndup(&r->pool, (const char *)p + sizeof head, head[1]);
  *vec_push(&r->strings) = (struct reader_string){head[0], head[1], s};
  return size;
}

/* Returns the id of a row. Every row begins with its id, and so does struct reader_string. */
static uint32_t id_of(const uint8_t *row) {
  uint32_t id;
  memcpy(&id, row, sizeof id);
  return id;
}

/* Stable merge sort by id: rows with equal ids stay in the order in which they were added. */
static void merge(uint8_t *a, uint8_t *tmp, size_t n, size_t size) {
  if (n < 2) return;
  size_t half = n / 2, i = 0, j = half, k = 0;
  merge(a, tmp, half, size);
  merge(a + half * size, tmp, n - half, size);
  if (id_of(a + (half - 1) * size) <= id_of(a + half * size)) return;
  while (i < half && j < n) {
    size_t from = id_of(a + j * size) < id_of(a + i * size) ? j++ : i++;
    memcpy(tmp + k++ * size, a + from * size, size);
  }
  memcpy(tmp + k * size, a + i * size, (half - i) * size);
  memcpy(a, tmp, (k + half - i) * size);
}

/* Sorts the rows by id and keeps only the last of those with the same id. Returns the new
 * length. */
static size_t sort_rows(uint8_t *rows, size_t n, size_t size) {
  size_t kept = 0;
  uint8_t *tmp = mem_alloc(n * size);
  merge(rows, tmp, n, size);
  free(tmp);
  for (size_t i = 0; i < n; i++) {
    if (kept && id_of(rows + (kept - 1) * size) == id_of(rows + i * size)) kept--;
    if (kept != i) memcpy(rows + kept * size, rows + i * size, size);
    kept++;
  }
  for (size_t i = 1; INVARIANTS_ON && i < kept; i++)
    INVARIANT(id_of(rows + (i - 1) * size) < id_of(rows + i * size), "rows are sorted by id: %zu",
              i);
  return kept;
}

void reader_sort(struct trace_reader *r) {
  for (unsigned t = TRACE_CLASSES; t <= TRACE_OBJECTS; t++)
    if (r->tables[t].len)
      r->tables[t].len = sort_rows(r->tables[t].rows, r->tables[t].len, trace_row_size(t));
  if (r->strings.len)
    r->strings.len =
        sort_rows((uint8_t *)(void *)r->strings.data, r->strings.len, sizeof *r->strings.data);
}

/* Moves the last row to its place by id and returns the new length. Ids are assigned in order and
 * rows are written soon after, so the place is near the end. */
static size_t place_last(uint8_t *rows, size_t n, size_t size) {
  uint8_t row[sizeof(struct trace_event)];
  size_t at = n - 1;
  CHECK(n && size <= sizeof row, "a row that moves to its place was added: %zu", n);
  memcpy(row, rows + at * size, size);
  while (at && id_of(rows + (at - 1) * size) > id_of(row)) at--;
  if (at && id_of(rows + (at - 1) * size) == id_of(row)) {
    memcpy(rows + (at - 1) * size, row, size); /* rows from here on stay in place */
    return n - 1;
  }
  memmove(rows + (at + 1) * size, rows + at * size, (n - 1 - at) * size);
  memcpy(rows + at * size, row, size);
  INVARIANT((!at || id_of(rows + (at - 1) * size) < id_of(row)) &&
                (at + 1 == n || id_of(row) < id_of(rows + (at + 1) * size)),
            "rows are sorted by id: %zu of %zu", at, n);
  return n;
}

void reader_place_last(struct trace_reader *r, unsigned table) {
  struct reader_table *t = &r->tables[table];
  if (table == TRACE_STRINGS)
    r->strings.len =
        place_last((uint8_t *)(void *)r->strings.data, r->strings.len, sizeof *r->strings.data);
  else if (table != TRACE_META)
    t->len = place_last(t->rows, t->len, trace_row_size(table));
}

/* ---- look-ups ---- */

/* Finds a row by id. Ids are dense in most traces, so tries index id - 1 before a binary search. */
static const void *tables_find(const uint8_t *rows, size_t n, size_t size, uint32_t id) {
  size_t low = 0, high = n;
  if (!id || !n) return NULL;
  if (id <= n && id_of(rows + (id - 1) * size) == id) return rows + (id - 1) * size;
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (id_of(rows + mid * size) < id)
      low = mid + 1;
    else
      high = mid;
  }
  return low < n && id_of(rows + low * size) == id ? rows + low * size : NULL;
}

static const void *find_row(const struct trace_reader *r, unsigned table, uint32_t id) {
  return tables_find(r->tables[table].rows, r->tables[table].len, trace_row_size(table), id);
}

const struct trace_class *trace_reader_class(const struct trace_reader *r, uint32_t id) {
  return find_row(r, TRACE_CLASSES, id);
}
const struct trace_method *trace_reader_method(const struct trace_reader *r, uint32_t id) {
  return find_row(r, TRACE_METHODS, id);
}
const struct trace_field *trace_reader_field(const struct trace_reader *r, uint32_t id) {
  return find_row(r, TRACE_FIELDS, id);
}
const struct trace_location *trace_reader_location(const struct trace_reader *r, uint32_t id) {
  return find_row(r, TRACE_LOCATIONS, id);
}
const struct trace_thread *trace_reader_thread(const struct trace_reader *r, uint32_t id) {
  return find_row(r, TRACE_THREADS, id);
}
const struct trace_object *trace_reader_object(const struct trace_reader *r, uint32_t id) {
  return find_row(r, TRACE_OBJECTS, id);
}

const char *trace_reader_string(const struct trace_reader *r, uint32_t id, size_t *len) {
  const struct reader_string *s = tables_find((const uint8_t *)(const void *)r->strings.data,
                                              r->strings.len, sizeof *r->strings.data, id);
  if (len) *len = s ? s->len : 0;
  return s ? s->s : "";
}

size_t trace_reader_rows(const struct trace_reader *r, enum trace_table table) {
  return table == TRACE_STRINGS ? r->strings.len : r->tables[table].len;
}

const void *trace_reader_row(const struct trace_reader *r, enum trace_table table, size_t i) {
  return i < r->tables[table].len ? r->tables[table].rows + i * trace_row_size(table) : NULL;
}

uint32_t trace_reader_string_id(const struct trace_reader *r, size_t i) {
  return i < r->strings.len ? r->strings.data[i].id : 0;
}

size_t trace_reader_meta_count(const struct trace_reader *r) { return r->tables[TRACE_META].len; }

void trace_reader_meta_entry(const struct trace_reader *r, size_t i, const char **key,
                             const char **value) {
  const uint32_t *row = trace_reader_row(r, TRACE_META, i);
  *key = row ? trace_reader_string(r, row[0], NULL) : "";
  *value = row ? trace_reader_string(r, row[1], NULL) : "";
}

const char *trace_reader_meta(const struct trace_reader *r, const char *key, size_t nth) {
  for (size_t i = 0; i < r->tables[TRACE_META].len; i++) {
    const char *k, *v;
    trace_reader_meta_entry(r, i, &k, &v);
    if (!strcmp(k, key) && !nth--) return v;
  }
  return NULL;
}

/* ---- names ---- */

static const char *primitive(char c) {
  static const char codes[] = "ZBCSIJFDV";
  static const char *const names[] = {"boolean", "byte",  "char",   "short", "int",
                                      "long",    "float", "double", "void"};
  const char *at = c ? strchr(codes, c) : NULL;
  return at ? names[at - codes] : NULL;
}

/* Appends a class name such as "java/lang/String" or "[[Ljava/lang/String;" in source-code form. */
static void java_name(const char *s, struct text *out) {
  int dims = 0;
  size_t n;
  while (*s == '[') s++, dims++;
  n = strlen(s);
  if (dims && n == 1 && primitive(*s)) {
    text_puts(out, primitive(*s));
  } else {
    if (dims && *s == 'L' && n > 2) s++, n -= 2;
    for (size_t i = 0; i < n; i++) text_add(out, s[i] == '/' ? "." : s + i, 1);
  }
  while (dims--) text_puts(out, "[]");
}

void trace_name_class(const struct trace_reader *r, uint32_t class_id, struct text *out) {
  const struct trace_class *c = trace_reader_class(r, class_id);
  if (c)
    java_name(trace_reader_string(r, c->name, NULL), out);
  else
    text_puts(out, "?");
}

void trace_name_method(const struct trace_reader *r, uint32_t method, struct text *out) {
  const struct trace_method *m = trace_reader_method(r, method);
  if (!m) {
    text_puts(out, "?");
    return;
  }
  trace_name_class(r, m->class_id, out);
  text_printf(out, ".%s", trace_reader_string(r, m->name, NULL));
}

void trace_name_location(const struct trace_reader *r, uint32_t location, struct text *out) {
  const struct trace_location *l = trace_reader_location(r, location);
  if (!l) {
    text_puts(out, "?");
    return;
  }
  trace_name_method(r, l->method, out);
  if (l->line >= 0)
    text_printf(out, ":%" PRId32, l->line);
  else
    text_printf(out, "@%" PRIu32, l->bci);
}

void trace_name_thread(const struct trace_reader *r, uint32_t thread, struct text *out) {
  (void)r;
  if (thread)
    text_printf(out, "T%" PRIu32, trace_thread_number(thread));
  else
    text_puts(out, "-");
}

/* Returns the simple name of the thread's class, which is shown instead of a generated name such as
 * "Thread-3". Returns NULL if the class is not one of the program. */
static const char *thread_class(const struct trace_reader *r, const struct trace_thread *t) {
  const struct trace_object *o = trace_reader_object(r, t->object);
  const struct trace_class *c = o ? trace_reader_class(r, o->class_id) : NULL;
  const char *name = c ? trace_reader_string(r, c->name, NULL) : "";
  return *name && strncmp(name, "java/", 5) != 0 && strncmp(name, "jdk/", 4) != 0
             ? name_simple_class(name)
             : NULL;
}

static const char *thread_own_name(const struct trace_reader *r, const struct trace_thread *t) {
  return t && t->name ? trace_reader_string(r, t->name, NULL) : "";
}

bool trace_thread_is_numbered(const struct trace_reader *r, uint32_t thread) {
  const struct trace_thread *t = trace_reader_thread(r, thread);
  return name_is_numbered(thread_own_name(r, t)) && !thread_class(r, t);
}

void trace_title_thread(const struct trace_reader *r, uint32_t thread, struct text *out) {
  const struct trace_thread *t = trace_reader_thread(r, thread);
  const char *name = thread_own_name(r, t), *its = NULL;
  size_t at = out->len;
  if (name_is_numbered(name)) its = thread_class(r, t);
  trace_name_thread(r, thread, out);
  if (its)
    text_printf(out, " %s", its);
  else if (*name && strcmp(name, out->s + at) != 0)
    text_printf(out, " %s", name);
}

static void name_number(uint8_t type, uint64_t value, struct text *out) {
  float f;
  double d;
  uint32_t low = (uint32_t)value;
  switch (type) {
    case 'F':
      memcpy(&f, &low, sizeof f);
      text_printf(out, "%.9g", (double)f);
      break;
    case 'D':
      memcpy(&d, &value, sizeof d);
      text_printf(out, "%.17g", d);
      break;
    case 'Z': text_puts(out, value ? "true" : "false"); break;
    default: text_printf(out, "%" PRId64, (int64_t)value);
  }
}

void trace_name_value(const struct trace_reader *r, uint8_t type, uint64_t value,
                      struct text *out) {
  uint32_t id = (uint32_t)value;
  switch (type) {
    case 0: break;
    case 'L': trace_name_object(r, id, out); break;
    case 's': text_puts(out, trace_reader_string(r, id, NULL)); break;
    case 'm': trace_name_method(r, id, out); break;
    case 'c': trace_name_class(r, id, out); break;
    case 't': trace_name_thread(r, id, out); break;
    default: name_number(type, value, out);
  }
}

void trace_name_variable(const struct trace_reader *r, const struct trace_event *e,
                         struct text *out) {
  if (trace_kind_group(e->kind) != TRACE_GROUP_ACCESS) return;
  if (trace_has(e, TRAIT_ELEMENT)) {
    trace_name_object(r, e->object, out);
    text_printf(out, "[%" PRId32 "]", e->index);
    return;
  }
  const struct trace_field *f = trace_reader_field(r, e->ref);
  if (e->object)
    trace_name_object(r, e->object, out);
  else if (f)
    trace_name_class(r, f->class_id, out);
  text_printf(out, ".%s", f ? trace_reader_string(r, f->name, NULL) : "?");
}
