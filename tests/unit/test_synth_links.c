/* The assembler refuses faulty code; signatures match their classes; call sites of the JDK link to
 * the same classes in every run.
 *
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/natives/natives.h"
#include "engine/vm/indy/indy.h"

static const char object[] = "java/lang/Object";

/* ---- faults ---- */

static bool accepted(void (*write)(struct synth_method *m)) {
  struct synth *s = synth_new("Faulty", object, ACC_SUPER);
  size_t len;
  uint8_t *bytes;
  write(synth_method(s, ACC_STATIC, "m", "()V"));
  bytes = synth_bytes(s, &len);
  synth_free(s);
  if (!bytes) return false;
  free(bytes);
  return true;
}

static void good(struct synth_method *m) { asm_op(m, OP_RETURN); }
static void underflow(struct synth_method *m) {
  asm_op(m, OP_POP);
  asm_op(m, OP_RETURN);
}
static void runs_off(struct synth_method *m) { asm_int(m, 1); }
static void empty(struct synth_method *m) { (void)m; }
static void unbound(struct synth_method *m) { asm_jump(m, OP_GOTO, asm_label(m)); }
static void unequal_depths(struct synth_method *m) {
  int l = asm_label(m);
  asm_int(m, 1);
  asm_jump(m, OP_IFEQ, l);
  asm_int(m, 1);
  asm_bind(m, l);
  asm_op(m, OP_RETURN);
}
static void dead_code(struct synth_method *m) {
  asm_op(m, OP_RETURN);
  asm_op(m, OP_RETURN);
}
static void too_long(struct synth_method *m) {
  for (int i = 0; i < 70000; i++) asm_op(m, OP_NOP);
  asm_op(m, OP_RETURN);
}

static void faulty_code_is_refused(void **state) {
  (void)state;
  assert_true(accepted(good));
  assert_false(accepted(underflow));
  assert_false(accepted(runs_off));
  assert_false(accepted(empty));
  assert_false(accepted(unbound));
  assert_false(accepted(unequal_depths));
  assert_false(accepted(dead_code));
  assert_false(accepted(too_long));
}

/* ---- signatures ---- */

static void signatures(void **state) {
  struct sig sig;
  char *desc;
  (void)state;
  assert_true(sig_parse(&sig, "(I[JLjava/lang/String;)V"));
  assert_int_equal(sig.argc, 3);
  assert_true(jtype_eq(sig.arg[1], jtype_of("[J")));
  sig_insert(&sig, 1, jtype_of("D"));
  sig_remove(&sig, 2, 1);
  desc = sig_desc(&sig);
  assert_string_equal(desc, "(IDLjava/lang/String;)V");
  free(desc);
  assert_false(sig_parse(&sig, "(I"));
  assert_false(sig_parse(&sig, "(Q)V"));
  assert_false(sig_parse(&sig, "()"));
  assert_true(prim_widens('B', 'I') && prim_widens('C', 'I') && prim_widens('J', 'F'));
  assert_false(prim_widens('B', 'C') || prim_widens('I', 'S') || prim_widens('Z', 'I'));
  assert_int_equal(jtype_unboxed(jtype_of("Ljava/lang/Character;")), 'C');
  assert_int_equal(jtype_unboxed(jtype_of("Ljava/lang/String;")), 0);
}

/* ---- call sites ---- */

/* Links all call sites of a class of the JDK. Returns how many there are and adds up the keys of
 * their classes. */
static int link_all(struct vm *vm, const char *name, uint64_t *keys, bool backwards) {
  struct error err = {0};
  struct klass *k = vm_class(vm, name, &err);
  int n = 0;
  if (!k) fail_msg("%s", err.msg);
  for (uint32_t j = 1; j < k->cf->cp_count; j++) {
    uint32_t i = backwards ? k->cf->cp_count - j : j;
    struct call_site site = {0};
    struct klass *made;
    if (k->cf->cp[i].tag != CP_INVOKEDYNAMIC) continue;
    if (indy_link(vm, vm_thread(vm, 0), k, i, &site)) fail_msg("%s %u: %s", name, i, vm->err.msg);
    assert_true(!site.constant != !site.target);
    made = site.constant ? vm_klass(vm, site.constant) : site.target->owner;
    assert_ptr_equal(made->host, k);
    for (uint32_t m = 0; m < made->method_count; m++) {
      assert_true(made->methods[m].vm_flags & METHOD_HIDDEN);
      if (code_check(made->cf, made->methods[m].info, NULL, &err)) fail_msg("%s", err.msg);
    }
    *keys += made->key * (i + 1);
    n++;
  }
  return n;
}

static void call_sites_are_the_same_in_every_run(void **state) {
  static const char *const names[] = {"java/util/Comparator", "java/util/stream/Collectors",
                                      "java/util/Map$Entry", "java/util/concurrent/ConcurrentMap",
                                      "java/util/function/BinaryOperator"};
  struct engine_options o = {
      .heap_bytes = 1 << 24, .class_path = "/nonexistent", .out_fd = -1, .err_fd = -1};
  uint64_t keys[2] = {0, 0};
  int sites[2] = {0, 0};
  (void)state;
  for (int run = 0; run < 2; run++) {
    struct error err = {0};
    struct vm *vm;
    if (vm_new(&o, &natives_library, NULL, &vm, &err)) fail_msg("%s", err.msg);
    for (size_t i = 0; i < COUNT(names); i++) {
      size_t at = run ? COUNT(names) - 1 - i : i;
      sites[run] += link_all(vm, names[at], &keys[run], run == 1);
    }
    for (size_t i = 0; i < COUNT(names); i++) { /* linking again finds the same classes */
      size_t before = vm->klasses.len;
      uint64_t k = 0;
      link_all(vm, names[i], &k, false);
      assert_int_equal(vm->klasses.len, before);
    }
    vm_free(vm);
  }
  assert_true(sites[0] > 60);
  assert_int_equal(sites[0], sites[1]);
  assert_int_equal(keys[0], keys[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(faulty_code_is_refused),
      cmocka_unit_test(signatures),
      cmocka_unit_test(call_sites_are_the_same_in_every_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
