/* java.util.ServiceLoader. The providers in the JDK's modules come from the `provides` clauses of
 * the image's module descriptors. The module system is not started, so its catalogue is built here,
 * only for the requested service. The user's providers come from META-INF/services in the elements
 * of the class path. */
#include "engine/vm/loader/loaders.h"
#include "engine/natives/lang/resources.h"
#include "engine/natives/test/supplied.h"
#include "engine/natives/util.h"

#include "engine/classfile/classpath.h"
#include "engine/vm/loader/modules.h"

#include <stdlib.h>

struct search {
  struct vm *vm;
  VEC(const struct symbol *) found;
};

struct provider_at {
  struct module *module;
  const struct symbol *name;
};

static ref dotted_string(struct native_call *c, const struct symbol *name) {
  char *dotted = mem_strdup(name->s);
  ref text;
  mem_exchange(dotted, '/', '.');
  text = vm_string(c->vm, c->t, dotted);
  free(dotted);
  return text;
}

static ref provider(struct native_call *c, struct klass *k, const struct provider_at *p) {
  ref r = vm_new_object(c->vm, c->t, k), text = r ? dotted_string(c, p->name) : 0;
  if (!text) return 0;
  field_set_ref(c->vm, r, "module", module_object(c->vm, p->module));
  field_set_ref(c->vm, r, "providerName", text);
  return r;
}

/* Returns an iterator over the providers: an Arrays$ArrayItr, made without running its
 * constructor. */
static ref iterator(struct native_call *c, const struct provider_at *list, uint32_t n) {
  struct vm *vm = c->vm;
  struct klass *k =
      vm_class_throw(vm, c->t, "jdk/internal/module/ServicesCatalog$ServiceProvider", false);
  ref array = k ? vm_new_ref_array(vm, c->t, k, (int32_t)n) : 0,
      it = array ? nat_new(c, "java/util/Arrays$ArrayItr") : 0;
  for (uint32_t i = 0; it && i < n; i++) {
    ref p = provider(c, k, &list[i]);
    if (!p) return 0;
    array_put_ref(vm, array, i, p);
  }
  if (it) field_set_ref(vm, it, "a", array);
  return it;
}

/* ModuleServicesLookupIterator.iteratorFor(ClassLoader): all modules belong to the boot loader
 * (null). */
static int iterator_for(struct native_call *c) {
  struct vm *vm = c->vm;
  VEC(struct provider_at) found = {0};
  ref loader = field_get_ref(vm, c->args[0], "this$0"), it;
  const struct symbol *service = vm_mirror_klass(vm, field_get_ref(vm, loader, "service"))->name;
  const struct module_table *all = modules_all(vm);
  for (size_t i = 0; !c->args[1] && i < all->list.len; i++) {
    const struct module_info *m = all->list.data[i]->info;
    for (uint32_t j = 0; j < m->provide_count; j++)
      for (uint32_t n = 0; m->provides[j].service == service && n < m->provides[j].with_count; n++)
        *vec_push(&found) = (struct provider_at){all->list.data[i], m->provides[j].with[n]};
  }
  it = iterator(c, found.data, (uint32_t)found.len);
  vec_free(&found);
  return ret_new(c, it);
}

/* ---- the class path ---- */

static void add_name(struct search *s, const struct symbol *name) {
  for (size_t i = 0; i < s->found.len; i++)
    if (s->found.data[i] == name) return;
  *vec_push(&s->found) = name;
}

/* Parses the names in a provider configuration file: one per line, `#` starts a comment. */
static void parse_names(struct search *s, const char *p, const char *end) {
  while (p < end) {
    const char *line = p, *stop;
    while (p < end && *p != '\n') p++;
    for (stop = line; stop < p && *stop != '#';) stop++;
    while (line < stop && strchr(" \t\r", *line)) line++;
    while (stop > line && strchr(" \t\r", stop[-1])) stop--;
    if (stop > line) add_name(s, symtab_intern(s->vm->syms, line, (size_t)(stop - line)));
    if (p < end) p++;
  }
}

/* Returns an iterator over the providers' names. The caller stores it in the field `pending`, as
 * the JDK does with its own iterator. */
static ref configured_names(struct native_call *c, ref service_name) {
  struct vm *vm = c->vm;
  struct search s = {.vm = vm};
  char *name = vm_utf8(vm, service_name), *entry = mem_printf("META-INF/services/%s", name);
  const char *more = junit_provider(vm, name);
  uint8_t *data;
  size_t len, from = 0;
  ref array, it;
  while (vm->loaded.classpath &&
         !classpath_read_next(vm->loaded.classpath, &from, entry, &data, &len, NULL, 0, NULL)) {
    parse_names(&s, (const char *)data, (const char *)data + len);
    free(data);
  }
  if (more) parse_names(&s, more, more + strlen(more));
  array = vm_new_array(vm, c->t, vm->wk.string_array, (int32_t)s.found.len);
  it = array ? nat_new(c, "java/util/Arrays$ArrayItr") : 0;
  for (uint32_t i = 0; it && i < s.found.len; i++)
    array_put_ref(vm, array, i, nat_sym(vm, s.found.data[i]));
  if (it) field_set_ref(vm, it, "a", array);
  vec_free(&s.found);
  free(name);
  free(entry);
  return it;
}

/* Throws ServiceConfigurationError as ServiceLoader.fail does. */
static int not_found(struct native_call *c, char *name) {
  char *service = vm_utf8(
      c->vm, field_get_ref(c->vm, field_get_ref(c->vm, c->args[0], "this$0"), "serviceName"));
  int rc;
  mem_exchange(name, '/', '.');
  rc = vm_throw(c->vm, c->t, "java/util/ServiceConfigurationError", "%s: Provider %s not found",
                service, name);
  free(service);
  return rc;
}

/* Returns the next provider's class from the class path. */
static int next_configured(struct native_call *c) {
  struct vm *vm = c->vm;
  ref self = c->args[0], it = field_get_ref(vm, self, "pending"), names;
  int32_t at;
  struct error err = {0};
  char *name;
  struct klass *k;
  int rc;
  if (!it) {
    it = configured_names(c, field_get_ref(vm, field_get_ref(vm, self, "this$0"), "serviceName"));
    if (!it) return NATIVE_THROW;
    field_set_ref(vm, self, "pending", it);
  }
  names = field_get_ref(vm, it, "a");
  at = field_get_int(vm, it, "cursor");
  if (at >= (int32_t)array_length(vm, names)) return ret_ref(c, 0);
  field_set_int(vm, it, "cursor", at + 1);
  name = vm_utf8(vm, array_ref(vm, names, (uint32_t)at));
  mem_exchange(name, '.', '/');
  k = vm_class(vm, name, &err);
  rc = k ? ret_ref(c, k->mirror) : err.code == ERR_NOTFOUND ? not_found(c, name) : NATIVE_THROW;
  if (!k && err.code != ERR_NOTFOUND && vm_class_throw(vm, c->t, name, true)) rc = NATIVE_THROW;
  free(name);
  return rc;
}

/* Class LazyClassPathLookupIterator.nextProviderClass(). For a loader of the program, the Java body
 * searches the loader's resources. */
static int next_provider_class(struct native_call *c) {
  struct vm *vm = c->vm;
  ref loader = field_get_ref(vm, field_get_ref(vm, c->args[0], "this$0"), "loader");
  return loader && !loader_is_builtin(vm, loader) ? nat_body(c) : next_configured(c);
}

const struct native_row natives_services[] = {
    {"java/util/ServiceLoader$ModuleServicesLookupIterator", "iteratorFor", NULL, iterator_for},
    {"java/util/ServiceLoader$LazyClassPathLookupIterator", "nextProviderClass", NULL,
     next_provider_class},
    {0},
};
