/* java.lang.Class: kinds, supertypes, modifiers, look-up by name. Members are in class_members.c,
 * nesting is in class_nesting.c. */
#include "engine/natives/lang/resources.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"

#include <stdlib.h>

#define THIS(c) vm_mirror_klass((c)->vm, (c)->args[0])

static int is_interface(struct native_call *c) { return ret_int(c, THIS(c)->is_interface); }
static int is_array(struct native_call *c) { return ret_int(c, THIS(c)->is_array); }
static int is_primitive(struct native_call *c) { return ret_int(c, THIS(c)->is_primitive); }
static int is_hidden(struct native_call *c) { return ret_int(c, THIS(c)->lookup != NULL); }

static int is_instance(struct native_call *c) {
  const struct klass *k = THIS(c);
  return ret_int(c, !k->is_primitive && vm_instance_of(c->vm, c->args[1], k));
}

static int is_assignable_from(struct native_call *c) {
  const struct klass *k = THIS(c), *from = nat_klass_arg(c, 1);
  if (!from) return NATIVE_THROW;
  if (k->is_primitive || from->is_primitive) return ret_int(c, k == from);
  return ret_int(c, klass_is_subclass(from, k));
}

static int get_superclass(struct native_call *c) {
  const struct klass *k = THIS(c);
  if (k->is_interface || !k->super) return ret_ref(c, 0);
  return ret_ref(c, k->super->mirror);
}

static int get_interfaces(struct native_call *c) {
  struct vm *vm = c->vm;
  const struct klass *k = THIS(c);
  ref r = vm_new_ref_array(vm, c->t, vm->wk.klass, (int32_t)k->interface_count);
  for (uint32_t i = 0; r && i < k->interface_count; i++)
    array_put_ref(vm, r, i, k->interfaces[i]->mirror);
  return ret_new(c, r);
}

/* Returns the modifiers as in the Java source: for a member class, those of its InnerClasses
 * entry. */
static int32_t modifiers(const struct klass *k) {
  enum { ACCESS = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED };
  const struct klass *e = k;
  int32_t flags = k->flags;
  e = klass_base(e);
  if (e != k) return (modifiers(e) & ACCESS) | ACC_FINAL | ACC_ABSTRACT;
  for (uint32_t i = 0; k->cf && i < k->cf->inner_count; i++) {
    const struct inner_class *in = &k->cf->inners[i];
    if (k->cf->cp[in->inner].name == k->name) flags = in->flags;
  }
  return k->is_primitive ? flags : flags & 0x7fff & ~ACC_SUPER;
}
static int get_modifiers(struct native_call *c) { return ret_int(c, modifiers(THIS(c))); }

static int get_class_access_flags(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  if (!k) return NATIVE_THROW;
  return ret_int(c, k->cf ? k->flags & 0x7fff & ~ACC_SUPER : modifiers(k));
}

static int init_class_name(struct native_call *c) {
  char *name = klass_dotted(THIS(c));
  ref s = vm_string(c->vm, c->t, name);
  free(name);
  return ret_new(c, s ? vm_intern(c->vm, s) : 0);
}

static int get_primitive_class(struct native_call *c) {
  struct vm *vm = c->vm;
  char *name = vm_utf8(vm, c->args[0]);
  int rc = NATIVE_OK;
  c->ret.r = 0;
  for (size_t i = 0; name && i < COUNT(vm->wk.prim); i++)
    if (vm->wk.prim[i] && !strcmp(vm->wk.prim[i]->name->s, name)) c->ret.r = vm->wk.prim[i]->mirror;
  if (!c->ret.r)
    rc = vm_throw(vm, c->t, "java/lang/ClassNotFoundException", "%s", name ? name : "null");
  free(name);
  return rc;
}

static int not_found(struct native_call *c, const char *name) {
  return vm_throw(c->vm, c->t, "java/lang/ClassNotFoundException", "%s", name);
}

static int not_found_text(struct native_call *c) {
  char *name = vm_utf8(c->vm, c->args[0]);
  int rc = not_found(c, name);
  free(name);
  return rc;
}

/* Is `name` the name of the class or of an array of it? */
static bool is_or_holds(const char *name, const struct symbol *klass) {
  const char *p = name + strspn(name, "[");
  if (p > name && *p++ != 'L') return false;
  return !strncmp(p, klass->s, klass->len) && !strcmp(p + klass->len, p > name ? ";" : "");
}

/* Class.forName(name, initialize, null): does null mean only the boot loader? It does if the
 * program makes the call, or a class of the boot loader. If the library makes it, null also means
 * the loader of the program's classes. */
static bool of_bootstrap(struct native_call *c) {
  const struct klass *caller = vm_mirror_klass(c->vm, c->args[3]);
  const struct frame *f = c->t->frame ? vm_frame(c->vm, c->t->frame) : NULL;
  if (caller && caller->of_boot) return true;
  return f && f->prev && !strncmp(frame_method(c->vm, f)->desc->s, "(Ljava/lang/String;Z", 20) &&
         !frame_method(c->vm, vm_frame(c->vm, f->prev))->owner->is_jdk;
}

/* Finds the class that a loader of the program (0: another loader) has under a name. Returns
 * NATIVE_RETRY if that loader must be asked for it first. */
static int of_loader(struct native_call *c, ref loader, const char *name, struct klass **out) {
  struct vm *vm = c->vm;
  struct error err = {0};
  const struct symbol *s = symtab_cstr(vm->syms, name), *missing;
  struct klass *k = loader_gives(vm, loader, s, &err);
  *out = k;
  missing = k ? NULL : vm_classes(vm)->missing;
  if (!c->args[2] && of_bootstrap(c) && (k ? !klass_of_bootstrap(klass_base(k)) : missing != NULL))
    return not_found(c, name);
  if (k) return NATIVE_OK;
  if (!missing && !vm_classes(vm)->error_class) return not_found_text(c); /* a malformed name */
  if (!missing) return classes_throw(vm, c->t, &err);
  if (!is_or_holds(name, missing))
    return vm_throw(vm, c->t, "java/lang/NoClassDefFoundError", "%s", missing->s);
  return loader ? loader_find(vm, c->t, loader, missing, s) : not_found_text(c);
}

/* Class.forName0(String name, boolean initialize, ClassLoader loader, Class caller) */
static int for_name(struct native_call *c) {
  struct vm *vm = c->vm;
  char *name;
  struct klass *k = NULL;
  ref loader = c->args[2] && !loader_is_builtin(vm, c->args[2]) ? c->args[2] : 0;
  int rc;
  if (!c->args[0]) return nat_npe(c);
  name = vm_utf8(vm, c->args[0]);
  if (!name[0] || strchr(name, '/')) {
    rc = not_found(c, name);
    goto out;
  }
  mem_exchange(name, '.', '/');
  rc = of_loader(c, loader, name, &k);
  if (rc != NATIVE_OK) goto out;
  c->ret.r = k->mirror;
  rc = c->args[1] && !k->is_array ? vm_init_class(vm, c->t, k) : NATIVE_OK;
out:
  free(name);
  return rc;
}

static int desired_assertion_status(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  if (!k) return NATIVE_THROW;
  return ret_int(c, !klass_of_bootstrap(k));
}

static int is_record(struct native_call *c) {
  const struct klass *k = THIS(c);
  return ret_int(c, k->cf && k->cf->is_record && k->super &&
                        !strcmp(k->super->name->s, "java/lang/Record") && (k->flags & ACC_FINAL));
}

static int get_generic_signature(struct native_call *c) {
  const struct klass *k = THIS(c);
  return ret_ref(c, k->cf ? nat_sym(c->vm, k->cf->signature) : 0);
}

static int raw_bytes(struct native_call *c, struct bytes b) {
  return b.data ? ret_new(c, nat_bytes(c, b.data, b.len)) : ret_ref(c, 0);
}
static int get_raw_annotations(struct native_call *c) {
  const struct klass *k = THIS(c);
  return raw_bytes(c, k->cf ? k->cf->annotations : (struct bytes){0});
}
static int get_raw_type_annotations(struct native_call *c) {
  const struct klass *k = THIS(c);
  return raw_bytes(c, k->cf ? k->cf->type_annotations : (struct bytes){0});
}

/* The mirror, which also holds the static fields, serves as the handle of the constant pool. */
static int get_constant_pool(struct native_call *c) {
  ref r = nat_new(c, "jdk/internal/reflect/ConstantPool");
  if (r) field_set_ref(c->vm, r, "constantPoolOop", c->args[0]);
  return ret_new(c, r);
}

#define CLASS "java/lang/Class"
const struct native_row natives_class[] = {
    {CLASS, "isInterface", NULL, is_interface},
    {CLASS, "isArray", NULL, is_array},
    {CLASS, "isPrimitive", NULL, is_primitive},
    {CLASS, "isHidden", NULL, is_hidden},
    {CLASS, "isInstance", NULL, is_instance},
    {CLASS, "isAssignableFrom", NULL, is_assignable_from},
    {CLASS, "getSuperclass", NULL, get_superclass},
    {CLASS, "getInterfaces0", NULL, get_interfaces},
    {CLASS, "getModifiers", NULL, get_modifiers},
    {CLASS, "initClassName", NULL, init_class_name},
    {CLASS, "getPrimitiveClass", NULL, get_primitive_class},
    {CLASS, "forName0", NULL, for_name},
    {CLASS, "desiredAssertionStatus0", NULL, desired_assertion_status},
    {CLASS, "isRecord0", NULL, is_record},
    {CLASS, "getGenericSignature0", NULL, get_generic_signature},
    {CLASS, "getRawAnnotations", NULL, get_raw_annotations},
    {CLASS, "getRawTypeAnnotations", NULL, get_raw_type_annotations},
    {CLASS, "getConstantPool", NULL, get_constant_pool},
    {CLASS, "getSigners", NULL, nat_null},
    {CLASS, "setSigners", NULL, nat_nothing},
    {"jdk/internal/reflect/Reflection", "getClassAccessFlags", NULL, get_class_access_flags},
    {0},
};
