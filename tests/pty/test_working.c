/* Tests a command that takes long: a message appears while it works, Ctrl-C ends it, and the
 * message leaves nothing on the screen.
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/pty/pty_screen.h"
#include "tests/tools/support/long_trace.h"
#include "debug_fixture.h"

enum { EVENTS = 6000000 };

static void test_status_and_ctrl_c(void **state) {
  char *path = debug_keep("%s/working.htrace", from_env("TEST_TMP", "/tmp"));
  struct error err = {0};
  struct pty *p;
  (void)state;
  if (long_trace_write(path, EVENTS, &err)) fail_msg("%s", err.msg);
  p = debug_start(24, 80, NULL, "Publish", debug_keep("--trace '%s'", path), "Publish");
  debug_expect(p, "[Choices]");
  debug_keys(p, "2", "! suspicious (} looks)");
  assert_false(pty_shows(p, "working"));
  debug_keys(p, "}", "working ...");
  assert_true(pty_shows(p, "Ctrl-C ends it"));
  debug_keys(p, "\003", "interrupted");
  assert_false(pty_shows(p, "working"));
  debug_keys(p, "j", "[2 Trace]");
  assert_false(pty_shows(p, "Ctrl-C ends it"));
  pty_end(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_status_and_ctrl_c)};
  return cmocka_run_group_tests(tests, NULL, debug_forget);
}
