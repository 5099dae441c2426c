/* Fields and arrays that need no scheduling points: which ones, the hook says
 * (reduction/quiet.def). */
#ifndef HEDDLE_VM_SCHED_QUIET_H
#define HEDDLE_VM_SCHED_QUIET_H

#include "engine/vm/vm.h"

enum quiet_kind { QUIET_NO, QUIET_STABLE, QUIET_CACHE, QUIET_OWN, QUIET_LABEL, QUIET_NOT };

/* Fills field->quiet and field->freezes; once per field, when it is linked or first resolved. */
void quiet_classify(const struct vm *vm, struct field *f);
/* Notes that an assumption of the table was broken: verdicts are no longer complete
 * (vm->seen.assumption). Those below do so unless no other thread lives. */
void quiet_broken(struct vm *vm, const char *what, const char *name);
/* What is written without scheduling points, and read by who asks for its value, is shown to a
 * thread: broken, unless no other one could write it. */
void quiet_shown(struct vm *vm, ref obj, const char *what, const char *name);
/* Who owns a lock was shown, and the run is broken by that alone: from here on the accesses to the
 * owners of locks are scheduling points, and a search has to begin anew. False: nothing to do. */
bool quiet_show_owners(struct vm *vm);
/* A write of a STABLE or OWN field of `obj` (a mirror for statics). */
void quiet_put(struct vm *vm, const struct thread *t, ref obj, struct field *f);
/* A read of an OWN or LABEL field by t: is it no scheduling point? Of OWN fields another thread's
 * is one. */
bool quiet_get(struct vm *vm, const struct thread *t, ref obj, const struct field *f);
/* A field of a Thread object is read: by its name or number a thread, but for main, is
 * distinguished from others (vm->seen.distinguished_by). */
void thread_label(struct vm *vm, ref obj, uint32_t off);
/* A write by address (reflection, Unsafe, VarHandle) to a shared object: to a final field it breaks
 * the assumption that finals are only read after publication, to a quiet one but a CACHE that of
 * its row. */
void quiet_written(struct vm *vm, ref obj, uint32_t off);
/* A write of a final field by bytecode outside of a constructor. */
void quiet_put_final(struct vm *vm, ref obj, const struct field *f);
/* Marks an array as frozen (OBJ_FROZEN). */
void quiet_freeze(struct vm *vm, ref array);

#endif
