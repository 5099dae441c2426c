/* Linking a class: supertypes, field layout, methods. The result is a pure function of the bytes of
 * the class and of its supertypes. The layout is heddle's own and the same in every run.
 *
 * Layout: the superclass's fields come first, then longs and doubles, 4-byte values, references,
 * 2-byte values and 1-byte values, each group in the order of the class file and naturally aligned.
 * Statics are in the mirror, in the same order. */
#include "engine/classfile/insn.h"
#include "engine/base/check.h"
#include "engine/vm/library.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

enum {
  OBJECT_MAX = 1 << 20
  /* limit for the bytes of an object's fields or a class's statics; javac's output stays below
   * it */
};

int link_error(struct vm *vm, struct error *err, const char *error_class, const char *fmt, ...) {
  char msg[900];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(msg, sizeof msg, fmt, ap);
  va_end(ap);
  vm_classes(vm)->error_class = error_class;
  return error_set(err, ERR_INPUT, "%s", msg);
}

/* ---- supertypes ---- */

static int by_id(const void *a, const void *b) {
  uint32_t x = (*(struct klass *const *)a)->id, y = (*(struct klass *const *)b)->id;
  return (x > y) - (x < y);
}

void klass_set_supers(struct vm *vm, struct klass *k) {
  uint32_t n = 1, w = 1;
  if (k->super) n += k->super->super_count;
  for (uint32_t i = 0; i < k->interface_count; i++) n += k->interfaces[i]->super_count;
  k->supers = pool_alloc(&vm->pool, n * sizeof(struct klass *));
  n = 0;
  k->supers[n++] = k;
  if (k->super)
    for (uint32_t j = 0; j < k->super->super_count; j++) k->supers[n++] = k->super->supers[j];
  for (uint32_t i = 0; i < k->interface_count; i++)
    for (uint32_t j = 0; j < k->interfaces[i]->super_count; j++)
      k->supers[n++] = k->interfaces[i]->supers[j];
  qsort(k->supers, n, sizeof(struct klass *), by_id);
  for (uint32_t i = 1; i < n; i++)
    if (k->supers[i] != k->supers[w - 1]) k->supers[w++] = k->supers[i];
  k->super_count = w;
  for (uint32_t i = 1; INVARIANTS_ON && i < w; i++)
    INVARIANT(k->supers[i - 1]->id < k->supers[i]->id, "supertypes are in order: %s", k->name->s);
}

static struct klass *load_super(struct vm *vm, const struct klass *k, const struct symbol *name,
                                struct error *err) {
  struct klass *s = k->own_loader ? loader_sees(vm, k, name, err) : vm_class_sym(vm, name, err);
  if (s && k->of_boot && !klass_of_bootstrap(s)) s = classes_missing(vm, name, err);
  if (!s && err && err->code == ERR_NOTFOUND) err->code = ERR_INPUT; /* the class itself exists */
  return s;
}

/* Returns whether a sealed supertype does not permit k. A sealed class lists its subclasses, which
 * must be in its package if there are no modules. */
static bool not_permitted(struct vm *vm, const struct klass *k, const struct klass *super) {
  const struct class_file *cf = super->cf;
  if (!cf || !cf->is_sealed || access_is_free(k)) return false;
  for (uint32_t i = 0; i < cf->permitted_count; i++)
    if (cf->permitted[i] == k->cf->name)
      return !(super->flags & ACC_PUBLIC) && !access_same_package(vm, k, super);
  return true;
}

static int inherits_sealed(struct vm *vm, const struct klass *k, const struct klass *super,
                           const char *how, const char *what, struct error *err) {
  return link_error(vm, err, "java/lang/IncompatibleClassChangeError",
                    "class %s cannot %s sealed %s %s", k->shown->s, how, what, super->shown->s);
}

static int super_hidden(struct vm *vm, const struct klass *k, const struct klass *super,
                        const char *what, struct error *err) {
  char *places = access_places(vm, k, super);
  int rc =
      link_error(vm, err, "java/lang/IllegalAccessError", "class %s cannot access its %s %s (%s)",
                 k->shown->s, what, super->shown->s, places);
  free(places);
  return rc;
}

static int load_interfaces(struct vm *vm, struct klass *k, struct error *err) {
  const struct class_file *cf = k->cf;
  k->interface_count = cf->interface_count;
  k->interfaces = pool_alloc(&vm->pool, (k->interface_count + 1u) * sizeof(struct klass *));
  for (uint32_t i = 0; i < k->interface_count; i++) {
    k->interfaces[i] = load_super(vm, k, cf->interfaces[i], err);
    if (!k->interfaces[i]) return ERR_INPUT;
    if (!k->interfaces[i]->is_interface)
      return link_error(vm, err, "java/lang/IncompatibleClassChangeError",
                        "class %s cannot implement %s, because it is not an interface", k->shown->s,
                        cf->interfaces[i]->s);
  }
  return 0;
}

static int load_superclass(struct vm *vm, struct klass *k, struct error *err) {
  const struct symbol *name = k->cf->super_name;
  if (!name)
    return strcmp(k->shown->s, "java/lang/Object") == 0
               ? 0
               : link_error(vm, err, "java/lang/ClassFormatError", "class %s has no superclass",
                            k->shown->s);
  k->super = load_super(vm, k, name, err);
  if (!k->super) return ERR_INPUT;
  if (k->super->is_interface)
    return link_error(vm, err, "java/lang/IncompatibleClassChangeError",
                      "class %s has interface %s as super class", k->shown->s, name->s);
  if (k->super->flags & ACC_FINAL)
    return link_error(vm, err, "java/lang/IncompatibleClassChangeError",
                      "class %s cannot inherit from final class %s", k->shown->s, name->s);
  if (not_permitted(vm, k, k->super))
    return inherits_sealed(vm, k, k->super, "inherit from", "class", err);
  return access_class(vm, k, k->super) ? 0 : super_hidden(vm, k, k->super, "superclass", err);
}

/* Loads the interfaces first, because a class loader of the program that is asked for them sees the
 * order. */
static int load_supers(struct vm *vm, struct klass *k, struct error *err) {
  int rc;
  k->is_interface = (k->cf->flags & ACC_INTERFACE) != 0;
  rc = load_interfaces(vm, k, err);
  if (!rc) rc = load_superclass(vm, k, err);
  for (uint32_t i = 0; !rc && i < k->interface_count; i++) {
    if (not_permitted(vm, k, k->interfaces[i]))
      rc = inherits_sealed(vm, k, k->interfaces[i], k->is_interface ? "extend" : "implement",
                           "interface", err);
    else if (!access_class(vm, k, k->interfaces[i]))
      rc = super_hidden(vm, k, k->interfaces[i], "superinterface", err);
  }
  return rc;
}

/* ---- final methods ---- */

static bool in_package_of(struct vm *vm, const struct klass *k, const struct method *m) {
  return (m->flags & (ACC_PUBLIC | ACC_PROTECTED)) || access_same_package(vm, k, m->owner);
}

static const struct method *final_above(struct vm *vm, const struct klass *k,
                                        const struct method_info *info) {
  for (const struct klass *c = k->super; c; c = c->super) {
    const struct method *m = klass_declared_method_sym(c, info->name, info->desc);
    if (m && (m->flags & ACC_FINAL) && !(m->flags & (ACC_STATIC | ACC_PRIVATE)) &&
        in_package_of(vm, k, m))
      return m;
  }
  return NULL;
}

static int check_finals(struct vm *vm, const struct klass *k, struct error *err) {
  for (uint32_t i = 0; i < k->cf->method_count && !k->is_interface && !access_is_free(k); i++) {
    const struct method_info *info = &k->cf->methods[i];
    const struct method *m;
    if ((info->flags & (ACC_STATIC | ACC_PRIVATE)) || info->name->s[0] == '<') continue;
    m = final_above(vm, k, info);
    if (m)
      return link_error(vm, err, "java/lang/IncompatibleClassChangeError",
                        "class %s overrides final method %s.%s%s", k->shown->s, m->owner->shown->s,
                        m->name->s, m->desc->s);
  }
  return 0;
}

/* ---- fields ---- */

enum { SIZE_8, SIZE_4, SIZE_REF, SIZE_2, SIZE_1, SIZE_COUNT };

static int size_rank(char type) {
  switch (type) {
    case 'J':
    case 'D': return SIZE_8;
    case 'I':
    case 'F': return SIZE_4;
    case 'C':
    case 'S': return SIZE_2;
    case 'Z':
    case 'B': return SIZE_1;
    default: return SIZE_REF;
  }
}
static const uint8_t rank_bytes[SIZE_COUNT] = {8, 4, 4, 2, 1};

static void make_fields(struct vm *vm, struct klass *k) {
  const struct class_file *cf = k->cf;
  k->field_count = cf->field_count;
  k->fields = pool_alloc(&vm->pool, (k->field_count + 1u) * sizeof(struct field));
  for (uint32_t i = 0; i < k->field_count; i++) {
    struct field *f = &k->fields[i];
    f->info = &cf->fields[i];
    f->owner = k;
    f->name = f->info->name;
    f->desc = f->info->desc;
    f->flags = f->info->flags;
    f->type = f->desc->s[0] == '[' ? 'L' : f->desc->s[0];
    f->slot = i;
    f->key = XXH3_64bits_withSeed(f->name->s, f->name->len, k->key) ^
             XXH3_64bits(f->desc->s, f->desc->len);
  }
}

/* Assigns offsets from `at` to all static fields, or to all instance fields. Returns the end. */
static uint32_t lay_out(struct klass *k, bool is_static, uint32_t at) {
  for (int rank = 0; rank < SIZE_COUNT; rank++) {
    for (uint32_t i = 0; i < k->field_count; i++) {
      struct field *f = &k->fields[i];
      if (((f->flags & ACC_STATIC) != 0) != is_static || size_rank(f->type) != rank) continue;
      at = (at + rank_bytes[rank] - 1u) & ~(rank_bytes[rank] - 1u);
      f->offset = at;
      at += rank_bytes[rank];
    }
  }
  return at;
}

static int by_offset(const void *a, const void *b) {
  uint32_t x = (*(struct field *const *)a)->offset, y = (*(struct field *const *)b)->offset;
  return (x > y) - (x < y);
}

/* Returns the end of a class's last field, where the fields of its subclasses begin. */
static uint32_t fields_end(const struct klass *k) {
  const struct field *f;
  if (!k || !k->all_field_count) return OBJ_HEADER;
  f = k->all_fields[k->all_field_count - 1];
  return f->offset + rank_bytes[size_rank(f->type)];
}

static void list_instance_fields(struct vm *vm, struct klass *k) {
  uint32_t n = k->super ? k->super->all_field_count : 0, refs = 0;
  k->all_fields = pool_alloc(&vm->pool, (n + k->field_count + 1u) * sizeof(struct field *));
  if (n) memcpy(k->all_fields, k->super->all_fields, n * sizeof(struct field *));
  for (uint32_t i = 0; i < k->field_count; i++)
    if (!(k->fields[i].flags & ACC_STATIC)) k->all_fields[n++] = &k->fields[i];
  qsort(k->all_fields, n, sizeof(struct field *), by_offset);
  k->all_field_count = n;
  for (uint32_t i = 0; i < n; i++) refs += k->all_fields[i]->type == 'L';
  k->ref_offsets = pool_alloc(&vm->pool, (refs + 1u) * sizeof(uint32_t));
  for (uint32_t i = 0; i < n; i++)
    if (k->all_fields[i]->type == 'L') k->ref_offsets[k->ref_count++] = k->all_fields[i]->offset;
}

/* Static offsets are relative to the first static; mirror_make adds the size of the mirror's own
 * part. */
static void list_statics(struct vm *vm, struct klass *k) {
  uint32_t refs = 0;
  k->static_size = lay_out(k, true, 0);
  for (uint32_t i = 0; i < k->field_count; i++)
    refs += (k->fields[i].flags & ACC_STATIC) && k->fields[i].type == 'L';
  k->static_refs = pool_alloc(&vm->pool, (refs + 1u) * sizeof(uint32_t));
}

static void check_layout(const struct klass *k) {
  uint32_t end = OBJ_HEADER;
  if (!INVARIANTS_ON) return;
  for (uint32_t i = 0; i < k->all_field_count; i++) {
    const struct field *f = k->all_fields[i];
    uint32_t size = rank_bytes[size_rank(f->type)];
    INVARIANT(f->offset >= end && !(f->offset % size), "fields do not overlap: %s.%s at %u",
              k->name->s, f->name->s, f->offset);
    end = f->offset + size;
  }
  INVARIANT(end <= k->instance_size, "an object has room for its fields: %s, %u of %u", k->name->s,
            end, k->instance_size);
}

static void link_fields(struct vm *vm, struct klass *k) {
  make_fields(vm, k);
  k->instance_size = (lay_out(k, false, fields_end(k->super)) + 7u) & ~7u;
  list_instance_fields(vm, k);
  list_statics(vm, k);
  check_layout(k);
}

/* ---- methods ---- */

/* Returns whether the runtime-visible annotations include `type`. It does not parse their values:
 * the JDK uses the relevant annotations without element values, so the type names in order are
 * enough. */
static bool annotated(const struct class_file *cf, struct bytes a, const char *type) {
  uint32_t n, at = 2;
  if (!a.data || a.len < 2) return false;
  n = (uint32_t)(a.data[0] << 8 | a.data[1]);
  while (n-- && at + 4 <= a.len) {
    uint32_t index = (uint32_t)(a.data[at] << 8 | a.data[at + 1]),
             pairs = (uint32_t)(a.data[at + 2] << 8 | a.data[at + 3]);
    if (index < cf->cp_count && cf->cp[index].name && !strcmp(cf->cp[index].name->s, type))
      return true;
    if (pairs) return false;
    at += 4;
  }
  return false;
}

static bool is_polymorphic(const struct method *m) {
  const char *owner = m->owner->shown->s;
  return (m->flags & (ACC_NATIVE | ACC_VARARGS)) == (ACC_NATIVE | ACC_VARARGS) &&
         !strncmp(m->desc->s, "([Ljava/lang/Object;)", 21) &&
         (!strcmp(owner, "java/lang/invoke/MethodHandle") ||
          !strcmp(owner, "java/lang/invoke/VarHandle"));
}

static void method_jdk_flags(struct method *m) {
  const struct class_file *cf = m->owner->cf;
  struct bytes a = m->info->annotations;
  if (annotated(cf, a, "Ljdk/internal/reflect/CallerSensitive;"))
    m->vm_flags |= METHOD_CALLER_SENSITIVE;
  if (annotated(cf, a, "Ljdk/internal/vm/annotation/Hidden;") ||
      annotated(cf, a, "Ljava/lang/invoke/LambdaForm$Hidden;"))
    m->vm_flags |= METHOD_HIDDEN;
  if (is_polymorphic(m)) m->vm_flags |= METHOD_POLYMORPHIC;
}

/* On the stack, types smaller than int are ints. */
static char stack_type(char exact) {
  switch (exact) {
    case 'Z':
    case 'B':
    case 'C':
    case 'S': return 'I';
    case '[': return 'L';
    default: return exact;
  }
}

static void link_method(struct vm *vm, struct klass *k, struct method *m,
                        const struct method_info *info) {
  bool override = false;
  m->info = info;
  m->owner = k;
  m->name = info->name;
  m->desc = info->desc;
  m->flags = info->flags;
  m->id = (uint32_t)vm->methods.len;
  *vec_push(&vm->methods) = m;
  m->key = XXH3_64bits_withSeed(m->desc->s, m->desc->len,
                                XXH3_64bits_withSeed(m->name->s, m->name->len, k->key));
  m->arg_slots = (uint16_t)(desc_arg_slots(m->desc->s) + !(m->flags & ACC_STATIC));
  m->ret_exact = desc_return(m->desc->s);
  m->ret = stack_type(m->ret_exact);
  m->vtable = -1;
  if (k->is_jdk) method_jdk_flags(m);
  m->native = k->is_jdk ? vm->library->find(vm, k->shown->s, m->name->s, m->desc->s, &override)
                        : vm->library->find_library(k->shown->s, m->name->s, m->desc->s);
  if (m->native && info->code_len) m->vm_flags |= METHOD_OVERRIDE;
}

/* If the code is malformed, returns the method's info without it, because the analyses may run
 * before the verifier. The verifier reads the class file itself. */
static const struct method_info *sound_info(struct vm *vm, const struct class_file *cf,
                                            const struct method_info *info) {
  struct method_info *bare;
  if (!info->code_len || !code_check(cf, info, NULL, NULL)) return info;
  bare = pool_alloc(&vm->pool, sizeof *bare);
  *bare = *info;
  bare->code = NULL;
  bare->code_len = 0;
  bare->exception_count = bare->line_count = bare->local_var_count = 0;
  return bare;
}

static void link_methods(struct vm *vm, struct klass *k) {
  const struct class_file *cf = k->cf;
  k->method_count = cf->method_count;
  k->methods = pool_alloc(&vm->pool, (k->method_count + 1u) * sizeof(struct method));
  for (uint32_t i = 0; i < k->method_count; i++) {
    link_method(vm, k, &k->methods[i],
                k->is_jdk ? &cf->methods[i] : sound_info(vm, cf, &cf->methods[i]));
    if (!strcmp(k->methods[i].name->s, "<clinit>") && k->methods[i].native != vm->library->nothing)
      k->has_clinit = true;
  }
}

/* Returns whether nothing runs when k is initialised, neither in k nor in a supertype. */
static bool init_is_noop(const struct klass *k) {
  if (k->has_clinit || (k->super && !k->super->trivial_init)) return false;
  for (uint32_t i = 0; i < k->interface_count; i++)
    if (!k->interfaces[i]->trivial_init) return false;
  return true;
}

int klass_link(struct vm *vm, struct klass *k, struct error *err) {
  int rc = load_supers(vm, k, err);
  if (!rc) rc = check_finals(vm, k, err);
  if (rc) return rc;
  link_fields(vm, k);
  if (k->instance_size > OBJECT_MAX || k->static_size > OBJECT_MAX)
    return link_error(vm, err, "java/lang/ClassFormatError", "class %s has too many fields",
                      k->shown->s);
  k->id = (uint32_t)vm->klasses.len;
  klass_set_supers(vm, k);
  if (k->super_count > SUPERS_MAX)
    return link_error(vm, err, "java/lang/StackOverflowError",
                      "class %s has more than %d supertypes", k->shown->s, SUPERS_MAX);
  link_methods(vm, k);
  CHECK(k->id == vm->klasses.len, "the number of a class is its place: %s, %u", k->name->s, k->id);
  *vec_push(&vm->klasses) = k;
  k->cp = pool_alloc(&vm->pool, (k->cf->cp_count + 1u) * sizeof(void *));
  klass_build_vtable(vm, k);
  k->trivial_init = init_is_noop(k);
  classes_insert(vm, k);
  if (mirror_make(vm, k)) return error_set(err, ERR_MEMORY, "the area of classes is full");
  return 0;
}
