/* Frames: the types of locals and operands at one place, and the operations that instructions
 * perform on them. */
#include "engine/vm/verify/verifier.h"
#include "engine/base/check.h"

#include <string.h>

/* MEMORY_MAX: bytes for the frames of one method; the largest methods that javac makes need a few
 * hundred kilobytes. WORK_MAX: slots examined in one class, which takes a few tenths of a second;
 * no class of java.base needs more than 200,000. */
enum { MEMORY_MAX = 64 << 20, WORK_MAX = 1 << 26 };

static void exhausted(struct verifier *v, const char *why) {
  v_error(v, why, NULL);
  v->exhausted = true;
}

bool frame_work(struct verifier *v, uint64_t slots) {
  v->work += slots;
  if (v->work <= WORK_MAX) return true;
  if (!v->failed) exhausted(v, "This class is too complex for the verifier");
  return false;
}

bool frame_memory(struct verifier *v, size_t n) {
  v->spent += n;
  if (v->spent <= MEMORY_MAX) return true;
  if (!v->failed) exhausted(v, "The frames of this method are too large for the verifier");
  return false;
}

struct vframe *frame_sized(struct verifier *v, uint32_t locals, uint32_t depth) {
  struct vframe *f;
  size_t n = sizeof *f + (locals + depth + 2u) * sizeof(vtype);
  if (!frame_memory(v, n)) return NULL;
  f = pool_alloc(&v->pool, n);
  f->local = (vtype *)(void *)(f + 1);
  f->stack = f->local + locals + 1;
  return f;
}

struct vframe *frame_new(struct verifier *v) {
  return frame_sized(v, v->m->max_locals, v->m->max_stack);
}

static void trim(vtype *a, uint32_t from, uint32_t to) {
  if (to > from) memset(a + from, 0, (to - from) * sizeof *a);
}

void frame_copy(const struct verifier *v, struct vframe *to, const struct vframe *from) {
  CHECK(from->locals <= v->m->max_locals && from->depth <= v->m->max_stack,
        "a frame that is copied fits its method: %u locals, %u operands", from->locals,
        from->depth);
  trim(to->local, from->locals, to->locals);
  trim(to->stack, from->depth, to->depth);
  if (from->locals) memcpy(to->local, from->local, from->locals * sizeof(vtype));
  if (from->depth) memcpy(to->stack, from->stack, from->depth * sizeof(vtype));
  to->locals = from->locals;
  to->depth = from->depth;
  to->uninit_this = from->uninit_this;
}

static void entry_slot(struct vframe *f, vtype t, vtype second) {
  f->local[f->locals++] = t;
  if (second != VT_TOP) f->local[f->locals++] = second;
}

/* The parser has checked that the arguments fit into the locals. */
void frame_entry(struct verifier *v, struct vframe *f) {
  vtype second;
  if (!(v->m->flags & ACC_STATIC)) {
    f->uninit_this = v->constructor && v->this_type != v->object;
    entry_slot(f, f->uninit_this ? VT_UNINIT_THIS : v->this_type, VT_TOP);
  }
  for (const char *p = v->m->desc->s + 1; *p != ')'; p = desc_next(p)) {
    vtype t = vt_of_desc(v, p, &second);
    CHECK(f->locals + (second != VT_TOP ? 2u : 1u) <= v->m->max_locals,
          "arguments fit in the locals: %s", v->m->name->s);
    entry_slot(f, t, second);
  }
}

/* ---- operands ---- */

static const char bad_operand[] = "Bad type on operand stack";

vtype frame_pop(struct verifier *v, vtype wanted) {
  struct vframe *f = v->frame;
  vtype t;
  if (v->failed) return VT_TOP;
  if (f->depth == 0) {
    v_error(v, "Operand stack underflow", "Attempt to pop empty stack.");
    return VT_TOP;
  }
  t = f->stack[f->depth - 1];
  if (!vt_assignable(v, wanted, t)) v_bad_type(v, bad_operand, t, wanted);
  f->stack[--f->depth] = VT_TOP;
  return t;
}

void frame_pop2(struct verifier *v, vtype first) {
  frame_pop(v, second_half(first));
  frame_pop(v, first);
}

void frame_push(struct verifier *v, vtype t) {
  struct vframe *f = v->frame;
  if (v->failed) return;
  if (f->depth >= v->m->max_stack)
    v_error(v, "Operand stack overflow", "Exceeded max stack size.");
  else
    f->stack[f->depth++] = t;
}

void frame_push2(struct verifier *v, vtype first) {
  frame_push(v, first);
  frame_push(v, second_half(first));
}

/* ---- locals ---- */

vtype frame_local(struct verifier *v, uint32_t slot, vtype wanted) {
  vtype t;
  if (v->failed) return VT_TOP;
  if (slot >= v->m->max_locals) {
    v_error(v, "Local variable table overflow", "Local index %u is invalid", slot);
    return VT_TOP;
  }
  t = v->frame->local[slot];
  if (!vt_assignable(v, wanted, t)) v_bad_type(v, "Bad local variable type", t, wanted);
  return t;
}

/* A store into one half of a two-slot value invalidates the other half. */
void frame_store(struct verifier *v, uint32_t slot, vtype t) {
  struct vframe *f = v->frame;
  if (v->failed) return;
  if (slot >= v->m->max_locals) {
    v_error(v, "Local variable table overflow", "Local index %u is invalid", slot);
    return;
  }
  if (vt_is_first(f->local[slot]) && slot + 1u < v->m->max_locals) f->local[slot + 1] = VT_TOP;
  if (vt_is_second(f->local[slot]) && slot > 0 && !vt_is_second(t)) f->local[slot - 1] = VT_TOP;
  f->local[slot] = t;
  if (slot >= f->locals) f->locals = (uint16_t)(slot + 1);
}

void frame_replace(struct vframe *f, vtype old, vtype now) {
  for (uint32_t i = 0; i < f->locals; i++)
    if (f->local[i] == old) f->local[i] = now;
  for (uint32_t i = 0; i < f->depth; i++)
    if (f->stack[i] == old) f->stack[i] = now;
}
