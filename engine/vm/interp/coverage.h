/* Coverage: which instructions of the program's own code this process has executed, on any path of
 * a search.
 *
 * Where a method is decoded (vm/interp/code.c), the first instruction of each line and of each
 * basic block gets the opcode Q_COVER. The first time that the interpreter comes there it is noted
 * and the instruction gets its own opcode back; a conditional jump does once it has gone both ways.
 * So nothing is paid when nobody asks, and next to nothing when somebody does.
 *
 * What is noted stands outside the arena: no undo takes it back. "Reached" means that a thread
 * stood at an instruction and was running; it may have been stopped there before it was done. */
#ifndef HEDDLE_VM_INTERP_COVERAGE_H
#define HEDDLE_VM_INTERP_COVERAGE_H

#include "engine/base/block_file.h"
#include "engine/base/coverage.h"
#include "engine/vm/interp/code.h"

/* Of a method just decoded; does nothing for the JDK's and heddle's own classes. Before
 * superinstructions are made. */
void cover_code(struct vm *vm, struct method *m, struct code *c);
/* A thread is at an instruction with Q_COVER, maybe behind a mark; sp is one past the top operand.
 * The opcode to be executed. */
uint16_t cover_hit(struct vm *vm, const struct method *m, struct qinsn *q, const uint32_t *sp);

/* ---- what was found ---- */

/* Of all classes loaded so far. Also without engine_options.coverage, when nothing was reached.
 * Free with coverage_release. */
void coverage_take(struct vm *vm, struct coverage *out);

/* What was reached, as a section of a checkpoint. Loading adds to what is reached already; the
 * classes are those that the checkpoint was written with. */
void coverage_save(struct vm *vm, struct ckpt_out *o);
void coverage_load(struct vm *vm, struct ckpt_in *in);

#endif
