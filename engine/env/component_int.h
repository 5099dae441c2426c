/* Internal to the files that examine a component. */
#ifndef HEDDLE_ENV_COMPONENT_INT_H
#define HEDDLE_ENV_COMPONENT_INT_H

#include "engine/env/component.h"
#include "engine/env/env_int.h"

struct component_maker {
  struct vm *vm;
  const struct klass *of;     /* the class of the component */
  const struct klass *values; /* the user's class with values; NULL: none */
  bool *hidden;               /* set if a value is visible in its package only */
};

/* defaults.c: collects values for a parameter of the type. `name` is NULL if it is unknown. Returns
 * false if there is no value. */
bool component_values(const struct component_maker *mk, const char *name, struct jtype type,
                      struct component_arg *out);
/* Returns a call of the usable constructor with the fewest parameters, "new a.b.Cache(1)", or NULL.
 * The caller frees it. */
char *component_construct(const struct component_maker *mk, const struct klass *k);
/* hidden.c: are the class and its enclosing classes public? */
bool component_is_seen(struct vm *vm, const struct klass *k);
/* Records what is visible in its package only. */
void component_hides(struct vm *vm, const struct klass *k, struct component *out);
bool component_same_package(const struct klass *a, const struct klass *b);
/* fields.c: finds the fields that the method's code touches, including the methods of the class and
 * its nest that it calls. */
void component_touches(struct vm *vm, const struct klass *k, const struct method *m,
                       struct component_call *out);
/* alike.c */
/* Are the values for the method's parameters made without running any code? */
bool component_plain_values(const struct method *m);
/* May "a" and "b" be exchanged in all calls of the class's methods? */
bool component_treats_alike(struct vm *vm, const struct klass *k);
void component_arg_release(struct component_arg *a);
/* Returns "a.b.Outer.Cache" for "a/b/Outer$Cache"; the caller frees it. */
char *component_java_name(const char *name);

#endif
