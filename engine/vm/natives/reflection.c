/* jdk.internal.reflect.Reflection and java.security.AccessController: who called. */
#include "engine/vm/natives/lookup_int.h"
#include "engine/vm/natives/util.h"

/* Frames that reflection put between a caller and what it called. */
static bool reflection_skips(const struct method *m) {
  const char *k = m->owner->name->s;
  if (m->vm_flags & METHOD_HIDDEN)
    return !m->owner->lookup; /* those of hidden classes call as others do */
  if (!strcmp(k, "java/lang/reflect/Method")) return !strcmp(m->name->s, "invoke");
  return !strncmp(k, "jdk/internal/reflect/", 21) && strstr(k, "Accessor");
}

/* The class that called the method that asks: the top frame is the asking method itself. */
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

/* MethodHandles.lookup() stands for itself: the top frame is that of its caller. */
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
    {ACCESS, "getContext", NULL, nat_null},
    {ACCESS, "getProtectionDomain", NULL, nat_null},
    {ACCESS, "ensureMaterializedForStackWalk", NULL, nat_nothing},
    {ACCESS, "getStackAccessControlContext", NULL, nat_null},
    {ACCESS, "getInheritedAccessControlContext", NULL, nat_null},
    {0},
};
