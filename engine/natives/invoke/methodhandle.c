/* MethodHandle: direct handles, and calls of all handles. See handles.h. */
#include "engine/natives/invoke/handles.h"
#include "engine/base/check.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"

#include <stdlib.h>
#include <xxhash.h>

/* Stored with each class of handles: how its handles are called. */
struct shape {
  const struct symbol *type;
  ref method_type;
  struct method *invoke;
  bool varargs;
  const struct member_ref *member; /* for direct handles: the member that they call */
  const struct klass *owner;
};

static const struct shape *shape_of(struct vm *vm, ref handle) {
  const struct klass *k = vm_klass(vm, handle);
  const struct shape *s = synth_fact(k, "handle", k->name);
  INVARIANT(!s || (s->method_type && s->type->s[0] == '('), "a handle has a type: %s", k->name->s);
  return s;
}

const char *handle_type(struct vm *vm, ref handle) {
  const struct shape *s = shape_of(vm, handle);
  return s ? s->type->s : NULL;
}

bool handle_varargs(struct vm *vm, ref handle) {
  const struct shape *s = shape_of(vm, handle);
  return s && s->varargs;
}

void handle_set_varargs(struct vm *vm, ref handle) {
  const struct klass *k = vm_klass(vm, handle);
  struct shape *s = synth_fact(k, "handle", k->name);
  s->varargs = true;
}

/* ---- calls ---- */

int handle_invoke_exact(struct native_call *c) {
  const struct shape *s;
  if (!c->args[0]) return nat_npe(c);
  s = shape_of(c->vm, c->args[0]);
  if (!s) return vm_unsupported(c->vm, c->t, "MethodHandle.%s on this handle", c->m->name->s);
  if (s->type != c->m->desc) return throw_wrong_type(c->vm, c->t, s->type->s, c->m->desc->s);
  CHECK(s->invoke && s->invoke->flags & ACC_STATIC, "a handle has code to call: %s", s->type->s);
  return vm_push_frame(c->vm, c->t, s->invoke, c->args, 0, 0);
}

int handle_invoke(struct native_call *c) {
  const struct shape *s;
  struct method *m;
  int rc = NATIVE_FATAL;
  if (!c->args[0]) return nat_npe(c);
  s = shape_of(c->vm, c->args[0]);
  if (!s) return vm_unsupported(c->vm, c->t, "MethodHandle.invoke on this handle");
  m = s->type == c->m->desc ? s->invoke
                            : poly_adapter(c->vm, c->t, c->m, s->type->s, s->varargs, &rc);
  return m ? vm_push_frame(c->vm, c->t, m, c->args, 0, 0) : rc;
}

/* ---- classes of handles ---- */

struct synth *handle_class(const char *name) {
  return synth_new(name, METHOD_HANDLE, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
}

static char *invoke_desc(const char *type) {
  return mem_printf("(" METHOD_HANDLE_DESC "%s", type + 1);
}

struct synth_method *handle_code(struct synth *s, const char *type) {
  char *desc = invoke_desc(type);
  struct synth_method *m = synth_method(s, ACC_STATIC, "invoke", desc);
  free(desc);
  return m;
}

int handle_define(struct vm *vm, struct thread *t, struct synth *s, const char *type,
                  struct klass *host, struct klass **k) {
  struct error err = {0};
  struct shape *shape;
  char *desc;
  if (!host) host = vm_class(vm, METHOD_HANDLE, &err);
  *k = host ? synth_define(vm, s, host, &err) : NULL;
  if (!*k) return synth_failed(vm, t, &err);
  shape = pool_alloc(&vm->pool, sizeof *shape);
  shape->type = symtab_cstr(vm->syms, type);
  desc = invoke_desc(type);
  shape->invoke = klass_declared_method(*k, "invoke", desc);
  CHECK(shape->invoke, "a class of handles has its method: %s", desc);
  free(desc);
  synth_fact_put(vm, *k, "handle", (*k)->name, shape);
  return ldc_method_type(vm, t, type, &shape->method_type);
}

/* Sets the fields that MethodHandle itself declares. */
static void init_handle(struct vm *vm, ref r) {
  put32(vm, r + klass_field_offset(vm_klass(vm, r), "type"), shape_of(vm, r)->method_type);
}

ref handle_new(struct vm *vm, struct thread *t, struct klass *k) {
  ref r = vm_new_object(vm, t, k);
  if (r) init_handle(vm, r);
  return r;
}

/* ---- direct handles ---- */

/* Returns the class that declares the member, or NULL. */
static const struct klass *declarer(struct klass *owner, const struct member_ref *r) {
  const struct field *f =
      owner && r->kind <= REF_PUT_STATIC ? klass_field(owner, r->name, r->desc) : NULL;
  const struct method *m =
      owner && r->kind > REF_PUT_STATIC ? klass_method(owner, r->name, r->desc) : NULL;
  return f ? f->owner : m ? m->owner : NULL;
}

/* Returns the type of a direct handle. desc: the member's descriptor with internal class names. */
static char *direct_type(const struct member_ref *r, const char *desc) {
  const char *owner = r->owner;
  char *self = owner[0] == '[' ? mem_strdup(owner) : mem_printf("L%s;", owner), *type;
  switch (r->kind) {
    case REF_GET_FIELD: type = mem_printf("(%s)%s", self, desc); break;
    case REF_GET_STATIC: type = mem_printf("()%s", desc); break;
    case REF_PUT_FIELD: type = mem_printf("(%s%s)V", self, desc); break;
    case REF_PUT_STATIC: type = mem_printf("(%s)V", desc); break;
    case REF_STATIC: type = mem_strdup(desc); break;
    case REF_NEW: type = mem_printf("%.*s%s", (int)(desc_result(desc) - desc), desc, self); break;
    default: type = mem_printf("(%s%s", self, desc + 1);
  }
  free(self);
  return type;
}

static void write_call(struct synth_method *m, const struct member_ref *r, const struct sig *sig) {
  static const int ops[] = {0,
                            OP_GETFIELD,
                            OP_GETSTATIC,
                            OP_PUTFIELD,
                            OP_PUTSTATIC,
                            OP_INVOKEVIRTUAL,
                            OP_INVOKESTATIC,
                            OP_INVOKESPECIAL,
                            OP_INVOKESPECIAL,
                            OP_INVOKEINTERFACE};
  if (r->kind == REF_NEW) {
    asm_type(m, OP_NEW, r->owner);
    asm_op(m, OP_DUP);
  }
  asm_load_args(m, sig, 1);
  if (r->kind <= REF_PUT_STATIC)
    asm_field(m, ops[r->kind], r->owner, r->name, r->desc);
  else
    asm_invoke(m, ops[r->kind], r->owner, r->name, r->desc, r->on_interface);
  asm_return(m, sig->ret.s[0]);
}

/* Stores the member with the class. If it is a method of variable arity, its handles collect
 * arguments. */
static void note_member(struct vm *vm, const struct member_ref *r, struct klass *owner,
                        struct klass *handle) {
  struct shape *s = synth_fact(handle, "handle", handle->name);
  const struct method *m =
      owner && r->kind > REF_PUT_STATIC ? klass_method(owner, r->name, r->desc) : NULL;
  struct member_ref *copy = pool_alloc(&vm->pool, sizeof *copy);
  s->varargs = m && m->flags & ACC_VARARGS;
  *copy = *r;
  copy->owner = symtab_cstr(vm->syms, r->owner)->s;
  copy->name = symtab_cstr(vm->syms, r->name)->s;
  copy->desc = symtab_cstr(vm->syms, r->desc)->s;
  s->member = copy;
  s->owner = owner;
}

int handle_direct(struct vm *vm, struct thread *t, const struct member_ref *r, struct klass **k) {
  uint64_t id =
      XXH3_64bits_withSeed(r->desc, strlen(r->desc), XXH3_64bits(r->name, strlen(r->name)));
  const char *owner = r->owner[0] == '[' ? METHOD_HANDLE : r->owner;
  struct klass *host = vm_class(vm, owner, NULL);
  const struct klass *of = host && host->own_loader ? declarer(host, r) : NULL;
  uint64_t view = of ? loader_view(vm, of, r->desc) : 0;
  char *name = mem_printf(view ? "%s$$Handle$%d$%016llx@%016llx" : "%s$$Handle$%d$%016llx", owner,
                          r->kind, (unsigned long long)id, (unsigned long long)view),
       *type = NULL;
  struct sig *sig = NULL;
  struct synth *s;
  int rc = NATIVE_OK;
  *k = synth_find(vm, name);
  if (*k) goto out;
  type = direct_type(r, of ? loader_inside(vm, of, r->desc)->s : r->desc);
  sig = mem_alloc(sizeof *sig);
  sig_parse(sig, type);
  s = handle_class(name);
  write_call(handle_code(s, type), r, sig);
  rc = handle_define(vm, t, s, type, host, k);
  if (rc == NATIVE_OK) note_member(vm, r, host, *k);
out:
  free(sig);
  free(type);
  free(name);
  return rc;
}

/* ---- constants ---- */

int ldc_method_handle(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out) {
  const struct cp_entry *mh = &k->cf->cp[index], *e = &k->cf->cp[mh->index];
  const struct member_ref r = {.kind = mh->ref_kind,
                               .owner = loader_inside_class(vm, k, e->owner)->s,
                               .name = e->name->s,
                               .desc = e->desc->s,
                               .on_interface = e->tag == CP_INTERFACEMETHODREF};
  struct klass *handle;
  int rc = handle_direct(vm, t, &r, &handle);
  if (rc) return rc;
  *out = (ref)(uintptr_t)synth_fact(handle, "constant", handle->name);
  if (*out) return NATIVE_OK;
  *out = immortal_object(vm, handle);
  if (!*out) {
    error_set(&vm->err, ERR_MEMORY, "the area of immortal objects is full");
    return NATIVE_FATAL;
  }
  *MEM32(vm, *out + klass_field_offset(handle, "type")) = shape_of(vm, *out)->method_type;
  immortal_seal(vm, *out);
  synth_fact_put(vm, handle, "constant", handle->name, (void *)(uintptr_t)*out);
  return NATIVE_OK;
}

/* ---- the member of a direct handle, as a MemberName for Lookup.revealDirect ---- */

enum { IS_METHOD = 0x10000, IS_CONSTRUCTOR = 0x20000, IS_FIELD = 0x40000, KIND_SHIFT = 24 };

static int member_name(struct native_call *c, const struct shape *s) {
  const struct member_ref *r = s->member;
  bool is_field = r->kind <= REF_PUT_STATIC;
  struct klass *owner = (struct klass *)(uintptr_t)s->owner, *type;
  const struct field *f = is_field ? klass_field(owner, r->name, r->desc) : NULL;
  const struct method *m = is_field ? NULL : klass_method(owner, r->name, r->desc);
  int flags = (is_field             ? IS_FIELD
               : r->kind == REF_NEW ? IS_CONSTRUCTOR
                                    : IS_METHOD) |
              r->kind << KIND_SHIFT;
  struct error err = {0};
  ref name, of_type = 0;
  if (is_field) {
    type = vm_class_of_desc(c->vm, loader_inside(c->vm, f ? f->owner : owner, r->desc)->s, &err);
    if (!type) return synth_failed(c->vm, c->t, &err);
    of_type = type->mirror;
  } else if (ldc_method_type(c->vm, c->t, loader_inside(c->vm, m ? m->owner : owner, r->desc)->s,
                             &of_type)) {
    return NATIVE_THROW;
  }
  name = nat_new(c, "java/lang/invoke/MemberName");
  if (!name) return NATIVE_THROW;
  field_set_ref(c->vm, name, "clazz", (f ? f->owner : m ? m->owner : owner)->mirror);
  field_set_ref(c->vm, name, "name", vm_intern_sym(c->vm, symtab_cstr(c->vm->syms, r->name)));
  field_set_ref(c->vm, name, "type", of_type);
  field_set_int(c->vm, name, "flags", flags | (f ? f->flags : m ? m->flags : 0));
  return ret_ref(c, name);
}

static int internal_member_name(struct native_call *c) {
  const struct shape *s = shape_of(c->vm, c->args[0]);
  return s && s->owner ? member_name(c, s) : ret_ref(c, 0);
}

static int is_crackable(struct native_call *c) {
  const struct shape *s = shape_of(c->vm, c->args[0]);
  return ret_int(c, s && s->owner);
}

static int is_invoke_special(struct native_call *c) {
  const struct shape *s = shape_of(c->vm, c->args[0]);
  return ret_int(c, s && s->member && s->member->kind == REF_SPECIAL);
}

static int is_varargs(struct native_call *c) {
  return ret_int(c, handle_varargs(c->vm, c->args[0]));
}

const struct native_row natives_methodhandle[] = {
    {METHOD_HANDLE, "<clinit>", NULL, nat_nothing},
    {METHOD_HANDLE, "isVarargsCollector", NULL, is_varargs},
    {METHOD_HANDLE, "internalMemberName", NULL, internal_member_name},
    {METHOD_HANDLE, "isCrackable", NULL, is_crackable},
    {METHOD_HANDLE, "isInvokeSpecial", NULL, is_invoke_special},
    {0},
};
