/* Writes the text form of a trace (format/text_form.h): first the tables, then a line for each
 * event. */
#include "trace/format/text_form.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- strings ---- */

/* The sorted ids of the strings that have the same text as a string with a lower id. References to
 * them are written as "@id". */
struct doubles {
  VEC(uint32_t) ids;
};

struct by_text {
  const char *s;
  size_t len;
  uint32_t id;
};

static int compare_text(const void *a, const void *b) {
  const struct by_text *x = a, *y = b;
  size_t n = x->len < y->len ? x->len : y->len;
  int c = n ? memcmp(x->s, y->s, n) : 0;
  if (c) return c;
  if (x->len != y->len) return x->len < y->len ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

static int compare_id(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void doubles_find(struct doubles *d, const struct trace_reader *r) {
  size_t n = trace_reader_rows(r, TRACE_STRINGS);
  struct by_text *all = mem_alloc(n * sizeof *all);
  for (size_t i = 0; i < n; i++) {
    all[i].id = trace_reader_string_id(r, i);
    all[i].s = trace_reader_string(r, all[i].id, &all[i].len);
  }
  qsort(all, n, sizeof *all, compare_text);
  for (size_t i = 1; i < n; i++)
    if (all[i].len == all[i - 1].len && !memcmp(all[i].s, all[i - 1].s, all[i].len))
      *vec_push(&d->ids) = all[i].id;
  if (d->ids.len) qsort(d->ids.data, d->ids.len, sizeof *d->ids.data, compare_id);
  free(all);
}

struct text_writer {
  struct trace_reader *r;
  FILE *out;
  struct doubles doubles;
  struct text line;
};

static bool is_double(const struct text_writer *w, uint32_t id) {
  return w->doubles.ids.len &&
         bsearch(&id, w->doubles.ids.data, w->doubles.ids.len, sizeof id, compare_id);
}

/* ---- tables ---- */

static void put_string(struct text_writer *w, uint32_t id) {
  size_t len;
  const char *s = trace_reader_string(w->r, id, &len);
  if (!id)
    text_puts(&w->line, "-");
  else if (!len || is_double(w, id))
    text_printf(&w->line, "@%" PRIu32, id);
  else
    trace_text_quote(&w->line, s, len);
}

/* Appends a reference such as "C3(Foo)": a letter, the id, and in parentheses the output of
 * `name`. */
static void put_named(struct text *out, const struct trace_reader *r, char letter, uint32_t id,
                      void (*name)(const struct trace_reader *, uint32_t, struct text *)) {
  struct text n = {0};
  if (!id) {
    text_puts(out, "-");
    return;
  }
  text_printf(out, "%c%" PRIu32, letter, id);
  if (!name) return;
  name(r, id, &n);
  text_puts(out, "(");
  if (n.len) trace_text_bare(out, n.s, n.len);
  text_puts(out, ")");
  text_release(&n);
}

static void object_class(const struct trace_reader *r, uint32_t id, struct text *out) {
  const struct trace_object *o = trace_reader_object(r, id);
  if (o) trace_name_class(r, o->class_id, out);
}

static void put_object(struct text *out, const struct trace_reader *r, uint32_t id) {
  put_named(out, r, 'O', id, trace_reader_object(r, id) ? object_class : NULL);
}

static void put_hash(struct text *out, const uint8_t *hash) {
  for (int i = 0; i < 16; i++) text_printf(out, "%02x", hash[i]);
}

static void put_column(struct text_writer *w, char column, const uint8_t *at) {
  uint32_t v;
  memcpy(&v, at, sizeof v);
  switch (column) {
    case 'U': text_printf(&w->line, "%" PRIu32, v); break;
    case 'I': text_printf(&w->line, "%" PRId32, (int32_t)v); break;
    case 'X': text_printf(&w->line, "0x%" PRIx32, v); break;
    case 'H': put_hash(&w->line, at); break;
    case 'S': put_string(w, v); break;
    case 'C': put_named(&w->line, w->r, 'C', v, trace_name_class); break;
    case 'M': put_named(&w->line, w->r, 'M', v, trace_name_method); break;
    case 'N': text_printf(&w->line, "%" PRIu32, trace_thread_number(v)); break;
    case 'T': trace_name_thread(w->r, v, &w->line); break;
    case 'O': put_object(&w->line, w->r, v); break;
  }
}

static void end_line(struct text_writer *w) {
  text_puts(&w->line, "\n");
  fwrite(w->line.s, 1, w->line.len, w->out);
  w->line.len = 0;
}

static void put_table(struct text_writer *w, unsigned table) {
  const struct trace_text_table *t = trace_text_table(table);
  for (size_t i = 0; i < trace_reader_rows(w->r, table); i++) {
    const uint8_t *at = trace_reader_row(w->r, table, i);
    text_puts(&w->line, t->word);
    for (const char *c = t->columns; *c; c++) {
      text_puts(&w->line, " ");
      put_column(w, *c, at);
      at += *c == 'H' ? 16 : 4;
    }
    end_line(w);
  }
}

static void put_strings(struct text_writer *w) {
  for (size_t i = 0; i < trace_reader_rows(w->r, TRACE_STRINGS); i++) {
    size_t len;
    uint32_t id = trace_reader_string_id(w->r, i);
    const char *s = trace_reader_string(w->r, id, &len);
    text_printf(&w->line, "string %" PRIu32 " ", id);
    trace_text_quote(&w->line, s, len);
    end_line(w);
  }
}

static void put_labels(struct text_writer *w) {
  for (size_t i = 0; i < trace_reader_label_count(w->r); i++) {
    const char *name = trace_reader_label_name(w->r, i);
    text_puts(&w->line, "label ");
    trace_text_bare(&w->line, name, strlen(name));
    end_line(w);
  }
}

/* ---- events ---- */

static void put_text(struct text *out, const struct trace_reader *r, uint32_t id) {
  size_t len;
  const char *s = trace_reader_string(r, id, &len);
  if (!id) {
    text_puts(out, "-");
    return;
  }
  text_printf(out, "S%" PRIu32 "(", id);
  trace_text_quote(out, s, len);
  text_puts(out, ")");
}

static void put_field(const struct trace_reader *r, uint32_t id, struct text *out) {
  const struct trace_field *f = trace_reader_field(r, id);
  if (f) trace_name_class(r, f->class_id, out);
  text_printf(out, ".%s", f ? trace_reader_string(r, f->name, NULL) : "?");
}

static void put_ref(struct text *out, const struct trace_reader *r, const struct trace_event *e) {
  switch (trace_kind_ref(e->kind)) {
    case TRACE_REF_FIELD: put_named(out, r, 'F', e->ref, put_field); break;
    case TRACE_REF_THREAD: trace_name_thread(r, e->ref, out); break;
    case TRACE_REF_CLASS: put_named(out, r, 'C', e->ref, trace_name_class); break;
    case TRACE_REF_METHOD: put_named(out, r, 'M', e->ref, trace_name_method); break;
    case TRACE_REF_STRING: put_text(out, r, e->ref); break;
    default: put_named(out, r, 'X', e->ref, NULL);
  }
}

static void put_location(const struct trace_reader *r, uint32_t id, struct text *out) {
  const struct trace_location *l = trace_reader_location(r, id);
  trace_name_method(r, l ? l->method : 0, out);
  if (l) text_printf(out, "@%" PRIu32 ":%" PRId32, l->bci, l->line);
}

/* Appends a value such as "I:5", "D:0x...(1.5)", "L:O7(Counter)", or "#code:0x..." for an unknown
 * type. Ids have 32 bits, so a larger one is written as a value of unknown type. */
static void put_value(struct text *out, const struct trace_reader *r, uint8_t type,
                      uint64_t value) {
  if (!type && !value) {
    text_puts(out, "-");
  } else if (type && strchr("ZBCSIJ", type)) {
    text_printf(out, "%c:%" PRId64, type, (int64_t)value);
  } else if (type == 'F' || type == 'D') {
    text_printf(out, "%c:0x%" PRIx64 "(", type, value);
    trace_name_value(r, type, value, out);
    text_puts(out, ")");
  } else if (!type || !strchr("Lsmct", type) || value >> 32) {
    text_printf(out, "#%u:0x%" PRIx64, type, value);
  } else {
    text_printf(out, "%c:", type);
    if (type == 'L')
      put_object(out, r, (uint32_t)value);
    else if (type == 's')
      put_text(out, r, (uint32_t)value);
    else if (type == 'm')
      put_named(out, r, 'M', (uint32_t)value, trace_name_method);
    else if (type == 'c')
      put_named(out, r, 'C', (uint32_t)value, trace_name_class);
    else
      trace_name_thread(r, (uint32_t)value, out);
  }
}

static void put_flags(struct text *out, unsigned flags) {
  if (!flags) text_puts(out, "-");
  for (unsigned bit = 0, some = 0; bit < 16; bit++) {
    if (!(flags >> bit & 1)) continue;
    if (some++) text_puts(out, ",");
    if (trace_text_flag(bit))
      text_puts(out, trace_text_flag(bit));
    else
      text_printf(out, "0x%x", 1u << bit);
  }
}

static void put_event_labels(struct text *out, const struct trace_reader *r, uint64_t labels) {
  if (!labels) text_puts(out, "-");
  for (unsigned i = 0, some = 0; i < TRACE_MAX_LABELS; i++) {
    const char *name = trace_reader_label_name(r, i);
    if (!(labels >> i & 1) || !name) continue;
    if (some++) text_puts(out, ",");
    trace_text_bare(out, name, strlen(name));
  }
}

/* Ends a column that began at `from`: pads it to `width` and adds a blank as separator. */
static void pad(struct text *out, size_t from, size_t width) {
  do text_add(out, " ", 1);
  while (out->len - from <= width);
}

void trace_text_event(struct trace_reader *r, uint64_t n, const struct trace_event *e,
                      struct text *out) {
  size_t at = out->len;
#define COLUMN(width, ...) \
  do { \
    __VA_ARGS__; \
    pad(out, at, width); \
    at = out->len; \
  } while (0)
  COLUMN(7, text_printf(out, "%" PRIu64, n));
  COLUMN(7, text_printf(out, "%" PRIu64, e->seq));
  COLUMN(4, trace_name_thread(r, e->thread, out));
  COLUMN(17, trace_kind_name(e->kind) ? text_puts(out, trace_kind_name(e->kind))
                                      : text_printf(out, "kind-%u", e->kind));
  COLUMN(36, put_named(out, r, 'L', e->location, put_location));
  COLUMN(20, put_object(out, r, e->object));
  COLUMN(24, put_ref(out, r, e));
  COLUMN(5, text_printf(out, "%" PRId32, e->index));
  COLUMN(16, put_value(out, r, e->type, e->value));
  COLUMN(10, put_flags(out, e->flags));
  COLUMN(6, text_printf(out, "%" PRIu64, e->icount));
  COLUMN(8, put_text(out, r, e->text));
#undef COLUMN
  put_event_labels(out, r, e->labels);
}

static int put_events(struct text_writer *w, struct error *err) {
  uint64_t count = trace_reader_count(w->r);
  text_printf(&w->line, "events %" PRIu64, count);
  end_line(w);
  text_puts(&w->line,
            "# event seq thread kind location object ref index value flags icount text labels");
  end_line(w);
  for (uint64_t n = 0; n < count; n++) {
    struct trace_event e;
    int rc = trace_reader_event(w->r, n, &e, err);
    if (rc) return rc;
    trace_text_event(w->r, n, &e, &w->line);
    end_line(w);
  }
  return 0;
}

int trace_text_write(struct trace_reader *r, FILE *out, struct error *err) {
  struct text_writer w = {.r = r, .out = out};
  doubles_find(&w.doubles, r);
  text_puts(&w.line, TRACE_TEXT_FIRST_LINE);
  end_line(&w);
  if (trace_reader_damage(r)) {
    text_printf(&w.line, "# %s", trace_reader_damage(r));
    end_line(&w);
  }
  put_strings(&w);
  for (unsigned t = TRACE_META; t < TRACE_EVENTS; t++) put_table(&w, t);
  put_labels(&w);
  int rc = put_events(&w, err);
  if (!rc && (fflush(out) || ferror(out)))
    rc = error_set(err, ERR_INPUT, "cannot write: %s", strerror(errno));
  vec_free(&w.doubles.ids);
  text_release(&w.line);
  return rc;
}
