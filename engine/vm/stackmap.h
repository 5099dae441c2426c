/* Which slots of a frame hold live references, and which hold live values, at an instruction.
 *
 * Computed per method on first need by a forward type inference over the bytecode (reference / value / unset; a conflict
 * counts as dead) and a backward liveness of the locals, then cached: the canonical traversal and the collector ask for it at
 * every state. Dead locals are neither roots nor part of a fingerprint: they cannot influence the future. */
#ifndef HEDDLE_VM_STACKMAP_H
#define HEDDLE_VM_STACKMAP_H

#include "engine/vm/vm.h"

struct slot_map {
  uint16_t locals;     /* number of local slots */
  uint16_t stack;      /* depth of the operand stack in slots, before the instruction executes */
  const uint8_t *kind; /* [locals + stack]: SLOT_* */
};
enum { SLOT_DEAD = 0, SLOT_VALUE = 1, SLOT_REF = 2 };

/* The map before the instruction at bytecode index `bci` of a method with code. `in_call`: the frame is not the top one: the
 * instruction is an invoke (or one that pushed an up-call) whose arguments were already consumed when `args_popped` is set.
 * Returns NULL for a bci that no path reaches. */
const struct slot_map *stackmap_at(struct vm *vm, struct method *m, uint32_t bci);

/* The object that an instance method's frame was called on; 0 when the method has no more use for it: then it may be gone, and its
 * memory another's. */
ref stackmap_this(struct vm *vm, const struct frame *f);

#endif
