/* See record.h. Looks at the state and changes nothing. */
#include "engine/assess/record.h"

#include "engine/vm/machine.h"
#include "engine/vm/natives/util.h"
#include "engine/vm/sched/record.h"
#include "engine/vm/synth/synth.h"

#include <stdlib.h>

enum { ELEMENTS = 32, DEPTH = 4 };

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
  for (uint32_t i = 0; i <= out->threads; i++) {
    ref env = array_ref(vm, all, i);
    out->of[i] = (struct record_thread){nat_get_ref(vm, env, "log"), nat_get_ref(vm, env, "gave"),
                                        UINT32_MAX};
    if (i < out->threads)
      out->of[i].thread = thread_with(vm, array_ref(vm, all, out->threads + 1 + i));
  }
  return true;
}

static uint64_t log_at(struct vm *vm, const struct record_thread *t, uint32_t i) {
  return *MEM64(vm, t->log + ARRAY_BASE + i * 8);
}

uint32_t record_begun(struct vm *vm, const struct record_thread *t) {
  return (uint32_t)log_at(vm, t, 0);
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

static void add_value(struct vm *vm, ref r, struct record_names *names, int depth,
                      struct text *out);

static void add_array(struct vm *vm, ref r, struct record_names *names, int depth,
                      struct text *out) {
  const struct klass *k = vm_klass(vm, r);
  uint32_t n = array_length(vm, r);
  text_puts(out, "[");
  for (uint32_t i = 0; i < n && i < ELEMENTS; i++) {
    if (i) text_puts(out, ", ");
    if (k->elem_type == 'L')
      add_value(vm, array_ref(vm, r, i), names, depth + 1, out);
    else
      add_primitive(vm, r + ARRAY_BASE + (i << k->elem_shift), k->elem_type, out);
  }
  text_puts(out, n > ELEMENTS ? ", ...]" : "]");
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

static void add_value(struct vm *vm, ref r, struct record_names *names, int depth,
                      struct text *out) {
  struct klass *k = r ? vm_klass(vm, r) : NULL, *of;
  if (!r) {
    text_puts(out, "null");
  } else if (!strcmp(k->name->s, "java/lang/String")) {
    add_string(vm, r, "\"", out);
  } else if (k->is_array && depth < DEPTH) {
    add_array(vm, r, names, depth, out);
  } else if (box_of(k)) {
    add_primitive(vm, r + klass_field(k, "value", NULL)->offset, box_of(k), out);
  } else if (k->super && !strcmp(k->super->name->s, "java/lang/Enum")) {
    add_string(vm, nat_get_ref(vm, r, "name"), "", out);
  } else if ((of = vm_mirror_klass(vm, r))) {
    text_puts(out, of->shown->s);
  } else {
    add_by_itself(vm, r, names, out);
  }
}

void record_result(struct vm *vm, const struct record_thread *t, uint32_t i,
                   struct record_names *names, struct text *out) {
  enum record_how how = (enum record_how)(log_at(vm, t, record_call(i)) >> 32);
  ref r = array_ref(vm, t->gave, i);
  switch (how) {
    case RECORD_VOID: text_puts(out, "void"); return;
    case RECORD_THREW: text_printf(out, "throws %s", simple_name(vm_klass(vm, r))); return;
    case RECORD_TEXT: add_string(vm, r, "", out); return;
    case RECORD_VALUE: add_value(vm, r, names, 0, out);
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
