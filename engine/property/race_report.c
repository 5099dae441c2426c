/* Describes a race to the user: the name of the location, the accesses, and the missing edge. Only
 * the thread of the earlier access is known here. If the events of the path were recorded,
 * engine/session/race.c reports more. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/natives/concurrent/native_memory.h"
#include "engine/property/race_int.h"
#include "engine/vm/code.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

/* ---- names ---- */

/* Returns the name of a class, "int[]" for arrays of int. */
static char *class_name(const struct klass *k) {
  struct text t = {0};
  uint32_t dims = 0;
  char *name;
  for (; k->is_array && k->elem; k = k->elem) dims++;
  name = klass_dotted(k);
  text_puts(&t, name);
  while (dims--) text_puts(&t, "[]");
  free(name);
  return t.s;
}

static bool of_lambda(const struct field *f) {
  return strstr(f->owner->shown->s, "$$Lambda") != NULL;
}

/* Returns the name of a field, "Bank.total". For a lambda, whose class and fields have meaningless
 * numbers, returns "Bank.lambda". */
static char *race_report_field_name(const struct field *f) {
  char *owner = klass_dotted(f->owner), *s;
  if (of_lambda(f)) *strstr(owner, "$$Lambda") = 0;
  s = mem_printf("%s.%s", owner, of_lambda(f) ? "lambda" : f->name->s);
  free(owner);
  return s;
}

/* ---- local variables ---- */

/* Returns the name of a method, "Main.run". For the body of a lambda, returns the method that
 * contains it. */
static char *method_name(const struct method *m) {
  char *owner = klass_dotted(m->owner), *s;
  const char *name = m->name->s, *in = strncmp(name, "lambda$", 7) ? NULL : name + 7;
  s = in ? mem_printf("%s.%.*s", owner, (int)strcspn(in, "$"), in)
         : mem_printf("%s.%s", owner, name);
  free(owner);
  return s;
}

static const struct local_var *local_with(struct vm *vm, const struct frame *f, ref obj) {
  const struct method *m = frame_method(vm, f);
  uint32_t bci = frame_bci(vm, f), i;
  for (i = 0; i < m->info->local_var_count; i++) {
    const struct local_var *v = &m->info->local_vars[i];
    bool in_scope = bci >= v->start_pc && bci < (uint32_t)v->start_pc + v->length &&
                    v->slot < m->info->max_locals;
    if (in_scope && (v->desc->s[0] == 'L' || v->desc->s[0] == '[') &&
        *MEM32(vm, f->locals + v->slot * 4u) == obj)
      return v;
  }
  return NULL;
}

/* Returns the variable in the program's code through which thread t refers to the object, and sets
 * *in to its method; NULL if there is none. */
static const struct local_var *local_of(struct vm *vm, const struct thread *t, ref obj,
                                        const struct method **in) {
  uint32_t at;
  for (at = t ? t->frame : 0; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const struct local_var *v;
    *in = f->method && !(f->flags & FRAME_ROOT) ? frame_method(vm, f) : NULL;
    if (!*in || !(*in)->code || !(*in)->info || (*in)->owner->is_jdk || (*in)->owner->extra)
      continue;
    if ((v = local_with(vm, f, obj))) return v;
  }
  return NULL;
}

/* The field by which a user would name an object: fields of user classes first, then by name. */
struct holder {
  const struct field *field;
  char *name;
};

static int distance(const struct field *f) { return f->owner->is_jdk ? 2 : of_lambda(f); }

static void offer(struct holder *h, const struct field *f) {
  char *name;
  if (h->field && distance(h->field) < distance(f)) return;
  name = race_report_field_name(f);
  if (h->field && distance(h->field) == distance(f) && strcmp(h->name, name) <= 0) {
    free(name);
    return;
  }
  free(h->name);
  *h = (struct holder){f, name};
}

static void offer_statics(struct vm *vm, ref obj, struct holder *h) {
  size_t i;
  uint32_t j;
  for (i = KLASS_FIRST; i < vm->klasses.len; i++) {
    const struct klass *k = vm->klasses.data[i];
    for (j = 0; k && k->mirror && j < k->field_count; j++) {
      const struct field *f = &k->fields[j];
      if ((f->flags & ACC_STATIC) && f->info && (f->type == 'L' || f->type == '[') &&
          *MEM32(vm, k->mirror + f->offset) == obj)
        offer(h, f);
    }
  }
}

static void offer_fields(struct vm *vm, ref obj, struct holder *h) {
  uint32_t r = HEAP_BASE, end = vm_machine(vm)->heap_bump, i;
  for (; r < end; r += vm_object_size(vm, r)) {
    const struct klass *k;
    if (vm_object(vm, r)->klass < KLASS_FIRST || !(vm_object(vm, r)->lock & OBJ_SHARED)) continue;
    k = vm_klass(vm, r);
    for (i = 0; !k->is_array && i < k->all_field_count; i++) {
      const struct field *f = k->all_fields[i];
      if ((f->type == 'L' || f->type == '[') && *MEM32(vm, r + f->offset) == obj) offer(h, f);
    }
  }
}

static struct holder holder_of(struct vm *vm, ref obj) {
  struct holder h = {0};
  offer_statics(vm, obj, &h);
  if (!h.field) offer_fields(vm, obj, &h);
  return h;
}

char *race_object_name(struct vm *vm, ref obj) {
  if (vm_klass(vm, obj) == vm->wk.klass && vm_mirror_klass(vm, obj)) {
    char *name = class_name(vm_mirror_klass(vm, obj)), *s = mem_printf("%s.class", name);
    free(name);
    return s;
  }
  return holder_of(vm, obj).name;
}

/* Returns the array of arrays that has this array as an element, and sets *index; 0 if there is
 * none. */
static ref array_above(struct vm *vm, ref obj, uint32_t *index) {
  ref r = HEAP_BASE, end = vm_machine(vm)->heap_bump;
  for (; r < end; r += vm_object_size(vm, r)) {
    const struct klass *k = vm_object(vm, r)->klass < KLASS_FIRST ? NULL : vm_klass(vm, r);
    if (!k || !k->is_array || !k->elem || !k->elem->is_array) continue;
    for (*index = 0; *index < array_length(vm, r); ++*index)
      if (array_ref(vm, r, *index) == obj) return r;
  }
  return 0;
}

/* Returns "Grid.rows[2]" for an array that is an element of another array, through at most `depth`
 * levels; NULL if there is no such name. */
static char *row_name(struct vm *vm, ref obj, int depth) {
  uint32_t index;
  ref above = array_above(vm, obj, &index);
  char *name, *s;
  if (!above) return NULL;
  name = holder_of(vm, above).name;
  if (!name && depth > 1) name = row_name(vm, above, depth - 1);
  s = name ? mem_printf("%s[%u]", name, index) : NULL;
  free(name);
  return s;
}

/* Returns "Bank.accounts[3]" or "Grid.rows[2][0]"; for an array that only a local variable, a
 * lambda or the JDK holds, "counter[0] of Main.run"; otherwise "int[3]". */
static char *element_name(struct vm *vm, const struct thread *t, ref obj, uint32_t index) {
  struct holder h = holder_of(vm, obj);
  const struct method *in = NULL;
  const struct local_var *v;
  if (!h.field) h.name = row_name(vm, obj, 8);
  v = !h.name || (h.field && (of_lambda(h.field) || h.field->owner->is_jdk))
          ? local_of(vm, t, obj, &in)
          : NULL;
  char *name = v        ? method_name(in)
               : h.name ? mem_strdup(h.name)
                        : class_name(vm_klass(vm, obj)->elem),
       *s;
  s = v ? mem_printf("%s[%u] of %s", v->name->s, index, name) : mem_printf("%s[%u]", name, index);
  free(name);
  free(h.name);
  return s;
}

char *race_location_name(struct vm *vm, const struct thread *t, ref obj, uint32_t off) {
  const struct field *f = vm_field_at(vm, obj, off);
  const struct klass *k = vm_klass(vm, obj);
  int64_t address = native_memory_address(vm, obj, off);
  char *s, *name;
  if (f) return race_report_field_name(f);
  if (address) return mem_printf("the memory at 0x%" PRIx64, (uint64_t)address);
  if (k->is_array) return element_name(vm, t, obj, (off - ARRAY_BASE) >> k->elem_shift);
  name = race_object_name(vm, obj);
  if (!name) name = class_name(k);
  s = mem_printf("%s+%u", name, off);
  free(name);
  return s;
}

/* ---- the violation ---- */

static char *short_detail(struct vm *vm, struct thread *t, const char *where, const char *me,
                          const char *other, const char *kind) {
  char *stack = vm_stack_text(vm, t);
  struct text d = {0};
  text_printf(&d, "%s of %s by thread %s:\n%s", kind[1] == 'W' ? "write" : "read", where, me,
              stack);
  text_printf(&d,
              "missing edge: a release by thread %s after its %s, then a matching acquire by "
              "thread %s before this %s\n",
              other, kind[0] == 'W' ? "write" : "read", me, kind[1] == 'W' ? "write" : "read");
  free(stack);
  return d.s;
}

void race_texts_of(struct vm *vm, struct violation *v) {
  struct thread *t = vm_thread(vm, v->thread);
  struct text message = {0};
  char *where = race_location_name(vm, t, v->obj, v->off), *me = thread_title(vm, t),
       *them = thread_title(vm, vm_thread(vm, v->other));
  text_printf(&message, "data race (%s) on %s: %s by thread ", v->kind, where,
              v->kind[1] == 'W' ? "write" : "read");
  violation_mention(vm, v, &message, t);
  text_printf(&message, " is not ordered after the %s by thread ",
              v->kind[0] == 'W' ? "write" : "read");
  violation_mention(vm, v, &message, vm_thread(vm, v->other));
  v->message = message.s;
  v->location = vm_location_text(vm, t);
  v->method = vm_location_method(vm, t, NULL);
  v->detail = short_detail(vm, t, where, me, them, v->kind);
  vm_stack_places(vm, t, &v->places);
  v->raced = where;
  free(me);
  free(them);
}

void race_report(struct vm *vm, struct thread *t, ref obj, uint32_t off, uint32_t other,
                 const char *kind) {
  struct violation *v = &vm->violation;
  vm_violation_clear(vm);
  v->property = PROP_RACE;
  v->kind = kind;
  v->thread = t->index;
  v->other = other;
  v->obj = obj;
  v->off = off;
  /* While following a run, few races are shown to the user, and naming a location scans the heap,
   * so the texts are deferred. */
  if (vm_violated(vm)) race_texts_of(vm, v);
}
