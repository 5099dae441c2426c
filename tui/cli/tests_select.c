/* Selects what --junit names: CLASS[#METHOD], a pattern, a package, a jar or a folder of classes. A
 * class has tests if its class file, a class or interface that it inherits from, or one of the
 * program's annotations on it mentions a test library. A class that mentions one but has no test is
 * silently left out, unless it was named. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/classfile/class_names.h"
#include "engine/classfile/classfile.h"
#include "engine/classfile/classpath.h"
#include "tui/cli/tests.h"

struct select {
  struct classpath *cp;
  struct pool pool;
  struct symtab *syms;
  struct test_classes *out;
};

/* ---- one class file ---- */

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

/* ---- one item ---- */

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

/* ---- all of them ---- */

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
