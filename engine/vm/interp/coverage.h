/* Coverage: which instructions of the program's own code this process has executed, on any path of
 * a search.
 *
 * When a method is decoded (vm/interp/code.c), the first instruction of each line and of each basic
 * block gets the opcode Q_COVER. When the interpreter first reaches it, the instruction is recorded
 * and gets its own opcode back. A conditional jump gets it back once both branches were taken. So
 * coverage costs nothing when it is off and almost nothing when it is on.
 *
 * The record is outside the arena and is never undone. "Reached" means that a running thread came
 * to the instruction; it may have stopped before completing it. */
#ifndef HEDDLE_VM_INTERP_COVERAGE_H
#define HEDDLE_VM_INTERP_COVERAGE_H

#include "engine/base/block_file.h"
#include "engine/base/coverage.h"
#include "engine/vm/code.h"

/* Prepares a method that was just decoded. Does nothing for classes of the JDK and of heddle. Call
 * before superinstructions are made. */
void cover_code(struct vm *vm, struct method *m, struct code *c);
/* Records that a thread is at an instruction with Q_COVER, which a mark may have replaced. sp is
 * one past the top operand. Returns the opcode to execute. */
uint16_t cover_hit(struct vm *vm, const struct method *m, struct qinsn *q, const uint32_t *sp);

/* ---- results ---- */

/* Fills *out with the coverage of all classes loaded so far. Without engine_options.coverage
 * nothing counts as reached. Free with coverage_release. */
void coverage_take(struct vm *vm, struct coverage *out);

/* Save and load the reached instructions as a section of a checkpoint. Loading adds to what is
 * already reached. The classes must be those with which the checkpoint was written. */
void coverage_save(struct vm *vm, struct ckpt_out *o);
void coverage_load(struct vm *vm, struct ckpt_in *in);

#endif
