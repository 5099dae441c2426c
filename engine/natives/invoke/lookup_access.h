/* What a MethodHandles.Lookup may reach: the rules of Lookup.checkAccess, with its messages. */
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
  struct klass *klass, *previous; /* previous: NULL none */
  int modes;                      /* enum lookup_mode */
};

struct lookup lookup_read(struct vm *vm, ref lookup);
/* The same with everything allowed: for members that setAccessible opened. */
struct lookup lookup_trusted(struct vm *vm);

/* Each NATIVE_OK, or NATIVE_THROW with IllegalAccessException. `refc` is the class that was asked
 * for the member. */
int lookup_check_class(struct native_call *c, const struct lookup *l, const struct klass *refc);
/* `special` is the class that findSpecial's handle calls as. */
int lookup_check_special(struct native_call *c, const struct lookup *l, const struct klass *refc,
                         const struct klass *special);
/* What the JVM's resolution from the lookup's class refuses comes first, with `text` and an
 * IllegalAccessError as its cause: only when `resolved`, that is, the member was asked for by its
 * name. */
int lookup_check_method(struct native_call *c, const struct lookup *l, const struct klass *refc,
                        const struct method *m, bool resolved, const char *text);
/* A protected member of another package: its object must be one of the lookup's class. */
bool lookup_narrows(struct vm *vm, const struct lookup *l, const struct klass *owner,
                    uint32_t flags);
int lookup_check_field(struct native_call *c, const struct lookup *l, const struct klass *refc,
                       const struct field *f, bool put);

/* An exception of class `error` with the message, whose cause is the one that is pending. */
int lookup_caused(struct native_call *c, const char *error, const char *message);

#endif
