/* The bytecode verifier accepts every class of java.base, by its maps and by inference, and rejects
 * code that is not type-safe.
 *
 * timeout: 240 */
#include "engine/classfile/classpath.h"
#include "engine/vm/verify/verifier.h"
#include "engine/vm/boot/boot.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "library_fixture.h"
#include "verify_hands.h"

typedef int verify_fn(struct vm *vm, struct klass *k, struct verify_failure *out);

static void every_class_holds(verify_fn *verify) {
  struct vm *vm = library_open();
  struct class_names n = {0};
  struct error err = {0};
  class_names_list(vm, &n);
  for (size_t i = 0; i < n.v.len; i++) {
    struct verify_failure why = {0};
    struct klass *k = vm_class(vm, n.v.data[i], &err);
    if (!k) fail_msg("%s: %s", n.v.data[i], err.msg);
    if (verify(vm, k, &why)) fail_msg("%s: %s: %s", n.v.data[i], why.error_class, why.message);
  }
  class_names_release(&n);
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

/* ---- methods made by hand ---- */

static struct klass *hand_made(struct vm *vm, const struct hand *h, unsigned number) {
  struct error err = {0};
  char name[32];
  struct synth *s;
  struct klass *k;
  struct method_info *m;
  snprintf(name, sizeof name, "Hand%u", number);
  s = synth_new(name, "java/lang/Object", ACC_PUBLIC);
  asm_return(synth_method(s, ACC_PUBLIC | ACC_STATIC, "m", "(I)V"), 'V');
  k = synth_define(vm, s, NULL, &err);
  if (!k) fail_msg("%s", err.msg);
  k->cf->major = h->major;
  m = &k->cf->methods[0];
  m->max_stack = h->stack;
  m->max_locals = h->locals;
  m->code = h->code;
  m->code_len = h->len;
  if (h->map_len) m->stack_map = (struct bytes){h->map, h->map_len};
  if (h->handler.end_pc) m->exception_count = 1, m->exceptions = &h->handler;
  return k;
}

static void code_by_hand(void **state) {
  struct vm *vm = library_open();
  (void)state;
  for (unsigned i = 0; hands[i].what; i++) {
    const struct hand *h = &hands[i];
    struct verify_failure why = {0};
    int rc = verify_class(vm, hand_made(vm, h, i), &why);
    if ((rc == 0) != (h->says == NULL)) fail_msg("%s: %s", h->what, rc ? why.message : "accepted");
    if (rc && !strstr(why.message, h->says))
      fail_msg("%s: not '%s' but: %s", h->what, h->says, why.message);
    free(why.message);
  }
  vm_free(vm);
}

/* ---- types ---- */

static void types_are_assigned(void **state) {
  struct vm *vm = library_open();
  struct error err = {0};
  struct verifier v = {.vm = vm, .k = vm_class(vm, "java/util/ArrayList", &err)};
  static const struct {
    const char *to, *from, *merged;
    bool good;
  } cases[] = {{"java/lang/Object", "[I", "java/lang/Object", true},
               {"java/util/List", "java/lang/String", "java/lang/Object",
                true}, /* an interface is treated as Object */
               {"java/util/List", "[I", "java/lang/Object", false},
               {"java/lang/Cloneable", "[I", "java/lang/Object", true},
               {"java/lang/Number", "java/lang/Integer", "java/lang/Number", true},
               {"java/lang/Long", "java/lang/Integer", "java/lang/Number", false},
               {"[Ljava/lang/Number;", "[Ljava/lang/Integer;", "[Ljava/lang/Number;", true},
               {"[Ljava/lang/Object;", "[[I", "[Ljava/lang/Object;", true},
               {"[[I", "[[J", "[Ljava/lang/Object;", false},
               {"[Z", "[B", "java/lang/Object", false}};
  (void)state;
  v.cf = v.k->cf;
  v.m = &v.cf->methods[0];
  v.object = vt_named(&v, "java/lang/Object", 16);
  for (size_t i = 0; i < COUNT(cases); i++) {
    vtype to = vt_named(&v, cases[i].to, strlen(cases[i].to)),
          from = vt_named(&v, cases[i].from, strlen(cases[i].from));
    assert_int_equal(vt_assignable(&v, to, from), cases[i].good);
    assert_string_equal(vt_name(&v, vt_merge(&v, to, from))->s, cases[i].merged);
    assert_int_equal(vt_merge(&v, to, from), vt_merge(&v, from, to));
    assert_int_equal(vt_merge(&v, to, VT_NULL), to);
    assert_int_equal(vt_merge(&v, VT_INT, from), VT_TOP);
    assert_true(vt_assignable(&v, to, VT_NULL) && !vt_assignable(&v, to, VT_INT) &&
                vt_assignable(&v, VT_TOP, from));
  }
  assert_false(v.failed);
  vec_free(&v.names);
  free(v.name_slots);
  vm_free(vm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_library_holds_by_its_maps),
      cmocka_unit_test(the_library_holds_by_inference),
      cmocka_unit_test(code_by_hand),
      cmocka_unit_test(types_are_assigned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
