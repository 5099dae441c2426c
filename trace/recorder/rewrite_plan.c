/* Decides what is inserted before and after each instruction, at the entry of a method, and in its
 * catch-all handler.
 *
 * By the order rule of traces (trace/events.def), the event of an acquire comes after it, and the
 * event of a release before it. The verifier forbids passing a constructor's `this` to a probe
 * before the constructor has called another one, so until then accesses and monitors of `this` get
 * no probes. */
#include "trace/recorder/rewrite_int.h"

static void plan_monitor(struct method_rewriter *m, struct piece *in) {
  bool enter = in->insn.op == OP_MONITORENTER;
  if (in->insn.pc < m->super_call ||
      !plan_wants(m, enter ? TRACE_EV_MONITOR_ENTER : TRACE_EV_MONITOR_EXIT))
    return;
  struct rewrite_site s = {.kind = enter ? SITE_ENTER : SITE_EXIT, .bci = in->insn.pc};
  emit_op(m, OP_DUP);
  if (enter) {
    if (m->rw->o->noise) emit_probe(m, PROBE_NOISE);
    plan_after(m, in);
  }
  emit_probe_at(m, enter ? PROBE_ENTER : PROBE_EXIT, plan_site(m, s));
}

/* Pushes the object whose monitor the synchronized method uses. */
static void push_monitor(struct method_rewriter *m, bool entry) {
  if (m->mi->flags & ACC_STATIC) {
    emit_u2(m, OP_LDC_W, m->rw->this_class);
  } else {
    emit_load(m, 'L', entry ? 0 : m->guard_local);
  }
}

static void sync_event(struct method_rewriter *m, bool enter, uint32_t bci, unsigned flags) {
  if (!(m->mi->flags & ACC_SYNCHRONIZED) ||
      !plan_wants(m, enter ? TRACE_EV_MONITOR_ENTER : TRACE_EV_MONITOR_EXIT))
    return;
  push_monitor(m, enter);
  uint32_t s = plan_site(m, (struct rewrite_site){.kind = enter ? SITE_ENTER : SITE_EXIT,
                                                  .bci = bci,
                                                  .flags = (uint16_t)(TRACE_SYNC_METHOD | flags)});
  emit_probe_at(m, enter ? PROBE_ENTER : PROBE_EXIT, s);
}

static bool is_clinit(const struct method_rewriter *m) {
  return !strcmp(m->mi->name->s, "<clinit>");
}
static bool is_init(const struct method_rewriter *m) { return !strcmp(m->mi->name->s, "<init>"); }

/* Emits the events before a return, or before the catch-all handler rethrows. */
static void leave_events(struct method_rewriter *m, uint32_t bci, unsigned flags) {
  if (plan_wants(m, TRACE_EV_METHOD_EXIT)) emit_mark(m, TRACE_EV_METHOD_EXIT, bci, flags);
  if (is_clinit(m) && plan_wants(m, TRACE_EV_CLASS_INIT_END))
    emit_mark(m, TRACE_EV_CLASS_INIT_END, bci, flags);
  sync_event(m, false, bci, flags);
}

static void plan_entry(struct method_rewriter *m) {
  m->prologue = (uint32_t)m->inserts.len;
  if (m->guard_this) {
    emit_load(m, 'L', 0);
    emit_store(m, 'L', m->guard_local);
  }
  sync_event(m, true, 0, 0);
  if (is_clinit(m) && plan_wants(m, TRACE_EV_CLASS_INIT)) emit_mark(m, TRACE_EV_CLASS_INIT, 0, 0);
  if (plan_wants(m, TRACE_EV_METHOD_ENTER)) {
    struct rewrite_site s = {.kind = SITE_MARK, .event = TRACE_EV_METHOD_ENTER};
    bool object = !(m->mi->flags & ACC_STATIC) && !is_init(m);
    if (object) emit_load(m, 'L', 0);
    emit_probe_at(m, object ? PROBE_MARK_A : PROBE_MARK, plan_site(m, s));
  }
  m->prologue_len = (uint32_t)m->inserts.len - m->prologue;
}

static void plan_handler(struct method_rewriter *m) {
  m->epilogue = (uint32_t)m->inserts.len;
  if (m->guard) {
    leave_events(m, 0, TRACE_THROWN);
    emit_op(m, OP_ATHROW);
  }
  m->epilogue_len = (uint32_t)m->inserts.len - m->epilogue;
}

/* ---- allocation ---- */

/* A new object is passed to a probe when its constructor has returned: `new; dup; ...;
 * invokespecial`. Constructor calls are matched with the open `new`s in reverse order, as compilers
 * write them. If a method breaks this pattern, its remaining objects are not recorded. */
struct open_news {
  VEC(uint32_t) bci;
  bool lost;
};

/* Plans the probe for a Random created without a seed: the seed that the constructor chooses is an
 * input of the program. */
static void plan_seed(struct method_rewriter *m, const struct piece *in) {
  const struct cp_entry *ref = plan_operand(m, in);
  if (strcmp(ref->owner->s, "java/util/Random") || strcmp(ref->desc->s, "()V") ||
      !plan_wants(m, TRACE_EV_INPUT_SEED))
    return;
  struct rewrite_site s = {.kind = SITE_MARK, .event = TRACE_EV_INPUT_SEED, .bci = in->insn.pc};
  emit_op(m, OP_DUP);
  emit_probe_at(m, PROBE_MARK_A, plan_site(m, s));
}

static void plan_new_object(struct method_rewriter *m, struct piece *in, struct open_news *open) {
  uint8_t op = in->insn.op;
  if (op == OP_NEW) *vec_push(&open->bci) = in->insn.pc;
  if (op != OP_INVOKESPECIAL || strcmp(plan_operand(m, in)->name->s, "<init>") || !open->bci.len)
    return;
  uint32_t bci = open->bci.data[--open->bci.len];
  const struct cp_entry *type = &m->rw->cf->cp[get_u2(m->code + bci + 1)];
  if (type->name != plan_operand(m, in)->owner) open->lost = true;
  if (open->lost || m->code[bci + 3] != OP_DUP) return;
  plan_after(m, in);
  plan_seed(m, in);
  if (!plan_wants(m, TRACE_EV_ALLOC)) return;
  emit_op(m, OP_DUP);
  struct rewrite_site s = {.kind = SITE_MARK, .event = TRACE_EV_ALLOC, .bci = bci};
  emit_probe_at(m, PROBE_MARK_A, plan_site(m, s));
}

static void plan_alloc(struct method_rewriter *m, struct piece *in, struct open_news *open) {
  uint8_t op = in->insn.op;
  if (!plan_wants(m, TRACE_EV_ALLOC) && !plan_wants(m, TRACE_EV_INPUT_SEED)) return;
  if (op == OP_NEWARRAY || op == OP_ANEWARRAY || op == OP_MULTIANEWARRAY) {
    if (!plan_wants(m, TRACE_EV_ALLOC)) return;
    plan_after(m, in);
    emit_op(m, OP_DUP);
    struct rewrite_site s = {.kind = SITE_MARK, .event = TRACE_EV_ALLOC, .bci = in->insn.pc};
    emit_probe_at(m, PROBE_MARK_A, plan_site(m, s));
  } else {
    plan_new_object(m, in, open);
  }
}

/* ---- the whole method ---- */

void plan_after(struct method_rewriter *m, struct piece *in) {
  if (in->split) return;
  in->split = true;
  in->before_len = (uint32_t)m->inserts.len - in->before;
  in->after = (uint32_t)m->inserts.len;
}

static bool is_block(const struct method_rewriter *m, uint32_t bci) {
  const struct rewrite_options *o = m->rw->o;
  return (m->leader && m->leader[bci]) || (o->marks && o->marks(o->arg, m->rw->cf, m->mi, bci));
}

static void plan_insn(struct method_rewriter *m, struct piece *in, struct open_news *open) {
  uint8_t op = in->insn.op;
  in->before = (uint32_t)m->inserts.len;
  if (is_block(m, in->insn.pc)) emit_mark(m, TRACE_EV_BLOCK, in->insn.pc, 0);
  if (op == OP_MONITORENTER || op == OP_MONITOREXIT) plan_monitor(m, in);
  if (op >= OP_IRETURN && op <= OP_RETURN) leave_events(m, in->insn.pc, 0);
  plan_access(m, in);
  plan_call(m, in);
  plan_alloc(m, in, open);
  plan_after(m, in);
  in->after_len = (uint32_t)m->inserts.len - in->after;
}

/* Returns the bytecode index of the constructor call after which `this` is initialised: the last
 * call of a constructor of this class or its superclass that belongs to no open `new`. Returns
 * code_len if a later frame still has an uninitialised `this`, so that the code does not follow
 * this rule. Returns 0 if the method is not a constructor. */
static uint32_t find_super_call(const struct method_rewriter *m) {
  const struct class_file *cf = m->rw->cf;
  uint32_t found = m->code_len, open = 0;
  if (!is_init(m) || !cf->super_name) return 0;
  for (uint32_t i = 0; i < m->count; i++) {
    const struct piece *in = &m->pieces[i];
    if (in->insn.op == OP_NEW) open++;
    if (in->insn.op != OP_INVOKESPECIAL) continue;
    const struct cp_entry *ref = plan_operand(m, in);
    if (strcmp(ref->name->s, "<init>")) continue;
    if (open) {
      open--;
    } else if (ref->owner == cf->name || ref->owner == cf->super_name) {
      found = in->insn.pc;
    }
  }
  for (size_t i = 0; i < m->frames.len; i++) {
    const struct frame *f = &m->frames.data[i];
    if (f->bci > found && f->local_count && f->locals[0].tag == VT_UNINITIALIZED_THIS)
      return m->code_len;
  }
  return found;
}

static void plan_guard(struct method_rewriter *m) {
  bool sync = (m->mi->flags & ACC_SYNCHRONIZED) && plan_wants(m, TRACE_EV_MONITOR_EXIT);
  bool exits = plan_wants(m, TRACE_EV_METHOD_EXIT) ||
               (is_clinit(m) && plan_wants(m, TRACE_EV_CLASS_INIT_END));
  while (m->guard_from < m->count && m->super_call &&
         m->pieces[m->guard_from].insn.pc <= m->super_call)
    m->guard_from++;
  m->guard = (sync || exits) && m->guard_from < m->count;
  m->guard_this = m->guard && sync && !(m->mi->flags & ACC_STATIC);
  m->scratch = m->mi->max_locals ? m->mi->max_locals : 1;
  if (m->guard_this) m->guard_local = (uint16_t)m->scratch++;
}

int plan_method(struct method_rewriter *m) {
  struct open_news open = {0};
  struct error *err = m->rw->err;
  if ((m->mi->flags & (ACC_SYNCHRONIZED | ACC_STATIC)) == (ACC_SYNCHRONIZED | ACC_STATIC) &&
      m->rw->cf->major < 49) {
    return error_set(err, ERR_LIMIT, "a static synchronized method in a class file of version %d",
                     m->rw->cf->major);
  }
  m->super_call = find_super_call(m);
  plan_guard(m);
  m->locals = m->mi->max_locals;
  plan_entry(m);
  for (uint32_t i = 0; i < m->count; i++) plan_insn(m, &m->pieces[i], &open);
  plan_handler(m);
  vec_free(&open.bci);
  if (m->locals > 65535) return error_set(err, ERR_LIMIT, "more than 65535 local variables");
  return err->code;
}
