/* tui/cli/extent.h: the progress that a running search reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/cli/extent.h"
#include "tui/text/explored.h"

static struct search_report report_of(uint64_t states, double seconds, double size, double low,
                                      double high) {
  return (struct search_report){
      .states = states,
      .seconds = seconds,
      .estimate = {.size = size, .low = low, .high = high, .trusted = true}};
}

static void share_of_a_search(void **state) {
  struct search_report r = report_of(1900000, 9.1, 5.6e6, 3.7e6, 7.9e6);
  char text[EXPLORED_TEXT];
  (void)state;
  explored_text(&r, text);
  assert_string_equal(text, "about 34 % (24 to 51 %), some 18 s left");
  r = report_of(1000, 60, 1e6, 5e5, 2e6);
  explored_text(&r, text);
  assert_string_equal(text, "about 0.1 % (0.05 to 0.2 %), some 17 h left");
  r = report_of(1000, 2, 1000, 1000, 1040);
  explored_text(&r, text);
  assert_string_equal(text, "about 100 % (96 to 100 %), some 0.0 s left");
}

static void share_of_executions(void **state) {
  struct search_report r = report_of(1900000, 10, 4000, 3000, 8000);
  char text[EXPLORED_TEXT];
  (void)state;
  r.counts_executions = true;
  r.executions = 1000;
  explored_text(&r, text);
  assert_string_equal(text, "about 25 % (12 to 33 %), some 30 s left");
}

/* A wrong figure is worse than no figure. */
static void nothing_is_said_without_trust(void **state) {
  struct search_report r = report_of(1900000, 9.1, 5.6e6, 3.7e6, 7.9e6);
  char text[EXPLORED_TEXT];
  json_t *j;
  (void)state;
  r.estimate.trusted = false;
  explored_text(&r, text);
  assert_string_equal(text, "");
  j = extent_json(&r);
  assert_true(json_is_false(json_object_get(j, "trusted")));
  assert_true(json_real_value(json_object_get(j, "seconds_left")) > 17);
  json_decref(j);
  r.estimate = (struct search_estimate){0};
  explored_text(&r, text);
  assert_string_equal(text, "");
  assert_null(extent_json(&r));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(share_of_a_search),
                                     cmocka_unit_test(share_of_executions),
                                     cmocka_unit_test(nothing_is_said_without_trust)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
