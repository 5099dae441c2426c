/* Single accesses to a field or an array element by address, as made by Unsafe and VarHandle: each
 * makes the scheduling point, reports the event, and transfers the value. Types are descriptor
 * characters ('L' for references). Values narrower than int are sign- or zero-extended as in the
 * interpreter.
 *
 * The functions return NATIVE_OK with the result in c->ret, or NATIVE_STOP. */
#ifndef HEDDLE_NATIVES_MEMORY_H
#define HEDDLE_NATIVES_MEMORY_H

#include "engine/vm/sched/quiet.h"
#include "engine/base/check.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/spurious.h"
#include "engine/vm/sched/stale.h"
#include "engine/vm/sched/weak.h"

static inline int type_size(char type) {
  switch (type) {
    case 'Z':
    case 'B': return 1;
    case 'S':
    case 'C': return 2;
    case 'J':
    case 'D': return 8;
    default: return 4;
  }
}

/* Returns the value of the type in these bytes, extended to 64 bits; float and double as their
 * bits. */
static inline int64_t mem_value(const void *from, char type) {
  int64_t l;
  int8_t b;
  uint16_t h;
  uint32_t w;
  switch (type) {
    case 'Z': memcpy(&b, from, 1); return b != 0;
    case 'B': memcpy(&b, from, 1); return b;
    case 'S': memcpy(&h, from, 2); return (int16_t)h;
    case 'C': memcpy(&h, from, 2); return h;
    case 'J':
    case 'D': memcpy(&l, from, 8); return l;
    case 'L': memcpy(&w, from, 4); return w;
    default: memcpy(&w, from, 4); return (int32_t)w;
  }
}

static inline int64_t mem_load(struct vm *vm, uint32_t a, char type) {
  return mem_value(MEM8(vm, a), type);
}

static inline void mem_store(struct vm *vm, ref obj, uint32_t off, char type, int64_t v) {
  int n = type_size(type);
  uint32_t lock = vm_object(vm, obj)->lock;
  INVARIANT(off >= OBJ_HEADER && off + (uint32_t)n <= vm_object_size(vm, obj),
            "a value is stored in its object: 0x%x +%u", obj, off);
  if (__builtin_expect((lock & OBJ_FROZEN) && (lock & OBJ_SHARED), 0))
    quiet_broken(vm, "an array of", "quiet.def");
  if (lock & OBJ_SHARED) quiet_written(vm, obj, off);
  if (type == 'L') {
    vm_put_ref(vm, obj, off, (ref)v);
    return;
  }
  /* Unsafe may write across the border of a block */
  arena_touch_range(&vm->arena, obj + off, (uint32_t)n);
  memcpy(MEM8(vm, obj + off), &v, (size_t)n);
}

static inline void mem_result(struct native_call *c, int64_t v) { c->ret.l = v; }

static inline void mem_label(struct vm *vm, ref obj, uint32_t off) {
  const struct klass *k = vm_object(vm, obj)->klass >= KLASS_FIRST ? vm_klass(vm, obj) : NULL;
  if ((off == vm->wk.thread_name || off == vm->wk.thread_tid) && k && !k->is_array &&
      klass_is_subclass(k, vm->wk.thread))
    thread_label(vm, obj, off);
}

/* Returns the operation of a read. One of several elements at once has no choice between older
 * writes, because each element has its own. */
static inline enum op_kind mem_read_op(struct vm *vm, char type, ref obj, int mode) {
  const struct klass *k = vm->opt.stale_reads ? vm_klass(vm, obj) : NULL;
  if (k && k->is_array && type_size(type) != 1 << k->elem_shift) return OPK_BULK_READ;
  return mode == ACCESS_PLAIN ? OPK_READ : OPK_VOLATILE_READ;
}

static inline int mem_get(struct native_call *c, char type, ref obj, uint32_t off, int mode) {
  bool stale;
  stale_before(c->vm, c->t, obj, off, mode);
  VISIBLE(c, mem_read_op(c->vm, type, obj, mode), obj, off);
  weak_access(c->vm, c->t, obj, mode);
  stale = stale_begin(c->vm, c->t, obj, off);
  ev_access(c->vm, c->t, obj, off, type_size(type), 0, mode);
  stale_end(c->vm);
  mem_label(c->vm, obj, off);
  mem_result(c, stale ? mem_value(&c->vm->run.stale, type) : mem_load(c->vm, obj + off, type));
  return NATIVE_OK;
}

static inline int mem_put(struct native_call *c, char type, ref obj, uint32_t off, int64_t v,
                          int mode) {
  stale_mode(c->vm, c->t, obj, off, mode);
  VISIBLE(c, mode == ACCESS_PLAIN ? OPK_WRITE : OPK_VOLATILE_WRITE, obj, off);
  weak_access(c->vm, c->t, obj, mode);
  ev_access(c->vm, c->t, obj, off, type_size(type), 1, mode);
  mem_store(c->vm, obj, off, type, v);
  return NATIVE_OK;
}

/* Is this a weak compare-and-set that may fail spuriously? Those that Unsafe itself calls in a
 * retry loop do not count. */
static inline bool mem_is_weak(const struct native_call *c) {
  const struct frame *f;
  if (!c->vm->opt.spurious || !c->t || strncmp(c->m->name->s, "weakCompareAndSet", 17) != 0)
    return false;
  f = c->t->frame ? vm_frame(c->vm, c->t->frame) : NULL;
  return f && strcmp(frame_method(c->vm, f)->owner->name->s, "jdk/internal/misc/Unsafe") != 0;
}

/* Compares and exchanges. The result is the old value; *done: was it exchanged? */
static inline int mem_cas(struct native_call *c, char type, ref obj, uint32_t off, int64_t expected,
                          int64_t v, int rmode, int wmode, bool *done) {
  int64_t old;
  bool fails;
  if (mem_is_weak(c)) spurious_before(c->vm, c->t);
  stale_mode(c->vm, c->t, obj, off, rmode < wmode ? rmode : wmode);
  VISIBLE(c, OPK_ATOMIC, obj, off);
  fails = spurious_fails(c->vm, c->t);
  weak_update(c->vm, c->t, obj, rmode, wmode);
  c->vm->run.updates = true;
  ev_access(c->vm, c->t, obj, off, type_size(type), 0, rmode);
  mem_label(c->vm, obj, off);
  old = mem_load(c->vm, obj + off, type);
  *done = old == expected && !fails;
  if (*done) {
    ev_access(c->vm, c->t, obj, off, type_size(type), 1, wmode);
    mem_store(c->vm, obj, off, type, v);
  }
  c->vm->run.updates = false;
  mem_result(c, old);
  return NATIVE_OK;
}

enum mem_update { UPDATE_SET, UPDATE_ADD, UPDATE_OR, UPDATE_AND, UPDATE_XOR };

/* Adds two values of the type; float and double arguments are bits. */
static inline int64_t mem_sum(char type, int64_t a, int64_t b) {
  float fa, fb;
  double da, db;
  if (type == 'F') {
    memcpy(&fa, &a, 4);
    memcpy(&fb, &b, 4);
    fa += fb;
    a = 0;
    memcpy(&a, &fa, 4);
    return a;
  }
  if (type == 'D') {
    memcpy(&da, &a, 8);
    memcpy(&db, &b, 8);
    da += db;
    memcpy(&a, &da, 8);
    return a;
  }
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* Reads, modifies and writes in one step; the result is the old value. */
static inline int mem_update(struct native_call *c, char type, ref obj, uint32_t off,
                             enum mem_update how, int64_t v, int rmode, int wmode) {
  int64_t old;
  stale_mode(c->vm, c->t, obj, off, rmode < wmode ? rmode : wmode);
  VISIBLE(c, OPK_ATOMIC, obj, off);
  weak_update(c->vm, c->t, obj, rmode, wmode);
  c->vm->run.updates = true;
  ev_access(c->vm, c->t, obj, off, type_size(type), 0, rmode);
  mem_label(c->vm, obj, off);
  old = mem_load(c->vm, obj + off, type);
  switch (how) {
    case UPDATE_SET: break;
    case UPDATE_ADD: v = mem_sum(type, old, v); break;
    case UPDATE_OR: v |= old; break;
    case UPDATE_AND: v &= old; break;
    case UPDATE_XOR: v ^= old; break;
  }
  ev_access(c->vm, c->t, obj, off, type_size(type), 1, wmode);
  c->vm->run.updates = false;
  mem_store(c->vm, obj, off, type, v);
  mem_result(c, old);
  return NATIVE_OK;
}

/* Returns a value from argument slots, extended as in mem_load. */
static inline int64_t mem_arg(const struct native_call *c, int slot, char type) {
  switch (type) {
    case 'Z': return c->args[slot] & 1;
    case 'B': return (int8_t)c->args[slot];
    case 'S': return (int16_t)c->args[slot];
    case 'C': return (uint16_t)c->args[slot];
    case 'J':
    case 'D': return arg64(c, slot);
    case 'L': return c->args[slot];
    default: return (int32_t)c->args[slot];
  }
}

#endif
