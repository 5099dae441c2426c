/* The properties `linearizable`, `sequential` and `quiescent`: the results of the calls that an
 * environment makes (heddle env) are those of some order of the calls. The calls are recorded in
 * the static fields of the environment's class (env/environment_record.c). At the ends of paths,
 * assess/assess.h evaluates them, because that needs the tree of states. */
#include "engine/property/property.h"

static int start(struct vm *vm, struct error *err) {
  if (vm->environment.assessed) return 0;
  return error_set(err, ERR_USAGE,
                   "the properties linearizable, sequential and quiescent need heddle env: they "
                   "compare the results of calls");
}

const struct property_ops property_linearizable = {.name = "linearizable", .start = start},
                          property_sequential = {.name = "sequential", .start = start},
                          property_quiescent = {.name = "quiescent", .start = start};
