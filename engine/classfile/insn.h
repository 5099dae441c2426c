/* Instructions: the table made from opcodes.def, and the decoder for a method's code.
 *
 * Every function takes the length of the code and never reads beyond it. */
#ifndef HEDDLE_CLASSFILE_INSN_H
#define HEDDLE_CLASSFILE_INSN_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum opcode {
#define OPCODE(code, NAME, mnemonic, format, effect, local, flow, kept) OP_##NAME = code,
#include "engine/classfile/opcodes.def"
#undef OPCODE
  OP_COUNT = 202 /* opcodes 0 to 201 may occur in a class file */
};

enum insn_format { /* see opcodes.def */
                   FMT_RESERVED,
                   FMT_NONE,
                   FMT_S1,
                   FMT_S2,
                   FMT_LDC1,
                   FMT_LDC2,
                   FMT_LOCAL,
                   FMT_IINC,
                   FMT_BRANCH2,
                   FMT_BRANCH4,
                   FMT_FIELD,
                   FMT_METHOD,
                   FMT_INTERFACE,
                   FMT_DYNAMIC,
                   FMT_CLASS,
                   FMT_NEWARRAY,
                   FMT_MULTI,
                   FMT_TABLESWITCH,
                   FMT_LOOKUPSWITCH,
                   FMT_WIDE
};

enum insn_flow {
  FLOW_NEXT,
  FLOW_COND,
  FLOW_GOTO,
  FLOW_SWITCH,
  FLOW_JSR,
  FLOW_RET,
  FLOW_RETURN,
  FLOW_THROW,
  FLOW_CALL
};

/* The element types of newarray. */
enum newarray_type { T_BOOLEAN = 4, T_CHAR, T_FLOAT, T_DOUBLE, T_BYTE, T_SHORT, T_INT, T_LONG };

struct insn_desc {
  const char *name;   /* NULL: no such opcode */
  const char *effect; /* notation of opcodes.def */
  const char *local;
  uint8_t format, flow;
};
extern const struct insn_desc insn_table[256];

struct insn {
  uint32_t pc, next; /* next = pc + length */
  uint8_t op;        /* enum opcode; after a wide prefix, the widened opcode */
  bool wide;
  uint16_t cp;   /* constant index: LDC1, LDC2, FIELD, METHOD, INTERFACE, DYNAMIC, CLASS, MULTI */
  int32_t local; /* local that is read or written, -1: none */
  int32_t value; /* S1, S2, IINC: the number; INTERFACE: count; NEWARRAY: type; MULTI: dimensions */
  /* BRANCH2, BRANCH4: the target pc; switches: the default's target; UINT32_MAX if there is none or
   * it is negative */
  uint32_t target;
  uint32_t cases; /* switches: number of cases, without the default */
  uint32_t table; /* switches: pc of the table */
};

/* Decodes the instruction at `pc`. Returns 0, or ERR_INPUT without a message if the instruction is
 * unknown, reserved or truncated. Targets may be outside of the code; code_check checks them. */
int insn_decode(const uint8_t *code, uint32_t len, uint32_t pc, struct insn *in);
/* Returns the length in bytes, including a wide prefix; -1 for the same errors. */
int insn_length(const uint8_t *code, uint32_t len, uint32_t pc);
/* Returns case `i` < in->cases of a switch: its match value and target pc (UINT32_MAX if
 * negative). */
void insn_case(const uint8_t *code, const struct insn *in, uint32_t i, int32_t *match,
               uint32_t *target);
/* Returns whether control may continue at in->next (true for a call, false for jsr). */
bool insn_falls_through(const struct insn *in);

struct class_file;
struct method_info;

/* Checks the static constraints of JVMS 4.9.1: every byte belongs to a known instruction, jumps and
 * handlers refer to instructions, constants have the right kind, locals are below max_locals,
 * control does not run off the end. `starts`, if not NULL, has room for code_len bools and receives
 * which bytes begin an instruction. Returns 0 for a method without code. Errors: ERR_INPUT with
 * class, method, pc and reason. */
int code_check(const struct class_file *cf, const struct method_info *m, bool *starts,
               struct error *err);

/* Parts of code_check for the verifier, which needs them in another order. code_starts checks that
 * every byte belongs to a known instruction and fills `starts`. code_check_one makes all checks of
 * one instruction and needs `starts`. */
int code_starts(const struct class_file *cf, const struct method_info *m, bool *starts,
                struct error *err);
int code_check_one(const struct class_file *cf, const struct method_info *m, bool *starts,
                   const struct insn *in, struct error *err);

/* Computes the slots that the instruction pops and pushes, with its constants resolved. The code
 * must have passed code_check. */
void insn_slots(const struct class_file *cf, const struct insn *in, int *popped, int *pushed);
/* The same as typed letters "popped:pushed", with @ $ ( ) # expanded to I F J D A. The slot forms
 * (dup and similar) are unchanged. 600 bytes always suffice for `n`. Returns buf. */
char *insn_effect(const struct class_file *cf, const struct insn *in, char *buf, size_t n);

/* Returns the place of a type among the variants of an instruction such as iload or ireturn: 0 for
 * the int types, 1 long, 2 float, 3 double, 4 reference. `type` is the first character of its
 * descriptor. */
static inline unsigned insn_variant(char type) {
  switch (type) {
    case 'J': return 1;
    case 'F': return 2;
    case 'D': return 3;
    case 'L':
    case '[': return 4;
    default: return 0;
  }
}

#endif
