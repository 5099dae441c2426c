/* java.lang.reflect.Proxy: builds proxy classes with the assembler instead of the JDK's
 * ProxyGenerator and class definition.
 *
 * A proxy class is named after the interfaces that it implements. For each method it has a static
 * field, which its initialiser sets, and a body. The body calls the invocation handler, casts the
 * result, and wraps checked exceptions that the method does not declare in an
 * UndeclaredThrowableException. */
#include "engine/natives/lang/class_members.h"
#include "engine/natives/invoke/combine.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

#define PROXY "java/lang/reflect/Proxy"
#define METHOD_DESC "Ljava/lang/reflect/Method;"
#define HANDLER "java/lang/reflect/InvocationHandler"

struct proxy {
  struct vm *vm;
  struct synth *s;
  VEC(struct method *) methods;
};

/* Stored with the class: its methods by number. */
struct proxied {
  uint32_t count;
  struct method **methods;
};

/* ---- the methods to implement ---- */

static void add_method(struct proxy *p, struct method *m) {
  if (m->flags & ACC_STATIC || m->flags & ACC_PRIVATE || m->name->s[0] == '<') return;
  for (size_t i = 0; i < p->methods.len; i++)
    if (p->methods.data[i]->name == m->name && p->methods.data[i]->desc == m->desc) return;
  *vec_push(&p->methods) = m;
}

static void add_interface(struct proxy *p, struct klass *k) {
  for (uint32_t i = 0; i < k->method_count; i++) add_method(p, &k->methods[i]);
  for (uint32_t i = 0; i < k->interface_count; i++) add_interface(p, k->interfaces[i]);
}

static void add_object_methods(struct proxy *p) {
  static const char *const names[] = {"hashCode", "equals", "toString"};
  for (size_t i = 0; i < COUNT(names); i++)
    add_method(p, klass_declared_method(p->vm->wk.object, names[i], NULL));
}

/* ---- bodies ---- */

static void proxy_field_name(char *buf, size_t n, uint32_t i) { snprintf(buf, n, "m%u", i); }

static void load_array(struct synth_method *m, const struct sig *sig) {
  int slot = 1;
  if (!sig->argc) {
    asm_op(m, OP_ACONST_NULL);
    return;
  }
  asm_int(m, (int32_t)sig->argc);
  asm_type(m, OP_ANEWARRAY, "java/lang/Object");
  for (uint32_t i = 0; i < sig->argc; i++) {
    asm_op(m, OP_DUP);
    asm_int(m, (int32_t)i);
    asm_load(m, sig->arg[i].s[0], slot);
    if (!jtype_is_ref(sig->arg[i])) asm_box(m, sig->arg[i].s[0]);
    asm_op(m, OP_AASTORE);
    slot += jtype_slots(sig->arg[i]);
  }
}

static void give_result(struct synth_method *m, struct jtype ret) {
  struct jtype object = jtype_of("Ljava/lang/Object;");
  struct jtype boxed = jtype_is_ref(ret) || ret.s[0] == 'V' ? ret : jtype_boxed(ret.s[0]);
  asm_as_type(m, object, boxed);
  asm_as_type(m, boxed, ret);
  asm_return(m, ret.s[0]);
}

/* Rethrows unchecked and declared exceptions, and wraps all others. */
static void add_handlers(struct vm *vm, struct synth_method *code, const struct method *m,
                         int start, int end) {
  static const char wrapper[] = "java/lang/reflect/UndeclaredThrowableException";
  int pass = asm_label(code), wrap = asm_label(code);
  asm_handler(code, start, end, pass, "java/lang/RuntimeException");
  asm_handler(code, start, end, pass, "java/lang/Error");
  for (uint32_t i = 0; i < m->info->throws_count; i++)
    asm_handler(code, start, end, pass,
                loader_inside_class(vm, m->owner, m->owner->cf->cp[m->info->throws[i]].name)->s);
  asm_handler(code, start, end, wrap, NULL);
  asm_bind(code, pass);
  asm_op(code, OP_ATHROW);
  asm_bind(code, wrap);
  asm_store(code, 'L', 0);
  asm_type(code, OP_NEW, wrapper);
  asm_op(code, OP_DUP);
  asm_load(code, 'L', 0);
  asm_invoke(code, OP_INVOKESPECIAL, wrapper, "<init>", "(Ljava/lang/Throwable;)V", false);
  asm_op(code, OP_ATHROW);
}

static void add_body(struct proxy *p, uint32_t i, struct sig *sig) {
  const struct method *m = p->methods.data[i];
  struct synth_method *code = synth_method(p->s, ACC_PUBLIC | ACC_FINAL, m->name->s, m->desc->s);
  int start = asm_label(code), end = asm_label(code);
  char field[16];
  sig_parse(sig, loader_inside(p->vm, m->owner, m->desc->s)->s);
  proxy_field_name(field, sizeof field, i);
  synth_field(p->s, ACC_PRIVATE | ACC_STATIC, field, METHOD_DESC);
  asm_bind(code, start);
  asm_op(code, OP_ALOAD_0);
  asm_field(code, OP_GETFIELD, PROXY, "h", "L" HANDLER ";");
  asm_op(code, OP_ALOAD_0);
  asm_field(code, OP_GETSTATIC, synth_name(p->s), field, METHOD_DESC);
  load_array(code, sig);
  asm_invoke(code, OP_INVOKEINTERFACE, HANDLER, "invoke",
             "(Ljava/lang/Object;" METHOD_DESC "[Ljava/lang/Object;)Ljava/lang/Object;", true);
  give_result(code, sig->ret);
  asm_bind(code, end);
  add_handlers(p->vm, code, m, start, end);
}

/* static { m0 = method(0); ... } with a native `method`. */
static void add_initialiser(struct proxy *p) {
  struct synth_method *code = synth_method(p->s, ACC_STATIC, "<clinit>", "()V");
  char field[16];
  synth_method(p->s, ACC_STATIC | ACC_NATIVE, "method", "(I)" METHOD_DESC);
  for (uint32_t i = 0; i < p->methods.len; i++) {
    proxy_field_name(field, sizeof field, i);
    asm_int(code, (int32_t)i);
    asm_invoke(code, OP_INVOKESTATIC, synth_name(p->s), "method", "(I)" METHOD_DESC, false);
    asm_field(code, OP_PUTSTATIC, synth_name(p->s), field, METHOD_DESC);
  }
  asm_op(code, OP_RETURN);
}

static void add_constructor(struct proxy *p) {
  struct synth_method *code = synth_method(p->s, ACC_PUBLIC, "<init>", "(L" HANDLER ";)V");
  asm_op(code, OP_ALOAD_0);
  asm_op(code, OP_ALOAD_1);
  asm_invoke(code, OP_INVOKESPECIAL, PROXY, "<init>", "(L" HANDLER ";)V", false);
  asm_op(code, OP_RETURN);
}

static int method_object(struct native_call *c) {
  const struct klass *k = c->m->owner;
  const struct proxied *p = synth_fact(k, "proxy", k->name);
  return ret_new(c, member_method(c, p->methods[c->args[0]]));
}

/* ---- the class ---- */

/* Returns "jdk/proxy1/$Proxy$<hash of the interfaces>". The package is that of a non-public
 * interface, if there is one. */
static char *proxy_name(struct vm *vm, ref interfaces) {
  struct text all = {0};
  const struct klass *near = NULL;
  const char *slash;
  char *name;
  unsigned hash;
  for (uint32_t i = 0; i < array_length(vm, interfaces); i++) {
    const struct klass *k = vm_mirror_klass(vm, array_ref(vm, interfaces, i));
    text_printf(&all, "%s ", k->name->s);
    if (!(k->flags & ACC_PUBLIC)) near = k;
  }
  hash = (unsigned)XXH3_64bits(all.len ? all.s : "", all.len);
  slash = near ? strrchr(near->name->s, '/') : NULL;
  if (near)
    name = mem_printf("%.*s$Proxy$%08x", slash ? (int)(slash + 1 - near->name->s) : 0,
                      near->name->s, hash);
  else
    name = mem_printf("jdk/proxy1/$Proxy$%08x", hash);
  text_release(&all);
  return name;
}

static struct klass *define_proxy(struct vm *vm, const char *name, ref interfaces,
                                  struct error *err) {
  struct proxy p = {.vm = vm, .s = synth_new(name, PROXY, ACC_PUBLIC | ACC_FINAL | ACC_SUPER)};
  struct sig *sig = mem_alloc(sizeof *sig);
  struct proxied *kept;
  struct klass *k;
  add_object_methods(&p);
  for (uint32_t i = 0; i < array_length(vm, interfaces); i++) {
    struct klass *iface = vm_mirror_klass(vm, array_ref(vm, interfaces, i));
    synth_interface(p.s, iface->name->s);
    add_interface(&p, iface);
  }
  for (uint32_t i = 0; i < p.methods.len; i++) add_body(&p, i, sig);
  add_constructor(&p);
  add_initialiser(&p);
  k = synth_define(vm, p.s, vm_class(vm, PROXY, err), err);
  if (k) {
    kept = pool_alloc(&vm->pool, sizeof *kept);
    kept->count = (uint32_t)p.methods.len;
    kept->methods = pool_alloc(&vm->pool, (p.methods.len + 1) * sizeof(struct method *));
    memcpy(kept->methods, p.methods.data, p.methods.len * sizeof(struct method *));
    synth_fact_put(vm, k, "proxy", k->name, kept);
    klass_declared_method(k, "method", NULL)->native = method_object;
  }
  vec_free(&p.methods);
  free(sig);
  return k;
}

/* Returns a message about what is wrong with interface `i`, or NULL. */
static const char *unfit(struct vm *vm, ref interfaces, uint32_t i, const struct klass *k) {
  if (!k->is_interface) return "%s is not an interface";
  if (k->lookup) return "%s is a hidden interface";
  if (k->cf->is_sealed) return "%s is a sealed interface";
  for (uint32_t j = 0; j < i; j++)
    if (vm_mirror_klass(vm, array_ref(vm, interfaces, j)) == k) return "repeated interface: %s";
  return NULL;
}

static int check_interfaces(struct native_call *c, ref interfaces) {
  const char *text;
  if (!interfaces) return nat_npe(c);
  for (uint32_t i = 0; i < array_length(c->vm, interfaces); i++) {
    const struct klass *k = vm_mirror_klass(c->vm, array_ref(c->vm, interfaces, i));
    if (!k) return nat_npe(c);
    text = unfit(c->vm, interfaces, i, k);
    if (text) return nat_throw_class(c, "java/lang/IllegalArgumentException", text, k, NULL);
  }
  return NATIVE_OK;
}

/* newProxyInstance(ClassLoader, Class[] interfaces, InvocationHandler) */
static int new_proxy(struct native_call *c) {
  struct vm *vm = c->vm;
  struct error err = {0};
  struct klass *k;
  char *name;
  ref r;
  int rc;
  if (!c->args[2]) return nat_npe(c);
  rc = check_interfaces(c, c->args[1]);
  if (rc) return rc;
  name = proxy_name(vm, c->args[1]);
  k = synth_find(vm, name);
  if (!k) k = define_proxy(vm, name, c->args[1], &err);
  free(name);
  if (!k) return synth_failed(vm, c->t, &err);
  rc = vm_init_class(vm, c->t, k);
  if (rc) return rc;
  r = vm_new_object(vm, c->t, k);
  if (r) vm_put_ref(vm, r, klass_field_offset(k, "h"), c->args[2]);
  return ret_new(c, r);
}

static int is_proxy_class(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  if (!k) return NATIVE_THROW;
  return ret_int(c, synth_fact(k, "proxy", k->name) != NULL);
}

static int get_handler(struct native_call *c) {
  const struct klass *k;
  if (!c->args[0]) return nat_npe(c);
  k = vm_klass(c->vm, c->args[0]);
  if (!synth_fact(k, "proxy", k->name))
    return vm_throw(c->vm, c->t, "java/lang/IllegalArgumentException", "not a proxy instance");
  return ret_ref(c, field_get_ref(c->vm, c->args[0], "h"));
}

/* defaultMethodHandle(Class proxy, Method): returns a handle (Object proxy, Object[] args)Object
 * that calls the interface's own code. */
static int default_method(struct native_call *c) {
  const struct method *m = c->args[1] ? member_of_method(c->vm, c->args[1]) : NULL;
  const char *types;
  struct combine *b;
  struct sig *sig;
  if (!m) return nat_npe(c);
  b = combine_new(c, "Default");
  types = loader_inside(c->vm, m->owner, m->desc->s)->s;
  text_printf(&b->key, " %s.%s%s", m->owner->name->s, m->name->s, types);
  sig_parse(b->sig, "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");
  combine_begin(b);
  sig = mem_alloc(sizeof *sig);
  sig_parse(sig, types);
  asm_load(b->m, 'L', 2);
  asm_int(b->m, (int32_t)sig->argc);
  asm_invoke(b->m, OP_INVOKESTATIC, "java/lang/invoke/MethodHandleImpl", "checkSpreadArgument",
             "(Ljava/lang/Object;I)V", false);
  asm_load(b->m, 'L', 1);
  asm_type(b->m, OP_CHECKCAST, m->owner->name->s);
  for (uint32_t i = 0; i < sig->argc; i++) {
    asm_load(b->m, 'L', 2);
    asm_int(b->m, (int32_t)i);
    asm_op(b->m, OP_AALOAD);
    asm_as_type(b->m, jtype_of("Ljava/lang/Object;"), sig->arg[i]);
  }
  asm_invoke(b->m, OP_INVOKESPECIAL, m->owner->name->s, m->name->s, m->desc->s, true);
  asm_as_type(b->m, sig->ret, b->sig->ret);
  free(sig);
  return combine_end(b);
}

const struct native_row natives_proxy[] = {
    {PROXY, "newProxyInstance", NULL, new_proxy},
    {PROXY, "isProxyClass", NULL, is_proxy_class},
    {PROXY, "getInvocationHandler", NULL, get_handler},
    {PROXY, "defaultMethodHandle", NULL, default_method},
    {PROXY, "getProxyClass", NULL, nat_refused},
    {PROXY, "<clinit>", NULL, nat_nothing},
    {0},
};
