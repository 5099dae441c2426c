/* Does a component treat values alike, so that "a" and "b" may be exchanged in all calls of a
 * combination? Then one of two combinations that differ only by this exchange suffices.
 *
 * It does if no code that can get hold of a value can distinguish it from another one except by
 * equality. Bytecode cannot look into a String; it only moves and compares references. So only
 * calls can distinguish values. All code of the class is examined: that of its superclasses, of
 * classes nested in them, and of every method there, called or not. Every other method that it
 * calls must be in alike.def, and none of its constants may be one of the two values. Then
 * exchanging the two values, in the calls and in a state, maps each step of a run to a step of
 * another run. So whatever is found in one combination is found, under other names, in the other.
 * Anything unknown, such as reflection, a superclass in the JDK or a native method, makes the
 * answer no.
 *
 * (Threads that race over a hash table while it grows might see the order in which it moves its
 * bins. So this is for searches that look for races, which find that race in both combinations.)
 *
 * This holds for Strings and Objects as defaults.def provides them. For a value made by other code,
 * such as with --values, the answer is no as well. */
#include <stdlib.h>

#include "engine/classfile/insn.h"
#include "engine/env/component_int.h"

struct likeness {
  struct vm *vm;
  const struct klass *top;
  VEC(const struct klass *) seen; /* classes examined and still to be examined */
};

/* Is `name` in the nest of `of`, as "a/B$C" is in that of "a/B" or "a/B$D"? */
static bool of_one_nest(const char *name, const char *of) {
  size_t n = strcspn(of, "$");
  return !strncmp(name, of, n) && (!name[n] || name[n] == '$');
}

static bool is_of_component(const struct likeness *l, const char *name) {
  for (const struct klass *k = l->top; k && !k->is_jdk; k = k->super)
    if (of_one_nest(name, k->name->s)) return true;
  return false;
}

/* Adds the class to those to be examined. Returns false if it has a superclass that cannot be. */
static bool look_at_class(struct likeness *l, const char *name) {
  struct error ignored = {0};
  const struct klass *k = vm_class(l->vm, name, &ignored);
  if (!k || k->is_jdk || k->is_array) return false;
  for (size_t i = 0; i < l->seen.len; i++)
    if (l->seen.data[i] == k) return true;
  *vec_push(&l->seen) = k;
  if (k->super && k->super->is_jdk) return !strcmp(k->super->name->s, "java/lang/Object");
  return !k->super || look_at_class(l, k->super->name->s);
}

static bool is_listed(const char *names, const char *name) {
  size_t n = strlen(name);
  for (const char *at = names; (at = strstr(at, name)); at += n)
    if ((at == names || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
  return false;
}

static const struct method *own_method(const struct likeness *l, const struct cp_entry *m) {
  struct error ignored = {0};
  struct klass *k = vm_class(l->vm, m->owner->s, &ignored);
  return k ? klass_method(k, m->name->s, m->desc->s) : NULL;
}

static bool may_call(struct likeness *l, const struct cp_entry *m) {
  static const struct {
    const char *klass, *names;
  } rows[] = {
#define ALIKE(klass, names) {klass, names},
#include "engine/env/alike.def"
#undef ALIKE
  };
  const char *owner = m->owner->s;
  if (is_of_component(l, owner)) {
    const struct method *of = look_at_class(l, owner) ? own_method(l, m) : NULL;
    if (!of || !of->owner->is_jdk) return of && look_at_class(l, of->owner->name->s);
    owner = of->owner->name->s; /* inherited */
  }
  if (strstr(m->desc->s, "Ljava/util/Collection;")) return false; /* it iterates over the values */
  for (size_t i = 0; i < COUNT(rows); i++)
    if (!strcmp(rows[i].klass, owner)) return is_listed(rows[i].names, m->name->s);
  return false;
}

/* Is the call site a lambda whose body is code of the component? */
static bool may_make(struct likeness *l, const struct class_file *cf, uint16_t site) {
  const struct bootstrap_method *b = site < cf->bootstrap_count ? &cf->bootstraps[site] : NULL;
  const struct cp_entry *factory = b ? &cf->cp[cf->cp[b->method_handle].index] : NULL;
  if (!b || strcmp(factory->owner->s, "java/lang/invoke/LambdaMetafactory")) return false;
  for (uint16_t i = 0; i < b->argc; i++) {
    const struct cp_entry *handle = &cf->cp[b->args[i]];
    if (handle->tag == CP_METHODHANDLE && !may_call(l, &cf->cp[handle->index])) return false;
  }
  return true;
}

/* Do the class's constants contain one of the two values, or a constant that is computed at run
 * time? */
static bool names_values(const struct class_file *cf) {
  for (uint16_t i = 0; i < cf->cp_count; i++) {
    const struct cp_entry *e = &cf->cp[i];
    if (e->tag == CP_DYNAMIC) return true;
    if (e->tag == CP_STRING && (!strcmp(e->name->s, "a") || !strcmp(e->name->s, "b"))) return true;
  }
  return false;
}

static bool may_do(struct likeness *l, const struct class_file *cf, const struct insn *in) {
  const struct cp_entry *e = in->cp && in->cp < cf->cp_count ? &cf->cp[in->cp] : NULL;
  if (in->op >= OP_INVOKEVIRTUAL && in->op <= OP_INVOKEINTERFACE) return e && may_call(l, e);
  if (in->op == OP_INVOKEDYNAMIC) return e && may_make(l, cf, e->index);
  if (in->op == OP_GETSTATIC || in->op == OP_GETFIELD)
    return e && (is_of_component(l, e->owner->s) ? look_at_class(l, e->owner->s)
                                                 : !strchr("L[", *e->desc->s));
  return true;
}

static bool is_alike(struct likeness *l, const struct method *m) {
  const struct class_file *cf = m->owner->cf;
  struct insn in;
  if (m->flags & ACC_NATIVE) return false;
  for (uint32_t pc = 0; pc < m->info->code_len; pc = in.next)
    if (insn_decode(m->info->code, m->info->code_len, pc, &in) || !may_do(l, cf, &in)) return false;
  return true;
}

bool component_plain_values(const struct method *m) {
  struct sig sig;
  if (!sig_parse(&sig, m->desc->s)) return false;
  for (uint32_t i = 0; i < sig.argc; i++)
    if (jtype_is_ref(sig.arg[i]) && !jtype_eq(sig.arg[i], jtype_of("Ljava/lang/String;")) &&
        !jtype_eq(sig.arg[i], jtype_of(OBJECT)))
      return false;
  return true;
}

bool component_treats_alike(struct vm *vm, const struct klass *k) {
  struct likeness l = {.vm = vm, .top = k};
  bool alike = look_at_class(&l, k->name->s);
  for (size_t i = 0; alike && i < l.seen.len; i++) {
    const struct klass *of = l.seen.data[i];
    alike = !names_values(of->cf);
    for (uint32_t m = 0; alike && m < of->method_count; m++)
      alike = is_alike(&l, &of->methods[m]) &&
              (of != k || strcmp(of->methods[m].name->s, "<init>") != 0 ||
               component_plain_values(&of->methods[m]));
  }
  vec_free(&l.seen);
  return alike;
}
