/* See location.h. A text is split into a name (of a source file, a class, or a class and a method)
 * and the line or bytecode index. All methods with this name are searched for the place. The result
 * is one place, none or several. */
#include "engine/flow/location.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/flow/cfg.h"
#include "engine/flow/program.h"
#include "engine/vm/machine.h"

enum { LIST_MAX = 6 }; /* names listed in a message */

/* A split text, and the places to which it refers. */
struct query {
  struct vm *vm;
  const char *text;
  char *name;       /* the text before ':' or '@', without the descriptor */
  const char *desc; /* points into a symbol: "(I)V", NULL if the text has none */
  bool is_bci;
  uint32_t number;
  struct klass **program;
  uint32_t program_count;
  VEC(struct klass *) classes; /* the classes with the name */
  const char *method;          /* points into name; NULL: any */
  VEC(struct location) found;
};

/* ---- texts ---- */

int location_line(const struct location *loc) {
  return loc->method->info ? method_line(loc->method->info, loc->bci) : -1;
}

static uint32_t same_name_count(const struct method *m) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->owner->method_count; i++) n += m->owner->methods[i].name == m->name;
  return n;
}

char *location_method_text(const struct location *loc) {
  const struct method *m = loc->method;
  char *class_name = klass_dotted(m->owner), *text;
  int line = location_line(loc);
  const char *desc = same_name_count(m) > 1 ? m->desc->s : "";
  if (line >= 0)
    text = mem_printf("%s.%s%s:%d", class_name, m->name->s, desc, line);
  else
    text = mem_printf("%s.%s%s@%u", class_name, m->name->s, desc, loc->bci);
  free(class_name);
  return text;
}

char *location_text(const struct location *loc) {
  const struct class_file *cf = loc->method->owner->cf;
  int line = location_line(loc);
  if (!cf || !cf->source_file || line < 0) return location_method_text(loc);
  return mem_printf("%s:%d", cf->source_file->s, line);
}

/* ---- splitting a text ---- */

static int bad_form(const struct query *q, struct error *err) {
  return error_set(
      err, ERR_INPUT,
      "bad location '%s': expected File.java:LINE, Class.method:LINE or Class.method@BCI", q->text);
}

static int location_split(struct query *q, struct error *err) {
  char *sep = strrchr(q->name, ':'), *at = strrchr(q->name, '@'), *end, *paren;
  unsigned long n;
  if (!sep || (at && at > sep)) sep = at;
  if (!sep || sep == q->name || sep[1] < '0' || sep[1] > '9') return bad_form(q, err);
  q->is_bci = *sep == '@';
  n = strtoul(sep + 1, &end, 10);
  if (*end || n > 65535) return bad_form(q, err);
  q->number = (uint32_t)n;
  *sep = '\0';
  paren = strchr(q->name, '(');
  if (paren) {
    q->desc = symtab_cstr(q->vm->syms, paren)->s;
    *paren = '\0';
  }
  return 0;
}

static bool ends_with(const char *s, const char *tail) {
  size_t n = strlen(s), m = strlen(tail);
  return n > m && !strcmp(s + n - m, tail);
}

/* ---- classes by name ---- */

static bool is_simple_name_of(const char *name, const struct klass *k) {
  const char *slash = strrchr(k->shown->s, '/');
  return slash && !strcmp(slash + 1, name);
}

/* Returns the class with this full internal name, from the class path or the JDK. */
static struct klass *class_by_name(struct query *q, const char *name) {
  struct error ignored = {0};
  struct klass *k;
  for (uint32_t i = 0; i < q->program_count; i++)
    if (!strcmp(q->program[i]->name->s, name)) return q->program[i];
  if (!name_is_class(name) || name[0] == '[') return NULL;
  k = vm_class(q->vm, name, &ignored);
  return k && k->cf ? k : NULL;
}

/* Adds the class with the name `dotted`. Treats name parts as packages first and then as nested
 * classes, with the longest package first; then tries simple names. */
static bool find_class(struct query *q, const char *dotted) {
  char *name = mem_strdup(dotted), *slash;
  struct klass *k = NULL;
  mem_exchange(name, '.', '/');
  while (!(k = class_by_name(q, name)) && (slash = strrchr(name, '/'))) *slash = '$';
  if (k) *vec_push(&q->classes) = k;
  for (uint32_t i = 0; !k && i < q->program_count; i++) /* by now, name only has '$' */
    if (is_simple_name_of(name, q->program[i])) *vec_push(&q->classes) = q->program[i];
  free(name);
  return q->classes.len > 0;
}

static void find_source(struct query *q) {
  for (uint32_t i = 0; i < q->program_count; i++) {
    const struct class_file *cf = q->program[i]->cf;
    if (cf && cf->source_file && !strcmp(cf->source_file->s, q->name))
      *vec_push(&q->classes) = q->program[i];
  }
}

static bool class_has_method(const struct klass *k, const char *name) {
  for (uint32_t i = 0; i < k->method_count; i++)
    if (!strcmp(k->methods[i].name->s, name)) return true;
  return false;
}

static void list_name(struct text *t, uint32_t n, const char *name) {
  if (n < LIST_MAX)
    text_printf(t, "%s%s", n ? ", " : "", name);
  else if (n == LIST_MAX)
    text_puts(t, ", ...");
}

static int no_class(struct query *q, struct error *err) {
  struct text t = {0};
  for (uint32_t i = 0; i < q->program_count; i++) {
    char *dotted = klass_dotted(q->program[i]);
    list_name(&t, i, dotted);
    free(dotted);
  }
  error_set(err, ERR_INPUT, "unknown location '%s': no class %s; the program's classes are %s",
            q->text, q->name, t.s ? t.s : "unknown");
  text_release(&t);
  return ERR_INPUT;
}

static int no_method(struct query *q, const char *name, struct error *err) {
  const struct klass *k = q->classes.data[0];
  struct text t = {0};
  char *dotted = klass_dotted(k);
  uint32_t n = 0;
  for (uint32_t i = 0; i < k->method_count; i++)
    if (!i || k->methods[i].name != k->methods[i - 1].name)
      list_name(&t, n++, k->methods[i].name->s);
  error_set(err, ERR_INPUT, "unknown location '%s': class %s has no method %s; it has %s", q->text,
            dotted, name, t.s ? t.s : "none");
  free(dotted);
  text_release(&t);
  return ERR_INPUT;
}

static int no_source(struct query *q, struct error *err) {
  struct text t = {0};
  uint32_t n = 0;
  for (uint32_t i = 0; i < q->program_count; i++) {
    const struct symbol *s = q->program[i]->cf->source_file;
    bool seen = !s;
    for (uint32_t j = 0; j < i && !seen; j++) seen = q->program[j]->cf->source_file == s;
    if (!seen) list_name(&t, n++, s->s);
  }
  error_set(err, ERR_INPUT,
            "unknown location '%s': no class of the program is from %s; there is %s", q->text,
            q->name, t.s ? t.s : "no source file name in its classes");
  text_release(&t);
  return ERR_INPUT;
}

static int find_names(struct query *q, struct error *err) {
  char *dot;
  if (ends_with(q->name, ".java")) {
    if (q->is_bci || q->desc) return bad_form(q, err);
    find_source(q);
    return q->classes.len ? 0 : no_source(q, err);
  }
  if (!q->is_bci && !q->desc && find_class(q, q->name)) return 0;
  dot = strrchr(q->name, '.');
  if (!dot || dot == q->name || !dot[1]) return no_class(q, err);
  *dot = '\0';
  q->method = dot + 1;
  if (!find_class(q, q->name)) {
    *dot = '.';
    return no_class(q, err);
  }
  for (size_t i = 0; i < q->classes.len; i++)
    if (class_has_method(q->classes.data[i], q->method)) return 0;
  return no_method(q, q->method, err);
}

/* ---- places in methods ---- */

/* Returns whether the method is a bridge or accessor. Its line belongs to other code. */
static bool is_accessor(const struct method *m) {
  return (m->flags & ACC_SYNTHETIC) &&
         ((m->flags & ACC_BRIDGE) || !strncmp(m->name->s, "access$", 7));
}

static bool is_named(const struct query *q, const struct method *m) {
  if (q->method && strcmp(m->name->s, q->method) != 0) return false;
  if (q->desc && strcmp(m->desc->s, q->desc) != 0) return false;
  return m->info && m->info->code_len && (q->method || !is_accessor(m));
}

static void find_in_method(struct query *q, struct method *m) {
  uint32_t lowest = UINT32_MAX;
  if (q->is_bci) {
    const struct cfg *g = cfg_build(&q->vm->pool, m->info);
    if (g && cfg_node(g, q->number) != UINT32_MAX) lowest = q->number;
  }
  for (uint32_t i = 0; !q->is_bci && i < m->info->line_count; i++)
    if (m->info->lines[i].line == q->number && m->info->lines[i].start_pc < lowest)
      lowest = m->info->lines[i].start_pc;
  if (lowest != UINT32_MAX) *vec_push(&q->found) = (struct location){m, lowest};
}

typedef void method_fn(struct query *q, struct method *m);

static void each_named(struct query *q, method_fn *visit) {
  for (size_t i = 0; i < q->classes.len; i++) {
    struct klass *k = q->classes.data[i];
    for (uint32_t j = 0; j < k->method_count; j++)
      if (is_named(q, &k->methods[j])) visit(q, &k->methods[j]);
  }
}

/* ---- results ---- */

static int several(struct query *q, struct error *err) {
  struct text t = {0};
  for (size_t i = 0; i < q->found.len; i++) {
    char *place = location_method_text(&q->found.data[i]);
    list_name(&t, (uint32_t)i, place);
    free(place);
  }
  error_set(err, ERR_INPUT, "location '%s' is ambiguous: name one of %s", q->text, t.s);
  text_release(&t);
  return ERR_INPUT;
}

/* The nearest places below and above the number. */
struct nearest {
  struct location below, above;
  uint32_t below_at, above_at;
};

static void consider(struct nearest *n, uint32_t number, uint32_t at, struct location loc) {
  if (at < number && (!n->below.method || at > n->below_at)) {
    n->below = loc;
    n->below_at = at;
  }
  if (at > number && (!n->above.method || at < n->above_at)) {
    n->above = loc;
    n->above_at = at;
  }
}

static void nearest_in_method(const struct query *q, struct nearest *n, struct method *m) {
  const struct cfg *g = q->is_bci ? cfg_build(&q->vm->pool, m->info) : NULL;
  for (uint32_t i = 0; g && i < g->count; i++)
    consider(n, q->number, g->bci[i], (struct location){m, g->bci[i]});
  for (uint32_t i = 0; !q->is_bci && i < m->info->line_count; i++)
    consider(n, q->number, m->info->lines[i].line,
             (struct location){m, m->info->lines[i].start_pc});
}

static void near_text(const struct query *q, struct text *t, const struct location *loc) {
  char *class_name;
  if (!loc->method) return;
  class_name = klass_dotted(loc->method->owner);
  text_printf(t, "%s%s.%s%c%d", t->len ? ", " : "", class_name, loc->method->name->s,
              q->is_bci ? '@' : ':', q->is_bci ? (int)loc->bci : location_line(loc));
  free(class_name);
}

static int none(struct query *q, struct error *err) {
  struct nearest n = {0};
  struct text t = {0};
  for (size_t i = 0; i < q->classes.len; i++) {
    struct klass *k = q->classes.data[i];
    for (uint32_t j = 0; j < k->method_count; j++)
      if (is_named(q, &k->methods[j])) nearest_in_method(q, &n, &k->methods[j]);
  }
  near_text(q, &t, &n.below);
  near_text(q, &t, &n.above);
  if (t.s)
    error_set(err, ERR_INPUT, "unknown location '%s': no instruction %s there; the nearest are %s",
              q->text, q->is_bci ? "begins" : "is", t.s);
  else
    error_set(err, ERR_INPUT, "unknown location '%s': %s", q->text,
              q->is_bci ? "no bytecode there"
                        : "the class has no line numbers (compile with javac -g) or no code there");
  text_release(&t);
  return ERR_INPUT;
}

static bool is_lambda(const struct method *m) {
  return (m->flags & ACC_SYNTHETIC) && !strncmp(m->name->s, "lambda$", 7);
}

/* Returns the number in javac's "lambda$main$0", which counts the lambdas of a class. */
static int lambda_number(const struct method *m) { return atoi(strrchr(m->name->s, '$') + 1); }

/* Returns the lambda on a line that was specified without a method, or NULL. */
static const struct location *lambda_of(const struct query *q) {
  const struct location *first = NULL;
  for (size_t i = 0; !q->method && i < q->found.len; i++) {
    const struct location *l = &q->found.data[i];
    if (is_lambda(l->method) && (!first || lambda_number(l->method) < lambda_number(first->method)))
      first = l;
  }
  return first;
}

/* Fills q->found with at least one place. */
static int find_places(struct query *q, const char *main_class, struct error *err) {
  int rc = location_split(q, err);
  if (rc) return rc;
  q->program = program_classes(q->vm, main_class, &q->program_count, err);
  rc = q->program ? find_names(q, err) : ERR_INPUT;
  if (rc) return rc;
  each_named(q, find_in_method);
  return q->found.len ? 0 : none(q, err);
}

static void query_release(struct query *q) {
  free(q->name);
  free(q->program);
  vec_free(&q->classes);
  vec_free(&q->found);
}

int location_parse(struct vm *vm, const char *main_class, const char *text, struct location *out,
                   struct error *err) {
  struct query q = {.vm = vm, .text = text, .name = mem_strdup(text)};
  int rc = find_places(&q, main_class, err);
  if (!rc) {
    const struct location *l = q.found.len == 1 ? q.found.data : lambda_of(&q);
    if (l)
      *out = *l;
    else
      rc = several(&q, err);
  }
  query_release(&q);
  return rc;
}

uint32_t location_count(struct vm *vm, const char *main_class, const char *text,
                        struct location *out, struct error *err) {
  struct query q = {.vm = vm, .text = text, .name = mem_strdup(text)};
  uint32_t count = find_places(&q, main_class, err) ? 0 : (uint32_t)q.found.len;
  const struct location *lambda = lambda_of(&q);
  if (count) *out = lambda ? *lambda : q.found.data[0];
  query_release(&q);
  return count;
}
