/* Array classes and the classes of primitive types. They are made when first requested, without a
 * class file (JVMS 5.3.3). */
#include "engine/base/hash.h"
#include "engine/base/check.h"
#include "engine/vm/loader/classes.h"

#include <stdlib.h>

static uint8_t shift_of(char type) {
  switch (type) {
    case 'Z':
    case 'B': return 0;
    case 'C':
    case 'S': return 1;
    case 'J':
    case 'D': return 3;
    default: return 2;
  }
}

static const struct symbol *array_name(struct vm *vm, const struct klass *elem,
                                       const struct symbol *of, char type) {
  char *name;
  const struct symbol *s;
  if (elem->is_primitive)
    name = mem_printf("[%c", type);
  else
    name = elem->is_array ? mem_printf("[%s", of->s) : mem_printf("[L%s;", of->s);
  s = symtab_cstr(vm->syms, name);
  free(name);
  return s;
}

static struct klass *make_array(struct vm *vm, struct klass *elem, const struct symbol *name,
                                char type) {
  struct klass *k, *object;
  struct error err = {0};
  object = vm_class(vm, "java/lang/Object", &err);
  if (!object) return NULL;
  k = klass_new(vm, name);
  if (elem) k->shown = array_name(vm, elem, elem->shown, type);
  if (elem && elem->own_loader) k->key = hash_mix(elem->key + '[');
  k->flags = (uint16_t)(ACC_FINAL | ACC_ABSTRACT | (elem ? elem->flags & ACC_PUBLIC : ACC_PUBLIC));
  k->is_array = true;
  k->is_jdk = elem ? elem->is_jdk : true;
  k->where = elem ? elem->where : "";
  k->elem = elem;
  k->own_loader = elem && elem->own_loader;
  k->elem_type = type;
  k->elem_shift = shift_of(type);
  k->super = object;
  k->trivial_init = true;
  k->interfaces = pool_alloc(&vm->pool, 2 * sizeof(struct klass *));
  k->interfaces[0] = vm_class(vm, "java/lang/Cloneable", &err);
  k->interfaces[1] = vm_class(vm, "java/io/Serializable", &err);
  if (!k->interfaces[0] || !k->interfaces[1]) return NULL;
  k->interface_count = 2;
  k->vtable = object->vtable;
  k->vtable_len = object->vtable_len;
  klass_set_supers(vm, k);
  CHECK(!elem || !elem->array, "a class has one array class: %s", name->s);
  if (elem) elem->array = k;
  classes_insert(vm, k);
  if (mirror_make(vm, k)) return NULL;
  return k;
}

struct klass *vm_array_class(struct vm *vm, struct klass *elem) {
  char type = elem->is_primitive ? elem->elem_type : 'L';
  if (elem->array) return elem->array;
  return make_array(vm, elem, array_name(vm, elem, elem->name, type), type);
}

static const struct {
  char type;
  const char *name;
} primitives[] = {{'Z', "boolean"}, {'B', "byte"},  {'C', "char"},   {'S', "short"}, {'I', "int"},
                  {'J', "long"},    {'F', "float"}, {'D', "double"}, {'V', "void"}};

/* A class file may legally have the name of a primitive type, such as "int". So primitive classes
 * are not in the table and are found by descriptor. */
static struct klass *primitive(struct vm *vm, char type) {
  for (size_t i = 0; i < COUNT(primitives); i++) {
    struct klass *k;
    if (primitives[i].type != type) continue;
    if (vm->wk.prim[i]) return vm->wk.prim[i];
    k = klass_new(vm, symtab_cstr(vm->syms, primitives[i].name));
    k->flags = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
    k->is_primitive = k->is_jdk = k->trivial_init = true;
    k->elem_type = type;
    k->elem_shift = shift_of(type);
    k->key ^= 0x9e3779b97f4a7c15u; /* must differ from the key of a class with that name */
    klass_set_supers(vm, k);
    vm->wk.prim[i] = k;
    mirror_make(vm, k);
    return k;
  }
  return NULL;
}

struct klass *vm_class_of_desc(struct vm *vm, const char *desc, struct error *err) {
  struct klass *k;
  size_t len = strlen(desc);
  if (desc[0] == '[') return vm_class(vm, desc, err);
  if (desc[0] == 'L' && len > 2 && desc[len - 1] == ';')
    return vm_class_sym(vm, symtab_intern(vm->syms, desc + 1, len - 2), err);
  k = len == 1 ? primitive(vm, desc[0]) : NULL;
  if (k) return k;
  vm_classes(vm)->error_class = NULL; /* no class was searched for */
  vm_classes(vm)->missing = NULL;
  error_set(err, ERR_INPUT, "bad descriptor %s", desc);
  return NULL;
}
