/* Searching the tests of classes side by side: each class is asked for its tests, and each test
 * searched, by a worker, a process of its own, which is confined by that. Answers wait here until
 * those of the tests before them are told. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "trace/campaign/workers.h"
#include "trace/export/export.h"
#include "trace/export/report.h"
#include "tui/cli/explain.h"
#include "tui/cli/tests.h"

enum { ASKING = -1 }; /* in place of a test's number: the worker asks for the tests of the class */

struct class_run {
  bool asked, known, told;
  json_t **answers; /* of its tests, NULL: not yet there */
  size_t begun, ended, shown;
  uint32_t errors;
  double start;
};

struct runner {
  struct check *check;
  struct test_classes *t;
  struct test_results *r;
  struct class_run *of;
  struct workers workers;
  char *
      traces; /* where workers write counterexamples: this, class and test; NULL: none are wanted */
  bool terminal;
  double stopped; /* when the workers were told to end, 0: not */
};

static double seconds_now(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static char *worker_file(const char *base, size_t class, size_t test) {
  return base ? mem_printf("%s.%zu.%zu.new", base, class, test) : NULL;
}

/* ---- in a worker ---- */

static json_t *failure_json(const struct error *err) {
  return json_pack("{s:s,s:i}", "failed", err->msg, "errno", err->code);
}

/* What is printed from now on goes into memory. */
static int capture_stdout(void) {
  int fd = memfd_create("report", MFD_CLOEXEC);
  if (fd >= 0) dup2(fd, STDOUT_FILENO);
  return fd;
}

static json_t *captured(int fd) {
  struct text t = {0};
  char buf[4096];
  ssize_t n;
  off_t at = 0;
  json_t *j;
  fflush(stdout);
  text_puts(&t, "");
  while ((n = pread(fd, buf, sizeof buf, at)) > 0) {
    text_add(&t, buf, (size_t)n);
    at += n;
  }
  j = trace_json_text(t.s, t.len);
  text_release(&t);
  return j;
}

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
  if (check_search(k, &err)) return failure_json(&err);
  code = check_exit_code(k);
  skipped = code == EXIT_NO_ERROR && k->told && k->told->len;
  check = check_json(k);
  if (!skipped && code != EXIT_NO_ERROR) check_print(k, 0);
  return json_pack("{s:i,s:b,s:o,s:o,s:o}", "code", code, "skipped", skipped, "check", check,
                   "text", captured(fd), "traces", traces_json(k));
}

static json_t *search_test(const struct runner *r, size_t class, size_t test) {
  const struct test *one = &r->t->list.data[class].tests.data[test];
  struct text told = {0};
  struct check k = {.cli = r->check->cli, .explained = r->check->explained, .traces_later = true};
  int fd = capture_stdout();
  if (k.cli.junit) {
    k.told = &told;
    k.cli.quiet = true;
  }
  k.cli.output = worker_file(r->traces, class, test);
  k.cli.coverage = worker_file(r->check->cli.coverage, class, test);
  k.cli.engine.main_class = one->main_class;
  k.cli.engine.argc = (int)one->args.len;
  k.cli.engine.argv = one->args.data;
  return search_json(&k, fd);
}

static json_t *work(void *self, size_t class, size_t test) {
  const struct runner *r = self;
  if (test == (size_t)ASKING) return tests_find(&r->check->cli, &r->t->list.data[class]);
  cli_stop_on(SIGTERM);
  return search_test(r, class, test);
}

/* ---- telling ---- */

/* The trace of the n-th error, the coverage of the n-th test: FILE, FILE.2, ... */
static char *numbered(const char *file, size_t n) {
  return n > 1 ? mem_printf("%s.%zu", file, n) : mem_strdup(file);
}

/* A worker's file gets its name. */
static void rename_file(const char *from, char *to) {
  if (rename(from, to)) fprintf(stderr, "heddle: %s: cannot be written\n", to);
  free(to);
}

static json_t *errors_of(json_t *check) {
  json_t *all = json_object_get(check, "distinct_errors"), *one = json_object_get(check, "error");
  if (json_array_size(all)) return json_incref(all);
  return one ? json_pack("[O]", one) : json_array();
}

/* The counterexample becomes a flow of the report, and the file that -o names, or nothing. */
static void keep_trace(struct runner *r, json_t *error, const char *trace, uint32_t i) {
  const struct cli *c = &r->check->cli;
  json_t *flow = c->sarif ? sarif_code_flow(trace, c->source_path) : NULL;
  if (flow) json_object_set_new(error, "code_flow", flow);
  if (!c->output) {
    unlink(trace);
    return;
  }
  char *base = numbered(c->output, r->r->of[TEST_ERROR] + 1), *name = check_trace_name(base, i);
  json_object_set_new(error, "trace", json_string(name));
  rename_file(trace, name);
  free(base);
}

static void keep_traces(struct runner *r, const json_t *answer, json_t *errors) {
  const json_t *traces = json_object_get(answer, "traces");
  uint32_t i;
  for (i = 0; i < json_array_size(traces); i++) {
    const char *trace = json_string_value(json_array_get(traces, i));
    if (trace) keep_trace(r, json_array_get(errors, i), trace, i);
  }
}

static enum test_end end_of(const json_t *answer) {
  int code = (int)json_integer_value(json_object_get(answer, "code"));
  if (json_object_get(answer, "failed")) return TEST_FAILED;
  if (json_is_true(json_object_get(answer, "skipped"))) return TEST_SKIPPED;
  return code == EXIT_NO_ERROR      ? TEST_GOOD
         : code == EXIT_ERROR_FOUND ? TEST_ERROR
                                    : TEST_INCONCLUSIVE;
}

static const char *const verdicts[] = {"no error", "error", "failed", "skipped", "inconclusive"};

static const char *tests_run_text_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

static void show_text(struct runner *r, const char *name, const json_t *answer,
                      const json_t *errors) {
  const json_t *check = json_object_get(answer, "check");
  enum test_end end = end_of(answer);
  json_int_t states = json_integer_value(json_object_get(check, "states"));
  size_t i;
  if (r->check->cli.junit) {
    printf("%s: %s", name, verdicts[end]);
    if (end == TEST_GOOD)
      printf(" (%lld state%s, %.2f s)", (long long)states, PLURAL(states),
             json_number_value(json_object_get(check, "seconds")));
    putchar('\n');
  }
  fputs(tests_run_text_of(answer, "text"), stdout);
  for (i = 0; i < json_array_size(errors); i++)
    if (*tests_run_text_of(json_array_get(errors, i), "trace"))
      printf("  trace: %s\n", tests_run_text_of(json_array_get(errors, i), "trace"));
  if (end == TEST_ERROR && !r->check->cli.output)
    printf("  keep it with -o FILE and walk through it: heddle debug --trace FILE\n");
}

/* The object of --json: as that of one check, with the test's name. */
static void show_json(struct runner *r, const char *name, const json_t *answer,
                      const json_t *errors) {
  json_t *j = r->check->cli.junit ? json_pack("{s:s}", "test", name) : json_object(),
         *trace = json_object_get(json_array_get(errors, 0), "trace");
  json_object_update(j, json_object_get(answer, "check"));
  json_object_set_new(j, "verdict", json_string(verdicts[end_of(answer)]));
  if (end_of(answer) == TEST_FAILED)
    json_object_set(j, "reason", json_object_get(answer, "failed"));
  if (trace) json_object_set(j, "trace", trace);
  if (r->r->json)
    json_array_append(r->r->json, j);
  else
    explain_print(j);
  json_decref(j);
}

/* Flows are of the report alone. */
static void drop_flows(json_t *errors) {
  size_t i;
  for (i = 0; i < json_array_size(errors); i++) {
    json_object_del(json_array_get(errors, i), "code_flow");
    json_object_del(json_array_get(errors, i), "trace");
  }
}

static void add_case(struct runner *r, const struct test_class *k, const char *name,
                     const json_t *answer, json_t *errors) {
  const json_t *check = json_object_get(answer, "check");
  const char *hash = strchr(name, '#'),
             *failed = json_string_value(json_object_get(answer, "failed"));
  char *class = hash ? mem_printf("%.*s", (int)(hash - name), name) : mem_strdup(k->name);
  json_t *copy = errors ? json_deep_copy(errors) : json_array();
  json_array_append_new(
      r->r->cases, json_pack("{s:s,s:s,s:s,s:s,s:s,s:f,s:I,s:s,s:o}", "class", class, "name",
                             hash ? hash + 1 : "", "verdict", verdicts[end_of(answer)], "reason",
                             failed ? failed : tests_run_text_of(check, "reason"), "scope",
                             tests_run_text_of(check, "scope"), "seconds",
                             json_number_value(json_object_get(check, "seconds")), "states",
                             json_integer_value(json_object_get(check, "states")), "text",
                             tests_run_text_of(answer, "text"), "errors", copy));
  free(class);
}

/* The first failure is the whole's. */
static void take_code(struct runner *r, const json_t *answer) {
  if (!r->r->failed_code)
    r->r->failed_code = cli_exit_code((int)json_integer_value(json_object_get(answer, "errno")));
}

static void show_test(struct runner *r, size_t class, size_t test) {
  struct class_run *of = &r->of[class];
  const struct test_class *k = &r->t->list.data[class];
  const char *name = k->tests.data[test].name, *coverage = r->check->cli.coverage;
  json_t *answer = of->answers[test], *errors = errors_of(json_object_get(answer, "check"));
  size_t before = json_array_size(r->r->cases);
  enum test_end end = end_of(answer);
  keep_traces(r, answer, errors);
  if (coverage && !json_object_get(answer, "failed")) {
    char *from = worker_file(coverage, class, test);
    rename_file(from, numbered(coverage, before + 1));
    free(from);
  }
  r->r->of[end]++;
  if (!r->check->cli.junit)
    r->r->program_code = (int)json_integer_value(json_object_get(answer, "code"));
  of->errors += end == TEST_ERROR;
  add_case(r, k, name, answer, errors);
  if (end == TEST_FAILED) take_code(r, answer);
  if (end == TEST_FAILED && !r->check->cli.junit)
    fprintf(stderr, "heddle: %s\n", tests_run_text_of(answer, "failed"));
  else if (end == TEST_FAILED && !r->r->json)
    printf("%s: failed: %s\n", name, tests_run_text_of(answer, "failed"));
  else if (r->r->json || r->check->explained)
    show_json(r, name, answer, errors);
  else
    show_text(r, name, answer, errors);
  drop_flows(errors);
  json_decref(errors);
  json_decref(answer);
  of->answers[test] = NULL;
}

/* ---- progress ---- */

static bool shows_progress(const struct runner *r) {
  return !r->check->cli.quiet && r->check->cli.junit;
}

static void clear_line(const struct runner *r) {
  if (r->terminal) fputs("\r\033[K", stderr);
}

/* A line for each class that was searched. */
static void class_done(struct runner *r, size_t class) {
  struct class_run *of = &r->of[class];
  size_t n = r->t->list.data[class].tests.len;
  of->told = true;
  r->r->classes += n > 0;
  if (!shows_progress(r) || !n) return;
  fflush(stdout);
  clear_line(r);
  fprintf(stderr, "%s: %zu test%s, %u with an error, %.1f s (class %zu of %zu)\n",
          r->t->list.data[class].name, n, PLURAL(n), of->errors, seconds_now() - of->start,
          class + 1, r->t->list.len);
}

/* The line that is written over: what runs. */
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

/* Tells what is there, in order. */
static void show_ready(struct runner *r) {
  size_t i;
  clear_line(r);
  for (i = 0; i < r->t->list.len; i++) {
    struct class_run *of = &r->of[i];
    if (of->told) continue;
    for (; of->known && of->shown < r->t->list.data[i].tests.len && of->answers[of->shown];
         of->shown++)
      show_test(r, i, of->shown);
    if (!of->known || of->shown < r->t->list.data[i].tests.len) break;
    class_done(r, i);
  }
  fflush(stdout);
  show_progress(r);
}

/* ---- workers ---- */

/* A class whose tests cannot be found: one that was named ends the whole, of others it is told. */
static int class_failed(struct runner *r, size_t class, struct error *found, struct error *err) {
  const struct test_class *k = &r->t->list.data[class];
  json_t *answer = failure_json(found);
  if (k->named && r->t->list.len == 1) {
    json_decref(answer);
    return error_set(err, found->code, "%s", found->msg);
  }
  clear_line(r);
  fprintf(stderr, "heddle: %s: %s\n", k->name, found->msg);
  r->r->of[TEST_FAILED]++;
  take_code(r, answer);
  add_case(r, k, "", answer, json_object_get(answer, "errors"));
  json_decref(answer);
  return 0;
}

static int found_tests(struct runner *r, size_t class, const json_t *answer, struct error *err) {
  struct class_run *of = &r->of[class];
  struct error why = {0};
  of->known = true;
  if (tests_take(&r->t->list.data[class], answer, &why)) class_failed(r, class, &why, err);
  of->answers = mem_alloc((r->t->list.data[class].tests.len + 1) * sizeof *of->answers);
  return err->code;
}

static int worker_done(void *self, size_t class, size_t test, const json_t *answer, const char *how,
                       struct error *err) {
  struct runner *r = self;
  struct class_run *of = &r->of[class];
  json_t *died = answer ? NULL : json_pack("{s:s,s:i}", "failed", how, "errno", ERR_INTERNAL);
  if (r->stopped) { /* a test that was stopped has no verdict; the one program says how far it came
                     */
    bool told =
        test != (size_t)ASKING && answer && (end_of(answer) == TEST_ERROR || !r->check->cli.junit);
    if (told) of->answers[test] = json_deep_copy(answer);
    json_decref(died);
    return 0;
  }
  if (test == (size_t)ASKING) {
    found_tests(r, class, answer ? answer : died, err);
  } else {
    of->answers[test] = answer ? json_deep_copy(answer) : json_incref(died);
    of->ended++;
  }
  json_decref(died);
  return err->code;
}

/* Kills what takes far longer than it may. */
static double limit_of(const struct runner *r) {
  double s = r->check->cli.search.seconds;
  return s > 0 ? 15 * s + 300 : 1e9;
}

static int tests_run_start(struct runner *r, size_t class, size_t test, struct error *err) {
  return workers_start(&r->workers, class, test, limit_of(r), -1, work, r, err);
}

/* The next test that is known, else the next class; false: there is neither. */
static bool start_next(struct runner *r, struct error *err) {
  size_t i;
  for (i = 0; i < r->t->list.len; i++) {
    struct class_run *of = &r->of[i];
    if (of->known && of->begun < r->t->list.data[i].tests.len)
      return tests_run_start(r, i, of->begun++, err), true;
    if (of->asked) continue;
    of->asked = true;
    of->start = seconds_now();
    return tests_run_start(r, i, (size_t)ASKING, err), true;
  }
  return false;
}

/* Searches end in order, and may still tell an error; what asks for tests has nothing to tell. */
static void stop_workers(struct runner *r) {
  uint32_t i;
  if (!r->stopped) {
    r->stopped = seconds_now();
    for (i = 0; i < r->workers.size; i++)
      if (r->workers.slots[i].pid)
        kill(r->workers.slots[i].pid,
             r->workers.slots[i].seed == (size_t)ASKING ? SIGKILL : SIGTERM);
  }
  for (i = 0; i < r->workers.size && seconds_now() > r->stopped + 20; i++)
    if (r->workers.slots[i].pid) kill(r->workers.slots[i].pid, SIGKILL);
}

static int run_all(struct runner *r, struct error *err) {
  while (!err->code) {
    if (cli_stop) stop_workers(r);
    while (!err->code && !cli_stop && r->workers.busy < r->workers.size && start_next(r, err))
      continue;
    if (!r->workers.busy) break;
    if (workers_wait(&r->workers, 200, worker_done, r, err)) break;
    if (!r->stopped) show_ready(r);
  }
  return err->code;
}

/* What was found before the end is told, in order, with gaps. */
static void show_rest(struct runner *r) {
  size_t i, k;
  for (i = 0; i < r->t->list.len; i++) {
    struct class_run *of = &r->of[i];
    size_t n = r->t->list.data[i].tests.len;
    if (of->told) continue;
    for (k = of->shown; of->known && k < n; k++) {
      if (of->answers[k])
        show_test(r, i, k);
      else
        r->r->left_over++;
    }
    r->r->left_over += !of->known;
    r->r->classes += of->known && n;
  }
}

static void remove_files(const struct runner *r, size_t class, size_t test) {
  char *trace = worker_file(r->traces, class, test),
       *coverage = worker_file(r->check->cli.coverage, class, test);
  if (trace) unlink(trace);
  if (coverage) unlink(coverage);
  free(trace);
  free(coverage);
}

static void runner_release(struct runner *r) {
  size_t i, k;
  workers_release(&r->workers);
  for (i = 0; i < r->t->list.len; i++) {
    for (k = 0; r->stopped && k < r->t->list.data[i].tests.len; k++) remove_files(r, i, k);
    for (k = 0; r->of[i].answers && k < r->t->list.data[i].tests.len; k++)
      json_decref(r->of[i].answers[k]);
    free(r->of[i].answers);
  }
  free(r->of);
}

/* Counterexamples that only the report needs stand in a folder of their own. */
static int choose_traces(struct runner *r, char **folder, struct error *err) {
  const struct cli *c = &r->check->cli;
  const char *tmp = getenv("TMPDIR");
  *folder = NULL;
  if (c->output) r->traces = mem_strdup(c->output);
  if (c->output || !c->sarif) return 0;
  *folder = mem_printf("%s/heddle-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp(*folder)) return error_set(err, ERR_INPUT, "%s: cannot be made", *folder);
  r->traces = mem_printf("%s/trace", *folder);
  return 0;
}

int tests_run(struct check *k, struct test_classes *t, struct test_results *res,
              struct error *err) {
  struct runner r = {.check = k, .t = t, .r = res, .terminal = isatty(STDERR_FILENO)};
  char *folder;
  size_t i;
  r.of = mem_alloc((t->list.len + 1) * sizeof *r.of);
  for (i = 0; i < t->list.len; i++)
    if (!k->cli.junit) {
      r.of[i] = (struct class_run){
          .asked = true, .known = true, .answers = mem_alloc(sizeof *r.of[i].answers)};
    }
  if (choose_traces(&r, &folder, err)) return err->code;
  workers_init(&r.workers, k->cli.jobs ? k->cli.jobs : cli_cores());
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
