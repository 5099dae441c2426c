/* The bytecode verifier: every class of java.base holds, by its maps and by inference, and what is not type-safe does not.
 * timeout: 240 */
#include "engine/classfile/classpath.h"
#include "engine/verify/verifier.h"
#include "engine/vm/boot.h"
#include "engine/vm/classes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct names {
  VEC(char *) v;
};

static int note_class(void *arg, const struct jimage_entry *e) {
  struct names *n = arg;
  if (strcmp(e->module, "java.base") != 0 || strcmp(e->extension, "class") != 0 || !e->parent[0]) return 0;
  *vec_push(&n->v) = mem_printf("%s/%s", e->parent, e->base);
  return 0;
}

static struct vm *new_vm(void) {
  struct vm_options o = {.heap_bytes = 1 << 20, .seed = 1, .class_path = "/nonexistent", .out_fd = -1, .err_fd = -1};
  struct error err = {0};
  struct vm *vm;
  if (vm_create(&o, &vm, &err)) fail_msg("%s", err.msg);
  return vm;
}

typedef int verify_fn(struct vm *vm, struct klass *k, struct verify_failure *out);

static void every_class_holds(verify_fn *verify) {
  struct vm *vm = new_vm();
  struct names n = {0};
  struct error err = {0};
  assert_int_equal(jimage_each(vm->jdk, note_class, &n, &err), 0);
  assert_true(n.v.len > 5000);
  for (size_t i = 0; i < n.v.len; i++) {
    struct verify_failure why = {0};
    struct klass *k = vm_class(vm, n.v.data[i], &err);
    if (!k) fail_msg("%s: %s", n.v.data[i], err.msg);
    if (verify(vm, k, &why)) fail_msg("%s: %s: %s", n.v.data[i], why.error_class, why.message);
    free(n.v.data[i]);
  }
  vec_free(&n.v);
  vm_free(vm);
}

static void the_library_holds_by_its_maps(void **state) {
  (void)state;
  every_class_holds(verify_class);
}

static void the_library_holds_by_inference(void **state) {
  (void)state;
  every_class_holds(verify_by_inference);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_library_holds_by_its_maps),
      cmocka_unit_test(the_library_holds_by_inference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
