/* Call sites and dynamic constants with bootstrap methods of the program.
 *
 * Such a bootstrap method is Java code whose result belongs to the state. Each call site and each
 * dynamic constant gets a class of its own. The class's initialiser makes the JDK's code
 * (CallSite.makeSite, ConstantBootstraps.makeConstant) run the bootstrap method. It stores the
 * result in a static final field, or the exception, which every use then throws again (JVMS
 * 5.4.3.6). So linking is class initialisation: it happens once, is atomic for other threads, and
 * is undone by backtracking.
 *
 *   class Host$$Site$7 {                              class Host$$Constant$7 {
 *     static final CallSite site;                       static final T value;
 *     static final Throwable error;                     static final Throwable error;
 *     static R call(args) {                             static T get() {
 *       if (error != null) throw error;                   if (error != null) throw error;
 *       return site.getTarget().invokeExact(args);        return value;
 *  */
#include "engine/vm/indy/indy.h"

#include <stdlib.h>

#define CALL_SITE "java/lang/invoke/CallSite"
#define METHOD_HANDLE "java/lang/invoke/MethodHandle"

enum { FINAL_STATIC = ACC_STATIC | ACC_FINAL, MAX_DEPTH = 50 };

/* The constant of the host that is being made, and how deeply constants are nested. */
struct bootstrap_code {
  struct vm *vm;
  struct thread *t;
  struct klass *host;
  struct synth *s;
  struct synth_method *m;
  const struct cp_entry *e;
  const struct bootstrap_method *bm;
  int depth;
};

static int constant_method(struct bootstrap_code *from, uint32_t index, struct method **out);

static int push_boxed(struct bootstrap_code *b, const struct cp_entry *e, char prim) {
  asm_constant(b->m, e);
  asm_box(b->m, prim);
  return NATIVE_OK;
}

static int push_dynamic(struct bootstrap_code *b, uint32_t index) {
  struct method *get;
  int rc = indy_resolve_bootstrap(b->vm, b->t, b->host, index);
  if (rc == NATIVE_OK) rc = constant_method(b, index, &get);
  if (rc) return rc;
  asm_invoke(b->m, OP_INVOKESTATIC, get->owner->name->s, get->name->s, get->desc->s, false);
  if (get->desc->s[2] != 'L' && get->desc->s[2] != '[') asm_box(b->m, get->desc->s[2]);
  return NATIVE_OK;
}

static int push_argument(struct bootstrap_code *b, uint32_t index) {
  const struct cp_entry *e = &b->host->cf->cp[index];
  switch (e->tag) {
    case CP_INTEGER: return push_boxed(b, e, 'I');
    case CP_FLOAT: return push_boxed(b, e, 'F');
    case CP_LONG: return push_boxed(b, e, 'J');
    case CP_DOUBLE: return push_boxed(b, e, 'D');
    case CP_DYNAMIC: return push_dynamic(b, index);
    case CP_METHODHANDLE:
      asm_method_handle(b->m, e->ref_kind, &b->host->cf->cp[e->index]);
      return NATIVE_OK;
    case CP_METHODTYPE: asm_method_type(b->m, e->desc->s); return NATIVE_OK;
    default: asm_constant(b->m, e); return NATIVE_OK;
  }
}

/* Pushes the static arguments in the form that the JDK takes: null or an array. */
static int push_arguments(struct bootstrap_code *b) {
  int rc = NATIVE_OK;
  if (!b->bm->argc) {
    asm_op(b->m, OP_ACONST_NULL);
    return rc;
  }
  asm_int(b->m, b->bm->argc);
  asm_type(b->m, OP_ANEWARRAY, "java/lang/Object");
  for (uint32_t i = 0; i < b->bm->argc && rc == NATIVE_OK; i++) {
    asm_op(b->m, OP_DUP);
    asm_int(b->m, (int32_t)i);
    rc = push_argument(b, b->bm->args[i]);
    if (rc == NATIVE_OK) asm_op(b->m, OP_AASTORE);
  }
  return rc;
}

/* Writes <clinit>: calls the JDK's linker and stores its result. `type` is the field's type. */
static int write_initialiser(struct bootstrap_code *b, const char *field, const char *type) {
  const struct cp_entry *mh = &b->host->cf->cp[b->bm->method_handle];
  bool site = b->e->desc->s[0] == '(';
  int start, end, caught, rc;
  b->m = synth_method(b->s, ACC_STATIC, "<clinit>", "()V");
  start = asm_label(b->m), end = asm_label(b->m), caught = asm_label(b->m);
  asm_bind(b->m, start);
  asm_method_handle(b->m, mh->ref_kind, &b->host->cf->cp[mh->index]);
  asm_string(b->m, b->e->name->s, b->e->name->len);
  if (site)
    asm_method_type(b->m, b->e->desc->s);
  else
    asm_class(b->m, jtype_of(b->e->desc->s));
  rc = push_arguments(b);
  if (rc) return rc;
  asm_constant(b->m, &(struct cp_entry){.tag = CP_CLASS, .name = b->host->name});
  if (site)
    asm_invoke(b->m, OP_INVOKESTATIC, CALL_SITE, "makeSite",
               "(L" METHOD_HANDLE
               ";Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Object;Ljava/lang/"
               "Class;)L" CALL_SITE ";",
               false);
  else
    asm_invoke(b->m, OP_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "makeConstant",
               "(L" METHOD_HANDLE
               ";Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/"
               "Object;",
               false);
  if (!site) asm_as_type(b->m, jtype_of("Ljava/lang/Object;"), jtype_of(type));
  asm_field(b->m, OP_PUTSTATIC, synth_name(b->s), field, type);
  asm_bind(b->m, end);
  asm_op(b->m, OP_RETURN);
  asm_handler(b->m, start, end, caught, "java/lang/Throwable");
  asm_bind(b->m, caught);
  asm_field(b->m, OP_PUTSTATIC, synth_name(b->s), "error", "Ljava/lang/Throwable;");
  asm_op(b->m, OP_RETURN);
  return NATIVE_OK;
}

static void write_rethrow(struct bootstrap_code *b) {
  int fine = asm_label(b->m);
  asm_field(b->m, OP_GETSTATIC, synth_name(b->s), "error", "Ljava/lang/Throwable;");
  asm_jump(b->m, OP_IFNULL, fine);
  asm_field(b->m, OP_GETSTATIC, synth_name(b->s), "error", "Ljava/lang/Throwable;");
  asm_op(b->m, OP_ATHROW);
  asm_bind(b->m, fine);
}

static void indy_user_begin(struct bootstrap_code *b, const char *name, const char *field,
                            const char *type) {
  b->bm = &b->host->cf->bootstraps[b->e->index];
  b->s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  synth_field(b->s, FINAL_STATIC, field, type);
  synth_field(b->s, FINAL_STATIC, "error", "Ljava/lang/Throwable;");
}

static int indy_user_define(struct bootstrap_code *b, const char *method, const char *desc,
                            struct method **out) {
  struct error err = {0};
  struct klass *k = synth_define(b->vm, b->s, b->host, &err);
  if (!k) return synth_failed(b->vm, b->t, &err);
  *out = klass_declared_method(k, method, desc);
  return NATIVE_OK;
}

/* ---- dynamic constants ---- */

static int make_constant(struct bootstrap_code *b, const char *name, const char *desc,
                         struct method **out) {
  const char *type = b->e->desc->s;
  int rc;
  if (b->depth > MAX_DEPTH)
    return vm_unsupported(b->vm, b->t, "dynamic constants nested in %s", b->host->name->s);
  indy_user_begin(b, name, "value", type);
  rc = write_initialiser(b, "value", type);
  if (rc) {
    synth_free(b->s);
    return rc;
  }
  b->m = synth_method(b->s, ACC_STATIC, "get", desc);
  write_rethrow(b);
  asm_field(b->m, OP_GETSTATIC, name, "value", type);
  asm_return(b->m, type[0]);
  return indy_user_define(b, "get", desc, out);
}

static int constant_method(struct bootstrap_code *from, uint32_t index, struct method **out) {
  struct bootstrap_code b = {.vm = from->vm,
                             .t = from->t,
                             .host = from->host,
                             .e = &from->host->cf->cp[index],
                             .depth = from->depth + 1};
  char *name = indy_class_name(b.vm, b.host, "Constant", index),
       *desc = mem_printf("()%s", b.e->desc->s);
  struct klass *k = synth_find(b.vm, name);
  int rc = NATIVE_OK;
  if (k)
    *out = klass_declared_method(k, "get", desc);
  else
    rc = make_constant(&b, name, desc, out);
  free(name);
  free(desc);
  return rc;
}

int resolve_dynamic(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                    struct method **out) {
  struct bootstrap_code from = {.vm = vm, .t = t, .host = k};
  int rc = indy_resolve_bootstrap(vm, t, k, index);
  if (rc == NATIVE_OK) rc = resolve_constant_names(vm, t, k, index);
  return rc == NATIVE_OK ? constant_method(&from, index, out) : rc;
}

/* ---- call sites ---- */

int indy_user(struct vm *vm, struct thread *t, struct klass *host, uint32_t index,
              struct call_site *out) {
  struct bootstrap_code b = {.vm = vm, .t = t, .host = host, .e = &host->cf->cp[index]};
  char *name = indy_class_name(vm, host, "Site", index);
  const char *desc = b.e->desc->s;
  struct klass *k = synth_find(vm, name);
  struct sig *sig = NULL;
  int rc = NATIVE_OK;
  if (k) {
    out->target = klass_declared_method(k, "call", desc);
    goto out;
  }
  indy_user_begin(&b, name, "site", "L" CALL_SITE ";");
  rc = write_initialiser(&b, "site", "L" CALL_SITE ";");
  if (rc) {
    synth_free(b.s);
    goto out;
  }
  sig = mem_alloc(sizeof *sig);
  sig_parse(sig, desc);
  b.m = synth_method(b.s, ACC_STATIC, "call", desc);
  write_rethrow(&b);
  asm_field(b.m, OP_GETSTATIC, name, "site", "L" CALL_SITE ";");
  asm_invoke(b.m, OP_INVOKEVIRTUAL, CALL_SITE, "getTarget", "()L" METHOD_HANDLE ";", false);
  asm_load_args(b.m, sig, 0);
  asm_invoke(b.m, OP_INVOKEVIRTUAL, METHOD_HANDLE, "invokeExact", desc, false);
  asm_return(b.m, sig->ret.s[0]);
  rc = indy_user_define(&b, "call", desc, &out->target);
out:
  free(sig);
  free(name);
  return rc;
}
