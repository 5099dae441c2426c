/* See fuse.h. */
#include "engine/vm/interp/fuse.h"

#include "engine/vm/interp/quick.h"

enum { NO = -1 };

static const uint16_t no_fusion = 0;

/* These return the position of an opcode in its family's list in quick.h, or NO. */
static int arith(uint16_t op) {
  switch (op) {
    case OP_IADD: return Q_L_IADD - Q_L_IADD;
    case OP_ISUB: return Q_L_ISUB - Q_L_IADD;
    case OP_IMUL: return Q_L_IMUL - Q_L_IADD;
    case OP_ISHL: return Q_L_ISHL - Q_L_IADD;
    case OP_ISHR: return Q_L_ISHR - Q_L_IADD;
    case OP_IUSHR: return Q_L_IUSHR - Q_L_IADD;
    case OP_IAND: return Q_L_IAND - Q_L_IADD;
    case OP_IOR: return Q_L_IOR - Q_L_IADD;
    case OP_IXOR: return Q_L_IXOR - Q_L_IADD;
    default: return NO;
  }
}

static int if1(uint16_t op) {
  if (op >= OP_IFEQ && op <= OP_IFLE) return op - OP_IFEQ;
  if (op == OP_IFNULL) return Q_L_IFNULL - Q_L_IFEQ;
  return op == OP_IFNONNULL ? Q_L_IFNONNULL - Q_L_IFEQ : NO;
}

static int if2(uint16_t op) {
  return op >= OP_IF_ICMPEQ && op <= OP_IF_ACMPNE ? op - OP_IF_ICMPEQ : NO;
}

static int aload(uint16_t op) {
  switch (op) {
    case OP_IALOAD: return Q_L_IALOAD - Q_L_IALOAD;
    case OP_AALOAD: return Q_L_AALOAD - Q_L_IALOAD;
    case OP_BALOAD: return Q_L_BALOAD - Q_L_IALOAD;
    case OP_CALOAD: return Q_L_CALOAD - Q_L_IALOAD;
    case OP_LALOAD: return Q_L_LALOAD - Q_L_IALOAD;
    default: return NO;
  }
}

/* Returns the form of `family` that includes the following store if there is one. */
static uint16_t with_store(int family, uint16_t next, uint16_t plain, uint16_t stored) {
  return (uint16_t)((next == Q_ISTORE ? stored : plain) + family);
}

static uint16_t after_two_loads(const uint16_t *op) {
  if (op[2] == OP_IALOAD && op[3] == Q_ISTORE) return Q_LL_IALOAD_S;
  if (op[2] == Q_ILOAD && op[3] == OP_IASTORE) return Q_LLL_IASTORE;
  if (arith(op[2]) != NO) return with_store(arith(op[2]), op[3], Q_LL_IADD, Q_LL_IADD_S);
  if (if2(op[2]) != NO) return (uint16_t)(Q_LL_IF_ICMPEQ + if2(op[2]));
  if (aload(op[2]) != NO) return (uint16_t)(Q_LL_IALOAD + aload(op[2]));
  return Q_LL;
}

static uint16_t after_load_constant(const uint16_t *op) {
  if (arith(op[2]) != NO) return with_store(arith(op[2]), op[3], Q_LC_IADD, Q_LC_IADD_S);
  if (if2(op[2]) != NO) return (uint16_t)(Q_LC_IF_ICMPEQ + if2(op[2]));
  return no_fusion;
}

static bool is_icmp(uint16_t op) { return op >= OP_IF_ICMPEQ && op <= OP_IF_ICMPLE; }

static uint16_t after_increment(const uint16_t *op) {
  if (op[1] == OP_GOTO) return Q_IINC_GOTO;
  if (op[1] != Q_ILOAD) return no_fusion;
  if (op[2] == OP_IALOAD) return Q_IINC_L_IALOAD;
  return op[2] == Q_ILOAD && is_icmp(op[3])
             ? (uint16_t)(Q_IINC_LL_IF_ICMPEQ + (op[3] - OP_IF_ICMPEQ))
             : no_fusion;
}

static uint16_t after_load(const uint16_t *op) {
  if (op[1] == OP_IINC && op[2] == Q_ILOAD && op[3] == OP_IALOAD) return Q_L_IINC_L_IALOAD;
  if (op[1] == Q_ILOAD) return after_two_loads(op);
  if (op[1] == Q_LDC32) return after_load_constant(op);
  if (arith(op[1]) != NO) return with_store(arith(op[1]), op[2], Q_L_IADD, Q_L_IADD_S);
  if (if1(op[1]) != NO) return (uint16_t)(Q_L_IFEQ + if1(op[1]));
  if (if2(op[1]) != NO) return (uint16_t)(Q_L_IF_ICMPEQ + if2(op[1]));
  if (aload(op[1]) != NO) return (uint16_t)(Q_L_IALOAD + aload(op[1]));
  if (op[1] == Q_ISTORE) return Q_L_S;
  return op[1] == OP_ARETURN ? Q_L_ARETURN : no_fusion;
}

static uint16_t after_constant(const uint16_t *op) {
  if (arith(op[1]) != NO) return with_store(arith(op[1]), op[2], Q_C_IADD, Q_C_IADD_S);
  if (if2(op[1]) != NO) return (uint16_t)(Q_C_IF_ICMPEQ + if2(op[1]));
  return op[1] == Q_ISTORE ? Q_C_S : no_fusion;
}

/* Returns the fused form of the instructions that begin with these four opcodes, or no_fusion. */
static uint16_t fused(const uint16_t *op) {
  switch (op[0]) {
    case Q_ILOAD: return after_load(op);
    case Q_LDC32: return after_constant(op);
    case Q_ISTORE: return op[1] == Q_ILOAD ? Q_S_L : no_fusion;
    case OP_IINC: return after_increment(op);
    case OP_LADD: return op[1] == Q_LSTORE ? Q_LADD_S : no_fusion;
    case OP_I2L:
      if (op[1] != OP_LADD) return no_fusion;
      return op[2] == Q_LSTORE ? Q_I2L_LADD_S : Q_I2L_LADD;
    default:
      return arith(op[0]) != NO && op[1] == Q_ISTORE ? (uint16_t)(Q_IADD_S + arith(op[0]))
                                                     : no_fusion;
  }
}

void fuse_code(struct code *c) {
  uint32_t i;
  for (i = 0; i < c->count; i++) {
    uint16_t op[4], f;
    uint32_t k;
    for (k = 0; k < 4; k++) /* the following ones are not fused yet */
      op[k] = i + k < c->count ? c->insns[i + k].op : Q_END;
    f = fused(op);
    if (f == no_fusion) continue;
    c->insns[i].op = f;
  }
}

/* Returns the opcode of the first instruction of a fused form; other opcodes unchanged. The
 * families are in the order of FUSED_OPS in quick.h. */
static uint16_t own_op(uint16_t f) {
  static const uint16_t ariths[] = {OP_IADD,  OP_ISUB, OP_IMUL, OP_ISHL, OP_ISHR,
                                    OP_IUSHR, OP_IAND, OP_IOR,  OP_IXOR};
  if (f <= Q_END) return f;
  if (f >= Q_IADD_S && f <= Q_IXOR_S) return ariths[f - Q_IADD_S];
  if ((f >= Q_C_IADD && f <= Q_C_IXOR) || (f >= Q_C_IADD_S && f <= Q_C_IXOR_S)) return Q_LDC32;
  if ((f >= Q_C_IF_ICMPEQ && f <= Q_C_IF_ACMPNE) || f == Q_C_S) return Q_LDC32;
  if (f >= Q_IINC_LL_IF_ICMPEQ && f <= Q_IINC_LL_IF_ICMPLE) return OP_IINC;
  switch (f) {
    case Q_S_L: return Q_ISTORE;
    case Q_IINC_GOTO:
    case Q_IINC_L_IALOAD: return OP_IINC;
    case Q_LADD_S:
    case Q_LADD_PUTFIELD_J: return OP_LADD;
    case Q_IADD_PUTFIELD_I: return OP_IADD;
    case Q_C_IADD_PUTFIELD_I: return Q_LDC32;
    case Q_C_LADD_PUTFIELD_J: return Q_LDC64;
    case Q_I2L_LADD:
    case Q_I2L_LADD_S: return OP_I2L;
    default: return Q_ILOAD;
  }
}

/* Fuses a load and the field read after it with the instruction that uses the value, if there is
 * one. */
static uint16_t load_getfield(const struct code *c, uint32_t getfield) {
  const uint16_t next = getfield + 1 < c->count ? c->insns[getfield + 1].op : Q_END;
  switch (c->insns[getfield].op) {
    case Q_GETFIELD_I:
      if (own_op(next) == Q_ISTORE) return Q_F_S;
      if (if1(next) != NO) return (uint16_t)(Q_F_IFEQ + if1(next));
      if (next >= Q_C_IF_ICMPEQ && next <= Q_C_IF_ACMPNE)
        return (uint16_t)(Q_FC_IF_ICMPEQ + (next - Q_C_IF_ICMPEQ));
      return Q_L_GETFIELD_I;
    case Q_GETFIELD_B: return Q_L_GETFIELD_B;
    case Q_GETFIELD_J: return Q_L_GETFIELD_J;
    case Q_GETFIELD_FINAL_I: return Q_L_GETFIELD_FINAL_I;
    case Q_GETFIELD_VOLATILE_I: return Q_L_GETFIELD_VOLATILE_I;
    default: return no_fusion;
  }
}

static uint16_t load_dup_getfield(uint16_t op) {
  if (op == Q_GETFIELD_I) return Q_L_DUP_GETFIELD_I;
  return op == Q_GETFIELD_J ? Q_L_DUP_GETFIELD_J : no_fusion;
}

/* Fuses an addition with the store of its sum in a field. */
static uint16_t add_putfield(uint16_t add, uint16_t op) {
  if (add == OP_IADD && op == Q_PUTFIELD_I) return Q_IADD_PUTFIELD_I;
  return add == OP_LADD && op == Q_PUTFIELD_J ? Q_LADD_PUTFIELD_J : no_fusion;
}

/* `op` is the putfield; `first` is two instructions before it. */
static uint16_t three_putfield(uint16_t first, uint16_t middle, uint16_t op) {
  switch (op) {
    case Q_PUTFIELD_I:
      if (first == Q_LL) return Q_LL_PUTFIELD_I;
      if (first == Q_C_IADD) return Q_C_IADD_PUTFIELD_I;
      return first == Q_L_IADD ? Q_L_IADD_PUTFIELD_I : no_fusion;
    case Q_PUTFIELD_A: return first == Q_LL ? Q_LL_PUTFIELD_A : no_fusion;
    case Q_PUTFIELD_J:
      return first == Q_LDC64 && own_op(middle) == OP_LADD ? Q_C_LADD_PUTFIELD_J : no_fusion;
    default: return no_fusion;
  }
}

static void become(struct qinsn *q, uint16_t f) {
  if (f != no_fusion) q->op = f;
}

void fuse_before(struct code *c, uint32_t index) {
  const uint16_t op = c->insns[index].op;
  struct qinsn *q = c->insns + index;
  if (c->unfused || !index) return;
  if (q[-1].op == Q_ILOAD)
    become(q - 1, load_getfield(c, index));
  else
    become(q - 1, add_putfield(q[-1].op, op));
  if (index < 2) return;
  if (q[-1].op == OP_DUP && q[-2].op == Q_ILOAD)
    become(q - 2, load_dup_getfield(op));
  else
    become(q - 2, three_putfield(q[-2].op, q[-1].op, op));
}

void fuse_undo(struct code *c) {
  uint32_t i;
  c->unfused = true;
  for (i = 0; i < c->count; i++) c->insns[i].op = own_op(c->insns[i].op);
}
