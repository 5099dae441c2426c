/* Verification by type inference (JVMS 4.10.2), for class files older than version 50 and for those
 * of version 50 whose StackMapTable is wrong.
 *
 * The code is cut into runs. A run begins where control can arrive in several ways (jump targets,
 * handlers, the places after jsr). It also begins at each jsr and ret, because the states there are
 * needed again. The state at the beginning of a run is the merge of all frames that arrive there. A
 * run is walked again when its state has changed, until nothing changes. This terminates, because
 * types only rise in a lattice of finite height and subroutine masks only grow or vanish. */
#include "engine/vm/verify/verifier.h"

#include <stdlib.h>
#include <string.h>

struct run {
  struct vframe *f; /* NULL: not reached yet */
  struct sub_mask *masks;
  bool queued;
  uint32_t ret; /* for the first run of a subroutine: the ret that ends it + 1 */
};

struct inference {
  struct verifier *v;
  struct run **at; /* by bytecode index; NULL if no run begins there */
  VEC(uint32_t) queue;
  VEC(struct insn) jsrs;
  VEC(uint32_t) rets;
  struct sub_mask *masks; /* masks at the instruction being checked */
};

/* ---- runs ---- */

static void begin_run(struct inference *n, uint32_t pc) {
  if (pc < n->v->m->code_len && !n->at[pc]) n->at[pc] = pool_alloc(&n->v->pool, sizeof **n->at);
}

static void cut_at(struct inference *n, const struct insn *in) {
  enum insn_flow flow = insn_table[in->op].flow;
  int32_t match;
  uint32_t target;
  begin_run(n, in->target);
  for (uint32_t i = 0; i < in->cases; i++) {
    insn_case(n->v->m->code, in, i, &match, &target);
    begin_run(n, target);
  }
  if (flow != FLOW_JSR && flow != FLOW_RET) return;
  begin_run(n, in->pc);
  begin_run(n, in->next);
  if (flow == FLOW_JSR) *vec_push(&n->jsrs) = *in;
  if (flow == FLOW_RET) *vec_push(&n->rets) = in->pc;
}

static void cut_code(struct inference *n) {
  const struct method_info *m = n->v->m;
  struct insn in;
  n->at = pool_alloc(&n->v->pool, m->code_len * sizeof(struct run *));
  begin_run(n, 0);
  for (unsigned i = 0; i < m->exception_count; i++) begin_run(n, m->exceptions[i].handler_pc);
  for (uint32_t pc = 0; pc < m->code_len; pc = in.next) {
    if (insn_decode(m->code, m->code_len, pc, &in)) return;
    n->v->in = &in;
    check_shape(n->v);
    if (n->v->failed) return;
    cut_at(n, &in);
  }
}

static void enqueue(struct inference *n, uint32_t pc) {
  if (n->at[pc]->queued) return;
  n->at[pc]->queued = true;
  *vec_push(&n->queue) = pc;
}

/* ---- merging ---- */

static bool merge_locals(struct inference *n, struct vframe *to, const struct vframe *from) {
  bool changed = false;
  for (uint32_t i = 0; i < to->locals; i++) {
    vtype now = i < from->locals ? vt_merge(n->v, to->local[i], from->local[i]) : (vtype)VT_TOP;
    changed |= now != to->local[i];
    to->local[i] = now;
  }
  while (to->locals && to->local[to->locals - 1] == VT_TOP) to->locals--;
  return changed;
}

static bool merge_stack(struct inference *n, struct vframe *to, const struct vframe *from) {
  bool changed = false;
  if (to->depth != from->depth) {
    v_error(n->v, "Inconsistent stack height", "%u != %u", from->depth, to->depth);
    return false;
  }
  for (uint32_t i = 0; i < to->depth; i++) {
    vtype now = vt_merge(n->v, to->stack[i], from->stack[i]);
    if (now == VT_TOP && to->stack[i] != VT_TOP && from->stack[i] != VT_TOP)
      v_error(n->v, "Mismatched stack types", NULL);
    changed |= now != to->stack[i];
    to->stack[i] = now;
  }
  return changed;
}

static bool merge_flag(struct vframe *to, const struct vframe *from) {
  bool changed = from->uninit_this && !to->uninit_this;
  to->uninit_this |= from->uninit_this;
  return changed;
}

static void first_arrival(struct inference *n, struct run *r, const struct vframe *f,
                          const struct sub_mask *masks) {
  r->f = frame_sized(n->v, f->locals, f->depth);
  if (!r->f) return;
  frame_copy(n->v, r->f, f);
  r->masks = masks_copy(n->v, masks);
}

static void arrive(struct inference *n, uint32_t pc, const struct vframe *f,
                   struct sub_mask *masks) {
  struct verifier *v = n->v;
  struct run *r;
  bool changed;
  if (v->failed) return;
  if (pc >= v->m->code_len) {
    v_error(v, "Falling off the end of the code", NULL);
    return;
  }
  if (!frame_work(v, (uint64_t)f->locals + f->depth + 1)) return;
  r = n->at[pc];
  if (!r->f) {
    first_arrival(n, r, f, masks);
    changed = true;
  } else {
    changed = merge_locals(n, r->f, f);
    changed |= merge_stack(n, r->f, f);
    changed |= merge_flag(r->f, f);
    r->masks = masks_merge(v, r->masks, masks, &changed);
  }
  if (changed && !v->failed) enqueue(n, pc);
}

/* ---- subroutines ---- */

/* Uninitialised objects pass neither into nor out of a subroutine. */
static void forget_uninitialized(struct vframe *f) {
  for (uint32_t i = 0; i < f->locals; i++)
    if (vt_kind(f->local[i]) == VT_UNINIT || f->local[i] == VT_UNINIT_THIS) f->local[i] = VT_TOP;
  for (uint32_t i = 0; i < f->depth; i++)
    if (vt_kind(f->stack[i]) == VT_UNINIT || f->stack[i] == VT_UNINIT_THIS) f->stack[i] = VT_TOP;
}

/* Queues the rets of the subroutine, because a change of the state at a jsr changes the state after
 * it. */
static void wake_rets(struct inference *n, uint32_t entry) {
  frame_work(n->v, n->rets.len);
  for (size_t i = 0; i < n->rets.len; i++)
    if (n->at[entry]->ret == n->rets.data[i] + 1 && n->at[n->rets.data[i]]->f)
      enqueue(n, n->rets.data[i]);
}

static void flow_jsr(struct inference *n) {
  struct verifier *v = n->v;
  uint32_t entry = v->in->target;
  if (masks_find(n->masks, entry)) {
    v_error(v, "Recursive call to jsr entry", NULL);
    return;
  }
  forget_uninitialized(v->frame);
  arrive(n, entry, v->frame, masks_enter(v, n->masks, entry));
  if (!v->failed) wake_rets(n, entry);
}

/* Computes the state after the jsr: locals that the subroutine did not touch are as they were at
 * the jsr. */
static void return_to(struct inference *n, const struct insn *jsr, const struct sub_mask *sub) {
  struct verifier *v = n->v;
  struct run *r = n->at[jsr->pc];
  struct vframe *f = frame_new(v);
  struct sub_mask *masks;
  if (!f) return;
  frame_copy(v, f, v->frame);
  for (uint32_t i = 0; i < v->m->max_locals; i++) {
    if (sub->touched[i / 64] >> (i % 64) & 1) continue;
    f->local[i] = i < r->f->locals ? r->f->local[i] : (vtype)VT_TOP;
    if (f->local[i] != VT_TOP && i >= f->locals) f->locals = (uint16_t)(i + 1);
  }
  frame_work(v, v->m->max_locals);
  forget_uninitialized(f);
  f->uninit_this = r->f->uninit_this;
  masks = masks_copy(v, r->masks);
  masks_unite(v, masks, sub);
  arrive(n, jsr->next, f, masks);
}

static void flow_ret(struct inference *n) {
  struct verifier *v = n->v;
  uint32_t entry = vt_data(v->frame->local[v->in->local]);
  struct sub_mask *sub = masks_find(n->masks, entry);
  struct run *r = n->at[entry];
  if (!sub) {
    v_error(v, "Illegal return from subroutine", NULL);
    return;
  }
  if (r->ret && r->ret != v->in->pc + 1) {
    v_error(v, "Multiple returns to single jsr", NULL);
    return;
  }
  r->ret = v->in->pc + 1;
  frame_work(v, n->jsrs.len);
  for (size_t i = 0; i < n->jsrs.len && !v->failed; i++)
    if (n->jsrs.data[i].target == entry && n->at[n->jsrs.data[i].pc]->f)
      return_to(n, &n->jsrs.data[i], sub);
}

/* ---- flow ---- */

static void flow_to_handlers(struct inference *n) {
  struct verifier *v = n->v;
  struct vframe f = *v->frame;
  vtype thrown;
  if (v->in->pc < v->try_from || v->in->pc >= v->try_to || !frame_work(v, v->m->exception_count))
    return;
  f.stack = &thrown;
  f.depth = 1;
  for (unsigned i = 0; i < v->m->exception_count && !v->failed; i++) {
    const struct exception_entry *x = &v->m->exceptions[i];
    if (v->in->pc < x->start_pc || v->in->pc >= x->end_pc) continue;
    thrown = x->catch_type ? vt_constant(v, x->catch_type) : v->throwable;
    if (v->m->max_stack == 0) v_error(v, "Stack size too large", NULL);
    arrive(n, x->handler_pc, &f, n->masks);
  }
}

static void touch_locals(struct inference *n) {
  const struct insn_desc *d = &insn_table[n->v->in->op];
  char letter = d->local[0] == 'r' ? strchr(d->effect, ':')[1] : d->effect[0];
  if (n->masks && d->local[0])
    masks_touch(n->masks, (uint32_t)n->v->in->local, letter == 'J' || letter == 'D' ? 2 : 1);
}

static void flow_on(struct inference *n) {
  struct verifier *v = n->v;
  int32_t match;
  uint32_t target;
  switch (insn_table[v->in->op].flow) {
    case FLOW_JSR: flow_jsr(n); return;
    case FLOW_RET: flow_ret(n); return;
    default: break;
  }
  if (v->in->target != UINT32_MAX) arrive(n, v->in->target, v->frame, n->masks);
  for (uint32_t i = 0; i < v->in->cases && !v->failed; i++) {
    insn_case(v->m->code, v->in, i, &match, &target);
    arrive(n, target, v->frame, n->masks);
  }
}

/* Walks the run that begins at `pc`. */
static void walk_run(struct inference *n, uint32_t pc) {
  struct verifier *v = n->v;
  struct insn in;
  n->at[pc]->queued = false;
  frame_copy(v, v->frame, n->at[pc]->f);
  n->masks = masks_copy(v, n->at[pc]->masks);
  while (!v->failed) {
    if (insn_decode(v->m->code, v->m->code_len, pc, &in) || !frame_work(v, 1)) return;
    v->in = &in;
    flow_to_handlers(n);
    touch_locals(n);
    if (!v->failed) rule_apply(v);
    if (!v->failed) flow_on(n);
    if (!insn_falls_through(&in)) break;
    pc = in.next;
    if (pc < v->m->code_len && !n->at[pc]) continue;
    arrive(n, pc, v->frame, n->masks);
    break;
  }
  v->in = NULL;
}

void infer_method(struct verifier *v) {
  struct inference n = {.v = v};
  v->frame = frame_new(v);
  if (!v->frame) return;
  cut_code(&n);
  v->in = NULL;
  frame_entry(v, v->frame);
  arrive(&n, 0, v->frame, NULL);
  while (n.queue.len > 0 && !v->failed) walk_run(&n, n.queue.data[--n.queue.len]);
  vec_free(&n.queue);
  vec_free(&n.jsrs);
  vec_free(&n.rets);
}
