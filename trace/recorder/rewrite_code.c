/* Rewrites one method's Code attribute: decodes it, plans insertions, lays it out, and writes the
 * code, handlers, frames, and line and variable tables. Drops type annotations of code and unknown
 * attributes, which nothing reads at run time. */
#include "engine/base/check.h"
#include "trace/recorder/rewrite_int.h"

/* Splits the code into pieces. code_check has accepted the code. */
static int rewrite_code_decode(struct method_rewriter *m) {
  m->index = pool_alloc(&m->pool, (m->code_len + 1u) * sizeof *m->index);
  m->pieces = pool_alloc(&m->pool, (m->code_len + 1u) * sizeof *m->pieces);
  for (uint32_t pc = 0; pc < m->code_len; pc = m->pieces[m->count - 1].insn.next) {
    int rc = insn_decode(m->code, m->code_len, pc, &m->pieces[m->count].insn);
    if (rc) return error_set(m->rw->err, rc, "%s has bad code at %u", m->mi->name->s, pc);
    m->index[pc] = ++m->count;
  }
  m->index[m->code_len] = m->count + 1;
  m->seams = pool_alloc(&m->pool, (m->count + 1u) * sizeof *m->seams);
  m->has_frame = pool_alloc(&m->pool, m->code_len + 1);
  return 0;
}

static void find_leaders(struct method_rewriter *m) {
  m->leader = pool_alloc(&m->pool, m->code_len + 1);
  m->leader[0] = true;
  for (uint32_t i = 0; i < m->count; i++) {
    const struct insn *in = &m->pieces[i].insn;
    enum insn_flow flow = insn_table[in->op].flow;
    if (flow != FLOW_NEXT && flow != FLOW_CALL) m->leader[in->next] = true;
    if (in->target < m->code_len) m->leader[in->target] = true;
    for (uint32_t c = 0; c < in->cases; c++) {
      int32_t match;
      uint32_t target;
      insn_case(m->code, in, c, &match, &target);
      m->leader[target] = true;
    }
  }
  for (uint16_t e = 0; e < m->mi->exception_count; e++)
    m->leader[m->mi->exceptions[e].handler_pc] = true;
}

/* Returns the new position of a bytecode index at which a jump ends or a range begins. */
static uint32_t new_pc(const struct method_rewriter *m, uint32_t bci) {
  INVARIANT(bci <= m->code_len && m->index[bci], "a jump leads to an instruction: %u", bci);
  return bci == m->code_len ? m->body_end : m->pieces[m->index[bci] - 1].pos;
}
/* Returns the new position of a bytecode index at which a range ends: before the trampolines
 * there. */
static uint32_t new_end(const struct method_rewriter *m, uint32_t bci) {
  INVARIANT(bci <= m->code_len && m->index[bci] > 1, "a range ends behind an instruction: %u", bci);
  return m->pieces[m->index[bci] - 2].end;
}

static void emit_switch(struct method_rewriter *m, const struct piece *p, struct bytebuf *out,
                        size_t base) {
  const struct insn *in = &p->insn;
  bb_u1(out, in->op);
  while ((out->len - base) & 3) bb_u1(out, 0);
  bb_u4(out, new_pc(m, in->target) - p->at);
  bb_add(out, m->code + in->table - (in->op == OP_TABLESWITCH ? 8 : 4),
         in->op == OP_TABLESWITCH ? 8 : 4);
  for (uint32_t c = 0; c < in->cases; c++) {
    int32_t match;
    uint32_t target;
    insn_case(m->code, in, c, &match, &target);
    if (in->op == OP_LOOKUPSWITCH) bb_u4(out, (uint32_t)match);
    bb_u4(out, new_pc(m, target) - p->at);
  }
}

static void emit_insn(struct method_rewriter *m, const struct piece *p, struct bytebuf *out,
                      size_t base) {
  const struct insn *in = &p->insn;
  uint32_t target = in->target == UINT32_MAX ? 0 : new_pc(m, in->target) - p->at;
  if (p->trampoline) target = m->trampolines.data[p->trampoline - 1].pos - p->at;
  switch (insn_table[in->op].format) {
    case FMT_TABLESWITCH:
    case FMT_LOOKUPSWITCH: emit_switch(m, p, out, base); break;
    case FMT_BRANCH4:
      bb_u1(out, in->op);
      bb_u4(out, target);
      break;
    case FMT_BRANCH2:
      bb_u1(out, p->widen ? (in->op == OP_GOTO ? OP_GOTO_W : OP_JSR_W) : in->op);
      if (p->widen) {
        bb_u4(out, target);
      } else {
        bb_u2(out, target & 0xffff);
      }
      break;
    default: bb_add(out, m->code + in->pc, in->next - in->pc);
  }
}

static void emit_seam(struct method_rewriter *m, uint32_t k, struct bytebuf *out) {
  uint32_t size = seam_size(m, k);
  if (size && seam_skip(m, k)) {
    bb_u1(out, OP_GOTO);
    bb_u2(out, size);
  }
  for (uint32_t t = m->seams[k]; t; t = m->trampolines.data[t - 1].next) {
    bb_u1(out, OP_GOTO_W);
    bb_u4(out, new_pc(m, m->trampolines.data[t - 1].target) - m->trampolines.data[t - 1].pos);
  }
}

static void emit_code(struct method_rewriter *m, struct bytebuf *out) {
  size_t base = out->len;
  bb_add(out, m->inserts.p + m->prologue, m->prologue_len);
  for (uint32_t i = 0; i < m->count; i++) {
    const struct piece *p = &m->pieces[i];
    emit_seam(m, i, out);
    INVARIANT(out->len - base == p->pos, "an instruction is where it was laid out: %u", p->insn.pc);
    bb_add(out, m->inserts.p + p->before, p->before_len);
    emit_insn(m, p, out, base);
    bb_add(out, m->inserts.p + p->after, p->after_len);
    INVARIANT(out->len - base == p->end, "an instruction is as long as it was laid out: %u",
              p->insn.pc);
  }
  emit_seam(m, m->count, out);
  INVARIANT(out->len - base == m->body_end, "the body is as long as it was laid out: %u",
            m->body_end);
  bb_add(out, m->inserts.p + m->epilogue, m->epilogue_len);
  INVARIANT(out->len - base == m->new_len, "the code is as long as it was laid out: %u",
            m->new_len);
}

static void emit_range(struct bytebuf *out, uint32_t from, uint32_t to, uint32_t handler,
                       uint16_t type) {
  bb_u2(out, from);
  bb_u2(out, to);
  bb_u2(out, handler);
  bb_u2(out, type);
}

/* Writes an exception table entry, as several entries if seams with trampolines, which must stay
 * outside, divide its range. Returns the number of entries. */
static uint32_t emit_handler(struct method_rewriter *m, const struct exception_entry *x,
                             struct bytebuf *out) {
  uint32_t first = m->index[x->start_pc] - 1, last = m->index[x->end_pc] - 2, parts = 0;
  INVARIANT(m->index[x->start_pc] && m->index[x->end_pc],
            "a handler's range begins and ends at instructions: %u, %u", x->start_pc, x->end_pc);
  for (uint32_t k = first; k <= last; k++) {
    if (k < last && !m->seams[k + 1]) continue;
    emit_range(out, m->pieces[first].pos, m->pieces[k].end, new_pc(m, x->handler_pc),
               x->catch_type);
    parts++;
    first = k + 1;
  }
  return parts;
}

static int emit_handlers(struct method_rewriter *m, struct bytebuf *out) {
  uint32_t count = m->guard;
  size_t head = out->len;
  bb_u2(out, 0);
  for (uint16_t e = 0; e < m->mi->exception_count; e++)
    count += emit_handler(m, &m->mi->exceptions[e], out);
  if (m->guard) emit_range(out, m->pieces[m->guard_from].pos, m->body_end, m->body_end, 0);
  if (count > 65535)
    return error_set(m->rw->err, ERR_LIMIT, "%s would need %u handlers", m->mi->name->s, count);
  bb_set_u2(out, head, count);
  return 0;
}

/* ---- attributes of the code ---- */

static int bad_table(struct method_rewriter *m, const char *name) {
  return error_set(m->rw->err, ERR_INPUT, "%s has a bad %s", m->mi->name->s, name);
}

static int emit_lines(struct method_rewriter *m, const uint8_t *p, uint32_t len,
                      struct bytebuf *out) {
  uint32_t n = len < 2 ? 0 : get_u2(p);
  if (len != 2 + 4 * n) return bad_table(m, "LineNumberTable");
  bb_u2(out, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t pc = get_u2(p + 2 + 4 * i);
    if (pc >= m->code_len || !m->index[pc]) return bad_table(m, "LineNumberTable");
    bb_u2(out, new_pc(m, pc));
    bb_u2(out, get_u2(p + 4 + 4 * i));
  }
  return 0;
}

static int emit_variables(struct method_rewriter *m, const uint8_t *p, uint32_t len,
                          struct bytebuf *out) {
  uint32_t n = len < 2 ? 0 : get_u2(p);
  if (len != 2 + 10 * n) return bad_table(m, "LocalVariableTable");
  bb_u2(out, n);
  for (uint32_t i = 0; i < n; i++) {
    const uint8_t *row = p + 2 + 10 * i;
    uint32_t start = get_u2(row), end = start + get_u2(row + 2);
    if (end > m->code_len || !m->index[start] || !m->index[end])
      return bad_table(m, "LocalVariableTable");
    uint32_t from = new_pc(m, start), to = end == start ? from : new_end(m, end);
    bb_u2(out, from);
    bb_u2(out, to - from);
    bb_add(out, row + 4, 6);
  }
  return 0;
}

static const char *attribute_name(const struct method_rewriter *m, const uint8_t *p) {
  const struct class_file *cf = m->rw->cf;
  uint32_t i = get_u2(p);
  return i < cf->cp_count && cf->cp[i].tag == CP_UTF8 ? cf->cp[i].name->s : "";
}

/* Copies the attribute at `p` with adjusted positions. Sets *done to false if the attribute is
 * dropped. */
static int emit_attribute(struct method_rewriter *m, const uint8_t *p, uint32_t len,
                          struct bytebuf *out, bool *done) {
  const char *name = attribute_name(m, p);
  size_t head = out->len;
  int rc = 0;
  bb_add(out, p, 6);
  *done = true;
  if (!strcmp(name, "LineNumberTable")) {
    rc = emit_lines(m, p + 6, len, out);
  } else if (!strcmp(name, "LocalVariableTable") || !strcmp(name, "LocalVariableTypeTable")) {
    rc = emit_variables(m, p + 6, len, out);
  } else {
    out->len = head;
    *done = false;
  }
  if (*done) bb_set_u4(out, head + 2, (uint32_t)(out->len - head - 6));
  return rc;
}

static int emit_frames(struct method_rewriter *m, struct bytebuf *out, uint32_t *count) {
  size_t head = out->len;
  if (m->rw->cf->major < 50 || (m->rw->cf->major == 50 && !m->mi->stack_map.data)) return 0;
  if (!m->frames.len && !m->guard && !m->trampolines.len) return 0;
  if (!m->rw->map_name) m->rw->map_name = rw_utf8(m->rw, "StackMapTable", 13);
  bb_u2(out, m->rw->map_name);
  bb_u4(out, 0);
  int rc = frames_write(m, out);
  bb_set_u4(out, head + 2, (uint32_t)(out->len - head - 6));
  ++*count;
  return rc;
}

/* Writes the attributes of the code. `p` points to their count; the parser has checked that they
 * fit. */
static int emit_attributes(struct method_rewriter *m, const uint8_t *p, struct bytebuf *out) {
  uint32_t n = get_u2(p), count = 0;
  size_t head = out->len;
  bb_u2(out, 0);
  p += 2;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t len = get_u4(p + 2);
    bool done;
    int rc = emit_attribute(m, p, len, out, &done);
    if (rc) return rc;
    count += done;
    p += 6 + len;
  }
  int rc = emit_frames(m, out, &count);
  bb_set_u2(out, head, count);
  return rc;
}

static void report_moved(struct method_rewriter *m) {
  const struct rewrite_options *o = m->rw->o;
  if (!o->moved) return;
  struct moved_insn *map = pool_alloc(&m->pool, m->count * sizeof *map);
  for (uint32_t i = 0; i < m->count; i++) {
    map[i] = (struct moved_insn){(uint16_t)m->pieces[i].pos, (uint16_t)m->pieces[i].insn.pc};
    INVARIANT(!i || (map[i - 1].pc < map[i].pc && map[i - 1].bci < map[i].bci),
              "moved instructions keep their order: %u at %u", map[i].bci, map[i].pc);
  }
  o->moved(o->arg, m->rw->cf, m->mi, map, m->count);
}

static int rewrite_body(struct method_rewriter *m, const uint8_t *tail, struct bytebuf *out) {
  uint32_t stack = m->mi->max_stack + EXTRA_STACK;
  int rc = layout_method(m);
  if (rc) return rc;
  if (stack > 65535)
    return error_set(m->rw->err, ERR_LIMIT, "%s would need a stack of %u", m->mi->name->s, stack);
  bb_u2(out, stack);
  bb_u2(out, m->locals);
  bb_u4(out, m->new_len);
  emit_code(m, out);
  report_moved(m);
  if ((rc = emit_handlers(m, out))) return rc;
  return emit_attributes(m, tail, out);
}

int frames_check(struct rewriter *rw, const struct method_info *mi) {
  struct method_rewriter m = {.rw = rw, .mi = mi, .code = mi->code, .code_len = mi->code_len};
  pool_init(&m.pool);
  int rc = rewrite_code_decode(&m);
  if (!rc) rc = frames_read(&m, mi->stack_map.data, mi->stack_map.len);
  vec_free(&m.frames);
  pool_release(&m.pool);
  return rc;
}

int rewrite_code(struct rewriter *rw, const struct method_info *mi, const uint8_t *attr,
                 struct bytebuf *out, bool *changed) {
  struct method_rewriter m = {.rw = rw, .mi = mi, .code = attr + 8, .code_len = mi->code_len};
  uint32_t before = rw->inserted, handlers = 8 + mi->code_len;
  int rc;
  pool_init(&m.pool);
  *changed = false;
  if ((rc = code_check(rw->cf, mi, NULL, rw->err)) || (rc = rewrite_code_decode(&m))) goto out;
  if (event_wanted(&rw->o->events, TRACE_EV_BLOCK)) find_leaders(&m);
  if ((rc = frames_read(&m, mi->stack_map.data, mi->stack_map.len))) goto out;
  if ((rc = plan_method(&m))) goto out;
  *changed = rw->inserted != before;
  if (*changed) rc = rewrite_body(&m, attr + handlers + 2 + 8 * get_u2(attr + handlers), out);
out:
  free(m.inserts.p);
  vec_free(&m.trampolines);
  vec_free(&m.frames);
  pool_release(&m.pool);
  return rc;
}
