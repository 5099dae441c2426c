/* Selects what --junit names, and finds the tests of each class. --junit names CLASS[#METHOD], a
 * pattern, a package, a jar or a folder of classes. A class has tests if its class file, a class or
 * interface that it inherits from, or one of the program's annotations on it mentions a test
 * library. A class that mentions one but has no test is silently left out, unless it was named. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/classfile/class_names.h"
#include "engine/classfile/classfile.h"
#include "engine/classfile/classpath.h"
#include "engine/run.h"
#include "tui/cli/child.h"
#include "tui/cli/tests/tests.h"
#include "tui/cli/tests/tests_int.h"

/* ---- libraries and their listings ---- */

/* Each library lists the tests of a class by its own discovery, executed in the engine as `heddle
 * run` would (engine/natives/test/junit.c, testng.c). The libraries come from the program's class
 * path. */

static const struct library {
  const char *needed, *main_class;
} libraries[LIBRARY_COUNT] = {
    [LIBRARY_JUNIT5] = {"org/junit/platform/launcher/core/LauncherFactory", "heddle.JUnit5"},
    [LIBRARY_JUNIT4] = {"org/junit/runner/JUnitCore", "heddle.JUnit4"},
    [LIBRARY_TESTNG] = {"org/testng/TestNG", "heddle.TestNG"},
};

static void add_lines(struct test_class *k, int library, char *line) {
  struct ng_methods all = {0};
  char *next;
  for (; line && *line; line = next) {
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    if (library == LIBRARY_JUNIT5)
      tests_list_junit5(k, line);
    else if (library == LIBRARY_JUNIT4)
      tests_list_junit4(k, line);
    else
      tests_list_testng_line(&all, line);
  }
  if (library == LIBRARY_JUNIT5) tests_list_drop_makers(k);
  if (library == LIBRARY_TESTNG) tests_list_testng(k, &all);
  vec_free(&all.list);
  vec_free(&all.rows);
}

static json_t *failure_json(const struct error *err) {
  return json_pack("{s:s,s:i}", "failed", err->msg, "errno", err->code);
}

/* Lets the main class list the class's tests. This initialises them, so engine_run_start confines
 * the process first. */
static int ask(struct engine_run *run, const char *class_name, const char *main_class,
               struct text *listing, struct error *err) {
  char *argument[] = {(char *)(uintptr_t)class_name};
  const char *stack;
  engine_run_hear_tests(run, listing);
  if (engine_run_start(run, main_class, 1, argument, err)) return err->code;
  if (engine_run_go(run, NULL, 0) == RUN_FAILED) {
    const struct error *why = engine_run_failure(run, &stack);
    error_set(err, why->code, "%s", why->msg);
  } else if (engine_run_violation(run) && !listing->len) { /* later ones concern parameters */
    error_set(err, ERR_INPUT, "the tests of %s cannot be listed: %s", class_name,
              engine_run_violation(run));
  }
  return err->code;
}

struct look {
  const struct cli *cli;
  const struct test_class *k;
  int library;
};

/* Runs in its own process, because a search cannot use the state that listing leaves in the virtual
 * machine. */
static json_t *look_in_child(void *self) {
  const struct look *l = self;
  const struct cli *c = l->cli;
  struct engine_options o = cli_run_options(c);
  struct engine_run *run = NULL;
  struct text listing = {0};
  struct error err = {0};
  bool there;
  o.stdin_path = "/dev/null";
  o.properties = PROP_EXCEPTION;
  if (engine_run_open(&o, &run, &err)) return failure_json(&err);
  there = engine_run_has_class(run, libraries[l->library].needed);
  if (there && ask(run, l->k->name, libraries[l->library].main_class, &listing, &err))
    return failure_json(&err);
  return json_pack("{s:b,s:o,s:i}", "there", there, "listing",
                   listing.len ? json_stringn(listing.s, listing.len) : json_string(""), "library",
                   l->library);
}

/* Returns true if the answer lists tests. Libraries also report containers without tests. */
static bool reports_tests(const struct test_class *k, const json_t *answer) {
  struct test_class copy = {.name = k->name};
  const char *listing = json_string_value(json_object_get(answer, "listing"));
  char *lines = listing ? mem_strdup(listing) : NULL;
  bool some;
  size_t i;
  add_lines(&copy, (int)json_integer_value(json_object_get(answer, "library")), lines);
  some = copy.tests.len > 0;
  for (i = 0; i < copy.tests.len; i++) test_release(&copy.tests.data[i]);
  vec_free(&copy.tests);
  free(lines);
  return some;
}

/* Asks one library. Keeps its answer if it lists tests, or if it is the first failure of a library
 * that the class mentions. */
static json_t *ask_library(const struct cli *c, const struct test_class *k, int library,
                           json_t *so_far) {
  struct look l = {c, k, library};
  json_t *answer = child_ask(look_in_child, &l);
  bool there = json_is_true(json_object_get(so_far, "there")) ||
               json_is_true(json_object_get(answer, "there"));
  if (!answer)
    answer = json_pack("{s:s}", "failed", "the process that asks for the tests of a class died");
  if (so_far && !reports_tests(k, answer) &&
      (json_object_get(so_far, "failed") ||
       (json_object_get(answer, "failed") && !(k->uses >> library & 1)))) {
    json_decref(answer);
    return so_far;
  }
  json_decref(so_far);
  if (!json_object_get(answer, "failed")) json_object_set_new(answer, "there", json_boolean(there));
  return answer;
}

/* Asks the libraries that the class mentions, then JUnit 5's platform, which also runs other
 * engines. */
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
  char *listing;
  if (failed) return error_set(err, code ? code : ERR_INTERNAL, "%s", failed);
  listing = mem_strdup(json_string_value(json_object_get(answer, "listing")));
  add_lines(k, (int)json_integer_value(json_object_get(answer, "library")), listing);
  free(listing);
  if (k->tests.len || !k->named) return 0;
  if (!json_is_true(json_object_get(answer, "there")) && k->uses)
    return error_set(
        err, ERR_INPUT,
        "--junit: none of junit (4), junit-platform-launcher (5) and testng is on the class path");
  return error_set(err, ERR_INPUT, "--junit: %s has no test%s%s", k->name, k->method ? " " : "",
                   k->method ? k->method : "");
}

/* ---- libraries that a class mentions ---- */

struct select {
  struct classpath *cp;
  struct pool pool;
  struct symtab *syms;
  struct test_classes *out;
};

/* Returns NULL if the class is missing or damaged. Damage is reported when the class is loaded. */
static const struct class_file *read_class(struct select *s, const char *name) {
  char *entry = mem_printf("%s.class", name);
  struct class_file *c = NULL;
  struct error ignored = {0};
  uint8_t *data = NULL;
  size_t len;
  if (!classpath_read(s->cp, entry, &data, &len, NULL, 0, &ignored) &&
      class_parse(data, len, entry, &s->pool, s->syms, &c, &ignored))
    c = NULL;
  free(data);
  free(entry);
  return c;
}

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

static unsigned library_of(const char *descriptor, bool annotated) {
  if (!strcmp(descriptor, "()Ljunit/framework/Test;")) return 1u << LIBRARY_JUNIT4; /* suite() */
  if (!annotated) return 0;
  if (starts(descriptor, "Lorg/testng/annotations/")) return 1u << LIBRARY_TESTNG;
  if (starts(descriptor, "Lorg/junit/jupiter/") || starts(descriptor, "Lorg/junit/platform/"))
    return 1u << LIBRARY_JUNIT5;
  if (!strcmp(descriptor, "Lorg/junit/Test;") || !strcmp(descriptor, "Lorg/junit/runner/RunWith;"))
    return 1u << LIBRARY_JUNIT4;
  return 0; /* rules and similar annotations */
}

enum { INHERITS = 1, ANNOTATES = 2, MAX_DEPTH = 20 };

static unsigned uses_of(struct select *s, const char *name, int ways, int depth);

/* Returns the libraries mentioned by the program's annotation with that descriptor; 0 if it is not
 * an annotation of the program. */
static unsigned uses_of_annotation(struct select *s, const char *descriptor, int depth) {
  size_t n = strlen(descriptor);
  char *name;
  unsigned uses = 0;
  const struct class_file *c;
  if (n < 3 || descriptor[0] != 'L' || descriptor[n - 1] != ';' || starts(descriptor, "Ljava/"))
    return 0;
  name = mem_printf("%.*s", (int)n - 2, descriptor + 1);
  c = name_is_class(name) ? read_class(s, name) : NULL;
  if (c && c->flags & ACC_ANNOTATION) uses = uses_of(s, name, ANNOTATES, depth + 1);
  free(name);
  return uses;
}

static bool is_annotated(const struct class_file *c) {
  uint16_t i;
  if (c->annotations.data) return true;
  for (i = 0; i < c->method_count; i++)
    if (c->methods[i].annotations.data) return true;
  return false;
}

static unsigned uses_by_constants(struct select *s, const struct class_file *c, int ways,
                                  int depth) {
  bool annotated = is_annotated(c);
  unsigned uses = 0;
  uint16_t i;
  for (i = 1; i < c->cp_count; i++)
    if (c->cp[i].tag == CP_UTF8) uses |= library_of(c->cp[i].name->s, annotated);
  for (i = 1; ways & ANNOTATES && annotated && !uses && i < c->cp_count; i++)
    if (c->cp[i].tag == CP_UTF8) uses |= uses_of_annotation(s, c->cp[i].name->s, depth);
  return uses;
}

/* Returns bits of enum test_library. */
static unsigned uses_of(struct select *s, const char *name, int ways, int depth) {
  const struct class_file *c;
  unsigned uses;
  uint16_t i;
  if (!strcmp(name, "junit/framework/TestCase")) return 1u << LIBRARY_JUNIT4;
  if (depth > MAX_DEPTH || starts(name, "java/") || !(c = read_class(s, name))) return 0;
  uses = uses_by_constants(s, c, ways, depth);
  if (!(ways & INHERITS)) return uses;
  if (c->super_name) uses |= uses_of(s, c->super_name->s, ways, depth + 1);
  for (i = 0; i < c->interface_count; i++) uses |= uses_of(s, c->interfaces[i]->s, ways, depth + 1);
  return uses;
}

/* Returns true for a top-level class or a static nested one. Inner classes are found with their
 * outer class. */
static bool stands_alone(const struct class_file *c) {
  uint16_t i;
  if (c->flags & (ACC_INTERFACE | ACC_ABSTRACT | ACC_ANNOTATION | ACC_MODULE)) return false;
  for (i = 0; i < c->inner_count; i++)
    if (c->cp[c->inners[i].inner].name == c->name)
      return c->inners[i].name && c->inners[i].outer && c->inners[i].flags & ACC_STATIC &&
             !(c->inners[i].flags & ACC_PRIVATE);
  return true;
}

/* Returns true for a suite of JUnit 4. It names other classes, which are found themselves. */
static bool is_suite(const struct class_file *c) {
  uint16_t i;
  for (i = 1; i < c->cp_count; i++)
    if (c->cp[i].tag == CP_UTF8 &&
        !strcmp(c->cp[i].name->s, "Lorg/junit/runners/Suite$SuiteClasses;"))
      return true;
  return false;
}

static bool of_library(const char *name) {
  return starts(name, "org/junit/") || starts(name, "junit/") || starts(name, "org/testng/");
}

static void tests_select_add(struct select *s, const char *name, const char *method, bool named,
                             unsigned uses) {
  struct test_class k = {
      .name = mem_strdup(name), .method = method ? mem_strdup(method) : NULL, .named = named};
  size_t i;
  mem_exchange(k.name, '/', '.');
  k.uses = uses;
  for (i = 0; i < s->out->list.len; i++)
    if (!strcmp(s->out->list.data[i].name, k.name) && !s->out->list.data[i].method == !method &&
        (!method || !strcmp(s->out->list.data[i].method, method))) {
      free(k.name);
      free(k.method);
      return;
    }
  *vec_push(&s->out->list) = k;
}

static void add_if_test(struct select *s, const char *name, const char *method) {
  const struct class_file *c = of_library(name) ? NULL : read_class(s, name);
  unsigned uses =
      c && stands_alone(c) && !is_suite(c) ? uses_of(s, name, INHERITS | ANNOTATES, 0) : 0;
  if (uses) tests_select_add(s, name, method, false, uses);
}

/* ---- selection of one item ---- */

/* Matches a name with a pattern. A pattern without a dot also matches the last part of a class's
 * name. */
static bool tests_select_fits(const char *name, const char *pattern, bool is_package) {
  const char *slash = strrchr(name, '/');
  size_t n = strlen(pattern);
  if (is_package) return starts(name, pattern) && name[n] == '/';
  return !fnmatch(pattern, name, 0) ||
         (!strchr(pattern, '/') && !fnmatch(pattern, slash ? slash + 1 : name, 0));
}

static int add_fitting(struct select *s, const char *pattern, bool is_package, const char *method,
                       struct error *err) {
  struct class_names names = {0};
  const char *place;
  bool is_jar;
  size_t i;
  for (i = 0; !err->code && (place = classpath_element(s->cp, i, &is_jar)); i++)
    class_names_add(&names, place, is_jar, err);
  class_names_sort(&names);
  for (i = 0; !err->code && i < names.list.len; i++)
    if (tests_select_fits(names.list.data[i], pattern, is_package))
      add_if_test(s, names.list.data[i], method);
  class_names_release(&names);
  return err->code;
}

static int add_place(struct select *s, const char *path, bool is_jar, struct error *err) {
  struct class_names names = {0};
  size_t i;
  class_names_add(&names, path, is_jar, err);
  class_names_sort(&names);
  for (i = 0; !err->code && i < names.list.len; i++) add_if_test(s, names.list.data[i], NULL);
  class_names_release(&names);
  return err->code;
}

/* Returns 'j' for a jar, 'd' for a folder, else 0. */
static char place_kind(const char *item) {
  struct stat st;
  size_t n = strlen(item);
  if (stat(item, &st)) return 0;
  if (S_ISDIR(st.st_mode)) return 'd';
  return S_ISREG(st.st_mode) && n > 4 && !strcmp(item + n - 4, ".jar") ? 'j' : 0;
}

static int add_named(struct select *s, char *item, struct error *err) {
  char *hash = strchr(item, '#'), *method = hash && hash[1] ? hash + 1 : NULL;
  bool pattern;
  if (hash) *hash = 0;
  mem_exchange(item, '.', '/');
  pattern = strpbrk(item, "*?") != NULL;
  if (!pattern && read_class(s, item)) {
    tests_select_add(s, item, method, true, uses_of(s, item, INHERITS | ANNOTATES, 0));
    return 0;
  }
  return add_fitting(s, item, !pattern, method, err);
}

static int add_item(struct select *s, const char *item, struct error *err) {
  size_t before = s->out->list.len;
  char *name = mem_strdup(item);
  char kind = place_kind(item);
  if (kind)
    add_place(s, item, kind == 'j', err);
  else
    add_named(s, name, err);
  free(name);
  if (err->code || s->out->list.len > before) return err->code;
  return error_set(
      err, ERR_INPUT,
      kind ? "--junit: no test class in %s"
           : "--junit: no test class %s on the class path, nor one in a package of that name",
      item);
}

/* ---- selection of all items ---- */

/* Splits the items at commas outside brackets, because a method's parameters also contain
 * commas. */
static void tests_select_split(const char *what, struct class_names *items) {
  const char *from = what, *p;
  int depth = 0;
  for (p = what;; p++) {
    depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
    if (*p && (*p != ',' || depth > 0)) continue;
    if (p > from) *vec_push(&items->list) = mem_printf("%.*s", (int)(p - from), from);
    if (!*p) return;
    from = p + 1;
  }
}

static char *path_with(const struct cli *c, const struct class_names *items) {
  struct text t = {0};
  size_t i;
  if (c->engine.class_path) text_puts(&t, c->engine.class_path);
  for (i = 0; i < items->list.len; i++)
    if (place_kind(items->list.data[i]))
      text_printf(&t, "%s%s", t.len ? ":" : "", items->list.data[i]);
  return t.len ? t.s : mem_strdup(".");
}

static int select_in(struct select *s, const struct class_names *items, struct error *err) {
  size_t i;
  s->syms = symtab_new();
  pool_init(&s->pool);
  for (i = 0; i < items->list.len && !err->code; i++) add_item(s, items->list.data[i], err);
  if (!items->list.len) error_set(err, ERR_USAGE, "--junit names no test");
  pool_release(&s->pool);
  symtab_free(s->syms);
  return err->code;
}

int tests_select(const struct cli *c, const char *what, struct test_classes *out,
                 struct error *err) {
  struct select s = {.out = out};
  struct class_names items = {0};
  tests_select_split(what, &items);
  out->class_path = path_with(c, &items);
  if (!classpath_open(out->class_path, &s.cp, err)) select_in(&s, &items, err);
  classpath_close(s.cp);
  class_names_release(&items);
  return err->code;
}
