/* Superinstructions: several instructions that a method has in a row, executed in one dispatch.
 *
 * Only the first instruction's opcode changes; all of them stay in their places with their
 * operands, so instruction indices, jumps into the middle, counts and what is saved of a frame are
 * as without. What may stop or throw does so at its own instruction: it comes last and is executed
 * as standing there, or the form knows the simple case only and otherwise executes its first
 * instruction alone. A method that carries marks is not fused: a mark may stand on any
 * instruction. */
#ifndef HEDDLE_VM_INTERP_FUSE_H
#define HEDDLE_VM_INTERP_FUSE_H

#include "engine/vm/interp/code.h"

/* The whole of a method just decoded. */
void fuse_code(struct code *c);
/* The instruction at `index` has got its quick form: those before may take it in. */
void fuse_before(struct code *c, uint32_t index);
/* Takes all fusions of a method back, for good. */
void fuse_undo(struct code *c);

#endif
