/* Sources of classes: folders and jars, and the messages when one of them is bad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <cmocka.h>

#include "tests/tools/support/jdk_class.h"

/* libzip does not take ownership of an empty buffer. make fuzz FUZZ=jar found this as a leak. */
static void an_empty_jar_is_refused(void **state) {
  char *path = test_path("empty.jar");
  struct classpath *cp = NULL;
  struct error err = {0};
  (void)state;
  write_file(path, "", 0);
  assert_int_equal(classpath_open(path, &cp, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, path));
  classpath_close(cp);
  unlink(path);
  free(path);
}

/* ---- class paths ---- */
static void make_jar(const char *path, const char *entry, const char *text) {
  int code;
  zip_t *z = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
  assert_non_null(z);
  assert_true(zip_file_add(z, entry, zip_source_buffer(z, text, strlen(text), 0), 0) >= 0);
  assert_int_equal(zip_close(z), 0);
}

static void expect_read(struct classpath *cp, const char *entry, const char *text,
                        const char *place) {
  uint8_t *data;
  size_t len;
  char where[4096];
  struct error err = {0};
  if (classpath_read(cp, entry, &data, &len, where, sizeof where, &err) != 0)
    fail_msg("%s: %s", entry, err.msg);
  assert_int_equal(len, strlen(text));
  assert_memory_equal(data, text, len);
  assert_string_equal(where, place);
  free(data);
}

struct tree { /* a folder with p/A.class, and two jars beside it */
  char *dir, *one, *two, *sub, *file, *place_a, *place_one, *place_two;
};

static void make_tree(struct tree *t) {
  t->dir = test_path("cp");
  t->sub = mem_printf("%s/p", t->dir);
  t->file = mem_printf("%s/p/A.class", t->dir);
  t->one = mem_printf("%s/one.jar", t->dir);
  t->two = mem_printf("%s/two.jar", t->dir);
  t->place_a = mem_printf("%s/p/A.class", t->dir);
  t->place_one = mem_printf("%s!/p/B.class", t->one);
  t->place_two = mem_printf("%s!/p/C.class", t->two);
  mkdir(t->dir, 0777);
  mkdir(t->sub, 0777);
  write_file(t->file, "from the folder", 15);
  make_jar(t->one, "p/B.class", "from the first jar");
  make_jar(t->two, "p/C.class", "from the second jar");
}

static void drop_tree(struct tree *t) {
  unlink(t->file), rmdir(t->sub), unlink(t->one), unlink(t->two), rmdir(t->dir);
  free(t->dir), free(t->one), free(t->two), free(t->sub), free(t->file);
  free(t->place_a), free(t->place_one), free(t->place_two);
}

static void folders_and_jars_are_read(void **state) {
  struct tree t;
  struct classpath *cp;
  struct error err = {0};
  uint8_t *data;
  size_t len;
  char *path;
  (void)state;
  make_tree(&t);
  path = mem_printf("/nowhere:%s:%s:%s", t.dir, t.one, t.two);
  assert_int_equal(classpath_open(path, &cp, &err), 0);
  expect_read(cp, "p/A.class", "from the folder", t.place_a);
  expect_read(cp, "p/B.class", "from the first jar", t.place_one);
  expect_read(cp, "p/C.class", "from the second jar", t.place_two);
  assert_int_equal(classpath_read(cp, "p/D.class", &data, &len, NULL, 0, &err), ERR_NOTFOUND);
  assert_int_equal(classpath_read(cp, "p", &data, &len, NULL, 0, &err), ERR_NOTFOUND);
  assert_int_equal(classpath_read(cp, "p/../p/A.class", &data, &len, NULL, 0, &err), ERR_NOTFOUND);
  assert_int_equal(classpath_read(cp, "/etc/passwd", &data, &len, NULL, 0, &err), ERR_NOTFOUND);
  assert_int_equal(err.code, 0);
  classpath_close(cp);
  free(path);
  drop_tree(&t);
}

static void wildcard_means_the_jars(void **state) {
  struct tree t;
  struct classpath *cp;
  struct error err = {0};
  uint8_t *data;
  size_t len;
  char *path;
  (void)state;
  make_tree(&t);
  path = mem_printf("%s/*", t.dir);
  assert_int_equal(classpath_open(path, &cp, &err), 0);
  expect_read(cp, "p/B.class", "from the first jar", t.place_one);
  expect_read(cp, "p/C.class", "from the second jar", t.place_two);
  assert_int_equal(classpath_read(cp, "p/A.class", &data, &len, NULL, 0, &err), ERR_NOTFOUND);
  classpath_close(cp);
  free(path);
  drop_tree(&t);
}

static void add_entry(const char *path, const char *entry, const char *text) {
  int code;
  zip_t *z = zip_open(path, ZIP_CREATE, &code);
  assert_non_null(z);
  assert_true(
      zip_file_add(z, entry, zip_source_buffer(z, text, strlen(text), 0), ZIP_FL_OVERWRITE) >= 0);
  assert_int_equal(zip_close(z), 0);
}

/* A jar's manifest names other jars, here with a folded line, a folder, a missing jar and
 * itself. */
static void manifest_path_is_followed(void **state) {
  struct tree t;
  struct classpath *cp;
  struct error err = {0};
  char *jar;
  (void)state;
  make_tree(&t);
  jar = mem_printf("%s/main.jar", t.dir);
  add_entry(jar, "META-INF/MANIFEST.MF",
            "Manifest-Version: 1.0\r\nClass-Path: main.jar missing.jar tw\r\n o%2ejar "
            "http://x/y.jar ./\r\n\r\nName: p\r\n");
  assert_int_equal(classpath_open(jar, &cp, &err), 0);
  expect_read(cp, "p/C.class", "from the second jar", t.place_two);
  free(t.place_a);
  t.place_a = mem_printf("%s/./p/A.class", t.dir);
  expect_read(cp, "p/A.class", "from the folder", t.place_a);
  classpath_close(cp);
  unlink(jar);
  free(jar);
  drop_tree(&t);
}

/* Manifests that could cause endless reading: a jar that names itself by other paths, an endless
 * device, a long chain of jars. */
static void hostile_manifests_end(void **state) {
  enum { ROW = 120 };
  struct tree t;
  struct classpath *cp;
  struct error err = {0};
  char *jar, *first, *manifest;
  (void)state;
  make_tree(&t);
  jar = mem_printf("%s/main.jar", t.dir);
  add_entry(jar, "META-INF/MANIFEST.MF",
            "Class-Path: ./main.jar p/../main.jar .//two.jar ../cp/../cp/main.jar two.jar\n\n");
  assert_int_equal(classpath_open(jar, &cp, &err), 0);
  assert_non_null(classpath_element(cp, 1, NULL));
  assert_null(classpath_element(cp, 2, NULL)); /* itself and the second jar, once each */
  classpath_close(cp);
  add_entry(jar, "META-INF/MANIFEST.MF", "Class-Path: two.jar /dev/zero\n\n");
  assert_int_equal(classpath_open(jar, &cp, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "/dev/zero"));
  error_clear(&err);
  unlink(jar);
  free(jar);
  first = mem_printf("%s/r0.jar", t.dir);
  for (unsigned i = 0; i < ROW; i++) {
    jar = mem_printf("%s/r%u.jar", t.dir, i);
    manifest = mem_printf("Class-Path: r%u.jar\n\n", i + 1);
    make_jar(jar, "META-INF/MANIFEST.MF", manifest);
    free(manifest);
    free(jar);
  }
  assert_int_equal(classpath_open(first, &cp, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "a chain of more than"));
  for (unsigned i = 0; i < ROW; i++) {
    jar = mem_printf("%s/r%u.jar", t.dir, i);
    unlink(jar);
    free(jar);
  }
  free(first);
  drop_tree(&t);
}

static void multi_release_jar_gives_the_release(void **state) {
  char *jar = test_path("multi.jar"), *base = mem_printf("%s!/M.class", jar);
  char *nine = mem_printf("%s!/META-INF/versions/9/M.class", jar),
       *eleven = mem_printf("%s!/META-INF/versions/11/M.class", jar);
  static const struct {
    int release;
    const char *text;
  } cases[] = {{0, "base"}, {8, "base"}, {9, "nine"}, {10, "nine"}, {11, "eleven"}, {17, "eleven"}};
  struct classpath *cp;
  struct error err = {0};
  (void)state;
  add_entry(jar, "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nmulti-release: true\n");
  add_entry(jar, "M.class", "base");
  add_entry(jar, "META-INF/versions/9/M.class", "nine");
  add_entry(jar, "META-INF/versions/11/M.class", "eleven");
  assert_int_equal(classpath_open(jar, &cp, &err), 0);
  for (size_t i = 0; i < COUNT(cases); i++) {
    classpath_set_release(cp, cases[i].release);
    expect_read(cp, "M.class", cases[i].text,
                cases[i].text[0] == 'b'   ? base
                : cases[i].text[0] == 'n' ? nine
                                          : eleven);
  }
  classpath_close(cp);
  add_entry(jar, "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n\nMulti-Release: true\n");
  assert_int_equal(classpath_open(jar, &cp, &err), 0);
  classpath_set_release(cp, 17);
  expect_read(cp, "M.class", "base", base);
  classpath_close(cp);
  unlink(jar);
  free(jar), free(base), free(nine), free(eleven);
}

static void corrupt_jar_is_named(void **state) {
  char *path = test_path("bad.jar");
  struct classpath *cp;
  struct error err = {0};
  (void)state;
  write_file(path, "this is no archive", 18);
  assert_int_equal(classpath_open(path, &cp, &err), ERR_INPUT);
  assert_null(cp);
  assert_ptr_equal(strstr(err.msg, path), err.msg);
  assert_null(strchr(err.msg, '\n'));
  unlink(path);
  free(path);
}

/* The checksum catches a changed byte in the packed data; a cut-off jar has no directory. */
static void damaged_jar_is_named(void **state) {
  char *path = test_path("cut.jar"), bytes[4096];
  struct classpath *cp;
  struct error err = {0};
  uint8_t *data;
  size_t n, len;
  FILE *f;
  (void)state;
  make_jar(path, "X.class", "some text, long enough that it is stored: 0123456789");
  f = fopen(path, "rb");
  n = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  write_file(path, bytes, n / 2);
  assert_int_equal(classpath_open(path, &cp, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, path));
  error_clear(&err);
  bytes[30 + 7 + 12] ^= 0x55; /* after the local header and the name */
  write_file(path, bytes, n);
  assert_int_equal(classpath_open(path, &cp, &err), 0);
  assert_int_equal(classpath_read(cp, "X.class", &data, &len, NULL, 0, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, path));
  assert_non_null(strstr(err.msg, "X.class"));
  classpath_close(cp);
  unlink(path);
  free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_jar_is_refused),
      cmocka_unit_test(folders_and_jars_are_read),
      cmocka_unit_test(wildcard_means_the_jars),
      cmocka_unit_test(manifest_path_is_followed),
      cmocka_unit_test(hostile_manifests_end),
      cmocka_unit_test(multi_release_jar_gives_the_release),
      cmocka_unit_test(corrupt_jar_is_named),
      cmocka_unit_test(damaged_jar_is_named),
  };
  return cmocka_run_group_tests_name("classpath", tests, jdk_classes_setup, jdk_classes_teardown);
}
