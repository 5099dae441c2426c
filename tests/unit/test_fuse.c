/* Superinstructions, for every method of some library classes: undoing them leaves plain
 * instructions, which fuse to the same superinstructions again, even after field accesses have got
 * their quick forms. A method with a mark has no superinstructions. */
#include "engine/natives/natives.h"
#include "engine/vm/boot/boot.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/fuse.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/interp/quick.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const classes[] = {
    "java/util/DualPivotQuicksort",           "java/util/HashMap",    "java/lang/StringLatin1",
    "java/util/concurrent/ConcurrentHashMap", "java/math/BigInteger", "java/lang/Math"};

static struct vm *new_vm(void) {
  struct engine_options o = {
      .heap_bytes = 1 << 20, .seed = 1, .class_path = "/nonexistent", .out_fd = -1, .err_fd = -1};
  struct error err = {0};
  struct vm *vm;
  if (vm_create(&o, &natives_library, NULL, &vm, &err)) fail_msg("%s", err.msg);
  return vm;
}

static uint32_t count_fused(const struct code *c) {
  uint32_t i, n = 0;
  for (i = 0; i < c->count; i++) n += c->insns[i].op > Q_END;
  return n;
}

static uint16_t *ops_of(const struct code *c) {
  uint16_t *ops = mem_alloc((c->count + 1) * sizeof *ops);
  uint32_t i;
  for (i = 0; i < c->count; i++) ops[i] = c->insns[i].op;
  return ops;
}

static uint32_t check_method(struct vm *vm, struct method *m) {
  struct code *c = m->info->code_len ? code_of(vm, m) : NULL;
  uint16_t *before, *after;
  uint32_t n, i;
  if (!c) return 0;
  n = count_fused(c);
  before = ops_of(c);
  fuse_undo(c);
  assert_int_equal(count_fused(c), 0);
  for (i = 0; i < c->count; i++) /* what was not fused stays */
    if (before[i] <= Q_END) assert_int_equal(c->insns[i].op, before[i]);
  c->unfused = false;
  fuse_code(c);
  after = ops_of(c);
  assert_memory_equal(before, after, c->count * sizeof *before);
  free(before);
  free(after);
  return n;
}

static void test_undo(void **state) {
  struct vm *vm = new_vm();
  struct error err = {0};
  uint32_t fused = 0;
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(classes); i++) {
    struct klass *k = vm_class(vm, classes[i], &err);
    if (!k) fail_msg("%s: %s", classes[i], err.msg);
    for (uint32_t j = 0; j < k->method_count; j++) fused += check_method(vm, &k->methods[j]);
  }
  assert_true(fused > 2000);
  vm_free(vm);
}

/* Returns a quick form of a field access; `which` selects one, whatever the field is. */
static uint16_t quick_form(uint16_t op, uint32_t which) {
  static const uint16_t gets[] = {Q_GETFIELD_I,       Q_GETFIELD_J,          Q_GETFIELD_B,
                                  Q_GETFIELD_FINAL_I, Q_GETFIELD_VOLATILE_I, Q_GETFIELD_ANY};
  static const uint16_t puts[] = {Q_PUTFIELD_I, Q_PUTFIELD_J, Q_PUTFIELD_A, Q_PUTFIELD_B,
                                  Q_PUTFIELD_ANY};
  return op == OP_GETFIELD ? gets[which % COUNT(gets)] : puts[which % COUNT(puts)];
}

/* Quickens all field accesses of the method as the interpreter does. Returns the number
 * of quick forms. After undoing, each instruction is the original one or its quick form. */
static uint32_t check_quickened(struct vm *vm, struct method *m, uint32_t which) {
  struct code *c = m->info->code_len ? code_of(vm, m) : NULL;
  uint16_t *own;
  uint32_t i, n;
  if (!c) return 0;
  fuse_undo(c);
  own = ops_of(c);
  c->unfused = false;
  fuse_code(c);
  n = count_fused(c);
  for (i = 0; i < c->count; i++) {
    if (own[i] != OP_GETFIELD && own[i] != OP_PUTFIELD) continue;
    assert_int_equal(c->insns[i].op, own[i]); /* nothing that begins with one is fused */
    own[i] = c->insns[i].op = quick_form(own[i], which);
    fuse_before(c, i);
  }
  n = count_fused(c) - n;
  fuse_undo(c);
  for (i = 0; i < c->count; i++) assert_int_equal(c->insns[i].op, own[i]);
  free(own);
  return n;
}

static void test_quickened(void **state) {
  enum { FORMS = 6 };
  struct error err = {0};
  (void)state;
  for (uint32_t which = 0; which < FORMS; which++) {
    struct vm *vm = new_vm();
    uint32_t fused = 0;
    for (size_t i = 0; i < COUNT(classes); i++) {
      struct klass *k = vm_class(vm, classes[i], &err);
      if (!k) fail_msg("%s: %s", classes[i], err.msg);
      for (uint32_t j = 0; j < k->method_count; j++)
        fused += check_quickened(vm, &k->methods[j], which);
    }
    if (which + 1 < FORMS)
      assert_true(fused > 20); /* the last ones, _ANY of both, are never fused */
    vm_free(vm);
  }
}

static void test_mark(void **state) {
  struct vm *vm = new_vm();
  struct error err = {0};
  struct klass *k = vm_class(vm, "java/util/HashMap", &err);
  struct method *m = k ? klass_declared_method(k, "hash", NULL) : NULL;
  struct code *c = m ? code_of(vm, m) : NULL;
  uint32_t i, marked = 0;
  (void)state;
  assert_non_null(c);
  assert_true(count_fused(c) > 0);
  assert_int_equal(vm_mark_add(vm, m, c->bci[1], 7, &err), 0);
  for (i = 0; i < c->count; i++) {
    marked += c->insns[i].op == Q_MARK;
    if (c->insns[i].op != Q_MARK) assert_true(c->insns[i].op <= Q_END);
  }
  assert_int_equal(marked, 1);
  vm_mark_remove(vm, 7);
  assert_int_equal(count_fused(c), 0);
  vm_free(vm);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_undo), cmocka_unit_test(test_quickened),
                                     cmocka_unit_test(test_mark)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
