/* A failed CHECK: what it prints, which callback describes the state, and how the process ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

/* Runs `body` in a child: its exit status, and in *out what it wrote to standard error. */
static int in_child(void (*body)(void), struct text *out) {
  int fds[2], status;
  char buffer[512];
  ssize_t n;
  pid_t child;
  assert_int_equal(pipe(fds), 0);
  child = fork();
  assert_true(child >= 0);
  if (!child) {
    dup2(fds[1], STDERR_FILENO);
    body();
    _exit(0);
  }
  close(fds[1]);
  while ((n = read(fds[0], buffer, sizeof buffer)) > 0) text_add(out, buffer, (size_t)n);
  close(fds[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void assert_has(const struct text *t, const char *part) {
  if (!t->s || !strstr(t->s, part)) fail_msg("'%s' is not in: %s", part, t->s ? t->s : "(nothing)");
}

static void report_line(void *self, FILE *out) { fprintf(out, "  %s\n", (const char *)self); }

static void break_one(void) {
  static struct check_reporter outer = {.report = report_line, .self = "the outer reporter"};
  static struct check_reporter inner = {.report = report_line, .self = "the inner reporter"};
  int two = 2;
  check_register(&outer);
  check_register(&inner);
  CHECK(two == 1, "two is one: %d", two);
}

static void test_message(void **state) {
  struct text out = {0};
  (void)state;
  assert_int_equal(in_child(break_one, &out), 5);
  assert_has(&out, "this invariant is broken: two is one: 2\n");
  assert_has(&out, "condition: two == 1\n");
  assert_has(&out, "place: tests/unit/test_check.c:");
  assert_has(&out, "the inner reporter\n  the outer reporter\n");
  assert_has(&out, "nothing was concluded");
  text_release(&out);
}

static void break_again(void *self, FILE *out) {
  (void)self;
  fprintf(out, "never printed\n");
  CHECK(self, "a reporter has a self");
}

static void break_in_reporter(void) {
  static struct check_reporter r = {.report = break_again};
  check_register(&r);
  CHECK(r.self, "a reporter that is registered has a self");
}

static void test_failing_reporter(void **state) {
  struct text out = {0};
  (void)state;
  assert_int_equal(in_child(break_in_reporter, &out), 5);
  text_release(&out);
}

static void unregister_first(void) {
  static struct check_reporter a = {.report = report_line, .self = "reporter a"};
  static struct check_reporter b = {.report = report_line, .self = "reporter b"};
  check_register(&a);
  check_register(&b);
  check_unregister(&a);
  check_unregister(&a); /* has no effect */
  CHECK(!a.self, "a has no self");
}

static void test_unregister(void **state) {
  struct text out = {0};
  (void)state;
  assert_int_equal(in_child(unregister_first, &out), 5);
  assert_has(&out, "reporter b");
  assert_null(strstr(out.s, "reporter a\n"));
  text_release(&out);
}

static bool count(int *n) { return ++*n > 0; }

static void test_evaluation(void **state) {
  int checks = 0, invariants = 0;
  (void)state;
  CHECK(count(&checks), "counted");
  INVARIANT(count(&invariants), "counted");
  assert_int_equal(checks, 1);
  assert_int_equal(invariants, INVARIANTS_ON);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_message),
      cmocka_unit_test(test_failing_reporter),
      cmocka_unit_test(test_unregister),
      cmocka_unit_test(test_evaluation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
