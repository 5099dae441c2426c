/* The interpreter loop, compiled twice: runs one thread until it must stop. This is the only long
 * function of the engine.
 *
 * The file that includes this defines INTERP_NAME and CHECKED. With CHECKED 0 there is no
 * scheduling, no listener and no open delta: accesses are not checked, heap objects are written
 * without barrier, and escape is not tracked. This file holds the code of both versions.
 *
 * The registers (pc, sp, lv, f) are host pointers into the arena. SAVE() stores them in the frame
 * before anything that may look at the stack (natives, allocation that may throw, stops). LOAD()
 * reloads them after frames were pushed or popped.
 *
 * Writes to the running thread's own frames need no barrier. vm_delta_open saved the used part from
 * stack_low upwards, and a return into a frame below stack_low saves that frame first
 * (ENTER_CALLER). */
#include <math.h>
#include <stdlib.h>

#include "engine/vm/sched/section.h"
#include "engine/base/check.h"
#include "engine/vm/interp/interp_int.h"

/* Counts the executed bytecodes, in bytes of struct qinsn. `count` is the count before pc minus pc
 * itself, so only jumps must change it. `done` holds the count while pc changes. */
#define COUNTED_AT(p) (count + (uint64_t)(uintptr_t)(p))
#define COUNT_TO(p) (done = COUNTED_AT(p))
#define COUNT_FROM_PC() (count = done - (uint64_t)(uintptr_t)pc)
#define ICOUNT (done / sizeof *pc)
#define PC_INDEX() ((uint32_t)(pc - m->code->insns))
#if CHECKED
#define SAVE() \
  (f->pc = PC_INDEX(), f->sp = (uint32_t)((uint8_t *)sp - mem), \
   vm->run.in_flight = COUNTED_AT(pc) / sizeof *pc)
#define TOUCH(addr) arena_touch(&vm->arena, (addr))
#else
#define SAVE() (f->pc = PC_INDEX(), f->sp = (uint32_t)((uint8_t *)sp - mem))
/* No delta is open. Only the collector needs to know which immortal objects were written. */
#define TOUCH(addr) \
  do { \
    uint32_t to_ = (addr); \
    if (UNLIKELY(arena_is_immortal(to_))) arena_touch(&vm->arena, to_); \
  } while (0)
#endif
#define LOAD() \
  do { \
    f = vm_frame(vm, t->frame); \
    m = vm->methods.data[f->method]; \
    if (f->flags & FRAME_ROOT) goto root; \
    f->flags &= ~(uint32_t)FRAME_NEW; \
    pc = m->code->insns + f->pc; \
    sp = (uint32_t *)(void *)(mem + f->sp); \
    lv = (uint32_t *)(void *)(mem + f->locals); \
    COUNT_FROM_PC(); \
  } while (0)
/* HEDDLE_ONE_JUMP: one jump for all bytecodes, for builds that instrument every edge of the control
 * flow. */
#ifdef HEDDLE_ONE_JUMP
#define GO(op_) \
  do { \
    next_op = (op_); \
    goto dispatch; \
  } while (0)
#else
#define GO(op_) goto *labels[op_]
#endif
#define DISPATCH() GO(pc->op)
#define SKIP(n) \
  do { \
    pc += (n); \
    DISPATCH(); \
  } while (0)
#define NEXT() SKIP(1)
#define REDISPATCH() \
  GO(interp_own_op(vm, pc)) /* after quickening; the instruction's mark was already passed */
/* Jumps to the instruction `distance` bytes away. */
#define JUMP(distance) \
  do { \
    int64_t rel_ = (distance); \
    count += sizeof *pc - (uint64_t)rel_; \
    pc = (struct qinsn *)(void *)((char *)pc + rel_); \
    if (rel_ <= 0 && UNLIKELY(--vm->run.budget == 0)) goto budget; \
    DISPATCH(); \
  } while (0)
#define BRANCH() JUMP(pc->u.l)
#define JUMP_TO(index) JUMP((char *)(m->code->insns + (index)) - (char *)pc)
#define S(i) (((int32_t *)sp)[i])
#define U(i) (sp[i])
#define PUSH_I(v) \
  do { \
    int32_t v_ = (v); \
    *sp++ = (uint32_t)v_; \
  } while (0)
#define GET64(T, p) \
  ({ \
    T v_; \
    memcpy(&v_, (p), 8); \
    v_; \
  })
#define SET64(p, v, T) \
  do { \
    T w_ = (v); \
    memcpy((p), &w_, 8); \
  } while (0)
#define GETF(p) \
  ({ \
    float v_; \
    memcpy(&v_, (p), 4); \
    v_; \
  })
#define SETF(p, v) \
  do { \
    float w_ = (v); \
    memcpy((p), &w_, 4); \
  } while (0)
#define THROW(k, ...) \
  do { \
    SAVE(); \
    vm_throw(vm, t, k, __VA_ARGS__); \
    goto thrown; \
  } while (0)
/* Use before an instruction that allocates, so that loops without calls do not fill the heap with
 * garbage. */
#define SAFEPOINT() \
  do { \
    if (UNLIKELY(vm->heap.gc_wanted) && !vm->boot.running) { \
      SAVE(); \
      heap_collect(vm); \
    } \
  } while (0)
/* Use before allocating an array of n elements: collects first if only garbage leaves no room for
 * it. */
#define ROOM(n, shift) \
  do { \
    if (UNLIKELY(!heap_has_room(vm, (uint64_t)(n) << (shift))) && !vm->boot.running) { \
      SAVE(); \
      heap_collect(vm); \
    } \
  } while (0)
#define NPE_IF(r) \
  do { \
    if (UNLIKELY(!(r))) { \
      SAVE(); \
      vm_throw(vm, t, "java/lang/NullPointerException", NULL); \
      goto thrown; \
    } \
  } while (0)
/* Use after a call that returns enum native_result. */
#define TRY(result) \
  do { \
    int r_ = (result); \
    if (UNLIKELY(r_ != NATIVE_OK)) { \
      answer = r_; \
      goto answered; \
    } \
  } while (0)
/* Accesses to an object that no other thread can reach need no check, unless all accesses are
 * checked. */
#if CHECKED
#define ASKED(obj, write, mode) \
  UNLIKELY(((write) || (mode) != ACCESS_PLAIN ? vm->sched.all_writes : vm->sched.all_reads) || \
           (vm_object(vm, (obj))->lock & OBJ_FLAGS))
/* Checks a read. Sets `from`, which points to the location, to the older value that it returns, if
 * there is one. */
#define MEMORY_READ(from, obj, off, size, mode, final) \
  do { \
    if (ASKED(obj, false, mode)) { \
      enum access_answer e_; \
      SAVE(); \
      e_ = interp_access(vm, t, (obj), (off), (size), false, (mode), (final)); \
      if (e_ == ACCESS_STOPS) goto stop_visible; \
      if (e_ == ACCESS_RACES) goto violated; \
      if (e_ == ACCESS_STALE) (from) = (const uint8_t *)&vm->run.stale; \
    } \
  } while (0)
/* Checks a write. If it is a race, executes `store` before the step ends, as natives do, so that
 * the step shows the value that it wrote. */
#define MEMORY_WRITE(obj, off, size, mode, final, store) \
  do { \
    if (ASKED(obj, true, mode)) { \
      enum access_answer e_; \
      SAVE(); \
      e_ = interp_access(vm, t, (obj), (off), (size), true, (mode), (final)); \
      if (e_ == ACCESS_STOPS) goto stop_visible; \
      if (e_ == ACCESS_RACES) { \
        store; \
        goto violated; \
      } \
    } \
  } while (0)
#define VISIBLE_OR_STOP(op, obj) \
  do { \
    if (!vm_visible(vm, t, (op), (obj), 0)) goto stop_visible; \
  } while (0)
#define UNLOCK_OR_STOP(obj) \
  do { \
    if ((vm->opt.por == POR_NONE || vm->sched.cut || vm->sched.unlocks) && \
        !vm_visible(vm, t, OPK_UNLOCK, (obj), 0)) \
      goto stop_visible; \
  } while (0)
#define ENTER_CALLER(caller) \
  do { \
    if (vm_frame(vm, (caller))->locals < vm->run.stack_low) interp_save_caller(vm, (caller)); \
  } while (0)
/* Call when a reference is stored: if the holder is shared, everything reachable from v escapes. */
#define ESCAPE(holder, v) \
  do { \
    if ((v) && UNLIKELY(vm_object(vm, (holder))->lock & OBJ_SHARED)) \
      heap_share(vm, (v), (holder)); \
  } while (0)
#else
#define ASKED(obj, write, mode) 0
#define MEMORY_READ(from, obj, off, size, mode, final) ((void)0)
#define MEMORY_WRITE(obj, off, size, mode, final, store) ((void)0)
#define VISIBLE_OR_STOP(op, obj) ((void)0)
#define UNLOCK_OR_STOP(obj) ((void)0)
#define ENTER_CALLER(caller) ((void)0)
#define ESCAPE(holder, v) ((void)0)
#endif
#define PUT(type, addr, v) \
  do { \
    uint32_t put_at_ = (addr); \
    type put_v_ = (type)(v); \
    TOUCH(put_at_); \
    memcpy(mem + put_at_, &put_v_, sizeof put_v_); \
  } while (0)
#define PUT_REF(holder, off, v) \
  do { \
    ESCAPE((holder), (v)); \
    PUT(uint32_t, (holder) + (off), (v)); \
  } while (0)
#define WRITE_PLAIN(obj, off, size, store) \
  do { \
    MEMORY_WRITE(obj, off, size, ACCESS_PLAIN, false, store); \
    store; \
  } while (0)

/* Fused forms with a field handle the common case: the object is not null and the access needs no
 * check. In all other cases they execute their first instruction alone, so that an instruction that
 * throws or stops does so by itself. */
#define PLAIN(obj, write) (LIKELY(obj) && !ASKED(obj, write, ACCESS_PLAIN))
#define FIELD(obj, i) \
  ({ \
    uint32_t v_; \
    memcpy(&v_, mem + (obj) + pc[i].b, 4); \
    v_; \
  })

#define BIN_I(NAME, expr) \
  L_##NAME : { \
    int32_t a = S(-2), b = S(-1); \
    (void)a; \
    (void)b; \
    sp--; \
    S(-1) = (expr); \
    NEXT(); \
  }
/* Operands of the fused forms (vm/interp/fuse.h): L a local, C a constant, no letter the stack. S:
 * the result goes to a local. */
#define LOCAL(i) ((int32_t)lv[pc[i].a])
#define CONST(i) ((int32_t)pc[i].u.l)
#define TO_LOCAL(v, len) (lv[pc[(len)-1].a] = (uint32_t)(v))
#define ARITH(NAME, expr) \
  BIN_I(NAME, expr) \
  LQ_LL_##NAME : { \
    int32_t a = LOCAL(0), b = LOCAL(1); \
    *sp++ = (uint32_t)(expr); \
    SKIP(3); \
  } \
  LQ_LC_##NAME : { \
    int32_t a = LOCAL(0), b = CONST(1); \
    *sp++ = (uint32_t)(expr); \
    SKIP(3); \
  } \
  LQ_L_##NAME : { \
    int32_t a = S(-1), b = LOCAL(0); \
    S(-1) = (expr); \
    SKIP(2); \
  } \
  LQ_C_##NAME : { \
    int32_t a = S(-1), b = CONST(0); \
    S(-1) = (expr); \
    SKIP(2); \
  } \
  LQ_LL_##NAME##_S : { \
    int32_t a = LOCAL(0), b = LOCAL(1); \
    TO_LOCAL(expr, 4); \
    SKIP(4); \
  } \
  LQ_LC_##NAME##_S : { \
    int32_t a = LOCAL(0), b = CONST(1); \
    TO_LOCAL(expr, 4); \
    SKIP(4); \
  } \
  LQ_L_##NAME##_S : { \
    int32_t a = S(-1), b = LOCAL(0); \
    sp--; \
    TO_LOCAL(expr, 3); \
    SKIP(3); \
  } \
  LQ_C_##NAME##_S : { \
    int32_t a = S(-1), b = CONST(0); \
    sp--; \
    TO_LOCAL(expr, 3); \
    SKIP(3); \
  } \
  LQ_##NAME##_S : { \
    int32_t a = S(-2), b = S(-1); \
    sp -= 2; \
    TO_LOCAL(expr, 2); \
    SKIP(2); \
  }
#define FIF1(NAME, cond) \
  IF1(NAME, cond) \
  LQ_L_##NAME : { \
    int32_t a = LOCAL(0); \
    pc++; \
    if (cond) BRANCH(); \
    NEXT(); \
  } \
  LQ_F_##NAME : { \
    ref o = lv[pc->a]; \
    int32_t a; \
    if (!PLAIN(o, false)) goto LQ_ILOAD; \
    a = (int32_t)FIELD(o, 1); \
    pc += 2; \
    if (cond) BRANCH(); \
    NEXT(); \
  }
#define FIF2(NAME, cond) \
  IF2(NAME, cond) \
  LQ_LL_##NAME : { \
    int32_t a = LOCAL(0), b = LOCAL(1); \
    pc += 2; \
    if (cond) BRANCH(); \
    NEXT(); \
  } \
  LQ_LC_##NAME : { \
    int32_t a = LOCAL(0), b = CONST(1); \
    pc += 2; \
    if (cond) BRANCH(); \
    NEXT(); \
  } \
  LQ_L_##NAME : { \
    int32_t a = S(-1), b = LOCAL(0); \
    sp--; \
    pc++; \
    if (cond) BRANCH(); \
    NEXT(); \
  } \
  LQ_C_##NAME : { \
    int32_t a = S(-1), b = CONST(0); \
    sp--; \
    pc++; \
    if (cond) BRANCH(); \
    NEXT(); \
  } \
  LQ_FC_##NAME : { \
    ref o = lv[pc->a]; \
    int32_t a, b = CONST(2); \
    if (!PLAIN(o, false)) goto LQ_ILOAD; \
    a = (int32_t)FIELD(o, 1); \
    pc += 3; \
    if (cond) BRANCH(); \
    NEXT(); \
  }
/* Like FIF2, for comparisons of numbers. The first operand is a local that was just incremented. */
#define FIF2_I(NAME, cond) \
  FIF2(NAME, cond) \
  LQ_IINC_LL_##NAME : { \
    int32_t a, b; \
    lv[pc->a] += (uint32_t)pc->b; \
    a = LOCAL(1), b = LOCAL(2); \
    pc += 3; \
    if (cond) BRANCH(); \
    NEXT(); \
  }
/* An array element whose index is in a local. The array is in a local too, or on the stack. */
#define ELEMENT(arr, i, write) \
  (PLAIN(arr, write) && LIKELY((i) < *(uint32_t *)(void *)(mem + (arr) + ARRAY_LENGTH)))
#define ELEMENT_OF(arr, i) ELEMENT(arr, i, false)
#define FUSED_ALOAD(NAME, shift, type, store) \
  LQ_LL_##NAME : { \
    ref arr = lv[pc[0].a]; \
    uint32_t i = lv[pc[1].a]; \
    type v; \
    if (!ELEMENT_OF(arr, i)) goto LQ_LL; \
    memcpy(&v, mem + arr + ARRAY_BASE + (i << (shift)), sizeof v); \
    store; \
    SKIP(3); \
  } \
  LQ_L_##NAME : { \
    ref arr = U(-1); \
    uint32_t i = lv[pc->a]; \
    type v; \
    if (!ELEMENT_OF(arr, i)) goto LQ_ILOAD; \
    memcpy(&v, mem + arr + ARRAY_BASE + (i << (shift)), sizeof v); \
    sp--; \
    store; \
    SKIP(2); \
  }
#define BIN_J(NAME, expr) \
  L_##NAME : { \
    int64_t a = GET64(int64_t, sp - 4), b = GET64(int64_t, sp - 2); \
    sp -= 2; \
    SET64(sp - 2, (expr), int64_t); \
    NEXT(); \
  }
#define BIN_F(NAME, expr) \
  L_##NAME : { \
    float a = GETF(sp - 2), b = GETF(sp - 1); \
    sp--; \
    SETF(sp - 1, (expr)); \
    NEXT(); \
  }
#define BIN_D(NAME, expr) \
  L_##NAME : { \
    double a = GET64(double, sp - 4), b = GET64(double, sp - 2); \
    sp -= 2; \
    SET64(sp - 2, (expr), double); \
    NEXT(); \
  }
#define SHIFT_J(NAME, expr) \
  L_##NAME : { \
    int64_t a = GET64(int64_t, sp - 3); \
    int32_t b = S(-1) & 63; \
    sp--; \
    SET64(sp - 2, (expr), int64_t); \
    NEXT(); \
  }
#define IF1(NAME, cond) \
  L_##NAME : { \
    int32_t a = S(-1); \
    sp--; \
    if (cond) BRANCH(); \
    NEXT(); \
  }
#define IF2(NAME, cond) \
  L_##NAME : { \
    int32_t a = S(-2), b = S(-1); \
    sp -= 2; \
    if (cond) BRANCH(); \
    NEXT(); \
  }
#define ARRAY_CHECK(arr, idx) \
  do { \
    NPE_IF(arr); \
    if (UNLIKELY((uint32_t)(idx) >= *(uint32_t *)(void *)(mem + (arr) + ARRAY_LENGTH))) \
      THROW("java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %d", \
            (idx), *(int32_t *)(void *)(mem + (arr) + ARRAY_LENGTH)); \
  } while (0)
#define ALOAD(NAME, shift, type, store) \
  L_##NAME : { \
    ref arr = U(-2); \
    int32_t i = S(-1); \
    const uint8_t *from; \
    uint32_t off; \
    type v; \
    ARRAY_CHECK(arr, i); \
    off = ARRAY_BASE + ((uint32_t)i << (shift)); \
    from = mem + arr + off; \
    MEMORY_READ(from, arr, off, 1 << (shift), ACCESS_PLAIN, false); \
    memcpy(&v, from, sizeof v); \
    sp -= 2; \
    store; \
    NEXT(); \
  }
#define ASTORE(NAME, shift, type, slots, value) \
  L_##NAME : { \
    ref arr = sp[-2 - (slots)]; \
    int32_t i = (int32_t)sp[-1 - (slots)]; \
    uint32_t off; \
    ARRAY_CHECK(arr, i); \
    off = ARRAY_BASE + ((uint32_t)i << (shift)); \
    WRITE_PLAIN(arr, off, 1 << (shift), PUT(type, arr + off, (value))); \
    sp -= 2 + (slots); \
    NEXT(); \
  }

/* Ends a frame without flags. Its caller continues after the call. */
#if CHECKED
#define LEAVE_ATOMIC() \
  do { \
    if (UNLIKELY(vm->section.frame == t->frame)) vm->section.frame = 0; \
  } while (0)
#else
#define LEAVE_ATOMIC() ((void)0)
#endif
#define RETURN_TO_CALLER() \
  do { \
    uint32_t caller = f->prev; \
    LEAVE_ATOMIC(); \
    COUNT_TO(pc + 1); \
    ENTER_CALLER(caller); \
    t->frame = caller; \
    f = vm_frame(vm, caller); \
    m = vm->methods.data[f->method]; \
    pc = m->code->insns + f->pc; \
    count = done - (uint64_t)(uintptr_t)(pc + 1); \
    sp = (uint32_t *)(void *)(mem + f->sp); \
    lv = (uint32_t *)(void *)(mem + f->locals); \
  } while (0)

/* Use before a call, so that recursion without loops also stops on request. */
#define COUNT_CALL() \
  do { \
    if (UNLIKELY(--vm->run.calls == 0)) { \
      SAVE(); \
      if (look_up(vm, COUNTED_AT(pc) / sizeof *pc)) { \
        reason = STOP_BUDGET; \
        goto leave; \
      } \
    } \
  } while (0)

/* Returns whether a signal, a time limit or --max-steps stops the interpreter. Called once in many
 * calls of methods. */
static bool look_up(struct vm *vm, uint64_t in_flight) {
  enum { CALLS = 1 << 16 };
  vm->run.calls = CALLS;
  return (vm->sched.stop && *vm->sched.stop) ||
         (vm->sched.insn_limit && vm->insn_total + in_flight >= vm->sched.insn_limit);
}

int INTERP_NAME(struct vm *vm, struct thread *t) {
  static const void *const labels[QUICK_COUNT] = {
#define LABEL_KEPT(n) [OP_##n] = &&L_##n,
#define LABEL_MADE(n)
#define OPCODE(code, n, mnemonic, format, effect, local, flow, kept) LABEL_##kept(n)
#include "engine/classfile/opcodes.def"
#undef OPCODE
#undef LABEL_KEPT
#undef LABEL_MADE
#define QUICK(n) [Q_##n] = &&LQ_##n,
      QUICK_OPS(QUICK) FUSED_OPS(QUICK)
#undef QUICK
  };
  uint8_t *const mem = vm->arena.mem;
  struct frame *f;
  struct method *m;
  struct qinsn *pc;
  uint32_t *sp, *lv;
  uint64_t count, done = 0;
  struct method *callee;
  uint32_t *args;
  uint32_t result_slots;
  int answer, reason;
#ifdef HEDDLE_ONE_JUMP
  uint32_t next_op;
#endif
  const uint32_t stack_limit = STACK_END(t->index) - 4096;

#if CHECKED
  vm_update_slow(vm);
#endif

  LOAD();
  DISPATCH();

#ifdef HEDDLE_ONE_JUMP
dispatch:
  goto *labels[next_op];
#endif
L_NOP:
  NEXT();
LQ_LDC32:
  *sp++ = (uint32_t)pc->u.l;
  NEXT();
LQ_LDC64:
  memcpy(sp, &pc->u.l, 8);
  sp += 2;
  NEXT();
LQ_LDC_REF:
  *sp++ = pc->u.r;
  NEXT();
LQ_ICONST:
  *sp++ = (uint32_t)pc->b;
  NEXT();
LQ_ILOAD:
  *sp++ = lv[pc->a];
  NEXT();
LQ_LLOAD:
  memcpy(sp, lv + pc->a, 8);
  sp += 2;
  NEXT();
LQ_ISTORE:
  lv[pc->a] = *--sp;
  NEXT();
LQ_LSTORE:
  sp -= 2;
  memcpy(lv + pc->a, sp, 8);
  NEXT();
LQ_LL:
  sp[0] = lv[pc[0].a];
  sp[1] = lv[pc[1].a];
  sp += 2;
  SKIP(2);
LQ_L_S:
  lv[pc[1].a] = lv[pc[0].a];
  SKIP(2);
LQ_C_S:
  lv[pc[1].a] = (uint32_t)pc[0].u.l;
  SKIP(2);
LQ_S_L:
  lv[pc[0].a] = sp[-1];
  sp[-1] = lv[pc[1].a];
  SKIP(2);
L_LDC : {
  ref r;
  SAVE();
  if (m->owner->cf->cp[pc->a].tag == CP_DYNAMIC) {
    TRY(resolve_dynamic(vm, t, m->owner, pc->a, &callee));
    pc->u.p = callee;
    if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) goto LQ_INVOKESTATIC;
    interp_quicken(vm, m, pc, Q_INVOKESTATIC);
    REDISPATCH();
  }
  TRY(resolve_ldc(vm, t, m->owner, pc->a, &r));
  pc->u.r = r;
  if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) goto LQ_LDC_REF;
  interp_quicken(vm, m, pc, Q_LDC_REF);
  REDISPATCH();
}

  FUSED_ALOAD(IALOAD, 2, uint32_t, *sp++ = v)
  ALOAD(IALOAD, 2, uint32_t, *sp++ = v)
  ALOAD(FALOAD, 2, uint32_t, *sp++ = v)
LQ_LL_IALOAD_S : {
  ref arr = lv[pc[0].a];
  uint32_t i = lv[pc[1].a];
  if (!ELEMENT_OF(arr, i)) goto LQ_LL;
  memcpy(&lv[pc[3].a], mem + arr + ARRAY_BASE + (i << 2), 4);
  SKIP(4);
}
LQ_L_IINC_L_IALOAD : { /* a[++i] */
  ref arr = lv[pc[0].a];
  uint32_t i;
  lv[pc[1].a] += (uint32_t)pc[1].b;
  i = lv[pc[2].a];
  if (!ELEMENT_OF(arr, i)) {
    lv[pc[1].a] -= (uint32_t)pc[1].b;
    goto LQ_ILOAD;
  }
  memcpy(sp++, mem + arr + ARRAY_BASE + (i << 2), 4);
  SKIP(4);
}
LQ_IINC_L_IALOAD : {
  ref arr = U(-1);
  uint32_t i;
  lv[pc->a] += (uint32_t)pc->b;
  i = lv[pc[1].a];
  if (!ELEMENT_OF(arr, i)) NEXT();
  memcpy(sp - 1, mem + arr + ARRAY_BASE + (i << 2), 4);
  SKIP(3);
}
LQ_LLL_IASTORE : {
  ref arr = lv[pc[0].a];
  uint32_t i = lv[pc[1].a];
  if (!ELEMENT(arr, i, true)) goto LQ_LL;
  PUT(uint32_t, arr + ARRAY_BASE + (i << 2), lv[pc[2].a]);
  SKIP(4);
}
  FUSED_ALOAD(AALOAD, 2, uint32_t, *sp++ = v)
  ALOAD(AALOAD, 2, uint32_t, *sp++ = v)
  FUSED_ALOAD(LALOAD, 3, uint64_t, (memcpy(sp, &v, 8), sp += 2))
  ALOAD(LALOAD, 3, uint64_t, (memcpy(sp, &v, 8), sp += 2))
  ALOAD(DALOAD, 3, uint64_t, (memcpy(sp, &v, 8), sp += 2))
  FUSED_ALOAD(BALOAD, 0, int8_t, *sp++ = (uint32_t)(int32_t)v)
  ALOAD(BALOAD, 0, int8_t, *sp++ = (uint32_t)(int32_t)v)
  FUSED_ALOAD(CALOAD, 1, uint16_t, *sp++ = v)
  ALOAD(CALOAD, 1, uint16_t, *sp++ = v)
  ALOAD(SALOAD, 1, int16_t, *sp++ = (uint32_t)(int32_t)v)
  ASTORE(IASTORE, 2, uint32_t, 1, sp[-1])
  ASTORE(FASTORE, 2, uint32_t, 1, sp[-1])
  ASTORE(LASTORE, 3, uint64_t, 2, GET64(uint64_t, sp - 2))
  ASTORE(DASTORE, 3, uint64_t, 2, GET64(uint64_t, sp - 2))
  ASTORE(CASTORE, 1, uint16_t, 1, (uint16_t)sp[-1])
  ASTORE(SASTORE, 1, uint16_t, 1, (uint16_t)sp[-1])
L_BASTORE : {
  ref arr = U(-3);
  int32_t i = S(-2);
  ARRAY_CHECK(arr, i);
  WRITE_PLAIN(arr, ARRAY_BASE + (uint32_t)i, 1,
              PUT(uint8_t, arr + ARRAY_BASE + (uint32_t)i,
                  vm_klass(vm, arr)->elem_type == 'Z' ? U(-1) & 1 : U(-1)));
  sp -= 3;
  NEXT();
}
L_AASTORE : {
  ref arr = U(-3), v = U(-1);
  int32_t i = S(-2);
  ARRAY_CHECK(arr, i);
  if (v && vm_klass(vm, arr)->elem != vm_klass(vm, v) &&
      !vm_instance_of(vm, v, vm_klass(vm, arr)->elem)) {
    char *name = klass_dotted(vm_klass(vm, v));
    SAVE();
    vm_throw(vm, t, "java/lang/ArrayStoreException", "%s", name);
    free(name);
    goto thrown;
  }
  WRITE_PLAIN(arr, ARRAY_BASE + (uint32_t)i * 4, 4, PUT_REF(arr, ARRAY_BASE + (uint32_t)i * 4, v));
  sp -= 3;
  NEXT();
}

L_POP:
  sp--;
  NEXT();
L_POP2:
  sp -= 2;
  NEXT();
L_DUP:
  sp[0] = sp[-1];
  sp++;
  NEXT();
L_DUP_X1 : {
  uint32_t b = sp[-1], a = sp[-2];
  sp[-2] = b;
  sp[-1] = a;
  sp[0] = b;
  sp++;
  NEXT();
}
L_DUP_X2 : {
  uint32_t c = sp[-1], b = sp[-2], a = sp[-3];
  sp[-3] = c;
  sp[-2] = a;
  sp[-1] = b;
  sp[0] = c;
  sp++;
  NEXT();
}
L_DUP2:
  sp[0] = sp[-2];
  sp[1] = sp[-1];
  sp += 2;
  NEXT();
L_DUP2_X1 : {
  uint32_t c = sp[-1], b = sp[-2], a = sp[-3];
  sp[-3] = b;
  sp[-2] = c;
  sp[-1] = a;
  sp[0] = b;
  sp[1] = c;
  sp += 2;
  NEXT();
}
L_DUP2_X2 : {
  uint32_t d = sp[-1], c = sp[-2], b = sp[-3], a = sp[-4];
  sp[-4] = c;
  sp[-3] = d;
  sp[-2] = a;
  sp[-1] = b;
  sp[0] = c;
  sp[1] = d;
  sp += 2;
  NEXT();
}
L_SWAP : {
  uint32_t a = sp[-1];
  sp[-1] = sp[-2];
  sp[-2] = a;
  NEXT();
}

  ARITH(IADD, (int32_t)((uint32_t)a + (uint32_t)b))
  ARITH(ISUB, (int32_t)((uint32_t)a - (uint32_t)b))
  ARITH(IMUL, (int32_t)((uint32_t)a * (uint32_t)b))
L_IDIV : {
  int32_t a = S(-2), b = S(-1);
  if (!b) THROW("java/lang/ArithmeticException", "/ by zero");
  sp--;
  S(-1) = b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b;
  NEXT();
}
L_IREM : {
  int32_t a = S(-2), b = S(-1);
  if (!b) THROW("java/lang/ArithmeticException", "/ by zero");
  sp--;
  S(-1) = b == -1 ? 0 : a % b;
  NEXT();
}
  ARITH(ISHL, (int32_t)((uint32_t)a << (b & 31)))
  ARITH(ISHR, a >> (b & 31))
  ARITH(IUSHR, (int32_t)((uint32_t)a >> (b & 31)))
  ARITH(IAND, a & b)
  ARITH(IOR, a | b)
  ARITH(IXOR, a ^ b)
  BIN_J(LADD, (int64_t)((uint64_t)a + (uint64_t)b))
LQ_LADD_S : {
  uint64_t v = GET64(uint64_t, sp - 4) + GET64(uint64_t, sp - 2);
  sp -= 4;
  memcpy(lv + pc[1].a, &v, 8);
  SKIP(2);
}
LQ_I2L_LADD : {
  uint64_t v = GET64(uint64_t, sp - 3) + (uint64_t)(int64_t)S(-1);
  sp--;
  memcpy(sp - 2, &v, 8);
  SKIP(2);
}
LQ_I2L_LADD_S : {
  uint64_t v = GET64(uint64_t, sp - 3) + (uint64_t)(int64_t)S(-1);
  sp -= 3;
  memcpy(lv + pc[2].a, &v, 8);
  SKIP(3);
}
  BIN_J(LSUB, (int64_t)((uint64_t)a - (uint64_t)b))
  BIN_J(LMUL, (int64_t)((uint64_t)a * (uint64_t)b))
L_LDIV : {
  int64_t a = GET64(int64_t, sp - 4), b = GET64(int64_t, sp - 2);
  if (!b) THROW("java/lang/ArithmeticException", "/ by zero");
  sp -= 2;
  SET64(sp - 2, b == -1 ? (int64_t)(0ull - (uint64_t)a) : a / b, int64_t);
  NEXT();
}
L_LREM : {
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
L_INEG:
  S(-1) = (int32_t)(0u - U(-1));
  NEXT();
L_LNEG:
  SET64(sp - 2, (int64_t)(0ull - GET64(uint64_t, sp - 2)), int64_t);
  NEXT();
L_FNEG:
  SETF(sp - 1, -GETF(sp - 1));
  NEXT();
L_DNEG:
  SET64(sp - 2, -GET64(double, sp - 2), double);
  NEXT();
L_IINC:
  lv[pc->a] += (uint32_t)pc->b;
  NEXT();
LQ_IINC_GOTO:
  lv[pc->a] += (uint32_t)pc->b;
  pc++;
  BRANCH();
L_I2L:
  SET64(sp - 1, (int64_t)S(-1), int64_t);
  sp++;
  NEXT();
L_I2F:
  SETF(sp - 1, (float)S(-1));
  NEXT();
L_I2D:
  SET64(sp - 1, (double)S(-1), double);
  sp++;
  NEXT();
L_L2I:
  sp--;
  NEXT(); /* the low word stays on the stack */
L_L2F : {
  int64_t v = GET64(int64_t, sp - 2);
  sp--;
  SETF(sp - 1, (float)v);
  NEXT();
}
L_L2D:
  SET64(sp - 2, (double)GET64(int64_t, sp - 2), double);
  NEXT();
L_F2I:
  S(-1) = interp_d2i((double)GETF(sp - 1));
  NEXT();
L_F2L:
  SET64(sp - 1, interp_d2l((double)GETF(sp - 1)), int64_t);
  sp++;
  NEXT();
L_F2D:
  SET64(sp - 1, (double)GETF(sp - 1), double);
  sp++;
  NEXT();
L_D2I : {
  double v = GET64(double, sp - 2);
  sp--;
  S(-1) = interp_d2i(v);
  NEXT();
}
L_D2L:
  SET64(sp - 2, interp_d2l(GET64(double, sp - 2)), int64_t);
  NEXT();
L_D2F : {
  double v = GET64(double, sp - 2);
  sp--;
  SETF(sp - 1, (float)v);
  NEXT();
}
L_I2B:
  S(-1) = (int8_t)S(-1);
  NEXT();
L_I2C:
  S(-1) = (uint16_t)S(-1);
  NEXT();
L_I2S:
  S(-1) = (int16_t)S(-1);
  NEXT();
L_LCMP : {
  int64_t a = GET64(int64_t, sp - 4), b = GET64(int64_t, sp - 2);
  sp -= 3;
  S(-1) = a < b ? -1 : a > b;
  NEXT();
}
L_FCMPL : {
  float a = GETF(sp - 2), b = GETF(sp - 1);
  sp--;
  S(-1) = a > b ? 1 : a == b ? 0 : -1;
  NEXT();
}
L_FCMPG : {
  float a = GETF(sp - 2), b = GETF(sp - 1);
  sp--;
  S(-1) = a < b ? -1 : a == b ? 0 : 1;
  NEXT();
}
L_DCMPL : {
  double a = GET64(double, sp - 4), b = GET64(double, sp - 2);
  sp -= 3;
  S(-1) = a > b ? 1 : a == b ? 0 : -1;
  NEXT();
}
L_DCMPG : {
  double a = GET64(double, sp - 4), b = GET64(double, sp - 2);
  sp -= 3;
  S(-1) = a < b ? -1 : a == b ? 0 : 1;
  NEXT();
}

  FIF1(IFEQ, a == 0)
  FIF1(IFNE, a != 0)
  FIF1(IFLT, a < 0)
  FIF1(IFGE, a >= 0)
  FIF1(IFGT, a > 0)
  FIF1(IFLE, a <= 0)
  FIF1(IFNULL, a == 0)
  FIF1(IFNONNULL, a != 0)
  FIF2_I(IF_ICMPEQ, a == b)
  FIF2_I(IF_ICMPNE, a != b)
  FIF2_I(IF_ICMPLT, a < b)
  FIF2_I(IF_ICMPGE, a >= b)
  FIF2_I(IF_ICMPGT, a > b)
  FIF2_I(IF_ICMPLE, a <= b)
  FIF2(IF_ACMPEQ, a == b)
  FIF2(IF_ACMPNE, a != b)
L_GOTO:
  BRANCH();
L_JSR:
  *sp++ = PC_INDEX() + 1;
  BRANCH();
L_RET : {
  uint32_t to = lv[pc->a];
  JUMP_TO(to);
}
LQ_SWITCH : {
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
      if (s->keys[mid] < v)
        lo = mid + 1;
      else
        hi = mid;
    }
    if (lo < s->count && s->keys[lo] == v) to = s->targets[lo];
  }
  JUMP_TO(to);
}

  /* ---- fields ---- */
L_GETFIELD : {
  struct field *fd;
  SAVE();
  TRY(resolve_field(vm, t, m->owner, pc->a, false, &fd));
  pc->u.p = fd;
  pc->b = (int32_t)fd->offset;
  if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) GO(interp_getfield_form(vm, fd));
  interp_quicken(vm, m, pc, interp_getfield_form(vm, fd));
  REDISPATCH();
}
L_PUTFIELD : {
  struct field *fd;
  SAVE();
  TRY(resolve_field(vm, t, m->owner, pc->a, false, &fd));
  TRY(access_final_throw(vm, t, m, fd));
  pc->u.p = fd;
  pc->b = (int32_t)fd->offset;
  if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) GO(interp_putfield_form(vm, fd));
  interp_quicken(vm, m, pc, interp_putfield_form(vm, fd));
  REDISPATCH();
}
#define GETFIELD_FORM(NAME, size, type, conv, mode, final) \
  LQ_GETFIELD_##NAME : { \
    ref o = U(-1); \
    const uint8_t *from = mem + o + pc->b; \
    type v; \
    NPE_IF(o); \
    MEMORY_READ(from, o, (uint32_t)pc->b, size, mode, final); \
    memcpy(&v, from, sizeof v); \
    U(-1) = (uint32_t)(conv)v; \
    NEXT(); \
  }
  GETFIELD_FORM(B, 1, int8_t, int32_t, ACCESS_PLAIN, false)
  GETFIELD_FORM(C, 2, uint16_t, uint32_t, ACCESS_PLAIN, false)
  GETFIELD_FORM(S, 2, int16_t, int32_t, ACCESS_PLAIN, false)
  GETFIELD_FORM(VOLATILE_I, 4, uint32_t, uint32_t, ACCESS_VOLATILE, false)
LQ_L_GETFIELD_I : {
  ref o = lv[pc->a];
  if (!PLAIN(o, false)) goto LQ_ILOAD;
  *sp++ = FIELD(o, 1);
  SKIP(2);
}
LQ_F_S : {
  ref o = lv[pc->a];
  if (!PLAIN(o, false)) goto LQ_ILOAD;
  lv[pc[2].a] = FIELD(o, 1);
  SKIP(3);
}
LQ_L_DUP_GETFIELD_I : {
  ref o = lv[pc->a];
  if (!PLAIN(o, false)) goto LQ_ILOAD;
  sp[0] = o;
  sp[1] = FIELD(o, 2);
  sp += 2;
  SKIP(3);
}
LQ_L_DUP_GETFIELD_J : {
  ref o = lv[pc->a];
  if (!PLAIN(o, false)) goto LQ_ILOAD;
  sp[0] = o;
  memcpy(sp + 1, mem + o + pc[2].b, 8);
  sp += 3;
  SKIP(3);
}
  GETFIELD_FORM(I, 4, uint32_t, uint32_t, ACCESS_PLAIN, false)
LQ_L_GETFIELD_B:
  *sp++ = lv[pc->a];
  pc++;
  goto LQ_GETFIELD_B;
LQ_L_GETFIELD_VOLATILE_I:
  *sp++ = lv[pc->a];
  pc++;
  goto LQ_GETFIELD_VOLATILE_I;
LQ_L_GETFIELD_FINAL_I:
  *sp++ = lv[pc->a];
  pc++;
LQ_GETFIELD_FINAL_I : {
  ref o = U(-1);
  const uint8_t *from = mem + o + pc->b;
  NPE_IF(o);
#if CHECKED
  {
    const struct field *fd = pc->u.p;
    MEMORY_READ(from, o, (uint32_t)pc->b, 4, interp_mode_of(fd), true);
  }
#endif
  memcpy(sp - 1, from, 4);
  NEXT();
}
LQ_L_GETFIELD_J : {
  ref o = lv[pc->a];
  if (!PLAIN(o, false)) goto LQ_ILOAD;
  memcpy(sp, mem + o + pc[1].b, 8);
  sp += 2;
  SKIP(2);
}
LQ_GETFIELD_J : {
  ref o = U(-1);
  const uint8_t *from = mem + o + pc->b;
  NPE_IF(o);
  MEMORY_READ(from, o, (uint32_t)pc->b, 8, ACCESS_PLAIN, false);
  memcpy(sp - 1, from, 8);
  sp++;
  NEXT();
}
LQ_GETFIELD_FINAL : {
  const struct field *fd = pc->u.p;
  ref o = U(-1);
  const uint8_t *from = mem + o + (uint32_t)pc->b;
  NPE_IF(o);
#if CHECKED
  bool hidden = fd->quiet < QUIET_OWN || quiet_get(vm, t, o, fd);
#endif
  MEMORY_READ(from, o, (uint32_t)pc->b, interp_type_size[(int)fd->type], interp_mode_of(fd),
              hidden);
  sp = push_value(from, fd->type, sp - 1);
  NEXT();
}
LQ_GETFIELD_ANY : {
  const struct field *fd = pc->u.p;
  ref o = U(-1);
  const uint8_t *from = mem + o + fd->offset;
  NPE_IF(o);
  MEMORY_READ(from, o, fd->offset, interp_type_size[(int)fd->type], interp_mode_of(fd), false);
  sp = push_value(from, fd->type, sp - 1);
  NEXT();
}
#define PUTFIELD_FORM(NAME, type, size, value) \
  LQ_PUTFIELD_##NAME : { \
    ref o = U(-2); \
    NPE_IF(o); \
    WRITE_PLAIN(o, (uint32_t)pc->b, size, PUT(type, o + (uint32_t)pc->b, (value))); \
    sp -= 2; \
    NEXT(); \
  }
  PUTFIELD_FORM(I, uint32_t, 4, U(-1))
LQ_LL_PUTFIELD_I:
LQ_LL_PUTFIELD_A : { /* storing to an unshared object lets nothing escape */
  ref o = lv[pc[0].a];
  if (!PLAIN(o, true)) goto LQ_LL;
  PUT(uint32_t, o + (uint32_t)pc[2].b, lv[pc[1].a]);
  SKIP(3);
}
LQ_IADD_PUTFIELD_I : {
  ref o = U(-3);
  if (!PLAIN(o, true)) goto L_IADD;
  PUT(uint32_t, o + (uint32_t)pc[1].b, U(-2) + U(-1));
  sp -= 3;
  SKIP(2);
}
LQ_C_IADD_PUTFIELD_I : {
  ref o = U(-2);
  if (!PLAIN(o, true)) goto LQ_C_IADD;
  PUT(uint32_t, o + (uint32_t)pc[2].b, U(-1) + (uint32_t)CONST(0));
  sp -= 2;
  SKIP(3);
}
LQ_L_IADD_PUTFIELD_I : {
  ref o = U(-2);
  if (!PLAIN(o, true)) goto LQ_L_IADD;
  PUT(uint32_t, o + (uint32_t)pc[2].b, U(-1) + lv[pc[0].a]);
  sp -= 2;
  SKIP(3);
}
LQ_LADD_PUTFIELD_J : {
  ref o = U(-5);
  if (!PLAIN(o, true)) goto L_LADD;
  PUT(uint64_t, o + (uint32_t)pc[1].b, GET64(uint64_t, sp - 4) + GET64(uint64_t, sp - 2));
  sp -= 5;
  SKIP(2);
}
LQ_C_LADD_PUTFIELD_J : {
  ref o = U(-3);
  if (!PLAIN(o, true)) goto LQ_LDC64;
  PUT(uint64_t, o + (uint32_t)pc[2].b, GET64(uint64_t, sp - 2) + (uint64_t)pc[0].u.l);
  sp -= 3;
  SKIP(3);
}
  PUTFIELD_FORM(Z, uint8_t, 1, U(-1) & 1)
  PUTFIELD_FORM(B, uint8_t, 1, U(-1))
LQ_PUTFIELD_J : {
  ref o = U(-3);
  NPE_IF(o);
  WRITE_PLAIN(o, (uint32_t)pc->b, 8, PUT(uint64_t, o + (uint32_t)pc->b, GET64(uint64_t, sp - 2)));
  sp -= 3;
  NEXT();
}
LQ_PUTFIELD_A : {
  ref o = U(-2), v = U(-1);
  NPE_IF(o);
  WRITE_PLAIN(o, (uint32_t)pc->b, 4, PUT_REF(o, (uint32_t)pc->b, v));
  sp -= 2;
  NEXT();
}
/* Stores the value whose slots begin at `v`. References go through the escape rule. */
#define STORE_VALUE(holder, fd, v) \
  do { \
    uint32_t to_addr = (holder) + (fd)->offset; \
    switch ((fd)->type) { \
      case 'Z': PUT(uint8_t, to_addr, *(v)&1); break; \
      case 'B': PUT(uint8_t, to_addr, *(v)); break; \
      case 'C': \
      case 'S': PUT(uint16_t, to_addr, *(v)); break; \
      case 'J': \
      case 'D': PUT(uint64_t, to_addr, GET64(uint64_t, (v))); break; \
      case 'L': \
      case '[': PUT_REF((holder), (fd)->offset, *(v)); break; \
      default: PUT(uint32_t, to_addr, *(v)); break; \
    } \
  } while (0)
LQ_PUTFIELD_ANY : {
  struct field *fd = pc->u.p;
  uint32_t slots = interp_type_size[(int)fd->type] == 8 ? 2 : 1;
  ref o = *(sp - slots - 1);
  NPE_IF(o);
#if CHECKED
  MEMORY_WRITE(o, fd->offset, interp_type_size[(int)fd->type], interp_mode_of(fd),
               (fd->flags & ACC_FINAL) || fd->quiet == QUIET_CACHE, STORE_VALUE(o, fd, sp - slots));
  if (fd->quiet == QUIET_STABLE || fd->quiet >= QUIET_OWN) quiet_put(vm, t, o, fd);
  /* a write outside of constructors: code generated for a method handle, as in the reflection of
   * later releases */
  if (fd->flags & ACC_FINAL && m->name->s[0] != '<') quiet_put_final(vm, o, fd);
  SAVE();
#endif
  STORE_VALUE(o, fd, sp - slots);
  if (fd->freezes) quiet_freeze(vm, sp[-1]);
  sp -= slots + 1;
  NEXT();
}
L_GETSTATIC:
L_PUTSTATIC : {
  struct field *fd;
  SAVE();
  TRY(resolve_field(vm, t, m->owner, pc->a, true, &fd));
  if (interp_own_op(vm, pc) == OP_PUTSTATIC) TRY(access_final_throw(vm, t, m, fd));
  TRY(proof_of(vm, t, fd->owner));
  quiet_classify(vm, fd);
  pc->u.p = fd;
  pc->b = (int32_t)(fd->owner->mirror + fd->offset);
  if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) {
    if (interp_own_op(vm, pc) == OP_GETSTATIC) goto LQ_GETSTATIC;
    goto LQ_PUTSTATIC;
  }
  interp_quicken(
      vm, m, pc,
      interp_own_op(vm, pc) == OP_GETSTATIC ? interp_getstatic_form(vm, fd) : Q_PUTSTATIC);
  REDISPATCH();
}
#define INIT(k) \
  do { \
    const struct klass *k_ = (k); \
    if (UNLIKELY( \
            klass_init_state(vm, k_) != INIT_DONE || \
            (CHECKED && vm->sched.trace_on && *MEM32(vm, k_->mirror + vm->mirror.init_row)))) { \
      SAVE(); \
      TRY(vm_init_class(vm, t, (struct klass *)(uintptr_t)k_)); \
    } \
  } while (0)
LQ_GETSTATIC_I : {
  const struct field *fd = pc->u.p;
  const uint8_t *from = mem + (uint32_t)pc->b;
  INIT(fd->owner);
  MEMORY_READ(from, fd->owner->mirror, fd->offset, 4, interp_mode_of(fd),
              (fd->flags & ACC_FINAL) || fd->quiet);
  memcpy(sp, from, 4);
  sp++;
  NEXT();
}
LQ_GETSTATIC : {
  const struct field *fd = pc->u.p;
  const uint8_t *from;
  INIT(fd->owner);
  from = mem + fd->owner->mirror + fd->offset;
  MEMORY_READ(from, fd->owner->mirror, fd->offset, interp_type_size[(int)fd->type],
              interp_mode_of(fd), (fd->flags & ACC_FINAL) || fd->quiet);
  sp = push_value(from, fd->type, sp);
  NEXT();
}
LQ_PUTSTATIC : {
  struct field *fd = pc->u.p;
  uint32_t slots = interp_type_size[(int)fd->type] == 8 ? 2 : 1;
  INIT(fd->owner);
  MEMORY_WRITE(fd->owner->mirror, fd->offset, interp_type_size[(int)fd->type], interp_mode_of(fd),
               (fd->flags & ACC_FINAL) || fd->quiet == QUIET_CACHE,
               STORE_VALUE(fd->owner->mirror, fd, sp - slots));
#if CHECKED
  if (fd->quiet == QUIET_STABLE) quiet_put(vm, t, fd->owner->mirror, fd);
#endif
  SAVE();
  STORE_VALUE(fd->owner->mirror, fd, sp - slots);
  if (fd->freezes && klass_init_state(vm, fd->owner) != INIT_RUNNING)
    quiet_freeze(vm, sp[-1]); /* otherwise class_init_end freezes it */
  sp -= slots;
  NEXT();
}

  /* ---- objects ---- */
L_NEW : {
  struct klass *k;
  SAVE();
  TRY(resolve_class(vm, t, m->owner, pc->a, &k));
  if (k->flags & (ACC_ABSTRACT | ACC_INTERFACE)) {
    char *name = klass_dotted(k);
    vm_throw(vm, t, "java/lang/InstantiationError", "%s", name);
    free(name);
    goto thrown;
  }
  TRY(proof_of(vm, t, k));
  pc->u.p = k;
  if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) goto LQ_NEW_;
  interp_quicken(vm, m, pc, Q_NEW_);
  REDISPATCH();
}
LQ_NEW_ : {
  struct klass *k = pc->u.p;
  ref r;
  INIT(k);
  SAFEPOINT();
#if CHECKED
  /* vm/makers.h looks at the frame to find the maker */
  if (UNLIKELY(vm->section.contracts)) SAVE();
#endif
  r = heap_alloc(vm, k->instance_size, k->id);
  if (UNLIKELY(!r)) {
    SAVE();
    if (!vm->boot.running) heap_collect(vm);
    r = vm_new_object(vm, t, k);
    if (!r) goto thrown;
  }
  *sp++ = r;
  NEXT();
}
L_NEWARRAY : {
  static const char types[] = "ZCFDBSIJ"; /* T_BOOLEAN = 4 ... */
  ref r;
  SAFEPOINT();
  ROOM(U(-1), 3);
  SAVE();
  r = vm_new_prim_array(vm, t, types[pc->a - T_BOOLEAN], S(-1));
  if (!r) goto thrown;
  U(-1) = r;
  NEXT();
}
L_ANEWARRAY : {
  struct klass *k;
  SAVE();
  TRY(resolve_class(vm, t, m->owner, pc->a, &k));
  pc->u.p = vm_array_class(vm, k);
  if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) goto LQ_ANEWARRAY_;
  interp_quicken(vm, m, pc, Q_ANEWARRAY_);
  REDISPATCH();
}
LQ_ANEWARRAY_ : {
  ref r;
  SAFEPOINT();
  ROOM(U(-1), 2);
  SAVE();
  r = vm_new_array(vm, t, pc->u.p, S(-1));
  if (!r) goto thrown;
  U(-1) = r;
  NEXT();
}
L_MULTIANEWARRAY : {
  struct klass *k;
  SAVE();
  TRY(resolve_class(vm, t, m->owner, pc->a, &k));
  pc->u.p = k;
  if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) goto LQ_MULTIANEWARRAY_;
  interp_quicken(vm, m, pc, Q_MULTIANEWARRAY_);
  REDISPATCH();
}
LQ_MULTIANEWARRAY_ : {
  const int32_t *dims = (const int32_t *)(sp - pc->b);
  ref r;
  int d = 0;
  SAFEPOINT();
  while (d < pc->b && dims[d] >= 0) d++;
  if (d == pc->b) ROOM(heap_multi_size(pc->u.p, dims, d), 0);
  SAVE();
  r = vm_new_multi_array(vm, t, pc->u.p, (const int32_t *)(sp - pc->b), pc->b);
  if (!r) goto thrown;
  sp -= pc->b;
  *sp++ = r;
  NEXT();
}
L_ARRAYLENGTH:
  NPE_IF(U(-1));
  U(-1) = array_length(vm, U(-1));
  NEXT();
L_CHECKCAST:
L_INSTANCEOF : {
  struct klass *k;
  SAVE();
  if (interp_own_op(vm, pc) == OP_CHECKCAST && !U(-1)) NEXT();
  TRY(resolve_class(vm, t, m->owner, pc->a, &k));
  pc->u.p = k;
  if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) {
    if (interp_own_op(vm, pc) == OP_CHECKCAST) goto LQ_CHECKCAST_;
    goto LQ_INSTANCEOF_;
  }
  interp_quicken(vm, m, pc, interp_own_op(vm, pc) == OP_CHECKCAST ? Q_CHECKCAST_ : Q_INSTANCEOF_);
  REDISPATCH();
}
LQ_CHECKCAST_ : {
  ref r = U(-1);
  if (r && vm_klass(vm, r) != pc->u.p && !klass_is_subclass(vm_klass(vm, r), pc->u.p)) {
    SAVE();
    vm_throw_class_cast(vm, t, r, pc->u.p);
    goto thrown;
  }
  NEXT();
}
LQ_INSTANCEOF_ : {
  ref r = U(-1);
  U(-1) = r && (vm_klass(vm, r) == pc->u.p || klass_is_subclass(vm_klass(vm, r), pc->u.p));
  NEXT();
}
L_ATHROW:
  SAVE();
  NPE_IF(U(-1));
  t->exception = U(-1);
  goto thrown;
L_MONITORENTER:
  NPE_IF(U(-1));
  SAVE();
  VISIBLE_OR_STOP(OPK_LOCK, U(-1));
  TRY(monitor_enter(vm, t, U(-1)));
  sp--;
  NEXT();
L_MONITOREXIT:
  NPE_IF(U(-1));
  SAVE();
  UNLOCK_OR_STOP(U(-1));
  TRY(monitor_exit(vm, t, U(-1)));
  sp--;
  NEXT();

  /* ---- calls ---- */
L_INVOKESTATIC:
L_INVOKESPECIAL:
L_INVOKEVIRTUAL:
L_INVOKEINTERFACE:
  SAVE();
  TRY(interp_resolve_invoke(vm, t, m, pc, &callee));
  if (LIKELY(!callee)) REDISPATCH();
  if (interp_own_op(vm, pc) == OP_INVOKESTATIC) goto LQ_INVOKESTATIC;
  if (interp_calls_directly(vm, pc, callee)) goto LQ_INVOKEDIRECT;
  args = sp - callee->arg_slots;
  NPE_IF(*args);
  {
    const struct klass *k = vm_klass(vm, *args);
    struct method *selected = vm_select(vm, k, callee);
    if (UNLIKELY(!selected)) {
      SAVE();
      interp_no_method(vm, t, k, callee);
      goto thrown;
    }
    callee = selected;
  }
  goto invoke;
L_INVOKEDYNAMIC : {
  struct call_site cs;
  SAVE();
  TRY(resolve_indy(vm, t, m->owner, pc->a, &cs));
  if (cs.constant) {
    pc->u.r = cs.constant;
    if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) goto LQ_LDC_REF;
    interp_quicken(vm, m, pc, Q_LDC_REF);
  } else {
    pc->u.p = cs.target;
    if (UNLIKELY(resolve_varies(vm, m->owner, pc->a))) {
      if (cs.target->owner->has_clinit) goto LQ_INVOKESTATIC;
      goto LQ_INVOKEDYNAMIC;
    }
    interp_quicken(vm, m, pc, cs.target->owner->has_clinit ? Q_INVOKESTATIC : Q_INVOKEDYNAMIC);
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
LQ_INVOKEVIRTUAL : {
  args = sp - pc->a;
  NPE_IF(*args);
  INVARIANT((uint32_t)pc->b < vm_klass(vm, *args)->vtable_len,
            "a virtual call has a place in the table: %d of %s", pc->b, m->name->s);
  callee = vm_klass(vm, *args)->vtable[pc->b];
  goto invoke;
}
LQ_INVOKEINTERFACE : {
  struct icache *ic = pc->u.p;
  const struct klass *k;
  args = sp - pc->b;
  NPE_IF(*args);
  k = vm_klass(vm, *args);
  if (LIKELY(ic->klass == k)) {
    callee = ic->target;
  } else {
    callee = interp_select(vm, ic, k);
    if (UNLIKELY(!callee)) {
      SAVE();
      interp_no_method(vm, t, k, ic->method);
      goto thrown;
    }
  }
  goto invoke;
}

invoke : { /* input: callee, args */
  const struct code *c = callee->ready;
  struct frame *n;
  uint32_t fp, top, locals;
  if (UNLIKELY(!c)) goto invoke_slow;
enter:
  locals = (uint32_t)((uint8_t *)args - mem);
  INVARIANT(locals >= t->frame + FRAME_SIZE, "arguments are operands of the caller: %s",
            callee->name->s);
  fp = (locals + c->max_locals * 4u + 7) & ~7u;
  top = fp + FRAME_SIZE + c->max_stack * 4u;
  COUNT_CALL();
  if (UNLIKELY(top > stack_limit)) {
    SAVE();
    vm_throw(vm, t, "java/lang/StackOverflowError", NULL);
    goto thrown;
  }
  if (top > vm->run.stack_high) vm->run.stack_high = top;
  COUNT_TO(pc + 1);
  f->pc = PC_INDEX();
  f->sp = locals;
  n = vm_frame(vm, fp);
  n->prev = t->frame;
  n->method = callee->id;
  n->pc = 0;
  n->locals = locals;
  n->sp = fp + FRAME_SIZE;
  n->sync = 0;
  n->flags = 0;
  n->aux = 0;
  lv = args;
  f = n;
  t->frame = fp;
#if CHECKED
  if (UNLIKELY(vm->section.frame || vm->atomic)) section_enter(vm, callee, fp);
#endif
  m = callee;
  pc = c->insns;
  COUNT_FROM_PC();
  sp = (uint32_t *)(void *)((uint8_t *)f + FRAME_SIZE);
  DISPATCH();

invoke_slow:
  COUNT_CALL();
  if (callee->native) goto invoke_native;
  c = callee->code;
  if (!c) {
    SAVE();
    c = code_of(vm, callee);
    if (!c) {
      if (vm->err.code) goto failed;
      if (callee->flags & ACC_NATIVE)
        vm_lacks_native(vm, t, callee);
      else
        vm_throw_abstract(vm, t, callee->flags & ACC_STATIC ? NULL : vm_klass(vm, *args), callee);
      if (vm->err.code) goto failed;
      goto thrown;
    }
  }
  if (!(callee->flags & ACC_SYNCHRONIZED)) {
    callee->ready = callee->code;
    goto enter;
  }
  {
    ref sync = callee->flags & ACC_STATIC ? callee->owner->mirror : *args;
    SAVE();
    VISIBLE_OR_STOP(OPK_LOCK, sync);
    TRY(monitor_enter(vm, t, sync));
    COUNT_TO(pc + 1);
    f->sp = (uint32_t)((uint8_t *)args - mem);
    fp = (f->sp + c->max_locals * 4u + 7) & ~7u;
    top = fp + FRAME_SIZE + c->max_stack * 4u;
    if (UNLIKELY(top > stack_limit)) {
      f->sp = (uint32_t)((uint8_t *)sp - mem);
      monitor_exit(vm, t, sync);
      vm_throw(vm, t, "java/lang/StackOverflowError", NULL);
      goto thrown;
    }
    if (top > vm->run.stack_high) vm->run.stack_high = top;
    *vm_frame(vm, fp) = (struct frame){.prev = t->frame,
                                       .method = callee->id,
                                       .locals = f->sp,
                                       .sp = fp + FRAME_SIZE,
                                       .sync = sync,
                                       .flags = FRAME_SYNC};
    f = vm_frame(vm, fp);
  }
  lv = args;
  t->frame = fp;
#if CHECKED
  if (UNLIKELY(vm->section.frame || vm->atomic)) section_enter(vm, callee, fp);
#endif
  m = callee;
  pc = c->insns;
  COUNT_FROM_PC();
  sp = (uint32_t *)(void *)((uint8_t *)f + FRAME_SIZE);
  DISPATCH();
}

invoke_native : {
  struct native_call nc;
  int r;
  SAVE();
  nc.vm = vm;
  nc.t = t;
  nc.m = callee;
  nc.args = args;
  nc.ret.l = 0;
  vm->run.native = callee;
  r = callee->native(&nc);
  vm->run.native = NULL;
  if (UNLIKELY(vm->violation.property)) goto violated;
  interp_check_native(vm, t, callee, r, (uint32_t)((uint8_t *)f - mem));
  switch (r) {
    case NATIVE_OK:
      sp = args;
      switch (callee->ret) {
        case 'V': break;
        case 'J':
        case 'D':
          memcpy(sp, &nc.ret.l, 8);
          sp += 2;
          break;
        case 'F':
          memcpy(sp, &nc.ret.f, 4);
          sp++;
          break;
        default: *sp++ = (uint32_t)nc.ret.i; break;
      }
      if (UNLIKELY(vm->heap.gc_wanted) && !vm->boot.running) {
        f->pc++; /* the result is on the stack, so the map of the next instruction applies */
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

L_IRETURN: /* JVMS ireturn: narrowing to the declared type */
  switch (m->ret_exact) {
    case 'Z': sp[-1] &= 1; break;
    case 'B': sp[-1] = (uint32_t)(int32_t)(int8_t)sp[-1]; break;
    case 'C': sp[-1] = (uint16_t)sp[-1]; break;
    case 'S': sp[-1] = (uint32_t)(int32_t)(int16_t)sp[-1]; break;
    default: break;
  }
  goto L_ARETURN;
LQ_L_ARETURN:
  *sp++ = lv[pc->a];
  pc++;
L_FRETURN:
L_ARETURN : {
  uint32_t value = sp[-1];
  if (UNLIKELY(f->flags)) {
    result_slots = 1;
    goto return_slow;
  }
  if (UNLIKELY(vm_frame(vm, f->prev)->flags & (FRAME_ROOT | FRAME_NEW))) {
    result_slots = 1;
    goto return_slow;
  }
  RETURN_TO_CALLER();
  *sp++ = value;
  SKIP(1);
}
L_LRETURN:
L_DRETURN : {
  uint64_t value = GET64(uint64_t, sp - 2);
  if (UNLIKELY(f->flags)) {
    result_slots = 2;
    goto return_slow;
  }
  if (UNLIKELY(vm_frame(vm, f->prev)->flags & (FRAME_ROOT | FRAME_NEW))) {
    result_slots = 2;
    goto return_slow;
  }
  RETURN_TO_CALLER();
  memcpy(sp, &value, 8);
  sp += 2;
  SKIP(1);
}
L_RETURN:
#if CHECKED
  if (UNLIKELY(vm->opt.stale_reads)) interp_returns(vm, m, lv[0]);
#endif
  if (UNLIKELY(f->flags)) {
    result_slots = 0;
    goto return_slow;
  }
  if (UNLIKELY(vm_frame(vm, f->prev)->flags & (FRAME_ROOT | FRAME_NEW))) {
    result_slots = 0;
    goto return_slow;
  }
  RETURN_TO_CALLER();
  SKIP(1);

/* Returns from a frame with flags, or to a frame that cannot simply continue. The value is in the
 * top `result_slots` operands. */
return_slow : {
  uint32_t flags = f->flags, value[2] = {0, 0};
  memcpy(value, sp - result_slots, result_slots * 4);
  SAVE();
  if (flags & FRAME_SYNC) {
    UNLOCK_OR_STOP(f->sync);
    TRY(monitor_exit(vm, t, f->sync));
  }
  if (flags & FRAME_CLINIT) class_init_end(vm, t, f, false);
#if CHECKED
  if (UNLIKELY(vm->section.frame == t->frame)) vm->section.frame = 0;
#endif
  COUNT_TO(pc + 1);
  INVARIANT(f->prev && f->prev < t->frame, "a frame returns to its caller: 0x%x", f->prev);
  ENTER_CALLER(f->prev);
  t->frame = f->prev;
  if (flags & FRAME_STOP) {
    reason = STOP_TERMINATED;
    t->insns += ICOUNT;
    vm->insn_total += ICOUNT;
    /* the result for a caller in the boot: result_slots words above the caller's stack */
    memcpy(mem + vm_frame(vm, t->frame)->sp, value, result_slots * 4);
    return reason;
  }
  f = vm_frame(vm, t->frame);
  if ((f->flags & (FRAME_ROOT | FRAME_NEW)) || (flags & (FRAME_CLINIT | FRAME_DISCARD))) {
    /* The instruction is executed again, and its mark, if it has one, was already passed. */
    if (vm->marks.hit >= 0 && t->frame == vm->marks.pending_frame && f->pc == vm->marks.pending_pc)
      vm->run.at_start = true;
    LOAD();
    DISPATCH();
  }
  m = vm->methods.data[f->method];
  pc = m->code->insns + f->pc + 1;
  sp = (uint32_t *)(void *)(mem + f->sp);
  lv = (uint32_t *)(void *)(mem + f->locals);
  memcpy(sp, value, result_slots * 4);
  sp += result_slots;
  COUNT_FROM_PC();
  DISPATCH();
}

LQ_MARK : {
  size_t i;
  for (i = 0; i < vm->marks.list.len; i++)
    if (vm->marks.list.data[i].method == m && vm->marks.list.data[i].pc == PC_INDEX()) break;
  CHECK(i < vm->marks.list.len, "a mark in the code is listed: %u of %s", PC_INDEX(), m->name->s);
  if (vm->sched.scheduling) {
    SAVE();
    if ((!vm->run.at_start || t->frame != vm->marks.pending_frame ||
         f->pc != vm->marks.pending_pc) &&
        (!vm->sched.cut || vm->sched.cut(vm->sched.cut_self, vm, t, OPK_MARK, 0, 0) != CUT_GO)) {
      t->op = OPK_MARK;
      t->op_obj = 0;
      t->op_off = vm->marks.list.data[i].id;
      reason = STOP_MARK;
      goto leave;
    }
    vm->run.at_start = false;
    vm->marks.hit = (int)i;
  }
  GO(vm->marks.list.data[i].op);
}
LQ_COVER:
  goto *labels[cover_hit(vm, m, pc, sp)];
LQ_END:
  SAVE();
  error_set(&vm->err, ERR_INTERNAL, "%s.%s: control ran off the end of the code", m->owner->name->s,
            m->name->s);
  goto failed;

  /* ---- the ways out ---- */
root : {
  int r;
#if CHECKED
  vm->run.in_flight = ICOUNT;
#endif
  r = thread_root(vm, t);
  if (r == 0) {
    LOAD();
    DISPATCH();
  }
  reason = r - 1;
  f = vm_frame(vm, t->frame ? t->frame : STACKS_BASE);
  t->insns += ICOUNT;
  vm->insn_total += ICOUNT;
  return reason;
}

answered:
  switch (answer) {
    case NATIVE_THROW: goto thrown;
    case NATIVE_STOP: goto stop_visible;
    case NATIVE_RETRY:
      if (t->state != THREAD_RUNNABLE) goto stop_blocked;
      COUNT_TO(pc + 1); /* so that two operations of one step never have the same count */
      LOAD();
      DISPATCH();
    case NATIVE_TAIL: LOAD(); DISPATCH();
    case NATIVE_EXIT: reason = STOP_EXIT; goto leave;
    default: goto failed;
  }

thrown : { /* t->exception is pending and the frame is saved */
  ref ex = t->exception;
  if (vm->err.code) goto failed;
  CHECK(ex, "what is thrown is pending: %s", m->name->s);
  COUNT_TO(pc + 1);
  for (;;) {
    int32_t h;
    f = vm_frame(vm, t->frame);
    if (f->flags & FRAME_ROOT) goto root;
    h = interp_handler(vm, f, ex);
    if (vm->err.code) goto failed;
    if (h >= 0) {
      const bool back = (uint32_t)h <= f->pc; /* handlers can form loops too, without a jump */
      t->exception = 0;
      f->pc = (uint32_t)h;
      f->sp = t->frame + FRAME_SIZE;
      *MEM32(vm, f->sp) = ex;
      f->sp += 4;
      LOAD();
      if (back && UNLIKELY(--vm->run.budget == 0)) goto budget;
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
    LEAVE_ATOMIC();
    ENTER_CALLER(f->prev);
    {
      bool stop = f->flags & FRAME_STOP;
      t->frame = f->prev;
      if (stop) {
        vm->insn_total += ICOUNT;
        return STOP_TERMINATED;
      }
    }
  }
}

budget: /* a back-edge that used up the budget, or a stop request */
  SAVE();
  if (vm->heap.gc_wanted && !vm->boot.running) heap_collect(vm);
  vm->run.budget = vm_budget(vm);
  if (look_up(vm, COUNTED_AT(pc) / sizeof *pc) || vm_spin_stop(vm, t)) {
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
  t->insns += ICOUNT;
  vm->insn_total += ICOUNT;
  return reason;
}
