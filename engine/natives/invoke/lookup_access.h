/* Access checks of MethodHandles.Lookup: the rules of Lookup.checkAccess, with its messages. */
#ifndef HEDDLE_NATIVES_LOOKUP_ACCESS_H
#define HEDDLE_NATIVES_LOOKUP_ACCESS_H

#include "engine/vm/machine.h"

enum lookup_mode {
  LOOKUP_PUBLIC = 1,
  LOOKUP_PRIVATE = 2,
  LOOKUP_PROTECTED = 4,
  LOOKUP_PACKAGE = 8,
  LOOKUP_MODULE = 16,
  LOOKUP_UNCONDITIONAL = 32,
  LOOKUP_ORIGINAL = 64,
  LOOKUP_TRUSTED = -1
};

struct lookup {
  struct klass *klass, *previous; /* previous: may be NULL */
  int modes;                      /* enum lookup_mode */
};

struct lookup lookup_read(struct vm *vm, ref lookup);
/* Returns a lookup that may access everything, for members that setAccessible opened. */
struct lookup lookup_trusted(struct vm *vm);

/* These return NATIVE_OK, or NATIVE_THROW with IllegalAccessException. `refc` is the class in which
 * the member was looked up. */
int lookup_check_class(struct native_call *c, const struct lookup *l, const struct klass *refc);
/* `special`: the class as which findSpecial's handle calls. */
int lookup_check_special(struct native_call *c, const struct lookup *l, const struct klass *refc,
                         const struct klass *special);
/* If `resolved` (the member was looked up by name), first makes the access check of JVM resolution
 * from the lookup's class. If that fails, throws with the message `text` and an IllegalAccessError
 * as the cause. */
int lookup_check_method(struct native_call *c, const struct lookup *l, const struct klass *refc,
                        const struct method *m, bool resolved, const char *text);
/* Returns whether a member of `owner` with these flags is a protected member of another package,
 * whose receiver must be an instance of the lookup's class. */
bool lookup_narrows(struct vm *vm, const struct lookup *l, const struct klass *owner,
                    uint32_t flags);
int lookup_check_field(struct native_call *c, const struct lookup *l, const struct klass *refc,
                       const struct field *f, bool put);

/* Throws an exception of class `error` with the message, and the pending exception as its cause. */
int lookup_caused(struct native_call *c, const char *error, const char *message);

#endif
