/* See modules.h. */
#include "engine/vm/loader/modules.h"

#include <stdlib.h>

#include "engine/classfile/classpath.h"
#include "engine/vm/heap.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/synthetic.h"

#define OPENS "jdk.module.addopens."
#define EXPORTS "jdk.module.addexports."

struct module_table *modules_new(void) {
  return mem_alloc(sizeof(struct module_table));
}

void modules_free(struct module_table *t) {
  if (!t) return;
  vec_free(&t->list);
  free(t);
}

static struct module_table *table(struct vm *vm) { return vm_classes(vm)->modules; }

/* ---- the image's modules ---- */

static struct module *modules_add(struct vm *vm, const uint8_t *data, size_t len) {
  struct module *m = pool_alloc(&vm->pool, sizeof *m);
  struct module_info *info;
  if (module_info_parse(data, len, &vm->pool, vm->syms, &info, NULL)) return NULL;
  m->info = info;
  *vec_push(&table(vm)->list) = m;
  return m;
}

static struct module *listed(struct vm *vm, const char *name) {
  struct module_table *t = table(vm);
  for (size_t i = 0; i < t->list.len; i++)
    if (!strcmp(t->list.data[i]->info->name->s, name)) return t->list.data[i];
  return NULL;
}

struct module *module_by_name(struct vm *vm, const char *name) {
  struct module *m = listed(vm, name);
  const uint8_t *data;
  size_t len;
  if (m || table(vm)->all ||
      jimage_resource(vm->loaded.jdk, name, "module-info.class", &data, &len, NULL))
    return m;
  return modules_add(vm, data, len);
}

static int visit(void *arg, const struct jimage_entry *e) {
  struct vm *vm = arg;
  if (!strcmp(e->base, "module-info") && !strcmp(e->extension, "class") && !e->compressed &&
      !listed(vm, e->module))
    modules_add(vm, e->data, e->len);
  return 0;
}

static int modules_by_name(const void *a, const void *b) {
  const struct module *const *x = a, *const *y = b;
  return strcmp((*x)->info->name->s, (*y)->info->name->s);
}

const struct module_table *modules_all(struct vm *vm) {
  struct module_table *t = table(vm);
  if (t->all) return t;
  jimage_each(vm->loaded.jdk, visit, vm, NULL);
  qsort(t->list.data, t->list.len, sizeof *t->list.data, modules_by_name);
  t->all = true;
  return t;
}

/* ---- their objects ---- */

static ref new_module(struct vm *vm, const struct symbol *name) {
  struct klass *k = vm_class(vm, "java/lang/Module", NULL);
  ref r = k ? immortal_object(vm, k) : 0;
  if (!r) return 0;
  if (name) *MEM32(vm, r + klass_field_offset(k, "name")) = vm_intern_sym(vm, name);
  immortal_seal(vm, r);
  return r;
}

ref module_object(struct vm *vm, struct module *m) {
  if (!m->object) m->object = new_module(vm, m->info->name);
  return m->object;
}

struct module *module_by_object(struct vm *vm, ref object) {
  struct module_table *t = table(vm);
  for (size_t i = 0; object && i < t->list.len; i++)
    if (t->list.data[i]->object == object) return t->list.data[i];
  return NULL;
}

ref modules_unnamed(struct vm *vm) { return table(vm)->unnamed; }

ref module_of_class(struct vm *vm, const struct klass *k) {
  ref unnamed = table(vm)->unnamed;
  struct module *m;
  if (!unnamed || !klass_of_bootstrap(k) || (k->of_boot && !k->where[0])) return unnamed;
  m = module_by_name(vm, k->where[0] ? k->where : "java.base");
  return m ? module_object(vm, m) : unnamed;
}

int modules_start(struct vm *vm, struct error *err) {
  struct klass *k = vm_class(vm, "java/lang/Module", err);
  ref unnamed = k ? new_module(vm, NULL) : 0;
  if (!unnamed) return error_set(err, ERR_MEMORY, "no room for the module");
  table(vm)->unnamed = unnamed;
  for (size_t i = KLASS_FIRST; i < vm->klasses.len; i++) {
    const struct klass *c = vm->klasses.data[i];
    if (c->mirror) put32(vm, c->mirror + vm->wk.class_module, module_of_class(vm, c));
  }
  return 0;
}

/* ---- what they export, open and require ---- */

bool module_has_package(const struct module *m, const struct symbol *package) {
  for (uint32_t i = 0; i < m->info->package_count; i++)
    if (m->info->packages[i] == package) return true;
  return false;
}

static bool allows(const struct module_package *list, uint32_t n, const struct symbol *package,
                   enum module_to kind, const struct module *to) {
  for (uint32_t i = 0; i < n; i++) {
    if (list[i].name != package) continue;
    if (!list[i].to_count) return true;
    for (uint32_t j = 0; kind == TO_NAMED && j < list[i].to_count; j++)
      if (list[i].to[j] == to->info->name) return true;
  }
  return false;
}

/* Returns whether `word` is in `list`, whose words are separated by commas. */
static bool in_list(const char *list, const char *word) {
  for (size_t n = strlen(word); list; list = strchr(list, ',')) {
    if (*list == ',') list++;
    if (!strncmp(list, word, n) && (!list[n] || list[n] == ',')) return true;
  }
  return false;
}

/* Example: "jdk.module.addopens.0=java.base/java.lang=ALL-UNNAMED,java.sql". */
static bool option_allows(const char *define, const char *option, const struct module *m,
                          const struct symbol *package, const char *to) {
  const char *value = strchr(define, '=');
  size_t n = m->info->name->len;
  if (!value++ || strncmp(define, option, strlen(option)) || strncmp(value, m->info->name->s, n) ||
      value[n] != '/')
    return false;
  value += n + 1;
  return !strncmp(value, package->s, package->len) && value[package->len] == '=' &&
         in_list(value + package->len + 1, to);
}

bool module_allows(struct vm *vm, const struct module *m, const struct symbol *package, bool open,
                   enum module_to kind, const struct module *to) {
  const struct module_info *info = m->info;
  const char *target = kind == TO_NAMED ? to->info->name->s : "ALL-UNNAMED";
  if (info->open) return module_has_package(m, package);
  if (allows(info->opens, info->open_count, package, kind, to)) return true;
  if (!open && allows(info->exports, info->export_count, package, kind, to)) return true;
  for (int i = 0; kind != TO_ALL && i < vm->opt.define_count; i++)
    if (option_allows(vm->opt.defines[i], OPENS, m, package, target) ||
        (!open && option_allows(vm->opt.defines[i], EXPORTS, m, package, target)))
      return true;
  return false;
}

/* The recursion ends because `requires` of modules has no cycles. */
static bool reaches(struct vm *vm, const struct module *m, const struct symbol *name,
                    bool transitive) {
  for (uint32_t i = 0; i < m->info->require_count; i++) {
    const struct module_require *r = &m->info->requires[i];
    const struct module *next;
    if (transitive && !r->transitive) continue;
    if (r->name == name) return true;
    next = module_by_name(vm, r->name->s);
    if (next && reaches(vm, next, name, true)) return true;
  }
  return false;
}

bool module_reads(struct vm *vm, const struct module *m, const struct module *other) {
  return m == other || reaches(vm, m, other->info->name, false);
}

bool modules_is_option(const char *define) {
  return !strncmp(define, OPENS, strlen(OPENS)) || !strncmp(define, EXPORTS, strlen(EXPORTS));
}
