/* engine/base/number.h: sizes as they are printed and as options parse them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/base/number.h"

static void is_text(char *text, const char *want) {
  assert_string_equal(text, want);
  free(text);
}

static void sizes_for_people(void **state) {
  (void)state;
  is_text(number_size_text(300 << 10), "300 kB");
  is_text(number_size_text(1 << 20), "1 MB");
  is_text(number_size_text(1536 << 10), "1.5 MB");
  is_text(number_size_text(2048ull << 20), "2048 MB");
  is_text(number_size_text((2000ull << 20) + 1), "2000 MB");
}

static void sizes_are_read_again(void **state) {
  static const char *const words[] = {"1k", "300k", "1", "1536k", "2048", "1048576"};
  uint64_t bytes;
  size_t i;
  (void)state;
  for (i = 0; i < sizeof words / sizeof *words; i++) {
    assert_true(number_size(words[i], &bytes));
    is_text(number_size_word(bytes), words[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_for_people),
                                     cmocka_unit_test(sizes_are_read_again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
