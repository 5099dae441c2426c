/* Callers, for jdk.internal.reflect.Reflection, java.lang.SecurityManager and
 * java.security.AccessController. */
#include "engine/natives/invoke/lookup_int.h"
#include "engine/natives/util.h"

/* Is this a frame that reflection put between the caller and the called method? */
static bool reflection_skips(const struct method *m) {
  const char *k = m->owner->name->s;
  if (m->vm_flags & METHOD_HIDDEN)
    return !m->owner->lookup; /* frames of hidden classes count as callers */
  if (!strcmp(k, "java/lang/reflect/Method")) return !strcmp(m->name->s, "invoke");
  return !strncmp(k, "jdk/internal/reflect/", 21) && strstr(k, "Accessor");
}

/* Returns the caller of the method that asks; the top frame is the asking method itself. */
static int get_caller_class(struct native_call *c) {
  struct vm *vm = c->vm;
  uint32_t f = c->t->frame;
  if (f) f = vm_frame(vm, f)->prev;
  for (; f; f = vm_frame(vm, f)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, f));
    if (m && m->owner && m->owner->mirror && !reflection_skips(m))
      return ret_ref(c, m->owner->mirror);
  }
  return ret_ref(c, 0);
}

/* Fills `out` with the classes of the frames from `f` on; if `out` is 0, only counts them. */
static uint32_t class_context(struct vm *vm, uint32_t f, ref out) {
  uint32_t n = 0;
  for (; f; f = vm_frame(vm, f)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, f));
    if (!m || !m->owner || !m->owner->mirror || vm_frame(vm, f)->flags & FRAME_ROOT ||
        reflection_skips(m))
      continue;
    if (out) array_put_ref(vm, out, n, m->owner->mirror);
    n++;
  }
  return n;
}

/* SecurityManager.getClassContext() */
static int get_class_context(struct native_call *c) {
  struct vm *vm = c->vm;
  uint32_t n = class_context(vm, c->t->frame, 0);
  ref r = vm_new_ref_array(vm, c->t, vm->wk.klass, (int32_t)n);
  if (r) class_context(vm, c->t->frame, r);
  return ret_new(c, r);
}

/* Later JDK releases have no security manager. */
bool security_is_managed(struct vm *vm) {
  const struct field *f = klass_field(vm->wk.system, "security", NULL);
  return f && *MEM32(vm, vm->wk.system->mirror + f->offset);
}

/* AccessController.checkPermission(Permission): without a security manager, all code has all
 * permissions. */
static int check_permission(struct native_call *c) {
  if (security_is_managed(c->vm))
    return vm_unsupported(c->vm, c->t, "the policy of a security manager");
  return nat_body(c);
}

/* MethodHandles.lookup() is native here, so the top frame is that of its caller. */
const struct klass *reflection_caller(struct native_call *c) {
  struct vm *vm = c->vm;
  uint32_t f = c->t->frame;
  const struct method *m = frame_method(vm, vm_frame(vm, f));
  while (vm_frame(vm, f)->prev && m->owner && m->owner->is_jdk && reflection_skips(m)) {
    f = vm_frame(vm, f)->prev;
    m = frame_method(vm, vm_frame(vm, f));
  }
  return m->owner;
}

#define ACCESS "java/security/AccessController"
const struct native_row natives_reflection[] = {
    {"jdk/internal/reflect/Reflection", "getCallerClass", "()Ljava/lang/Class;", get_caller_class},
    {"java/lang/SecurityManager", "getClassContext", NULL, get_class_context},
    {ACCESS, "checkPermission", NULL, check_permission},
    {ACCESS, "getContext", NULL, nat_null},
    {ACCESS, "getProtectionDomain", NULL, nat_null},
    {ACCESS, "ensureMaterializedForStackWalk", NULL, nat_nothing},
    {ACCESS, "getStackAccessControlContext", NULL, nat_null},
    {ACCESS, "getInheritedAccessControlContext", NULL, nat_null},
    {0},
};
