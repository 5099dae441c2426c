/* Finds the instruction that pushed each operand: a forward analysis of one method for the helpful
 * messages of NullPointerException. */
#ifndef HEDDLE_VM_LOADER_NPE_STACK_H
#define HEDDLE_VM_LOADER_NPE_STACK_H

#include "engine/classfile/classfile.h"

struct npe_stacks;

/* Analyses the method as far as the instruction at `bci` needs it. */
struct npe_stacks *npe_stacks_new(const struct class_file *cf, const struct method_info *m,
                                  uint32_t bci);
void npe_stacks_free(struct npe_stacks *s);
/* Returns the bytecode index of the instruction that pushed operand `slot` (0 = top) of the stack
 * before the instruction at `bci`. Returns -1 if it may be one of several, or if `bci` was not
 * reached. */
int npe_stacks_source(const struct npe_stacks *s, uint32_t bci, int slot);
/* Returns whether the local may have been written on the way to `bci`; an unwritten one still holds
 * the parameter. Locals from 64 on count as written. */
bool npe_stacks_written(const struct npe_stacks *s, uint32_t bci, int local);

#endif
