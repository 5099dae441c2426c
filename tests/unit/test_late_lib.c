/* Libraries loaded on demand: available functions can be called, missing ones give an error with
 * their name. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/late_lib.h"

struct math {
  double (*floor)(double);
  double (*ceil)(double);
};

static void functions_can_be_called(void **state) {
  static const char *const names[] = {"floor", "ceil"};
  struct error err = {0};
  struct math m;
  void *handle;
  (void)state;
  assert_int_equal(late_lib_open("libm.so.6", names, 2, &m, &handle, &err), 0);
  assert_non_null(handle);
  assert_true(m.floor(2.5) == 2 && m.ceil(2.5) == 3);
  late_lib_close(handle);
}

static void what_is_missing_is_named(void **state) {
  static const char *const names[] = {"floor", "floor_of_nothing"};
  struct error err = {0};
  struct math m;
  void *handle = &m;
  (void)state;
  assert_int_equal(late_lib_open("libm.so.6", names, 2, &m, &handle, &err), ERR_INTERNAL);
  assert_null(handle);
  assert_non_null(strstr(err.msg, "floor_of_nothing"));
  error_clear(&err);
  assert_int_equal(late_lib_open("libnothing.so.0", names, 2, &m, &handle, &err), ERR_INTERNAL);
  assert_null(handle);
  assert_non_null(strstr(err.msg, "libnothing.so.0"));
  late_lib_close(handle);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(functions_can_be_called),
                                     cmocka_unit_test(what_is_missing_is_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
