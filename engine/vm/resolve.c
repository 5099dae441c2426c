/* Resolution of constants (JVMS 5.4.3). See resolve.h. */
#include "engine/vm/resolve.h"

#include "engine/classfile/insn.h"
#include "engine/vm/access.h"
#include "engine/vm/classes.h"
#include "engine/vm/loaders.h"

#include <stdlib.h>

static int pending(struct vm *vm) { return vm->err.code ? NATIVE_FATAL : NATIVE_THROW; }

/* Nobody has defined a class of the name of a constant: k's own loader is asked for it, or for the elements of an array, as the JVM
 * does. */
static int load_class(struct vm *vm, struct thread *t, const struct klass *k, const struct symbol *name, struct klass **out) {
  ref loader = access_is_free(k) ? 0 : loader_own(vm, k);
  const struct symbol *missing;
  struct error err = {0};
  *out = vm_class_sym(vm, name, &err);
  if (*out) return NATIVE_OK;
  missing = vm_classes(vm)->missing;
  if (loader && missing && (missing == name || name->s[0] == '[')) return loader_ask(vm, t, loader, missing);
  if (missing && name->s[0] == '[') return vm_throw(vm, t, "java/lang/NoClassDefFoundError", "%s", name->s);
  return classes_throw(vm, t, &err);
}

int resolve_name(struct vm *vm, struct thread *t, struct klass *k, const struct symbol *name, struct klass **out) {
  int rc = NATIVE_OK;
  /* A class that was defined under a longer name speaks of itself by its old one. */
  *out = name == k->cf->name ? k : classes_find(vm, name);
  if (!*out || !loader_has_defined(vm, *out)) rc = load_class(vm, t, k, name, out);
  if (rc != NATIVE_OK) return rc;
  return loader_must_ask(vm, k, *out) ? loader_ask(vm, t, loader_own(vm, k), klass_base(*out)->name) : loader_check(vm, t, k, *out);
}

int resolve_class(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, struct klass **out) {
  const struct symbol *name = k->cf->cp[index].name;
  struct klass *c = k->cp[index];
  int rc;
  if (!c || !loader_has_defined(vm, c) || loader_must_ask(vm, k, c)) {
    rc = resolve_name(vm, t, k, name, &c);
    if (rc != NATIVE_OK) return rc;
    if (access_class_throw(vm, t, k, c)) return pending(vm);
    k->cp[index] = c;
  }
  *out = c;
  return NATIVE_OK;
}

static const struct klass *named_class(const struct klass *k, uint32_t index) {
  const struct cp_entry *e = &k->cf->cp[index];
  const struct klass *c = k->cp[e->tag == CP_CLASS ? index : e->class_index];
  return c ? klass_base(c) : NULL;
}

bool resolve_varies(struct vm *vm, struct klass *k, uint32_t index) {
  uint8_t tag = k->cf->cp[index].tag;
  const struct klass *c;
  if (tag != CP_CLASS && tag != CP_FIELDREF && tag != CP_METHODREF && tag != CP_INTERFACEMETHODREF)
    return resolve_names_vary(vm, k, index);
  c = named_class(k, index);
  return c && (c->bytes_hash || k->picky_loader) && !klass_is_subclass(k, c);
}

/* The class that the constant names has been found, on this path too. */
static bool settled(struct vm *vm, const struct klass *k, uint32_t index) {
  const struct klass *c = named_class(k, index);
  return !c || (loader_has_defined(vm, c) && !loader_must_ask(vm, k, c));
}

/* The type at p as in Java source; returns the position after it. */
static const char *add_type(struct text *out, const char *p) {
  static const char *const names[128] = {['Z'] = "boolean", ['B'] = "byte",  ['C'] = "char",   ['S'] = "short", ['I'] = "int",
                                         ['J'] = "long",    ['F'] = "float", ['D'] = "double", ['V'] = "void"};
  const char *end = *p == 'V' ? p + 1 : desc_next(p);
  int dims = 0;
  for (; *p == '['; p++) dims++;
  if (*p == 'L')
    for (p++; *p != ';'; p++) text_add(out, *p == '/' ? "." : p, 1);
  else
    text_puts(out, names[(unsigned char)*p & 127]);
  while (dims--) text_puts(out, "[]");
  return end;
}

/* "'void a.B.m(int, java.lang.String)'" as the JVM's messages name a method. */
void text_add_method(struct text *out, const struct klass *c, const struct symbol *name, const struct symbol *desc) {
  char *dotted = c ? klass_dotted(c) : NULL;
  text_puts(out, "'");
  add_type(out, desc_result(desc->s));
  text_printf(out, " %s%s%s(", c ? dotted : "", c ? "." : "", name->s);
  for (const char *p = desc->s + 1; *p != ')';) {
    if (p != desc->s + 1) text_puts(out, ", ");
    p = add_type(out, p);
  }
  text_puts(out, ")'");
  free(dotted);
}

static int throw_method(struct vm *vm, struct thread *t, const char *error, const char *what, const struct klass *c,
                        const struct symbol *name, const struct symbol *desc) {
  struct text out = {0};
  int rc;
  text_puts(&out, what);
  text_add_method(&out, c, name, desc);
  rc = vm_throw(vm, t, error, "%s", out.s);
  text_release(&out);
  return rc;
}

/* A message that ends in a class, or a class and a member. */
static int throw_class(struct vm *vm, struct thread *t, const char *error, const char *what, const struct klass *c,
                       const char *member, const char *after) {
  char *dotted = klass_dotted(c);
  int rc = vm_throw(vm, t, error, "%s%s%s%s%s", what, dotted, member ? "." : "", member ? member : "", after);
  free(dotted);
  return rc;
}

int resolve_field(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, bool is_static, struct field **out) {
  const struct cp_entry *e = &k->cf->cp[index];
  struct field *f = k->cp[index];
  struct klass *c;
  if (!f || !settled(vm, k, index)) {
    int rc = resolve_class(vm, t, k, e->class_index, &c);
    if (rc) return rc;
    f = klass_field_sym(c, e->name, e->desc);
    if (!f) return vm_throw(vm, t, "java/lang/NoSuchFieldError", "%s", e->name->s);
    rc = access_field_throw(vm, t, k, c, f);
    if (rc) return rc;
    k->cp[index] = f;
  }
  if (((f->flags & ACC_STATIC) != 0) != is_static)
    return throw_class(vm, t, "java/lang/IncompatibleClassChangeError",
                       is_static ? "Expected static field " : "Expected non-static field ", f->owner, f->name->s, "");
  *out = f;
  return NATIVE_OK;
}

/* ---- methods ---- */

static struct method *find_polymorphic(const struct klass *c, const struct symbol *name) {
  for (uint32_t i = 0; i < c->method_count; i++)
    if (c->methods[i].name == name && (c->methods[i].vm_flags & METHOD_POLYMORPHIC)) return &c->methods[i];
  return NULL;
}

static int wrong_kind(struct vm *vm, struct thread *t, const struct klass *c, const struct cp_entry *e, int opcode) {
  static const char error[] = "java/lang/IncompatibleClassChangeError";
  struct text out = {0};
  int rc;
  if (opcode == OP_INVOKEINTERFACE) return throw_class(vm, t, error, "Found class ", c, NULL, ", but interface was expected");
  if (opcode == OP_INVOKEVIRTUAL) return throw_class(vm, t, error, "Found interface ", c, NULL, ", but class was expected");
  text_puts(&out, "Method ");
  text_add_method(&out, c, e->name, e->desc);
  rc = vm_throw(vm, t, error, "%s must be %s constant", out.s, c->is_interface ? "InterfaceMethodref" : "Methodref");
  text_release(&out);
  return rc;
}

static int look_up_method(struct vm *vm, struct thread *t, struct klass *k, const struct cp_entry *e, int opcode,
                          struct method **out) {
  struct klass *c;
  struct method *m;
  int rc = resolve_class(vm, t, k, e->class_index, &c);
  if (rc) return rc;
  if (c->is_interface != (e->tag == CP_INTERFACEMETHODREF)) return wrong_kind(vm, t, c, e, opcode);
  if (c->is_jdk && find_polymorphic(c, e->name)) {
    m = polymorphic_method(vm, c, e->name, e->desc);
    if (!m) return NATIVE_FATAL;
  } else {
    m = klass_method_sym(c, e->name, e->desc);
  }
  if (!m || (e->name->s[0] == '<' && m->owner != c)) /* constructors are not inherited */
    return throw_method(vm, t, "java/lang/NoSuchMethodError", "", c, e->name, e->desc);
  *out = m;
  return access_method_throw(vm, t, k, c, m);
}

/* JVMS invokespecial: a method of a superclass is looked up again from the direct superclass of the caller (ACC_SUPER is taken
 * as always set). Interface methods named with their interface start there. */
static int special_target(struct vm *vm, struct thread *t, struct klass *k, struct klass *c, struct method **m) {
  struct method *s = *m;
  if (s->name->s[0] != '<' && !c->is_interface && c != k && k->super && klass_is_subclass(k->super, c))
    s = klass_method_sym(k->super, s->name, s->desc);
  else if (c->is_interface && (s->flags & ACC_ABSTRACT))
    s = klass_interface_method(c, s->name, s->desc, NULL);
  if (!s || (s->flags & ACC_ABSTRACT))
    return throw_method(vm, t, "java/lang/AbstractMethodError", "", (*m)->owner, (*m)->name, (*m)->desc);
  *m = s;
  return NATIVE_OK;
}

int resolve_method(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, int opcode, struct method **out) {
  const struct cp_entry *e = &k->cf->cp[index];
  struct method *m = k->cp[index];
  struct klass *c;
  int rc;
  if (!m || !settled(vm, k, index)) {
    rc = look_up_method(vm, t, k, e, opcode, &m);
    if (rc) return rc;
    k->cp[index] = m;
  }
  if (((m->flags & ACC_STATIC) != 0) != (opcode == OP_INVOKESTATIC) && !(m->vm_flags & METHOD_POLYMORPHIC))
    return throw_method(vm, t, "java/lang/IncompatibleClassChangeError",
                        opcode == OP_INVOKESTATIC      ? "Expected static method "
                        : opcode == OP_INVOKEINTERFACE ? "Expected instance not static method "
                                                       : "Expecting non-static method ",
                        m->owner, m->name, m->desc);
  *out = m;
  if (opcode != OP_INVOKESPECIAL) return NATIVE_OK;
  rc = resolve_class(vm, t, k, e->class_index, &c);
  return rc ? rc : special_target(vm, t, k, c, out);
}

/* ---- loadable constants ---- */

static ref cached_ref(const struct klass *k, uint32_t index) { return (ref)(uintptr_t)k->cp[index]; }

static int load_constant(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out) {
  const struct cp_entry *e = &k->cf->cp[index];
  struct klass *c;
  int rc;
  switch (e->tag) {
    case CP_STRING:
      *out = vm_intern_sym(vm, e->name);
      return *out ? NATIVE_OK : NATIVE_FATAL;
    case CP_CLASS:
      rc = resolve_class(vm, t, k, index, &c);
      if (!rc) *out = c->mirror;
      return rc;
    case CP_METHODHANDLE: return ldc_method_handle(vm, t, k, index, out);
    case CP_METHODTYPE: return ldc_method_type(vm, t, e->desc->s, out);
    default:
      error_set(&vm->err, ERR_INTERNAL, "constant %u of %s is not loadable", index, k->name->s);
      return NATIVE_FATAL;
  }
}

int resolve_ldc(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out) {
  int rc;
  bool is_class = k->cf->cp[index].tag == CP_CLASS; /* the cache holds the class there, not its mirror */
  rc = k->cf->cp[index].tag == CP_METHODHANDLE && !k->cp[index] ? resolve_handle(vm, t, k, index) : NATIVE_OK;
  if (rc == NATIVE_OK && !is_class) rc = resolve_constant_names(vm, t, k, index);
  if (rc) return rc;
  if (!is_class && k->cp[index]) {
    *out = cached_ref(k, index);
    return NATIVE_OK;
  }
  rc = load_constant(vm, t, k, index, out);
  if (rc == NATIVE_OK && !is_class) k->cp[index] = (void *)(uintptr_t)*out;
  return rc;
}

int resolve_indy(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, struct call_site *out) {
  struct call_site *c = k->cp[index];
  int rc = c ? NATIVE_OK : resolve_bootstrap(vm, t, k, index);
  if (rc == NATIVE_OK) rc = resolve_constant_names(vm, t, k, index);
  if (rc) return rc;
  if (!c) {
    struct call_site made = {0};
    rc = indy_link(vm, t, k, index, &made);
    if (rc) return rc;
    c = pool_alloc(&vm->pool, sizeof *c);
    *c = made;
    k->cp[index] = c;
  }
  *out = *c;
  return NATIVE_OK;
}
