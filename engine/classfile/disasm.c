/* The disassembler, driven by the formats of opcodes.def. See disasm.h. */
#include "engine/classfile/disasm.h"

#include "engine/classfile/insn.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that is truncated at the end of the caller's buffer. */
struct line {
  char *s;
  size_t n, at;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *l, const char *fmt, ...) {
  va_list ap;
  int k;
  if (l->at >= l->n) return;
  va_start(ap, fmt);
  k = vsnprintf(l->s + l->at, l->n - l->at, fmt, ap);
  va_end(ap);
  if (k > 0) l->at += (size_t)k;
  if (l->at >= l->n) l->at = l->n;
}

/* Adds text with javap's escapes; writes other control characters as \uXXXX. */
static void add_escaped(struct line *l, const struct symbol *y) {
  static const char plain[] = "\n\t\r\b\f\"'\\", escaped[] = "ntrbf\"'\\";
  for (uint32_t i = 0; i < y->len; i++) {
    unsigned char c = (unsigned char)y->s[i];
    const char *e = strchr(plain, c);
    if (e)
      add(l, "\\%c", escaped[e - plain]);
    else if (c < 0x20 || c == 0x7f)
      add(l, "\\u%04x", c);
    else if (c == 0xc0 && i + 1 < y->len && (unsigned char)y->s[i + 1] == 0x80)
      add(l, "\\u0000"), i++;
    else
      add(l, "%c", c);
  }
}

/* Quotes names that are not Java identifiers: "<init>", "[I". */
static void add_name(struct line *l, const struct symbol *y) {
  bool quote = y->s[0] == '[' || strpbrk(y->s, "<>-") != NULL;
  add(l, quote ? "\"%s\"" : "%s", y->s);
}

static void add_member(struct line *l, const struct class_file *cf, const struct cp_entry *e) {
  if (e->owner && e->owner != cf->name) {
    add_name(l, e->owner);
    add(l, ".");
  }
  add_name(l, e->name);
  add(l, ":%s", e->desc->s);
}

/* Writes the fewest digits that are read back as `d`, in the form d.ddde[+-]x. */
static void shortest(double d, bool single, char *s, size_t n) {
  int max = single ? 9 : 17;
  for (int digits = 1; digits <= max; digits++) {
    double back;
    snprintf(s, n, "%.*e", digits - 1, d);
    back = strtod(s, NULL);
    if (single ? (float)back == (float)d : back == d) return;
  }
}

/* Uses the layout of Double.toString: plain from 1e-3 up to 1e7, otherwise with an exponent. */
static void add_double(struct line *l, double d, bool single) {
  char s[40], digits[24] = "";
  size_t n = 0;
  int exp;
  if (isnan(d) || isinf(d)) {
    add(l, "%s", isnan(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity");
    return;
  }
  shortest(fabs(d), single, s, sizeof s);
  for (const char *p = s; *p && *p != 'e'; p++)
    if (*p != '.') digits[n++] = *p;
  exp = d == 0 ? 0 : atoi(strchr(s, 'e') + 1);
  if (signbit(d)) add(l, "-");
  if (exp < -3 || exp >= 7)
    add(l, "%c.%sE%d", digits[0], digits[1] ? digits + 1 : "0", exp);
  else if (exp < 0)
    add(l, "0.%.*s%s", -exp - 1, "000", digits);
  else if ((int)n <= exp + 1)
    add(l, "%s%.*s.0", digits, exp + 1 - (int)n, "0000000");
  else
    add(l, "%.*s.%s", exp + 1, digits, digits + exp + 1);
}

static const char *const ref_kinds[] = {"",
                                        "REF_getField",
                                        "REF_getStatic",
                                        "REF_putField",
                                        "REF_putStatic",
                                        "REF_invokeVirtual",
                                        "REF_invokeStatic",
                                        "REF_invokeSpecial",
                                        "REF_newInvokeSpecial",
                                        "REF_invokeInterface"};

static void add_constant(struct line *l, const struct class_file *cf, const struct cp_entry *e) {
  switch (e->tag) {
    case CP_INTEGER: add(l, "int %d", e->v.i); break;
    case CP_LONG: add(l, "long %lldl", (long long)e->v.l); break;
    case CP_FLOAT: add(l, "float "), add_double(l, (double)e->v.f, true), add(l, "f"); break;
    case CP_DOUBLE: add(l, "double "), add_double(l, e->v.d, false), add(l, "d"); break;
    case CP_CLASS: add(l, "class "), add_name(l, e->name); break;
    case CP_STRING: add(l, "String "), add_escaped(l, e->name); break;
    case CP_FIELDREF: add(l, "Field "), add_member(l, cf, e); break;
    case CP_METHODREF: add(l, "Method "), add_member(l, cf, e); break;
    case CP_INTERFACEMETHODREF: add(l, "InterfaceMethod "), add_member(l, cf, e); break;
    case CP_INVOKEDYNAMIC: add(l, "InvokeDynamic #%u:", e->index), add_member(l, cf, e); break;
    case CP_DYNAMIC: add(l, "Dynamic #%u:", e->index), add_member(l, cf, e); break;
    case CP_METHODTYPE: add(l, "MethodType %s", e->desc->s); break;
    case CP_METHODHANDLE:
      add(l, "MethodHandle %s ", ref_kinds[e->ref_kind]);
      add_member(l, cf, &cf->cp[e->index]);
      break;
    default: add(l, "constant of kind %u", e->tag);
  }
}

char *disasm_constant(const struct class_file *cf, uint16_t index, char *buf, size_t n) {
  struct line l = {buf, n, 0};
  if (index < cf->cp_count)
    add_constant(&l, cf, &cf->cp[index]);
  else
    add(&l, "no constant %u", index);
  return buf;
}

/* Adds the constant's index and, in a column of its own, "//" and the constant. */
static void add_cp(struct line *l, const struct class_file *cf, const struct insn *in,
                   bool with_value) {
  enum { COMMENT_COLUMN = 34 };
  add(l, "#%u", in->cp);
  if (with_value) add(l, ",  %d", in->value);
  add(l, "%*s// ", l->at < COMMENT_COLUMN ? (int)(COMMENT_COLUMN - l->at) : 1, "");
  if (in->cp < cf->cp_count)
    add_constant(l, cf, &cf->cp[in->cp]);
  else
    add(l, "no such constant");
}

static void add_switch(struct line *l, const uint8_t *code, const struct insn *in) {
  int32_t match;
  uint32_t target;
  add(l, "{ ");
  for (uint32_t i = 0; i < in->cases && l->at < l->n; i++) {
    insn_case(code, in, i, &match, &target);
    add(l, "%d: %d, ", match, (int)target);
  }
  add(l, "default: %d }", (int)in->target);
}

static void add_operands(struct line *l, const struct class_file *cf, const uint8_t *code,
                         const struct insn *in) {
  static const char *const types[] = {"boolean", "char",  "float", "double",
                                      "byte",    "short", "int",   "long"};
  switch (insn_table[in->op].format) {
    case FMT_S1:
    case FMT_S2: add(l, "%d", in->value); break;
    case FMT_LOCAL: add(l, "%d", in->local); break;
    case FMT_IINC: add(l, "%d, %d", in->local, in->value); break;
    case FMT_BRANCH2:
    case FMT_BRANCH4: add(l, "%d", (int)in->target); break;
    case FMT_NEWARRAY:
      add(l, "%s",
          in->value >= T_BOOLEAN && in->value <= T_LONG ? types[in->value - T_BOOLEAN] : "?");
      break;
    case FMT_TABLESWITCH:
    case FMT_LOOKUPSWITCH: add_switch(l, code, in); break;
    case FMT_INTERFACE:
    case FMT_MULTI:
    case FMT_DYNAMIC: add_cp(l, cf, in, true); break;
    case FMT_LDC1:
    case FMT_LDC2:
    case FMT_FIELD:
    case FMT_METHOD:
    case FMT_CLASS: add_cp(l, cf, in, false); break;
    default: break;
  }
}

static bool names_constant(const struct insn *in) {
  switch (insn_table[in->op].format) {
    case FMT_INTERFACE:
    case FMT_MULTI:
    case FMT_DYNAMIC:
    case FMT_LDC1:
    case FMT_LDC2:
    case FMT_FIELD:
    case FMT_METHOD:
    case FMT_CLASS: return true;
    default: return false;
  }
}

static void add_insn_name(struct line *l, const struct insn *in) {
  add(l, "%s%s", insn_table[in->op].name, in->wide ? "_w" : "");
}

void disasm_parts(const struct class_file *cf, const uint8_t *code, const struct insn *in,
                  struct disasm_parts *out) {
  struct line name = {out->name, sizeof out->name, 0},
              operands = {out->operands, sizeof out->operands, 0};
  out->operands[0] = 0;
  add_insn_name(&name, in);
  if (names_constant(in))
    disasm_constant(cf, in->cp, out->operands, sizeof out->operands);
  else
    add_operands(&operands, cf, code, in);
}

enum { NAME_COLUMNS = 14 };

int disasm_insn(const struct class_file *cf, const struct method_info *m, uint32_t pc, char *buf,
                size_t n) {
  struct line l = {buf, n, 0};
  struct insn in;
  if (n) buf[0] = 0;
  if (pc >= m->code_len || insn_decode(m->code, m->code_len, pc, &in) != 0) {
    add(&l, ".byte %d", pc < m->code_len ? m->code[pc] : -1);
    return -1;
  }
  add_insn_name(&l, &in);
  if (insn_table[in.op].format != FMT_NONE) {
    add(&l, "%*s", l.at < NAME_COLUMNS ? (int)(NAME_COLUMNS - l.at) : 1, "");
    if (insn_table[in.op].format == FMT_NEWARRAY) add(&l, " "); /* as javap does */
    add_operands(&l, cf, m->code, &in);
  }
  return (int)(in.next - pc);
}
