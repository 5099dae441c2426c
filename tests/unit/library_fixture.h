/* A machine with the classes of java.base, and the list of their names. */
#ifndef HEDDLE_TESTS_LIBRARY_FIXTURE_H
#define HEDDLE_TESTS_LIBRARY_FIXTURE_H

#include "engine/base/mem.h"

struct klass;
struct vm;

struct class_names {
  VEC(char *) v;
};

/* Both fail the test if the JDK lacks the class. */
struct vm *library_open(void);
struct klass *library_class(struct vm *vm, const char *name);

void class_names_list(struct vm *vm, struct class_names *n);
void class_names_release(struct class_names *n);

#endif
