/* Invokers: handles that call MethodHandle.invoke or VarHandle's access modes. See combine.h. */
#include "engine/natives/invoke/combine.h"

#include <stdlib.h>

/* ---- `this` is an Invokers object, which has a type ---- */

static int invoker_of(struct native_call *c, const char *type, const char *owner,
                      const char *method) {
  struct combine *b = combine_new(c, "Invoker");
  char *self = mem_printf("L%s;", owner);
  text_printf(&b->key, " %s.%s", owner, method);
  sig_parse(b->sig, symtab_cstr(c->vm->syms, type)->s);
  sig_insert(b->sig, 0, jtype_of(symtab_cstr(c->vm->syms, self)->s));
  combine_begin(b);
  asm_load_args(b->m, b->sig, 1);
  asm_invoke(b->m, OP_INVOKEVIRTUAL, owner, method, type, false);
  free(self);
  return combine_end(b);
}

static int invoker(struct native_call *c, const char *method) {
  char *type = method_type_desc(c->vm, field_get_ref(c->vm, c->args[0], "targetType"));
  int rc = invoker_of(c, type, METHOD_HANDLE, method);
  free(type);
  return rc;
}
static int exact_invoker(struct native_call *c) { return invoker(c, "invokeExact"); }
static int generic_invoker(struct native_call *c) { return invoker(c, "invoke"); }

/* varHandleMethodInvoker(AccessMode) */
static int variable_invoker(struct native_call *c) {
  char *type = method_type_desc(c->vm, field_get_ref(c->vm, c->args[0], "targetType"));
  char *mode = vm_utf8(c->vm, field_get_ref(c->vm, c->args[1], "methodName"));
  int rc = invoker_of(c, type, VAR_HANDLE, mode);
  free(mode);
  free(type);
  return rc;
}

/* ---- VarHandle methods with an AccessMode argument ---- */

/* Reads the mode's name and the type of the access. Returns NATIVE_OK, or the exception or failure.
 * The caller frees both strings. */
static int read_access(struct native_call *c, char **mode, char **type) {
  *mode = *type = NULL;
  if (!c->args[1]) return nat_npe(c);
  *mode = vm_utf8(c->vm, field_get_ref(c->vm, c->args[1], "methodName"));
  *type = varhandle_type(c->vm, c->args[0], *mode);
  return *type ? NATIVE_OK
               : vm_unsupported(c->vm, c->t, "VarHandle.%s on this handle", c->m->name->s);
}

static int access_type(struct native_call *c) {
  char *mode, *type;
  int rc = read_access(c, &mode, &type);
  if (rc == NATIVE_OK) rc = ldc_method_type(c->vm, c->t, type, &c->ret.r);
  free(mode);
  free(type);
  return rc;
}

static int to_method_handle(struct native_call *c) {
  char *mode, *type;
  int rc = read_access(c, &mode, &type);
  struct combine *b;
  if (rc == NATIVE_OK) {
    b = combine_new(c, "Access");
    text_printf(&b->key, " %s", mode);
    sig_parse(b->sig, symtab_cstr(c->vm->syms, type)->s);
    combine_begin(b);
    combine_push(b, c->args[0], false);
    asm_type(b->m, OP_CHECKCAST, VAR_HANDLE);
    asm_load_args(b->m, b->sig, 1);
    asm_invoke(b->m, OP_INVOKEVIRTUAL, VAR_HANDLE, mode, type, false);
    rc = combine_end(b);
  }
  free(mode);
  free(type);
  return rc;
}

#define INVOKERS "java/lang/invoke/Invokers"
const struct native_row natives_handle_invoker[] = {
    {VAR_HANDLE, "accessModeType",
     "(Ljava/lang/invoke/VarHandle$AccessMode;)Ljava/lang/invoke/MethodType;", access_type},
    {VAR_HANDLE, "toMethodHandle", NULL, to_method_handle},
    {INVOKERS, "exactInvoker", NULL, exact_invoker},
    {INVOKERS, "genericInvoker", NULL, generic_invoker},
    {INVOKERS, "varHandleMethodInvoker", NULL, variable_invoker},
    {INVOKERS, "varHandleMethodExactInvoker", NULL, variable_invoker},
    {0},
};
