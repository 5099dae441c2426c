/* Fields and arrays that need no scheduling points. A hook decides which ones
 * (reduction/quiet.def). */
#ifndef HEDDLE_VM_SCHED_QUIET_H
#define HEDDLE_VM_SCHED_QUIET_H

#include "engine/vm/vm.h"

enum quiet_kind { QUIET_NO, QUIET_STABLE, QUIET_CACHE, QUIET_OWN, QUIET_LABEL, QUIET_NOT };

/* Fills field->quiet and field->freezes, once per field, when it is linked or first resolved. */
void quiet_classify(const struct vm *vm, struct field *f);
/* Notes that an assumption of the table was broken, so verdicts are no longer complete
 * (vm->seen.assumption). The functions below call it unless no other thread is alive. */
void quiet_broken(struct vm *vm, const char *what, const char *name);
/* Notes that a value was shown to the program although it is written without scheduling points.
 * This breaks an assumption unless no other thread could write the value. */
void quiet_shown(struct vm *vm, ref obj, const char *what, const char *name);
/* Handles a run that is broken only because the program saw who owns a lock: makes accesses to the
 * owners of locks scheduling points and returns true, and the search must start again. Otherwise
 * returns false. */
bool quiet_show_owners(struct vm *vm);
/* Notes that `by` asks for the state of another thread. The state tells whether that thread waits
 * for a monitor, and thus whether a third one has released it, which is no scheduling point. */
void quiet_state_seen(struct vm *vm, const struct thread *by, const struct thread *asked);
/* Handles a run that is broken only for this reason: makes releases of shared monitors scheduling
 * points and returns true, and the search must start again. Otherwise returns false. */
bool quiet_show_unlocks(struct vm *vm);
/* Checks a write to a STABLE or OWN field of `obj` (a mirror for statics). */
void quiet_put(struct vm *vm, const struct thread *t, ref obj, struct field *f);
/* Returns whether t's read of an OWN or LABEL field needs no scheduling point. Reading an OWN field
 * of another thread needs one. */
bool quiet_get(struct vm *vm, const struct thread *t, ref obj, const struct field *f);
/* Notes a read of a field of a Thread object. The name or number of a thread other than main
 * distinguishes it from others (vm->seen.distinguished_by). */
void thread_label(struct vm *vm, ref obj, uint32_t off);
/* Checks a write by address (reflection, Unsafe, VarHandle) to a shared object. Writing a final
 * field breaks the assumption that finals are only read after publication; writing a quiet field
 * other than a CACHE breaks the assumption of its row. */
void quiet_written(struct vm *vm, ref obj, uint32_t off);
/* Checks a write to a final field by bytecode outside of a constructor. */
void quiet_put_final(struct vm *vm, ref obj, const struct field *f);
/* Marks an array as frozen (OBJ_FROZEN). */
void quiet_freeze(struct vm *vm, ref array);

#endif
