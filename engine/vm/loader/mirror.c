/* Mirrors: the immortal java.lang.Class objects. After the fields of java.lang.Class come five
 * injected words (struct mirror_layout) and then the statics of the class that the mirror
 * represents.
 *
 * The pristine contents are a pure function of the class: constants (ConstantValue), the name, the
 * component type, the module, and INIT_DONE for a class whose initialisation runs no code. */
#include "engine/vm/loader/classes.h"
#include "engine/base/check.h"
#include "engine/vm/loader/modules.h"

#include <stdlib.h>

static ref class_name_string(struct vm *vm, const struct klass *k) {
  char *dotted = klass_dotted(k);
  ref s = vm_intern_sym(vm, symtab_cstr(vm->syms, dotted));
  free(dotted);
  return s;
}

static void store_constant(struct vm *vm, const struct klass *k, const struct field *f,
                           bool strings) {
  const struct cp_entry *c = &k->cf->cp[f->info->constant_value];
  uint32_t at = k->mirror + f->offset;
  switch (f->type) {
    case 'Z':
    case 'B': *MEM8(vm, at) = (uint8_t)c->v.i; break;
    case 'C':
    case 'S': *MEM16(vm, at) = (uint16_t)c->v.i; break;
    case 'I': *MEM32(vm, at) = (uint32_t)c->v.i; break;
    case 'F': memcpy(MEM32(vm, at), &c->v.f, 4); break;
    case 'J': *MEM64(vm, at) = (uint64_t)c->v.l; break;
    case 'D': memcpy(MEM64(vm, at), &c->v.d, 8); break;
    default:
      if (strings && c->tag == CP_STRING) *MEM32(vm, at) = vm_intern_sym(vm, c->name);
  }
}

static bool constant_fits(const struct class_file *cf, const struct field *f) {
  uint8_t tag;
  if (!(f->flags & ACC_STATIC) || !f->info->constant_value ||
      f->info->constant_value >= cf->cp_count)
    return false;
  tag = cf->cp[f->info->constant_value].tag;
  switch (f->type) {
    case 'J': return tag == CP_LONG;
    case 'D': return tag == CP_DOUBLE;
    case 'F': return tag == CP_FLOAT;
    case 'L': return tag == CP_STRING && !strcmp(f->desc->s, "Ljava/lang/String;");
    default: return tag == CP_INTEGER;
  }
}

static void store_constants(struct vm *vm, struct klass *k, bool strings) {
  for (uint32_t i = 0; i < k->field_count; i++)
    if (constant_fits(k->cf, &k->fields[i])) store_constant(vm, k, &k->fields[i], strings);
}

static uint32_t mirror_size(struct vm *vm, const struct klass *k) {
  return (vm->mirror.statics + k->static_size + 7u) & ~7u;
}

static void seal(struct vm *vm, const struct klass *k) {
  arena_immortal_seal(&vm->arena, k->mirror, mirror_size(vm, k));
}

/* Until now static offsets were relative to the first static. */
static void place_statics(struct vm *vm, struct klass *k) {
  for (uint32_t i = 0; i < k->field_count; i++) {
    struct field *f = &k->fields[i];
    if (!(f->flags & ACC_STATIC)) continue;
    f->offset += vm->mirror.statics;
    if (f->type == 'L') k->static_refs[k->static_ref_count++] = f->offset;
  }
}

static void fill_texts(struct vm *vm, struct klass *k) {
  *MEM32(vm, k->mirror + vm->wk.class_name) = class_name_string(vm, k);
  if (k->cf) store_constants(vm, k, true);
}

int mirror_make(struct vm *vm, struct klass *k) {
  ref r;
  if (!vm->mirror.statics || k->mirror) return 0; /* java.lang.Class is not linked yet */
  place_statics(vm, k);
  r = arena_immortal_new(&vm->arena, mirror_size(vm, k));
  if (!r) return ERR_MEMORY;
  CHECK(vm->klasses.data[k->id] == k, "a class that gets a mirror is numbered: %s", k->name->s);
  k->mirror = r;
  vm_object(vm, r)->klass = vm->wk.klass->id;
  vm_object(vm, r)->lock = OBJ_SHARED;
  *MEM32(vm, r + vm->mirror.klass_id) = k->id;
  if (k->trivial_init && !k->bytes_hash) *MEM32(vm, r + vm->mirror.init_state) = INIT_DONE;
  if (k->is_array && k->elem) *MEM32(vm, r + vm->wk.class_component) = k->elem->mirror;
  *MEM32(vm, r + vm->wk.class_module) = module_of_class(vm, k);
  if (vm->wk.string)
    fill_texts(vm, k);
  else if (k->cf)
    store_constants(vm, k, false);
  seal(vm, k);
  return 0;
}

void mirrors_start(struct vm *vm) {
  struct klass *c = vm->wk.klass;
  vm->wk.class_component = klass_field_offset(c, "componentType");
  vm->wk.class_module = klass_field_offset(c, "module");
  vm->wk.class_loader = klass_field_offset(c, "classLoader");
  vm->wk.class_name = klass_field_offset(c, "name");
  vm->mirror.klass_id = c->instance_size;
  vm->mirror.init_state = c->instance_size + 4;
  vm->mirror.init_thread = c->instance_size + 8;
  vm->mirror.init_row = c->instance_size + 12;
  vm->mirror.init_frame = c->instance_size + 16;
  vm->mirror.statics = c->instance_size + 24;
  for (size_t i = KLASS_FIRST; i < vm->klasses.len; i++) mirror_make(vm, vm->klasses.data[i]);
}

void mirror_names(struct vm *vm) {
  for (size_t i = KLASS_FIRST; i < vm->klasses.len; i++) {
    struct klass *k = vm->klasses.data[i];
    if (!k->mirror) continue;
    fill_texts(vm, k);
    seal(vm, k);
  }
}

struct klass *vm_mirror_klass(struct vm *vm, ref r) {
  uint32_t id;
  if (!r || !vm->wk.klass || vm_object(vm, r)->klass != vm->wk.klass->id) return NULL;
  id = *MEM32(vm, r + vm->mirror.klass_id);
  INVARIANT(id < vm->klasses.len, "a mirror names its class: %u", id);
  return id < vm->klasses.len ? vm->klasses.data[id] : NULL;
}
