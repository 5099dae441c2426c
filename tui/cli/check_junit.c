/* heddle check --junit TESTS, and heddle check with a report for other programs. Workers search
 * each test or the main program (tests.h), with the library's own runner around a test
 * (engine/natives/test/junit.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tui/cli/tests/tests.h"

/* Makes the main program the only test of a class of the same name. */
static int main_program(struct cli *c, struct test_classes *t, int *usage) {
  struct test_class k = {0};
  struct test one = {0};
  int i;
  one.main_class = cli_operand(c, "the main class");
  *usage = !one.main_class;
  if (*usage) return EXIT_USAGE;
  k.name = mem_strdup(one.main_class);
  one.name = mem_strdup(one.main_class);
  for (i = 0; i < c->argc; i++) *vec_push(&one.args) = mem_strdup(c->argv[i]);
  *vec_push(&k.tests) = one;
  *vec_push(&t->list) = k;
  return 0;
}

/* Returns the exit code. A verdict on a single program counts even if the search was interrupted;
 * for tests, an interruption leaves some unsearched. */
static int exit_code_of(const struct cli *c, const struct test_results *r) {
  if (r->of[TEST_ERROR]) return EXIT_ERROR_FOUND;
  if (r->of[TEST_GOOD] && !c->junit) return EXIT_NO_ERROR;
  if (r->program_code && !r->interrupted) return r->program_code;
  if (r->interrupted) return 128 + r->interrupted;
  if (r->of[TEST_FAILED]) return r->failed_code ? r->failed_code : EXIT_INTERNAL;
  return r->of[TEST_INCONCLUSIVE] ? EXIT_INCONCLUSIVE : EXIT_NO_ERROR;
}

/* Selects the tests. If they extend the class path, the extended path replaces the command's. */
static int select_tests(struct check *k, struct test_classes *t, struct error *err) {
  struct cli *c = &k->cli;
  if (c->junit && tests_select(c, c->junit, t, err)) return err->code;
  if (t->class_path && c->engine.class_path && !strcmp(t->class_path, c->engine.class_path)) {
    free(t->class_path);
    t->class_path = NULL;
  }
  if (t->class_path) c->engine.class_path = t->class_path;
  return tests_reports_possible(c, err);
}

static int search_and_report(struct check *k, struct test_classes *t, struct test_results *r,
                             struct error *err) {
  r->start = time(NULL);
  r->cases = json_array();
  if (k->cli.json) r->json = json_array();
  if (tests_run(k, t, r, err)) return err->code;
  r->exit_code = exit_code_of(&k->cli, r);
  if (k->cli.junit)
    tests_sum(r);
  else if (k->cli.json)
    check_dump_json(json_incref(json_array_get(r->json, 0)));
  return tests_write_reports(&k->cli, r, err);
}

int check_tests(struct check *k) {
  struct test_classes t = {0};
  struct test_results r = {0};
  struct error err = {0};
  int usage = 0;
  if (k->cli.junit && k->cli.argc) {
    fprintf(stderr,
            "heddle %s: --junit names what to run, '%s' does so too (try 'heddle check --help')\n",
            k->cli.all_argv[0], k->cli.argv[0]);
    return EXIT_USAGE;
  }
  if (!k->cli.junit && main_program(&k->cli, &t, &usage)) return EXIT_USAGE;
  cli_signals();
  if (!select_tests(k, &t, &err)) search_and_report(k, &t, &r, &err);
  json_decref(r.json);
  json_decref(r.cases);
  tests_release(&t);
  return err.code ? cli_fail(&err) : r.exit_code;
}
