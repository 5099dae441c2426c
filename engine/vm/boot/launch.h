/* Finds the method in which a program begins. */
#ifndef HEDDLE_VM_BOOT_LAUNCH_H
#define HEDDLE_VM_BOOT_LAUNCH_H

#include "engine/vm/vm.h"

/* Sets *out to a static method main(String[]) that starts the program of class k as java(1) of this
 * JDK would. Returns ERR_INPUT if there is none. */
int launch_method(struct vm *vm, struct klass *k, struct method **out, struct error *err);

#endif
