/* See library_fixture.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "library_fixture.h"
#include "engine/natives/natives.h"
#include "engine/vm/boot/boot.h"
#include "engine/vm/loader/classes.h"

static int class_names_add(void *arg, const struct jimage_entry *e) {
  struct class_names *n = arg;
  if (strcmp(e->module, "java.base") != 0 || strcmp(e->extension, "class") != 0 || !e->parent[0])
    return 0;
  *vec_push(&n->v) = mem_printf("%s/%s", e->parent, e->base);
  return 0;
}

struct vm *library_open(void) {
  struct engine_options o = {
      .heap_bytes = 1 << 20, .seed = 1, .class_path = "/nonexistent", .out_fd = -1, .err_fd = -1};
  struct error err = {0};
  struct vm *vm;
  if (vm_create(&o, &natives_library, NULL, &vm, &err)) fail_msg("%s", err.msg);
  return vm;
}

void class_names_list(struct vm *vm, struct class_names *n) {
  struct error err = {0};
  assert_int_equal(jimage_each(vm->loaded.jdk, class_names_add, n, &err), 0);
  assert_true(n->v.len > 5000);
}

void class_names_release(struct class_names *n) {
  for (size_t i = 0; i < n->v.len; i++) free(n->v.data[i]);
  vec_free(&n->v);
}

struct klass *library_class(struct vm *vm, const char *name) {
  struct error err = {0};
  struct klass *k = vm_class(vm, name, &err);
  if (!k) fail_msg("%s: %s", name, err.msg);
  return k;
}
