/* Decoded code: what the interpreter runs. Made from the bytecode on a method's first call and
 * quickened as constants are resolved; a pure function of (class bytes, loader), so it lives
 * outside the arena. Initialisation checks are never quickened away, because backtracking
 * un-initialises classes. */
#ifndef HEDDLE_VM_INTERP_CODE_H
#define HEDDLE_VM_INTERP_CODE_H

#include "engine/vm/vm.h"

struct qinsn {
  /* enum quick_op (vm/interp/quick.h): a JVM opcode, a quickened form or a superinstruction */
  uint16_t op;
  uint16_t a; /* local index, constant pool index, argument slots, ... */
  int32_t b;  /* iinc constant, immediate, offset of a field, vtable index */
  union {
    void *p;   /* struct field, method, klass, switch table */
    int64_t l; /* a constant; the distance of a branch in bytes */
    double d;
    ref r;
  } u;
};

struct switch_table {
  int32_t low, count, dflt; /* targets are instruction indices */
  const int32_t *keys;      /* NULL for tableswitch */
  const int32_t *targets;
};

struct handler {
  uint32_t start, end, target; /* instruction indices */
  uint16_t catch_type;         /* constant pool index, 0 any */
};

struct cover; /* vm/interp/coverage.c */

struct code {
  struct qinsn *insns;
  uint32_t count;
  uint16_t *bci;  /* instruction index -> bytecode index */
  int32_t *index; /* bytecode index -> instruction index, -1 inside an instruction */
  uint16_t max_locals, max_stack;
  uint32_t handler_count;
  struct handler *handlers;
  bool unfused;        /* it carries or carried marks: no superinstructions (vm/interp/fuse.h) */
  struct cover *cover; /* vm/interp/coverage.h; NULL: nobody asks */
};

/* m->code, decoded on first use; NULL with vm->err set for a method without code. */
struct code *code_of(struct vm *vm, struct method *m);
static inline uint32_t frame_bci(struct vm *vm, const struct frame *f) {
  const struct method *m = frame_method(vm, f);
  return m->code ? m->code->bci[f->pc] : 0;
}

#endif
