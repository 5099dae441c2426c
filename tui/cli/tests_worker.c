/* The search of one test, in a worker process: what it came to is an answer in JSON (tests_run.c).
 */
#include <signal.h>

#include "engine/base/mem.h"
#include "tui/cli/captured.h"
#include "tui/cli/tests_int.h"

static json_t *traces_json(const struct check *k) {
  json_t *j = json_array();
  uint32_t i;
  for (i = 0; i < k->count; i++)
    if (k->traces[i]) json_array_append_new(j, json_string(k->traces[i]));
  return j;
}

static json_t *search_json(struct check *k, int fd) {
  struct error err = {0};
  int code;
  bool skipped;
  json_t *check;
  if (check_search(k, &err)) return worker_failure_json(&err);
  code = check_exit_code(k);
  skipped = code == EXIT_NO_ERROR && k->listing && k->listing->len;
  check = check_json(k);
  if (!skipped && code != EXIT_NO_ERROR) check_print(k, 0);
  return json_pack("{s:i,s:b,s:o,s:o,s:o}", "code", code, "skipped", skipped, "check", check,
                   "text", captured_text(fd), "traces", traces_json(k));
}

static json_t *search_test(const struct runner *r, size_t class, size_t test) {
  const struct test *one = &r->t->list.data[class].tests.data[test];
  struct text listing = {0};
  struct check k = {.cli = r->check->cli, .explained = r->check->explained, .traces_later = true};
  int fd = captured_begin();
  if (k.cli.junit) {
    k.listing = &listing;
    k.cli.quiet = true;
  }
  k.cli.output = tests_worker_file(r->traces, class, test);
  k.cli.coverage = tests_worker_file(r->check->cli.coverage, class, test);
  k.cli.engine.main_class = one->main_class;
  k.cli.engine.argc = (int)one->args.len;
  k.cli.engine.argv = one->args.data;
  return search_json(&k, fd);
}

json_t *tests_worker_work(void *self, size_t class, size_t test) {
  const struct runner *r = self;
  if (test == (size_t)ASKING) return tests_find(&r->check->cli, &r->t->list.data[class]);
  cli_stop_on(SIGTERM);
  return search_test(r, class, test);
}
