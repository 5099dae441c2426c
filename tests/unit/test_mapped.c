/* A trace that another process truncates while it is mapped causes an error, not a crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "trace/format/mapped.h"
#include "trace/format/reader.h"
#include "trace_fixture.h"

enum { EVENTS = 20000 };

static void test_cut_while_mapped(void **state) {
  (void)state;
  char *a = fixture_path("cut-while-mapped");
  struct error err = {0};
  struct trace_event e;
  struct trace_reader *r;
  fixture_generate(a, 8, EVENTS);
  mapped_guard();
  assert_int_equal(trace_reader_open_with(a, TRACE_LAZY, &r, &err), 0);
  assert_int_equal(trace_reader_event(r, 0, &e, &err), 0);
  assert_int_equal(truncate(a, 5000), 0);
  assert_int_equal(trace_reader_event(r, EVENTS - 1, &e, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "event 19999"));
  error_clear(&err);
  assert_int_equal(trace_reader_event(r, 0, &e, &err), 0); /* cached since it was read */
  trace_reader_close(r);
  assert_int_equal(trace_reader_open(a, &r, &err), 0);
  assert_non_null(trace_reader_damage(r));
  trace_reader_close(r);
  free(a);
}

static int tear_down(void **state) {
  (void)state;
  fixture_remove();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cut_while_mapped)};
  return cmocka_run_group_tests(tests, NULL, tear_down);
}
