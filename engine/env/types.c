/* Classes by name, and the method that a call selects. The selection approximates Java's and is
 * exact if one method fits best. */
#include "engine/env/env_int.h"

#include <stdlib.h>

enum { NEAR_SAME = 0, NEAR_WIDER = 1, NEAR_BOXED = 20, NEAR_SPREAD = 400 };

static struct klass *class_named(struct vm *vm, const char *prefix, const char *name) {
  char *whole = mem_printf("%s%s", prefix, name);
  struct error ignored = {0};
  struct klass *k;
  mem_exchange(whole, '.', '/');
  k = name_is_class(whole) ? vm_class(vm, whole, &ignored) : NULL;
  while (!k && strrchr(whole, '/') && strrchr(whole, '/') >= whole + strlen(prefix)) {
    *strrchr(whole, '/') = '$'; /* "Map.Entry" */
    k = vm_class(vm, whole, &ignored);
  }
  free(whole);
  return k;
}

struct klass *env_class(struct vm *vm, const char *name) {
  static const char *const packages[] = {"",
                                         "java/lang/",
                                         "java/util/",
                                         "java/util/concurrent/",
                                         "java/util/concurrent/locks/",
                                         "java/util/concurrent/atomic/",
                                         "java/util/function/"};
  struct klass *k = NULL;
  for (size_t i = 0; !k && i < COUNT(packages); i++) k = class_named(vm, packages[i], name);
  return k;
}

struct klass *env_class_of(struct vm *vm, const char *desc) {
  struct text name = {0};
  struct error ignored = {0};
  struct klass *k;
  if (*desc != 'L' && *desc != '[') return NULL;
  jtype_class_name(jtype_of(desc), &name);
  k = vm_class(vm, name.s, &ignored);
  text_release(&name);
  return k;
}

/* ---- conversions ---- */

static int reference_distance(struct vm *vm, const char *from, const char *to) {
  const struct klass *f, *t;
  if (!strcmp(from, to)) return NEAR_SAME;
  if (!strcmp(to, "Ljava/lang/Object;")) return NEAR_WIDER + 9;
  f = env_class_of(vm, from);
  t = env_class_of(vm, to);
  return f && t && klass_is_subclass(f, t) ? NEAR_WIDER + (t->is_interface ? 2 : 1) : -1;
}

static int primitive_distance(char from, char to) {
  static const char order[] = "BSIJFD";
  const char *f = strchr(order, from == 'C' ? 'S' : from), *t = strchr(order, to);
  if (from == to) return NEAR_SAME;
  return f && t && prim_widens(from, to) ? NEAR_WIDER + (int)(t - f) : -1;
}

/* A lambda fits any functional interface. */
static int lambda_distance(struct vm *vm, const char *to) {
  const struct klass *k = env_class_of(vm, to);
  return k && env_functional(k) ? NEAR_SAME : -1;
}

int env_distance(struct vm *vm, const char *from, const char *to) {
  bool to_ref = *to == 'L' || *to == '[';
  if (!from) return lambda_distance(vm, to);
  if (*from == 'N') return to_ref ? NEAR_SAME : -1;
  if (*from == 'V' || *to == 'V') return -1;
  if (*from == 'L' || *from == '[') {
    char prim = jtype_unboxed(jtype_of(from));
    if (to_ref) return reference_distance(vm, from, to);
    return prim && prim_widens(prim, *to) ? NEAR_BOXED : -1;
  }
  if (!to_ref) return primitive_distance(*from, *to);
  if (jtype_eq(jtype_boxed(*from), jtype_of(to))) return NEAR_BOXED;
  if (!strcmp(to, "Ljava/lang/Object;")) return NEAR_BOXED + 9;
  return !strcmp(to, "Ljava/lang/Comparable;") || !strcmp(to, "Ljava/lang/Number;") ? NEAR_BOXED + 5
                                                                                    : -1;
}

/* ---- methods ---- */

static const char *type_text(struct jtype t, char *out, size_t size) {
  if (t.n >= size) return "N";
  memcpy(out, t.s, t.n);
  out[t.n] = 0;
  return out;
}

static int arguments_distance(struct vm *vm, const struct sig *sig, const char *const *types,
                              uint32_t argc) {
  char to[512];
  int sum = 0, one;
  for (uint32_t i = 0; i < argc; i++) {
    one = env_distance(vm, types[i], type_text(sig->arg[i], to, sizeof to));
    if (one < 0) return -1;
    sum += one;
  }
  return sum;
}

/* The distance for a variable-arity method, whose last parameter is an array that takes the
 * remaining arguments one by one. */
static int spread_distance(struct vm *vm, const struct sig *sig, const char *const *types,
                           uint32_t argc) {
  char to[512];
  int sum, one;
  uint32_t fixed = sig->argc - 1;
  if (argc < fixed) return -1;
  sum = arguments_distance(vm, sig, types, fixed);
  type_text(sig->arg[fixed], to, sizeof to);
  for (uint32_t i = fixed; sum >= 0 && i < argc; i++) {
    one = env_distance(vm, types[i], to + 1);
    sum = one < 0 ? -1 : sum + one;
  }
  return sum < 0 ? -1 : sum + NEAR_SPREAD;
}

static int method_distance(struct vm *vm, const struct method *m, const char *const *types,
                           uint32_t argc, bool *spread) {
  struct sig sig;
  int near;
  *spread = false;
  if (!sig_parse(&sig, m->desc->s)) return -1;
  near = sig.argc == argc ? arguments_distance(vm, &sig, types, argc) : -1;
  if (near >= 0 || !(m->flags & ACC_VARARGS)) return near;
  *spread = true;
  return spread_distance(vm, &sig, types, argc);
}

static bool is_candidate(const struct method *m, const char *name, bool is_static) {
  bool own_static = m->flags & ACC_STATIC;
  bool seen = m->flags & ACC_PUBLIC || (!m->owner->is_jdk && !(m->flags & ACC_PRIVATE));
  return seen && !(m->flags & (ACC_BRIDGE | ACC_SYNTHETIC)) && own_static == is_static &&
         !strcmp(m->name->s, name);
}

static void keep_nearest(struct vm *vm, struct klass *k, struct klass *in, const char *name,
                         const char *const *types, uint32_t argc, bool is_static, int *best,
                         struct env_method *out) {
  for (uint32_t i = 0; i < in->method_count; i++) {
    const struct method *m = &in->methods[i];
    bool spread;
    int near = is_candidate(m, name, is_static) ? method_distance(vm, m, types, argc, &spread) : -1;
    if (near < 0 || (*best >= 0 && near >= *best)) continue;
    *best = near;
    *out = (struct env_method){m, k->name->s, desc_result(m->desc->s), spread};
  }
}

/* Searches the class itself first and then its supertypes, so that an overridden method is found in
 * the nearest class. */
bool env_method_for(struct vm *vm, struct klass *k, const char *name, const char *const *types,
                    uint32_t argc, bool is_static, struct env_method *out) {
  int best = -1;
  for (struct klass *c = k; c; c = c->super)
    keep_nearest(vm, k, c, name, types, argc, is_static, &best, out);
  if (*name == '<') return best >= 0;
  for (uint32_t i = 0; i < k->super_count; i++)
    if (k->supers[i]->is_interface)
      keep_nearest(vm, k, k->supers[i], name, types, argc, is_static, &best, out);
  if (k->is_interface) keep_nearest(vm, k, vm->wk.object, name, types, argc, is_static, &best, out);
  return best >= 0;
}

static bool of_object(const struct method *m) {
  return !strcmp(m->name->s, "equals") || !strcmp(m->name->s, "hashCode") ||
         !strcmp(m->name->s, "toString");
}

const struct method *env_functional(const struct klass *k) {
  const struct method *found = NULL;
  if (!k->is_interface) return NULL;
  for (uint32_t i = 0; i < k->super_count; i++) {
    const struct klass *s = k->supers[i];
    if (!s->is_interface) continue;
    for (uint32_t n = 0; n < s->method_count; n++) {
      const struct method *m = &s->methods[n];
      if (!(m->flags & ACC_ABSTRACT) || of_object(m)) continue;
      if (found && strcmp(found->name->s, m->name->s)) return NULL;
      found = m;
    }
  }
  return found;
}
