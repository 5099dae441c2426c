/* The boot: from an empty arena to a machine that can run main. See boot.c for the order. */
#ifndef HEDDLE_VM_LOADER_BOOT_H
#define HEDDLE_VM_LOADER_BOOT_H

#include "engine/vm/machine.h"

/* The first half of vm_new, which runs no bytecode: arena, JDK, class path, the classes of
 * wellknown.c with their mirrors. For tests of the linker; everything else wants vm_new. */
int vm_create(const struct engine_options *opt, const struct vm_library *library,
              const struct vm_hooks *hooks, struct vm **out, struct error *err);

#define FILES_DIR "/home/user" /* the properties user.dir and user.home */

/* boot.c: the second half. */
int boot_library(struct vm *vm, struct error *err);

/* wellknown.c: loads the classes that the machine itself names and fills vm->wk; called when String
 * is linked. */
int wellknown_load(struct vm *vm, struct error *err);

/* boot_gaps.c: what the initialisers that heddle does not run would have left. */
int boot_gaps(struct vm *vm, struct error *err);

/* properties.c: the name and arguments of the program as sun.java.command has them. */
void properties_command(struct vm *vm, const char *main_class, int argc, char *const *argv);
/* properties.c: those that only the boot reads, once it has. */
int properties_settle(struct vm *vm, struct error *err);
/* properties.c: the system properties, as calls of Properties.setProperty. */
int properties_fill(struct vm *vm, ref properties, struct error *err);
/* properties.c: the same as SystemProps.Raw.vmProperties() gives them, or 0 */
ref properties_array(struct vm *vm, struct thread *t);

/* Runs m to its end on the main thread, without scheduling. args: m->arg_slots words. *result (may
 * be NULL) receives the first slot of the value returned. An exception is an error whose message
 * names it. */
int vm_call_boot(struct vm *vm, struct method *m, const uint32_t *args, uint32_t *result,
                 struct error *err);
/* The same by name; desc may be NULL. */
int boot_call(struct vm *vm, const char *klass, const char *name, const char *desc,
              const uint32_t *args, struct error *err);
/* Initialises a class, running its <clinit> and those of its supertypes. */
int boot_init(struct vm *vm, const char *klass, struct error *err);
/* A new object and a call of its constructor; args[0] receives the object. */
int boot_new_call(struct vm *vm, const char *klass, const char *desc, uint32_t *args, ref *out,
                  struct error *err);
/* Nothing where this release has no such static field. */
void boot_put_static(struct vm *vm, const char *klass, const char *name, uint32_t value);
/* A new object of an initialised class, no constructor called. 0: err. */
ref boot_new(struct vm *vm, const char *klass, struct error *err);

#endif
