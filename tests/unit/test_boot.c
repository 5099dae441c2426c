/* The boot: it succeeds, is cheap, is deterministic, and leaves a clean machine.
 *
 * timeout: 120 */
#include "engine/natives/natives.h"
#include "engine/vm/boot/boot.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/throw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include <cmocka.h>

static struct vm *booted(uint64_t seed) {
  struct engine_options o = {.heap_bytes = 1 << 24,
                             .seed = seed,
                             .class_path = "/nonexistent",
                             .out_fd = -1,
                             .err_fd = -1};
  struct error err = {0};
  struct vm *vm;
  if (vm_new(&o, &natives_library, NULL, &vm, &err)) fail_msg("%s", err.msg);
  return vm;
}

static void boot_is_a_function_of_its_inputs(void **state) {
  struct vm *a = booted(7), *b = booted(7);
  uint32_t size = a->arena.immortal_top - IMMORTAL_BASE;
  (void)state;
  assert_int_equal(a->arena.immortal_top, b->arena.immortal_top);
  assert_int_equal(a->boot.top, a->arena.immortal_top);
  assert_memory_equal(a->arena.mem + IMMORTAL_BASE, b->arena.mem + IMMORTAL_BASE, size);
  assert_memory_equal(a->arena.mem + IMMORTAL_BASE, a->arena.pristine + IMMORTAL_BASE, size);
  assert_int_equal(a->klasses.len, b->klasses.len);
  vm_free(a);
  vm_free(b);
}

static void machine_is_clean(void **state) {
  struct vm *vm = booted(1);
  struct machine *mc = vm_machine(vm);
  struct thread *t = vm_thread(vm, 0);
  (void)state;
  assert_int_equal(mc->thread_count, 1); /* the boot starts no thread of the library */
  assert_int_equal(mc->heap_bump, HEAP_BASE);
  assert_int_equal(mc->clock, 0);
  assert_int_equal(mc->clock_seen + mc->random_seen, 0);
  assert_int_equal(t->state, THREAD_RUNNABLE);
  assert_int_equal(t->exception, 0);
  assert_int_equal(vm_frame(vm, t->frame)->flags, FRAME_ROOT);
  for (uint32_t p = vm_frame(vm, t->frame)->sp; p < STACKS_BASE + STACK_SIZE; p++)
    assert_int_equal(vm->arena.mem[p], 0);
  for (size_t i = 0; i < vm->arena.immortals.len; i++) {
    const struct object *o = vm_object(vm, vm->arena.immortals.data[i]);
    assert_true(o->klass > KLASS_NONE && o->klass < vm->klasses.len);
    if (o->klass >= KLASS_FIRST) assert_true(o->lock & OBJ_SHARED);
  }
  assert_true(vm->arena.immortal_top - IMMORTAL_BASE < 4 << 20);
  vm_free(vm);
}

static void common_classes_are_initialised(void **state) {
  static const char *const names[] = {
#define WARM(name) name,
#include "engine/vm/boot/warmup.def"
#undef WARM
  };
  struct vm *vm = booted(1);
  struct error err = {0};
  (void)state;
  for (size_t i = 0; i < COUNT(names); i++) {
    struct klass *k = vm_class(vm, names[i], &err);
    if (!k) fail_msg("%s", err.msg);
    if (klass_init_state(vm, k) != INIT_DONE) fail_msg("%s is not initialised", names[i]);
  }
  vm_free(vm);
}

static char *property(struct vm *vm, const char *key) {
  struct error err = {0};
  uint32_t arg = vm_intern_sym(vm, symtab_cstr(vm->syms, key)), value;
  struct method *m =
      klass_method(vm->wk.system, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;");
  if (vm_call_boot(vm, m, &arg, &value, &err)) fail_msg("%s", err.msg);
  return vm_utf8(vm, value);
}

static void properties_are_set(void **state) {
  static const char *const want[][2] = {
      {"line.separator", "\n"},
      {"user.dir", "/home/user"},
      {"file.encoding", "UTF-8"},
      {"java.specification.name", "Java Platform API Specification"}};
  struct vm *vm = booted(1);
  char *s;
  (void)state;
  for (size_t i = 0; i < COUNT(want); i++) {
    s = property(vm, want[i][0]);
    assert_string_equal(s, want[i][1]);
    free(s);
  }
  s = property(vm, "java.home");
  assert_string_equal(s, vm->loaded.jdk_home);
  free(s);
  s = property(vm, "java.version");
  assert_true(atoi(s) >= 11);
  free(s);
  assert_null(property(vm, "no.such.property"));
  vm_free(vm);
}

/* An exception in a boot call becomes an error with its class, message and place. */
static void exceptions_are_errors(void **state) {
  struct vm *vm = booted(1);
  struct error err = {0};
  uint32_t arg = vm_intern_sym(vm, symtab_cstr(vm->syms, "12x"));
  struct method *m = klass_method(vm->wk.boxes[4], "parseInt", "(Ljava/lang/String;)I");
  ref e;
  char *text;
  (void)state;
  assert_int_equal(vm_call_boot(vm, m, &arg, NULL, &err), ERR_UNSUPPORTED);
  assert_non_null(strstr(err.msg, "java.lang.NumberFormatException: For input string: \"12x\""));
  e = vm_thread(vm, 0)->exception;
  assert_true(vm_instance_of(vm, e, vm->wk.runtime_exception));
  text = vm_throwable_text(vm, e);
  /* The frames of the constructors are left out: the innermost frame is the factory method
   * forInputString. */
  assert_non_null(strstr(
      text, "\n    at java.lang.NumberFormatException.forInputString(NumberFormatException.java:"));
  assert_null(strstr(text, "<init>"));
  assert_null(strstr(text, "fillInStackTrace"));
  assert_non_null(strstr(text, "java.lang.Integer.parseInt(Integer.java:"));
  free(text);
  vm_free(vm);
}

static void bad_programs_are_reported(void **state) {
  struct vm *vm = booted(1);
  struct error err = {0};
  (void)state;
  assert_int_equal(vm_start(vm, "no.such.Main", 0, NULL, &err), ERR_INPUT);
  assert_string_equal(err.msg,
                      "could not find or load main class no.such.Main (class path: /nonexistent)");
  error_clear(&err);
  assert_int_equal(vm_start(vm, "java.util.HashMap", 0, NULL, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "no method public static void main"));
  vm_free(vm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boot_is_a_function_of_its_inputs),
      cmocka_unit_test(machine_is_clean),
      cmocka_unit_test(common_classes_are_initialised),
      cmocka_unit_test(properties_are_set),
      cmocka_unit_test(exceptions_are_errors),
      cmocka_unit_test(bad_programs_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
