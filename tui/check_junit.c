/* heddle check --junit CLASS[#METHOD]: the tests are found by JUnit's own discovery, executed in the engine as `heddle
 * run` would; each is then searched from main with JUnit's own runner around it (engine/natives/junit.c). JUnit comes
 * from the program's class path. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/vm/interp.h"
#include "engine/vm/native.h"
#include "tui/check.h"

struct test {
  char *name; /* "CalcTest#adds" */
  const char *main_class;
  int argc;
  char *argv[3];
};

struct tests {
  VEC(struct test) list;
  char *class_name;   /* as given, before # */
  const char *method; /* NULL: all */
};

static void tests_release(struct tests *t) {
  size_t i;
  int a;
  for (i = 0; i < t->list.len; i++) {
    free(t->list.data[i].name);
    for (a = 0; a < t->list.data[i].argc; a++) free(t->list.data[i].argv[a]);
  }
  vec_free(&t->list);
  free(t->class_name);
}

/* ---- finding the tests ---- */

/* "adds" of "adds", "adds()", "adds[2 and 3]" and "values(int)". */
static bool is_wanted(const struct tests *t, const char *method) {
  size_t n;
  if (!t->method) return true;
  n = strlen(t->method);
  return !strncmp(method, t->method, n) && (!method[n] || strchr("([{", method[n]));
}

/* A line of heddle.JUnit4: class, tab, method; no method: a class that is ignored whole. */
static void add_four(struct tests *t, const char *line) {
  const char *tab = strchr(line, '\t');
  struct test one = {.main_class = "heddle.JUnit4"};
  if (!tab || (tab[1] && !is_wanted(t, tab + 1))) return;
  one.argv[0] = mem_strdup(t->class_name);
  one.argv[1] = tab[1] ? mem_printf("%.*s", (int)(tab - line), line) : mem_strdup("all");
  if (tab[1]) one.argv[2] = mem_strdup(tab + 1);
  one.argc = tab[1] ? 3 : 2;
  one.name = mem_printf("%.*s%s%s", (int)(tab - line), line, tab[1] ? "#" : "", tab + 1);
  *vec_push(&t->list) = one;
}

/* The name of a unique id "[engine:e]/[class:C]/[nested-class:I]/[method:m()]": "C$I#m()". NULL when its last part is a
 * container that has tests of its own. */
static char *five_name(const char *id) {
  struct text out = {0};
  const char *p = id;
  bool is_test = false;
  text_puts(&out, "");
  while ((p = strchr(p, '['))) {
    const char *colon = strchr(p, ':'), *end = strchr(p, ']');
    size_t kind = colon ? (size_t)(colon - p - 1) : 0;
    if (!colon || !end) break;
    while (end[1] && end[1] != '/')
      end = strchr(end + 1, ']') ? strchr(end + 1, ']') : end + strlen(end) - 1; /* array types */
    is_test = kind && strncmp(p + 1, "engine", kind) && strncmp(p + 1, "class", kind) &&
              strncmp(p + 1, "nested-class", kind) && strncmp(p + 1, "runner", kind);
    if (strncmp(p + 1, "engine:", 7))
      text_printf(&out, "%s%.*s", !out.len ? "" : is_test ? "#" : "$", (int)(end - colon - 1), colon + 1);
    p = end;
  }
  if (is_test) return out.s;
  text_release(&out);
  return NULL;
}

static void add_five(struct tests *t, const char *id) {
  struct test one = {.main_class = "heddle.JUnit5", .argc = 2};
  const char *hash;
  if (!strncmp(id, "[engine:junit-vintage]", 22)) return; /* JUnit 4's runner itself does those */
  one.name = five_name(id);
  hash = one.name ? strrchr(one.name, '#') : NULL;
  if (!one.name || (hash && !is_wanted(t, hash + 1))) {
    free(one.name);
    return;
  }
  one.argv[0] = mem_strdup(t->class_name);
  one.argv[1] = mem_strdup(id);
  *vec_push(&t->list) = one;
}

/* Lets the main class tell the tests of the class. */
static int ask(const struct cli *c, struct vm *vm, struct tests *t, const char *main_class, struct error *err) {
  struct text told = {0};
  char *line, *next;
  int r;
  (void)c;
  vm->told = &told;
  if (vm_start(vm, main_class, 1, &t->class_name, err)) return err->code;
  r = vm_run_free(vm);
  if (r == STOP_FAILED)
    error_set(err, vm->err.code, "%s", vm->err.msg);
  else if (vm->violation.property)
    error_set(err, ERR_INPUT, "%s: %s", t->class_name, vm->violation.message);
  for (line = told.s; line && *line && !err->code; line = next) {
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    if (strchr(line, '[') == line)
      add_five(t, line);
    else
      add_four(t, line);
  }
  text_release(&told);
  return err->code;
}

/* A machine of its own for each: what ran in it is of no use to a search. */
static int find_with(const struct cli *c, struct tests *t, const char *needed, const char *main_class, bool *there,
                     struct error *err) {
  struct vm_options vo = {.java_home = c->engine.java_home,
                          .class_path = c->engine.class_path ? c->engine.class_path : ".",
                          .seed = c->engine.seed,
                          .heap_bytes = c->engine.heap_bytes,
                          .assertions = true,
                          .properties = PROP_EXCEPTION,
                          .out_fd = -1,
                          .err_fd = -1};
  struct vm *vm = NULL;
  char *slashed = mem_strdup(t->class_name);
  char *p;
  for (p = slashed; *p; p++) *p = *p == '.' ? '/' : *p;
  if (!vm_new(&vo, &vm, err)) {
    if (!vm_class(vm, slashed, NULL)) error_set(err, ERR_INPUT, "no test class %s on the class path", t->class_name);
    *there |= vm_class(vm, needed, NULL) != NULL;
    if (!err->code && vm_class(vm, needed, NULL)) ask(c, vm, t, main_class, err);
  }
  vm_free(vm);
  free(slashed);
  return err->code;
}

static int find(const struct cli *c, struct tests *t, struct error *err) {
  bool there = false;
  const char *hash = strchr(c->junit, '#');
  t->class_name = hash ? mem_printf("%.*s", (int)(hash - c->junit), c->junit) : mem_strdup(c->junit);
  t->method = hash && hash[1] ? hash + 1 : NULL;
  if (find_with(c, t, "org/junit/platform/launcher/core/LauncherFactory", "heddle.JUnit5", &there, err))
    return err->code;
  if (!t->list.len && find_with(c, t, "org/junit/runner/JUnitCore", "heddle.JUnit4", &there, err)) return err->code;
  if (t->list.len) return 0;
  if (!there)
    return error_set(err, ERR_INPUT, "--junit: neither junit (4) nor junit-platform-launcher (5) is on the class path");
  return error_set(err, ERR_INPUT, "--junit: %s has no test%s%s", t->class_name, t->method ? " " : "",
                   t->method ? t->method : "");
}

/* ---- searching them ---- */

struct results {
  uint32_t of[4]; /* by exit code: no error, error, -, skipped */
  uint32_t inconclusive;
  json_t *json; /* array, NULL: text */
};

/* The trace of the n-th error: FILE, FILE.2, ... */
static char *output_of(const struct cli *c, uint32_t n) {
  if (!c->output) return NULL;
  return n > 1 ? mem_printf("%s.%u", c->output, n) : mem_strdup(c->output);
}

static void tell(struct check *k, const struct test *t, bool skipped, struct results *r) {
  const char *verdict = skipped ? "skipped" : check_verdict(k);
  if (r->json) {
    json_t *j = check_json(k), *named = json_pack("{s:s}", "test", t->name);
    json_object_set_new(j, "verdict", json_string(verdict));
    json_object_update(named, j);
    json_decref(j);
    json_array_append_new(r->json, named);
    return;
  }
  printf("%s: %s", t->name, verdict);
  if (!strcmp(verdict, "no error"))
    printf(" (%llu state%s, %.2f s)\n", (unsigned long long)k->report.states, PLURAL(k->report.states),
           k->report.seconds);
  else if (skipped)
    putchar('\n');
  else
    putchar('\n'), check_print(k);
  fflush(stdout);
}

static int search_one(const struct cli *c, struct test *t, struct results *r, struct error *err) {
  struct text told = {0};
  struct check k = {.cli = *c, .told = &told};
  char *output = output_of(c, r->of[EXIT_ERROR_FOUND] + 1);
  bool skipped;
  k.cli.output = output;
  k.cli.engine.main_class = t->main_class;
  k.cli.engine.argc = t->argc;
  k.cli.engine.argv = t->argv;
  if (!check_search(&k, err)) {
    int code = check_exit_code(&k);
    skipped = code == EXIT_NO_ERROR && told.len;
    tell(&k, t, skipped, r);
    if (code == EXIT_INCONCLUSIVE)
      r->inconclusive++;
    else
      r->of[skipped ? 3 : code]++;
  }
  if (cli_stop == CHECK_TIME_OVER) cli_stop = 0; /* only this test's time is over */
  check_release(&k);
  text_release(&told);
  free(output);
  return err->code;
}

static const char *overall(const struct results *r) {
  if (r->of[EXIT_ERROR_FOUND]) return "error";
  return r->inconclusive ? "inconclusive" : "no error";
}

static void tell_all(const struct results *r, size_t count) {
  uint32_t good = r->of[EXIT_NO_ERROR], bad = r->of[EXIT_ERROR_FOUND], skipped = r->of[3];
  if (r->json) {
    check_dump_json(json_pack("{s:s,s:{s:i,s:i,s:i,s:i,s:i},s:O}", "verdict", overall(r), "count", "tests", (int)count,
                              "error", (int)bad, "no error", (int)good, "inconclusive", (int)r->inconclusive, "skipped",
                              (int)skipped, "tests", r->json));
    return;
  }
  printf("%zu test%s: %u with an error, %u without, %u inconclusive, %u skipped\n", count, PLURAL(count), bad, good,
         r->inconclusive, skipped);
}

int check_tests(struct cli *c) {
  struct tests t = {0};
  struct results r = {0};
  struct error err = {0};
  size_t i;
  if (c->argc) {
    fprintf(stderr, "heddle check: --junit names what to run, '%s' does so too (try 'heddle check --help')\n",
            c->argv[0]);
    return EXIT_USAGE;
  }
  cli_signals();
  if (find(c, &t, &err)) goto out;
  if (c->json) r.json = json_array();
  for (i = 0; i < t.list.len && !cli_stop; i++)
    if (search_one(c, &t.list.data[i], &r, &err)) goto out;
  tell_all(&r, i);
out:
  json_decref(r.json);
  tests_release(&t);
  if (err.code) return cli_fail(&err);
  if (r.of[EXIT_ERROR_FOUND]) return EXIT_ERROR_FOUND;
  return r.inconclusive || cli_stop ? EXIT_INCONCLUSIVE : EXIT_NO_ERROR;
}
