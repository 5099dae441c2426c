/* Accesses of the program that are weaker than volatile ones: in plain, opaque, release or acquire
 * mode, and fences. A program without data races is sequentially consistent only if everything else
 * that its threads share is volatile or protected by locks. A verdict must mention when this is not
 * so. */
#ifndef HEDDLE_VM_SCHED_WEAK_H
#define HEDDLE_VM_SCHED_WEAK_H

#include "engine/vm/sched/event.h"

/* Notes in vm_seen.weak that a native method is about to read or write obj (shared or not) in
 * `mode` (enum access_mode). */
void weak_slow(struct vm *vm, const struct thread *t, ref obj, int mode);
static inline void weak_access(struct vm *vm, const struct thread *t, ref obj, int mode) {
  if (mode != ACCESS_VOLATILE) weak_slow(vm, t, obj, mode);
}
/* Like weak_access, for an operation that reads and writes: an update that reads plainly and writes
 * with release counts as an access in release mode. */
static inline void weak_update(struct vm *vm, const struct thread *t, ref obj, int rmode,
                               int wmode) {
  int least = rmode < wmode ? rmode : wmode, most = rmode + wmode - least;
  weak_access(vm, t, obj, most == ACCESS_VOLATILE ? least : most);
}

/* Does the program itself make t's access? The innermost frame that does more than forward it
 * decides. */
bool weak_by_program(struct vm *vm, const struct thread *t);
/* Notes that the program is about to execute a fence. */
void weak_fence(struct vm *vm, const struct thread *t);

#endif
