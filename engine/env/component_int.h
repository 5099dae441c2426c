/* Shared by the files that look at a component. */
#ifndef HEDDLE_ENV_COMPONENT_INT_H
#define HEDDLE_ENV_COMPONENT_INT_H

#include "engine/env/component.h"
#include "engine/env/env_int.h"

struct component_maker {
  struct vm *vm;
  const struct klass *of;     /* the component */
  const struct klass *values; /* the user's; NULL: none */
  bool *hidden;               /* set where a value is for classes of its package alone */
};

/* defaults.c: values for a parameter of the type, `name` NULL where it is not known. False: there
 * is none. */
bool component_values(const struct component_maker *mk, const char *name, struct jtype type,
                      struct component_arg *out);
/* The constructor with the fewest parameters that can be had: "new a.b.Cache(1)"; NULL: none.
 * Caller frees. */
char *component_construct(const struct component_maker *mk, const struct klass *k);
/* hidden.c: does everybody see the class, and those around it? */
bool component_is_seen(struct vm *vm, const struct klass *k);
/* Notes what is for its package alone. */
void component_hides(struct vm *vm, const struct klass *k, struct component *out);
bool component_same_package(const struct klass *a, const struct klass *b);
/* fields.c: what the method's code touches, with the methods of the class and of its nest that it
 * calls. */
void component_touches(struct vm *vm, const struct klass *k, const struct method *m,
                       struct component_call *out);
/* alike.c */
/* Are the values for the method's parameters made without running any code? */
bool component_plain_values(const struct method *m);
/* May "a" and "b" change places in all calls of the class's methods? */
bool component_treats_alike(struct vm *vm, const struct klass *k);
void component_arg_release(struct component_arg *a);
/* "a.b.Outer.Cache" of "a/b/Outer$Cache"; caller frees. */
char *component_java_name(const char *name);

#endif
