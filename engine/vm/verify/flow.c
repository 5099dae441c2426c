/* Verification by type checking (JVMS 4.10.1): one pass over the code from its first byte to its
 * last. The frame before an instruction is the one that the previous instruction leaves, or the one
 * in the StackMapTable. At the target of every jump and handler, the table must have a frame to
 * which the current one is assignable. */
#include "engine/vm/verify/verifier.h"
#include "engine/base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct typecheck {
  struct verifier *v;
  struct map_frame *maps;
  uint32_t count, next; /* maps[next] is the first one at or after the current instruction */
  bool dead_end;        /* the previous instruction does not fall through */
};

static struct map_frame *map_at(const struct typecheck *t, uint32_t pc) {
  uint32_t lo = 0, hi = t->count;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (t->maps[mid].pc < pc)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < t->count && t->maps[lo].pc == pc ? &t->maps[lo] : NULL;
}

/* ---- comparing frames ---- */

struct difference {
  const char *text; /* NULL: the types differ */
  const char *where;
  uint32_t slot;
  vtype from, to;
};

static bool slots_fit(struct verifier *v, const vtype *from, uint32_t have, const vtype *to,
                      uint32_t n, const char *where, struct difference *d) {
  frame_work(v, n);
  for (uint32_t i = 0; i < n; i++) {
    vtype t = i < have ? from[i] : (vtype)VT_TOP;
    if (vt_assignable(v, to[i], t)) continue;
    *d = (struct difference){NULL, where, i, t, to[i]};
    return false;
  }
  return true;
}

static bool frame_fits(struct verifier *v, const struct vframe *from, const struct vframe *to,
                       struct difference *d) {
  if (from->depth != to->depth) {
    d->text = "Current frame's stack size doesn't match stackmap.";
    return false;
  }
  if (!slots_fit(v, from->local, from->locals, to->local, to->locals, "locals", d)) return false;
  if (!slots_fit(v, from->stack, from->depth, to->stack, to->depth, "stack", d)) return false;
  d->text = "Current frame's flags are not assignable to stack map frame's.";
  return !from->uninit_this || to->uninit_this;
}

static void mismatch(struct verifier *v, const char *what, const struct map_frame *m,
                     const struct difference *d) {
  struct text a = {0}, b = {0};
  if (v->failed) return;
  v->against = &m->f;
  v->against_pc = m->pc;
  if (d->text) {
    v_error(v, what, "%s", d->text);
    return;
  }
  vt_text(v, d->from, &a);
  vt_text(v, d->to, &b);
  v_error(v, what,
          "Type %.150s (current frame, %s[%u]) is not assignable to %.150s (stack map, %s[%u])",
          a.s, d->where, d->slot, b.s, d->where, d->slot);
  text_release(&a);
  text_release(&b);
}

static void check_target(struct typecheck *t, const struct vframe *f, uint32_t pc,
                         const char *what) {
  const struct map_frame *m = map_at(t, pc);
  struct difference d = {0};
  char text[100];
  if (t->v->failed || !frame_work(t->v, 8)) return; /* counts the search for the frame */
  if (!m) {
    snprintf(text, sizeof text, "Expecting a stackmap frame at branch target %u", pc);
    v_error(t->v, text, "Expected stackmap frame at this location.");
    return;
  }
  if (frame_fits(t->v, f, &m->f, &d)) return;
  snprintf(text, sizeof text, "%s %u", what, pc);
  mismatch(t->v, text, m, &d);
}

/* ---- handlers ---- */

static void check_handlers_of(struct typecheck *t, const struct vframe *now, bool early) {
  struct verifier *v = t->v;
  vtype thrown;
  struct vframe f = *now;
  if (v->in->pc < v->try_from || v->in->pc >= v->try_to || !frame_work(v, v->m->exception_count))
    return;
  f.depth = 1;
  f.stack = &thrown;
  f.uninit_this |= early;
  for (unsigned i = 0; i < v->m->exception_count && !v->failed; i++) {
    const struct exception_entry *x = &v->m->exceptions[i];
    if (v->in->pc < x->start_pc || v->in->pc >= x->end_pc) continue;
    thrown = x->catch_type ? vt_constant(v, x->catch_type) : v->throwable;
    if (v->m->max_stack == 0)
      v_error(v, "Operand stack overflow", "Exceeded max stack size.");
    else
      check_target(t, &f, x->handler_pc, "Stack map does not match the one at exception handler");
  }
}

void check_handlers_here(struct verifier *v, bool early) {
  if (v->typecheck) check_handlers_of(v->typecheck, v->frame, early);
}

struct walk {
  struct verifier *v;
  bool *seen;
  uint32_t *todo, n;
};

static void walk_to(struct walk *w, uint32_t pc) {
  if (pc >= w->v->m->code_len || w->seen[pc]) return;
  w->seen[pc] = true;
  w->todo[w->n++] = pc;
}

static void walk_handlers(struct walk *w, uint32_t pc) {
  if (!frame_work(w->v, w->v->m->exception_count)) return;
  for (unsigned i = 0; i < w->v->m->exception_count; i++) {
    const struct exception_entry *x = &w->v->m->exceptions[i];
    if (pc >= x->start_pc && pc < x->end_pc) walk_to(w, x->handler_pc);
  }
}

/* Adds the instructions that can follow the one at `pc`. Returns false if that instruction returns,
 * or if control can run past the end of the code. */
static bool walk_on(struct walk *w, uint32_t pc) {
  const uint8_t *code = w->v->m->code;
  struct insn in;
  int32_t match;
  uint32_t target;
  if (insn_decode(code, w->v->m->code_len, pc, &in)) return false;
  walk_handlers(w, pc);
  if (insn_table[in.op].flow == FLOW_RETURN) return false;
  if (in.target != UINT32_MAX) walk_to(w, in.target);
  for (uint32_t i = 0; i < in.cases; i++) {
    insn_case(code, &in, i, &match, &target);
    walk_to(w, target);
  }
  if (!insn_falls_through(&in)) return true;
  walk_to(w, in.next);
  return in.next < w->v->m->code_len;
}

bool only_throws(struct verifier *v, uint32_t pc) {
  struct walk w = {v, mem_alloc(v->m->code_len * sizeof(bool)),
                   mem_alloc(v->m->code_len * sizeof(uint32_t)), 0};
  bool good = true;
  walk_to(&w, pc);
  while (w.n > 0 && good && frame_work(v, 1)) good = walk_on(&w, w.todo[--w.n]);
  free(w.seen);
  free(w.todo);
  return good;
}

/* ---- the pass ---- */

/* If the StackMapTable has a frame for this instruction, checks the current frame against it and
 * makes it the current one. */
static void meet_map(struct typecheck *t) {
  struct verifier *v = t->v;
  struct map_frame *m = t->next < t->count ? &t->maps[t->next] : NULL;
  struct difference d = {0};
  if (m && m->pc < v->in->pc) {
    v_format(v, "Bad stack map offset %u", m->pc);
  } else if (m && m->pc == v->in->pc) {
    INVARIANT(t->next + 1 >= t->count || t->maps[t->next + 1].pc > m->pc,
              "stack maps are in order: %u", m->pc);
    if (!t->dead_end && !frame_fits(v, v->frame, &m->f, &d))
      mismatch(v, "Instruction type does not match stack map", m, &d);
    if (!v->failed) frame_copy(v, v->frame, &m->f);
    t->next++;
  } else if (t->dead_end) {
    v_error(v, "Expecting a stack map frame", "Expected stackmap frame at this location.");
  }
}

static void check_jumps(struct typecheck *t) {
  static const char what[] = "Inconsistent stackmap frames at branch target";
  struct verifier *v = t->v;
  int32_t match;
  uint32_t target;
  if (v->in->target != UINT32_MAX) check_target(t, v->frame, v->in->target, what);
  for (uint32_t i = 0; i < v->in->cases && !v->failed; i++) {
    insn_case(v->m->code, v->in, i, &match, &target);
    check_target(t, v->frame, target, what);
  }
}

/* Checks one instruction. The handlers around a store are checked with the locals before it, the
 * handlers around any other instruction with the locals after it. For this(...) and super(...),
 * members.c has also checked them with the locals before the call. */
static void check_insn(struct typecheck *t) {
  struct verifier *v = t->v;
  bool store = insn_table[v->in->op].local[0] == 'w';
  v->this_initialised = false;
  meet_map(t);
  if (!v->failed) check_shape(v);
  if (!v->failed && store) check_handlers_of(t, v->frame, false);
  if (!v->failed) rule_apply(v);
  if (!v->failed) check_jumps(t);
  if (!v->failed && !store) check_handlers_of(t, v->frame, v->this_initialised);
  t->dead_end = !insn_falls_through(v->in);
}

void typecheck_method(struct verifier *v) {
  struct typecheck t = {.v = v};
  struct insn in;
  v->frame = frame_new(v);
  if (!v->frame) return;
  frame_entry(v, v->frame);
  t.maps = maps_read(v, v->frame, &t.count);
  v->typecheck = &t;
  for (uint32_t pc = 0; pc < v->m->code_len && !v->failed; pc = in.next) {
    if (insn_decode(v->m->code, v->m->code_len, pc, &in)) break;
    v->in = &in;
    check_insn(&t);
  }
  if (!v->failed && !t.dead_end)
    v_error(v, "Control flow falls through code end", "Error exists in the bytecode");
  v->typecheck = NULL;
}
