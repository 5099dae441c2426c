/* heddle check --junit CLASS[#METHOD]: the tests are found by JUnit's own discovery, executed in the engine as `heddle
 * run` would; each is then searched from main with JUnit's own runner around it (engine/natives/junit.c). JUnit comes
 * from the program's class path. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/host/broker.h"
#include "engine/vm/interp.h"
#include "engine/vm/native.h"
#include "tui/check.h"
#include "tui/child.h"
#include "tui/explain.h"

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

static void test_release(struct test *t) {
  free(t->name);
  for (int a = 0; a < t->argc; a++) free(t->argv[a]);
}

static void tests_release(struct tests *t) {
  for (size_t i = 0; i < t->list.len; i++) test_release(&t->list.data[i]);
  vec_free(&t->list);
  free(t->class_name);
}

/* ---- finding the tests ---- */

/* "adds" of "adds", "adds()", "adds[2 and 3]", "values(int)" and "values(int)[1] of it"; "values(int)[1]" of the last. */
static bool is_wanted(const struct tests *t, const char *method) {
  size_t n;
  if (!t->method) return true;
  n = strlen(t->method);
  return !strncmp(method, t->method, n) && (!method[n] || strchr("([{ ", method[n]));
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

/* One part "[kind:value]" of a unique id; false behind the last. */
struct id_part {
  const char *kind, *value;
  size_t kind_len, value_len;
};

static bool next_part(const char **p, struct id_part *out) {
  const char *open = strchr(*p, '['), *colon = open ? strchr(open, ':') : NULL, *end = colon ? strchr(colon, ']') : NULL;
  if (!end) return false;
  while (end[1] && end[1] != '/') end = strchr(end + 1, ']') ? strchr(end + 1, ']') : end + strlen(end) - 1; /* array types */
  *out = (struct id_part){open + 1, colon + 1, (size_t)(colon - open - 1), (size_t)(end - colon - 1)};
  *p = end;
  return true;
}

static bool of_kind(const struct id_part *p, const char *kind) { return !strncmp(p->kind, kind, p->kind_len) && !kind[p->kind_len]; }

/* Made by a test of parameters, a repeated one, a factory: "[test-template-invocation:#2]", "[dynamic-test:#1]". */
static bool is_made(const struct id_part *p) { return p->value_len && p->value[0] == '#'; }

/* The name of a unique id "[engine:e]/[class:C]/[nested-class:I]/[method:m()]": "C$I#m()"; of what a test has made with its number and the
 * name that JUnit shows: "C#sized(int)[2] of 3". NULL when its last part is a container that has tests of its own. */
static char *five_name(const char *id, const char *shown) {
  struct text out = {0};
  struct id_part p;
  bool is_test = false, made = false;
  char number[32];
  text_puts(&out, "");
  while (next_part(&id, &p)) {
    made = is_made(&p);
    is_test = !of_kind(&p, "engine") && !of_kind(&p, "class") && !of_kind(&p, "nested-class") && !of_kind(&p, "runner") &&
              !of_kind(&p, "dynamic-container");
    if (of_kind(&p, "engine")) continue;
    if (made)
      text_printf(&out, "[%.*s]", (int)p.value_len - 1, p.value + 1);
    else
      text_printf(&out, "%s%.*s", !out.len ? "" : is_test ? "#" : "$", (int)p.value_len, p.value);
    snprintf(number, sizeof number, "[%.*s] ", (int)(p.value_len < 20 ? p.value_len : 20) - made, p.value + made);
  }
  if (is_test) {
    if (made && !strncmp(shown, number, strlen(number))) shown += strlen(number); /* JUnit often shows it too */
    if (made && *shown) text_printf(&out, " %s", shown);
    return out.s;
  }
  text_release(&out);
  return NULL;
}

/* A line of heddle.JUnit5: unique id, tab, the name that JUnit shows. */
static void add_five(struct tests *t, char *id) {
  struct test one = {.main_class = "heddle.JUnit5", .argc = 2};
  char *tab = strchr(id, '\t');
  const char *hash;
  if (tab) *tab++ = 0;
  if (!strncmp(id, "[engine:junit-vintage]", 22)) return; /* JUnit 4's runner itself does those */
  one.name = five_name(id, tab ? tab : "");
  hash = one.name ? strchr(one.name, '#') : NULL;
  if (!one.name || (hash && !is_wanted(t, hash + 1))) {
    free(one.name);
    return;
  }
  one.argv[0] = mem_strdup(t->class_name);
  one.argv[1] = mem_strdup(id);
  *vec_push(&t->list) = one;
}

static bool has_made_others(const struct tests *t, size_t i) {
  const char *id = t->list.data[i].argv[1];
  size_t n = strlen(id), k;
  for (k = 0; k < t->list.len; k++) {
    const char *other = t->list.data[k].argv[1];
    if (!strncmp(other, id, n) && other[n] == '/') return true;
  }
  return false;
}

/* A test that has made others is these. All are asked before the first one goes. */
static void drop_makers(struct tests *t) {
  bool *maker = mem_alloc((t->list.len + 1) * sizeof *maker);
  size_t kept = 0, i;
  for (i = 0; i < t->list.len; i++) maker[i] = has_made_others(t, i);
  for (i = 0; i < t->list.len; i++) {
    if (maker[i])
      test_release(&t->list.data[i]);
    else
      t->list.data[kept++] = t->list.data[i];
  }
  t->list.len = kept;
  free(maker);
}

static void add_lines(struct tests *t, char *line) {
  char *next;
  bool five = line && *line == '[';
  for (; line && *line; line = next) {
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    if (*line == '[')
      add_five(t, line);
    else
      add_four(t, line);
  }
  if (!five) return;
  drop_makers(t);
}

static json_t *failure_json(const struct error *err) {
  return json_pack("{s:s,s:i}", "failed", err->msg, "errno", err->code);
}

static int take_failure(const json_t *answer, struct error *err) {
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  int code = (int)json_integer_value(json_object_get(answer, "errno"));
  if (!answer) failed = "the process of a test died";
  return failed ? error_set(err, code ? code : ERR_INTERNAL, "%s", failed) : 0;
}

/* Lets the main class tell the tests of the class; they are initialised by that, so the process is confined before. */
static int ask(struct vm *vm, const char *class_name, const char *main_class, struct text *told, struct error *err) {
  char *argument[] = {(char *)(uintptr_t)class_name};
  int r;
  vm->told = told;
  if (vm_start(vm, main_class, 1, argument, err) || broker_enter(vm, NULL, NULL, err)) return err->code;
  r = vm_run_free(vm);
  if (r == STOP_FAILED)
    error_set(err, vm->err.code, "%s", vm->err.msg);
  else if (vm->violation.property && !told->len) /* later: by what makes parameters */
    error_set(err, ERR_INPUT, "%s: %s", class_name, vm->violation.message);
  return err->code;
}

struct look {
  const struct cli *cli;
  const char *class_name, *needed, *main_class;
};

/* In a process of its own: what ran in its machine is of no use to a search. */
static json_t *find_in_child(void *self) {
  const struct look *l = self;
  const struct cli *c = l->cli;
  struct vm_options vo = {.java_home = c->engine.java_home,
                          .class_path = c->engine.class_path ? c->engine.class_path : ".",
                          .seed = c->engine.seed,
                          .heap_bytes = c->engine.heap_bytes,
                          .defines = c->engine.defines,
                          .define_count = c->engine.define_count,
                          .stdin_path = "/dev/null",
                          .assertions = true,
                          .properties = PROP_EXCEPTION,
                          .out_fd = -1,
                          .err_fd = -1};
  struct vm *vm = NULL;
  struct text told = {0};
  struct error err = {0};
  char *slashed = mem_strdup(l->class_name), *p;
  bool there;
  for (p = slashed; *p; p++) *p = *p == '.' ? '/' : *p;
  if (vm_new(&vo, &vm, &err)) return failure_json(&err);
  if (!vm_class(vm, slashed, NULL)) error_set(&err, ERR_INPUT, "no test class %s on the class path", l->class_name);
  there = vm_class(vm, l->needed, NULL) != NULL;
  if (!err.code && there) ask(vm, l->class_name, l->main_class, &told, &err);
  if (err.code) return failure_json(&err);
  return json_pack("{s:b,s:s}", "there", there, "told", told.s ? told.s : "");
}

static int find_with(const struct cli *c, struct tests *t, const char *needed, const char *main_class, bool *there,
                     struct error *err) {
  struct look l = {c, t->class_name, needed, main_class};
  json_t *answer = child_ask(find_in_child, &l);
  if (!take_failure(answer, err)) {
    char *told = mem_strdup(json_string_value(json_object_get(answer, "told")));
    *there |= json_is_true(json_object_get(answer, "there"));
    add_lines(t, told);
    free(told);
  }
  json_decref(answer);
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
  uint32_t inconclusive, searched;
  json_t *json; /* array, NULL: text */
};

/* The trace of the n-th error, the coverage of the n-th test: FILE, FILE.2, ... */
static char *numbered(const char *file, uint32_t n) {
  if (!file) return NULL;
  return n > 1 ? mem_printf("%s.%u", file, n) : mem_strdup(file);
}

/* The test's line for people, printed; its object for programs. */
static json_t *tell(struct check *k, const struct test *t, bool skipped) {
  const char *verdict = skipped ? "skipped" : check_verdict(k);
  if (k->cli.json || k->explained) {
    json_t *j = check_json(k), *named = json_pack("{s:s}", "test", t->name);
    json_object_set_new(j, "verdict", json_string(verdict));
    json_object_update(named, j);
    json_decref(j);
    if (!k->cli.json) explain_print(named);
    return named;
  }
  printf("%s: %s", t->name, verdict);
  if (!strcmp(verdict, "no error"))
    printf(" (%llu state%s, %.2f s)", (unsigned long long)k->report.states, PLURAL(k->report.states), k->report.seconds);
  putchar('\n');
  if (!skipped && strcmp(verdict, "no error")) check_print(k);
  return json_null();
}

/* In a process of its own, which is confined by the search. */
struct one {
  const struct check *check;
  const struct test *test;
  char *output, *coverage;
};

static json_t *search_in_child(void *self) {
  const struct one *o = self;
  struct text told = {0};
  struct check k = {.cli = o->check->cli, .told = &told, .explained = o->check->explained};
  struct error err = {0};
  bool skipped;
  int code;
  k.cli.output = o->output;
  k.cli.coverage = o->coverage;
  k.cli.engine.main_class = o->test->main_class;
  k.cli.engine.argc = o->test->argc;
  k.cli.engine.argv = (char *const *)o->test->argv;
  if (check_search(&k, &err)) return failure_json(&err);
  code = check_exit_code(&k);
  skipped = code == EXIT_NO_ERROR && told.len;
  return json_pack("{s:i,s:b,s:o}", "code", code, "skipped", skipped, "test", tell(&k, o->test, skipped));
}

static int search_one(const struct check *k, const struct test *t, struct results *r, struct error *err) {
  struct one o = {k, t, numbered(k->cli.output, r->of[EXIT_ERROR_FOUND] + 1), numbered(k->cli.coverage, r->searched + 1)};
  json_t *answer = child_ask(search_in_child, &o);
  int code = (int)json_integer_value(json_object_get(answer, "code"));
  free(o.output);
  free(o.coverage);
  r->searched++;
  if (!take_failure(answer, err)) {
    if (json_is_true(json_object_get(answer, "skipped"))) code = 3;
    if (code <= 3) r->of[code]++;
    else r->inconclusive++;
    if (r->json) json_array_append(r->json, json_object_get(answer, "test"));
  }
  json_decref(answer);
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

int check_tests(struct check *k) {
  struct cli *c = &k->cli;
  struct tests t = {0};
  struct results r = {0};
  struct error err = {0};
  size_t i;
  if (c->argc) {
    fprintf(stderr, "heddle %s: --junit names what to run, '%s' does so too (try 'heddle check --help')\n", c->all_argv[0],
            c->argv[0]);
    return EXIT_USAGE;
  }
  cli_signals();
  if (find(c, &t, &err)) goto out;
  if (c->json) r.json = json_array();
  for (i = 0; i < t.list.len && !cli_stop; i++)
    if (search_one(k, &t.list.data[i], &r, &err)) goto out;
  tell_all(&r, i);
out:
  json_decref(r.json);
  tests_release(&t);
  if (err.code) return cli_fail(&err);
  if (r.of[EXIT_ERROR_FOUND]) return EXIT_ERROR_FOUND;
  return r.inconclusive || cli_stop ? EXIT_INCONCLUSIVE : EXIT_NO_ERROR;
}
