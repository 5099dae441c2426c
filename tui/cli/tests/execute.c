/* Searches the tests of classes in parallel. A worker, which is a process that becomes confined,
 * asks for the tests of each class and searches each test. Answers wait here until those of all
 * earlier tests are reported. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/folders.h"
#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "trace/campaign/workers.h"
#include "trace/export/export.h"
#include "trace/export/verdict_report.h"
#include "tui/cli/auto/auto.h"
#include "tui/cli/captured.h"
#include "tui/cli/contracts.h"
#include "tui/cli/explain.h"
#include "tui/cli/machine.h"
#include "tui/cli/tests/tests.h"
#include "tui/cli/tests/tests_int.h"

/* ---- search in a worker ---- */

/* The worker's answer is a JSON object. */

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

/* Returns the value of --own, extended by the package of the test's class: a library has its tests
 * in its own package. Caller frees. */
static char *own_classes(const struct cli *c, const char *class_name) {
  const char *dot = strrchr(class_name, '.'), *given = c->engine.own;
  int package = dot ? (int)(dot + 1 - class_name) : 0;
  return mem_printf("%s%s%s^\\Q%.*s\\E[^.]*$", given ? "(?:" : "", given ? given : "",
                    given ? ")|" : "", package, class_name);
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
  CHECK(class < r->t->list.len && test < r->t->list.data[class].tests.len,
        "a worker searches a test: %zu of class %zu", test, class);
  if (k.cli.junit) {
    k.listing = &listing;
    k.cli.quiet = true;
  }
  if (k.cli.junit) k.cli.engine.own = own_classes(&k.cli, r->t->list.data[class].name);
  k.cli.output = tests_worker_file(r->traces, class, test);
  k.cli.coverage = tests_worker_file(r->check->cli.coverage, class, test);
  k.cli.engine.main_class = one->main_class;
  k.cli.engine.argc = (int)one->args.len;
  k.cli.engine.argv = one->args.data;
  return auto_chosen(&k.cli) ? search_by_auto(r, &k, one) : search_json(&k);
}

static json_t *tests_worker_work(void *self, size_t class, size_t test) {
  const struct runner *r = self;
  if (test == (size_t)ASKING) return tests_find(&r->check->cli, &r->t->list.data[class]);
  cli_stop_on(SIGTERM);
  return search_test(r, class, test);
}

/* ---- progress ---- */

char *tests_worker_file(const char *base, size_t class, size_t test) {
  return base ? mem_printf("%s.%zu.%zu.new", base, class, test) : NULL;
}

static bool shows_progress(const struct runner *r) {
  return !r->check->cli.quiet && r->check->cli.junit;
}

static void clear_line(const struct runner *r) {
  if (r->terminal) fputs("\r\033[K", stderr);
}

/* Prints a line for each class that was searched. */
static void class_done(struct runner *r, size_t class) {
  struct class_run *of = &r->of[class];
  size_t n = r->t->list.data[class].tests.len;
  CHECK(!of->reported && of->shown == n, "a class is reported once, with all its tests: %zu of %zu",
        of->shown, n);
  of->reported = true;
  r->r->classes += n > 0;
  if (!shows_progress(r) || !n) return;
  fflush(stdout);
  clear_line(r);
  fprintf(stderr, "%s: %zu test%s, %u with an error, %.1f s (class %zu of %zu)\n",
          r->t->list.data[class].name, n, PLURAL(n), of->errors, clock_seconds() - of->start,
          class + 1, r->t->list.len);
}

/* Prints the line on what is running. The next output overwrites it. */
static void show_progress(const struct runner *r) {
  size_t i, shown = 0;
  uint32_t done = 0;
  if (!r->terminal || !shows_progress(r)) return;
  for (i = 0; i < COUNT(r->r->of); i++) done += r->r->of[i];
  fprintf(stderr, "\r\033[K%u test%s done, %u with an error; now", done, PLURAL(done),
          r->r->of[TEST_ERROR]);
  for (i = 0; i < r->t->list.len && shown < 3; i++) {
    const struct class_run *of = &r->of[i];
    if (!of->asked || (of->known && of->ended == r->t->list.data[i].tests.len)) continue;
    fprintf(stderr, "%s %.40s %zu/%zu", shown++ ? "," : "", r->t->list.data[i].name, of->ended,
            r->t->list.data[i].tests.len);
  }
  fflush(stderr);
}

/* Reports the complete results, in order. */
static void show_ready(struct runner *r) {
  size_t i;
  clear_line(r);
  for (i = 0; i < r->t->list.len; i++) {
    struct class_run *of = &r->of[i];
    if (of->reported) continue;
    for (; of->known && of->shown < r->t->list.data[i].tests.len && of->answers[of->shown];
         of->shown++)
      tests_show(r, i, of->shown);
    if (!of->known || of->shown < r->t->list.data[i].tests.len) break;
    class_done(r, i);
  }
  fflush(stdout);
  show_progress(r);
}

/* ---- starting and ending workers ---- */

/* Handles a class whose tests cannot be found: a single named class ends the command; otherwise the
 * failure is reported. */
static int class_failed(struct runner *r, size_t class, struct error *found, struct error *err) {
  const struct test_class *k = &r->t->list.data[class];
  json_t *answer = worker_failure_json(found);
  if (k->named && r->t->list.len == 1) {
    json_decref(answer);
    return error_set(err, found->code, "%s", found->msg);
  }
  clear_line(r);
  fprintf(stderr, "heddle: %s: %s\n", k->name, found->msg);
  r->r->of[TEST_FAILED]++;
  tests_take_code(r, answer);
  tests_add_case(r, k, "", answer, json_object_get(answer, "errors"));
  json_decref(answer);
  return 0;
}

static int found_tests(struct runner *r, size_t class, const json_t *answer, struct error *err) {
  struct class_run *of = &r->of[class];
  struct error why = {0};
  CHECK(of->asked && !of->known, "a class is asked once for its tests: %zu", class);
  of->known = true;
  if (tests_take(&r->t->list.data[class], answer, &why)) class_failed(r, class, &why, err);
  of->answers = mem_alloc((r->t->list.data[class].tests.len + 1) * sizeof *of->answers);
  return err->code;
}

static bool is_verdict(enum test_end end) { return end != TEST_INCONCLUSIVE && end != TEST_FAILED; }

static int worker_done(void *self, size_t class, size_t test, const json_t *answer, const char *how,
                       struct error *err) {
  struct runner *r = self;
  struct class_run *of = &r->of[class];
  json_t *died = answer ? NULL : json_pack("{s:s,s:i}", "failed", how, "errno", ERR_INTERNAL);
  if (r->stopped) {
    /* A test that was stopped has no verdict. For a single program, the report says how far it
     * came. */
    bool usable = test != (size_t)ASKING && answer &&
                  (is_verdict(tests_end_of(answer)) || !r->check->cli.junit);
    if (usable) of->answers[test] = json_deep_copy(answer);
    json_decref(died);
    return 0;
  }
  if (test == (size_t)ASKING) {
    found_tests(r, class, answer ? answer : died, err);
  } else {
    CHECK(of->known && test < of->begun && !of->answers[test],
          "a test that ends was begun: %zu of %zu", test, of->begun);
    of->answers[test] = answer ? json_deep_copy(answer) : json_incref(died);
    of->ended++;
  }
  json_decref(died);
  return err->code;
}

/* Returns the seconds after which a worker is killed, far more than it should take. */
static double limit_of(const struct runner *r) {
  double s = r->check->cli.search.seconds;
  return s > 0 ? 15 * s + 300 : 1e9;
}

/* While tests wait to start, each test has one job. When none waits, the running ones share all
 * jobs. `more` workers are about to start. */
static void share_jobs(struct runner *r, uint32_t more) {
  uint32_t run = r->workers.busy + more;
  bool waits = false;
  size_t i;
  for (i = 0; i < r->t->list.len; i++)
    waits |= !r->of[i].known || r->of[i].begun < r->t->list.data[i].tests.len;
  *r->jobs = waits || !run ? 1 : r->workers.size / run;
}

static int tests_run_start(struct runner *r, size_t class, size_t test, struct error *err) {
  share_jobs(r, 1);
  return workers_start(&r->workers, class, test, limit_of(r), -1, tests_worker_work, r, err);
}

/* Starts the next known test, else the next class. Returns false if there is neither. */
static bool start_next(struct runner *r, struct error *err) {
  size_t i;
  for (i = 0; i < r->t->list.len; i++) {
    struct class_run *of = &r->of[i];
    if (of->known && of->begun < r->t->list.data[i].tests.len)
      return tests_run_start(r, i, of->begun++, err), true;
    if (of->asked) continue;
    of->asked = true;
    of->start = clock_seconds();
    return tests_run_start(r, i, (size_t)ASKING, err), true;
  }
  return false;
}

/* Ends searches with SIGTERM, because they may still report an error, and workers that only list
 * tests with SIGKILL. */
static void stop_workers(struct runner *r) {
  uint32_t i;
  if (!r->stopped) {
    r->stopped = clock_seconds();
    for (i = 0; i < r->workers.size; i++)
      if (r->workers.slots[i].pid)
        kill(r->workers.slots[i].pid,
             r->workers.slots[i].seed == (size_t)ASKING ? SIGKILL : SIGTERM);
  }
  for (i = 0; i < r->workers.size && clock_seconds() > r->stopped + 20; i++)
    if (r->workers.slots[i].pid) kill(r->workers.slots[i].pid, SIGKILL);
}

static int run_all(struct runner *r, struct error *err) {
  while (!err->code) {
    if (cli_stop) stop_workers(r);
    while (!err->code && !cli_stop && r->workers.busy < r->workers.size && start_next(r, err))
      continue;
    if (!r->workers.busy) break;
    share_jobs(r, 0);
    if (workers_wait(&r->workers, 200, worker_done, r, err)) break;
    if (!r->stopped) show_ready(r);
  }
  return err->code;
}

/* Reports all results found before the end, in order, with gaps. */
static void show_rest(struct runner *r) {
  size_t i, k;
  for (i = 0; i < r->t->list.len; i++) {
    struct class_run *of = &r->of[i];
    size_t n = r->t->list.data[i].tests.len;
    if (of->reported) continue;
    for (k = of->shown; of->known && k < n; k++) {
      if (of->answers[k])
        tests_show(r, i, k);
      else
        r->r->left_over++;
    }
    r->r->left_over += !of->known;
    r->r->classes += of->known && n;
  }
}

static void remove_files(const struct runner *r, size_t class, size_t test) {
  char *trace = tests_worker_file(r->traces, class, test),
       *coverage = tests_worker_file(r->check->cli.coverage, class, test);
  if (trace) whole_file_remove(trace);
  if (coverage) unlink(coverage);
  free(trace);
  free(coverage);
}

static void runner_release(struct runner *r) {
  size_t i, k;
  workers_release(&r->workers);
  munmap(r->jobs, sizeof *r->jobs);
  for (i = 0; i < r->t->list.len; i++) {
    for (k = 0; r->stopped && k < r->t->list.data[i].tests.len; k++) remove_files(r, i, k);
    for (k = 0; r->of[i].answers && k < r->t->list.data[i].tests.len; k++)
      json_decref(r->of[i].answers[k]);
    free(r->of[i].answers);
  }
  free(r->of);
}

/* Chooses where counterexamples go. If only the report needs them, they go to a temporary
 * folder. */
static int choose_traces(struct runner *r, char **folder, struct error *err) {
  const struct cli *c = &r->check->cli;
  *folder = NULL;
  if (c->output) r->traces = mem_strdup(c->output);
  if (c->output || !c->sarif) return 0;
  if (folder_temporary("heddle", folder, err)) return err->code;
  r->traces = mem_printf("%s/trace", *folder);
  return 0;
}

static int open_jobs(struct runner *r, struct error *err) {
  r->jobs = mmap(NULL, sizeof *r->jobs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (r->jobs == MAP_FAILED) return error_set(err, ERR_MEMORY, "no shared memory");
  *r->jobs = 1;
  return 0;
}

int tests_run(struct check *k, struct test_classes *t, struct test_results *res,
              struct error *err) {
  struct runner r = {.check = k, .t = t, .r = res, .terminal = isatty(STDERR_FILENO)};
  char *folder;
  size_t i;
  if (open_jobs(&r, err)) return err->code;
  r.of = mem_alloc((t->list.len + 1) * sizeof *r.of);
  for (i = 0; i < t->list.len; i++)
    if (!k->cli.junit) {
      r.of[i] = (struct class_run){
          .asked = true, .known = true, .answers = mem_alloc(sizeof *r.of[i].answers)};
    }
  if (choose_traces(&r, &folder, err)) return err->code;
  workers_init(&r.workers, k->cli.jobs ? k->cli.jobs : machine_cores());
  if (!run_all(&r, err)) {
    show_ready(&r);
    clear_line(&r);
    show_rest(&r);
    res->interrupted = r.stopped > 0 ? cli_stop : 0;
  }
  runner_release(&r);
  free(r.traces);
  if (folder) rmdir(folder);
  free(folder);
  return err->code;
}
