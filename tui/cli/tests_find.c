/* Finding the tests of a class: each library tells them itself, by its own discovery, executed in
 * the engine as `heddle run` would (engine/vm/natives/junit.c, testng.c). The libraries come from
 * the program's class path. */
#include <stdlib.h>
#include <string.h>

#include "engine/run.h"
#include "tui/cli/child.h"
#include "tui/cli/tests.h"

static const struct library {
  const char *needed, *main_class;
} libraries[LIBRARY_COUNT] = {
    [LIBRARY_JUNIT5] = {"org/junit/platform/launcher/core/LauncherFactory", "heddle.JUnit5"},
    [LIBRARY_JUNIT4] = {"org/junit/runner/JUnitCore", "heddle.JUnit4"},
    [LIBRARY_TESTNG] = {"org/testng/TestNG", "heddle.TestNG"},
};

static void test_release(struct test *t) {
  size_t a;
  free(t->name);
  for (a = 0; a < t->args.len; a++) free(t->args.data[a]);
  vec_free(&t->args);
}

void tests_release(struct test_classes *t) {
  size_t i, k;
  for (i = 0; i < t->list.len; i++) {
    struct test_class *c = &t->list.data[i];
    for (k = 0; k < c->tests.len; k++) test_release(&c->tests.data[k]);
    vec_free(&c->tests);
    free(c->name);
    free(c->method);
  }
  vec_free(&t->list);
  free(t->class_path);
}

static void add_arg(struct test *t, const char *s, size_t n) {
  *vec_push(&t->args) = mem_printf("%.*s", (int)n, s);
}

/* "adds" of "adds", "adds()", "adds[2 and 3]", "values(int)" and "values(int)[1] of it";
 * "values(int)[1]" of the last. */
static bool is_wanted(const struct test_class *k, const char *method) {
  size_t n;
  if (!k->method) return true;
  n = strlen(k->method);
  return !strncmp(method, k->method, n) && (!method[n] || strchr("([{ ", method[n]));
}

/* ---- JUnit 4 ---- */

/* A line of heddle.JUnit4: class, tab, method; no method: a class that is ignored whole. */
static void add_four(struct test_class *k, const char *line) {
  const char *tab = strchr(line, '\t');
  struct test one = {.main_class = "heddle.JUnit4"};
  if (!tab || (tab[1] && !is_wanted(k, tab + 1))) return;
  add_arg(&one, k->name, strlen(k->name));
  if (tab[1])
    add_arg(&one, line, (size_t)(tab - line));
  else
    add_arg(&one, "all", 3);
  if (tab[1]) add_arg(&one, tab + 1, strlen(tab + 1));
  one.name = mem_printf("%.*s%s%s", (int)(tab - line), line, tab[1] ? "#" : "", tab + 1);
  *vec_push(&k->tests) = one;
}

/* ---- JUnit 5 ---- */

/* One part "[kind:value]" of a unique id; false behind the last. */
struct id_part {
  const char *kind, *value;
  size_t kind_len, value_len;
};

static bool next_part(const char **p, struct id_part *out) {
  const char *open = strchr(*p, '['), *colon = open ? strchr(open, ':') : NULL,
             *end = colon ? strchr(colon, ']') : NULL;
  if (!end) return false;
  while (end[1] && end[1] != '/')
    end = strchr(end + 1, ']') ? strchr(end + 1, ']') : end + strlen(end) - 1; /* array types */
  *out =
      (struct id_part){open + 1, colon + 1, (size_t)(colon - open - 1), (size_t)(end - colon - 1)};
  *p = end;
  return true;
}

static bool of_kind(const struct id_part *p, const char *kind) {
  return !strncmp(p->kind, kind, p->kind_len) && !kind[p->kind_len];
}

/* Made by a test of parameters, a repeated one, a factory: "[test-template-invocation:#2]",
 * "[dynamic-test:#1]". */
static bool is_made(const struct id_part *p) { return p->value_len && p->value[0] == '#'; }

static bool is_container(const struct id_part *p) {
  static const char *const kinds[] = {"engine", "class", "nested-class", "runner",
                                      "dynamic-container"};
  size_t i;
  for (i = 0; i < COUNT(kinds); i++)
    if (of_kind(p, kinds[i])) return true;
  return false;
}

/* The name of a unique id "[engine:e]/[class:C]/[nested-class:I]/[method:m()]": "C$I#m()"; of what
 * a test has made with its number and the name that JUnit shows: "C#sized(int)[2] of 3". NULL when
 * its last part is a container that has tests of its own. */
static char *five_name(const char *id, const char *shown) {
  struct text out = {0};
  struct id_part p;
  bool is_test = false, made = false;
  char number[32];
  text_puts(&out, "");
  while (next_part(&id, &p)) {
    made = is_made(&p);
    is_test = !is_container(&p);
    if (of_kind(&p, "engine")) continue;
    if (made)
      text_printf(&out, "[%.*s]", (int)p.value_len - 1, p.value + 1);
    else
      text_printf(&out, "%s%.*s", !out.len ? "" : is_test ? "#" : "$", (int)p.value_len, p.value);
    snprintf(number, sizeof number, "[%.*s] ", (int)(p.value_len < 20 ? p.value_len : 20) - made,
             p.value + made);
  }
  if (is_test) {
    if (made && !strncmp(shown, number, strlen(number)))
      shown += strlen(number); /* JUnit often shows it too */
    if (made && *shown) text_printf(&out, " %s", shown);
    return out.s;
  }
  text_release(&out);
  return NULL;
}

/* A line of heddle.JUnit5: unique id, tab, the name that JUnit shows. */
static void add_five(struct test_class *k, char *id) {
  struct test one = {.main_class = "heddle.JUnit5"};
  char *tab = strchr(id, '\t');
  const char *hash;
  if (tab) *tab++ = 0;
  if (!strncmp(id, "[engine:junit-vintage]", 22)) return; /* JUnit 4's runner itself does those */
  one.name = five_name(id, tab ? tab : "");
  hash = one.name ? strchr(one.name, '#') : NULL;
  if (!one.name || (hash && !is_wanted(k, hash + 1))) {
    free(one.name);
    return;
  }
  add_arg(&one, k->name, strlen(k->name));
  add_arg(&one, id, strlen(id));
  *vec_push(&k->tests) = one;
}

static bool has_made_others(const struct test_class *k, size_t i) {
  const char *id = k->tests.data[i].args.data[1];
  size_t n = strlen(id), j;
  for (j = 0; j < k->tests.len; j++) {
    const char *other = k->tests.data[j].args.data[1];
    if (!strncmp(other, id, n) && other[n] == '/') return true;
  }
  return false;
}

/* A test that has made others is these. All are asked before the first one goes. */
static void drop_makers(struct test_class *k) {
  bool *maker = mem_alloc((k->tests.len + 1) * sizeof *maker);
  size_t kept = 0, i;
  for (i = 0; i < k->tests.len; i++) maker[i] = has_made_others(k, i);
  for (i = 0; i < k->tests.len; i++) {
    if (maker[i])
      test_release(&k->tests.data[i]);
    else
      k->tests.data[kept++] = k->tests.data[i];
  }
  k->tests.len = kept;
  free(maker);
}

/* ---- TestNG ---- */

enum { PARTS = 6 }; /* of a line of heddle.TestNG, see testng.c: "=" or "+", class, method, ... */

struct ng_method {
  char *part[PARTS];
  uint32_t rows;
  bool needed;
};
struct ng_methods {
  VEC(struct ng_method) list;
  VEC(struct ng_method) rows;
};

static void split_line(char *line, struct ng_method *m) {
  size_t i;
  for (i = 0; i < PARTS; i++) {
    m->part[i] = line ? line : (char *)(uintptr_t) "";
    line = line ? strchr(line, '\t') : NULL;
    if (line) *line++ = 0;
  }
}

static struct ng_method *method_named(struct ng_methods *all, const char *name) {
  size_t i;
  for (i = 0; i < all->list.len; i++)
    if (!strcmp(all->list.data[i].part[2], name)) return &all->list.data[i];
  return NULL;
}

static void take_line(struct ng_methods *all, char *line) {
  struct ng_method m = {0};
  split_line(line, &m);
  if (*m.part[0] == '+')
    *vec_push(&all->rows) = m;
  else if (!method_named(all, m.part[2]))
    *vec_push(&all->list) = m; /* instances of a factory have the same methods */
}

/* Is one of the words of `words` among those of `list`? The words of a dependence may be
 * "a.b.Class.method". */
static bool shares_word(const char *words, const char *list) {
  size_t n, i;
  for (; *words; words += n + (words[n] == ' ')) {
    const char *word = words;
    n = strcspn(words, " ");
    for (i = 0; i < n; i++)
      if (words[i] == '.') word = words + i + 1;
    for (const char *p = list; *p;) {
      size_t k = strcspn(p, " ");
      if (k == (size_t)(words + n - word) && !strncmp(p, word, k)) return true;
      p += k + (p[k] == ' ');
    }
  }
  return false;
}

/* Marks what the method depends on, by name or by group, whatever that depends on included. */
static void mark_needed(struct ng_methods *all, struct ng_method *m) {
  size_t i;
  m->needed = true;
  for (i = 0; i < all->list.len; i++) {
    struct ng_method *on = &all->list.data[i];
    if (!on->needed &&
        (shares_word(m->part[3], on->part[2]) || shares_word(m->part[4], on->part[5])))
      mark_needed(all, on);
  }
}

static void add_ng(struct test_class *k, struct ng_methods *all, struct ng_method *m,
                   const char *row, char *name) {
  struct test one = {.main_class = "heddle.TestNG", .name = name};
  size_t i;
  add_arg(&one, k->name, strlen(k->name));
  add_arg(&one, m->part[2], strlen(m->part[2]));
  add_arg(&one, row, strlen(row));
  for (i = 0; i < all->list.len; i++) all->list.data[i].needed = false;
  mark_needed(all, m);
  for (i = 0; i < all->list.len; i++)
    if (all->list.data[i].needed && &all->list.data[i] != m)
      add_arg(&one, all->list.data[i].part[2], strlen(all->list.data[i].part[2]));
  *vec_push(&k->tests) = one;
}

/* "[[1, a]]" is shown as "1, a". */
static void add_rows(struct test_class *k, struct ng_methods *all, struct ng_method *m) {
  size_t i;
  for (i = 0; i < all->rows.len; i++) {
    const struct ng_method *r = &all->rows.data[i];
    size_t n = strlen(r->part[3]);
    char number[16], *method;
    if (strcmp(r->part[2], m->part[2]) != 0) continue;
    snprintf(number, sizeof number, "%u", m->rows++);
    method = mem_printf("%s[%u]", m->part[2], m->rows);
    if (is_wanted(k, method))
      add_ng(
          k, all, m, number,
          mem_printf("%s#%s %.*s", k->name, method, n > 2 ? (int)n - 2 : 0, r->part[3] + (n > 2)));
    free(method);
  }
}

static void add_all_ng(struct test_class *k, struct ng_methods *all) {
  size_t i;
  for (i = 0; i < all->list.len; i++) {
    struct ng_method *m = &all->list.data[i];
    add_rows(k, all, m);
    if (!m->rows && is_wanted(k, m->part[2]))
      add_ng(k, all, m, "", mem_printf("%s#%s", k->name, m->part[2]));
  }
}

/* ---- what a library told ---- */

static void add_lines(struct test_class *k, int library, char *line) {
  struct ng_methods all = {0};
  char *next;
  for (; line && *line; line = next) {
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    if (library == LIBRARY_JUNIT5)
      add_five(k, line);
    else if (library == LIBRARY_JUNIT4)
      add_four(k, line);
    else
      take_line(&all, line);
  }
  if (library == LIBRARY_JUNIT5) drop_makers(k);
  if (library == LIBRARY_TESTNG) add_all_ng(k, &all);
  vec_free(&all.list);
  vec_free(&all.rows);
}

static json_t *failure_json(const struct error *err) {
  return json_pack("{s:s,s:i}", "failed", err->msg, "errno", err->code);
}

/* Lets the main class tell the tests of the class; they are initialised by that, so the process is
 * confined before. */
static int ask(struct engine_run *run, const char *class_name, const char *main_class,
               struct text *told, struct error *err) {
  char *argument[] = {(char *)(uintptr_t)class_name};
  const char *stack;
  engine_run_hear_tests(run, told);
  if (engine_run_start(run, main_class, 1, argument, err)) return err->code;
  if (engine_run_go(run, NULL, 0) == RUN_FAILED) {
    const struct error *why = engine_run_failure(run, &stack);
    error_set(err, why->code, "%s", why->msg);
  } else if (engine_run_violation(run) && !told->len) { /* later: by what makes parameters */
    error_set(err, ERR_INPUT, "%s: %s", class_name, engine_run_violation(run));
  }
  return err->code;
}

struct look {
  const struct cli *cli;
  const struct test_class *k;
  int library;
};

/* In a process of its own: what ran in its machine is of no use to a search. */
static json_t *look_in_child(void *self) {
  const struct look *l = self;
  const struct cli *c = l->cli;
  struct engine_options o = cli_run_options(c);
  struct engine_run *run = NULL;
  struct text told = {0};
  struct error err = {0};
  bool there;
  o.stdin_path = "/dev/null";
  o.properties = PROP_EXCEPTION;
  if (engine_run_open(&o, &run, &err)) return failure_json(&err);
  there = engine_run_has_class(run, libraries[l->library].needed);
  if (there && ask(run, l->k->name, libraries[l->library].main_class, &told, &err))
    return failure_json(&err);
  return json_pack("{s:b,s:o,s:i}", "there", there, "told",
                   told.len ? json_stringn(told.s, told.len) : json_string(""), "library",
                   l->library);
}

/* Libraries also tell of what holds no test. */
static bool reports_tests(const struct test_class *k, const json_t *answer) {
  struct test_class copy = {.name = k->name};
  const char *told = json_string_value(json_object_get(answer, "told"));
  char *lines = told ? mem_strdup(told) : NULL;
  bool some;
  size_t i;
  add_lines(&copy, (int)json_integer_value(json_object_get(answer, "library")), lines);
  some = copy.tests.len > 0;
  for (i = 0; i < copy.tests.len; i++) test_release(&copy.tests.data[i]);
  vec_free(&copy.tests);
  free(lines);
  return some;
}

/* Asks one; its answer stands when it tells of tests, or when it is the first failure. */
static json_t *ask_library(const struct cli *c, const struct test_class *k, int library,
                           json_t *so_far) {
  struct look l = {c, k, library};
  json_t *answer = child_ask(look_in_child, &l);
  bool there = json_is_true(json_object_get(so_far, "there")) ||
               json_is_true(json_object_get(answer, "there"));
  if (!answer)
    answer = json_pack("{s:s}", "failed", "the process that asks for the tests of a class died");
  if (json_object_get(so_far, "failed") && !reports_tests(k, answer)) {
    json_decref(answer);
    return so_far;
  }
  json_decref(so_far);
  if (!json_object_get(answer, "failed")) json_object_set_new(answer, "there", json_boolean(there));
  return answer;
}

/* The libraries that the class mentions; then the platform of JUnit 5, which has other engines too.
 */
json_t *tests_find(const struct cli *c, const struct test_class *k) {
  json_t *answer = NULL;
  int i;
  for (i = 0; i < LIBRARY_COUNT; i++) {
    if (!(k->uses >> i & 1)) continue;
    answer = ask_library(c, k, i, answer);
    if (reports_tests(k, answer)) return answer;
  }
  return k->uses >> LIBRARY_JUNIT5 & 1 ? answer : ask_library(c, k, LIBRARY_JUNIT5, answer);
}

int tests_take(struct test_class *k, const json_t *answer, struct error *err) {
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  int code = (int)json_integer_value(json_object_get(answer, "errno"));
  char *told;
  if (failed) return error_set(err, code ? code : ERR_INTERNAL, "%s", failed);
  told = mem_strdup(json_string_value(json_object_get(answer, "told")));
  add_lines(k, (int)json_integer_value(json_object_get(answer, "library")), told);
  free(told);
  if (k->tests.len || !k->named) return 0;
  if (!json_is_true(json_object_get(answer, "there")) && k->uses)
    return error_set(
        err, ERR_INPUT,
        "--junit: none of junit (4), junit-platform-launcher (5) and testng is on the class path");
  return error_set(err, ERR_INPUT, "--junit: %s has no test%s%s", k->name, k->method ? " " : "",
                   k->method ? k->method : "");
}
