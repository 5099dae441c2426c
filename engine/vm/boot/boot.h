/* The boot: from an empty arena to a machine that can run main. boot.c has the order. */
#ifndef HEDDLE_VM_BOOT_BOOT_H
#define HEDDLE_VM_BOOT_BOOT_H

#include "engine/vm/machine.h"

/* The first half of vm_new, which runs no bytecode: arena, JDK, class path, the classes of
 * wellknown.c with their mirrors. Only tests of the linker should call it instead of vm_new. */
int vm_create(const struct engine_options *opt, const struct vm_library *library,
              const struct vm_hooks *hooks, struct vm **out, struct error *err);

#define FILES_DIR "/home/user" /* value of the properties user.dir and user.home */

/* boot.c: the second half of vm_new. */
int boot_library(struct vm *vm, struct error *err);

/* wellknown.c: loads the classes that the machine itself names and fills vm->wk. */
int wellknown_load(struct vm *vm, struct error *err);

/* boot_gaps.c: sets the fields that skipped JDK initialisers would set. */
int boot_gaps(struct vm *vm, struct error *err);

/* properties.c: sets sun.java.command to the program's name and arguments. */
void properties_command(struct vm *vm, const char *main_class, int argc, char *const *argv);
/* properties.c: removes the properties that only the boot reads, after it has read them. */
int properties_settle(struct vm *vm, struct error *err);
/* properties.c: sets the system properties by calls of Properties.setProperty. */
int properties_fill(struct vm *vm, ref properties, struct error *err);
/* properties.c: returns the properties in the form of SystemProps.Raw.vmProperties(), or 0 */
ref properties_array(struct vm *vm, struct thread *t);

/* Runs m to its end on the main thread, without scheduling. args: m->arg_slots words. *result
 * receives the first slot of the return value; result may be NULL. If m throws, returns an error
 * that names the exception. */
int vm_call_boot(struct vm *vm, struct method *m, const uint32_t *args, uint32_t *result,
                 struct error *err);
/* Initialises the class and calls its method like vm_call_boot. `desc` NULL: any descriptor.
 * ERR_UNSUPPORTED: the class has no such method. */
int boot_call(struct vm *vm, const char *klass, const char *name, const char *desc,
              const uint32_t *args, struct error *err);
/* Initialises a class, running its <clinit> and those of its supertypes. */
int boot_init(struct vm *vm, const char *klass, struct error *err);
/* Makes a new object and calls its constructor. args[0] receives the object. */
int boot_new_call(struct vm *vm, const char *klass, const char *desc, uint32_t *args, ref *out,
                  struct error *err);
/* Sets a static field; does nothing if this release has no such field. */
void boot_put_static(struct vm *vm, const char *klass, const char *name, uint32_t value);
/* Makes an object of a class, after initialising the class, without calling a constructor. Returns
 * 0 with err set. */
ref boot_new(struct vm *vm, const char *klass, struct error *err);

#endif
