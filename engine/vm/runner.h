/* `heddle check --junit`: the runner around a test of JUnit or TestNG.
 *
 * While main's stack holds no code of the program (only the runner, the JDK and heddle's main
 * class), main stops at no scheduling point except the program's end. Otherwise the runner's work
 * on its own objects before and after a test would be interleaved with every thread that a test
 * left behind. The same holds for threads that the runner makes (TestNG's pools) while they execute
 * its code, and for the program's threads while assertTimeoutPreemptively works on the thread and
 * the future that it makes. h receives all events of these threads, but races on the runner's own
 * fields are not reported (property/race_trust.c). The scope of a verdict says so, as for
 * --atomic. */
#ifndef HEDDLE_VM_RUNNER_H
#define HEDDLE_VM_RUNNER_H

#include "engine/vm/vm.h"

/* Returns whether k belongs to a library for writing tests: JUnit, Hamcrest, ... */
bool runner_library(struct klass *k);
bool runner_library_name(const char *name); /* name with slashes */
/* Returns whether vm->runner is set and t executes only code of the runner. */
bool runner_alone(struct vm *vm, const struct thread *t);
/* Returns whether t executes a JDK method that the runner called. A timed wait there is a time
 * limit of the runner, such as that of assertTimeoutPreemptively, and elapses only when nothing
 * else can run. */
bool runner_waits(struct vm *vm, const struct thread *t);

#endif
