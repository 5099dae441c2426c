/* The interpreter loop: runs one thread until it has to stop. The only long function of the engine.
 *
 * Registers (pc, sp, lv, f) are host pointers into the arena; SAVE() stores them in the frame before anything that may look at
 * the stack (natives, allocation that may throw, stops), LOAD() takes them back after frames were pushed or popped.
 *
 * Writes to the running thread's own frames need no barrier: vm_delta_open saved the used part from stack_low upwards, and
 * returning into a frame below stack_low saves that frame first (enter_caller). */
#include "engine/vm/interp.h"

#include <math.h>
#include <stdlib.h>

#include "engine/por/atomic.h"
#include "engine/por/quiet.h"
#include "engine/vm/code.h"
#include "engine/vm/event.h"
#include "engine/vm/heap.h"
#include "engine/vm/native.h"
#include "engine/vm/proof.h"
#include "engine/vm/quick.h"
#include "engine/vm/resolve.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

struct icache { /* invokeinterface: the last receiver class and what it selected */
  struct method *method;
  const struct klass *klass;
  struct method *target;
};

static int32_t d2i(double d) {
  if (d != d) return 0;
  if (d >= 2147483647.0) return INT32_MAX;
  if (d <= -2147483648.0) return INT32_MIN;
  return (int32_t)d;
}

static int64_t d2l(double d) {
  if (d != d) return 0;
  if (d >= 9223372036854775807.0) return INT64_MAX;
  if (d <= -9223372036854775808.0) return INT64_MIN;
  return (int64_t)d;
}

/* A memory access while somebody schedules or listens. 0: go on; 1: stop before it; 2: a race was found. */
static int memory_event(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size, bool write, int mode, bool final) {
  uint32_t lock = vm_object(vm, obj)->lock;
  enum op_kind op = mode == ACCESS_VOLATILE ? (write ? OPK_VOLATILE_WRITE : OPK_VOLATILE_READ) : (write ? OPK_WRITE : OPK_READ);
  bool hidden = final && !(lock & OBJ_LEAKED);
  if (lock & OBJ_FROZEN) { /* only arrays are */
    if (write && (lock & OBJ_SHARED)) quiet_broken(vm, "an array of", "quiet.def");
    hidden = !write;
  }
  if (vm->scheduling && !(hidden && vm->opt.por != POR_NONE ? vm_passes : vm_visible)(vm, t, op, obj, off)) return 1;
  if (vm->trace_on && !hidden) {
    ev_access(vm, t, obj, off, size, write, mode);
    if (vm->violation.property) return 2;
  }
  return 0;
}

static const uint8_t type_size[128] = {['Z'] = 1, ['B'] = 1, ['C'] = 2, ['S'] = 2, ['I'] = 4,
                                       ['F'] = 4, ['L'] = 4, ['['] = 4, ['J'] = 8, ['D'] = 8};

/* Pushes the value at `addr` of the given type; returns the new sp. */
static inline uint32_t *push_value(const uint8_t *mem, uint32_t addr, char type, uint32_t *sp) {
  switch (type) {
    case 'Z': case 'B': *sp = (uint32_t)(int32_t)(int8_t)mem[addr]; return sp + 1;
    case 'C': { uint16_t v; memcpy(&v, mem + addr, 2); *sp = v; return sp + 1; }
    case 'S': { int16_t v; memcpy(&v, mem + addr, 2); *sp = (uint32_t)(int32_t)v; return sp + 1; }
    case 'J': case 'D': memcpy(sp, mem + addr, 8); return sp + 2;
    default: memcpy(sp, mem + addr, 4); return sp + 1;
  }
}

/* Stores the value whose slots begin at v. References go through the escape rule. */
static inline void store_value(struct vm *vm, ref holder, uint32_t off, char type, const uint32_t *v) {
  uint32_t addr = holder + off;
  switch (type) {
    case 'Z': arena_put_u8(&vm->arena, addr, *v & 1); break;
    case 'B': arena_put_u8(&vm->arena, addr, (uint8_t)*v); break;
    case 'C': case 'S': arena_put_u16(&vm->arena, addr, (uint16_t)*v); break;
    case 'J': case 'D': { uint64_t l; memcpy(&l, v, 8); arena_put_u64(&vm->arena, addr, l); break; }
    case 'L': case '[': vm_put_ref(vm, holder, off, *v); break;
    default: arena_put_u32(&vm->arena, addr, *v); break;
  }
}

/* Which quick form reads a field. */
static uint16_t getfield_form(struct field *fd) {
  quiet_classify(fd);
  if (fd->quiet) return Q_GETFIELD_FINAL;
  if (fd->flags & ACC_VOLATILE) return Q_GETFIELD_ANY;
  if (fd->flags & ACC_FINAL) return Q_GETFIELD_FINAL;
  switch (fd->type) {
    case 'Z': case 'B': return Q_GETFIELD_B;
    case 'C': return Q_GETFIELD_C;
    case 'S': return Q_GETFIELD_S;
    case 'J': case 'D': return Q_GETFIELD_J;
    default: return Q_GETFIELD_I;
  }
}

static uint16_t putfield_form(struct field *fd) {
  quiet_classify(fd);
  if (fd->quiet || fd->freezes) return Q_PUTFIELD_ANY;
  if (fd->flags & (ACC_VOLATILE | ACC_FINAL)) return Q_PUTFIELD_ANY;
  switch (fd->type) {
    case 'I': case 'F': return Q_PUTFIELD_I;
    case 'L': case '[': return Q_PUTFIELD_A;
    default: return Q_PUTFIELD_ANY;
  }
}

/* Finds the handler of `exception` in frame f, or -1. */
static int32_t find_handler(struct vm *vm, const struct frame *f, ref exception) {
  const struct method *m = frame_method(vm, f);
  const struct code *c = m->code;
  uint32_t i;
  if (!c || (f->flags & FRAME_NEW)) return -1;
  for (i = 0; i < c->handler_count; i++) {
    const struct handler *h = &c->handlers[i];
    struct klass *k;
    if (f->pc < h->start || f->pc >= h->end) continue;
    if (!h->catch_type) return (int32_t)h->target;
    k = vm_class_sym(vm, m->owner->cf->cp[h->catch_type].name, NULL);
    if (k && vm_instance_of(vm, exception, k)) return (int32_t)h->target;
  }
  return -1;
}

/* Before the caller's frame is written again: save it if the delta has not yet (arena.h). Its operands may grow beyond what was
 * in use so far. */
static inline void enter_caller(struct vm *vm, uint32_t caller) {
  const struct frame *f = vm_frame(vm, caller);
  if (f->locals < vm->stack_low) {
    const struct method *m = frame_method(vm, f);
    uint32_t top = caller + FRAME_SIZE + (m && m->code ? m->code->max_stack * 4u : 0);
    arena_touch_range(&vm->arena, f->locals, vm->stack_low - f->locals);
    vm->stack_low = f->locals;
    if (top > vm->stack_high) vm->stack_high = top;
  }
}

int vm_push_frame(struct vm *vm, struct thread *t, struct method *m, const uint32_t *args, uint32_t flags, uint32_t aux) {
  const struct frame *caller = vm_frame(vm, t->frame);
  struct code *c = code_of(vm, m);
  uint32_t locals = caller->sp, fp, top;
  struct frame *f;
  if (!c) {
    if (vm->err.code) return NATIVE_FATAL;
    if (m->flags & ACC_NATIVE) return vm_unsupported(vm, t, "native method %s.%s%s", m->owner->name->s, m->name->s, m->desc->s);
    return vm_throw(vm, t, "java/lang/AbstractMethodError", "%s.%s%s", m->owner->name->s, m->name->s, m->desc->s);
  }
  fp = (locals + c->max_locals * 4u + 7) & ~7u;
  top = fp + FRAME_SIZE + c->max_stack * 4u;
  if (top > STACKS_BASE + (t->index + 1) * STACK_SIZE - 4096)
    return vm_throw(vm, t, "java/lang/StackOverflowError", NULL);
  if (t != vm->cur) arena_touch_range(&vm->arena, locals, top - locals);
  else if (top > vm->stack_high) vm->stack_high = top;
  if (m->arg_slots) memcpy(MEM32(vm, locals), args, m->arg_slots * 4u);
  f = vm_frame(vm, fp);
  *f = (struct frame){.prev = t->frame, .method = m->id, .locals = locals, .sp = fp + FRAME_SIZE,
                      .flags = flags | FRAME_NEW, .aux = aux};
  t->frame = fp;
  return NATIVE_TAIL;
}

/* The instruction's own opcode, which a mark has replaced. */
static uint16_t own_op(const struct vm *vm, const struct qinsn *q) {
  size_t i;
  for (i = 0; q->op == Q_MARK && i < vm->marks.len; i++)
    if (&vm->marks.data[i].method->code->insns[vm->marks.data[i].pc] == q) return vm->marks.data[i].op;
  return q->op;
}

static void quicken(struct vm *vm, struct qinsn *q, uint16_t op) {
  size_t i;
  if (LIKELY(q->op != Q_MARK)) {
    q->op = op;
    return;
  }
  for (i = 0; i < vm->marks.len; i++)
    if (&vm->marks.data[i].method->code->insns[vm->marks.data[i].pc] == q) vm->marks.data[i].op = op;
}

static int resolve_invoke(struct vm *vm, struct thread *t, struct klass *k, struct qinsn *q) {
  struct method *m;
  uint16_t op = own_op(vm, q);
  int r = resolve_method(vm, t, k, q->a, op, &m);
  if (r) return r;
  if (op == OP_INVOKESTATIC && (r = proof_of(vm, t, m->owner)) != NATIVE_OK) return r;
  q->u.p = m;
  if (op == OP_INVOKESTATIC) {
    quicken(vm, q, Q_INVOKESTATIC);
  } else if (op == OP_INVOKESPECIAL) {
    /* ACC_SUPER: a call of a superclass's method selects from the direct superclass of the current class */
    if (m->name->s[0] != '<' && !(m->flags & ACC_PRIVATE) && k->super && !m->owner->is_interface && m->owner != k &&
        klass_is_subclass(k, m->owner)) {
      struct method *s = vm_select(vm, k->super, m);
      if (s) q->u.p = s;
    }
    quicken(vm, q, Q_INVOKEDIRECT);
  } else if (m->vtable < 0 && !m->owner->is_interface) {
    quicken(vm, q, Q_INVOKEDIRECT);
  } else if (m->flags & ACC_PRIVATE) {
    quicken(vm, q, Q_INVOKEDIRECT);
  } else if (m->owner->is_interface) {
    struct icache *ic = pool_alloc(&vm->pool, sizeof *ic);
    ic->method = m;
    q->u.p = ic;
    quicken(vm, q, Q_INVOKEINTERFACE);
  } else {
    quicken(vm, q, Q_INVOKEVIRTUAL);
    q->b = m->vtable;
  }
  return NATIVE_OK;
}

/* Undo the note of a mark whose instruction did not execute after all (the thread stopped or blocked at it). */
static void settle_mark(struct vm *vm, const struct thread *t, int reason) {
  if (vm->mark_hit >= 0 && reason != STOP_MARK && t->frame == vm->pending_mark && vm_frame(vm, t->frame)->pc == vm->pending_mark_pc &&
      t->state != THREAD_TERMINATED && !vm->violation.property)
    vm->mark_hit = -1;
}

static int interp_loop(struct vm *vm, struct thread *t);

int interp_run(struct vm *vm, struct thread *t) {
  int r = interp_loop(vm, t);
  settle_mark(vm, t, r);
  return r;
}

#define SAVE()                              \
  (f->pc = (uint32_t)(pc - insns), f->sp = (uint32_t)((uint8_t *)sp - mem), \
   vm->in_flight = icount + (uint64_t)(pc - block))
#define LOAD()                                   \
  do {                                           \
    f = vm_frame(vm, t->frame);                  \
    m = vm->methods.data[f->method];             \
    if (f->flags & FRAME_ROOT) goto root;        \
    f->flags &= ~(uint32_t)FRAME_NEW;            \
    insns = m->code->insns;                      \
    pc = insns + f->pc;                          \
    sp = (uint32_t *)(void *)(mem + f->sp);      \
    lv = (uint32_t *)(void *)(mem + f->locals);  \
    block = pc;                                  \
  } while (0)
#define NEXT() do { pc++; goto *labels[pc->op]; } while (0)
#define DISPATCH() goto *labels[pc->op]
#define REDISPATCH() goto *labels[own_op(vm, pc)] /* the instruction was quickened; its mark was passed */
#define COUNT_TO(p) (icount += (uint64_t)((p) - block))
#define BRANCH(target)                              \
  do {                                              \
    const struct qinsn *to_ = insns + (target);     \
    icount += (uint64_t)(pc - block) + 1;           \
    if (to_ <= pc && UNLIKELY(--vm->budget == 0)) { \
      pc = block = insns + (target);                \
      goto budget;                                  \
    }                                               \
    pc = block = insns + (target);                  \
    DISPATCH();                                     \
  } while (0)
#define S(i) (((int32_t *)sp)[i])
#define U(i) (sp[i])
#define PUSH_I(v) do { int32_t v_ = (v); *sp++ = (uint32_t)v_; } while (0)
#define GET64(T, p) ({ T v_; memcpy(&v_, (p), 8); v_; })
#define SET64(p, v, T) do { T w_ = (v); memcpy((p), &w_, 8); } while (0)
#define GETF(p) ({ float v_; memcpy(&v_, (p), 4); v_; })
#define SETF(p, v) do { float w_ = (v); memcpy((p), &w_, 4); } while (0)
#define THROW(k, ...) do { SAVE(); vm_throw(vm, t, k, __VA_ARGS__); goto thrown; } while (0)
/* Before an instruction that allocates: loops without calls must not fill the heap with garbage. */
#define SAFEPOINT()                                    \
  do {                                                 \
    if (UNLIKELY(vm->gc_wanted) && !vm->booting) {     \
      SAVE();                                          \
      heap_collect(vm);                                \
    }                                                  \
  } while (0)
#define NPE_IF(r) do { if (UNLIKELY(!(r))) { SAVE(); vm_throw(vm, t, "java/lang/NullPointerException", NULL); goto thrown; } } while (0)
/* After a call that answers with enum native_result. */
#define CHECK(result)                       \
  do {                                      \
    int r_ = (result);                      \
    if (UNLIKELY(r_ != NATIVE_OK)) {        \
      answer = r_;                          \
      goto answered;                        \
    }                                       \
  } while (0)
#define MEMORY(obj, off, size, write, mode, final)                                    \
  do {                                                                                \
    if (UNLIKELY(vm->slow)) {                                                         \
      int e_;                                                                         \
      SAVE();                                                                         \
      e_ = memory_event(vm, t, (obj), (off), (size), (write), (mode), (final));       \
      if (e_ == 1) goto stop_visible;                                                 \
      if (e_ == 2) goto violated;                                                     \
    }                                                                                 \
  } while (0)

#define BIN_I(NAME, expr) L_##NAME: { int32_t a = S(-2), b = S(-1); (void)a; (void)b; sp--; S(-1) = (expr); NEXT(); }
#define BIN_J(NAME, expr) L_##NAME: { int64_t a = GET64(int64_t, sp - 4), b = GET64(int64_t, sp - 2); sp -= 2; SET64(sp - 2, (expr), int64_t); NEXT(); }
#define BIN_F(NAME, expr) L_##NAME: { float a = GETF(sp - 2), b = GETF(sp - 1); sp--; SETF(sp - 1, (expr)); NEXT(); }
#define BIN_D(NAME, expr) L_##NAME: { double a = GET64(double, sp - 4), b = GET64(double, sp - 2); sp -= 2; SET64(sp - 2, (expr), double); NEXT(); }
#define SHIFT_J(NAME, expr) L_##NAME: { int64_t a = GET64(int64_t, sp - 3); int32_t b = S(-1) & 63; sp--; SET64(sp - 2, (expr), int64_t); NEXT(); }
#define IF1(NAME, cond) L_##NAME: { int32_t a = S(-1); sp--; if (cond) BRANCH(pc->b); NEXT(); }
#define IF2(NAME, cond) L_##NAME: { int32_t a = S(-2), b = S(-1); sp -= 2; if (cond) BRANCH(pc->b); NEXT(); }
#define ARRAY_CHECK(arr, idx)                                                                                     \
  do {                                                                                                            \
    NPE_IF(arr);                                                                                                  \
    if (UNLIKELY((uint32_t)(idx) >= *(uint32_t *)(void *)(mem + (arr) + ARRAY_LENGTH)))                           \
      THROW("java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %d", (idx),            \
            *(int32_t *)(void *)(mem + (arr) + ARRAY_LENGTH));                                                    \
  } while (0)
#define ALOAD(NAME, shift, type, store)                                              \
  L_##NAME: {                                                                        \
    ref arr = U(-2); int32_t i = S(-1); uint32_t off; type v;                        \
    ARRAY_CHECK(arr, i);                                                             \
    off = ARRAY_BASE + ((uint32_t)i << (shift));                                     \
    MEMORY(arr, off, 1 << (shift), false, ACCESS_PLAIN, false);                      \
    memcpy(&v, mem + arr + off, sizeof v);                                           \
    sp -= 2; store; NEXT();                                                          \
  }
#define ASTORE(NAME, shift, suffix, slots, value)                                    \
  L_##NAME: {                                                                        \
    ref arr = sp[-2 - (slots)]; int32_t i = (int32_t)sp[-1 - (slots)]; uint32_t off; \
    ARRAY_CHECK(arr, i);                                                             \
    off = ARRAY_BASE + ((uint32_t)i << (shift));                                     \
    MEMORY(arr, off, 1 << (shift), true, ACCESS_PLAIN, false);                       \
    arena_put_##suffix(&vm->arena, arr + off, (value));                              \
    sp -= 2 + (slots); NEXT();                                                       \
  }

static int interp_loop(struct vm *vm, struct thread *t) {
  static const void *const labels[QUICK_COUNT] = {
#define RAW(n) [OP_##n] = &&L_##n,
      RAW_OPS(RAW)
#undef RAW
#define QUICK(n) [Q_##n] = &&LQ_##n,
      QUICK_OPS(QUICK)
#undef QUICK
  };
  uint8_t *const mem = vm->arena.mem;
  struct frame *f;
  struct method *m;
  struct qinsn *insns, *pc;
  struct qinsn *block; /* first instruction not yet counted */
  uint32_t *sp, *lv;
  uint64_t icount = 0;
  struct method *callee;
  uint32_t *args;
  int answer, reason;

  LOAD();
  DISPATCH();

L_NOP: NEXT();
LQ_LDC32: *sp++ = (uint32_t)pc->u.l; NEXT();
LQ_LDC64: memcpy(sp, &pc->u.l, 8); sp += 2; NEXT();
LQ_LDC_REF: *sp++ = pc->u.r; NEXT();
LQ_ICONST: *sp++ = (uint32_t)pc->b; NEXT();
LQ_ILOAD: *sp++ = lv[pc->a]; NEXT();
LQ_LLOAD: memcpy(sp, lv + pc->a, 8); sp += 2; NEXT();
LQ_ISTORE: lv[pc->a] = *--sp; NEXT();
LQ_LSTORE: sp -= 2; memcpy(lv + pc->a, sp, 8); NEXT();
L_LDC: {
  ref r;
  SAVE();
  if (m->owner->cf->cp[pc->a].tag == CP_DYNAMIC) {
    CHECK(resolve_dynamic(vm, t, m->owner, pc->a, &callee));
    pc->u.p = callee;
    quicken(vm, pc, Q_INVOKESTATIC);
    REDISPATCH();
  }
  CHECK(resolve_ldc(vm, t, m->owner, pc->a, &r));
  pc->u.r = r;
  quicken(vm, pc, Q_LDC_REF);
  REDISPATCH();
}

  ALOAD(IALOAD, 2, uint32_t, *sp++ = v)
  ALOAD(FALOAD, 2, uint32_t, *sp++ = v)
  ALOAD(AALOAD, 2, uint32_t, *sp++ = v)
  ALOAD(LALOAD, 3, uint64_t, (memcpy(sp, &v, 8), sp += 2))
  ALOAD(DALOAD, 3, uint64_t, (memcpy(sp, &v, 8), sp += 2))
  ALOAD(BALOAD, 0, int8_t, *sp++ = (uint32_t)(int32_t)v)
  ALOAD(CALOAD, 1, uint16_t, *sp++ = v)
  ALOAD(SALOAD, 1, int16_t, *sp++ = (uint32_t)(int32_t)v)
  ASTORE(IASTORE, 2, u32, 1, sp[-1])
  ASTORE(FASTORE, 2, u32, 1, sp[-1])
  ASTORE(LASTORE, 3, u64, 2, GET64(uint64_t, sp - 2))
  ASTORE(DASTORE, 3, u64, 2, GET64(uint64_t, sp - 2))
  ASTORE(CASTORE, 1, u16, 1, (uint16_t)sp[-1])
  ASTORE(SASTORE, 1, u16, 1, (uint16_t)sp[-1])
L_BASTORE: {
  ref arr = U(-3);
  int32_t i = S(-2);
  ARRAY_CHECK(arr, i);
  MEMORY(arr, ARRAY_BASE + (uint32_t)i, 1, true, ACCESS_PLAIN, false);
  arena_put_u8(&vm->arena, arr + ARRAY_BASE + (uint32_t)i,
               (uint8_t)(vm->klasses.data[vm_object(vm, arr)->klass]->elem_type == 'Z' ? U(-1) & 1 : U(-1)));
  sp -= 3;
  NEXT();
}
L_AASTORE: {
  ref arr = U(-3), v = U(-1);
  int32_t i = S(-2);
  ARRAY_CHECK(arr, i);
  if (v && !vm_instance_of(vm, v, vm_klass(vm, arr)->elem)) {
    char *name = klass_dotted(vm_klass(vm, v));
    SAVE();
    vm_throw(vm, t, "java/lang/ArrayStoreException", "%s", name);
    free(name);
    goto thrown;
  }
  MEMORY(arr, ARRAY_BASE + (uint32_t)i * 4, 4, true, ACCESS_PLAIN, false);
  vm_put_ref(vm, arr, ARRAY_BASE + (uint32_t)i * 4, v);
  sp -= 3;
  NEXT();
}

L_POP: sp--; NEXT();
L_POP2: sp -= 2; NEXT();
L_DUP: sp[0] = sp[-1]; sp++; NEXT();
L_DUP_X1: { uint32_t b = sp[-1], a = sp[-2]; sp[-2] = b; sp[-1] = a; sp[0] = b; sp++; NEXT(); }
L_DUP_X2: { uint32_t c = sp[-1], b = sp[-2], a = sp[-3]; sp[-3] = c; sp[-2] = a; sp[-1] = b; sp[0] = c; sp++; NEXT(); }
L_DUP2: sp[0] = sp[-2]; sp[1] = sp[-1]; sp += 2; NEXT();
L_DUP2_X1: { uint32_t c = sp[-1], b = sp[-2], a = sp[-3]; sp[-3] = b; sp[-2] = c; sp[-1] = a; sp[0] = b; sp[1] = c; sp += 2; NEXT(); }
L_DUP2_X2: { uint32_t d = sp[-1], c = sp[-2], b = sp[-3], a = sp[-4]; sp[-4] = c; sp[-3] = d; sp[-2] = a; sp[-1] = b; sp[0] = c; sp[1] = d; sp += 2; NEXT(); }
L_SWAP: { uint32_t a = sp[-1]; sp[-1] = sp[-2]; sp[-2] = a; NEXT(); }

  BIN_I(IADD, (int32_t)((uint32_t)a + (uint32_t)b))
  BIN_I(ISUB, (int32_t)((uint32_t)a - (uint32_t)b))
  BIN_I(IMUL, (int32_t)((uint32_t)a * (uint32_t)b))
L_IDIV: {
  int32_t a = S(-2), b = S(-1);
  if (!b) THROW("java/lang/ArithmeticException", "/ by zero");
  sp--;
  S(-1) = b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b;
  NEXT();
}
L_IREM: {
  int32_t a = S(-2), b = S(-1);
  if (!b) THROW("java/lang/ArithmeticException", "/ by zero");
  sp--;
  S(-1) = b == -1 ? 0 : a % b;
  NEXT();
}
  BIN_I(ISHL, (int32_t)((uint32_t)a << (b & 31)))
  BIN_I(ISHR, a >> (b & 31))
  BIN_I(IUSHR, (int32_t)((uint32_t)a >> (b & 31)))
  BIN_I(IAND, a & b)
  BIN_I(IOR, a | b)
  BIN_I(IXOR, a ^ b)
  BIN_J(LADD, (int64_t)((uint64_t)a + (uint64_t)b))
  BIN_J(LSUB, (int64_t)((uint64_t)a - (uint64_t)b))
  BIN_J(LMUL, (int64_t)((uint64_t)a * (uint64_t)b))
L_LDIV: {
  int64_t a = GET64(int64_t, sp - 4), b = GET64(int64_t, sp - 2);
  if (!b) THROW("java/lang/ArithmeticException", "/ by zero");
  sp -= 2;
  SET64(sp - 2, b == -1 ? (int64_t)(0ull - (uint64_t)a) : a / b, int64_t);
  NEXT();
}
L_LREM: {
  int64_t a = GET64(int64_t, sp - 4), b = GET64(int64_t, sp - 2);
  if (!b) THROW("java/lang/ArithmeticException", "/ by zero");
  sp -= 2;
  SET64(sp - 2, b == -1 ? 0 : a % b, int64_t);
  NEXT();
}
  BIN_J(LAND, a & b)
  BIN_J(LOR, a | b)
  BIN_J(LXOR, a ^ b)
  SHIFT_J(LSHL, (int64_t)((uint64_t)a << b))
  SHIFT_J(LSHR, a >> b)
  SHIFT_J(LUSHR, (int64_t)((uint64_t)a >> b))
  BIN_F(FADD, a + b)
  BIN_F(FSUB, a - b)
  BIN_F(FMUL, a * b)
  BIN_F(FDIV, a / b)
  BIN_F(FREM, fmodf(a, b))
  BIN_D(DADD, a + b)
  BIN_D(DSUB, a - b)
  BIN_D(DMUL, a * b)
  BIN_D(DDIV, a / b)
  BIN_D(DREM, fmod(a, b))
L_INEG: S(-1) = (int32_t)(0u - U(-1)); NEXT();
L_LNEG: SET64(sp - 2, (int64_t)(0ull - GET64(uint64_t, sp - 2)), int64_t); NEXT();
L_FNEG: SETF(sp - 1, -GETF(sp - 1)); NEXT();
L_DNEG: SET64(sp - 2, -GET64(double, sp - 2), double); NEXT();
L_IINC: lv[pc->a] += (uint32_t)pc->b; NEXT();
L_I2L: SET64(sp - 1, (int64_t)S(-1), int64_t); sp++; NEXT();
L_I2F: SETF(sp - 1, (float)S(-1)); NEXT();
L_I2D: SET64(sp - 1, (double)S(-1), double); sp++; NEXT();
L_L2I: sp--; NEXT(); /* the low word stays */
L_L2F: { int64_t v = GET64(int64_t, sp - 2); sp--; SETF(sp - 1, (float)v); NEXT(); }
L_L2D: SET64(sp - 2, (double)GET64(int64_t, sp - 2), double); NEXT();
L_F2I: S(-1) = d2i((double)GETF(sp - 1)); NEXT();
L_F2L: SET64(sp - 1, d2l((double)GETF(sp - 1)), int64_t); sp++; NEXT();
L_F2D: SET64(sp - 1, (double)GETF(sp - 1), double); sp++; NEXT();
L_D2I: { double v = GET64(double, sp - 2); sp--; S(-1) = d2i(v); NEXT(); }
L_D2L: SET64(sp - 2, d2l(GET64(double, sp - 2)), int64_t); NEXT();
L_D2F: { double v = GET64(double, sp - 2); sp--; SETF(sp - 1, (float)v); NEXT(); }
L_I2B: S(-1) = (int8_t)S(-1); NEXT();
L_I2C: S(-1) = (uint16_t)S(-1); NEXT();
L_I2S: S(-1) = (int16_t)S(-1); NEXT();
L_LCMP: { int64_t a = GET64(int64_t, sp - 4), b = GET64(int64_t, sp - 2); sp -= 3; S(-1) = a < b ? -1 : a > b; NEXT(); }
L_FCMPL: { float a = GETF(sp - 2), b = GETF(sp - 1); sp--; S(-1) = a > b ? 1 : a == b ? 0 : -1; NEXT(); }
L_FCMPG: { float a = GETF(sp - 2), b = GETF(sp - 1); sp--; S(-1) = a < b ? -1 : a == b ? 0 : 1; NEXT(); }
L_DCMPL: { double a = GET64(double, sp - 4), b = GET64(double, sp - 2); sp -= 3; S(-1) = a > b ? 1 : a == b ? 0 : -1; NEXT(); }
L_DCMPG: { double a = GET64(double, sp - 4), b = GET64(double, sp - 2); sp -= 3; S(-1) = a < b ? -1 : a == b ? 0 : 1; NEXT(); }

  IF1(IFEQ, a == 0)
  IF1(IFNE, a != 0)
  IF1(IFLT, a < 0)
  IF1(IFGE, a >= 0)
  IF1(IFGT, a > 0)
  IF1(IFLE, a <= 0)
  IF1(IFNULL, a == 0)
  IF1(IFNONNULL, a != 0)
  IF2(IF_ICMPEQ, a == b)
  IF2(IF_ICMPNE, a != b)
  IF2(IF_ICMPLT, a < b)
  IF2(IF_ICMPGE, a >= b)
  IF2(IF_ICMPGT, a > b)
  IF2(IF_ICMPLE, a <= b)
  IF2(IF_ACMPEQ, a == b)
  IF2(IF_ACMPNE, a != b)
L_GOTO: BRANCH(pc->b);
L_JSR: *sp++ = (uint32_t)(pc + 1 - insns); BRANCH(pc->b);
L_RET: { uint32_t to = lv[pc->a]; BRANCH(to); }
LQ_SWITCH: {
  const struct switch_table *s = pc->u.p;
  int32_t v = S(-1), to = s->dflt;
  sp--;
  if (!s->keys) {
    int64_t i = (int64_t)v - s->low;
    if (i >= 0 && i < s->count) to = s->targets[i];
  } else {
    int32_t lo = 0, hi = s->count;
    while (lo < hi) {
      int32_t mid = (lo + hi) / 2;
      if (s->keys[mid] < v) lo = mid + 1; else hi = mid;
    }
    if (lo < s->count && s->keys[lo] == v) to = s->targets[lo];
  }
  BRANCH(to);
}

  /* ---- fields ---- */
L_GETFIELD: {
  struct field *fd;
  SAVE();
  CHECK(resolve_field(vm, t, m->owner, pc->a, false, &fd));
  pc->u.p = fd;
  pc->b = (int32_t)fd->offset;
  quicken(vm, pc, getfield_form(fd));
  REDISPATCH();
}
L_PUTFIELD: {
  struct field *fd;
  SAVE();
  CHECK(resolve_field(vm, t, m->owner, pc->a, false, &fd));
  pc->u.p = fd;
  pc->b = (int32_t)fd->offset;
  quicken(vm, pc, putfield_form(fd));
  REDISPATCH();
}
#define GETFIELD_FORM(NAME, size, type, conv)                                     \
  LQ_GETFIELD_##NAME: {                                                           \
    ref o = U(-1); type v;                                                        \
    NPE_IF(o);                                                                    \
    MEMORY(o, (uint32_t)pc->b, size, false, ACCESS_PLAIN, false);                 \
    memcpy(&v, mem + o + pc->b, sizeof v);                                        \
    U(-1) = (uint32_t)(conv)v;                                                    \
    NEXT();                                                                       \
  }
  GETFIELD_FORM(B, 1, int8_t, int32_t)
  GETFIELD_FORM(C, 2, uint16_t, uint32_t)
  GETFIELD_FORM(S, 2, int16_t, int32_t)
  GETFIELD_FORM(I, 4, uint32_t, uint32_t)
LQ_GETFIELD_J: {
  ref o = U(-1);
  NPE_IF(o);
  MEMORY(o, (uint32_t)pc->b, 8, false, ACCESS_PLAIN, false);
  memcpy(sp - 1, mem + o + pc->b, 8);
  sp++;
  NEXT();
}
LQ_GETFIELD_FINAL: {
  struct field *fd = pc->u.p;
  ref o = U(-1);
  NPE_IF(o);
  if (UNLIKELY(fd->quiet == QUIET_OWN)) quiet_get(vm, t, o, fd);
  MEMORY(o, (uint32_t)pc->b, type_size[(int)fd->type], false, fd->flags & ACC_VOLATILE ? ACCESS_VOLATILE : ACCESS_PLAIN, true);
  sp = push_value(mem, o + (uint32_t)pc->b, fd->type, sp - 1);
  NEXT();
}
LQ_GETFIELD_ANY: {
  const struct field *fd = pc->u.p;
  ref o = U(-1);
  NPE_IF(o);
  MEMORY(o, fd->offset, type_size[(int)fd->type], false, fd->flags & ACC_VOLATILE ? ACCESS_VOLATILE : ACCESS_PLAIN, false);
  sp = push_value(mem, o + fd->offset, fd->type, sp - 1);
  NEXT();
}
LQ_PUTFIELD_I: {
  ref o = U(-2);
  NPE_IF(o);
  MEMORY(o, (uint32_t)pc->b, 4, true, ACCESS_PLAIN, false);
  put32(vm, o + (uint32_t)pc->b, U(-1));
  sp -= 2;
  NEXT();
}
LQ_PUTFIELD_A: {
  ref o = U(-2), v = U(-1);
  NPE_IF(o);
  MEMORY(o, (uint32_t)pc->b, 4, true, ACCESS_PLAIN, false);
  if (v && UNLIKELY(vm_object(vm, o)->lock & OBJ_SHARED)) heap_share(vm, v);
  put32(vm, o + (uint32_t)pc->b, v);
  sp -= 2;
  NEXT();
}
LQ_PUTFIELD_ANY: {
  struct field *fd = pc->u.p;
  uint32_t slots = type_size[(int)fd->type] == 8 ? 2 : 1;
  ref o = *(sp - slots - 1);
  NPE_IF(o);
  MEMORY(o, fd->offset, type_size[(int)fd->type], true, fd->flags & ACC_VOLATILE ? ACCESS_VOLATILE : ACCESS_PLAIN,
         (fd->flags & ACC_FINAL) || fd->quiet == QUIET_CACHE);
  if (fd->quiet == QUIET_STABLE || fd->quiet == QUIET_OWN) quiet_put(vm, t, o, fd);
  SAVE();
  store_value(vm, o, fd->offset, fd->type, sp - slots);
  if (fd->freezes) quiet_freeze(vm, sp[-1]);
  sp -= slots + 1;
  NEXT();
}
L_GETSTATIC:
L_PUTSTATIC: {
  struct field *fd;
  SAVE();
  CHECK(resolve_field(vm, t, m->owner, pc->a, true, &fd));
  CHECK(proof_of(vm, t, fd->owner));
  quiet_classify(fd);
  pc->u.p = fd;
  quicken(vm, pc, own_op(vm, pc) == OP_GETSTATIC ? Q_GETSTATIC : Q_PUTSTATIC);
  REDISPATCH();
}
#define INIT(k)                                                                                       \
  do {                                                                                                \
    const struct klass *k_ = (k);                                                                     \
    if (UNLIKELY(klass_init_state(vm, k_) != INIT_DONE || (vm->trace_on &&                            \
                 *MEM32(vm, k_->mirror + vm->mirror.init_row)))) {                                    \
      SAVE();                                                                                         \
      CHECK(vm_init_class(vm, t, (struct klass *)(uintptr_t)k_));                                     \
    }                                                                                                 \
  } while (0)
LQ_GETSTATIC: {
  const struct field *fd = pc->u.p;
  INIT(fd->owner);
  MEMORY(fd->owner->mirror, fd->offset, type_size[(int)fd->type], false,
         fd->flags & ACC_VOLATILE ? ACCESS_VOLATILE : ACCESS_PLAIN, (fd->flags & ACC_FINAL) || fd->quiet);
  sp = push_value(mem, fd->owner->mirror + fd->offset, fd->type, sp);
  NEXT();
}
LQ_PUTSTATIC: {
  struct field *fd = pc->u.p;
  uint32_t slots = type_size[(int)fd->type] == 8 ? 2 : 1;
  INIT(fd->owner);
  MEMORY(fd->owner->mirror, fd->offset, type_size[(int)fd->type], true,
         fd->flags & ACC_VOLATILE ? ACCESS_VOLATILE : ACCESS_PLAIN, (fd->flags & ACC_FINAL) || fd->quiet == QUIET_CACHE);
  if (fd->quiet == QUIET_STABLE) quiet_put(vm, t, fd->owner->mirror, fd);
  SAVE();
  store_value(vm, fd->owner->mirror, fd->offset, fd->type, sp - slots);
  if (fd->freezes && klass_init_state(vm, fd->owner) != INIT_RUNNING) quiet_freeze(vm, sp[-1]); /* else class_init_end */
  sp -= slots;
  NEXT();
}

  /* ---- objects ---- */
L_NEW: {
  struct klass *k;
  SAVE();
  CHECK(resolve_class(vm, t, m->owner, pc->a, &k));
  if (k->flags & (ACC_ABSTRACT | ACC_INTERFACE)) {
    vm_throw(vm, t, "java/lang/InstantiationError", "%s", k->name->s);
    goto thrown;
  }
  CHECK(proof_of(vm, t, k));
  pc->u.p = k;
  quicken(vm, pc, Q_NEW_);
  REDISPATCH();
}
LQ_NEW_: {
  struct klass *k = pc->u.p;
  ref r;
  INIT(k);
  SAFEPOINT();
  r = heap_alloc(vm, k->instance_size, k->id);
  if (UNLIKELY(!r)) {
    SAVE();
    r = vm_new_object(vm, t, k);
    if (!r) goto thrown;
  }
  *sp++ = r;
  NEXT();
}
L_NEWARRAY: {
  static const char types[] = "ZCFDBSIJ"; /* T_BOOLEAN = 4 ... */
  ref r;
  SAFEPOINT();
  SAVE();
  r = vm_new_prim_array(vm, t, types[pc->a - T_BOOLEAN], S(-1));
  if (!r) goto thrown;
  U(-1) = r;
  NEXT();
}
L_ANEWARRAY: {
  struct klass *k;
  SAVE();
  CHECK(resolve_class(vm, t, m->owner, pc->a, &k));
  pc->u.p = vm_array_class(vm, k);
  quicken(vm, pc, Q_ANEWARRAY_);
  REDISPATCH();
}
LQ_ANEWARRAY_: {
  ref r;
  SAFEPOINT();
  SAVE();
  r = vm_new_array(vm, t, pc->u.p, S(-1));
  if (!r) goto thrown;
  U(-1) = r;
  NEXT();
}
L_MULTIANEWARRAY: {
  struct klass *k;
  SAVE();
  CHECK(resolve_class(vm, t, m->owner, pc->a, &k));
  pc->u.p = k;
  quicken(vm, pc, Q_MULTIANEWARRAY_);
  REDISPATCH();
}
LQ_MULTIANEWARRAY_: {
  ref r;
  SAFEPOINT();
  SAVE();
  r = vm_new_multi_array(vm, t, pc->u.p, (const int32_t *)(sp - pc->b), pc->b);
  if (!r) goto thrown;
  sp -= pc->b;
  *sp++ = r;
  NEXT();
}
L_ARRAYLENGTH: NPE_IF(U(-1)); U(-1) = array_length(vm, U(-1)); NEXT();
L_CHECKCAST:
L_INSTANCEOF: {
  struct klass *k;
  SAVE();
  if (own_op(vm, pc) == OP_CHECKCAST && !U(-1)) NEXT();
  CHECK(resolve_class(vm, t, m->owner, pc->a, &k));
  pc->u.p = k;
  quicken(vm, pc, own_op(vm, pc) == OP_CHECKCAST ? Q_CHECKCAST_ : Q_INSTANCEOF_);
  REDISPATCH();
}
LQ_CHECKCAST_: {
  ref r = U(-1);
  if (r && vm_klass(vm, r) != pc->u.p && !klass_is_subclass(vm_klass(vm, r), pc->u.p)) {
    SAVE();
    vm_throw_class_cast(vm, t, r, pc->u.p);
    goto thrown;
  }
  NEXT();
}
LQ_INSTANCEOF_: U(-1) = U(-1) && klass_is_subclass(vm_klass(vm, U(-1)), pc->u.p); NEXT();
L_ATHROW:
  SAVE();
  NPE_IF(U(-1));
  t->exception = U(-1);
  goto thrown;
L_MONITORENTER:
  NPE_IF(U(-1));
  SAVE();
  if (!vm_visible(vm, t, OPK_LOCK, U(-1), 0)) goto stop_visible;
  CHECK(monitor_enter(vm, t, U(-1)));
  sp--;
  NEXT();
L_MONITOREXIT:
  NPE_IF(U(-1));
  SAVE();
  if ((vm->opt.por == POR_NONE || vm->cut) && !vm_visible(vm, t, OPK_UNLOCK, U(-1), 0)) goto stop_visible;
  CHECK(monitor_exit(vm, t, U(-1)));
  sp--;
  NEXT();

  /* ---- calls ---- */
L_INVOKESTATIC:
L_INVOKESPECIAL:
L_INVOKEVIRTUAL:
L_INVOKEINTERFACE:
  SAVE();
  CHECK(resolve_invoke(vm, t, m->owner, pc));
  REDISPATCH();
L_INVOKEDYNAMIC: {
  struct call_site cs;
  SAVE();
  CHECK(resolve_indy(vm, t, m->owner, pc->a, &cs));
  if (cs.constant) {
    pc->u.r = cs.constant;
    quicken(vm, pc, Q_LDC_REF);
  } else {
    pc->u.p = cs.target;
    quicken(vm, pc, cs.target->owner->has_clinit ? Q_INVOKESTATIC : Q_INVOKEDYNAMIC);
  }
  REDISPATCH();
}
LQ_INVOKEDYNAMIC:
  callee = pc->u.p;
  args = sp - callee->arg_slots;
  goto invoke;
LQ_INVOKESTATIC:
  callee = pc->u.p;
  INIT(callee->owner);
  args = sp - callee->arg_slots;
  goto invoke;
LQ_INVOKEDIRECT:
  callee = pc->u.p;
  args = sp - callee->arg_slots;
  NPE_IF(*args);
  goto invoke;
LQ_INVOKEVIRTUAL: {
  const struct method *d = pc->u.p;
  args = sp - d->arg_slots;
  NPE_IF(*args);
  callee = vm_klass(vm, *args)->vtable[pc->b];
  goto invoke;
}
LQ_INVOKEINTERFACE: {
  struct icache *ic = pc->u.p;
  const struct klass *k;
  args = sp - ic->method->arg_slots;
  NPE_IF(*args);
  k = vm_klass(vm, *args);
  if (LIKELY(ic->klass == k)) {
    callee = ic->target;
  } else {
    callee = vm_select(vm, k, ic->method);
    if (!callee) {
      SAVE();
      if (!klass_is_subclass(k, ic->method->owner)) {
        vm_throw(vm, t, "java/lang/IncompatibleClassChangeError", "Class %s does not implement the requested interface %s",
                 k->name->s, ic->method->owner->name->s);
      } else {
        vm_throw(vm, t, "java/lang/AbstractMethodError", "%s.%s%s", k->name->s, ic->method->name->s, ic->method->desc->s);
      }
      goto thrown;
    }
    ic->target = callee;
    ic->klass = k;
  }
  goto invoke;
}

invoke: {
  struct code *c;
  uint32_t fp, top;
  ref sync = 0;
  if (callee->native) goto invoke_native;
  c = callee->code;
  if (UNLIKELY(!c)) {
    SAVE();
    c = code_of(vm, callee);
    if (!c) {
      if (vm->err.code) goto failed;
      if (callee->flags & ACC_NATIVE)
        vm_unsupported(vm, t, "native method %s.%s%s", callee->owner->name->s, callee->name->s, callee->desc->s);
      else
        vm_throw(vm, t, "java/lang/AbstractMethodError", "%s.%s%s", callee->owner->name->s, callee->name->s, callee->desc->s);
      if (vm->err.code) goto failed;
      goto thrown;
    }
  }
  if (UNLIKELY(vm->gc_wanted) && !vm->booting) {
    SAVE();
    heap_collect(vm);
  }
  if (UNLIKELY(callee->flags & ACC_SYNCHRONIZED)) {
    sync = callee->flags & ACC_STATIC ? callee->owner->mirror : *args;
    SAVE();
    if (!vm_visible(vm, t, OPK_LOCK, sync, 0)) goto stop_visible;
    CHECK(monitor_enter(vm, t, sync));
  }
  COUNT_TO(pc + 1);
  f->pc = (uint32_t)(pc - insns);
  f->sp = (uint32_t)((uint8_t *)args - mem);
  fp = (f->sp + c->max_locals * 4u + 7) & ~7u;
  top = fp + FRAME_SIZE + c->max_stack * 4u;
  if (UNLIKELY(top > STACKS_BASE + (t->index + 1) * STACK_SIZE - 4096)) {
    f->sp = (uint32_t)((uint8_t *)sp - mem);
    if (sync) monitor_exit(vm, t, sync);
    vm_throw(vm, t, "java/lang/StackOverflowError", NULL);
    goto thrown;
  }
  if (top > vm->stack_high) vm->stack_high = top;
  {
    struct frame *n = vm_frame(vm, fp);
    n->prev = t->frame;
    n->method = callee->id;
    n->pc = 0;
    n->locals = f->sp;
    n->sp = fp + FRAME_SIZE;
    n->sync = sync;
    n->flags = sync ? FRAME_SYNC : 0;
    n->aux = 0;
    lv = args;
    f = n;
  }
  t->frame = fp;
  if (UNLIKELY(vm->slow)) atomic_enter(vm, callee, fp);
  m = callee;
  insns = pc = c->insns;
  block = pc;
  sp = (uint32_t *)(void *)(mem + fp + FRAME_SIZE);
  DISPATCH();
}

invoke_native: {
  struct native_call nc;
  int r;
  SAVE();
  nc.vm = vm;
  nc.t = t;
  nc.m = callee;
  nc.args = args;
  nc.ret.l = 0;
  vm->native = callee;
  r = callee->native(&nc);
  vm->native = NULL;
  if (UNLIKELY(vm->violation.property)) goto violated;
  switch (r) {
    case NATIVE_OK:
      sp = args;
      switch (callee->ret) {
        case 'V': break;
        case 'J': case 'D': memcpy(sp, &nc.ret.l, 8); sp += 2; break;
        case 'F': memcpy(sp, &nc.ret.f, 4); sp++; break;
        default: *sp++ = (uint32_t)nc.ret.i; break;
      }
      if (UNLIKELY(vm->gc_wanted) && !vm->booting) {
        f->pc++; /* the result is on the stack: the map of the next instruction fits */
        f->sp = (uint32_t)((uint8_t *)sp - mem);
        heap_collect(vm);
      }
      NEXT();
    case NATIVE_TAIL:
      COUNT_TO(pc + 1);
      f->sp = (uint32_t)((uint8_t *)args - mem);
      LOAD();
      DISPATCH();
    default: answer = r; goto answered;
  }
}

L_IRETURN:
L_FRETURN:
L_ARETURN:
L_LRETURN:
L_DRETURN:
L_RETURN: {
  uint32_t flags = f->flags, slots = 0, value[2];
  uint16_t op = UNLIKELY(pc->op == Q_MARK) ? own_op(vm, pc) : pc->op;
  if (op == OP_LRETURN || op == OP_DRETURN) {
    slots = 2;
    memcpy(value, sp - 2, 8);
  } else if (op != OP_RETURN) {
    slots = 1;
    value[0] = sp[-1];
    switch (m->ret_exact) { /* JVMS ireturn: narrowing to the declared type */
      case 'Z': value[0] &= 1; break;
      case 'B': value[0] = (uint32_t)(int32_t)(int8_t)value[0]; break;
      case 'C': value[0] = (uint16_t)value[0]; break;
      case 'S': value[0] = (uint32_t)(int32_t)(int16_t)value[0]; break;
      default: break;
    }
  }
  if (UNLIKELY(flags)) {
    SAVE();
    if (flags & FRAME_SYNC) {
      if ((vm->opt.por == POR_NONE || vm->cut) && !vm_visible(vm, t, OPK_UNLOCK, f->sync, 0)) goto stop_visible;
      CHECK(monitor_exit(vm, t, f->sync));
    }
    if (flags & FRAME_CLINIT) class_init_end(vm, t, f, false);
  }
  if (UNLIKELY(vm->atomic_frame == t->frame)) vm->atomic_frame = 0;
  COUNT_TO(pc + 1);
  enter_caller(vm, f->prev);
  t->frame = f->prev;
  if (UNLIKELY(flags & FRAME_STOP)) {
    reason = STOP_TERMINATED;
    t->insns += icount;
    vm->insn_total += icount;
    /* the result for boot's caller: the first slots above the caller's stack */
    memcpy(mem + vm_frame(vm, t->frame)->sp, value, slots * 4);
    return reason;
  }
  f = vm_frame(vm, t->frame);
  if (UNLIKELY(f->flags & (FRAME_ROOT | FRAME_NEW)) || UNLIKELY(flags & (FRAME_CLINIT | FRAME_DISCARD))) {
    /* The instruction is executed again: its mark, if any, was passed already. */
    if (vm->mark_hit >= 0 && t->frame == vm->pending_mark && f->pc == vm->pending_mark_pc) vm->at_start = true;
    LOAD();
    DISPATCH();
  }
  m = vm->methods.data[f->method];
  insns = m->code->insns;
  pc = insns + f->pc;
  sp = (uint32_t *)(void *)(mem + f->sp);
  lv = (uint32_t *)(void *)(mem + f->locals);
  if (slots) {
    sp[0] = value[0];
    if (slots == 2) sp[1] = value[1];
    sp += slots;
  }
  block = pc + 1;
  NEXT();
}

LQ_MARK: {
  size_t i;
  for (i = 0; i < vm->marks.len; i++)
    if (vm->marks.data[i].method == m && vm->marks.data[i].pc == (uint32_t)(pc - insns)) break;
  if (vm->scheduling) {
    SAVE();
    if ((!vm->at_start || t->frame != vm->pending_mark || f->pc != vm->pending_mark_pc) &&
        (!vm->cut || vm->cut(vm->cut_self, vm, t, OPK_MARK, 0, 0) != CUT_GO)) {
      t->op = OPK_MARK;
      t->op_obj = 0;
      t->op_off = vm->marks.data[i].id;
      reason = STOP_MARK;
      goto leave;
    }
    vm->at_start = false;
    vm->mark_hit = (int)i;
  }
  goto *labels[vm->marks.data[i].op];
}
LQ_END:
  SAVE();
  error_set(&vm->err, ERR_INTERNAL, "%s.%s: fell off the code", m->owner->name->s, m->name->s);
  goto failed;

  /* ---- the ways out ---- */
root: {
  int r = thread_root(vm, t);
  if (r == 0) {
    LOAD();
    DISPATCH();
  }
  reason = r - 1;
  f = vm_frame(vm, t->frame ? t->frame : STACKS_BASE);
  t->insns += icount;
  vm->insn_total += icount;
  return reason;
}

answered:
  switch (answer) {
    case NATIVE_THROW: goto thrown;
    case NATIVE_STOP: goto stop_visible;
    case NATIVE_RETRY:
      if (t->state != THREAD_RUNNABLE) goto stop_blocked;
      COUNT_TO(pc + 1); /* so that no two places before operations of one step have the same count */
      LOAD();
      DISPATCH();
    case NATIVE_TAIL:
      LOAD();
      DISPATCH();
    case NATIVE_EXIT: reason = STOP_EXIT; goto leave;
    default: goto failed;
  }

thrown: { /* t->exception is pending and the frame is saved */
  ref ex = t->exception;
  if (vm->err.code) goto failed;
  COUNT_TO(pc + 1);
  block = pc + 1;
  for (;;) {
    int32_t h;
    f = vm_frame(vm, t->frame);
    if (f->flags & FRAME_ROOT) goto root;
    h = find_handler(vm, f, ex);
    if (vm->err.code) goto failed;
    if (h >= 0) {
      t->exception = 0;
      f->pc = (uint32_t)h;
      f->sp = t->frame + FRAME_SIZE;
      *MEM32(vm, f->sp) = ex;
      f->sp += 4;
      LOAD();
      DISPATCH();
    }
    if (f->flags & FRAME_SYNC) {
      t->exception = 0;
      if (monitor_exit(vm, t, f->sync) == NATIVE_THROW) ex = t->exception;
      t->exception = ex;
    }
    if (f->flags & FRAME_CLINIT) {
      class_init_end(vm, t, f, true);
      ex = t->exception;
    }
    if (vm->atomic_frame == t->frame) vm->atomic_frame = 0;
    enter_caller(vm, f->prev);
    {
      bool stop = f->flags & FRAME_STOP;
      t->frame = f->prev;
      if (stop) {
        vm->insn_total += icount;
        return STOP_TERMINATED;
      }
    }
  }
}

budget: /* a back-edge with the budget used up, or somebody asked for a halt */
  SAVE();
  if (vm->gc_wanted && !vm->booting) heap_collect(vm);
  vm->budget = vm_budget(vm);
  if ((vm->stop && *vm->stop) || vm_spin_stop(vm, t)) {
    reason = STOP_BUDGET;
    goto leave;
  }
  DISPATCH();

stop_visible:
  reason = STOP_VISIBLE;
  goto leave;
stop_blocked:
  reason = STOP_BLOCKED;
  goto leave;
violated:
  SAVE();
  reason = STOP_ERROR;
  goto leave;
failed:
  reason = STOP_FAILED;
leave:
  COUNT_TO(pc);
  t->insns += icount;
  vm->insn_total += icount;
  return reason;
}
