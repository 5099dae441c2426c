/* See record.h. Only reads the state. */
#include "engine/assess/record.h"

#include "engine/base/check.h"
#include "engine/vm/machine.h"
#include "engine/natives/util.h"
#include "engine/vm/sched/call_record.h"
#include "engine/vm/loader/synthetic.h"

#include <stdlib.h>

static ref static_all(struct vm *vm, const struct klass *k) {
  const struct field *f = k ? klass_field((struct klass *)k, "all", NULL) : NULL;
  return f ? *MEM32(vm, k->mirror + f->offset) : 0;
}

static uint32_t thread_with(struct vm *vm, ref object) {
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++)
    if (vm_thread(vm, i)->object == object && vm_thread(vm, i)->state != THREAD_NONE) return i;
  return UINT32_MAX;
}

bool records_read(struct vm *vm, struct records *out) {
  const struct vm_environment *e = &vm->environment;
  ref all = static_all(vm, e->in_order && e->model ? e->model : e->main);
  if (!all) return false;
  out->threads = (array_length(vm, all) - 1) / 2;
  CHECK(out->threads <= RECORD_THREADS, "the records are of a limited number of threads: %u",
        out->threads);
  for (uint32_t i = 0; i <= out->threads; i++) {
    ref env = array_ref(vm, all, i);
    out->of[i] = (struct record_thread){field_get_ref(vm, env, "log"),
                                        field_get_ref(vm, env, "gave"), UINT32_MAX};
    if (i < out->threads)
      out->of[i].thread = thread_with(vm, array_ref(vm, all, out->threads + 1 + i));
  }
  return true;
}

static uint64_t log_at(struct vm *vm, const struct record_thread *t, uint32_t i) {
  return *MEM64(vm, t->log + ARRAY_BASE + i * 8);
}

uint32_t record_begun(struct vm *vm, const struct record_thread *t) {
  return (uint32_t)log_at(vm, t, 0) & ~(uint32_t)RECORD_DONE;
}
uint32_t record_ended(struct vm *vm, const struct record_thread *t) {
  return (uint32_t)(log_at(vm, t, 0) >> 32);
}
uint32_t record_number(struct vm *vm, const struct record_thread *t, uint32_t i) {
  return (uint32_t)log_at(vm, t, record_call(i));
}
uint64_t record_saw_ended(struct vm *vm, const struct record_thread *t, uint32_t i) {
  return log_at(vm, t, record_call(i) + 1);
}
uint64_t record_saw_begun(struct vm *vm, const struct record_thread *t, uint32_t i) {
  return log_at(vm, t, record_call(i) + 2);
}

/* ---- values ---- */

static const char *simple_name(const struct klass *k) {
  const char *slash = strrchr(k->shown->s, '/');
  return slash ? slash + 1 : k->shown->s;
}

static void add_by_itself(struct vm *vm, ref r, struct record_names *names, struct text *out) {
  uint32_t nth = 1;
  size_t i;
  text_puts(out, simple_name(vm_klass(vm, r)));
  if (!names) return;
  for (i = 0; i < names->all.len && names->all.data[i] != r; i++)
    nth += vm_klass(vm, names->all.data[i]) == vm_klass(vm, r);
  if (i == names->all.len && names->closed) return;
  if (i == names->all.len) *vec_push(&names->all) = r;
  text_printf(out, "#%u", nth);
}

static void add_primitive(struct vm *vm, uint32_t at, char type, struct text *out) {
  float f;
  double d;
  switch (type) {
    case 'Z': text_puts(out, *MEM8(vm, at) ? "true" : "false"); return;
    case 'B': text_printf(out, "%d", (int8_t)*MEM8(vm, at)); return;
    case 'S': text_printf(out, "%d", (int16_t)*MEM16(vm, at)); return;
    case 'C':
      if (*MEM16(vm, at) > ' ' && *MEM16(vm, at) < 127)
        text_printf(out, "'%c'", *MEM16(vm, at));
      else
        text_printf(out, "'\\u%04x'", *MEM16(vm, at));
      return;
    case 'I': text_printf(out, "%d", (int32_t)*MEM32(vm, at)); return;
    case 'J': text_printf(out, "%lld", (long long)*MEM64(vm, at)); return;
    case 'F':
      memcpy(&f, MEM32(vm, at), sizeof f);
      text_printf(out, "%.9g", (double)f);
      return;
    default: memcpy(&d, MEM64(vm, at), sizeof d); text_printf(out, "%.17g", d);
  }
}

static void add_primitives(struct vm *vm, ref r, struct text *out) {
  const struct klass *k = vm_klass(vm, r);
  uint32_t n = array_length(vm, r);
  text_puts(out, "[");
  for (uint32_t i = 0; i < n; i++) {
    if (i) text_puts(out, ", ");
    add_primitive(vm, r + ARRAY_BASE + (i << k->elem_shift), k->elem_type, out);
  }
  text_puts(out, "]");
}

static void add_string(struct vm *vm, ref r, const char *quote, struct text *out) {
  char *s = vm_utf8(vm, r);
  text_printf(out, "%s%s%s", quote, s, quote);
  free(s);
}

static char box_of(const struct klass *k) {
  char *desc = mem_printf("L%s;", k->name->s), type = jtype_unboxed(jtype_of(desc));
  free(desc);
  return type;
}

static void add_value(struct vm *vm, ref r, struct record_names *names, struct text *out) {
  struct klass *k = r ? vm_klass(vm, r) : NULL, *of;
  if (!r) {
    text_puts(out, "null");
  } else if (!strcmp(k->name->s, "java/lang/String")) {
    add_string(vm, r, "\"", out);
  } else if (box_of(k)) {
    add_primitive(vm, r + klass_field(k, "value", NULL)->offset, box_of(k), out);
  } else if (k->super && !strcmp(k->super->name->s, "java/lang/Enum")) {
    add_string(vm, field_get_ref(vm, r, "name"), "", out);
  } else if ((of = vm_mirror_klass(vm, r))) {
    text_puts(out, of->shown->s);
  } else {
    add_by_itself(vm, r, names, out);
  }
}

/* ---- copies ---- */

static void add_copy(struct vm *vm, ref r, struct record_names *names, struct text *out);

static bool is_copy(struct vm *vm, ref r) {
  return r && vm_klass(vm, r)->is_array && vm_klass(vm, r)->elem_type == 'L';
}

static void add_part(struct vm *vm, ref r, struct record_names *names, struct text *out) {
  if (r && (is_copy(vm, r) || vm_klass(vm, r)->is_array))
    add_copy(vm, r, names, out);
  else
    add_value(vm, r, names, out);
}

static int by_part_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_list(const char *open, char **parts, uint32_t n, const char *close,
                     struct text *out) {
  text_puts(out, open);
  for (uint32_t i = 0; i < n; i++) {
    text_printf(out, "%s%s", i ? ", " : "", parts[i]);
    free(parts[i]);
  }
  text_puts(out, close);
}

/* Unordered parts are sorted. New objects among them get no numbers, because their order is
 * arbitrary. */
static void add_parts(struct vm *vm, ref r, enum record_shape shape, struct record_names *names,
                      struct text *out) {
  bool sorted = shape == SHAPE_BAG || shape == SHAPE_BAG_MAP;
  bool braces = sorted || shape == SHAPE_MAP, closed = names && names->closed;
  uint32_t n = array_length(vm, r) - 1;
  char **parts = mem_alloc((n + 1) * sizeof *parts);
  if (names) names->closed |= sorted;
  for (uint32_t i = 0; i < n; i++) {
    struct text t = {0};
    add_part(vm, array_ref(vm, r, i + 1), names, &t);
    parts[i] = t.s;
  }
  if (names) names->closed = closed;
  if (sorted) qsort(parts, n, sizeof *parts, by_part_text);
  add_list(braces ? "{" : "[", parts, n, braces ? "}" : "]", out);
  free(parts);
}

/* Adds the text of a copy: an array of its enum record_shape and its parts. */
static void add_copy(struct vm *vm, ref r, struct record_names *names, struct text *out) {
  enum record_shape shape;
  if (!is_copy(vm, r)) {
    add_primitives(vm, r, out);
    return;
  }
  shape = (enum record_shape)field_get_int(vm, array_ref(vm, r, 0), "value");
  switch (shape) {
    case SHAPE_NONE:
      text_printf(out, "unreadable: %s", simple_name(vm_klass(vm, array_ref(vm, r, 1))));
      return;
    case SHAPE_TEXT: add_string(vm, array_ref(vm, r, 1), "", out); return;
    case SHAPE_ENTRY:
      add_part(vm, array_ref(vm, r, 1), names, out);
      text_puts(out, "=");
      add_part(vm, array_ref(vm, r, 2), names, out);
      return;
    case SHAPE_OPTIONAL:
      text_puts(out, "Optional[");
      if (array_ref(vm, r, 1)) add_part(vm, array_ref(vm, r, 1), names, out);
      text_puts(out, "]");
      return;
    default: add_parts(vm, r, shape, names, out);
  }
}

/* Adds what the result held when its call ended and, if that differs, what it held at the end. */
static void add_copies(struct vm *vm, ref copied, struct record_names *names, struct text *out) {
  ref again = array_ref(vm, copied, RECORD_AGAIN);
  struct text first = {0}, last = {0};
  add_copy(vm, array_ref(vm, copied, RECORD_GAVE), names, &first);
  if (names && again) add_copy(vm, again, names, &last);
  text_puts(out, first.s);
  if (last.s && strcmp(first.s, last.s) != 0) text_printf(out, RECORD_AT_THE_END "%s", last.s);
  text_release(&first);
  text_release(&last);
}

static enum record_how how_of(struct vm *vm, const struct record_thread *t, uint32_t i) {
  return (enum record_how)(log_at(vm, t, record_call(i)) >> 32);
}

bool records_done(struct vm *vm, const struct records *r) {
  const struct record_thread *behind = &r->of[r->threads];
  bool kept = false;
  if (log_at(vm, behind, 0) & RECORD_DONE) return true;
  for (uint32_t i = 0; i <= r->threads; i++)
    for (uint32_t n = 0; n < record_ended(vm, &r->of[i]) && !kept; n++)
      kept = how_of(vm, &r->of[i], n) == RECORD_COPY &&
             array_ref(vm, array_ref(vm, r->of[i].gave, n), RECORD_KEPT);
  return !kept && record_ended(vm, behind) == array_length(vm, behind->gave);
}

void record_result(struct vm *vm, const struct record_thread *t, uint32_t i,
                   struct record_names *names, struct text *out) {
  ref r = array_ref(vm, t->gave, i);
  switch (how_of(vm, t, i)) {
    case RECORD_VOID: text_puts(out, "void"); return;
    case RECORD_THREW: text_printf(out, "throws %s", simple_name(vm_klass(vm, r))); return;
    case RECORD_COPY: add_copies(vm, r, names, out); return;
    case RECORD_VALUE: add_value(vm, r, names, out);
  }
}

void records_text(struct vm *vm, const struct records *r, struct text *out) {
  struct record_names names = {0};
  for (uint32_t i = 0; i <= r->threads; i++) {
    uint32_t n = record_ended(vm, &r->of[i]);
    for (uint32_t k = 0; k < n; k++) {
      text_printf(out, "%u:", record_number(vm, &r->of[i], k));
      record_result(vm, &r->of[i], k, &names, out);
      text_puts(out, "\n");
    }
    text_puts(out, "|");
  }
  vec_free(&names.all);
}
