/* Reads the StackMapTable of a method as absolute frames, moves the frames, and writes them as
 * deltas again.
 *
 * Each frame that was read has full lists of types, so that a trampoline can copy the frame of its
 * target and the local of the catch-all handler can be added to all frames. The writer chooses the
 * shortest form relative to the previous frame. The implicit first frame comes from the descriptor;
 * its classes become constants only if a full list with them is written. */
#include "engine/base/check.h"
#include "trace/recorder/rewrite_int.h"

/* maximum number of types in all frames of a method; javac's largest methods have some ten
 * thousand */
enum { TYPES_MAX = 1 << 22 };

struct map_reader {
  struct method_rewriter *m;
  const uint8_t *p, *end;
  bool bad;
  uint32_t types; /* number of types allocated so far */
};

/* Allocates space for `count` types. Returns NULL and sets `bad` if the method exceeds
 * TYPES_MAX. */
static struct vtype *map_room(struct map_reader *r, uint32_t count) {
  r->types += count + 1;
  if (r->types > TYPES_MAX) r->bad = true;
  return r->bad ? NULL : pool_alloc(&r->m->pool, (count + 1u) * sizeof(struct vtype));
}

static uint32_t map_u1(struct map_reader *r) {
  if (r->p >= r->end) {
    r->bad = true;
    return 0;
  }
  return *r->p++;
}
static uint32_t map_u2(struct map_reader *r) {
  uint32_t hi = map_u1(r);
  return hi << 8 | map_u1(r);
}

static struct vtype map_type(struct map_reader *r) {
  struct vtype t = {.tag = (uint8_t)map_u1(r)};
  if (t.tag > VT_UNINITIALIZED) r->bad = true;
  if (t.tag >= VT_OBJECT) t.data = (uint16_t)map_u2(r);
  if (t.tag == VT_UNINITIALIZED && (t.data >= r->m->code_len || !r->m->index[t.data]))
    r->bad = true;
  return t;
}

static struct vtype *map_types(struct map_reader *r, uint16_t count) {
  struct vtype *t = map_room(r, count);
  for (uint16_t i = 0; i < count && !r->bad; i++) t[i] = map_type(r);
  return t;
}

static struct vtype type_of_desc(struct method_rewriter *m, const char *p, const char *end) {
  struct vtype t = {.tag = VT_INTEGER};
  if (*p == 'J') t.tag = VT_LONG;
  if (*p == 'F') t.tag = VT_FLOAT;
  if (*p == 'D') t.tag = VT_DOUBLE;
  if (*p == 'L') t = (struct vtype){VT_OBJECT, rw_class(m->rw, p + 1, (size_t)(end - p) - 2)};
  if (*p == '[') t = (struct vtype){VT_OBJECT, rw_class(m->rw, p, (size_t)(end - p))};
  return t;
}

/* Returns the frame at the entry of the method. */
static struct frame initial_frame(struct method_rewriter *m) {
  struct vtype *t = pool_alloc(&m->pool, 257 * sizeof *t);
  struct frame f = {.locals = t};
  if (!(m->mi->flags & ACC_STATIC)) {
    bool init = !strcmp(m->mi->name->s, "<init>") && m->rw->cf->super_name;
    t[f.local_count++] =
        (struct vtype){init ? VT_UNINITIALIZED_THIS : VT_OBJECT, init ? 0 : m->rw->this_class};
  }
  for (const char *p = m->mi->desc->s + 1, *next; *p != ')' && f.local_count < 256; p = next) {
    next = desc_next(p);
    t[f.local_count++] = type_of_desc(m, p, next);
  }
  return f;
}

static void append_locals(struct map_reader *r, struct frame *f, const struct frame *prev,
                          uint16_t n) {
  f->locals = map_room(r, (uint32_t)prev->local_count + n);
  if (r->bad) return;
  memcpy(f->locals, prev->locals, prev->local_count * sizeof *f->locals);
  for (uint16_t i = 0; i < n && !r->bad; i++) f->locals[prev->local_count + i] = map_type(r);
  f->local_count = (uint16_t)(prev->local_count + n);
}

static uint32_t slots_of(const struct vtype *t, uint16_t count) {
  uint32_t n = 0;
  for (uint16_t i = 0; i < count; i++) n += t[i].tag == VT_LONG || t[i].tag == VT_DOUBLE ? 2 : 1;
  return n;
}

/* Does the frame fit the method's limits? The writer relies on this, and the JVM has not verified
 * the class yet. */
static bool within_limits(const struct method_info *mi, const struct frame *f) {
  return slots_of(f->locals, f->local_count) <= mi->max_locals &&
         slots_of(f->stack, f->stack_count) <= mi->max_stack;
}

static struct frame map_frame(struct map_reader *r, const struct frame *prev, bool first) {
  uint32_t kind = map_u1(r), delta;
  struct frame f = {.local_count = prev->local_count, .locals = prev->locals};
  delta = kind < 64 ? kind : kind < 128 ? kind - 64 : map_u2(r);
  if ((kind >= 64 && kind < 128) || kind == 247) {
    f.stack_count = 1;
    f.stack = map_types(r, 1);
  } else if (kind >= 248 && kind <= 250) {
    uint16_t chop = (uint16_t)(251 - kind);
    if (chop > prev->local_count) r->bad = true;
    f.local_count = (uint16_t)(r->bad ? 0 : prev->local_count - chop);
  } else if (kind >= 252 && kind <= 254) {
    append_locals(r, &f, prev, (uint16_t)(kind - 251));
  } else if (kind == 255) {
    f.local_count = (uint16_t)map_u2(r);
    f.locals = map_types(r, f.local_count);
    f.stack_count = (uint16_t)map_u2(r);
    f.stack = map_types(r, f.stack_count);
  } else if (kind >= 128 && kind < 247) {
    r->bad = true;
  }
  f.bci = first ? delta : prev->bci + delta + 1;
  if (f.bci >= r->m->code_len || !r->m->index[f.bci]) r->bad = true;
  if (!r->bad && !within_limits(r->m->mi, &f)) r->bad = true;
  return f;
}

int frames_read(struct method_rewriter *m, const uint8_t *map, uint32_t len) {
  if (!map) return 0;
  struct map_reader r = {.m = m, .p = map, .end = map + len};
  struct frame prev = initial_frame(m);
  uint32_t n = map_u2(&r);
  for (uint32_t i = 0; i < n && !r.bad; i++) {
    prev = map_frame(&r, &prev, i == 0);
    if (r.bad) break;
    *vec_push(&m->frames) = prev;
    m->has_frame[prev.bci] = true;
  }
  if (r.bad) return error_set(m->rw->err, ERR_INPUT, "%s has a bad StackMapTable", m->mi->name->s);
  return m->rw->err->code;
}

/* ---- writing ---- */

/* Adds to the frame the local that holds `this` for the catch-all handler. */
static void add_guard_local(struct method_rewriter *m, struct frame *f) {
  uint32_t gap = m->guard_local - slots_of(f->locals, f->local_count);
  struct vtype *t = pool_alloc(&m->pool, (f->local_count + gap + 1u) * sizeof *t);
  if (f->local_count) memcpy(t, f->locals, f->local_count * sizeof *t);
  t[f->local_count + gap] = (struct vtype){VT_OBJECT, m->rw->this_class};
  f->local_count = (uint16_t)(f->local_count + gap + 1);
  f->locals = t;
}

static const struct frame *frame_at(const struct method_rewriter *m, uint32_t bci, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (m->frames.data[i].bci == bci) return &m->frames.data[i];
  }
  return NULL;
}

static int add_frames(struct method_rewriter *m) {
  /* The first instruction has no frame of its own, but needs one if it follows trampolines. */
  if (m->seams[0] && !m->has_frame[0]) *vec_push(&m->frames) = initial_frame(m);
  size_t count = m->frames.len;
  for (size_t i = 0; i < count; i++) {
    struct frame *f = &m->frames.data[i];
    f->pos = m->pieces[m->index[f->bci] - 1].pos;
    if (m->guard_this) add_guard_local(m, f);
  }
  for (size_t i = 0; i < m->trampolines.len; i++) {
    const struct frame *target = frame_at(m, m->trampolines.data[i].target, count);
    if (!target)
      return error_set(m->rw->err, ERR_INPUT, "a jump to %u without a frame",
                       m->trampolines.data[i].target);
    struct frame f = *target;
    f.pos = m->trampolines.data[i].pos;
    *vec_push(&m->frames) = f;
  }
  if (m->guard) {
    struct frame f = {.pos = m->body_end, .stack_count = 1};
    f.stack = pool_alloc(&m->pool, sizeof *f.stack);
    f.stack[0] = (struct vtype){VT_OBJECT, rw_class(m->rw, "java/lang/Throwable", 19)};
    if (m->guard_this) add_guard_local(m, &f);
    *vec_push(&m->frames) = f;
  }
  return m->rw->err->code;
}

static int by_pos(const void *a, const void *b) {
  const struct frame *x = a, *y = b;
  return x->pos < y->pos ? -1 : x->pos > y->pos;
}

static void write_types(const struct method_rewriter *m, struct bytebuf *out, const struct vtype *t,
                        uint16_t count) {
  for (uint16_t i = 0; i < count; i++) {
    bb_u1(out, t[i].tag);
    if (t[i].tag == VT_OBJECT) bb_u2(out, t[i].data);
    if (t[i].tag == VT_UNINITIALIZED) bb_u2(out, m->pieces[m->index[t[i].data] - 1].at);
  }
}

static bool same_types(const struct vtype *a, const struct vtype *b, uint16_t count) {
  for (uint16_t i = 0; i < count; i++) {
    if (a[i].tag != b[i].tag || a[i].data != b[i].data) return false;
  }
  return true;
}

static void write_frame(const struct method_rewriter *m, struct bytebuf *out, const struct frame *f,
                        const struct frame *prev, uint32_t delta) {
  int more = f->local_count - prev->local_count;
  bool prefix = same_types(f->locals, prev->locals, more < 0 ? f->local_count : prev->local_count);
  if (prefix && more == 0 && f->stack_count == 0) {
    bb_u1(out, delta < 64 ? delta : 251);
    if (delta >= 64) bb_u2(out, delta);
  } else if (prefix && more == 0 && f->stack_count == 1) {
    bb_u1(out, delta < 64 ? 64 + delta : 247);
    if (delta >= 64) bb_u2(out, delta);
    write_types(m, out, f->stack, 1);
  } else if (prefix && more >= -3 && more <= 3 && f->stack_count == 0) {
    bb_u1(out, (unsigned)(251 + more));
    bb_u2(out, delta);
    if (more > 0) write_types(m, out, f->locals + prev->local_count, (uint16_t)more);
  } else {
    bb_u1(out, 255);
    bb_u2(out, delta);
    bb_u2(out, f->local_count);
    write_types(m, out, f->locals, f->local_count);
    bb_u2(out, f->stack_count);
    write_types(m, out, f->stack, f->stack_count);
  }
}

int frames_write(struct method_rewriter *m, struct bytebuf *out) {
  int rc = add_frames(m);
  if (rc) return rc;
  struct frame prev = initial_frame(m);
  qsort(m->frames.data, m->frames.len, sizeof prev, by_pos);
  bb_u2(out, (unsigned)m->frames.len);
  for (size_t i = 0; i < m->frames.len; i++) {
    const struct frame *f = &m->frames.data[i];
    INVARIANT(f->pos < m->new_len && (!i || f->pos > prev.pos),
              "frames have positions of their own: %u, %u", prev.pos, f->pos);
    write_frame(m, out, f, &prev, i ? f->pos - prev.pos - 1 : f->pos);
    prev = *f;
  }
  return m->rw->err->code;
}
