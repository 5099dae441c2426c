/* Checks the rows of quiet.def against the JDK's image. Every instruction that writes a quiet
 * field, every method that names one for reflection, Unsafe or a VarHandle, and every file of the
 * machine that uses one by name must have a row in quiet_writers.def with the reason why the field
 * may be quiet anyway. Every row must be used. Scans each installed JDK.
 *
 * A constructor or an initialiser of the class that declares the field needs no row: no other
 * thread can reach the object yet, or the run notes it. */
#include "engine/classfile/insn.h"
#include "tests/tools/support/jdk_class.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct row {
  const char *klass, *field, *kind;
} rows[] = {
#define STABLE(klass, name, why) {klass, name, "STABLE"},
#define CACHE(klass, name, why) {klass, name, "CACHE"},
#define OWN(klass, name, why) {klass, name, "OWN"},
#define LABEL(klass, name, why) {klass, name, "LABEL"},
#define FREEZE(klass, name, why) {klass, name, "FREEZE"},
#define NOT(klass, name, why) {klass, name, NULL},
#include "engine/reduction/quiet.def"
#undef STABLE
#undef CACHE
#undef OWN
#undef LABEL
#undef FREEZE
#undef NOT
};

static const struct writer {
  const char *klass, *field, *by, *methods;
} writers[] = {
#define WRITER(klass, field, by, methods, why) {klass, field, by, methods},
#define MACHINE(klass, field, file, why)
#include "engine/reduction/quiet_writers.def"
#undef WRITER
#undef MACHINE
};

static const struct machine_row {
  const char *field, *file;
} machine[] = {
#define WRITER(klass, field, by, methods, why)
#define MACHINE(klass, field, file, why) {field, file},
#include "engine/reduction/quiet_writers.def"
#undef WRITER
#undef MACHINE
};

struct scan {
  struct symtab *syms;
  struct jimage *image;
  unsigned classes, insns, writes, own, named, unknown;
  bool met[COUNT(writers)];
};

static bool fits(const char *pattern, const char *name) {
  size_t n = strlen(pattern);
  return n && pattern[n - 1] == '*' ? !strncmp(pattern, name, n - 1) : !strcmp(pattern, name);
}

/* Returns the row that applies to a field: the last match. Rows for any class are about synthetic
 * fields, which no other class can name. */
static const struct row *row_of(const char *klass, const char *field) {
  for (size_t i = COUNT(rows); i-- > 0;)
    if (rows[i].klass[0] != '*' && fits(rows[i].klass, klass) && fits(rows[i].field, field))
      return rows[i].kind ? &rows[i] : NULL;
  return NULL;
}

/* Is the word in the list? '<' matches the names of initialisers and constructors. */
static bool has_word(const char *words, const char *word) {
  size_t n = *word == '<' ? 1 : strlen(word);
  for (const char *at = words; (at = strstr(at, word[0] == '<' ? "<" : word)); at += n)
    if ((at == words || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
  return false;
}

static void written(struct scan *s, const char *how, const char *klass, const char *field,
                    const char *by, const char *method) {
  bool found = false;
  for (size_t i = 0; i < COUNT(writers); i++) {
    if (!fits(writers[i].klass, klass) || !fits(writers[i].field, field)) continue;
    if (strcmp(writers[i].by, by) != 0 || !has_word(writers[i].methods, method)) continue;
    found = s->met[i] = true;
  }
  if (found) return;
  print_message("# no row: %s.%s is written by %s.%s (%s)\n", klass, field, by, method, how);
  s->unknown++;
}

/* ---- instructions ---- */

struct declared {
  const struct symbol *klass;
  const struct field_info *field;
};

static struct declared declared_in(const struct class_file *cf, const struct cp_entry *ref) {
  for (unsigned i = 0; i < cf->field_count; i++)
    if (cf->fields[i].name == ref->name && cf->fields[i].desc == ref->desc)
      return (struct declared){cf->name, &cf->fields[i]};
  return (struct declared){0};
}

static struct class_file *read_class(struct scan *s, struct pool *pool, const char *name) {
  const uint8_t *data;
  size_t len;
  struct class_file *cf;
  struct error err = {0};
  if (jimage_class(s->image, NULL, name, &data, &len, &err) != 0) return NULL;
  return class_parse_image(data, len, NULL, pool, s->syms, &cf, &err) == 0 ? cf : NULL;
}

/* Returns the field that a reference resolves to, searching the superclasses (JVMS 5.4.3.2;
 * constants of interfaces are never written). */
static struct declared resolved(struct scan *s, struct pool *pool, const struct class_file *cf,
                                const struct cp_entry *ref) {
  const char *name = ref->owner->s;
  const struct class_file *k = strcmp(name, cf->name->s) == 0 ? cf : read_class(s, pool, name);
  struct declared d = {0};
  for (; k && !d.field; k = k->super_name ? read_class(s, pool, k->super_name->s) : NULL)
    d = declared_in(k, ref);
  return d;
}

static bool is_field_name(const char *name) {
  for (size_t i = 0; i < COUNT(rows); i++)
    if (fits(rows[i].field, name)) return true;
  return false;
}

static void field_written(struct scan *s, struct pool *pool, const struct class_file *cf,
                          const struct method_info *m, const struct cp_entry *ref) {
  struct declared d;
  if (!is_field_name(ref->name->s)) return;
  d = resolved(s, pool, cf, ref);
  if (!d.field || !row_of(d.klass->s, d.field->name->s)) return;
  s->writes++;
  if (d.klass == cf->name && m->name->s[0] == '<')
    s->own++;
  else
    written(s, "an instruction", d.klass->s, d.field->name->s, cf->name->s, m->name->s);
}

/* ---- names ---- */

/* The methods that return a way to write a field given by name. */
static const char *const finders[] = {
    "objectFieldOffset", "staticFieldOffset", "findVarHandle", "findStaticVarHandle",
    "findSetter",        "findStaticSetter",  "newUpdater",    "getDeclaredField"};

static bool names_a_field(const struct cp_entry *called) {
  for (size_t i = 0; i < COUNT(finders); i++)
    if (strcmp(called->name->s, finders[i]) == 0) return true;
  return false;
}

static bool is_call(const struct insn *in) {
  return in->op >= OP_INVOKEVIRTUAL && in->op <= OP_INVOKEINTERFACE;
}

/* The texts and classes that a method loads. It may call a finder with any pair of them. */
struct loaded {
  VEC(const struct symbol *) texts, classes;
  bool asks;
};

static void load(struct loaded *l, const struct class_file *cf, const struct insn *in) {
  const struct cp_entry *e = &cf->cp[in->cp];
  if (in->op == OP_LDC || in->op == OP_LDC_W) {
    if (e->tag == CP_STRING) *vec_push(&l->texts) = e->name;
    if (e->tag == CP_CLASS) *vec_push(&l->classes) = e->name;
  } else if (is_call(in)) {
    l->asks |= names_a_field(e);
  }
}

static void names_evaluated(struct scan *s, const struct loaded *l, const struct class_file *cf,
                            const struct method_info *m) {
  for (size_t t = 0; l->asks && t < l->texts.len; t++)
    for (size_t k = 0; k < l->classes.len; k++) {
      if (!row_of(l->classes.data[k]->s, l->texts.data[t]->s)) continue;
      s->named++;
      written(s, "by name", l->classes.data[k]->s, l->texts.data[t]->s, cf->name->s, m->name->s);
    }
}

/* ---- the image ---- */

static void scan_method(struct scan *s, struct pool *pool, const struct class_file *cf,
                        const struct method_info *m) {
  struct loaded l = {0};
  struct insn in;
  *vec_push(&l.classes) = cf->name;
  for (uint32_t pc = 0; pc < m->code_len; pc = in.next, s->insns++) {
    assert_int_equal(insn_decode(m->code, m->code_len, pc, &in), 0);
    if (in.op == OP_PUTFIELD || in.op == OP_PUTSTATIC)
      field_written(s, pool, cf, m, &cf->cp[in.cp]);
    load(&l, cf, &in);
  }
  names_evaluated(s, &l, cf, m);
  vec_free(&l.texts);
  vec_free(&l.classes);
}

/* No instruction outside its package can write a quiet field, so only java.base must be scanned for
 * those. */
static void fields_are_hidden(struct scan *s, const struct class_file *cf) {
  for (unsigned i = 0; i < cf->field_count; i++) {
    const struct field_info *f = &cf->fields[i];
    if ((f->flags & ACC_FINAL) || !(f->flags & (ACC_PUBLIC | ACC_PROTECTED)) ||
        !row_of(cf->name->s, f->name->s))
      continue;
    print_message("# %s.%s may be written from anywhere\n", cf->name->s, f->name->s);
    s->unknown++;
  }
}

static bool may_name_fields(const struct jimage_entry *e) {
  for (size_t i = 0; i < COUNT(finders); i++)
    if (memmem(e->data, e->len, finders[i], strlen(finders[i]))) return true;
  return false;
}

static int scan_class(void *arg, const struct jimage_entry *e) {
  struct scan *s = arg;
  struct error err = {0};
  struct class_file *cf;
  struct pool pool;
  if (strcmp(e->extension, "class") != 0 || strcmp(e->base, "module-info") == 0) return 0;
  if (strcmp(e->module, "java.base") != 0 && !may_name_fields(e)) return 0;
  pool_init(&pool);
  if (class_parse_image(e->data, e->len, NULL, &pool, s->syms, &cf, &err) != 0)
    fail_msg("%s: %s", e->base, err.msg);
  for (unsigned i = 0; i < cf->method_count; i++) scan_method(s, &pool, cf, &cf->methods[i]);
  fields_are_hidden(s, cf);
  s->classes++;
  pool_release(&pool);
  return 0;
}

static unsigned scan_jdk(const char *home, bool *met) {
  char *modules = mem_printf("%s/lib/modules", home);
  struct scan s = {.syms = symtab_new()};
  struct error err = {0};
  assert_int_equal(jimage_open(modules, &s.image, &err), 0);
  assert_int_equal(jimage_each(s.image, scan_class, &s, &err), 0);
  print_message(
      "# %s: %u classes, %u instructions; %u writes of quiet fields, %u by constructors and "
      "initialisers of the class, "
      "%u accesses by name, %u without a row\n",
      home, s.classes, s.insns, s.writes, s.own, s.named, s.unknown);
  for (size_t i = 0; i < COUNT(writers); i++) met[i] |= s.met[i];
  jimage_close(s.image);
  symtab_free(s.syms);
  free(modules);
  assert_true(s.classes > 5000 && s.writes > 100);
  return s.unknown;
}

/* Scans the JDK used by the tests, and each other installed one that heddle supports. */
static void writers_of_the_image(void **state) {
  struct jdk_classes *k = *state;
  bool met[COUNT(writers)] = {0};
  DIR *d = opendir("/usr/lib/jvm");
  char own[4096];
  unsigned unknown;
  assert_non_null(realpath(k->home, own));
  unknown = scan_jdk(own, met);
  for (const struct dirent *e; d && (e = readdir(d));) {
    char *home = mem_printf("/usr/lib/jvm/%s", e->d_name), real[4096];
    if (e->d_type == DT_DIR && realpath(home, real) && strcmp(real, own) != 0 &&
        jdk_release(real) >= 17)
      unknown += scan_jdk(real, met);
    free(home);
  }
  if (d) closedir(d);
  for (size_t i = 0; i < COUNT(writers); i++) {
    if (!met[i])
      print_message("# in none of these JDKs: %s.%s is written by %s.%s\n", writers[i].klass,
                    writers[i].field, writers[i].by, writers[i].methods);
  }
  assert_int_equal(unknown, 0);
}

/* ---- the machine ---- */

static void each_name(const char *file, const char *text, unsigned *pairs, unsigned *unknown) {
  for (size_t i = 0; i < COUNT(rows); i++) {
    char *name = mem_printf("\"%s\"", rows[i].field);
    bool again = false, found = false;
    for (size_t j = 0; j < i; j++) again |= !strcmp(rows[j].field, rows[i].field);
    if (!again && !strchr(name, '*') && strstr(text, name)) {
      ++*pairs;
      for (size_t j = 0; j < COUNT(machine); j++)
        found |= !strcmp(machine[j].field, rows[i].field) && !strcmp(machine[j].file, file);
      if (!found) print_message("# no row: %s knows a field %s\n", file, name);
      *unknown += !found;
    }
    free(name);
  }
}

static char *file_text(const char *root, const char *file) {
  char *path = mem_printf("%s/%s", root, file), *text = mem_alloc(1 << 20);
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
  fclose(f);
  free(path);
  return text;
}

static void files_of_the_machine(void **state) {
  const char *root = getenv("HEDDLE_ROOT") ? getenv("HEDDLE_ROOT") : ".";
  char *command = mem_printf(
           "cd '%s' && find engine/vm engine/natives -name '*.[ch]' | "
           "grep -v /verify/",
           root),
       file[500];
  unsigned files = 0, pairs = 0, unknown = 0;
  FILE *f = popen(command, "r");
  (void)state;
  assert_non_null(f);
  for (; fgets(file, sizeof file, f); files++) {
    char *text;
    file[strcspn(file, "\n")] = 0;
    text = file_text(root, file);
    each_name(file, text, &pairs, &unknown);
    free(text);
  }
  pclose(f);
  free(command);
  print_message("# %u files, %u of them with a quiet field's name, %zu rows\n", files, pairs,
                COUNT(machine));
  assert_int_equal(unknown, 0);
  assert_int_equal(pairs, COUNT(machine));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(writers_of_the_image),
                                     cmocka_unit_test(files_of_the_machine)};
  return cmocka_run_group_tests(tests, jdk_classes_setup, jdk_classes_teardown);
}
