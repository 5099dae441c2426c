/* The calls of a class: its public methods with a value for each parameter. See contracts.h. */
#include "engine/env/contracts.h"
#include "engine/env/env_int.h"

#include <stdlib.h>

static bool is_below(struct vm *vm, const struct klass *k, const char *name) {
  struct error ignored = {0};
  const struct klass *of = vm_class(vm, name, &ignored);
  return of && klass_is_subclass(k, of);
}

static bool in_package(const struct klass *k, const char *prefix) {
  return !strncmp(k->name->s, prefix, strlen(prefix));
}

bool env_looks_for(const char *name) {
  static const char *const words[] = {"remove", "contains", "indexOf", "lastIndexOf", "search",
                                      "get",    "replace",  "compute", "merge"};
  for (size_t i = 0; i < COUNT(words); i++)
    if (!strncmp(name, words[i], strlen(words[i]))) return true;
  return false;
}

static const char *int_value(struct vm *vm, const struct klass *k, uint32_t i) {
  if (in_package(k, "java/util/concurrent/atomic/"))
    return strstr(k->name->s, "Array") && !i ? "1" : "3%";
  return is_below(vm, k, "java/util/List") || is_below(vm, k, "java/lang/CharSequence") ? "0" : "1";
}

static const char *long_value(const struct klass *k) {
  if (in_package(k, "java/util/concurrent/atomic/")) return "3%L";
  return strstr(k->name->s, "StampedLock") ? "s%" : "1L";
}

static const char *table_value(struct jtype t) {
  static const struct {
    const char *desc, *text;
  } rows[] = {
#define VALUE(desc, text) {desc, text},
#include "engine/env/values.def"
#undef VALUE
  };
  for (size_t i = 0; i < COUNT(rows); i++)
    if (jtype_eq(t, jtype_of(rows[i].desc))) return rows[i].text;
  return NULL;
}

/* Does the method have an overload with an int as parameter `at`? Then a number needs a cast to
 * Object. */
static bool int_overload(const struct klass *k, const struct method *m, uint32_t at,
                         uint32_t argc) {
  for (const struct klass *c = k; c; c = c->super)
    for (uint32_t i = 0; i < c->method_count; i++) {
      const struct method *o = &c->methods[i];
      struct sig sig;
      if (strcmp(o->name->s, m->name->s) || !sig_parse(&sig, o->desc->s)) continue;
      if (sig.argc == argc && !jtype_is_ref(sig.arg[at])) return true;
    }
  return false;
}

static const char *object_value(const struct klass *k, const struct method *m, uint32_t i,
                                uint32_t argc) {
  bool cast = int_overload(k, m, i, argc);
  if (i > 0) return cast ? "(Object) 1%" : "1%";
  /* it is unknown which calls of a user's class look for a value, so all calls pass the same one */
  if (env_looks_for(m->name->s) || !k->is_jdk) return cast ? "(Object) 5" : "5";
  return cast ? "(Object) 6%" : "6%";
}

/* Does the class's row make arguments for its calls: "e0 = ", one for each thread, or "o = ",
 * another object of its kind? */
static bool row_makes(const struct klass *k, const char *assigned) {
  const struct contract *row;
  for (size_t i = 0; (row = contract_row(i)); i++)
    if (!strcmp(row->klass, k->name->s)) return strstr(row->before, assigned) != NULL;
  return false;
}

static bool takes_its_kind(const struct klass *k, const struct klass *of) {
  return of == k || (of->is_interface && klass_is_subclass(k, of));
}

static bool takes_elements(struct jtype t) {
  return jtype_eq(t, jtype_of("Ljava/lang/Object;")) ||
         jtype_eq(t, jtype_of("Ljava/lang/Runnable;"));
}

const char *env_call_value(struct vm *vm, const struct klass *k, const struct method *m,
                           const struct sig *sig, uint32_t i) {
  struct jtype t = sig->arg[i];
  const char *found = table_value(t);
  char desc[300];
  const struct klass *of;
  if (found) return found;
  if (takes_elements(t) && row_makes(k, "e0 = ")) return "e%";
  if (jtype_eq(t, jtype_of("Ljava/util/Collection;")) &&
      is_below(vm, k, "java/util/concurrent/ExecutorService"))
    return "Arrays.asList(Executors.callable(-> 7, 8))";
  if (t.s[0] == 'I') return int_value(vm, k, i);
  if (t.s[0] == 'J') return long_value(k);
  if (jtype_eq(t, jtype_of("Ljava/lang/Object;")) ||
      jtype_eq(t, jtype_of("Ljava/lang/Comparable;")))
    return object_value(k, m, i, sig->argc);
  if (t.s[0] != 'L' || t.n >= sizeof desc) return NULL;
  memcpy(desc, t.s, t.n);
  desc[t.n] = 0;
  of = env_class_of(vm, desc);
  if (of && takes_its_kind(k, of) && row_makes(k, "o = ")) return "o";
  return of && env_functional(of) ? "-> 7" : NULL;
}

void env_add_value(struct text *t, const char *text, int who) {
  for (; *text; text++) {
    if (*text == '%')
      text_printf(t, "%d", who);
    else if (*text == '~')
      text_printf(t, "%d", who ? who - 1 : 1);
    else
      text_add(t, text, 1);
  }
}

static bool is_called(struct vm *vm, const struct method *m) {
  return (m->flags & (ACC_PUBLIC | ACC_STATIC)) == ACC_PUBLIC &&
         !(m->flags & (ACC_BRIDGE | ACC_SYNTHETIC)) && *m->name->s != '<' &&
         m->owner != vm->wk.object;
}

/* Is the result a stream, which no walk of walks.def covers? */
static bool gives_stream(const struct method *m) {
  return !strncmp(desc_result(m->desc->s), "Ljava/util/stream/", 18);
}

/* Is a method with these parameters already listed, from a class nearer to k? */
static bool is_left_out(const struct contract_calls *out, const struct method *m) {
  size_t n = strlen(m->name->s), args = (size_t)(desc_result(m->desc->s) - m->desc->s);
  for (size_t i = 0; i < out->left_out.len; i++) {
    const char *there = out->left_out.data[i];
    if (!strncmp(there, m->name->s, n) && !strncmp(there + n, m->desc->s, args)) return true;
  }
  return false;
}

static void add_call(struct vm *vm, const struct klass *k, const struct method *m,
                     struct contract_calls *out) {
  struct contract_call call = {0};
  struct sig sig;
  bool known = sig_parse(&sig, m->desc->s) && sig.argc <= ENV_ARGS_MAX && !gives_stream(m);
  for (uint32_t i = 0; known && i < sig.argc; i++)
    known = env_call_value(vm, k, m, &sig, i) != NULL;
  if (!known) {
    if (!is_left_out(out, m))
      *vec_push(&out->left_out) = mem_printf("%s%s", m->name->s, m->desc->s);
    return;
  }
  for (int who = 0; who < CONTRACT_THREADS; who++) {
    struct text t = {0};
    text_printf(&t, "q.%s(", m->name->s);
    for (uint32_t i = 0; i < sig.argc; i++) {
      if (i) text_puts(&t, ", ");
      env_add_value(&t, env_call_value(vm, k, m, &sig, i), who);
    }
    text_puts(&t, ")");
    call.text[who] = t.s;
  }
  call.method = mem_strdup(m->name->s);
  call.overload = mem_printf("%s%s", m->name->s, m->desc->s);
  *vec_push(&out->all) = call;
}

/* Is the call already in the list? An overridden method counts once, in the class nearest to k, and
 * overloads whose calls have the same text count as one call. */
static bool is_there(const struct contract_calls *out, const struct contract_call *c) {
  for (size_t i = 0; i < out->all.len; i++)
    if (!strcmp(out->all.data[i].text[0], c->text[0])) return true;
  return false;
}

static void call_release(struct contract_call *c) {
  free(c->method);
  free(c->overload);
  for (int who = 0; who < CONTRACT_THREADS; who++) free(c->text[who]);
}

static void calls_of_class(struct vm *vm, const struct klass *k, const struct klass *in,
                           struct contract_calls *out) {
  for (uint32_t i = 0; i < in->method_count; i++) {
    size_t before = out->all.len;
    struct contract_call last;
    if (!is_called(vm, &in->methods[i])) continue;
    add_call(vm, k, &in->methods[i], out);
    if (out->all.len == before) continue;
    env_given_of(vm, k, &in->methods[i], out);
    last = out->all.data[--out->all.len];
    if (is_there(out, &last)) {
      call_release(&last);
      continue;
    }
    *vec_push(&out->all) = last;
    env_walks_of(vm, &in->methods[i], &last, out);
  }
}

static int by_text(const void *a, const void *b) {
  return strcmp(((const struct contract_call *)a)->text[0],
                ((const struct contract_call *)b)->text[0]);
}

int contract_calls_of(struct vm *vm, const char *klass, struct contract_calls *out,
                      struct error *err) {
  struct klass *k = vm_class(vm, klass, err);
  memset(out, 0, sizeof *out);
  if (!k) return err->code;
  for (const struct klass *c = k; c; c = c->super) calls_of_class(vm, k, c, out);
  for (uint32_t i = 0; i < k->super_count; i++)
    if (k->supers[i]->is_interface) calls_of_class(vm, k, k->supers[i], out);
  if (out->all.len) qsort(out->all.data, out->all.len, sizeof *out->all.data, by_text);
  env_given_sort(out);
  return 0;
}

static void walk_release(struct contract_walk *w) {
  free(w->method);
  free(w->names);
  free(w->vars);
  free(w->text);
}

void contract_calls_release(struct contract_calls *calls) {
  for (size_t i = 0; i < calls->all.len; i++) call_release(&calls->all.data[i]);
  for (size_t i = 0; i < calls->walks.len; i++) walk_release(&calls->walks.data[i]);
  vec_free(&calls->walks);
  for (size_t i = 0; i < calls->left_out.len; i++) free(calls->left_out.data[i]);
  vec_free(&calls->all);
  vec_free(&calls->left_out);
  env_given_release(calls);
}
