/* Private to the files of lookup. */
#ifndef HEDDLE_NATIVES_LOOKUP_INT_H
#define HEDDLE_NATIVES_LOOKUP_INT_H

#include "engine/natives/lang/class_members.h"
#include "engine/natives/invoke/combine.h"
#include "engine/natives/invoke/handles.h"
#include "engine/natives/invoke/lookup_access.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/classes.h"

#define LOOKUP "java/lang/invoke/MethodHandles$Lookup"

/* The arguments (Class, String, MethodType or Class) in slots 1 to 3. */
struct query {
  struct klass *klass;
  char *name, *desc;
};

int lookup_of(struct native_call *c);
/* natives/reflect/reflection.c: the class that calls the native method, possibly by reflection */
const struct klass *reflection_caller(struct native_call *c);
void lookup_query_release(struct query *q);
int lookup_query_read(struct native_call *c, struct query *q, bool method);
int lookup_no_such(struct native_call *c, const struct query *q, const char *error,
                   const char *what, const char *kind);
int lookup_give_handle(struct native_call *c, const struct member_ref *r);
/* Narrows the native's result, a handle, to receivers of that class. */
int lookup_narrow(struct native_call *c, struct klass *to);
/* Returns the lookup for a member: members that setAccessible opened are accessible to every
 * Lookup. */
struct lookup lookup_for(struct native_call *c, ref member);

#endif
