/* Signature-polymorphic methods: one method record for each descriptor, and the adapters between
 * descriptors. See handles.h. */
#include "engine/natives/invoke/handles.h"
#include "engine/base/check.h"

#include <stdlib.h>
#include <xxhash.h>

/* ---- method records ---- */

static native_fn *implementation(const char *klass, const char *name, int *mode) {
  *mode = 0;
  if (!strcmp(klass, METHOD_HANDLE)) {
    if (!strcmp(name, "invokeExact")) return handle_invoke_exact;
    /* invokeBasic: the JDK's own calls without checks */
    return strcmp(name, "invoke") && strcmp(name, "invokeBasic") ? NULL : handle_invoke;
  }
  *mode = varhandle_mode(name);
  return *mode < 0 ? NULL : varhandle_call;
}

static void set_types(struct poly_method *p, const char *desc) {
  struct sig *sig = mem_alloc(sizeof *sig);
  uint32_t slot = 1;
  sig_parse(sig, desc);
  p->argc = sig->argc;
  for (uint32_t i = 0; i < sig->argc; i++) {
    if (i < COUNT(p->type)) {
      p->type[i] = jtype_is_ref(sig->arg[i]) ? 'L' : sig->arg[i].s[0];
      p->slot[i] = (uint8_t)slot;
    }
    slot += (uint32_t)jtype_slots(sig->arg[i]);
  }
  CHECK(slot <= 256 && slot == (uint32_t)desc_arg_slots(desc) + 1,
        "a method has the arguments of its descriptor: %u, %s", slot, desc);
  p->m.arg_slots = (uint16_t)slot;
  p->m.ret_exact = sig->ret.s[0];
  p->m.ret = p->m.ret_exact == '[' ? 'L' : strchr("ZBCS", p->m.ret_exact) ? 'I' : p->m.ret_exact;
  free(sig);
}

static const struct method *declared(const struct klass *k, const struct symbol *name) {
  for (uint32_t i = 0; i < k->method_count; i++)
    if (k->methods[i].name == name && (k->methods[i].vm_flags & METHOD_POLYMORPHIC))
      return &k->methods[i];
  return NULL;
}

struct method *polymorphic_method(struct vm *vm, struct klass *k, const struct symbol *name,
                                  const struct symbol *desc) {
  struct poly_method *p = synth_fact(k, name->s, desc);
  const struct method *proto;
  struct method_info *info;
  native_fn *fn;
  int mode;
  if (p) return &p->m;
  fn = implementation(k->name->s, name->s, &mode);
  proto = declared(k, name);
  if (!fn || !proto) {
    error_set(&vm->err, ERR_UNSUPPORTED, "call of %s.%s%s", k->name->s, name->s, desc->s);
    return NULL;
  }
  p = pool_alloc(&vm->pool, sizeof *p);
  info = pool_alloc(&vm->pool, sizeof *info);
  *info = *proto->info;
  info->desc = desc;
  p->m = *proto;
  p->m.info = info;
  p->m.desc = desc;
  p->m.native = fn;
  p->m.vtable = -1;
  p->m.key = XXH3_64bits_withSeed(desc->s, desc->len, proto->key);
  p->m.id = (uint32_t)vm->methods.len;
  p->mode = mode;
  set_types(p, desc->s);
  CHECK(p->m.id == vm->methods.len, "the number of a method is its place: %u", p->m.id);
  *vec_push(&vm->methods) = &p->m;
  synth_fact_put(vm, k, name->s, desc, p);
  return &p->m;
}

/* ---- adapters ---- */

/* Appends a type as Java shows it in a method type: "String" for "Ljava/lang/String;". */
static void readable(struct text *out, struct jtype t) {
  static const char prims[] = "ZBCSIJFDV";
  static const char *const names[] = {"boolean", "byte",  "char",   "short", "int",
                                      "long",    "float", "double", "void"};
  uint32_t dims = 0, from;
  while (t.s[dims] == '[') dims++;
  if (t.s[dims] == 'L') {
    for (from = t.n - 1; from > dims + 1 && t.s[from - 1] != '/' && t.s[from - 1] != '$'; from--)
      continue;
    text_add(out, t.s + from, t.n - 1 - from);
  } else {
    text_puts(out, names[strchr(prims, t.s[dims]) - prims]);
  }
  while (dims--) text_puts(out, "[]");
}

char *desc_readable(const char *desc) {
  struct sig *sig = mem_alloc(sizeof *sig);
  struct text out = {0};
  if (sig_parse(sig, desc)) {
    text_puts(&out, "(");
    for (uint32_t i = 0; i < sig->argc; i++) {
      if (i) text_puts(&out, ",");
      readable(&out, sig->arg[i]);
    }
    text_puts(&out, ")");
    readable(&out, sig->ret);
  } else {
    text_puts(&out, desc);
  }
  free(sig);
  return out.s;
}

int throw_wrong_type(struct vm *vm, struct thread *t, const char *expected, const char *found) {
  char *a = desc_readable(expected), *b = desc_readable(found);
  int rc = vm_throw(vm, t, "java/lang/invoke/WrongMethodTypeException", "%s %s but found %s",
                    vm->loaded.jdk_release >= 21 ? "handle's method type" : "expected", a, b);
  free(a);
  free(b);
  return rc;
}

/* Collects the arguments from `first` on in an array of type `array`. */
static bool polymorphic_collect(struct synth_method *m, const struct sig *from, uint32_t first,
                                int slot, struct jtype array) {
  const struct jtype elem = {array.s + 1, array.n - 1};
  asm_int(m, (int32_t)(from->argc - first));
  asm_new_array(m, elem);
  for (uint32_t i = first; i < from->argc; i++) {
    asm_op(m, OP_DUP);
    asm_int(m, (int32_t)(i - first));
    asm_load(m, from->arg[i].s[0], slot);
    if (!asm_as_type(m, from->arg[i], elem)) return false;
    asm_array_store(m, elem.s[0]);
    slot += jtype_slots(from->arg[i]);
  }
  return true;
}

/* Returns the number of leading arguments that are passed one by one. */
static uint32_t fixed_count(const struct sig *from, const struct sig *to, bool varargs) {
  bool array_given = from->argc == to->argc && from->argc && from->arg[from->argc - 1].s[0] == '[';
  return varargs && !array_given ? to->argc - 1 : to->argc;
}

static bool write_adapter(struct synth_method *m, const char *owner, const char *name,
                          const struct sig *from, const struct sig *to, const char *exact,
                          bool varargs) {
  uint32_t fixed = fixed_count(from, to, varargs);
  int slot = 1;
  if (fixed == to->argc ? from->argc != fixed : from->argc < fixed) return false;
  asm_op(m, OP_ALOAD_0);
  for (uint32_t i = 0; i < fixed; i++) {
    asm_load(m, from->arg[i].s[0], slot);
    if (!asm_as_type(m, from->arg[i], to->arg[i])) return false;
    slot += jtype_slots(from->arg[i]);
  }
  if (fixed < to->argc && !polymorphic_collect(m, from, fixed, slot, to->arg[fixed])) return false;
  asm_invoke(m, OP_INVOKEVIRTUAL, owner, name, exact, false);
  if (!asm_as_type(m, to->ret, from->ret)) return false;
  asm_return(m, from->ret.s[0]);
  return true;
}

static struct method *make_adapter(struct vm *vm, struct thread *t, const struct method *m,
                                   const char *exact, bool varargs, int *rc) {
  struct sig *from = mem_alloc(sizeof *from), *to = mem_alloc(sizeof *to);
  const char *owner = m->owner->name->s;
  /* an adapted `invoke` calls invokeExact */
  const char *name = strncmp(m->name->s, "invoke", 6) ? m->name->s : "invokeExact";
  uint64_t id = XXH3_64bits_withSeed(exact, strlen(exact), m->key);
  char *klass = mem_printf("%s$$%s%s$%016llx", owner, m->name->s, varargs ? "$V" : "",
                           (unsigned long long)id),
       *desc = NULL;
  struct klass *k = synth_find(vm, klass);
  struct error err = {0};
  struct synth *s;
  struct synth_method *code;
  struct method *adapter = NULL;
  desc = mem_printf("(L%s;%s", owner, m->desc->s + 1);
  if (!k) {
    s = synth_new(klass, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
    code = synth_method(s, ACC_STATIC, "adapt", desc);
    if (!sig_parse(from, m->desc->s) || !sig_parse(to, exact) ||
        !write_adapter(code, owner, name, from, to, exact, varargs)) {
      synth_free(s);
      *rc = throw_wrong_type(vm, t, exact, m->desc->s);
      goto out;
    }
    k = synth_define(vm, s, m->owner, &err);
  }
  if (k)
    adapter = klass_declared_method(k, "adapt", desc);
  else
    *rc = synth_failed(vm, t, &err);
out:
  free(klass);
  free(desc);
  free(from);
  free(to);
  return adapter;
}

struct method *poly_adapter(struct vm *vm, struct thread *t, const struct method *m,
                            const char *exact, bool varargs, int *rc) {
  const struct symbol *key = symtab_cstr(vm->syms, exact);
  struct method *adapter;
  char *kind = mem_printf("%s%s %s", m->name->s, varargs ? "..." : "", m->desc->s);
  adapter = synth_fact(m->owner, kind, key);
  if (!adapter) {
    adapter = make_adapter(vm, t, m, exact, varargs, rc);
    if (adapter) synth_fact_put(vm, m->owner, symtab_cstr(vm->syms, kind)->s, key, adapter);
  }
  free(kind);
  return adapter;
}
