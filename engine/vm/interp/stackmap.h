/* Which slots of a frame hold live references, and which hold live values, at an instruction.
 *
 * A subroutine (jsr, ret) of an old class file may be called with a local that is a reference at
 * one call and a value, or nothing, at another: what it is there depends on who called, which the
 * return address in the frame says.
 *
 * Computed per method on first need by a forward type inference over the bytecode (reference /
 * value / unset; a conflict counts as dead) and a backward liveness of the locals, then cached: the
 * canonical traversal and the collector ask for it at every state. Dead locals are neither roots
 * nor part of a fingerprint: they cannot influence the future. */
#ifndef HEDDLE_VM_INTERP_STACKMAP_H
#define HEDDLE_VM_INTERP_STACKMAP_H

#include "engine/vm/vm.h"

struct slot_map {
  uint16_t locals;     /* number of local slots */
  uint16_t stack;      /* depth of the operand stack in slots, before the instruction executes */
  const uint8_t *kind; /* [locals + stack]: SLOT_* */
  /* of stackmap_infer, where the kind of a live local depends on the caller of a subroutine; else
   * NULL */
  const uint8_t *raw;
};
enum { SLOT_DEAD = 0, SLOT_VALUE = 1, SLOT_REF = 2 };

/* The map before the instruction that frame f, of a method with code, stands at; NULL where no path
 * reaches it. */
const struct slot_map *stackmap_of(struct vm *vm, const struct frame *f);
/* The same without a frame: what depends on the caller of a subroutine is SLOT_DEAD. */
const struct slot_map *stackmap_at(struct vm *vm, struct method *m, uint32_t bci);

/* The object that an instance method's frame was called on; 0 when the method has no more use for
 * it: then it may be gone, and its memory another's. */
ref stackmap_this(struct vm *vm, const struct frame *f);

#endif
