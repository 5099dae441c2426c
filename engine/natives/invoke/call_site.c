/* MethodHandleNatives: sets the targets of mutable call sites, and initialises a MemberName from a
 * reflected member. */
#include "engine/natives/lang/class_members.h"
#include "engine/natives/concurrent/memory.h"
#include "engine/natives/util.h"

static int set_target(struct native_call *c, int mode) {
  if (!c->args[0]) return nat_npe(c);
  return mem_put(c, 'L', c->args[0], klass_field_offset(vm_klass(c->vm, c->args[0]), "target"),
                 c->args[1], mode);
}
static int set_normal(struct native_call *c) { return set_target(c, ACCESS_PLAIN); }
static int set_volatile(struct native_call *c) { return set_target(c, ACCESS_VOLATILE); }

/* init(MemberName self, Object member): sets the declaring class, the modifiers and the kind. Java
 * code sets the rest. */
static int init_member_name(struct native_call *c) {
  enum { IS_METHOD = 0x10000, IS_CONSTRUCTOR = 0x20000, IS_FIELD = 0x40000, KIND_SHIFT = 24 };
  enum {
    GET_FIELD = 1,
    GET_STATIC = 2,
    VIRTUAL = 5,
    STATIC = 6,
    SPECIAL = 7,
    NEW = 8,
    INTERFACE = 9
  };
  const struct klass *kind = vm_klass(c->vm, c->args[1]), *owner;
  int flags;
  if (kind == c->vm->wk.field) {
    const struct field *f = member_of_field(c->vm, c->args[1]);
    owner = f->owner;
    flags = IS_FIELD | f->flags | (f->flags & ACC_STATIC ? GET_STATIC : GET_FIELD) << KIND_SHIFT;
  } else {
    const struct method *m = member_of_method(c->vm, c->args[1]);
    int call = m->flags & ACC_STATIC    ? STATIC
               : m->flags & ACC_PRIVATE ? SPECIAL
               : m->owner->is_interface ? INTERFACE
                                        : VIRTUAL;
    owner = m->owner;
    flags = m->flags | (m->name->s[0] == '<' ? IS_CONSTRUCTOR | NEW << KIND_SHIFT
                                             : IS_METHOD | call << KIND_SHIFT);
  }
  field_set_ref(c->vm, c->args[0], "clazz", owner->mirror);
  field_set_int(c->vm, c->args[0], "flags", flags);
  return NATIVE_OK;
}

#define HANDLE_NATIVES "java/lang/invoke/MethodHandleNatives"
const struct native_row natives_call_site[] = {
    {HANDLE_NATIVES, "<clinit>", NULL, nat_nothing},
    {HANDLE_NATIVES, "init", NULL, init_member_name},
    {HANDLE_NATIVES, "setCallSiteTargetNormal", NULL, set_normal},
    {HANDLE_NATIVES, "setCallSiteTargetVolatile", NULL, set_volatile},
    {0},
};
