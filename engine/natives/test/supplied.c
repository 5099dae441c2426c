/* See supplied.h. */
#include "engine/natives/test/supplied.h"

struct klass *supplied_class(struct vm *vm, const struct symbol *name, struct error *err) {
  struct klass *k = inputs_class(vm, name, err);
  return k ? k : junit_class(vm, name, err);
}
