/* The method that a program begins with. */
#ifndef HEDDLE_VM_LOADER_LAUNCH_H
#define HEDDLE_VM_LOADER_LAUNCH_H

#include "engine/vm/vm.h"

/* *out: a static method main(String[]) that begins the program of class k as java(1) of this JDK
 * would. ERR_INPUT: it has none. */
int launch_method(struct vm *vm, struct klass *k, struct method **out, struct error *err);

#endif
