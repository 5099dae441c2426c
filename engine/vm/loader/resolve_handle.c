/* The members of method handles, and the handles used to link call sites and dynamic constants
 * (JVMS 5.4.3.5, 5.4.3.6). */
#include "engine/classfile/insn.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/resolve.h"
#include "engine/vm/loader/throw.h"

#include <stdlib.h>

static int resolve_field_handle(struct vm *vm, struct thread *t, struct klass *k,
                                const struct cp_entry *handle) {
  bool is_static = handle->ref_kind == REF_GET_STATIC || handle->ref_kind == REF_PUT_STATIC;
  bool put = handle->ref_kind == REF_PUT_FIELD || handle->ref_kind == REF_PUT_STATIC;
  struct field *f;
  char *owner;
  int rc = resolve_field(vm, t, k, handle->index, is_static, &f);
  if (rc || !put || !(f->flags & ACC_FINAL)) return rc;
  owner = klass_dotted(f->owner);
  rc = vm_throw(vm, t, "java/lang/IllegalAccessError", "final field has no write access: %s.%s",
                owner, f->name->s);
  free(owner);
  return rc;
}

/* Throws the error for a constant whose kind (class or interface) does not match the class. */
static int wrong_kind(struct vm *vm, struct thread *t, const struct klass *c,
                      const struct cp_entry *e, uint32_t index) {
  static const char *const kinds[] = {"CONSTANT_MethodRef", "CONSTANT_InterfaceMethodRef"};
  struct text method = {0};
  int rc;
  text_add_method(&method, NULL, e->name, e->desc);
  rc = vm_throw(vm, t, "java/lang/IncompatibleClassChangeError",
                "Inconsistent constant pool data in classfile for class %s. Method %s at index %u "
                "is %s and should be %s",
                c->shown->s, method.s, index, kinds[!c->is_interface], kinds[c->is_interface]);
  text_release(&method);
  return rc;
}

int resolve_handle(struct vm *vm, struct thread *t, struct klass *k, uint32_t index) {
  static const int opcodes[] = {[REF_VIRTUAL] = OP_INVOKEVIRTUAL,
                                [REF_STATIC] = OP_INVOKESTATIC,
                                [REF_SPECIAL] = OP_INVOKESPECIAL,
                                [REF_NEW] = OP_INVOKESPECIAL,
                                [REF_INTERFACE] = OP_INVOKEINTERFACE};
  const struct cp_entry *handle = &k->cf->cp[index], *member = &k->cf->cp[handle->index];
  struct method *m;
  struct klass *c;
  int rc;
  if (k->is_jdk) return NATIVE_OK; /* the constants of the image are consistent */
  if (handle->ref_kind <= REF_PUT_STATIC) return resolve_field_handle(vm, t, k, handle);
  rc = resolve_class(vm, t, k, member->class_index, &c);
  if (rc) return rc;
  if (c->is_interface != (member->tag == CP_INTERFACEMETHODREF))
    return wrong_kind(vm, t, c, member, handle->index);
  return resolve_method(vm, t, k, handle->index, opcodes[handle->ref_kind], &m);
}
