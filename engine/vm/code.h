/* Decoded code, which the interpreter executes. It is made from the bytecode at a method's first
 * call and quickened as constants are resolved. It is a pure function of (class bytes, loader), so
 * it lives outside the arena. Quickening never removes an initialisation check, because
 * backtracking makes classes uninitialised again. */
#ifndef HEDDLE_VM_CODE_H
#define HEDDLE_VM_CODE_H

#include "engine/vm/vm.h"
#include "engine/base/check.h"

struct qinsn {
  /* enum quick_op (vm/interp/quick.h): a JVM opcode, a quickened form or a superinstruction */
  uint16_t op;
  uint16_t a; /* local index, constant pool index, argument slots, ... */
  int32_t b;  /* iinc constant, immediate, offset of a field, vtable index */
  union {
    void *p;   /* struct field, struct method, struct klass or struct switch_table */
    int64_t l; /* a constant, or the distance of a branch in bytes */
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
  uint16_t catch_type;         /* constant pool index; 0 = any */
};

struct cover; /* vm/interp/coverage.c */

struct code {
  struct qinsn *insns;
  uint32_t count;
  uint16_t *bci;  /* instruction index -> bytecode index */
  int32_t *index; /* bytecode index -> instruction index; -1 inside an instruction */
  uint16_t max_locals, max_stack;
  uint32_t handler_count;
  struct handler *handlers;
  bool unfused;        /* has or had marks, so superinstructions are not made (vm/interp/fuse.h) */
  struct cover *cover; /* vm/interp/coverage.h; NULL: not recorded */
};

/* Returns m->code, decoding it at its first use. Returns NULL for a method without code. Returns
 * NULL and sets vm->err if the code is malformed. */
struct code *code_of(struct vm *vm, struct method *m);
static inline uint32_t frame_bci(struct vm *vm, const struct frame *f) {
  const struct method *m = frame_method(vm, f);
  INVARIANT(!m->code || f->pc <= m->code->count, "a frame's instruction is in its code: %u", f->pc);
  return m->code ? m->code->bci[f->pc] : 0;
}

#endif
