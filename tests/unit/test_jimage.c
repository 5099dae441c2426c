/* The JDK and its image: finding them, reading them, and the messages for a bad image. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/support/jdk_class.h"

/* Sets a JDK home for these tests only. */
static void with_java_home(const char *home) {
  assert_int_equal(home ? setenv("JAVA_HOME", home, 1) : unsetenv("JAVA_HOME"), 0);
}

static void jdk_is_found(void **state) {
  struct jdk_classes *k = *state;
  char out[4096], small[4];
  char *before = getenv("JAVA_HOME") ? mem_strdup(getenv("JAVA_HOME")) : NULL;
  struct error err = {0};
  with_java_home("/nowhere");
  assert_int_equal(jdk_find(k->home, out, sizeof out, &err), 0);
  assert_string_equal(out, k->home);
  assert_int_equal(jdk_find(NULL, out, sizeof out, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "JAVA_HOME is /nowhere"));
  error_clear(&err);
  assert_int_equal(jdk_find("/tmp", out, sizeof out, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "lib/modules"));
  error_clear(&err);
  assert_int_equal(jdk_find(k->home, small, sizeof small, &err), ERR_INPUT);
  with_java_home(before);
  free(before);
}

static void jdk_is_found_on_path(void **state) {
  struct jdk_classes *k = *state;
  char out[4096], *real = realpath(k->home, NULL);
  char *home = getenv("JAVA_HOME") ? mem_strdup(getenv("JAVA_HOME")) : NULL,
       *path = mem_strdup(getenv("PATH"));
  char *mine = mem_printf("/nowhere:%s/bin", k->home);
  struct error err = {0};
  with_java_home(NULL);
  setenv("PATH", mine, 1);
  assert_int_equal(jdk_find(NULL, out, sizeof out, &err), 0);
  assert_string_equal(out, real);
  setenv("PATH", "/nowhere", 1);
  assert_int_equal(jdk_find(NULL, out, sizeof out, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "no java on PATH"));
  setenv("PATH", path, 1);
  with_java_home(home);
  free(home), free(path), free(mine), free(real);
}

/* The image */
static void image_finds_classes(void **state) {
  struct jdk_classes *k = *state;
  const uint8_t *data, *same;
  struct error err = {0};
  size_t len, len2;
  assert_int_equal(jimage_class(k->image, NULL, "java/lang/String", &data, &len, &err), 0);
  assert_memory_equal(data, "\xCA\xFE\xBA\xBE", 4);
  assert_int_equal(
      jimage_resource(k->image, "java.base", "java/lang/String.class", &same, &len2, &err), 0);
  assert_ptr_equal(data, same);
  assert_int_equal(len, len2);
  assert_int_equal(jimage_class(k->image, NULL, "java/util/logging/Logger", &data, &len, &err), 0);
  assert_string_equal(jimage_module_of(k->image, "java/util/logging"), "java.logging");
  assert_string_equal(jimage_module_of(k->image, "java/lang"), "java.base");
}

static void image_says_not_found(void **state) {
  static const char *const names[] = {"java/lang/NoSuch", "",          "String",
                                      "no/such/Package",  "java/lang", "/java/lang/String"};
  struct jdk_classes *k = *state;
  const uint8_t *data;
  struct error err = {0};
  size_t len;
  char *longest = mem_alloc(5000);
  for (size_t i = 0; i < COUNT(names); i++)
    assert_int_equal(jimage_class(k->image, NULL, names[i], &data, &len, &err), ERR_NOTFOUND);
  memset(longest, 'a', 4999);
  longest[4990] = '/';
  assert_int_equal(jimage_class(k->image, NULL, longest, &data, &len, &err), ERR_NOTFOUND);
  assert_int_equal(
      jimage_resource(k->image, "java.logging", "java/lang/String.class", &data, &len, &err),
      ERR_NOTFOUND);
  assert_null(jimage_module_of(k->image, "no/such"));
  assert_int_equal(err.code, 0);
  free(longest);
}

/* An image of one resource "/m/p/B.class" with the bytes "data", built by hand; `packed` is its
 * compressed size. */
struct tiny_image {
  uint32_t head[7];
  int32_t redirect;
  uint32_t offset;
  uint8_t locations[16];
  char strings[16];
  char data[4];
};

static void make_tiny(struct tiny_image *t, uint8_t packed) {
  *t = (struct tiny_image){.head = {0xCAFEDADA, 1 << 16, 0, 1, 1, 16, 16},
                           .redirect = -1,
                           .locations = {1 << 3, 1, 2 << 3, 3, 3 << 3, 5, 4 << 3, 7, 5 << 3, 0,
                                         6 << 3, packed, 7 << 3, 4, 0},
                           .strings = "\0m\0p\0B\0class",
                           .data = {'d', 'a', 't', 'a'}};
}

static int open_tiny(const struct tiny_image *t, size_t len, struct jimage **j, struct error *err) {
  char *path = test_path("modules");
  int rc;
  write_file(path, t, len);
  error_clear(err);
  rc = jimage_open(path, j, err);
  if (rc != 0) assert_ptr_equal(strstr(err->msg, path), err->msg);
  unlink(path);
  free(path);
  return rc;
}

static void small_image_is_read(void **state) {
  struct tiny_image t;
  struct jimage *j;
  struct error err = {0};
  const uint8_t *data;
  size_t len;
  (void)state;
  make_tiny(&t, 0);
  assert_int_equal(open_tiny(&t, sizeof t, &j, &err), 0);
  assert_int_equal(jimage_resource(j, "m", "p/B.class", &data, &len, &err), 0);
  assert_int_equal(len, 4);
  assert_memory_equal(data, "data", 4);
  assert_int_equal(jimage_resource(j, "m", "p/C.class", &data, &len, &err), ERR_NOTFOUND);
  jimage_close(j);
}

static void compressed_image_is_refused(void **state) {
  struct tiny_image t;
  struct jimage *j;
  struct error err = {0};
  const uint8_t *data;
  size_t len;
  (void)state;
  make_tiny(&t, 3);
  assert_int_equal(open_tiny(&t, sizeof t, &j, &err), 0);
  assert_int_equal(jimage_resource(j, "m", "p/B.class", &data, &len, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "compressed"));
  jimage_close(j);
}

static void damaged_images_are_refused(void **state) {
  struct tiny_image t;
  struct jimage *j;
  struct error err = {0};
  const uint8_t *data;
  size_t len, at;
  (void)state;
  for (size_t n = 0; n < offsetof(struct tiny_image, data); n++) {
    make_tiny(&t, 0);
    assert_int_equal(open_tiny(&t, n, &j, &err), ERR_INPUT);
  }
  make_tiny(&t, 0);
  t.head[0] = 0xDADAFECA;
  assert_int_equal(open_tiny(&t, sizeof t, &j, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "byte order"));
  t.head[0] = 0x12345678;
  assert_int_equal(open_tiny(&t, sizeof t, &j, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "magic"));
  t.head[0] = 0xCAFEDADA;
  t.head[1] = 2 << 16;
  assert_int_equal(open_tiny(&t, sizeof t, &j, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "version 2.0"));
  for (at = offsetof(struct tiny_image, redirect); at < sizeof t;
       at++) { /* invalid content must not cause a crash */
    for (int v = 0; v < 256; v += 51) {
      make_tiny(&t, 0);
      ((uint8_t *)&t)[at] = (uint8_t)v;
      if (open_tiny(&t, sizeof t, &j, &err) != 0) continue;
      int rc = jimage_resource(j, "m", "p/B.class", &data, &len, &err);
      assert_true(rc == 0 || rc == ERR_INPUT || rc == ERR_NOTFOUND);
      if (rc == 0) assert_in_range(len, 0, 4);
      jimage_close(j);
    }
  }
}

static void release_is_read(void **state) {
  struct jdk_classes *k = *state;
  char *dir = test_path("home"), *file = mem_printf("%s/release", dir);
  struct class_file *cf = jdk_class(k, "java/lang/Object");
  assert_int_equal(jdk_release(k->home), cf->major - 44); /* a JDK's own classes have its version */
  mkdir(dir, 0777);
  write_file(file, "X=\"1\"\nJAVA_VERSION=\"21.0.2\"\n", 29);
  assert_int_equal(jdk_release(dir), 21);
  unlink(file);
  assert_int_equal(jdk_release(dir), 0);
  rmdir(dir);
  free(file), free(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jdk_is_found),
      cmocka_unit_test(jdk_is_found_on_path),
      cmocka_unit_test(image_finds_classes),
      cmocka_unit_test(image_says_not_found),
      cmocka_unit_test(small_image_is_read),
      cmocka_unit_test(compressed_image_is_refused),
      cmocka_unit_test(damaged_images_are_refused),
      cmocka_unit_test(release_is_read),
  };
  return cmocka_run_group_tests_name("classpath", tests, jdk_classes_setup, jdk_classes_teardown);
}
