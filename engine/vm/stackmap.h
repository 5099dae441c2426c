/* Which slots of a frame hold live references, and which hold live values, at an instruction.
 *
 * A subroutine (jsr, ret) of an old class file may be called with a local that is a reference at
 * one call and a value, or unset, at another. The kind of such a local depends on the call, which
 * the return address in the frame identifies.
 *
 * The maps are computed per method at first need and then cached, because the canonical traversal
 * and the collector use them in every state. A forward type inference over the bytecode finds
 * references, values and unset slots (a conflict counts as dead), and a backward analysis finds the
 * live locals. Dead locals are neither roots nor part of a fingerprint: they cannot influence the
 * future. */
#ifndef HEDDLE_VM_STACKMAP_H
#define HEDDLE_VM_STACKMAP_H

#include "engine/vm/vm.h"

struct slot_map {
  uint16_t locals;     /* number of local slots */
  uint16_t stack;      /* depth of the operand stack in slots before the instruction */
  const uint8_t *kind; /* [locals + stack]: SLOT_* */
  /* kinds of stackmap_infer, if the kind of a live local depends on the caller of a subroutine;
   * else NULL */
  const uint8_t *raw;
};
enum { SLOT_DEAD = 0, SLOT_VALUE = 1, SLOT_REF = 2 };

/* Returns the map before the current instruction of frame f, whose method must have code. Returns
 * NULL if no path reaches the instruction. */
const struct slot_map *stackmap_of(struct vm *vm, const struct frame *f);
/* Like stackmap_of, but before the instruction at `bci` of m, without a frame. Locals whose kind
 * depends on the caller of a subroutine are SLOT_DEAD. */
const struct slot_map *stackmap_at(struct vm *vm, struct method *m, uint32_t bci);

/* Returns the receiver of an instance method's frame, or 0 if the method no longer uses it. In that
 * case the object may be freed and its memory reused. */
ref stackmap_this(struct vm *vm, const struct frame *f);

#endif
