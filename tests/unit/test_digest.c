/* The hash of what a class does: it is equal for different compilations of a source by javac, and
 * different for each change of what is executed or observed (soundness rule 33, atomic is shown).
 *
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tools/support/jdk_class.h"
#include "trace/contracts/digest.h"

static const char source[] =
    "import java.util.function.*;\n"
    "class Sample implements Runnable {\n"
    "  static final int LIMIT = 40;\n"
    "  int count;\n"
    "  private long sum = 1234567890123L;\n"
    "  /* more */\n"
    "  public void run() {\n"
    "    while (count < 7) step(count);\n"
    "    try {\n"
    "      Supplier<String> s = this::name;\n"
    "      System.out.println(s.get() + \"text\" + count);\n"
    "    } catch (RuntimeException e) { count = 900; }\n"
    "  }\n"
    "  private void step(int n) {\n"
    "    switch (n) { case 3: count += 2; break; case 5: count += 3; break; default: count++; }\n"
    "  }\n"
    "  String name() { return \"name\"; }\n"
    "  String label() { return \"label\"; }\n"
    "  int other() { return count + 5000000; }\n"
    "}\n";

static const char executed[] = "<init> name run step";

/* Returns the text with one part replaced; caller frees. */
static char *replaced(const char *text, const char *from, const char *to) {
  const char *at = strstr(text, from);
  if (!at) fail_msg("no %s in the source", from);
  return mem_printf("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* javac is started once for many texts, so each has its own package, "v00" and so on ... */
static void write_variant(const char *dir, size_t i, const char *text) {
  char *file = mem_printf("%s/V%02zu.java", dir, i),
       *all = mem_printf("package v%02zu;%s", i, text);
  write_file(file, all, strlen(all));
  free(all), free(file);
}

/* ... which is renamed to "v00" in all of them when the class is read. */
static struct class_file *read_variant(struct jdk_classes *k, struct classpath *cp, size_t i) {
  char *entry = mem_printf("v%02zu/Sample.class", i), *name = mem_printf("v%02zu/Sample", i);
  struct class_file *cf;
  struct error err = {0};
  uint8_t *data, *at;
  size_t len;
  if (classpath_read(cp, entry, &data, &len, NULL, 0, &err)) fail_msg("no %s", entry);
  while (i && (at = memmem(data, len, name, strlen(name)))) memcpy(at, "v00", 3);
  if (class_parse(data, len, "Sample", &k->pool, k->syms, &cf, &err)) fail_msg("%s", err.msg);
  free(data);
  free(entry), free(name);
  return cf;
}

static void compile(struct jdk_classes *k, char *const *texts, size_t n, const char *option,
                    struct class_file **out) {
  char *dir = test_path("digest"),
       *command = mem_printf("cd '%s' && '%s/bin/javac' -d . %s *.java", dir, k->home, option),
       *clean = mem_printf("rm -r '%s'", dir);
  struct classpath *cp;
  struct error err = {0};
  mkdir(dir, 0777);
  for (size_t i = 0; i < n; i++) write_variant(dir, i, texts[i]);
  assert_int_equal(system(command), 0);
  if (classpath_open(dir, &cp, &err)) fail_msg("%s", err.msg);
  for (size_t i = 0; i < n; i++) out[i] = read_variant(k, cp, i);
  classpath_close(cp);
  assert_int_equal(system(clean), 0);
  free(command), free(clean), free(dir);
}

static bool is_same(const struct class_file *a, const struct class_file *b, const char *methods) {
  return XXH128_isEqual(digest_class(a, methods), digest_class(b, methods));
}

/* Adds a private method with 300 constants in front, so that the other methods' constants have
 * two-byte indices. */
static char *with_constants(void) {
  struct text t = {0};
  char *all;
  text_puts(&t, "private int many(String s) { switch (s) {\n");
  for (int i = 0; i < 300; i++) text_printf(&t, "case \"c%d\": return %d;\n", i, 100000 + i);
  text_puts(&t, "} return 0; }\n");
  all = replaced(source, "/* more */", t.s);
  text_release(&t);
  return all;
}

static void test_same(void **state) {
  struct jdk_classes *k = *state;
  char *texts[] = {mem_strdup(source), with_constants()};
  struct class_file *with[2], *plain;
  compile(k, texts, 2, "-g", with);
  compile(k, texts, 1, "-g:none", &plain);
  assert_true(class_method(with[0], "run", NULL)->line_count > 0);
  assert_int_equal(class_method(plain, "run", NULL)->line_count, 0);
  assert_true(is_same(with[0], plain, NULL));
  assert_true(class_method(with[1], "name", NULL)->code_len >
              class_method(with[0], "name", NULL)->code_len); /* ldc_w */
  assert_true(is_same(with[0], with[1], executed));
  assert_false(is_same(with[0], with[1], NULL));
  free(texts[0]), free(texts[1]);
}

static void test_changes(void **state) {
  static const struct {
    const char *from, *to;
    bool same;
  } rows[] = {
      {"5000000", "6000000", true}, /* in code that is not executed */
      {"/* more */", "private void more() { count--; }", true},
      {"count < 7", "count < 8", false},
      {"count < 7", "count <= 7", false},
      {"\"name\"", "\"game\"", false},
      {"1234567890123L", "1234567890124L", false},
      {"\"text\"", "\"next\"", false}, /* argument of a call site's bootstrap method */
      {"this::name", "this::label", false},
      {"RuntimeException", "IllegalStateException", false},
      {"case 5", "case 6", false},
      {"break; default", "default", false},
      {"step(count);", "{ step(count); if (count == 2) continue; count = 3; }", false},
      {"private void step", "private synchronized void step", false},
      {"LIMIT = 40", "LIMIT = 41", false},
      {"int count;", "volatile int count;", false},
      {"int count;", "int count, more;", false},
      {"implements Runnable", "extends Thread", false},
      {"/* more */", "public int hashCode() { return 1; }", false},
      {"/* more */", "private void step(long n) { }", false}, /* an overload */
      {"int other()", "public int other()", false},
  };
  char *texts[COUNT(rows) + 1];
  struct class_file *made[COUNT(rows) + 1];
  texts[COUNT(rows)] = mem_strdup(source);
  for (size_t i = 0; i < COUNT(rows); i++) texts[i] = replaced(source, rows[i].from, rows[i].to);
  compile(*state, texts, COUNT(texts), "-g", made);
  for (size_t i = 0; i < COUNT(rows); i++)
    if (is_same(made[COUNT(rows)], made[i], executed) != rows[i].same)
      fail_msg("%s instead of %s: %s", rows[i].to, rows[i].from, rows[i].same ? "other" : "same");
  for (size_t i = 0; i < COUNT(texts); i++) free(texts[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same), cmocka_unit_test(test_changes)};
  return cmocka_run_group_tests(tests, jdk_classes_setup, jdk_classes_teardown);
}
