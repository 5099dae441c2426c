/* The reader of the StackMapTable attribute (JVMS 4.7.4): compressed frames, each relative to the
 * previous one. Its faults are format errors. A frame that keeps the locals of the previous one
 * shares them. */
#include "engine/vm/verify/verifier.h"

#include <string.h>

struct maps {
  struct verifier *v;
  const uint8_t *p, *end;
  struct vframe last;
  uint32_t pc;
  bool first;
};

/* Structural faults are final, even if inference could accept the class. */
static void malformed(struct maps *r, const char *why) {
  v_raise(r->v, "java/lang/ClassFormatError", "StackMapTable format error: %s", why);
}

static uint32_t read(struct maps *r, uint32_t bytes) {
  uint32_t n = 0;
  if ((size_t)(r->end - r->p) < bytes) {
    malformed(r, "access beyond the end of attribute");
    r->p = r->end;
    return 0;
  }
  while (bytes--) n = n << 8 | *r->p++;
  return n;
}

static vtype read_object(struct maps *r) {
  uint32_t index = read(r, 2);
  if (index >= r->v->cf->cp_count || r->v->cf->cp[index].tag != CP_CLASS) {
    malformed(r, "bad class index");
    return VT_TOP;
  }
  return vt_constant(r->v, index);
}

static vtype read_uninitialized(struct maps *r) {
  uint32_t pc = read(r, 2);
  const struct verifier *v = r->v;
  if (pc >= v->m->code_len || !v->starts[pc] || v->m->code[pc] != OP_NEW) {
    v_format(r->v, "StackMapTable format error: bad offset for Uninitialized");
    return VT_TOP;
  }
  return vt_make(VT_UNINIT, pc);
}

static vtype read_type(struct maps *r, bool *uninit_this) {
  static const uint8_t plain[] = {VT_TOP, VT_INT, VT_FLOAT, VT_DOUBLE, VT_LONG, VT_NULL};
  uint32_t tag = read(r, 1);
  if (tag < sizeof plain) return plain[tag];
  switch (tag) {
    case 6: *uninit_this = true; return VT_UNINIT_THIS;
    case 7: return read_object(r);
    case 8: return read_uninitialized(r);
    default: malformed(r, "bad verification type"); return VT_TOP;
  }
}

/* Reads `n` types into `to` after the first `have` slots. `to` has room for `room` slots. Returns
 * the new number of slots. */
static uint32_t read_types(struct maps *r, vtype *to, uint32_t have, uint32_t n, uint32_t room,
                           bool *uninit_this) {
  while (n-- > 0 && !r->v->failed) {
    vtype t = read_type(r, uninit_this);
    uint32_t slots = vt_is_first(t) ? 2 : 1;
    if (have + slots > room) {
      v_format(r->v, "StackMapTable format error: bad type array size");
      return have;
    }
    to[have] = t;
    if (slots == 2) to[have + 1] = second_half(t);
    have += slots;
  }
  return have;
}

static bool has_uninit_this(const struct vframe *f) {
  for (uint32_t i = 0; i < f->locals; i++)
    if (f->local[i] == VT_UNINIT_THIS) return true;
  return false;
}

static void chop(struct maps *r, struct vframe *f, uint32_t n) {
  while (n-- > 0) {
    uint32_t slots = f->locals && vt_is_second(f->local[f->locals - 1]) ? 2 : 1;
    if (f->locals < slots) {
      v_format(r->v, "StackMapTable format error: bad type array size");
      return;
    }
    f->locals = (uint16_t)(f->locals - slots);
  }
  f->uninit_this = has_uninit_this(f);
}

/* Gives f its own copy of its locals, with room for `more` slots. */
static bool own_locals(struct maps *r, struct vframe *f, uint32_t more) {
  const vtype *old = f->local;
  struct vframe *room = frame_sized(r->v, f->locals + more, 0);
  if (!room) return false;
  f->local = room->local;
  if (f->locals) memcpy(f->local, old, f->locals * sizeof(vtype));
  return true;
}

static void maps_append(struct maps *r, struct vframe *f, uint32_t n) {
  if (own_locals(r, f, 2 * n))
    f->locals =
        (uint16_t)read_types(r, f->local, f->locals, n, r->v->m->max_locals, &f->uninit_this);
}

static void read_stack(struct maps *r, struct vframe *f, uint32_t n) {
  struct vframe *room = frame_sized(r->v, 2 * n, 0);
  bool ignored = false;
  if (!room) return;
  f->stack = room->local;
  f->depth = (uint16_t)read_types(r, f->stack, 0, n, r->v->m->max_stack, &ignored);
}

static void read_full(struct maps *r, struct vframe *f) {
  uint32_t n = read(r, 2);
  f->locals = 0;
  f->uninit_this = false;
  if (n > (size_t)(r->end - r->p)) { /* each type takes at least one byte */
    malformed(r, "access beyond the end of attribute");
    return;
  }
  maps_append(r, f, n);
  n = read(r, 2);
  if (n > (size_t)(r->end - r->p)) {
    malformed(r, "access beyond the end of attribute");
    return;
  }
  if (!r->v->failed) read_stack(r, f, n);
}

static void read_frame(struct maps *r, struct map_frame *out) {
  uint32_t tag = read(r, 1), delta;
  struct vframe f = r->last;
  f.depth = 0;
  if (tag >= 128 && tag < 247) malformed(r, "reserved frame type");
  if (r->v->failed) return;
  delta = tag < 64 ? tag : tag < 128 ? tag - 64 : read(r, 2);
  if ((tag >= 64 && tag < 128) || tag == 247)
    read_stack(r, &f, 1);
  else if (tag > 247 && tag < 251)
    chop(r, &f, 251 - tag);
  else if (tag > 251 && tag < 255)
    maps_append(r, &f, tag - 251);
  else if (tag == 255)
    read_full(r, &f);
  r->pc += delta + !r->first;
  r->first = false;
  r->last = f;
  out->pc = r->pc;
  out->f = f;
}

static void check_place(struct maps *r, const struct map_frame *m) {
  const struct verifier *v = r->v;
  if (m->pc >= v->m->code_len || !v->starts[m->pc])
    v_error(r->v, "StackMapTable error: bad offset", "Frame at %u", m->pc);
}

struct map_frame *maps_read(struct verifier *v, const struct vframe *entry, uint32_t *count) {
  struct maps r = {.v = v, .p = v->m->stack_map.data, .last = *entry, .first = true};
  struct map_frame *list;
  uint32_t n;
  *count = 0;
  if (!r.p) return NULL;
  r.end = r.p + v->m->stack_map.len;
  n = read(&r, 2);
  if (n > (size_t)(r.end - r.p)) {
    malformed(&r, "access beyond the end of attribute");
    return NULL;
  }
  /* a copy, because the entry frame changes while the code is checked */
  own_locals(&r, &r.last, 0);
  list = pool_alloc(&v->pool, n * sizeof *list + 1);
  for (uint32_t i = 0; i < n && !v->failed; i++) {
    read_frame(&r, &list[i]);
    if (!v->failed) check_place(&r, &list[i]);
  }
  if (!v->failed && r.p != r.end) malformed(&r, "wrong attribute size");
  *count = v->failed ? 0 : n;
  return list;
}
