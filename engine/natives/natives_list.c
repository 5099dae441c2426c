/* See natives_list.h. Compares the tables with the class files of the image, without booting a
 * machine. */
#include "engine/natives/natives_list.h"

#include "engine/classfile/classpath.h"
#include "engine/natives/natives.h"
#include "engine/natives/util.h"

#include <stdio.h>
#include <stdlib.h>

struct list {
  struct vm *vm; /* only its natives, symbols and pool are used */
  native_list_fn *report;
  void *arg;
  struct error *err;
};

static void method(struct list *l, const struct class_file *cf, const struct method_info *m) {
  bool is_native = m->flags & ACC_NATIVE;
  native_fn *fn = natives_find(l->vm, cf->name->s, m->name->s, m->desc->s, NULL);
  enum native_state state = !fn                 ? NATIVE_MISSING
                            : fn == nat_refused ? NATIVE_REFUSED
                            : is_native         ? NATIVE_HERE
                                                : NATIVE_REPLACED;
  if (fn || is_native) l->report(l->arg, state, cf->name->s, m->name->s, m->desc->s);
}

static int visit(void *arg, const struct jimage_entry *e) {
  struct list *l = arg;
  struct class_file *cf;
  if (strcmp(e->module, "java.base") || strcmp(e->extension, "class") ||
      !strcmp(e->base, "module-info"))
    return 0;
  if (e->compressed) return error_set(l->err, ERR_UNSUPPORTED, "the JDK's image is compressed");
  if (class_parse(e->data, e->len, e->base, &l->vm->pool, l->vm->syms, &cf, l->err))
    return l->err->code;
  for (uint32_t i = 0; i < cf->method_count; i++) method(l, cf, &cf->methods[i]);
  return 0;
}

int natives_list(const char *java_home, native_list_fn *report, void *arg, struct error *err) {
  struct vm *vm = mem_alloc(sizeof *vm);
  struct list l = {vm, report, arg, err};
  char modules[1100];
  int rc = jdk_find(java_home, vm->loaded.jdk_home, sizeof vm->loaded.jdk_home, err);
  vm->syms = symtab_new();
  natives_init(vm);
  snprintf(modules, sizeof modules, "%s/lib/modules", vm->loaded.jdk_home);
  if (!rc) rc = jimage_open(modules, &vm->loaded.jdk, err);
  if (!rc) rc = jimage_each(vm->loaded.jdk, visit, &l, err);
  jimage_close(vm->loaded.jdk);
  natives_release(vm);
  symtab_free(vm->syms);
  pool_release(&vm->pool);
  free(vm);
  return rc;
}
