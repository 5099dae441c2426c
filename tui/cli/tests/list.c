/* Reads the tests that a library reports, one per line. select.c runs the libraries. */
#include <stdlib.h>
#include <string.h>
#include "engine/run.h"
#include "tui/cli/tests/tests_int.h"
#include "tui/cli/child.h"
#include "tui/cli/tests/tests.h"

void test_release(struct test *t) {
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

/* Returns true if the test is selected. "adds" selects "adds", "adds()" and "adds[2 and 3]";
 * "values" selects "values(int)" and "values(int)[1] of it"; "values(int)[1]" selects only the
 * latter. */
static bool is_wanted(const struct test_class *k, const char *method) {
  size_t n;
  if (!k->method) return true;
  n = strlen(k->method);
  return !strncmp(method, k->method, n) && (!method[n] || strchr("([{ ", method[n]));
}

/* ---- JUnit 4 ---- */

void tests_list_junit4(struct test_class *k, const char *line) {
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

/* One part "[kind:value]" of a unique id. next_part returns false after the last part. */
struct id_part {
  const char *kind, *value;
  size_t kind_len, value_len;
};

static bool next_part(const char **p, struct id_part *out) {
  const char *open = strchr(*p, '['), *colon = open ? strchr(open, ':') : NULL,
             *end = colon ? strchr(colon, ']') : NULL;
  if (!end) return false;
  while (end[1] && end[1] != '/')
    end = strchr(end + 1, ']') ? strchr(end + 1, ']')
                               : end + strlen(end) - 1; /* the "]" belongs to an array type */
  *out =
      (struct id_part){open + 1, colon + 1, (size_t)(colon - open - 1), (size_t)(end - colon - 1)};
  *p = end;
  return true;
}

static bool of_kind(const struct id_part *p, const char *kind) {
  return !strncmp(p->kind, kind, p->kind_len) && !kind[p->kind_len];
}

/* Returns true for a part that a parameterised test, a repeated test or a factory generated:
 * "[test-template-invocation:#2]", "[dynamic-test:#1]". */
static bool is_made(const struct id_part *p) { return p->value_len && p->value[0] == '#'; }

static bool is_container(const struct id_part *p) {
  static const char *const kinds[] = {"engine", "class", "nested-class", "runner",
                                      "dynamic-container"};
  size_t i;
  for (i = 0; i < COUNT(kinds); i++)
    if (of_kind(p, kinds[i])) return true;
  return false;
}

/* Returns the name for a unique id: "C$I#m()" for
 * "[engine:e]/[class:C]/[nested-class:I]/[method:m()]". A generated test gets its number and the
 * name that JUnit shows: "C#sized(int)[2] of 3". NULL: the last part is a container that has tests
 * of its own. */
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
      shown += strlen(number); /* JUnit's name often begins with the number too */
    if (made && *shown) text_printf(&out, " %s", shown);
    return out.s;
  }
  text_release(&out);
  return NULL;
}

void tests_list_junit5(struct test_class *k, char *id) {
  struct test one = {.main_class = "heddle.JUnit5"};
  char *tab = strchr(id, '\t');
  const char *hash;
  if (tab) *tab++ = 0;
  if (!strncmp(id, "[engine:junit-vintage]", 22)) return; /* heddle.JUnit4 lists these */
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

void tests_list_drop_makers(struct test_class *k) {
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

/* The parts of a line that heddle.TestNG prints (engine/natives/test/testng.c): "=" or "+", class,
 * method, ... */
enum { PARTS = 6 };

struct ng_method {
  char *part[PARTS];
  uint32_t rows;
  bool needed;
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

void tests_list_testng_line(struct ng_methods *all, char *line) {
  struct ng_method m = {0};
  split_line(line, &m);
  if (*m.part[0] == '+')
    *vec_push(&all->rows) = m;
  else if (!method_named(all, m.part[2]))
    *vec_push(&all->list) = m; /* several instances of a factory have the same methods */
}

/* Returns true if one of the words in `words` is in `list`. A word for a method that another one
 * depends on may be "a.b.Class.method". */
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

/* Marks the methods that the method depends on, by name or by group, directly or indirectly. */
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

/* Adds the rows of a data provider. "[[1, a]]" is shown as "1, a". */
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

void tests_list_testng(struct test_class *k, struct ng_methods *all) {
  size_t i;
  for (i = 0; i < all->list.len; i++) {
    struct ng_method *m = &all->list.data[i];
    add_rows(k, all, m);
    if (!m->rows && is_wanted(k, m->part[2]))
      add_ng(k, all, m, "", mem_printf("%s#%s", k->name, m->part[2]));
  }
}
