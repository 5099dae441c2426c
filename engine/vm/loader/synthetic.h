/* Classes made by heddle.
 *
 * Call sites of invokedynamic, method handles and reflective calls become ordinary class files,
 * made in memory by the assembler and linked by vm_define, so that the interpreter sees only
 * ordinary frames. A synthetic class is named after the class and constant that it serves
 * ("Host$$Lambda$42") or after the member that it calls, never by a counter, so its name is the
 * same in every run. */
#ifndef HEDDLE_VM_LOADER_SYNTHETIC_H
#define HEDDLE_VM_LOADER_SYNTHETIC_H

#include "engine/classfile/assembler.h"
#include "engine/vm/machine.h"

/* Links the class into vm and marks its methods METHOD_SYNTHETIC and METHOD_HIDDEN. Always frees s.
 * The class comes from the same place as `host`. It is trusted: it is neither verified nor subject
 * to access rules. */
struct klass *synth_define(struct vm *vm, struct synth *s, struct klass *host, struct error *err);
/* The same with the class file that synth_bytes made; NULL if the class exceeds a limit. Frees
 * neither. */
struct klass *synth_define_file(struct vm *vm, struct synth *s, const uint8_t *bytes, size_t len,
                                struct klass *host, struct error *err);
/* Returns the class of that name if it was defined before, else NULL. */
struct klass *synth_find(struct vm *vm, const char *name);
/* Raises or records the failure of synth_define. Returns NATIVE_THROW (NoClassDefFoundError) or
 * NATIVE_FATAL. */
int synth_failed(struct vm *vm, struct thread *t, const struct error *err);

/* ---- facts stored with a class: klass->extra ---- */

/* Returns the value stored under a kind and a key, or NULL. Values live as long as vm. */
void *synth_fact(const struct klass *k, const char *kind, const struct symbol *key);
void synth_fact_put(struct vm *vm, struct klass *k, const char *kind, const struct symbol *key,
                    void *value);

#endif
