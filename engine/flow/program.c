/* See program.h. */
#include "engine/flow/program.h"

#include <stdlib.h>

#include "engine/vm/machine.h"

struct crawl {
  struct vm *vm;
  VEC(struct klass *) found;
  VEC(const struct symbol *) tried; /* names already examined */
};

bool program_is_library(struct vm *vm, const struct symbol *name) {
  char package[256];
  const char *slash = strrchr(name->s, '/');
  size_t n = slash ? (size_t)(slash - name->s) : 0;
  if (!slash || n >= sizeof package || !vm->loaded.jdk) return false;
  memcpy(package, name->s, n);
  package[n] = '\0';
  return jimage_module_of(vm->loaded.jdk, package) != NULL;
}

static bool is_new(struct crawl *c, const struct symbol *name) {
  for (size_t i = 0; i < c->tried.len; i++)
    if (c->tried.data[i] == name) return false;
  *vec_push(&c->tried) = name;
  return true;
}

static void add_class(struct crawl *c, const struct symbol *name) {
  struct error ignored = {0};
  struct klass *k;
  if (name->s[0] == '[') { /* an array class: use its element type */
    const char *p = name->s + strspn(name->s, "[");
    if (*p != 'L') return;
    name = symtab_intern(c->vm->syms, p + 1, strlen(p) - 2);
  }
  if (!is_new(c, name) || program_is_library(c->vm, name)) return;
  k = vm_class_sym(c->vm, name, &ignored);
  if (k && k->cf && !k->is_jdk) *vec_push(&c->found) = k;
}

static void add_references(struct crawl *c, const struct class_file *cf) {
  for (uint32_t i = 0; i < cf->nest_member_count; i++) add_class(c, cf->nest_members[i]);
  for (uint32_t i = 1; i < cf->cp_count; i++)
    if (cf->cp[i].tag == CP_CLASS) add_class(c, cf->cp[i].name);
}

struct klass **program_classes(struct vm *vm, const char *main_class, uint32_t *count,
                               struct error *err) {
  struct crawl c = {.vm = vm};
  char *name = mem_strdup(main_class);
  struct klass *k;
  *count = 0;
  mem_exchange(name, '.', '/');
  k = vm_class(vm, name, err);
  free(name);
  if (!k) {
    error_set(err, ERR_INPUT, "no class %s on the class path", main_class);
    if (err) err->code = ERR_INPUT;
    return NULL;
  }
  *vec_push(&c.found) = k;
  *vec_push(&c.tried) = k->name;
  for (size_t i = 0; i < c.found.len; i++)
    if (c.found.data[i]->cf) add_references(&c, c.found.data[i]->cf);
  vec_free(&c.tried);
  *count = (uint32_t)c.found.len;
  return c.found.data;
}
