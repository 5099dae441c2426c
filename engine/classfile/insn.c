/* The instruction decoder. See insn.h and opcodes.def. */
#include "engine/classfile/insn.h"
#include "engine/base/check.h"

#include <stddef.h>

const struct insn_desc insn_table[256] = {
#define OPCODE(code, NAME, mnemonic, format, effect, local, flow, kept) \
  [code] = {mnemonic, effect, local, FMT_##format, FLOW_##flow},
#include "engine/classfile/opcodes.def"
#undef OPCODE
};

static uint16_t u2(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }
static int32_t s4(const uint8_t *p) {
  return (int32_t)((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]);
}

/* Returns the size of an instruction with this format, including the opcode; 0 if the size depends
 * on its bytes. */
static uint32_t fixed_size(enum insn_format f) {
  switch (f) {
    case FMT_NONE: return 1;
    case FMT_S1:
    case FMT_LDC1:
    case FMT_LOCAL:
    case FMT_NEWARRAY: return 2;
    case FMT_S2:
    case FMT_LDC2:
    case FMT_IINC:
    case FMT_BRANCH2:
    case FMT_FIELD:
    case FMT_METHOD:
    case FMT_CLASS: return 3;
    case FMT_MULTI: return 4;
    case FMT_BRANCH4:
    case FMT_INTERFACE:
    case FMT_DYNAMIC: return 5;
    default: return 0;
  }
}

/* Returns pc + offset, or UINT32_MAX if that is negative. */
static uint32_t target_of(uint32_t pc, int32_t offset) {
  int64_t t = (int64_t)pc + offset;
  return t < 0 ? UINT32_MAX : (uint32_t)t;
}

static int decode_switch(const uint8_t *code, uint32_t len, struct insn *in, bool table) {
  uint32_t at = (in->pc + 4) & ~3u, head = table ? 12 : 8;
  int64_t n;
  if (at > len || len - at < head) return ERR_INPUT;
  in->target = target_of(in->pc, s4(code + at));
  n = table ? (int64_t)s4(code + at + 8) - s4(code + at + 4) + 1 : s4(code + at + 4);
  at += head;
  if (n < (table ? 1 : 0) || n > (int64_t)(len - at) / (table ? 4 : 8)) return ERR_INPUT;
  INVARIANT(at >= 8, "a switch has its table after its head: %u", at);
  in->cases = (uint32_t)n;
  in->table = at;
  in->next = at + in->cases * (table ? 4 : 8);
  return 0;
}

static int decode_wide(const uint8_t *code, uint32_t len, struct insn *in) {
  const uint8_t *p = code + in->pc;
  uint32_t left = len - in->pc;
  if (left < 4) return ERR_INPUT;
  in->op = p[1];
  in->wide = true;
  in->local = u2(p + 2);
  in->next = in->pc + 4;
  if (insn_table[in->op].format == FMT_LOCAL) return 0;
  if (insn_table[in->op].format != FMT_IINC || left < 6) return ERR_INPUT;
  in->value = (int16_t)u2(p + 4);
  in->next = in->pc + 6;
  return 0;
}

static void decode_fixed(const uint8_t *p, struct insn *in) {
  const struct insn_desc *d = &insn_table[in->op];
  if (d->local[0] && d->local[1] != 'n') in->local = d->local[1] - '0';
  switch (d->format) {
    case FMT_S1: in->value = (int8_t)p[1]; break;
    case FMT_NEWARRAY: in->value = p[1]; break;
    case FMT_S2: in->value = (int16_t)u2(p + 1); break;
    case FMT_LDC1: in->cp = p[1]; break;
    case FMT_LOCAL: in->local = p[1]; break;
    case FMT_IINC:
      in->local = p[1];
      in->value = (int8_t)p[2];
      break;
    case FMT_BRANCH2: in->target = target_of(in->pc, (int16_t)u2(p + 1)); break;
    case FMT_BRANCH4: in->target = target_of(in->pc, s4(p + 1)); break;
    case FMT_MULTI:
    case FMT_INTERFACE:
      in->cp = u2(p + 1);
      in->value = p[3];
      break;
    case FMT_LDC2:
    case FMT_FIELD:
    case FMT_METHOD:
    case FMT_DYNAMIC:
    case FMT_CLASS: in->cp = u2(p + 1); break;
    default: break;
  }
}

int insn_decode(const uint8_t *code, uint32_t len, uint32_t pc, struct insn *in) {
  enum insn_format format;
  uint32_t size;
  *in = (struct insn){.pc = pc, .local = -1, .target = UINT32_MAX};
  if (pc >= len) return ERR_INPUT;
  in->op = code[pc];
  format = insn_table[in->op].format;
  if (format == FMT_TABLESWITCH || format == FMT_LOOKUPSWITCH)
    return decode_switch(code, len, in, format == FMT_TABLESWITCH);
  if (format == FMT_WIDE) return decode_wide(code, len, in);
  size = fixed_size(format);
  if (size == 0 || size > len - pc) return ERR_INPUT;
  in->next = pc + size;
  decode_fixed(code + pc, in);
  return 0;
}

int insn_length(const uint8_t *code, uint32_t len, uint32_t pc) {
  struct insn in;
  if (insn_decode(code, len, pc, &in)) return -1;
  INVARIANT(in.next > pc && in.next <= len, "an instruction ends in the code: %u to %u of %u", pc,
            in.next, len);
  return (int)(in.next - pc);
}

void insn_case(const uint8_t *code, const struct insn *in, uint32_t i, int32_t *match,
               uint32_t *target) {
  INVARIANT(i < in->cases, "a case is one of the switch's: %u of %u", i, in->cases);
  if (in->op == OP_TABLESWITCH) {
    *match = (int32_t)((uint32_t)s4(code + in->table - 8) + i);
    *target = target_of(in->pc, s4(code + in->table + i * 4));
  } else {
    *match = s4(code + in->table + i * 8);
    *target = target_of(in->pc, s4(code + in->table + i * 8 + 4));
  }
}

bool insn_falls_through(const struct insn *in) {
  enum insn_flow f = insn_table[in->op].flow;
  return f == FLOW_NEXT || f == FLOW_COND || f == FLOW_CALL;
}
