/* Access control (JVMS 5.4.4): which classes and members the program's classes may name. Classes of
 * the JDK and classes that heddle makes are not checked, because they are trusted. */
#ifndef HEDDLE_VM_LOADER_ACCESS_H
#define HEDDLE_VM_LOADER_ACCESS_H

#include "engine/vm/machine.h"

/* Returns whether code of `from` needs no access checks. */
static inline bool access_is_free(const struct klass *from) {
  return from->is_jdk || from->host || !from->cf;
}

/* Returns whether the classes have the same package name and the same loader. */
bool access_same_package(struct vm *vm, const struct klass *a, const struct klass *b);
bool access_class(struct vm *vm, const struct klass *from, const struct klass *to);
/* Check access. Each returns NATIVE_OK, or NATIVE_THROW with IllegalAccessError. `named` is the
 * class that the constant names. */
int access_class_throw(struct vm *vm, struct thread *t, const struct klass *from,
                       const struct klass *to);
int access_field_throw(struct vm *vm, struct thread *t, struct klass *from,
                       const struct klass *named, const struct field *f);
int access_method_throw(struct vm *vm, struct thread *t, struct klass *from,
                        const struct klass *named, const struct method *m);
/* Like access_method_throw, but checks code of all classes, including those that access_is_free
 * exempts. */
int access_method_resolved(struct vm *vm, struct thread *t, struct klass *from,
                           const struct klass *named, const struct method *m);
/* Checks a store into a final field, which is allowed only in its own class, in <clinit> or in a
 * constructor. */
int access_final_throw(struct vm *vm, struct thread *t, const struct method *from,
                       const struct field *f);
/* Returns where two classes are, in the words of the JVM's messages: "A and B are in unnamed module
 * of loader 'app'". The caller frees it. */
char *access_places(struct vm *vm, const struct klass *a, const struct klass *b);

#endif
