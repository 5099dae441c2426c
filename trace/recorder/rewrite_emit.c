/* Appends the code of insertions to the method's buffer `inserts`. */
#include "engine/base/check.h"
#include "trace/recorder/rewrite_int.h"

static uint8_t *rewrite_emit_reserve(struct method_rewriter *m, size_t n) {
  static const uint8_t zeros[8];
  bb_add(&m->inserts, zeros, n);
  return m->inserts.p + m->inserts.len - n;
}

void emit_op(struct method_rewriter *m, uint8_t op) { *rewrite_emit_reserve(m, 1) = op; }

void emit_u2(struct method_rewriter *m, uint8_t op, unsigned v) {
  uint8_t *p = rewrite_emit_reserve(m, 3);
  p[0] = op;
  p[1] = (uint8_t)(v >> 8);
  p[2] = (uint8_t)v;
}

static void emit_local(struct method_rewriter *m, uint8_t op, uint32_t slot) {
  if (slot > 255) {
    emit_op(m, OP_WIDE);
    emit_u2(m, op, slot);
  } else {
    uint8_t *p = rewrite_emit_reserve(m, 2);
    p[0] = op;
    p[1] = (uint8_t)slot;
  }
}

unsigned type_slots(char type) { return type == 'J' || type == 'D' ? 2 : 1; }
uint8_t type_dup(char type) { return type_slots(type) == 2 ? OP_DUP2 : OP_DUP; }

void emit_store(struct method_rewriter *m, char type, uint32_t slot) {
  emit_local(m, (uint8_t)(OP_ISTORE + insn_variant(type)), slot);
  if (slot + type_slots(type) > m->locals) m->locals = slot + type_slots(type);
}

void emit_load(struct method_rewriter *m, char type, uint32_t slot) {
  INVARIANT(slot < m->scratch || slot + type_slots(type) <= m->locals,
            "a value that is loaded was saved: local %u of %u", slot, m->locals);
  emit_local(m, (uint8_t)(OP_ILOAD + insn_variant(type)), slot);
}

static void emit_int(struct method_rewriter *m, uint32_t v) {
  if (v <= 5) {
    emit_op(m, (uint8_t)(OP_ICONST_0 + v));
  } else if (v < 128) {
    emit_op(m, OP_BIPUSH);
    emit_op(m, (uint8_t)v);
  } else if (v < 32768) {
    emit_u2(m, OP_SIPUSH, v);
  } else {
    emit_u2(m, OP_LDC_W, rw_integer(m->rw, (int32_t)v));
  }
}

void emit_probe(struct method_rewriter *m, unsigned p) {
  INVARIANT(p < PROBE_COUNT, "a probe that is inserted is in the table: %u", p);
  emit_u2(m, OP_INVOKESTATIC, rw_probe(m->rw, (enum probe)p));
  m->rw->inserted++;
}

void emit_probe_at(struct method_rewriter *m, unsigned p, uint32_t at) {
  emit_int(m, at);
  emit_probe(m, p);
}

void emit_mark(struct method_rewriter *m, unsigned event, uint32_t bci, unsigned flags) {
  struct rewrite_site s = {
      .kind = SITE_MARK, .event = (uint8_t)event, .bci = bci, .flags = (uint16_t)flags};
  emit_probe_at(m, PROBE_MARK, plan_site(m, s));
}

bool plan_wants(const struct method_rewriter *m, unsigned kind) {
  return event_wanted(&m->rw->o->events, kind);
}

uint32_t plan_site(struct method_rewriter *m, struct rewrite_site s) {
  s.method = m->mi;
  return m->rw->o->site(m->rw->o->arg, m->rw->cf, &s);
}

const struct cp_entry *plan_operand(const struct method_rewriter *m, const struct piece *in) {
  return &m->rw->cf->cp[in->insn.cp];
}
