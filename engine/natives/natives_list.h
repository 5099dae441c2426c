/* Lists the native methods of a JDK and the Java methods that the engine replaces. */
#ifndef HEDDLE_NATIVES_NATIVES_LIST_H
#define HEDDLE_NATIVES_NATIVES_LIST_H

#include "engine/base/error.h"

/* The engine's implementation of a method of the module java.base. */
enum native_state {
  NATIVE_HERE,     /* native, implemented by a function */
  NATIVE_REPLACED, /* has a Java body, which a function replaces */
  NATIVE_REFUSED,  /* replaced by a function that ends the search as inconclusive */
  NATIVE_MISSING /* native without a function: a call makes the search inconclusive and names it */
};
typedef void native_list_fn(void *arg, enum native_state state, const char *klass, const char *name,
                            const char *desc);

/* Lists every such method of the JDK in java_home (NULL: searched for by jdk_find), in the order of
 * the image. */
int natives_list(const char *java_home, native_list_fn *report, void *arg, struct error *err);

#endif
