/* See runner.h. */
#include "engine/por/runner.h"

bool runner_library_name(const char *name) {
  static const char *const packages[] = {"org/junit/",     "junit/framework/",         "org/opentest4j/", "org/hamcrest/",
                                         "org/assertj/",   "com/google/common/truth/", "org/testng/",     "com/beust/jcommander/",
                                         "bsh/",           "com/google/inject/",       "org/apiguardian/"};
  size_t i;
  for (i = 0; i < COUNT(packages); i++)
    if (!strncmp(name, packages[i], strlen(packages[i]))) return true;
  return false;
}

/* Asked at every scheduling point for each frame, so the answer is kept. */
bool runner_library(struct klass *k) {
  if (!k->tests) k->tests = runner_library_name(k->name->s) ? 2 : 1;
  return k->tests == 2;
}

/* Of main all that is not the program's is the runner's; of another thread only what the runner itself has called: a
 * thread of the program may have nothing but the JDK on its stack as well. */
bool runner_alone(struct vm *vm, const struct thread *t) {
  bool runs = !t->index;
  uint32_t at;
  if (!vm->runner) return false;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, at));
    bool library = m && m->owner && runner_library(m->owner);
    if (m && m->owner && !m->owner->is_jdk && m->owner != vm->main_method->owner && !library) return false;
    runs |= library;
  }
  return runs;
}
