/* Reads classes of the installed JDK for tests (see jdk_class.h). */
#include "tests/tools/support/jdk_class.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int jdk_classes_setup(void **state) {
  struct jdk_classes *k = mem_alloc(sizeof *k);
  struct error err = {0};
  pool_init(&k->pool);
  k->syms = symtab_new();
  *state = k;
  if (jdk_find(NULL, k->home, sizeof k->home, &err) == 0) {
    snprintf(k->modules, sizeof k->modules, "%s/lib/modules", k->home);
    if (jimage_open(k->modules, &k->image, &err) == 0) return 0;
  }
  print_error("%s\n", err.msg);
  return -1;
}

int jdk_classes_teardown(void **state) {
  struct jdk_classes *k = *state;
  jimage_close(k->image);
  symtab_free(k->syms);
  pool_release(&k->pool);
  free(k);
  return 0;
}

const uint8_t *jdk_class_bytes(struct jdk_classes *k, const char *name, size_t *len) {
  const uint8_t *data = NULL;
  struct error err = {0};
  if (jimage_class(k->image, NULL, name, &data, len, &err) != 0)
    fail_msg("no class %s in the image: %s", name, err.msg);
  return data;
}

struct class_file *jdk_class(struct jdk_classes *k, const char *name) {
  size_t len;
  const uint8_t *data = jdk_class_bytes(k, name, &len);
  struct class_file *cf = NULL;
  struct error err = {0};
  if (class_parse(data, len, name, &k->pool, k->syms, &cf, &err) != 0) fail_msg("%s", err.msg);
  return cf;
}

const struct method_info *class_method(const struct class_file *cf, const char *name,
                                       const char *desc) {
  for (unsigned i = 0; i < cf->method_count; i++)
    if (strcmp(cf->methods[i].name->s, name) == 0 &&
        (!desc || strcmp(cf->methods[i].desc->s, desc) == 0))
      return &cf->methods[i];
  fail_msg("no method %s in %s", name, cf->name->s);
  return NULL;
}

char *test_path(const char *name) {
  const char *dir = getenv("TEST_TMP");
  return dir ? mem_printf("%s/%s", dir, name)
             : mem_printf("/tmp/heddle-test-%d-%s", (int)getpid(), name);
}

void write_file(const char *path, const void *data, size_t len) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(data, 1, len, f), len);
  assert_int_equal(fclose(f), 0);
}
