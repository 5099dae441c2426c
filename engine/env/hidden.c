/* Finds what only code in the component's package can do. Its environment is then made in that
 * package. */
#include "engine/env/component_int.h"

#include <stdlib.h>

bool component_same_package(const struct klass *a, const struct klass *b) {
  const char *p = strrchr(a->name->s, '/'), *q = strrchr(b->name->s, '/');
  size_t n = p ? (size_t)(p - a->name->s) : 0, m = q ? (size_t)(q - b->name->s) : 0;
  return n == m && !memcmp(a->name->s, b->name->s, n);
}

bool component_is_seen(struct vm *vm, const struct klass *k) {
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

void component_hides(struct vm *vm, const struct klass *k, struct component *out) {
  if (k->is_jdk) return;
  out->is_hidden = !component_is_seen(vm, k);
  for (uint32_t i = 0; i < k->method_count; i++) {
    const struct method *m = &k->methods[i];
    bool constructor = !strcmp(m->name->s, "<init>");
    if (m->flags & (ACC_PUBLIC | ACC_PRIVATE) || (*m->name->s == '<' && !constructor)) continue;
    *vec_push(&out->hidden) = mem_strdup(constructor ? hidden_simple_name(k->name->s) : m->name->s);
  }
}

/* Does the text call the name? A longer name with this ending does no harm. */
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
