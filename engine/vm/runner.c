/* See runner.h. */
#include "engine/vm/runner.h"

bool runner_library_name(const char *name) {
  static const char *const packages[] = {
      "org/junit/",   "junit/framework/",         "org/opentest4j/", "org/hamcrest/",
      "org/assertj/", "com/google/common/truth/", "org/testng/",     "com/beust/jcommander/",
      "bsh/",         "com/google/inject/",       "org/apiguardian/"};
  size_t i;
  for (i = 0; i < COUNT(packages); i++)
    if (!strncmp(name, packages[i], strlen(packages[i]))) return true;
  return false;
}

enum { NOT_ASKED, PROGRAM, LIBRARY, MACHINERY }; /* values of klass.tests */

/* Returns whether the class works only on its own threads and futures, even when the program calls
 * it. */
static bool is_machinery(const char *name) {
  static const char at[] = "org/junit/jupiter/api/AssertTimeoutPreemptively";
  return !strncmp(name, at, sizeof at - 1);
}

/* This runs for each frame at every scheduling point, so the answer is stored in the class. */
static uint8_t tests_kind(struct klass *k) {
  if (!k->tests)
    k->tests = is_machinery(k->shown->s)         ? MACHINERY
               : runner_library_name(k->name->s) ? LIBRARY
                                                 : PROGRAM;
  return k->tests;
}

bool runner_library(struct klass *k) { return tests_kind(k) >= LIBRARY; }

/* On main, everything that is not the program's belongs to the runner. On another thread only what
 * the runner has called does, because a thread of the program may also have nothing but JDK code on
 * its stack. */
bool runner_alone(struct vm *vm, const struct thread *t) {
  bool runs = !t->index, first = true;
  uint32_t at;
  if (!vm->runner) return false;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, at));
    struct klass *k = m ? m->owner : NULL;
    if (!k || k->is_jdk || k == vm->main_method->owner) continue;
    if (!runner_library(k)) return false;
    if (first && tests_kind(k) == MACHINERY) return true;
    first = false;
    runs = true;
  }
  return runs;
}

bool runner_waits(struct vm *vm, const struct thread *t) {
  uint32_t at;
  for (at = vm->runner ? t->frame : 0; at; at = vm_frame(vm, at)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, at));
    if (m && m->owner && !m->owner->is_jdk) return runner_library(m->owner);
  }
  return false;
}
