/* Names of a trace's objects, such as Cell#2 "d2": the class, a number, and the field that held the
 * object. The number counts the objects of the class in order of first appearance, as the engine
 * numbers objects along a path. The engine also sees objects that no event names, so a
 * counterexample stores the engine's number where it differs (TRACE_META_NUMBER). Names are
 * computed on first use, and again after the trace has grown. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/names.h"
#include "engine/classfile/classfile.h"
#include "trace/format/reader_int.h"

/* The events that are searched for fields that hold objects; limited so that a view opens without
 * delay. */
enum { PLACES_MAX_EVENTS = 300000 };

struct given_number { /* the value of a TRACE_META_NUMBER entry */
  uint32_t id, number;
};

struct reader_names {
  VEC(struct given_number) given; /* sorted by id */
  VEC(uint32_t) number; /* by row of the object table; stays valid while rows are only appended */
  VEC(uint32_t) count;  /* by class id: number of its objects so far */
  uint32_t last_id;     /* id of the last numbered row */
  uint32_t *by_name;    /* rows sorted by class, then by row; NULL: not computed */
  /* by row: id of the field that held the object (0: unknown); NULL: not computed */
  uint32_t *field;
  size_t sorted, looked; /* number of objects that by_name and field cover */
  uint64_t events;
};

static const struct trace_object *object_row(const struct trace_reader *r, size_t i) {
  return trace_reader_row(r, TRACE_OBJECTS, i);
}

void reader_names_free(struct trace_reader *r) {
  if (!r->names) return;
  vec_free(&r->names->given);
  vec_free(&r->names->number);
  vec_free(&r->names->count);
  free(r->names->by_name);
  free(r->names->field);
  free(r->names);
  r->names = NULL;
}

static int by_id(const void *a, const void *b) {
  const struct given_number *x = a, *y = b;
  return x->id < y->id ? -1 : x->id > y->id;
}

static void read_given(const struct trace_reader *r, struct reader_names *names) {
  size_t i, n = trace_reader_meta_count(r);
  for (i = 0; i < n; i++) {
    const char *key, *value;
    struct given_number g;
    trace_reader_meta_entry(r, i, &key, &value);
    if (!strcmp(key, TRACE_META_NUMBER) &&
        sscanf(value, "%" SCNu32 " %" SCNu32, &g.id, &g.number) == 2)
      *vec_push(&names->given) = g;
  }
  if (names->given.len)
    qsort(names->given.data, names->given.len, sizeof *names->given.data, by_id);
}

/* Returns the object's number: the one stored in the trace, or else `row`, which its place in the
 * table implies. */
static uint32_t number_of(const struct reader_names *names, uint32_t id, uint32_t row) {
  const struct given_number key = {id, 0}, *g = NULL;
  if (names->given.len) g = bsearch(&key, names->given.data, names->given.len, sizeof key, by_id);
  return g ? g->number : row;
}

/* More classes than a JVM loads. A damaged file may name any id. */
enum { CLASS_IDS_MAX = 1 << 20 };

/* Returns the numbers of all objects. The table is sorted by id, and ids rise in order of first
 * appearance, so the row order is the order of first appearance. */
static struct reader_names *numbers_of(const struct trace_reader *r) {
  struct trace_reader *own = (struct trace_reader *)(uintptr_t)r; /* cached in the reader */
  size_t n = trace_reader_rows(r, TRACE_OBJECTS), i;
  struct reader_names *names = r->names;
  if (names && names->number.len &&
      (names->number.len > n ||
       object_row(r, names->number.len - 1)->id != names->last_id)) /* a row was inserted */
    reader_names_free(own);
  if (!r->names) {
    own->names = mem_alloc(sizeof *own->names);
    read_given(r, own->names);
  }
  names = r->names;
  for (i = names->number.len; i < n; i++) {
    uint32_t of = object_row(r, i)->class_id;
    if (of >= CLASS_IDS_MAX) of = 0;
    while (names->count.len <= of) *vec_push(&names->count) = 0;
    names->last_id = object_row(r, i)->id;
    *vec_push(&names->number) = number_of(names, names->last_id, ++names->count.data[of]);
  }
  return names;
}

struct numbered {
  uint32_t class_id, row;
};

static int by_class(const void *a, const void *b) {
  const struct numbered *x = a, *y = b;
  if (x->class_id != y->class_id) return x->class_id < y->class_id ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static const uint32_t *sorted_of(const struct trace_reader *r) {
  struct reader_names *names = numbers_of(r);
  size_t n = names->number.len, i;
  struct numbered *v;
  if (names->by_name && names->sorted == n) return names->by_name;
  free(names->by_name);
  names->by_name = mem_alloc((n + 1) * sizeof *names->by_name);
  names->sorted = n;
  v = mem_alloc((n + 1) * sizeof *v);
  for (i = 0; i < n; i++) v[i] = (struct numbered){object_row(r, i)->class_id, (uint32_t)i};
  if (n) qsort(v, n, sizeof *v, by_class);
  for (i = 0; i < n; i++) names->by_name[i] = v[i].row;
  free(v);
  return names->by_name;
}

/* Returns the index of an object's row, or SIZE_MAX if it has none. */
static size_t names_row(const struct trace_reader *r, uint32_t object) {
  size_t lo = 0, hi = trace_reader_rows(r, TRACE_OBJECTS);
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    uint32_t id = object_row(r, mid)->id;
    if (id == object) return mid;
    if (id < object)
      lo = mid + 1;
    else
      hi = mid;
  }
  return SIZE_MAX;
}

void trace_name_object(const struct trace_reader *r, uint32_t object, struct text *out) {
  size_t row = object ? names_row(r, object) : SIZE_MAX;
  if (!object) {
    text_puts(out, "null");
  } else if (row == SIZE_MAX) {
    text_printf(out, "#%" PRIu32, object);
  } else {
    CHECK(row < numbers_of(r)->number.len, "each object of the table has a number: row %zu", row);
    trace_name_class(r, object_row(r, row)->class_id, out);
    text_printf(out, "#%" PRIu32, numbers_of(r)->number.data[row]);
  }
}

/* ---- fields that held an object ---- */

static bool is_static(const struct trace_reader *r, uint32_t field) {
  const struct trace_field *f = trace_reader_field(r, field);
  return f && f->flags & ACC_STATIC;
}

/* Is field `a` a better name for the object than `b`? Prefers a static to an instance field, and
 * then the first by name, as the engine does. */
static bool place_is_better(const struct trace_reader *r, uint32_t a, uint32_t b) {
  const struct trace_field *x = trace_reader_field(r, a), *y = trace_reader_field(r, b);
  const char *name = x ? trace_reader_string(r, x->name, NULL) : "";
  if (!*name || !strncmp(name, "this$", 5)) return false;
  if (!y) return true;
  if (is_static(r, a) != is_static(r, b)) return is_static(r, a);
  return strcmp(name, trace_reader_string(r, y->name, NULL)) < 0;
}

static const uint32_t *fields_of(struct trace_reader *r) {
  struct reader_names *names = numbers_of(r);
  uint64_t n = trace_reader_count(r), i;
  if (n > PLACES_MAX_EVENTS) n = PLACES_MAX_EVENTS;
  if (names->field && names->events == n && names->looked == names->number.len) return names->field;
  free(names->field);
  names->field = mem_alloc((names->number.len + 1) * sizeof *names->field);
  names->events = n;
  names->looked = names->number.len;
  for (i = 0; i < n; i++) {
    struct trace_event e;
    size_t row;
    if (trace_reader_event(r, i, &e, NULL) || e.type != 'L' || !e.value ||
        trace_kind_group(e.kind) != TRACE_GROUP_ACCESS || trace_has(&e, TRAIT_ELEMENT))
      continue;
    row = names_row(r, (uint32_t)e.value);
    CHECK(row == SIZE_MAX || row < names->looked, "an object of the table has a place: row %zu",
          row);
    if (row != SIZE_MAX && place_is_better(r, e.ref, names->field[row])) names->field[row] = e.ref;
  }
  return names->field;
}

static void put_place(struct trace_reader *r, size_t row, struct text *out) {
  uint32_t field = fields_of(r)[row];
  const struct trace_field *f = trace_reader_field(r, field);
  const struct trace_class *c =
      f && is_static(r, field) ? trace_reader_class(r, f->class_id) : NULL;
  const char *name = f ? trace_reader_string(r, f->name, NULL) : "";
  if (!f) return;
  if (!strncmp(name, "val$", 4)) name += 4;
  text_printf(out, " \"%s%s%s\"", c ? name_simple_class(trace_reader_string(r, c->name, NULL)) : "",
              c ? "." : "", name);
}

static bool is_name(char c) { return isalnum((unsigned char)c) || (c && strchr("_$.", c)); }

/* Returns the row of the object with this class name and number, or SIZE_MAX if there is none. The
 * class name may lack its package or its outer class. */
static size_t row_named(struct trace_reader *r, const char *class_name, size_t len,
                        uint32_t number) {
  const struct reader_names *names = numbers_of(r);
  const uint32_t *sorted = sorted_of(r);
  struct text t = {0};
  size_t i, found = SIZE_MAX;
  uint32_t last = UINT32_MAX;
  bool fits = false;
  for (i = 0; i < names->number.len && found == SIZE_MAX; i++) {
    uint32_t row = sorted[i], of = object_row(r, row)->class_id;
    if (of != last) {
      t.len = 0;
      trace_name_class(r, of, &t);
      fits = t.len >= len && !memcmp(t.s + t.len - len, class_name, len) &&
             (t.len == len || strchr(".$", t.s[t.len - len - 1]));
      last = of;
    }
    if (fits && names->number.data[row] == number) found = row;
  }
  text_release(&t);
  return found;
}

/* Returns the row of the object that the word at `p` names, or SIZE_MAX if the word is not an
 * object's name, is followed by a field or index, or already has a place. Sets *len to the length
 * of the word. */
static size_t row_at(struct trace_reader *r, const char *p, size_t *len) {
  size_t n = 0;
  unsigned long number;
  char *end;
  while (is_name(p[n])) n++;
  *len = n ? n : 1;
  if (!n || p[n] != '#' || !isdigit((unsigned char)p[n + 1])) return SIZE_MAX;
  number = strtoul(p + n + 1, &end, 10);
  *len = (size_t)(end - p);
  if (*end == '[' || (*end == '.' && is_name(end[1])) || !strncmp(end, " \"", 2)) return SIZE_MAX;
  return row_named(r, p, n, (uint32_t)number);
}

char *trace_with_places(struct trace_reader *r, const char *text) {
  struct text t = {0};
  const char *p = text;
  bool quoted = false;
  text_puts(&t, "");
  while (*p) {
    size_t n = 1, row = !quoted && is_name(*p) ? row_at(r, p, &n) : SIZE_MAX;
    if (*p == '"') quoted = !quoted;
    text_add(&t, p, n);
    if (row != SIZE_MAX) put_place(r, row, &t);
    p += n;
  }
  return t.s;
}
