/* LambdaMetafactory: a class that implements the functional interface by calling the implementation
 * method.
 *
 *   final class Host$$Lambda$42 implements Runnable {
 *     private final T arg$1; ...
 *     private Host$$Lambda$42(T, ...)  { ... }
 *     static Runnable get$Lambda(T, ...) { ... }
 *     public void run() { ... }
 *   }
 *
 * get$Lambda is the call site's target. A site that captures nothing is one constant object. run
 * loads the captured values, converts the arguments, makes the call and converts the result.
 *
 * Arguments are converted as in the JDK's InnerClassLambdaMetafactory. The code that javac puts
 * before the call site has checked that the bound receiver of `x::m` is not null. */
#include "engine/vm/heap.h"
#include "engine/vm/indy/indy.h"

#include <stdio.h>
#include <stdlib.h>

enum { FLAG_SERIALIZABLE = 1, FLAG_MARKERS = 2, FLAG_BRIDGES = 4 };
static const char target_name[] = "get$Lambda";

struct lambda {
  struct indy *site;
  struct synth *s;
  const char *sam_desc, *instantiated;
  int kind; /* reference_kind of the implementation */
  const struct cp_entry *impl;
  char *owner_desc;      /* "Lowner;" of the implementation */
  struct sig impl_sig;   /* receiver included; a constructor's result is its class */
  struct sig functional; /* the instantiated type */
  bool serializable;
};

static int lambda_bad(struct lambda *l, const char *what) { return indy_bad(l->site, what); }

static int read_arguments(struct lambda *l) {
  const struct cp_entry *sam = indy_arg(l->site, 0, CP_METHODTYPE),
                        *mh = indy_arg(l->site, 1, CP_METHODHANDLE),
                        *inst = indy_arg(l->site, 2, CP_METHODTYPE);
  const char *owner;
  if (!sam || !mh || !inst) return lambda_bad(l, "arguments of the lambda factory");
  l->kind = mh->ref_kind;
  l->impl = &l->site->cp[mh->index];
  l->sam_desc = sam->desc->s;
  l->instantiated = inst->desc->s;
  if (l->kind < REF_VIRTUAL || l->kind > REF_INTERFACE)
    return lambda_bad(l, "implementation is not a method");
  if (!sig_parse(&l->impl_sig, l->impl->desc->s) || !sig_parse(&l->functional, l->instantiated))
    return lambda_bad(l, "bad descriptor");
  owner = l->impl->owner->s;
  l->owner_desc = owner[0] == '[' ? mem_strdup(owner) : mem_printf("L%s;", owner);
  if (l->kind == REF_NEW)
    l->impl_sig.ret = jtype_of(l->owner_desc);
  else if (l->kind != REF_STATIC)
    sig_insert(&l->impl_sig, 0, jtype_of(l->owner_desc));
  return NATIVE_OK;
}

static void field_names(const struct lambda *l, uint32_t i, char *name, size_t n,
                        struct text *desc) {
  const struct jtype t = l->site->sig.arg[i];
  snprintf(name, n, "arg$%u", i + 1);
  desc->len = 0;
  text_add(desc, t.s, t.n);
}

/* ---- fields, constructor, target ---- */

static char *constructor_desc(const struct lambda *l) {
  const char *desc = l->site->desc;
  return mem_printf("%.*sV", (int)(desc_result(desc) - desc), desc);
}

static void add_constructor(struct lambda *l) {
  const struct sig *sig = &l->site->sig;
  char *desc = constructor_desc(l), name[24];
  struct synth_method *m = synth_method(l->s, ACC_PRIVATE, "<init>", desc);
  struct text type = {0};
  int slot = 1;
  asm_op(m, OP_ALOAD_0);
  asm_invoke(m, OP_INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  for (uint32_t i = 0; i < sig->argc; i++) {
    field_names(l, i, name, sizeof name, &type);
    synth_field(l->s, ACC_PRIVATE | ACC_FINAL, name, type.s);
    asm_op(m, OP_ALOAD_0);
    asm_load(m, sig->arg[i].s[0], slot);
    asm_field(m, OP_PUTFIELD, synth_name(l->s), name, type.s);
    slot += jtype_slots(sig->arg[i]);
  }
  asm_op(m, OP_RETURN);
  text_release(&type);
  free(desc);
}

static void add_target(struct lambda *l) {
  char *desc = constructor_desc(l);
  struct synth_method *m = synth_method(l->s, ACC_STATIC, target_name, l->site->desc);
  asm_type(m, OP_NEW, synth_name(l->s));
  asm_op(m, OP_DUP);
  asm_load_args(m, &l->site->sig, 0);
  asm_invoke(m, OP_INVOKESPECIAL, synth_name(l->s), "<init>", desc, false);
  asm_op(m, OP_ARETURN);
  free(desc);
}

/* ---- the method of the interface ---- */

static void load_captured(struct lambda *l, struct synth_method *m) {
  struct text type = {0};
  char name[24];
  for (uint32_t i = 0; i < l->site->sig.argc; i++) {
    field_names(l, i, name, sizeof name, &type);
    asm_op(m, OP_ALOAD_0);
    asm_field(m, OP_GETFIELD, synth_name(l->s), name, type.s);
  }
  text_release(&type);
}

static int implementation_opcode(const struct lambda *l) {
  switch (l->kind) {
    case REF_STATIC: return OP_INVOKESTATIC;
    case REF_VIRTUAL: return OP_INVOKEVIRTUAL;
    case REF_INTERFACE: return OP_INVOKEINTERFACE;
    default: return OP_INVOKESPECIAL;
  }
}

/* Adds the interface's method, or a bridge, with descriptor `desc`. Returns false if the numbers of
 * arguments do not match. */
static bool add_forwarder(struct lambda *l, const char *desc) {
  struct sig *sam = mem_alloc(sizeof *sam);
  uint32_t captured = l->site->sig.argc;
  struct synth_method *m;
  int slot = 1;
  bool ok = sig_parse(sam, desc) && sam->argc == l->functional.argc &&
            captured + sam->argc == l->impl_sig.argc;
  if (!ok) goto out;
  m = synth_method(l->s, ACC_PUBLIC, l->site->name, desc);
  if (l->kind == REF_NEW) {
    asm_type(m, OP_NEW, l->impl->owner->s);
    asm_op(m, OP_DUP);
  }
  load_captured(l, m);
  for (uint32_t i = 0; i < sam->argc; i++) {
    asm_load(m, sam->arg[i].s[0], slot);
    asm_convert(m, sam->arg[i], l->impl_sig.arg[captured + i], l->functional.arg[i]);
    slot += jtype_slots(sam->arg[i]);
  }
  asm_invoke(m, implementation_opcode(l), l->impl->owner->s, l->impl->name->s, l->impl->desc->s,
             l->impl->tag == CP_INTERFACEMETHODREF);
  asm_convert(m, l->impl_sig.ret, sam->ret, sam->ret);
  asm_return(m, sam->ret.s[0]);
out:
  free(sam);
  return ok;
}

/* ---- serialisation ---- */

static void add_write_replace(struct lambda *l) {
  static const char lambda_class[] = "java/lang/invoke/SerializedLambda";
  struct synth_method *m =
      synth_method(l->s, ACC_PRIVATE | ACC_FINAL, "writeReplace", "()Ljava/lang/Object;");
  const struct sig *sig = &l->site->sig;
  struct text host = {0}, type = {0};
  char name[24];
  text_printf(&host, "L%s;", l->site->host->name->s);
  asm_type(m, OP_NEW, lambda_class);
  asm_op(m, OP_DUP);
  asm_class(m, jtype_of(host.s));
  jtype_class_name(sig->ret, &type);
  asm_string(m, type.s, type.len);
  asm_string(m, l->site->name, strlen(l->site->name));
  asm_string(m, l->sam_desc, strlen(l->sam_desc));
  asm_int(m, l->kind);
  asm_string(m, l->impl->owner->s, l->impl->owner->len);
  asm_string(m, l->impl->name->s, l->impl->name->len);
  asm_string(m, l->impl->desc->s, l->impl->desc->len);
  asm_string(m, l->instantiated, strlen(l->instantiated));
  asm_int(m, (int32_t)sig->argc);
  asm_type(m, OP_ANEWARRAY, "java/lang/Object");
  for (uint32_t i = 0; i < sig->argc; i++) {
    asm_op(m, OP_DUP);
    asm_int(m, (int32_t)i);
    field_names(l, i, name, sizeof name, &type);
    asm_op(m, OP_ALOAD_0);
    asm_field(m, OP_GETFIELD, synth_name(l->s), name, type.s);
    if (!jtype_is_ref(sig->arg[i])) asm_box(m, sig->arg[i].s[0]);
    asm_op(m, OP_AASTORE);
  }
  asm_invoke(
      m, OP_INVOKESPECIAL, lambda_class, "<init>",
      "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;"
      "Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V",
      false);
  asm_op(m, OP_ARETURN);
  text_release(&host);
  text_release(&type);
}

/* Reads altMetafactory's markers, bridges and flags, which begin at static argument 3. */
static int read_options(struct lambda *l) {
  struct indy *site = l->site;
  const struct cp_entry *e = indy_arg(site, 3, CP_INTEGER);
  uint32_t at = 4, i, n;
  int32_t flags;
  if (!e) return lambda_bad(l, "flags of the lambda factory");
  flags = e->v.i;
  l->serializable = (flags & FLAG_SERIALIZABLE) != 0;
  if (flags & FLAG_MARKERS) {
    if (!(e = indy_arg(site, at++, CP_INTEGER))) return lambda_bad(l, "count of markers");
    for (i = 0, n = (uint32_t)e->v.i; i < n; i++) {
      if (!(e = indy_arg(site, at++, CP_CLASS))) return lambda_bad(l, "marker interface");
      synth_interface(l->s, e->name->s);
    }
  }
  if (flags & FLAG_BRIDGES) {
    if (!(e = indy_arg(site, at++, CP_INTEGER))) return lambda_bad(l, "count of bridges");
    for (i = 0, n = (uint32_t)e->v.i; i < n; i++) {
      if (!(e = indy_arg(site, at++, CP_METHODTYPE))) return lambda_bad(l, "bridge");
      if (!add_forwarder(l, e->desc->s)) return lambda_bad(l, "bridge does not fit");
    }
  }
  if (l->serializable) synth_interface(l->s, "java/io/Serializable");
  return NATIVE_OK;
}

/* ---- linking ---- */

/* If nothing is captured, the site is one object, which belongs to no state. */
static int make_constant(struct lambda *l, struct call_site *out) {
  struct vm *vm = l->site->vm;
  struct error err = {0};
  struct klass *k = synth_define(vm, l->s, l->site->host, &err);
  l->s = NULL;
  if (!k) return synth_failed(vm, l->site->t, &err);
  out->constant = immortal_object(vm, k);
  if (!out->constant) {
    error_set(&vm->err, ERR_MEMORY, "the area of immortal objects is full");
    return NATIVE_FATAL;
  }
  immortal_seal(vm, out->constant);
  return NATIVE_OK;
}

static int indy_lambda_make(struct lambda *l, bool options, struct call_site *out) {
  struct text iface = {0};
  int rc = read_arguments(l);
  if (rc) return rc;
  l->s = synth_new(l->site->klass_name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  jtype_class_name(l->site->sig.ret, &iface);
  synth_interface(l->s, iface.s);
  text_release(&iface);
  add_constructor(l);
  add_target(l);
  if (!add_forwarder(l, l->sam_desc))
    return lambda_bad(l, "implementation does not fit the interface");
  if (options && (rc = read_options(l))) return rc;
  if (l->serializable) add_write_replace(l);
  if (!l->site->sig.argc) return make_constant(l, out);
  rc = indy_finish(l->site, l->s, target_name, out);
  l->s = NULL;
  return rc;
}

static int link_lambda(struct indy *site, bool options, struct call_site *out) {
  struct lambda *l = mem_alloc(sizeof *l);
  int rc;
  l->site = site;
  rc = indy_lambda_make(l, options, out);
  synth_free(l->s);
  free(l->owner_desc);
  free(l);
  return rc;
}

int indy_lambda(struct indy *site, struct call_site *out) { return link_lambda(site, false, out); }
int indy_lambda_alt(struct indy *site, struct call_site *out) {
  return link_lambda(site, true, out);
}
