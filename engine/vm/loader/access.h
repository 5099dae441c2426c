/* Access control (JVMS 5.4.4): which classes and members the program's classes may name. Classes of
 * the JDK and those that heddle makes are not asked: their own verifier has seen them. */
#ifndef HEDDLE_VM_LOADER_ACCESS_H
#define HEDDLE_VM_LOADER_ACCESS_H

#include "engine/vm/machine.h"

/* Nothing to check for code of `from`. */
static inline bool access_is_free(const struct klass *from) {
  return from->is_jdk || from->host || !from->cf;
}

/* The same name of the package, and the same loader. */
bool access_same_package(struct vm *vm, const struct klass *a, const struct klass *b);
bool access_class(struct vm *vm, const struct klass *from, const struct klass *to);
/* Each NATIVE_OK, or NATIVE_THROW with IllegalAccessError. `named` is the class that the constant
 * names. */
int access_class_throw(struct vm *vm, struct thread *t, const struct klass *from,
                       const struct klass *to);
int access_field_throw(struct vm *vm, struct thread *t, struct klass *from,
                       const struct klass *named, const struct field *f);
int access_method_throw(struct vm *vm, struct thread *t, struct klass *from,
                        const struct klass *named, const struct method *m);
/* The same for code of any class, the JDK's too. */
int access_method_resolved(struct vm *vm, struct thread *t, struct klass *from,
                           const struct klass *named, const struct method *m);
/* A store into a final field: only its own class does that, in <clinit> or in a constructor. */
int access_final_throw(struct vm *vm, struct thread *t, const struct method *from,
                       const struct field *f);
/* "A and B are in unnamed module of loader 'app'": how the JVM's messages place two classes. Caller
 * frees. */
char *access_places(struct vm *vm, const struct klass *a, const struct klass *b);

#endif
