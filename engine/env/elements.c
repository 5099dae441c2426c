/* Calls with arguments that another thread changes meanwhile. See contracts.h. */
#include "engine/env/contracts.h"
#include "engine/env/env_int.h"

#include <stdlib.h>

static const struct contract_element elements[] = {
#define ELEMENT(klass, make, change) {klass, make, change},
#include "engine/env/elements.def"
#undef ELEMENT
};

const struct contract_element *contract_element(size_t i) {
  return i < COUNT(elements) ? &elements[i] : NULL;
}

/* Appends "(java.lang.Object) y" if the parameter takes such an object. */
static bool add_given(struct vm *vm, const struct klass *element, struct jtype t, char name,
                      struct text *out) {
  char *desc = t.s[0] == 'L' ? mem_printf("%.*s", (int)t.n, t.s) : NULL, *dotted;
  const struct klass *of = desc ? env_class_of(vm, desc) : NULL;
  bool taken = of && klass_is_subclass(element, of);
  free(desc);
  if (!taken) return false;
  dotted = klass_dotted(of);
  text_printf(out, "(%s) %c", dotted, name);
  free(dotted);
  return true;
}

/* Returns the call with `name` for each parameter that takes it, or NULL if none does. */
static char *text_given(struct vm *vm, const struct klass *k, const struct method *m,
                        const struct klass *element, char name) {
  struct text t = {0};
  struct sig sig;
  bool some = false;
  if (!sig_parse(&sig, m->desc->s)) return NULL;
  text_printf(&t, "q.%s(", m->name->s);
  for (uint32_t i = 0; i < sig.argc; i++) {
    if (i) text_puts(&t, ", ");
    if (add_given(vm, element, sig.arg[i], name, &t))
      some = true;
    else
      env_add_value(&t, env_call_value(vm, k, m, &sig, i), 0);
  }
  text_puts(&t, ")");
  if (!some) text_release(&t);
  return t.s;
}

static bool is_given(const struct contract_calls *out, size_t element, const char *text) {
  for (size_t i = 0; i < out->given.len; i++)
    if (out->given.data[i].element == element && !strcmp(out->given.data[i].y, text)) return true;
  return false;
}

void env_given_of(struct vm *vm, const struct klass *k, const struct method *m,
                  struct contract_calls *out) {
  struct error ignored = {0};
  for (size_t i = 0; i < COUNT(elements); i++) {
    const struct klass *element = vm_class(vm, elements[i].klass, &ignored);
    struct contract_given g = {.element = i, .fills = !env_looks_for(m->name->s)};
    g.y = element ? text_given(vm, k, m, element, 'y') : NULL;
    if (!g.y || is_given(out, i, g.y)) {
      free(g.y);
      continue;
    }
    g.x = text_given(vm, k, m, element, 'x');
    g.method = mem_strdup(m->name->s);
    g.overload = mem_printf("%s%s", m->name->s, m->desc->s);
    *vec_push(&out->given) = g;
  }
}

static int by_call(const void *a, const void *b) {
  const struct contract_given *one = a, *other = b;
  int d = strcmp(one->y, other->y);
  return d ? d : (one->element > other->element) - (one->element < other->element);
}

void env_given_sort(struct contract_calls *out) {
  if (out->given.len) qsort(out->given.data, out->given.len, sizeof *out->given.data, by_call);
}

void env_given_release(struct contract_calls *calls) {
  for (size_t i = 0; i < calls->given.len; i++) {
    free(calls->given.data[i].method);
    free(calls->given.data[i].overload);
    free(calls->given.data[i].x);
    free(calls->given.data[i].y);
  }
  vec_free(&calls->given);
}
