/* The methods in which java.util.concurrent stores the exception that ended a task. Their bodies
 * are the library's own; the overrides report the exception to --swallowed. */
#include "engine/natives/util.h"
#include "engine/natives/lang/swallowed.h"

static int future_keep(struct native_call *c) {
  const char *name = strrchr(c->m->owner->shown->s, '/');
  if (swallowed_exception(c->vm, c->t, c->args[1], name ? name + 1 : c->m->owner->shown->s))
    return NATIVE_OK; /* the violation stops the transition */
  return nat_body(c);
}

#define U "java/util/concurrent/"
const struct native_row natives_future[] = {
    {U "FutureTask", "setException", NULL, future_keep},
    {U "CompletableFuture", "completeThrowable", NULL, future_keep},
    {U "ForkJoinTask", "trySetThrown", NULL, future_keep},
    {0},
};
