/* Superinstructions: consecutive instructions of a method, executed in one dispatch.
 *
 * Only the opcode of the first instruction changes. All instructions keep their places and
 * operands, so instruction indices, jumps into the middle, counts and saved frames are the same as
 * without fusion. An instruction that may stop or throw does so at its own place: either it is the
 * last of the form, or the form handles only the simple case and otherwise executes its first
 * instruction alone. A method with marks is not fused, because a mark may be on any instruction. */
#ifndef HEDDLE_VM_INTERP_FUSE_H
#define HEDDLE_VM_INTERP_FUSE_H

#include "engine/vm/code.h"

/* Fuses a method that was just decoded. */
void fuse_code(struct code *c);
/* The instruction at `index` got its quick form: fuses it with the instructions before it if
 * possible. */
void fuse_before(struct code *c, uint32_t index);
/* Undoes all fusions of a method permanently. */
void fuse_undo(struct code *c);

#endif
