/* Shared by the two instances of the interpreter loop and interp.c. Do not include it elsewhere. */
#ifndef HEDDLE_VM_INTERP_INTERP_INT_H
#define HEDDLE_VM_INTERP_INTERP_INT_H

#include "engine/vm/sched/quiet.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/coverage.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/interp/proof.h"
#include "engine/vm/interp/quick.h"
#include "engine/vm/indy/indy.h"
#include "engine/vm/loader/resolve.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* inline cache of invokeinterface: the last two receiver classes and the methods selected for
 * them */
struct icache {
  struct method *method;
  const struct klass *klass, *klass2;
  struct method *target, *target2;
};

/* The loop, compiled twice from interp_loop.h: interp_free for runs without scheduling and
 * listeners, interp_checked for all others. */
int interp_free(struct vm *vm, struct thread *t);
int interp_checked(struct vm *vm, struct thread *t);

int32_t interp_d2i(double d);
int64_t interp_d2l(double d);
/* Checks a memory access while scheduling or listeners are active. */
enum access_answer {
  ACCESS_GOES_ON,
  ACCESS_STOPS, /* the thread stops before it */
  ACCESS_RACES,
  ACCESS_STALE /* it reads an older value, which is in vm->run.stale */
};
enum access_answer interp_access(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size,
                                 bool write, int mode, bool final);
/* Called before a method without a result returns; `first`: its first local variable. Reports the
 * end of a constructor to vm_hooks.frozen. */
void interp_returns(struct vm *vm, const struct method *m, uint32_t first);
/* Returns the instruction index of the handler of `exception` in frame f, or -1. */
int32_t interp_handler(struct vm *vm, const struct frame *f, ref exception);
/* Saves the caller's frame in the open delta before it is written again after a return. */
void interp_save_caller(struct vm *vm, uint32_t caller);
/* Returns the instruction's own opcode, even if a mark has replaced it. */
uint16_t interp_own_op(const struct vm *vm, const struct qinsn *q);
/* Gives an instruction of m its quick form, even if a mark has replaced its opcode. */
void interp_quicken(struct vm *vm, const struct method *m, struct qinsn *q, uint16_t op);
/* Returns the access mode (enum access_mode) of getfield, putfield and so on for that field. */
static inline int interp_mode_of(const struct field *f) {
  if (!(f->flags & ACC_VOLATILE)) return ACCESS_PLAIN;
  return f->ordered ? ACCESS_ACQREL : ACCESS_VOLATILE;
}
/* Return the quick forms of resolved instructions. */
uint16_t interp_getfield_form(const struct vm *vm, struct field *fd);
uint16_t interp_putfield_form(const struct vm *vm, struct field *fd);
uint16_t interp_getstatic_form(const struct vm *vm, struct field *fd);
/* Resolves the call at q. Sets *once to the method if the instruction must stay unquickened,
 * because another path may call another method; otherwise sets it to NULL. */
int interp_resolve_invoke(struct vm *vm, struct thread *t, const struct method *caller,
                          struct qinsn *q, struct method **once);
/* Returns whether the call at q executes m itself, whatever the object's class is. */
bool interp_calls_directly(const struct vm *vm, const struct qinsn *q, const struct method *m);
/* Raises the error for calling an interface method on an object of class k, which has no such
 * method. */
void interp_no_method(struct vm *vm, struct thread *t, const struct klass *k,
                      const struct method *m);
/* Returns the method that invokeinterface selects on an object of class k, using the call's cache,
 * or NULL. */
struct method *interp_select(struct vm *vm, struct icache *ic, const struct klass *k);

/* Checks the result of the native method m (enum native_result). `frame` is the frame that called
 * m. */
#if INVARIANTS_ON
void interp_check_native(struct vm *vm, const struct thread *t, const struct method *m, int answer,
                         uint32_t frame);
#else
#define interp_check_native(vm, t, m, answer, frame) ((void)0)
#endif

extern const uint8_t interp_type_size[128];

/* Pushes the value at `addr` of the given type; returns the new sp. */
static inline uint32_t *push_value(const uint8_t *at, char type, uint32_t *sp) {
  switch (type) {
    case 'Z':
    case 'B': *sp = (uint32_t)(int32_t)(int8_t)*at; return sp + 1;
    case 'C': {
      uint16_t v;
      memcpy(&v, at, 2);
      *sp = v;
      return sp + 1;
    }
    case 'S': {
      int16_t v;
      memcpy(&v, at, 2);
      *sp = (uint32_t)(int32_t)v;
      return sp + 1;
    }
    case 'J':
    case 'D': memcpy(sp, at, 8); return sp + 2;
    default: memcpy(sp, at, 4); return sp + 1;
  }
}

#endif
