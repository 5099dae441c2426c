/* Resolution of constants (JVMS 5.4.3). See resolve.h. */
#include "engine/vm/library.h"
#include "engine/base/check.h"
#include "engine/vm/loader/resolve.h"

#include "engine/classfile/insn.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"

#include <stdlib.h>

static int pending(struct vm *vm) { return vm->err.code ? NATIVE_FATAL : NATIVE_THROW; }

/* Handles a name whose class is not known yet in the code of k. As in a JVM, asks the loader of k
 * for the class or, for an array, for its element class. */
static int not_seen(struct vm *vm, struct thread *t, const struct klass *k,
                    const struct symbol *name, const struct error *err) {
  ref loader = access_is_free(k) ? 0 : loader_own(vm, k);
  const struct symbol *missing = vm_classes(vm)->missing;
  if (loader && missing && (missing == name || name->s[0] == '['))
    return loader_ask(vm, t, loader, missing);
  if (missing && name->s[0] == '[')
    return vm_throw(vm, t, "java/lang/NoClassDefFoundError", "%s", name->s);
  return classes_throw(vm, t, err);
}

/* Returns the class of this name from the class path, the JDK or the classes made by heddle. Code
 * that no loader of the program defined does not see the classes of these loaders, and code of the
 * boot loader sees only the boot loader's classes. */
static struct klass *of_table(struct vm *vm, const struct klass *k, const struct symbol *name,
                              struct error *err) {
  struct klass *c = vm_class_sym(vm, name, err);
  bool hidden = c && (c->own_loader || (k->of_boot && !klass_of_bootstrap(klass_base(c))));
  return hidden && !access_is_free(k) ? classes_missing(vm, klass_base(c)->name, err) : c;
}

int resolve_name(struct vm *vm, struct thread *t, struct klass *k, const struct symbol *name,
                 struct klass **out) {
  struct error err = {0};
  /* A class that was defined under a longer name refers to itself by the name in its class file. */
  if (name == k->cf->name)
    *out = k;
  else
    *out = k->own_loader ? loader_sees(vm, k, name, &err) : of_table(vm, k, name, &err);
  return *out ? NATIVE_OK : not_seen(vm, t, k, name, &err);
}

/* Returns whether access must be checked again. Two packages of the same name may belong to one
 * loader on one path and to two loaders on another. Access between classes of one loader does not
 * change. */
static bool looks_again(struct vm *vm, const struct klass *k, const struct klass *c) {
  if (k->own_loader && c->own_loader && classes_loader(vm, k) == classes_loader(vm, c))
    return false;
  return loader_varies(k, c);
}

/* Drops the members that were found through the class constant on an earlier path, because the
 * constant means another class now. */
static void forget_members(struct klass *k, uint32_t index) {
  for (uint32_t i = 1; i < k->cf->cp_count; i++) {
    const struct cp_entry *e = &k->cf->cp[i];
    bool member =
        e->tag == CP_FIELDREF || e->tag == CP_METHODREF || e->tag == CP_INTERFACEMETHODREF;
    if (member && e->class_index == index) k->cp[i] = NULL;
  }
}

int resolve_class(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                  struct klass **out) {
  const struct symbol *name = k->cf->cp[index].name;
  struct klass *c = k->cp[index];
  int rc;
  INVARIANT(k->cf->cp[index].tag == CP_CLASS, "a class is resolved from a class constant: %u of %s",
            index, k->name->s);
  if (!c || !loader_stands(vm, k, c)) {
    rc = resolve_name(vm, t, k, name, &c);
    if (rc != NATIVE_OK) return rc;
  } else if (!looks_again(vm, k, c)) {
    *out = c;
    return NATIVE_OK;
  }
  if (access_class_throw(vm, t, k, c)) return pending(vm);
  if (k->cp[index] && k->cp[index] != c) forget_members(k, index);
  *out = k->cp[index] = c;
  return NATIVE_OK;
}

static struct klass *named_class(const struct klass *k, uint32_t index) {
  const struct cp_entry *e = &k->cf->cp[index];
  return k->cp[e->tag == CP_CLASS ? index : e->class_index];
}

/* Returns whether the constant names MethodHandle.invoke or a similar method, of which there is a
 * separate one for the types of each call. */
static bool is_polymorphic(const struct klass *k, uint32_t index) {
  const struct method *m = k->cf->cp[index].tag == CP_METHODREF ? k->cp[index] : NULL;
  return m && (m->vm_flags & METHOD_POLYMORPHIC);
}

bool resolve_varies(struct vm *vm, struct klass *k, uint32_t index) {
  uint8_t tag = k->cf->cp[index].tag;
  const struct klass *c;
  if (tag != CP_CLASS && tag != CP_FIELDREF && tag != CP_METHODREF && tag != CP_INTERFACEMETHODREF)
    return resolve_names_vary(vm, k, index);
  c = named_class(k, index);
  return (c && loader_varies(k, c)) || (k->own_loader && is_polymorphic(k, index));
}

/* Returns whether the cached member belongs to the class that the constant names on this path. */
static bool is_resolved(struct vm *vm, const struct klass *k, uint32_t index) {
  const struct klass *c = named_class(k, index);
  if (k->own_loader && is_polymorphic(k, index)) return false;
  return k->cp[index] && (!c || loader_stands(vm, k, c));
}

/* Returns the class whose access must be checked again, or NULL. */
static struct klass *to_be_accessed(struct vm *vm, const struct klass *k, uint32_t index) {
  struct klass *c = named_class(k, index);
  return c && looks_again(vm, k, c) ? c : NULL;
}

/* Adds the type at p in Java syntax. Returns the position after it. */
static const char *add_type(struct text *out, const char *p) {
  static const char *const names[128] = {
      ['Z'] = "boolean", ['B'] = "byte",  ['C'] = "char",   ['S'] = "short", ['I'] = "int",
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

/* Adds "'void a.B.m(int, java.lang.String)'", as the JVM's messages name a method. */
void text_add_method(struct text *out, const struct klass *c, const struct symbol *name,
                     const struct symbol *desc) {
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

static int throw_method(struct vm *vm, struct thread *t, const char *error, const char *what,
                        const struct klass *c, const struct symbol *name,
                        const struct symbol *desc) {
  struct text out = {0};
  int rc;
  text_puts(&out, what);
  text_add_method(&out, c, name, desc);
  rc = vm_throw(vm, t, error, "%s", out.s);
  text_release(&out);
  return rc;
}

/* Throws with a message that names a class, or a class and a member. */
static int throw_class(struct vm *vm, struct thread *t, const char *error, const char *what,
                       const struct klass *c, const char *member, const char *after) {
  char *dotted = klass_dotted(c);
  int rc = vm_throw(vm, t, error, "%s%s%s%s%s", what, dotted, member ? "." : "",
                    member ? member : "", after);
  free(dotted);
  return rc;
}

int resolve_field(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, bool is_static,
                  struct field **out) {
  const struct cp_entry *e = &k->cf->cp[index];
  struct field *f = k->cp[index];
  struct klass *c;
  INVARIANT(e->tag == CP_FIELDREF, "a field is resolved from a field constant: %u of %s", index,
            k->name->s);
  if (!is_resolved(vm, k, index)) {
    int rc = resolve_class(vm, t, k, e->class_index, &c);
    if (rc) return rc;
    f = klass_field_sym(c, e->name, e->desc);
    if (!f) return vm_throw(vm, t, "java/lang/NoSuchFieldError", "%s", e->name->s);
    rc = access_field_throw(vm, t, k, c, f);
    if (rc) return rc;
    k->cp[index] = f;
  } else if ((c = to_be_accessed(vm, k, index))) {
    int rc = access_class_throw(vm, t, k, c);
    if (rc == NATIVE_OK) rc = access_field_throw(vm, t, k, c, f);
    if (rc) return rc;
  }
  if (((f->flags & ACC_STATIC) != 0) != is_static)
    return throw_class(vm, t, "java/lang/IncompatibleClassChangeError",
                       is_static ? "Expected static field " : "Expected non-static field ",
                       f->owner, f->name->s, "");
  *out = f;
  return constraints_check(vm, t, k, f->owner, e->desc->s);
}

/* ---- methods ---- */

static struct method *find_polymorphic(const struct klass *c, const struct symbol *name) {
  for (uint32_t i = 0; i < c->method_count; i++)
    if (c->methods[i].name == name && (c->methods[i].vm_flags & METHOD_POLYMORPHIC))
      return &c->methods[i];
  return NULL;
}

static int wrong_kind(struct vm *vm, struct thread *t, const struct klass *c,
                      const struct cp_entry *e, int opcode) {
  static const char error[] = "java/lang/IncompatibleClassChangeError";
  struct text out = {0};
  int rc;
  if (opcode == OP_INVOKEINTERFACE)
    return throw_class(vm, t, error, "Found class ", c, NULL, ", but interface was expected");
  if (opcode == OP_INVOKEVIRTUAL)
    return throw_class(vm, t, error, "Found interface ", c, NULL, ", but class was expected");
  text_puts(&out, "Method ");
  text_add_method(&out, c, e->name, e->desc);
  rc = vm_throw(vm, t, error, "%s must be %s constant", out.s,
                c->is_interface ? "InterfaceMethodref" : "Methodref");
  text_release(&out);
  return rc;
}

static int look_up_method(struct vm *vm, struct thread *t, struct klass *k,
                          const struct cp_entry *e, int opcode, struct method **out) {
  struct klass *c;
  struct method *m;
  int rc = resolve_class(vm, t, k, e->class_index, &c);
  if (rc) return rc;
  if (c->is_interface != (e->tag == CP_INTERFACEMETHODREF)) return wrong_kind(vm, t, c, e, opcode);
  if (c->is_jdk && find_polymorphic(c, e->name)) {
    m = vm->library->polymorphic(vm, c, e->name, loader_inside(vm, k, e->desc->s));
    if (!m) return NATIVE_FATAL;
  } else {
    m = klass_method_sym(c, e->name, e->desc);
  }
  if (!m || (e->name->s[0] == '<' && m->owner != c)) /* constructors are not inherited */
    return throw_method(vm, t, "java/lang/NoSuchMethodError", "", c, e->name, e->desc);
  *out = m;
  return access_method_throw(vm, t, k, c, m);
}

/* Selects the target of invokespecial (JVMS): a method of a superclass is looked up again from the
 * direct superclass of the caller (ACC_SUPER counts as always set). For interface methods named by
 * their interface, the look-up starts there. */
static int special_target(struct vm *vm, struct thread *t, struct klass *k, struct klass *c,
                          struct method **m) {
  struct method *s = *m;
  if (s->name->s[0] != '<' && !c->is_interface && c != k && k->super &&
      klass_is_subclass(k->super, c))
    s = klass_method_sym(k->super, s->name, s->desc);
  else if (c->is_interface && (s->flags & ACC_ABSTRACT))
    s = klass_interface_method(c, s->name, s->desc, NULL);
  if (!s || (s->flags & ACC_ABSTRACT))
    return throw_method(vm, t, "java/lang/AbstractMethodError", "", (*m)->owner, (*m)->name,
                        (*m)->desc);
  *m = s;
  return NATIVE_OK;
}

int resolve_method(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, int opcode,
                   struct method **out) {
  const struct cp_entry *e = &k->cf->cp[index];
  struct method *m = k->cp[index];
  struct klass *c;
  int rc;
  INVARIANT(e->tag == CP_METHODREF || e->tag == CP_INTERFACEMETHODREF,
            "a method is resolved from a method constant: %u of %s", index, k->name->s);
  if (!is_resolved(vm, k, index)) {
    rc = look_up_method(vm, t, k, e, opcode, &m);
    if (rc) return rc;
    k->cp[index] = m;
  } else if ((c = to_be_accessed(vm, k, index))) {
    rc = access_class_throw(vm, t, k, c);
    if (rc == NATIVE_OK) rc = access_method_throw(vm, t, k, c, m);
    if (rc) return rc;
  }
  if (((m->flags & ACC_STATIC) != 0) != (opcode == OP_INVOKESTATIC) &&
      !(m->vm_flags & METHOD_POLYMORPHIC))
    return throw_method(vm, t, "java/lang/IncompatibleClassChangeError",
                        opcode == OP_INVOKESTATIC      ? "Expected static method "
                        : opcode == OP_INVOKEINTERFACE ? "Expected instance not static method "
                                                       : "Expecting non-static method ",
                        m->owner, m->name, m->desc);
  *out = m;
  rc = m->vm_flags & METHOD_POLYMORPHIC ? NATIVE_OK
                                        : constraints_check(vm, t, k, m->owner, e->desc->s);
  if (rc || opcode != OP_INVOKESPECIAL) return rc;
  rc = resolve_class(vm, t, k, e->class_index, &c);
  return rc ? rc : special_target(vm, t, k, c, out);
}

/* ---- loadable constants ---- */

static int load_constant(struct vm *vm, struct thread *t, struct klass *k, uint32_t index,
                         ref *out) {
  const struct cp_entry *e = &k->cf->cp[index];
  switch (e->tag) {
    case CP_STRING: *out = vm_intern_sym(vm, e->name); return *out ? NATIVE_OK : NATIVE_FATAL;
    case CP_METHODHANDLE: return vm->library->method_handle(vm, t, k, index, out);
    case CP_METHODTYPE:
      return vm->library->method_type(vm, t, loader_inside(vm, k, e->desc->s)->s, out);
    default:
      error_set(&vm->err, ERR_INTERNAL, "constant %u of %s is not loadable", index, k->name->s);
      return NATIVE_FATAL;
  }
}

/* Results for a constant that names several classes, one for each view. A view is the set of
 * classes that the names mean. */
struct seen_as {
  uint64_t view;
  struct call_site value;
  struct seen_as *next;
};

const struct call_site *resolve_seen(const struct klass *k, uint32_t index, uint64_t view) {
  struct seen_as *s = k->cp[index];
  while (s && s->view != view) s = s->next;
  return s ? &s->value : NULL;
}

void resolve_note_seen(struct vm *vm, struct klass *k, uint32_t index, uint64_t view,
                       const struct call_site *value) {
  struct seen_as *s = pool_alloc(&vm->pool, sizeof *s);
  *s = (struct seen_as){.view = view, .value = *value, .next = k->cp[index]};
  k->cp[index] = s;
}

int resolve_ldc(struct vm *vm, struct thread *t, struct klass *k, uint32_t index, ref *out) {
  struct call_site made = {0};
  const struct call_site *seen;
  uint64_t view;
  struct klass *c;
  int rc;
  if (k->cf->cp[index].tag == CP_CLASS) {
    rc = resolve_class(vm, t, k, index, &c);
    if (rc == NATIVE_OK) *out = c->mirror;
    return rc;
  }
  rc = k->cf->cp[index].tag == CP_METHODHANDLE && (!k->cp[index] || k->own_loader)
           ? resolve_handle(vm, t, k, index)
           : NATIVE_OK;
  if (rc == NATIVE_OK) rc = resolve_constant_names(vm, t, k, index);
  if (rc) return rc;
  view = resolve_view(vm, k, index);
  seen = resolve_seen(k, index, view);
  if (!seen) rc = load_constant(vm, t, k, index, &made.constant);
  if (rc == NATIVE_OK && !seen) resolve_note_seen(vm, k, index, view, &made);
  *out = seen ? seen->constant : made.constant;
  return rc;
}
