/* Classes made to crash or to hang the tool. Each must be refused cleanly and quickly. Findings of
 * the fuzzer are in tests/fuzz/corpus. */
#include "engine/natives/natives.h"
#include "engine/vm/verify/verifier.h"
#include "engine/vm/boot/boot.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/proof.h"
#include "engine/vm/loader/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct vm *new_vm(const char *class_path) {
  struct engine_options o = {
      .heap_bytes = 1 << 20, .seed = 1, .class_path = class_path, .out_fd = -1, .err_fd = -1};
  struct error err = {0};
  struct vm *vm;
  if (vm_create(&o, &natives_library, NULL, &vm, &err)) fail_msg("%s", err.msg);
  return vm;
}

/* ---- chains of classes ---- */

static char *folder(void) {
  const char *base = getenv("TEST_TMP");
  char *path = mem_printf("%s/heddle-hostile-XXXXXX", base ? base : "/tmp");
  assert_non_null(mkdtemp(path));
  return path;
}

static uint8_t *link_of_chain(unsigned i, size_t *len) {
  char name[32], super[32];
  struct synth *s;
  uint8_t *bytes;
  snprintf(name, sizeof name, "C%u", i);
  snprintf(super, sizeof super, "C%u", i - 1);
  s = synth_new(name, i ? super : "java/lang/Object", ACC_PUBLIC);
  bytes = synth_bytes(s, len);
  assert_non_null(bytes);
  synth_free(s);
  return bytes;
}

static void write_chain(const char *path, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    char *file = mem_printf("%s/C%u.class", path, i);
    size_t len;
    uint8_t *bytes = link_of_chain(i, &len);
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    fclose(f);
    free(bytes);
    free(file);
  }
}

static void remove_chain(char *path, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    char *file = mem_printf("%s/C%u.class", path, i);
    unlink(file);
    free(file);
  }
  rmdir(path);
  free(path);
}

/* Loading the last class requires all before it, nested. */
static void a_long_chain_of_superclasses(void **state) {
  enum { LONG = 3000 };
  char *path = folder();
  struct vm *vm;
  struct error err = {0};
  (void)state;
  write_chain(path, LONG);
  vm = new_vm(path);
  assert_null(vm_class(vm, "C2999", &err));
  assert_string_equal(vm_classes(vm)->error_class, "java/lang/StackOverflowError");
  error_clear(&err);
  assert_non_null(vm_class(vm, "C400", &err));
  assert_non_null(vm_class(vm, "C800", &err)); /* it works piece by piece */
  vm_free(vm);
  remove_chain(path, LONG);
}

/* Loads piece by piece, until verification would recurse too deeply. */
static void a_long_chain_of_superclasses_by_and_by(void **state) {
  struct vm *vm = new_vm("/nonexistent");
  struct klass *k = NULL, *last = NULL;
  struct error err = {0};
  unsigned i;
  (void)state;
  for (i = 0; i < 2 * SUPERS_MAX; i++, last = k) {
    size_t len;
    uint8_t *bytes = link_of_chain(i, &len);
    k = vm_define(vm, bytes, len, "test", NULL, &err);
    free(bytes);
    if (!k) break;
  }
  assert_int_equal(i, SUPERS_MAX - 1); /* and Object */
  assert_string_equal(vm_classes(vm)->error_class, "java/lang/StackOverflowError");
  assert_int_equal(klass_prove(vm, last), 0);
  vm_free(vm);
}

/* ---- methods ---- */

/* Makes a class with `static void m(int)` of exactly these bytes, and a second method that provides
 * constants for it: Object.<init> and Object. */
static struct klass *with_code(struct vm *vm, uint16_t major, uint16_t stack, uint16_t locals,
                               const uint8_t *code, uint32_t len) {
  static unsigned number;
  struct error err = {0};
  char name[32];
  struct synth *s;
  struct synth_method *other;
  struct klass *k;
  struct method_info *m;
  snprintf(name, sizeof name, "Hostile%u", number++);
  s = synth_new(name, "java/lang/Object", ACC_PUBLIC);
  asm_return(synth_method(s, ACC_PUBLIC | ACC_STATIC, "m", "(I)V"), 'V');
  other = synth_method(s, ACC_PUBLIC | ACC_STATIC, "other", "()V");
  asm_type(other, OP_NEW, "java/lang/Object");
  asm_invoke(other, OP_INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  asm_return(other, 'V');
  k = synth_define(vm, s, NULL, &err);
  if (!k) fail_msg("%s", err.msg);
  k->cf->major = major;
  m = &k->cf->methods[0];
  m->max_stack = stack;
  m->max_locals = locals;
  m->code = code;
  m->code_len = len;
  return k;
}

static uint16_t constant(const struct klass *k, uint8_t tag, const char *name) {
  for (uint16_t i = 1; i < k->cf->cp_count; i++)
    if (k->cf->cp[i].tag == tag && !strcmp(k->cf->cp[i].name->s, name)) return i;
  fail_msg("no constant %s", name);
  return 0;
}

static void refused(struct vm *vm, struct klass *k, int rc, const char *says) {
  struct verify_failure why = {0};
  assert_int_equal(verify_class(vm, k, &why), rc);
  if (!strstr(why.message, says)) fail_msg("not '%s' but: %s", says, why.message);
  assert_int_equal(why.limit, rc == ERR_LIMIT);
  free(why.message);
}

/* The stack map of dead code has an object on the stack made by a later `new`, whose constant does
 * not exist. */
static void a_new_that_was_not_checked_yet(void **state) {
  uint8_t code[] = {OP_GOTO, 0,    7,    OP_INVOKESPECIAL, 0,        0, OP_RETURN,
                    OP_NEW,  0xff, 0xff, OP_POP,           OP_RETURN};
  static const uint8_t map[] = {0, 2, 67, 8, 0, 7, 3};
  struct vm *vm = new_vm("/nonexistent");
  struct klass *k = with_code(vm, 61, 2, 1, code, sizeof code);
  (void)state;
  code[4] = (uint8_t)(constant(k, CP_METHODREF, "<init>") >> 8);
  code[5] = (uint8_t)constant(k, CP_METHODREF, "<init>");
  k->cf->methods[0].stack_map = (struct bytes){map, sizeof map};
  refused(vm, k, ERR_INPUT, "Illegal constant pool index 65535");
  vm_free(vm);
}

/* Every handler covers every instruction. */
static void many_handlers(void **state) {
  enum { N = 65534 };
  static uint8_t code[N + 1];
  static struct exception_entry handlers[65535];
  uint8_t map[] = {0, 1, 247, (N - 1) >> 8, (N - 1) & 255,
                   7, 0, 0}; /* the handler's frame: the thrown object is an Object */
  struct vm *vm = new_vm("/nonexistent");
  struct klass *k;
  (void)state;
  memset(code, OP_NOP, N - 2);
  code[N - 2] = OP_RETURN;
  code[N - 1] = OP_POP;
  code[N] = OP_RETURN;
  for (unsigned i = 0; i < COUNT(handlers); i++)
    handlers[i] = (struct exception_entry){0, N - 1, N - 1, 0};
  for (uint16_t major = 49; major <= 61; major = (uint16_t)(major + 12)) {
    k = with_code(vm, major, 1, 1, code, sizeof code);
    k->cf->methods[0].exceptions = handlers;
    k->cf->methods[0].exception_count = COUNT(handlers);
    map[6] = (uint8_t)(constant(k, CP_CLASS, "java/lang/Object") >> 8);
    map[7] = (uint8_t)constant(k, CP_CLASS, "java/lang/Object");
    if (major > 50) k->cf->methods[0].stack_map = (struct bytes){map, sizeof map};
    refused(vm, k, ERR_LIMIT, "too complex");
  }
  vm_free(vm);
}

/* Many nested subroutines; for each, the verifier would record all enclosing ones. */
static void many_subroutines(void **state) {
  enum { N = 20000 };
  static uint8_t code[3 * N + 1];
  struct vm *vm = new_vm("/nonexistent");
  (void)state;
  for (unsigned i = 0; i < N; i++) memcpy(code + 3 * i, (uint8_t[]){OP_JSR, 0, 3}, 3);
  code[3 * N] = OP_RETURN;
  refused(vm, with_code(vm, 49, N, 1, code, sizeof code), ERR_LIMIT, "too large for the verifier");
  vm_free(vm);
}

/* A verifier that gave up has not found an error in the program. */
static void giving_up_is_no_verify_error(void **state) {
  struct vm *vm = new_vm("/nonexistent");
  struct klass *k = vm_class(vm, "java/lang/Object", &(struct error){0});
  struct klass copy = *k;
  struct verify_failure why = {
      .limit = true, .error_class = "java/lang/VerifyError", .message = (char[]){"too much"}};
  (void)state;
  copy.is_jdk = false;
  copy.proof = PROOF_BAD;
  copy.refused = &why;
  assert_int_equal(klass_prove_throw(vm, vm_thread(vm, 0), &copy), NATIVE_FATAL);
  assert_int_equal(vm->err.code, ERR_LIMIT);
  assert_non_null(strstr(vm->err.msg, "too much"));
  vm_free(vm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_long_chain_of_superclasses),
      cmocka_unit_test(a_long_chain_of_superclasses_by_and_by),
      cmocka_unit_test(a_new_that_was_not_checked_yet),
      cmocka_unit_test(many_handlers),
      cmocka_unit_test(many_subroutines),
      cmocka_unit_test(giving_up_is_no_verify_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
