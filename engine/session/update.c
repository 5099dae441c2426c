/* Updates: `n++`, `n += 2`, `if (n == 0) n = 1` read a field and write a value computed from it.
 * For such a line, the advice must not be "volatile", because volatile does not make the update one
 * step. An update is what one source line, or one method without line numbers, does with one field
 * of one object. */
#include "engine/classfile/insn.h"
#include "engine/session/session.h"

#include <string.h>

const struct cp_entry *session_field_at(const struct method *m, uint32_t pc, struct insn *in) {
  const struct class_file *cf = m->owner->cf;
  if (!cf || insn_decode(m->info->code, m->info->code_len, pc, in)) return NULL;
  return insn_table[in->op].format == FMT_FIELD && in->cp < cf->cp_count ? &cf->cp[in->cp] : NULL;
}

bool session_same_field(const struct cp_entry *a, const struct cp_entry *b) {
  return a->name == b->name && a->desc == b->desc && a->owner == b->owner;
}

/* Does the getfield at `pc` read from the object that the line updates? `before` is the previous
 * instruction and `start` the beginning of the line. x.n++ duplicates the reference; x.n = x.n + 1
 * computes it twice. */
static bool same_object(const uint8_t *code, uint32_t start, uint32_t before, uint32_t pc) {
  uint32_t half = (pc - start) / 2;
  if (code[pc] == OP_GETSTATIC || code[before] == OP_DUP) return true;
  return half && (pc - start) % 2 == 0 && !memcmp(code + start, code + start + half, half);
}

bool session_updates(const struct method *m, uint32_t bci) {
  struct insn in;
  const struct cp_entry *field =
      m->info && bci < m->info->code_len ? session_field_at(m, bci, &in) : NULL;
  int line = field ? method_line(m->info, bci) : -1, at, last = -1;
  bool reads = false;
  uint32_t pc, start = 0, before = 0;
  for (pc = 0; field && pc < m->info->code_len; before = pc, pc = in.next) {
    const struct cp_entry *f = session_field_at(m, pc, &in);
    if (insn_decode(m->info->code, m->info->code_len, pc, &in)) return false;
    at = method_line(m->info, pc);
    if (at != last) start = pc;
    last = at;
    if (!f || !session_same_field(f, field) || at != line) continue;
    if (in.op == OP_GETFIELD || in.op == OP_GETSTATIC)
      reads |= same_object(m->info->code, start, before, pc);
    if (reads && (in.op == OP_PUTFIELD || in.op == OP_PUTSTATIC)) return true;
  }
  return false;
}

const struct cp_entry *session_called(const struct method *m, uint32_t bci) {
  const struct class_file *cf = m->owner->cf;
  struct insn in;
  if (!cf || !m->info || insn_decode(m->info->code, m->info->code_len, bci, &in)) return NULL;
  if (insn_table[in.op].format != FMT_METHOD && insn_table[in.op].format != FMT_INTERFACE)
    return NULL;
  return in.cp < cf->cp_count ? &cf->cp[in.cp] : NULL;
}

const char *session_atomic_class(const struct field *f) {
  switch (*f->desc->s) {
    case 'I': return "an AtomicInteger";
    case 'J': return "an AtomicLong";
    case 'Z': return "an AtomicBoolean";
    case 'L':
    case '[': return "an AtomicReference";
    default: return NULL;
  }
}
