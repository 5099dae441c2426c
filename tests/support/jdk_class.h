/* For tests: classes of the installed JDK's library as input, so that none need be kept in the
 * tree. */
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

/* cmocka group set-up and tear-down. *state becomes a struct jdk_classes. */
int jdk_classes_setup(void **state);
int jdk_classes_teardown(void **state);

/* Returns the bytes of a class of the image; the test fails when there is none. */
const uint8_t *jdk_class_bytes(struct jdk_classes *k, const char *name, size_t *len);
/* Returns the parsed class, allocated in the group's pool. */
struct class_file *jdk_class(struct jdk_classes *k, const char *name);
/* Returns the method of a class by name and (unless NULL) descriptor; the test fails when there is
 * none. */
const struct method_info *class_method(const struct class_file *cf, const char *name,
                                       const char *desc);

/* Returns $TEST_TMP/NAME, or a name in /tmp when the test is started by hand. The caller frees
 * it. */
char *test_path(const char *name);
void write_file(const char *path, const void *data, size_t len);

#endif
