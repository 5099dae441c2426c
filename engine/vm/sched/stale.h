/* With --stale-reads, a read may return an older write, and which one is a choice of the search. A
 * thread stops before a read if several writes are readable. It then has a choice for each of them:
 * CHOICE_RUN returns the newest one, CHOICE_STALE the one that has `arg` later ones. The hook
 * `readable` decides which writes these are, and `written` returns their values
 * (property/writes.h). */
#ifndef HEDDLE_VM_SCHED_STALE_H
#define HEDDLE_VM_SCHED_STALE_H

#include "engine/vm/hooks.h"
#include "engine/vm/sched/event.h"

/* Returns the writes that t's next operation may return, as in vm_hooks.readable; 1 if it is not a
 * read with a choice. */
uint32_t stale_choices(struct vm *vm, const struct thread *t, enum op_kind op, ref obj,
                       uint32_t off);

/* While vm->sched.learns, older writes are kept only of those locations that turn out to need them:
 * volatile fields that the program accesses in a weaker mode, and with STALE_RACY all locations
 * with such accesses or with a data race. Otherwise they are kept of all locations: the choices are
 * the same, and what is learnt is only noted, as are reads of older writes (canon_set_path_only).
 * stale_learn keeps those of this location, so the search must start again (stale_learned); `why`
 * completes a sentence about it. */
void stale_learn(struct vm *vm, ref obj, uint32_t off, const char *why);

/* Call before the scheduling point of a single access by a native. stale_before also notes the mode
 * of a read, which its operation does not tell. */
void stale_mode_slow(struct vm *vm, const struct thread *t, ref obj, uint32_t off, int mode);
static inline void stale_mode(struct vm *vm, const struct thread *t, ref obj, uint32_t off,
                              int mode) {
  if (__builtin_expect(vm->opt.stale_reads && t && mode != ACCESS_VOLATILE, 0))
    stale_mode_slow(vm, t, obj, off, mode);
}
void stale_before_slow(struct vm *vm, struct thread *t, int mode);
static inline void stale_before(struct vm *vm, struct thread *t, ref obj, uint32_t off, int mode) {
  stale_mode(vm, t, obj, off, mode);
  if (__builtin_expect(vm->opt.stale_reads && t, 0)) stale_before_slow(vm, t, mode);
}

/* Call after the scheduling point of a read, before its event. Returns whether the read returns an
 * older write, whose value is then in vm->run.stale, zero-extended. Call stale_end after the
 * event. */
bool stale_begin_slow(struct vm *vm, struct thread *t, ref obj, uint32_t off);
static inline bool stale_begin(struct vm *vm, struct thread *t, ref obj, uint32_t off) {
  return __builtin_expect(vm->opt.stale_reads && t, 0) && stale_begin_slow(vm, t, obj, off);
}
static inline void stale_end(struct vm *vm) { vm->run.behind = 0; }

/* Handles a run that is broken only because older writes of a location were not kept: returns true,
 * and the search must start again, with these kept from the start. Otherwise returns false. */
bool stale_learned(struct vm *vm);

#endif
