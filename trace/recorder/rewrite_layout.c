/* Assigns every instruction its position in the new code.
 *
 * Jumps start short and only ever grow: goto becomes goto_w, jsr becomes jsr_w. A conditional jump
 * that cannot reach its target jumps through a trampoline, a goto_w in the seam between two
 * instructions. A seam is usable if no instruction falls through to it. Otherwise a goto must lead
 * around the trampolines, and the frame after the seam must be known: the next instruction has one,
 * or is the method's first. No handler of the class covers a seam (rewrite_code.c splits the
 * ranges), so a trampoline can always use its target's frame. Each round assigns all positions
 * again and then grows the jumps that do not reach. Nothing shrinks, so the rounds end. */
#include "engine/base/check.h"
#include "trace/recorder/rewrite_int.h"

/* Maximum distance from a jump to its new trampoline; leaves room for growth. */
#define NEAR 32000

static uint32_t insn_size(const struct piece *p, uint32_t at) {
  uint32_t n = p->insn.next - p->insn.pc;
  if (p->widen) return 5;
  if (p->insn.op != OP_TABLESWITCH && p->insn.op != OP_LOOKUPSWITCH) return n;
  return n - (3 - (p->insn.pc & 3)) + (3 - (at & 3));
}

uint32_t seam_size(const struct method_rewriter *m, uint32_t k) {
  uint32_t n = 0;
  for (uint32_t t = m->seams[k]; t; t = m->trampolines.data[t - 1].next) n += 5;
  return n ? n + seam_skip(m, k) : 0;
}

uint32_t seam_skip(const struct method_rewriter *m, uint32_t k) {
  if (k == 0) return 3;
  const struct insn *in = &m->pieces[k - 1].insn;
  return insn_falls_through(in) || in->op == OP_JSR || in->op == OP_JSR_W ? 3 : 0;
}

static uint32_t place_seam(struct method_rewriter *m, uint32_t k, uint32_t pos) {
  uint32_t at = pos + seam_skip(m, k);
  for (uint32_t t = m->seams[k]; t; t = m->trampolines.data[t - 1].next, at += 5)
    m->trampolines.data[t - 1].pos = at;
  INVARIANT(!m->seams[k] || at == pos + seam_size(m, k),
            "the trampolines of a seam fill it: %u, %u", at, pos + seam_size(m, k));
  return pos + seam_size(m, k);
}

static void rewrite_layout_place(struct method_rewriter *m) {
  uint32_t pos = m->prologue_len;
  for (uint32_t i = 0; i < m->count; i++) {
    struct piece *p = &m->pieces[i];
    p->pos = place_seam(m, i, pos);
    p->at = p->pos + p->before_len;
    p->end = p->at + insn_size(p, p->at) + p->after_len;
    INVARIANT(p->end > p->at, "an instruction has a length: %u at %u", p->insn.pc, p->at);
    pos = p->end;
  }
  m->body_end = place_seam(m, m->count, pos);
  m->new_len = m->body_end + m->epilogue_len;
}

static uint32_t seam_pos(const struct method_rewriter *m, uint32_t k) {
  return k ? m->pieces[k - 1].end : m->prologue_len;
}
static uint32_t pos_of(const struct method_rewriter *m, uint32_t bci) {
  INVARIANT(bci < m->code_len && m->index[bci], "a jump leads to an instruction: %u", bci);
  return m->pieces[m->index[bci] - 1].pos;
}

static bool reaches(uint32_t from, uint32_t to, int64_t limit) {
  int64_t d = (int64_t)to - from;
  return d >= -limit && d < limit;
}

/* Returns the index + 1 of a trampoline to `target` in seam k, creating it if needed, or 0 if the
 * seam is not usable. */
static uint32_t trampoline_in(struct method_rewriter *m, uint32_t k, uint32_t target) {
  for (uint32_t t = m->seams[k]; t; t = m->trampolines.data[t - 1].next) {
    if (m->trampolines.data[t - 1].target == target) return t;
  }
  bool framed = k < m->count && (m->rw->cf->major < 50 || m->has_frame[m->pieces[k].insn.pc]);
  if (k && seam_skip(m, k) && !framed) return 0;
  *vec_push(&m->trampolines) =
      (struct trampoline){.target = target, .pos = seam_pos(m, k), .next = m->seams[k]};
  return m->seams[k] = (uint32_t)m->trampolines.len;
}

static int give_trampoline(struct method_rewriter *m, uint32_t i) {
  struct piece *p = &m->pieces[i];
  for (uint32_t d = 0; d <= m->count; d++) {
    bool left = d <= i && reaches(p->at, seam_pos(m, i - d), NEAR);
    bool right = i + d < m->count && reaches(p->at, seam_pos(m, i + 1 + d), NEAR);
    if (!left && !right) break;
    if (right) p->trampoline = trampoline_in(m, i + 1 + d, p->insn.target);
    if (!p->trampoline && left) p->trampoline = trampoline_in(m, i - d, p->insn.target);
    if (p->trampoline) return 0;
  }
  return error_set(m->rw->err, ERR_LIMIT, "a jump at %u cannot reach its target any more",
                   p->insn.pc);
}

/* Grows the jump if it does not reach its target. Sets *grown if the jump has grown. */
static int rewrite_layout_grow(struct method_rewriter *m, uint32_t i, bool *grown) {
  struct piece *p = &m->pieces[i];
  enum insn_flow flow = insn_table[p->insn.op].flow;
  bool jump = p->insn.op == OP_GOTO || p->insn.op == OP_JSR;
  if (flow != FLOW_COND && !jump) return 0;
  if (p->widen) return 0;
  if (p->trampoline) {
    if (reaches(p->at, m->trampolines.data[p->trampoline - 1].pos, 32768)) return 0;
    return error_set(m->rw->err, ERR_LIMIT, "a jump at %u cannot reach its target any more",
                     p->insn.pc);
  }
  if (reaches(p->at, pos_of(m, p->insn.target), 32768)) return 0;
  *grown = true;
  if (jump) {
    p->widen = true;
    return 0;
  }
  return give_trampoline(m, i);
}

int layout_method(struct method_rewriter *m) {
  for (bool grown = true; grown;) {
    grown = false;
    rewrite_layout_place(m);
    if (m->new_len > 65535) {
      return error_set(m->rw->err, ERR_LIMIT, "%s%s would be %u bytes long, more than 65535",
                       m->mi->name->s, m->mi->desc->s, m->new_len);
    }
    for (uint32_t i = 0; i < m->count; i++) {
      int rc = rewrite_layout_grow(m, i, &grown);
      if (rc) return rc;
    }
  }
  return 0;
}
