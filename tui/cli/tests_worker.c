/* Searches one test in a worker process. Its answer is a JSON object (tests_run.c). */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tui/cli/auto.h"
#include "tui/cli/captured.h"
#include "tui/cli/contracts.h"
#include "tui/cli/tests_int.h"

static json_t *traces_json(const struct check *k) {
  json_t *j = json_array();
  uint32_t i;
  for (i = 0; i < k->count; i++)
    if (k->traces[i]) json_array_append_new(j, json_string(k->traces[i]));
  return j;
}

static json_t *search_json(struct check *k) {
  int code, fd = captured_begin();
  struct error err = {0};
  bool skipped;
  char *methods;
  json_t *check, *answer;
  if (check_search(k, &err)) return worker_failure_json(&err);
  code = check_exit_code(k);
  skipped = code == EXIT_NO_ERROR && k->listing && k->listing->len;
  methods = code == EXIT_NO_ERROR ? contracts_called(k->e) : NULL;
  check = check_json(k);
  if (!skipped && (code != EXIT_NO_ERROR || !k->listing)) check_print(k, 0);
  answer = json_pack("{s:i,s:b,s:o,s:o,s:o,s:s?}", "code", code, "skipped", skipped, "check", check,
                     "text", captured_text(fd), "traces", traces_json(k), "methods", methods);
  free(methods);
  return answer;
}

/* Returns the name that selects the test. For a generated test of JUnit 5 or a row, drops the words
 * shown after its number. Caller frees. */
static char *test_selector(const char *name) {
  const char *hash = strchr(name, '#'), *at = hash ? hash : name + strlen(name);
  size_t depth = 0;
  for (; *at && (depth || *at != ' '); at++) {
    if (strchr("([{", *at)) depth++;
    if (depth && strchr(")]}", *at)) depth--;
  }
  return mem_printf("%.*s", (int)(at - name), name);
}

static json_t *search_by_auto(const struct runner *r, struct check *k, const struct test *one) {
  char *name = k->listing ? test_selector(one->name) : NULL;
  const struct auto_test t = {name, r->t->class_path != NULL, r->jobs};
  json_t *answer = auto_check_test(k, &t);
  free(name);
  return answer;
}

static json_t *search_test(const struct runner *r, size_t class, size_t test) {
  const struct test *one = &r->t->list.data[class].tests.data[test];
  struct text listing = {0};
  struct check k = {.cli = r->check->cli, .explained = r->check->explained, .traces_later = true};
  if (k.cli.junit) {
    k.listing = &listing;
    k.cli.quiet = true;
  }
  k.cli.output = tests_worker_file(r->traces, class, test);
  k.cli.coverage = tests_worker_file(r->check->cli.coverage, class, test);
  k.cli.engine.main_class = one->main_class;
  k.cli.engine.argc = (int)one->args.len;
  k.cli.engine.argv = one->args.data;
  return auto_chosen(&k.cli) ? search_by_auto(r, &k, one) : search_json(&k);
}

json_t *tests_worker_work(void *self, size_t class, size_t test) {
  const struct runner *r = self;
  if (test == (size_t)ASKING) return tests_find(&r->check->cli, &r->t->list.data[class]);
  cli_stop_on(SIGTERM);
  return search_test(r, class, test);
}
