/* Values for the parameters of a component's methods: the user's, else those of defaults.def, else
 * enum constants, small lambdas and objects made by constructors. */
#include "engine/env/component_int.h"

#include <ctype.h>
#include <stdlib.h>

enum { DEPTH = 2, ENUM_CONSTANTS = 3 };

static bool any_value(const struct component_maker *mk, struct jtype type, int depth,
                      struct component_arg *out);

void component_arg_release(struct component_arg *a) {
  for (size_t i = 0; i < a->values.len; i++) free(a->values.data[i]);
  vec_free(&a->values);
}

char *component_java_name(const char *name) {
  char *s = mem_strdup(name);
  mem_exchange(s, '/', '.');
  mem_exchange(s, '$', '.');
  return s;
}

static bool add_value(struct component_arg *out, char *text) {
  *vec_push(&out->values) = text;
  return true;
}

/* ---- the user's ---- */

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

/* ---- by type ---- */

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

/* ---- objects ---- */

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

char *component_construct(const struct component_maker *mk, const struct klass *k) {
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

bool component_values(const struct component_maker *mk, const char *name, struct jtype type,
                      struct component_arg *out) {
  return users_value(mk, name, type, out) || any_value(mk, type, 0, out);
}
