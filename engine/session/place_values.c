/* See place_values.h. Only values that every JVM has there too: variables that the
 * LocalVariableTable names, and fields of a class that is initialised. */
#include "engine/session/place_values.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/natives/concurrent/memory.h"
#include "engine/vm/code.h"
#include "engine/vm/stackmap.h"

enum { VALUES_MAX = 16 };

/* A plan separates words by blanks. */
static bool is_told(char type, const char *name) {
  return type && strchr("BCDFIJSZ", type) && !strpbrk(name, " \t\n");
}

static void place_value_add(struct place_values *out, enum value_home home, uint32_t slot,
                            const struct symbol *name, char type, int64_t value) {
  bool wide = type == 'J' || type == 'D';
  if (out->count == VALUES_MAX || !is_told(type, name->s)) return;
  out->all = mem_realloc(out->all, (out->count + 1) * sizeof *out->all);
  out->all[out->count++] = (struct place_value){.home = home,
                                                .slot = (uint16_t)slot,
                                                .type = type,
                                                .bits = wide ? (uint64_t)value : (uint32_t)value,
                                                .name = mem_strdup(name->s)};
}

/* ---- local variables ---- */

static bool in_scope(const struct local_var *v, uint32_t bci, const struct method *m) {
  return bci >= v->start_pc && bci < (uint32_t)v->start_pc + v->length &&
         v->slot < m->info->max_locals;
}

/* A local of type boolean, byte, char or short is an int. */
static char type_in_slot(char type) { return strchr("BCSZ", type) ? 'I' : type; }

static void add_locals(struct vm *vm, const struct frame *f, struct place_values *out) {
  const struct method *m = frame_method(vm, f);
  for (uint32_t i = 0; i < m->info->local_var_count; i++) {
    const struct local_var *v = &m->info->local_vars[i];
    char type = v->desc->s[0];
    if (in_scope(v, frame_bci(vm, f), m))
      place_value_add(out, VALUE_LOCAL, v->slot, v->name, type,
                      mem_load(vm, f->locals + v->slot * 4u, type_in_slot(type)));
  }
}

/* ---- fields ---- */

static void add_fields(struct vm *vm, const struct klass *k, enum value_home home, ref holder,
                       struct place_values *out) {
  for (uint32_t i = 0; i < k->field_count; i++) {
    const struct field *d = &k->fields[i];
    bool is_static = d->flags & ACC_STATIC;
    if (is_static != (home == VALUE_STATIC) || (is_static && d->flags & ACC_FINAL)) continue;
    place_value_add(out, home, 0, d->name, d->type, mem_load(vm, holder + d->offset, d->type));
  }
}

/* A constructor may not have called that of the superclass yet, so `this` may be unusable. */
static ref usable_this(struct vm *vm, const struct frame *f) {
  const struct method *m = frame_method(vm, f);
  return m->flags & ACC_STATIC || m->name->s[0] == '<' ? 0 : stackmap_this(vm, f);
}

/* ---- all ---- */

static bool is_program(struct vm *vm, const struct frame *f) {
  const struct method *m = f->flags & FRAME_ROOT ? NULL : frame_method(vm, f);
  return m && !m->owner->is_jdk && !(m->vm_flags & (METHOD_HIDDEN | METHOD_SYNTHETIC));
}

void place_values_take(struct vm *vm, const struct frame *f, struct place_values *out) {
  const struct method *m;
  ref self;
  CHECK(!out->class_name && !out->count, "values are taken once: %u", out->count);
  while (f && !is_program(vm, f)) f = f->prev ? vm_frame(vm, f->prev) : NULL;
  if (!f || klass_init_state(vm, frame_method(vm, f)->owner) != INIT_DONE) return;
  m = frame_method(vm, f);
  self = usable_this(vm, f);
  out->class_name = mem_strdup(m->owner->shown->s);
  out->method = mem_strdup(m->name->s);
  out->descriptor = mem_strdup(m->desc->s);
  out->bci = frame_bci(vm, f);
  add_locals(vm, f, out);
  add_fields(vm, m->owner, VALUE_STATIC, m->owner->mirror, out);
  if (self) add_fields(vm, m->owner, VALUE_FIELD, self, out);
}

void place_values_forget(struct place_values *v) {
  for (uint32_t i = 0; i < v->count; i++) free(v->all[i].name);
  free(v->all);
  free(v->class_name);
  free(v->method);
  free(v->descriptor);
  *v = (struct place_values){0};
}
