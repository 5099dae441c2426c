/* The real JVM's verifier accepts the output of the rewriter.
 *
 * timeout: 300 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/tools/support/jdk_class.h"
#include "trace/recorder/rewrite.h"
#include "rewrite_fixture.h"

/* ---- with the JVM ---- */

static char *last_line(const char *command) {
  char line[4096];
  char *last = mem_strdup("");
  FILE *p = popen(command, "r");
  assert_non_null(p);
  while (fgets(line, sizeof line, p)) {
    fputs("# ", stdout);
    fputs(line, stdout);
    free(last);
    last = mem_strdup(line);
  }
  pclose(p);
  return last;
}

static const char *env_or(const char *name, const char *otherwise) {
  const char *v = getenv(name);
  return v ? v : otherwise;
}

/* Replaces slashes in class names by dots, for Class.forName. */
static void dot_names(const char *path) {
  FILE *f = fopen(path, "r+");
  assert_non_null(f);
  for (int c; (c = fgetc(f)) != EOF;) {
    if (c != '/') continue;
    fseek(f, -1, SEEK_CUR);
    fputc('.', f);
    fseek(f, 0, SEEK_CUR);
  }
  fclose(f);
}

/* The verifier accepts every class of the module. Sites are numbered from `first` on, because their
 * size decides how they are loaded. */
static void verifies(struct jdk_classes *k, const char *module, unsigned every, uint32_t first,
                     unsigned at_least) {
  const char *java_classes = getenv("HEDDLE_JAVA");
  if (!java_classes) skip();
  struct rewrite_job job = rewrite_job_init();
  char *dir = test_path(module), *list = mem_printf("%s.names", dir);
  uint8_t *helper;
  size_t len;
  mkdir(dir, 0777);
  job.dir = dir;
  job.first_site = first;
  job.names = fopen(list, "w");
  rewrite_module(k, &job, module, every);
  fclose(job.names);
  dot_names(list);
  probe_class(&helper, &len);
  save_class(dir, HELPER_CLASS, helper, len);
  free(helper);
  char *command = mem_printf(
      "'%s' -Xverify:all --add-modules %s --patch-module %s='%s' -cp '%s/record' Link '%s' 2>&1",
      env_or("JAVA", "java"), module, module, dir, java_classes, list);
  char *got = last_line(command), *want = mem_printf("%u linked, 0 refused\n", job.rewritten);
  assert_true(job.rewritten >= at_least);
  assert_string_equal(got, want);
  free(got);
  free(want);
  free(command);
  free(list);
  free(dir);
}

static void jvm_verifies_xml(void **state) { verifies(*state, "java.xml", 3, 0, 300); }
static void jvm_verifies_compiler(void **state) { verifies(*state, "jdk.compiler", 3, 32700, 200); }
static void jvm_verifies_desktop(void **state) { verifies(*state, "java.desktop", 23, 70000, 100); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jvm_verifies_xml),
      cmocka_unit_test(jvm_verifies_compiler),
      cmocka_unit_test(jvm_verifies_desktop),
  };
  return cmocka_run_group_tests(tests, jdk_classes_setup, jdk_classes_teardown);
}
