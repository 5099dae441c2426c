/* Finds the calls of a component (component.h): the values for their parameters, the fields that
 * they touch, what only its package can call, and whether two values may be exchanged. */
#include "engine/env/component.h"

#include <ctype.h>
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/classfile/insn.h"
#include "engine/env/env_int.h"

struct component_maker {
  struct vm *vm;
  const struct klass *of;     /* the class of the component */
  const struct klass *values; /* the user's class with values; NULL: none */
  bool *hidden;               /* set if a value is visible in its package only */
};

static bool component_same_package(const struct klass *a, const struct klass *b);
static bool component_is_seen(struct vm *vm, const struct klass *k);

/* ---- values for parameters ---- */

/* A parameter gets the user's values, else those of defaults.def, else enum constants, small
 * lambdas or objects made by constructors. */

enum { DEPTH = 2, ENUM_CONSTANTS = 3 };

static bool any_value(const struct component_maker *mk, struct jtype type, int depth,
                      struct component_arg *out);

static void component_arg_release(struct component_arg *a) {
  for (size_t i = 0; i < a->values.len; i++) free(a->values.data[i]);
  vec_free(&a->values);
}

/* Returns "a.b.Outer.Cache" for "a/b/Outer$Cache"; the caller frees it. */
static char *component_java_name(const char *name) {
  char *s = mem_strdup(name);
  mem_exchange(s, '/', '.');
  mem_exchange(s, '$', '.');
  return s;
}

static bool add_value(struct component_arg *out, char *text) {
  *vec_push(&out->values) = text;
  return true;
}

/* ---- values of the user ---- */

/* Members "key" and "key1" are for a parameter "key". */
static bool is_for(const char *member, const char *parameter) {
  size_t n = strlen(parameter);
  if (strncmp(member, parameter, n)) return false;
  while (isdigit((unsigned char)member[n])) n++;
  return !member[n];
}

static bool fits(const struct component_maker *mk, const char *from, struct jtype to) {
  char *want = mem_printf("%.*s", (int)to.n, to.s);
  bool prims = *from != 'L' && *from != '[';
  bool good = prims ? !strcmp(from, want) : env_distance(mk->vm, from, want) >= 0;
  free(want);
  return good;
}

/* Adds the user's members of that name, or of any name if `name` is NULL. */
static void add_members(const struct component_maker *mk, const char *name, struct jtype type,
                        struct component_arg *out) {
  char *of = component_java_name(mk->values->name->s);
  for (uint32_t i = 0; i < mk->values->field_count; i++) {
    const struct field *f = &mk->values->fields[i];
    if (!(f->flags & ACC_STATIC) || !(f->flags & ACC_PUBLIC) || !fits(mk, f->desc->s, type) ||
        (name && !is_for(f->name->s, name)))
      continue;
    add_value(out, mem_printf("%s.%s", of, f->name->s));
  }
  for (uint32_t i = 0; i < mk->values->method_count; i++) {
    const struct method *m = &mk->values->methods[i];
    if (!(m->flags & ACC_STATIC) || !(m->flags & ACC_PUBLIC) || strncmp(m->desc->s, "()", 2) ||
        m->desc->s[2] == 'V' || !fits(mk, m->desc->s + 2, type) ||
        (name && !is_for(m->name->s, name)))
      continue;
    add_value(out, mem_printf("%s.%s()", of, m->name->s));
  }
  free(of);
}

static bool users_value(const struct component_maker *mk, const char *name, struct jtype type,
                        struct component_arg *out) {
  if (!mk->values) return false;
  if (name) add_members(mk, name, type, out);
  if (!out->values.len) add_members(mk, NULL, type, out);
  return out->values.len > 0;
}

/* ---- values by type ---- */

static bool listed_value(struct jtype type, struct component_arg *out) {
  static const struct {
    const char *desc, *values;
  } rows[] = {
#define DEFAULT(desc, values) {desc, values},
#include "engine/env/defaults.def"
#undef DEFAULT
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    char unboxed;
    if (!jtype_eq(type, jtype_of(rows[i].desc))) continue;
    unboxed = jtype_is_ref(type) ? jtype_unboxed(type) : type.s[0];
    out->ordered = unboxed && strchr("BSIJFD", unboxed);
    for (const char *at = rows[i].values; *at;) {
      size_t n = strcspn(at, "|");
      add_value(out, mem_printf("%.*s", (int)n, at));
      at += n + (at[n] == '|');
    }
    return true;
  }
  return false;
}

static bool enum_value(const struct klass *k, struct component_arg *out) {
  char *name = component_java_name(k->name->s);
  for (uint32_t i = 0; i < k->field_count && out->values.len < ENUM_CONSTANTS; i++)
    if (k->fields[i].flags & ACC_ENUM)
      add_value(out, mem_printf("%s.%s", name, k->fields[i].name->s));
  free(name);
  return out->values.len > 0;
}

/* Adds "(java.util.function.Function) x -> "a"". The result of the interface's method is a value
 * too. */
static bool lambda_value(const struct component_maker *mk, const struct klass *k,
                         const struct method *sam, int depth, struct component_arg *out) {
  static const char *const params[] = {"() ->", "x ->", "(x, y) ->", "(x, y, z) ->"};
  struct component_arg result = {0};
  struct sig sig;
  char *name;
  if (!sig_parse(&sig, sam->desc->s) || sig.argc >= COUNT(params)) return false;
  if (sig.ret.s[0] == 'V')
    add_value(&result, mem_strdup("\"\".length()"));
  else if (!any_value(mk, sig.ret, depth + 1, &result))
    return false;
  name = component_java_name(k->name->s);
  add_value(out, mem_printf("(%s) %s %s", name, params[sig.argc], result.values.data[0]));
  free(name);
  component_arg_release(&result);
  return true;
}

/* ---- objects as values ---- */

static bool is_constructor(const struct component_maker *mk, const struct klass *k,
                           const struct method *m) {
  return !strcmp(m->name->s, "<init>") &&
         (m->flags & ACC_PUBLIC ||
          (!k->is_jdk && !(m->flags & ACC_PRIVATE) && component_same_package(k, mk->of)));
}

/* Returns "new a.b.Cache(1)" with this constructor, or NULL if a value is missing. */
static char *construct_by(const struct component_maker *mk, const struct klass *k,
                          const struct sig *sig, int depth) {
  char *name = component_java_name(k->name->s);
  struct text t = {0};
  bool good = true;
  text_printf(&t, "new %s(", name);
  for (uint32_t i = 0; good && i < sig->argc; i++) {
    struct component_arg a = {0};
    good = any_value(mk, sig->arg[i], depth + 1, &a);
    INVARIANT(!good || a.values.len, "a type that has values has one: parameter %u", i);
    if (good) text_printf(&t, "%s%s", i ? ", " : "", a.values.data[0]);
    component_arg_release(&a);
  }
  text_puts(&t, ")");
  free(name);
  if (!good) text_release(&t);
  return t.s;
}

static char *construct(const struct component_maker *mk, const struct klass *k, int depth) {
  struct sig sig;
  if (k->is_interface || k->is_array || k->flags & ACC_ABSTRACT || depth > DEPTH) return NULL;
  for (uint32_t argc = 0; argc <= ENV_ARGS_MAX; argc++)
    for (uint32_t i = 0; i < k->method_count; i++) {
      char *text;
      if (!is_constructor(mk, k, &k->methods[i]) || !sig_parse(&sig, k->methods[i].desc->s))
        continue;
      if (sig.argc != argc) continue;
      text = construct_by(mk, k, &sig, depth);
      if (text && !(k->methods[i].flags & ACC_PUBLIC)) *mk->hidden = true;
      if (text) return text;
    }
  return NULL;
}

/* Returns a call of the usable constructor with the fewest parameters, "new a.b.Cache(1)", or NULL.
 * The caller frees it. */
static char *component_construct(const struct component_maker *mk, const struct klass *k) {
  return construct(mk, k, 0);
}

static bool object_value(const struct component_maker *mk, const struct klass *k, int depth,
                         struct component_arg *out) {
  const struct method *sam = env_functional(k);
  char *made;
  if (!k->is_jdk && !component_is_seen(mk->vm, k)) *mk->hidden = true;
  if (k->super && !strcmp(k->super->name->s, "java/lang/Enum")) return enum_value(k, out);
  if (sam) return depth < DEPTH && lambda_value(mk, k, sam, depth, out);
  made = construct(mk, k, depth);
  return made && add_value(out, made);
}

static bool any_value(const struct component_maker *mk, struct jtype type, int depth,
                      struct component_arg *out) {
  const struct klass *k;
  char *desc;
  if (users_value(mk, NULL, type, out) || listed_value(type, out)) return true;
  if (type.s[0] != 'L') return false;
  desc = mem_printf("%.*s", (int)type.n, type.s);
  k = env_class_of(mk->vm, desc);
  free(desc);
  return k && object_value(mk, k, depth, out);
}

/* Collects values for a parameter of the type. `name` is NULL if it is unknown. Returns false if
 * there is no value. */
static bool component_values(const struct component_maker *mk, const char *name, struct jtype type,
                             struct component_arg *out) {
  return users_value(mk, name, type, out) || any_value(mk, type, 0, out);
}

/* ---- fields that calls touch ---- */

/* The fields that a method touches are found in its code, without executing it. They are the fields
 * of the class, its superclasses and its nested classes to which the code refers. Methods of these
 * classes that the code calls are examined too, and so are the bodies of lambdas. Accesses through
 * reflection or a VarHandle are not found. The result only orders what is tried and proves
 * nothing. */

enum { METHODS_MOST = 400 };

struct touching {
  struct vm *vm;
  const struct klass *top;
  struct component_call *out;
  VEC(const struct method *) seen; /* methods examined and still to be examined */
};

/* ---- classes of the code ---- */

/* Is `name` in the nest of `of`, as "a/B$C" is in that of "a/B" or "a/B$D"? */
static bool in_nest(const char *name, const char *of) {
  size_t n = strcspn(of, "$");
  return !strncmp(name, of, n) && (!name[n] || name[n] == '$');
}

/* Is `name` a class whose code is examined? (java.lang.Object is not, because it has no fields.) */
static bool is_own(const struct touching *t, const char *name) {
  for (const struct klass *k = t->top; k && k->super; k = k->super)
    if (in_nest(name, k->name->s)) return true;
  return false;
}

/* Adds the method to those to be examined. (Constructors are skipped, because no other thread has
 * seen what they write.) */
static void follow_call(struct touching *t, const char *owner, const char *name, const char *desc) {
  struct error ignored = {0};
  struct klass *k;
  const struct method *m;
  if (*name == '<' || !is_own(t, owner) || !(k = vm_class(t->vm, owner, &ignored))) return;
  m = klass_method(k, name, desc);
  for (size_t i = 0; m && i < t->seen.len; i++)
    if (t->seen.data[i] == m) return;
  if (m && m->info->code_len && t->seen.len < METHODS_MOST) *vec_push(&t->seen) = m;
}

/* ---- instructions ---- */

static uint64_t hash_text(uint64_t h, const char *s) {
  while (*s) h = hash_mix(h + (unsigned char)*s++);
  return h;
}

static void touch(struct touching *t, const struct cp_entry *f, bool writes) {
  uint64_t field = hash_text(hash_text(1, f->owner->s) + 1, f->name->s);
  struct component_touch *found = NULL;
  if (!is_own(t, f->owner->s)) return;
  for (size_t i = 0; i < t->out->touches.len && !found; i++)
    if (t->out->touches.data[i].field == field) found = &t->out->touches.data[i];
  if (!found) {
    found = vec_push(&t->out->touches);
    *found = (struct component_touch){.field = field, .refers = strchr("L[", *f->desc->s) != NULL};
  }
  found->writes |= writes;
}

/* Follows the methods passed to a call site's bootstrap method, which are the bodies of lambdas. */
static void follow_lambdas(struct touching *t, const struct class_file *cf, uint16_t site) {
  const struct bootstrap_method *b;
  if (site >= cf->bootstrap_count) return;
  b = &cf->bootstraps[site];
  for (uint16_t i = 0; i < b->argc; i++) {
    const struct cp_entry *handle = &cf->cp[b->args[i]], *to;
    if (handle->tag != CP_METHODHANDLE) continue;
    to = &cf->cp[handle->index];
    follow_call(t, to->owner->s, to->name->s, to->desc->s);
  }
}

static void look_at(struct touching *t, const struct method *m) {
  const struct class_file *cf = m->owner->cf;
  struct insn in;
  for (uint32_t pc = 0; pc < m->info->code_len; pc = in.next) {
    const struct cp_entry *e;
    if (insn_decode(m->info->code, m->info->code_len, pc, &in)) return;
    e = in.cp < cf->cp_count ? &cf->cp[in.cp] : NULL;
    if (!e) continue;
    if (in.op >= OP_GETSTATIC && in.op <= OP_PUTFIELD)
      touch(t, e, in.op == OP_PUTSTATIC || in.op == OP_PUTFIELD);
    else if (in.op >= OP_INVOKEVIRTUAL && in.op <= OP_INVOKEINTERFACE)
      follow_call(t, e->owner->s, e->name->s, e->desc->s);
    else if (in.op == OP_INVOKEDYNAMIC)
      follow_lambdas(t, cf, e->index);
  }
}

/* Finds the fields that are touched by the method's code and by the methods of the class and its
 * nest that it calls. */
static void component_touches(struct vm *vm, const struct klass *k, const struct method *m,
                              struct component_call *out) {
  struct touching t = {.vm = vm, .top = k, .out = out};
  if (m->info->code_len) *vec_push(&t.seen) = m;
  for (size_t i = 0; i < t.seen.len; i++) look_at(&t, t.seen.data[i]);
  vec_free(&t.seen);
}

/* ---- access within the package ---- */

/* If only code in the component's package can make the object or call a method, the environment is
 * made in that package. */

static bool component_same_package(const struct klass *a, const struct klass *b) {
  const char *p = strrchr(a->name->s, '/'), *q = strrchr(b->name->s, '/');
  size_t n = p ? (size_t)(p - a->name->s) : 0, m = q ? (size_t)(q - b->name->s) : 0;
  return n == m && !memcmp(a->name->s, b->name->s, n);
}

/* Are the class and its enclosing classes public? */
static bool component_is_seen(struct vm *vm, const struct klass *k) {
  bool seen = k->flags & ACC_PUBLIC;
  char *name = mem_strdup(k->name->s), *end;
  while (seen && (end = strrchr(name, '$')) && end > name) {
    struct error ignored = {0};
    const struct klass *outer;
    *end = 0;
    outer = vm_class(vm, name, &ignored);
    if (outer) seen = outer->flags & ACC_PUBLIC;
  }
  free(name);
  return seen;
}

static const char *hidden_simple_name(const char *name) {
  const char *end = name + strlen(name);
  while (end > name && !strchr("/$", end[-1])) end--;
  return end;
}

/* Records what is visible in its package only. */
static void component_hides(struct vm *vm, const struct klass *k, struct component *out) {
  if (k->is_jdk) return;
  out->is_hidden = !component_is_seen(vm, k);
  for (uint32_t i = 0; i < k->method_count; i++) {
    const struct method *m = &k->methods[i];
    bool constructor = !strcmp(m->name->s, "<init>");
    if (m->flags & (ACC_PUBLIC | ACC_PRIVATE) || (*m->name->s == '<' && !constructor)) continue;
    *vec_push(&out->hidden) = mem_strdup(constructor ? hidden_simple_name(k->name->s) : m->name->s);
  }
}

/* Does the text call a method of this name? A longer name that ends with it counts too, which does
 * no harm. */
static bool is_called_in(const char *text, const char *name) {
  size_t n = strlen(name);
  for (; text && (text = strstr(text, name)); text += n)
    if (text[n + strspn(text + n, " ")] == '(') return true;
  return false;
}

const char *component_beside(const struct component *c, const char *const *texts, size_t count) {
  bool hidden = c->is_hidden;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; !hidden && k < c->hidden.len; k++)
      hidden = is_called_in(texts[i], c->hidden.data[k]);
  return hidden ? c->binary : NULL;
}

/* ---- values that are alike ---- */

/* Does a component treat values alike, so that "a" and "b" may be exchanged in all calls of a
 * combination? Then one of two combinations that differ only by this exchange suffices.
 *
 * The component does so if no code that can obtain a value can distinguish it from another value
 * except by equality. Bytecode cannot look into a String; it only moves and compares references. So
 * only calls can distinguish values. All code of the class, its superclasses and the classes nested
 * in them is examined, whether it is called or not. Every other method that this code calls must be
 * in alike.def, and none of its constants may be one of the two values. Then exchanging the two
 * values, in the calls and in a state, maps each step of a run to a step of another run. So
 * whatever is found in one combination is found, under other names, in the other. Anything unknown,
 * such as reflection, a superclass in the JDK or a native method, makes the answer no.
 *
 * (Threads that race over a hash table while it grows might see the order in which it moves its
 * bins. So this is for searches that look for races, which find that race in both combinations.)
 *
 * This holds for Strings and Objects as defaults.def provides them. For a value made by other code,
 * such as with --values, the answer is no as well. */

struct likeness {
  struct vm *vm;
  const struct klass *top;
  VEC(const struct klass *) seen; /* classes examined and still to be examined */
};

static bool is_of_component(const struct likeness *l, const char *name) {
  for (const struct klass *k = l->top; k && !k->is_jdk; k = k->super)
    if (in_nest(name, k->name->s)) return true;
  return false;
}

/* Adds the class to those to be examined. Returns false if the class or one of its superclasses
 * cannot be examined. */
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

/* Are the values for the method's parameters made without running any code? */
static bool component_plain_values(const struct method *m) {
  struct sig sig;
  if (!sig_parse(&sig, m->desc->s)) return false;
  for (uint32_t i = 0; i < sig.argc; i++)
    if (jtype_is_ref(sig.arg[i]) && !jtype_eq(sig.arg[i], jtype_of("Ljava/lang/String;")) &&
        !jtype_eq(sig.arg[i], jtype_of(OBJECT)))
      return false;
  return true;
}

/* May "a" and "b" be exchanged in all calls of the class's methods? */
static bool component_treats_alike(struct vm *vm, const struct klass *k) {
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

/* ---- calls of methods ---- */

static bool is_called(const struct method *m) {
  return m->flags & ACC_PUBLIC && !(m->flags & (ACC_BRIDGE | ACC_SYNTHETIC)) &&
         *m->name->s != '<' &&
         (strcmp(m->name->s, "main") != 0 || strcmp(m->desc->s, "([Ljava/lang/String;)V") != 0);
}

/* Returns the parameter's name from the MethodParameters attribute, else from the
 * LocalVariableTable, or NULL. */
static const char *parameter_name(const struct method *m, const struct sig *sig, uint32_t at) {
  const struct method_info *info = m->info;
  uint32_t slot = m->flags & ACC_STATIC ? 0 : 1;
  if (at < info->parameter_count && info->parameter_names[at]) return info->parameter_names[at]->s;
  for (uint32_t i = 0; i < at; i++) slot += (uint32_t)jtype_slots(sig->arg[i]);
  for (uint32_t i = 0; i < info->local_var_count; i++)
    if (info->local_vars[i].slot == slot && !info->local_vars[i].start_pc)
      return info->local_vars[i].name->s;
  return NULL;
}

static void add_type(struct text *t, struct jtype type) {
  static const char *const prims[] = {"boolean", "byte", "char",  "short",
                                      "int",     "long", "float", "double"};
  struct text name = {0};
  uint32_t dims = 0;
  while (type.s[dims] == '[') dims++;
  type = (struct jtype){type.s + dims, type.n - dims};
  if (type.s[0] == 'L') {
    char *java;
    jtype_class_name(type, &name);
    java = component_java_name(name.s);
    text_puts(t, strncmp(java, "java.lang.", 10) ? java : java + 10);
    free(java);
    text_release(&name);
  } else {
    CHECK(strchr("ZBCSIJFD", type.s[0]), "a parameter is of a class or a primitive: '%c'",
          type.s[0]);
    text_puts(t, prims[strchr("ZBCSIJFD", type.s[0]) - "ZBCSIJFD"]);
  }
  while (dims--) text_puts(t, "[]");
}

/* "put(Object, int)" */
static void add_signature(struct text *t, const struct method *m, const struct sig *sig) {
  text_printf(t, "%s(", m->name->s);
  for (uint32_t i = 0; i < sig->argc; i++) {
    if (i) text_puts(t, ", ");
    add_type(t, sig->arg[i]);
  }
  text_puts(t, ")");
}

static void leave_out(struct component *c, const struct method *m, const struct sig *sig,
                      uint32_t at) {
  struct text t = {0};
  add_signature(&t, m, sig);
  if (at < sig->argc) {
    text_puts(&t, ": no value for ");
    add_type(&t, sig->arg[at]);
  } else {
    text_puts(&t, ": too many parameters");
  }
  *vec_push(&c->left_out) = t.s;
}

static void call_release(struct component_call *call) {
  free(call->method);
  for (uint32_t i = 0; i < COMPONENT_ARGS; i++) component_arg_release(&call->args[i]);
  vec_free(&call->touches);
}

static void add_call(const struct component_maker *mk, const struct klass *k,
                     const struct method *m, struct component *c) {
  struct component_call call = {0};
  struct sig sig;
  if (!sig_parse(&sig, m->desc->s)) return;
  if (sig.argc > COMPONENT_ARGS) {
    leave_out(c, m, &sig, sig.argc);
    return;
  }
  for (uint32_t i = 0; i < sig.argc; i++)
    if (!component_values(mk, parameter_name(m, &sig, i), sig.arg[i], &call.args[i])) {
      leave_out(c, m, &sig, i);
      call_release(&call);
      return;
    }
  c->alike &= component_plain_values(m);
  call.method = mem_strdup(m->name->s);
  call.argc = sig.argc;
  INVARIANT(component_combinations(&call), "a call that is listed can be made: %s", call.method);
  component_touches(mk->vm, k, m, &call);
  *vec_push(&c->calls) = call;
}

static bool is_asked_for(const struct component_asked *asked, const struct method *m) {
  struct text t = {0};
  struct sig sig;
  bool wanted;
  if (!asked->wanted || asked->wanted(asked->self, m->name->s)) return true;
  if (!sig_parse(&sig, m->desc->s)) return false;
  add_signature(&t, m, &sig);
  wanted = asked->wanted(asked->self, t.s);
  text_release(&t);
  return wanted;
}

/* Adds the calls of the methods. Returns true if some of them need an object. */
static bool add_methods(const struct component_maker *mk, const struct klass *k,
                        const struct component_asked *asked, struct component *c) {
  bool objects = false;
  for (uint32_t i = 0; i < k->method_count; i++) {
    const struct method *m = &k->methods[i];
    if (!is_called(m) || !is_asked_for(asked, m)) continue;
    objects |= !(m->flags & ACC_STATIC);
    add_call(mk, k, m, c);
  }
  return objects;
}

/* ---- the object ---- */

static int make_object(const struct component_maker *mk, const struct klass *k, const char *make,
                       bool objects, struct component *c, struct error *err) {
  char *made = make ? mem_printf("(%s) %s", c->klass, make) : component_construct(mk, k);
  c->receiver = mem_strdup(made || objects ? "comp" : c->klass);
  c->make = made ? mem_printf("comp = %s", made) : mem_strdup("");
  free(made);
  if (!*c->make && objects)
    return error_set(
        err, ERR_USAGE,
        "no constructor of %s can be called; use --new 'EXPRESSION' to make the object", c->klass);
  return 0;
}

/* Returns the class of the object if it is known: the class itself, or the one that `new` names.
 * Otherwise NULL. */
static const struct klass *class_made(const struct component_maker *mk, const struct klass *k,
                                      const char *make) {
  size_t n = strlen("new ");
  const struct klass *made = NULL;
  char *name;
  if (!make) return k->is_interface || k->flags & ACC_ABSTRACT ? NULL : k;
  if (strncmp(make, "new ", n) != 0) return NULL;
  name = mem_printf("%.*s", (int)strcspn(make + n, "( "), make + n);
  made = env_class(mk->vm, name);
  free(name);
  return made;
}

static char *own_contracts(const struct component_maker *mk, const struct klass *k,
                           const char *make) {
  struct text names = {0};
  int least = 0;
  char *own;
  k = class_made(mk, k, make);
  if (!k) return NULL;
  text_puts(&names, "");
  for (; k; k = k->super) {
    int layer = contract_layer(k->name->s);
    if (k->super) text_printf(&names, ",%s", k->name->s);
    if (layer && (!least || layer < least)) least = layer;
  }
  own = mem_printf("%d%s", least, names.s);
  text_release(&names);
  return own;
}

int component_of(struct vm *vm, const char *klass, const struct component_asked *asked,
                 struct component *out, struct error *err) {
  struct component_maker mk = {.vm = vm, .hidden = &out->is_hidden};
  struct klass *k = env_class(vm, klass);
  bool objects;
  memset(out, 0, sizeof *out);
  if (!k) return error_set(err, ERR_INPUT, "no class %s on the class path or in the JDK", klass);
  if (asked->values && !(mk.values = env_class(vm, asked->values)))
    return error_set(err, ERR_INPUT, "no class %s on the class path, for --values", asked->values);
  out->klass = component_java_name(k->name->s);
  out->is_jdk = k->is_jdk;
  out->binary = mem_strdup(k->name->s);
  mk.of = k;
  component_hides(vm, k, out);
  out->own = own_contracts(&mk, k, asked->make);
  out->alike = !asked->make && !asked->values && component_treats_alike(vm, k);
  objects = add_methods(&mk, k, asked, out);
  return make_object(&mk, k, asked->make, objects, out, err);
}

void component_release(struct component *c) {
  free(c->klass);
  free(c->receiver);
  free(c->make);
  free(c->own);
  free(c->binary);
  for (size_t i = 0; i < c->calls.len; i++) call_release(&c->calls.data[i]);
  for (size_t i = 0; i < c->left_out.len; i++) free(c->left_out.data[i]);
  for (size_t i = 0; i < c->hidden.len; i++) free(c->hidden.data[i]);
  vec_free(&c->hidden);
  vec_free(&c->calls);
  vec_free(&c->left_out);
}

/* ---- texts of calls ---- */

uint32_t component_combinations(const struct component_call *call) {
  uint64_t n = 1;
  for (uint32_t i = 0; i < call->argc; i++) {
    n *= call->args[i].values.len;
    if (n > UINT32_MAX) return UINT32_MAX;
  }
  return (uint32_t)n;
}

void component_call_text(const struct component *c, const struct component_call *call, uint32_t k,
                         struct text *out) {
  text_printf(out, "%s.%s(", c->receiver, call->method);
  for (uint32_t i = 0; i < call->argc; i++) {
    uint32_t n = (uint32_t)call->args[i].values.len;
    text_printf(out, "%s%s", i ? ", " : "", call->args[i].values.data[k % n]);
    k /= n;
  }
  text_puts(out, ")");
}

static void print_steps(struct text *t, const struct env_steps *steps) {
  for (uint32_t i = 0; i < steps->count; i++) {
    if (i) text_puts(t, "; ");
    env_print_step(t, &steps->list[i]);
  }
}

int component_scenario(const struct component *c, const char *text, char **out, struct error *err) {
  struct env_text *parsed;
  struct text t = {0};
  struct pool pool;
  pool_init(&pool);
  parsed = pool_alloc(&pool, sizeof *parsed);
  if (!env_parse_threads(text, c->receiver, &pool, parsed, err))
    for (uint32_t i = 0; i < parsed->threads; i++) {
      if (i) text_puts(&t, " || ");
      print_steps(&t, &parsed->of[i]);
    }
  pool_release(&pool);
  text_puts(&t, "");
  *out = t.s;
  return err->code;
}

int component_alone(const struct component *c, const char *text, char **out, struct error *err) {
  struct env_steps *steps;
  struct text t = {0};
  struct pool pool;
  pool_init(&pool);
  steps = pool_alloc(&pool, sizeof *steps);
  if (!env_parse_steps(text, c->receiver, &pool, steps, err)) print_steps(&t, steps);
  pool_release(&pool);
  text_puts(&t, "");
  *out = t.s;
  return err->code;
}

const char *component_answers(const struct component *c) {
  return c->is_jdk ? "!java.lang.ArrayIndexOutOfBoundsException,"
                     "java.lang.IndexOutOfBoundsException,java.lang.IllegalStateException,"
                     "java.lang.IllegalArgumentException,java.lang.UnsupportedOperationException,"
                     "java.lang.IllegalMonitorStateException,java.util.NoSuchElementException"
                   : "";
}
