/* Converts the inputs of a recorded trace to lines for the engine (engine/vm/given.h), properties,
 * and the bytes of standard input. */
#include "trace/replay/inputs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

struct input {
  uint64_t event, value;
  uint32_t thread, location;
  const char *source, *of;
};
typedef VEC(struct input) input_vec;

/* ---- texts ---- */

/* Appends one column of a line. Blanks and other characters that would break the line become
 * %XX. */
static void encode(struct text *t, const char *s) {
  for (; *s; s++)
    if (*s > ' ' && *s < 127 && *s != '%')
      text_add(t, s, 1);
    else
      text_printf(t, "%%%02X", (unsigned char)*s);
}

static int inputs_hex(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void add_bytes(struct text *t, const char *s) {
  for (; *s; s++) {
    int high = *s == '%' ? inputs_hex(s[1]) : -1, low = high >= 0 ? inputs_hex(s[2]) : -1;
    char c = low >= 0 ? (char)(high << 4 | low) : *s;
    text_add(t, &c, 1);
    if (low >= 0) s += 2;
  }
}

static bool put_thread(const struct trace_reader *r, uint32_t id, struct text *t) {
  const struct trace_thread *row = trace_reader_thread(r, id);
  if (!row) return false;
  if (!row->parent) {
    text_puts(t, "0");
    return !row->ordinal;
  }
  if (row->parent >= id || !put_thread(r, row->parent, t)) return false;
  text_printf(t, ".%u", row->ordinal);
  return true;
}

static void put_place(const struct trace_reader *r, uint32_t location, struct text *t) {
  const struct trace_location *l = trace_reader_location(r, location);
  const struct trace_method *m = l ? trace_reader_method(r, l->method) : NULL;
  const struct trace_class *c = m ? trace_reader_class(r, m->class_id) : NULL;
  if (!c) {
    text_puts(t, "-");
    return;
  }
  encode(t, trace_reader_string(r, c->name, NULL));
  text_puts(t, ".");
  encode(t, trace_reader_string(r, m->name, NULL));
  encode(t, trace_reader_string(r, m->desc, NULL));
  text_printf(t, "@%u", l->bci);
}

static void add_line(const struct trace_reader *r, const struct input *in,
                     struct replay_inputs *out) {
  struct text t = {0};
  if (!in->thread) {
    text_puts(&t, "-");
  } else if (!put_thread(r, in->thread, &t)) {
    text_release(&t);
    return;
  }
  text_puts(&t, " ");
  encode(&t, in->source);
  text_printf(&t, " %" PRIu64 " ", in->value);
  encode(&t, in->of ? in->of : "-");
  text_puts(&t, " ");
  put_place(r, in->location, &t);
  *vec_push(&out->lines) = t.s;
  *vec_push(&out->events) = in->event;
}

/* ---- events ---- */

static const char *class_name(const struct trace_reader *r, uint32_t id) {
  const struct trace_class *c = trace_reader_class(r, id);
  return c ? trace_reader_string(r, c->name, NULL) : NULL;
}

static const char *hashed_class(const struct trace_reader *r, const struct trace_event *e) {
  const struct trace_object *o = trace_reader_object(r, e->object);
  return e->ref ? class_name(r, e->ref) : o ? class_name(r, o->class_id) : NULL;
}

/* Adds a seed. The recorder writes "Random" with the seed that a constructor was called with, and
 * then "Random.seed" with the seed that the generator really uses, which replaces the former. */
static void add_seed(input_vec *v, struct input in) {
  size_t i = v->len;
  if (strcmp(in.source, "Random.seed") != 0) {
    if (!strcmp(in.source, "salt")) in.thread = 0;
    *vec_push(v) = in;
    return;
  }
  while (i-- > 0)
    if (v->data[i].thread == in.thread && v->data[i].location == in.location &&
        !strcmp(v->data[i].source, "Random")) {
      v->data[i].value = in.value;
      return;
    }
  in.source = "Random";
  *vec_push(v) = in;
}

static void add_environment(struct replay_inputs *out, const char *entry, uint64_t event) {
  struct text t = {0};
  text_puts(&t, "- environment ");
  encode(&t, entry);
  text_puts(&t, " - -");
  *vec_push(&out->lines) = t.s;
  *vec_push(&out->events) = event;
}

static bool is_defined(const struct replay_inputs *out, const char *entry) {
  size_t n = strcspn(entry, "=");
  for (size_t i = 0; i < out->defines.len; i++)
    if (!strncmp(out->defines.data[i], entry, n) &&
        (!out->defines.data[i][n] || out->defines.data[i][n] == '='))
      return true;
  return false;
}

static void add_property(struct replay_inputs *out, const char *entry) {
  if (!strchr(entry, '=') || is_defined(out, entry)) return;
  *vec_push(&out->properties) = mem_strdup(entry);
  *vec_push(&out->defines) = out->properties.data[out->properties.len - 1];
}

static void add_standard(struct replay_inputs *out, input_vec *v, struct input in, const char *text,
                         const struct trace_event *e) {
  char byte = (char)e->value;
  if (!e->text && (int64_t)e->value < 0) return;
  if (e->text)
    add_bytes(&out->standard, text);
  else
    text_add(&out->standard, &byte, 1);
  in.thread = in.location = 0;
  in.source = "stdin";
  if (!e->text) in.value = 1;
  *vec_push(v) = in;
}

static void add_event(const struct trace_reader *r, const struct trace_event *e, uint64_t number,
                      struct replay_inputs *out, input_vec *v) {
  const char *text = e->text ? trace_reader_string(r, e->text, NULL) : "";
  struct input in = {.event = number,
                     .value = e->value,
                     .thread = e->thread,
                     .location = e->location,
                     .source = text};
  switch (e->kind) {
    case TRACE_EV_INPUT_CLOCK:
      if (!*text) break;
      if (!e->location) in.thread = 0;
      *vec_push(v) = in;
      break;
    case TRACE_EV_INPUT_HOST:
      if (*text) *vec_push(v) = in;
      break;
    case TRACE_EV_INPUT_HASH:
      in.source = "identityHashCode";
      in.of = hashed_class(r, e);
      *vec_push(v) = in;
      break;
    case TRACE_EV_INPUT_SEED:
      if (*text) add_seed(v, in);
      break;
    case TRACE_EV_INPUT_STDIN: add_standard(out, v, in, text, e); break;
    case TRACE_EV_INPUT_ENVIRONMENT:
      if (strchr(text, '=')) add_environment(out, text, number);
      break;
    case TRACE_EV_INPUT_PROPERTY: add_property(out, text); break;
    default: break;
  }
}

static int read_all(struct trace_reader *r, struct replay_inputs *out, input_vec *v,
                    struct error *err) {
  uint64_t n = trace_reader_count(r), i = 0;
  for (; (i = trace_reader_next(r, i, TRACE_GROUP_INPUT)) < n; i++) {
    struct trace_event e;
    if (trace_reader_event(r, i, &e, err)) return err->code;
    if (trace_kind_group(e.kind) == TRACE_GROUP_INPUT) add_event(r, &e, i, out, v);
  }
  return 0;
}

int replay_inputs(struct trace_reader *reader, struct engine_options *o, struct replay_inputs *out,
                  struct error *err) {
  input_vec v = {0};
  int i, rc;
  for (i = 0; i < o->define_count; i++) *vec_push(&out->defines) = o->defines[i];
  rc = read_all(reader, out, &v, err);
  for (size_t k = 0; k < v.len; k++) add_line(reader, &v.data[k], out);
  CHECK(out->lines.len == out->events.len, "each input has its event: %zu, %zu", out->lines.len,
        out->events.len);
  vec_free(&v);
  o->defines = out->defines.data;
  o->define_count = (int)out->defines.len;
  o->inputs = (const char *const *)out->lines.data;
  o->input_count = (int)out->lines.len;
  if (!o->stdin_path && !o->stdin_data && out->standard.s) {
    o->stdin_data = out->standard.s;
    o->stdin_len = out->standard.len;
  }
  return rc;
}

void replay_inputs_release(struct replay_inputs *in) {
  size_t i;
  for (i = 0; i < in->lines.len; i++) free(in->lines.data[i]);
  for (i = 0; i < in->properties.len; i++) free(in->properties.data[i]);
  vec_free(&in->lines);
  vec_free(&in->events);
  vec_free(&in->defines);
  vec_free(&in->properties);
  text_release(&in->standard);
}
