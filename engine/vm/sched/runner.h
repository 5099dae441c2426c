/* `heddle check --junit`: the runner around a test, of JUnit or TestNG. While main's stack holds
 * nothing of the program itself (only the runner, the JDK and heddle's main class), main passes by
 * scheduling points, except for the program's end: what the runner does with its own objects before
 * and after a test would else be interleaved with every thread that a test left over. So do threads
 * that the runner makes (TestNG's pools), while it is at work in them, and the program's, while
 * assertTimeoutPreemptively works on the thread and the future that it makes. h hears all of it;
 * races on the runner's own fields are not reported (property/race_trust.c). Verdicts name this in
 * their scope, as for --atomic. */
#ifndef HEDDLE_VM_SCHED_RUNNER_H
#define HEDDLE_VM_SCHED_RUNNER_H

#include "engine/vm/vm.h"

/* A class of the libraries that tests are written with: JUnit, Hamcrest, ... */
bool runner_library(struct klass *k);
bool runner_library_name(const char *name); /* with slashes */
/* vm->runner is set and only the runner is at work in t. */
bool runner_alone(struct vm *vm, const struct thread *t);
/* What t stands in of the JDK was called by the runner: a timed wait there is a time limit of its
 * own, such as that of assertTimeoutPreemptively, which elapses only when nothing else can run. */
bool runner_waits(struct vm *vm, const struct thread *t);

#endif
