/* `heddle check --junit`: JUnit's runner around a test. While main's stack holds nothing of the program itself (only
 * the runner, the JDK and heddle's main class), main passes by scheduling points, except for the program's end: what
 * JUnit does with its own objects before and after a test would else be interleaved with every thread that a test left
 * over. h hears all of it. Verdicts name this in their scope, as for --atomic. */
#ifndef HEDDLE_POR_RUNNER_H
#define HEDDLE_POR_RUNNER_H

#include "engine/vm/vm.h"

/* A class of the libraries that tests are written with: JUnit, Hamcrest, ... */
bool runner_library(const struct klass *k);
/* t is main, vm->runner is set, and only the runner is at work. */
bool runner_alone(struct vm *vm, const struct thread *t);

#endif
