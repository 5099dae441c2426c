/* See runner.h. */
#include "engine/por/runner.h"

bool runner_library(const struct klass *k) {
  static const char *const packages[] = {"org/junit/",    "junit/framework/", "org/opentest4j/",
                                         "org/hamcrest/", "org/assertj/",     "com/google/common/truth/"};
  size_t i;
  for (i = 0; i < COUNT(packages); i++)
    if (!strncmp(k->name->s, packages[i], strlen(packages[i]))) return true;
  return false;
}

bool runner_alone(struct vm *vm, const struct thread *t) {
  uint32_t at;
  if (!vm->runner || t->index) return false;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, at));
    if (m && m->owner && !m->owner->is_jdk && m->owner != vm->main_method->owner && !runner_library(m->owner))
      return false;
  }
  return true;
}
