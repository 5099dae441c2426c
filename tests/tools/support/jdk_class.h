/* Classes of the installed JDK as input for tests, so that the tree need not contain class files.
 * Also other small helpers of tests. */
#ifndef HEDDLE_TESTS_JDK_CLASS_H
#define HEDDLE_TESTS_JDK_CLASS_H

#include "engine/classfile/classfile.h"
#include "engine/classfile/classpath.h"

struct jdk_classes {
  char home[4096], modules[4120];
  struct jimage *image;
  struct symtab *syms;
  struct pool pool;
};

/* cmocka's set-up and tear-down of a group of tests. *state becomes a struct jdk_classes. */
int jdk_classes_setup(void **state);
int jdk_classes_teardown(void **state);

/* Returns the bytes of a class in the JDK's image, which owns them. Fails the test if there is no
 * such class. */
const uint8_t *jdk_class_bytes(struct jdk_classes *k, const char *name, size_t *len);
/* Returns the parsed class, allocated in the group's pool. Fails the test if there is no such
 * class. */
struct class_file *jdk_class(struct jdk_classes *k, const char *name);
/* Returns the method with that name and (unless NULL) descriptor. Fails the test if there is
 * none. */
const struct method_info *class_method(const struct class_file *cf, const char *name,
                                       const char *desc);

/* Returns the path of a temporary file: $TEST_TMP/NAME, or a name in /tmp if the test was started
 * by hand. The caller frees it. */
char *test_path(const char *name);
/* Writes a whole file. Fails the test if that is not possible. */
void write_file(const char *path, const void *data, size_t len);

#endif
