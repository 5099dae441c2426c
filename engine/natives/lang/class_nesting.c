/* java.lang.Class: the position of a class in its source (enclosing, declaring and member classes),
 * nests, sealed hierarchies, and the names derived from these. getSimpleName and getPackageName are
 * overridden because the JDK caches their results in the mirror. */
#include "engine/natives/lang/class_members.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/resolve.h"

#include <stdio.h>
#include <stdlib.h>

#define THIS(c) vm_mirror_klass((c)->vm, (c)->args[0])

/* Returns the InnerClasses entry of k itself; NULL for a top-level class. */
static const struct inner_class *own_entry(const struct klass *k) {
  for (uint32_t i = 0; k->cf && i < k->cf->inner_count; i++)
    if (k->cf->cp[k->cf->inners[i].inner].name == k->name) return &k->cf->inners[i];
  return NULL;
}

static int ret_class(struct native_call *c, const struct symbol *name) {
  struct klass *k;
  int rc;
  if (!name) return ret_ref(c, 0);
  rc = resolve_name(c->vm, c->t, THIS(c), name, &k);
  return rc == NATIVE_OK ? ret_ref(c, k->mirror) : rc;
}

static int get_declaring_class(struct native_call *c) {
  const struct klass *k = THIS(c);
  const struct inner_class *in = own_entry(k);
  return ret_class(c, in && in->outer ? k->cf->cp[in->outer].name : NULL);
}

/* Returns {class, method name or null, descriptor or null}. */
static int get_enclosing_method(struct native_call *c) {
  struct vm *vm = c->vm;
  struct klass *k = THIS(c), *outer;
  ref r;
  int rc;
  if (!k->cf || !k->cf->enclosing_class) return ret_ref(c, 0);
  rc = resolve_name(vm, c->t, k, k->cf->enclosing_class, &outer);
  if (rc != NATIVE_OK) return rc;
  r = vm_new_ref_array(vm, c->t, vm->wk.object, 3);
  if (!r) return NATIVE_THROW;
  array_put_ref(vm, r, 0, outer->mirror);
  array_put_ref(vm, r, 1, nat_sym(vm, k->cf->enclosing_method));
  array_put_ref(vm, r, 2, nat_sym(vm, k->cf->enclosing_desc));
  return ret_ref(c, r);
}

static int get_simple_binary_name(struct native_call *c) {
  const struct inner_class *in = own_entry(THIS(c));
  return ret_ref(c, in ? nat_sym(c->vm, in->name) : 0);
}

static void simple_name(const struct klass *k, struct text *out) {
  const struct inner_class *in;
  const char *slash;
  if (k->is_array) {
    if (k->elem) simple_name(k->elem, out);
    text_puts(out, "[]");
    return;
  }
  in = own_entry(k);
  if (in) {
    text_puts(out, in->name ? in->name->s : "");
    return;
  }
  slash = strrchr(k->shown->s, '/');
  text_puts(out, slash ? slash + 1 : k->shown->s);
  if (k->lookup) *strrchr(out->s, '+') = '/';
}

/* Returns false for a local or anonymous class, which has no canonical name. */
static bool canonical_name(struct vm *vm, const struct klass *k, struct text *out) {
  const struct inner_class *in = own_entry(k);
  const struct klass *outer;
  char *dotted;
  if (k->lookup) return false;
  if (in) {
    outer = in->name && in->outer ? loader_sees(vm, k, k->cf->cp[in->outer].name, NULL) : NULL;
    if (!outer || !canonical_name(vm, outer, out)) return false;
    text_printf(out, ".%s", in->name->s);
    return true;
  }
  dotted = klass_dotted(k);
  text_puts(out, dotted);
  free(dotted);
  return true;
}

char *class_canonical_name(struct vm *vm, const struct klass *k) {
  struct text t = {0};
  if (canonical_name(vm, k, &t)) return t.s;
  text_release(&t);
  return NULL;
}

static int get_simple_name(struct native_call *c) {
  struct text t = {0};
  ref r;
  simple_name(THIS(c), &t);
  r = vm_string(c->vm, c->t, t.s ? t.s : "");
  text_release(&t);
  return ret_new(c, r ? vm_intern(c->vm, r) : 0);
}

static int get_package_name(struct native_call *c) {
  const struct klass *k = THIS(c);
  char name[1024];
  const char *slash;
  size_t n;
  ref r;
  k = klass_base(k);
  slash = strrchr(k->shown->s, '/');
  n = slash ? (size_t)(slash - k->shown->s) : 0;
  if (k->is_primitive)
    n = (size_t)snprintf(name, sizeof name, "java.lang");
  else if (n >= sizeof name)
    n = sizeof name - 1;
  if (!k->is_primitive) memcpy(name, k->shown->s, n);
  for (size_t i = 0; i < n; i++)
    if (name[i] == '/') name[i] = '.';
  r = vm_string_n(c->vm, c->t, name, n);
  return ret_new(c, r ? vm_intern(c->vm, r) : 0);
}

/* Sets the native's result to an array of the classes that `from` knows by these names. */
static int class_array(struct native_call *c, struct klass *from, const struct symbol *const *names,
                       uint32_t n) {
  struct vm *vm = c->vm;
  ref r = vm_new_ref_array(vm, c->t, vm->wk.klass, (int32_t)n);
  for (uint32_t i = 0; r && i < n; i++) {
    struct klass *k;
    int rc = resolve_name(vm, c->t, from, names[i], &k);
    if (rc != NATIVE_OK) return rc;
    array_put_ref(vm, r, i, k->mirror);
  }
  return ret_new(c, r);
}

static int get_declared_classes(struct native_call *c) {
  struct klass *k = THIS(c);
  VEC(const struct symbol *) names = {0};
  int rc;
  for (uint32_t i = 0; k->cf && i < k->cf->inner_count; i++) {
    const struct inner_class *in = &k->cf->inners[i];
    if (in->outer && k->cf->cp[in->outer].name == k->name)
      *vec_push(&names) = k->cf->cp[in->inner].name;
  }
  rc = class_array(c, k, names.data, (uint32_t)names.len);
  vec_free(&names);
  return rc;
}

static struct klass *host_of(struct native_call *c, struct klass *k) {
  k = klass_base(k);
  return klass_nest_host(c->vm, k);
}

static int get_nest_host(struct native_call *c) { return ret_ref(c, host_of(c, THIS(c))->mirror); }

static int are_nest_mates(struct native_call *c) {
  struct klass *a = nat_klass_arg(c, 0), *b = a ? nat_klass_arg(c, 1) : NULL;
  if (!b) return NATIVE_THROW;
  return ret_int(c, host_of(c, a) == host_of(c, b));
}

static int get_nest_members(struct native_call *c) {
  struct klass *host = host_of(c, THIS(c));
  VEC(const struct symbol *) names = {0};
  int rc;
  *vec_push(&names) = host->name;
  for (uint32_t i = 0; host->cf && i < host->cf->nest_member_count; i++)
    *vec_push(&names) = host->cf->nest_members[i];
  rc = class_array(c, host, names.data, (uint32_t)names.len);
  vec_free(&names);
  return rc;
}

static int get_permitted_subclasses(struct native_call *c) {
  struct klass *k = THIS(c);
  if (!k->cf || !k->cf->permitted_count) return ret_ref(c, 0);
  return class_array(c, k, k->cf->permitted, k->cf->permitted_count);
}

#define CLASS "java/lang/Class"
const struct native_row natives_class_nesting[] = {
    {CLASS, "getDeclaringClass0", NULL, get_declaring_class},
    {CLASS, "getEnclosingMethod0", NULL, get_enclosing_method},
    {CLASS, "getSimpleBinaryName0", NULL, get_simple_binary_name},
    {CLASS, "getSimpleName", "()Ljava/lang/String;", get_simple_name},
    {CLASS, "getPackageName", "()Ljava/lang/String;", get_package_name},
    {CLASS, "getDeclaredClasses0", NULL, get_declared_classes},
    {CLASS, "getNestHost0", NULL, get_nest_host},
    {CLASS, "getNestMembers0", NULL, get_nest_members},
    {CLASS, "getPermittedSubclasses0", NULL, get_permitted_subclasses},
    {"jdk/internal/reflect/Reflection", "areNestMates", NULL, are_nest_mates},
    {0},
};
