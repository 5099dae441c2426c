/* Shared by the two instances of the interpreter loop and interp.c; nobody else includes it. */
#ifndef HEDDLE_VM_INTERP_INTERP_INT_H
#define HEDDLE_VM_INTERP_INTERP_INT_H

#include "engine/vm/sched/quiet.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/interp/code.h"
#include "engine/vm/interp/coverage.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/interp/proof.h"
#include "engine/vm/interp/quick.h"
#include "engine/vm/loader/resolve.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

struct icache { /* invokeinterface: the last receiver classes and what they selected */
  struct method *method;
  const struct klass *klass, *klass2;
  struct method *target, *target2;
};

/* The loop, compiled twice from interp_loop.h: for runs in which nobody schedules or listens, and
 * for all others. */
int interp_free(struct vm *vm, struct thread *t);
int interp_checked(struct vm *vm, struct thread *t);

int32_t interp_d2i(double d);
int64_t interp_d2l(double d);
/* A memory access while somebody schedules or listens. 0: go on; 1: stop before it; 2: a race was
 * found. */
int interp_access(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size, bool write,
                  int mode, bool final);
/* Finds the handler of `exception` in frame f, or -1. */
int32_t interp_handler(struct vm *vm, const struct frame *f, ref exception);
/* Before the caller's frame, which the open delta has not saved yet, is written again: saves it. */
void interp_save_caller(struct vm *vm, uint32_t caller);
/* The instruction's own opcode, which a mark has replaced. */
uint16_t interp_own_op(const struct vm *vm, const struct qinsn *q);
/* Gives an instruction of m its quick form, behind a mark too. */
void interp_quicken(struct vm *vm, const struct method *m, struct qinsn *q, uint16_t op);
/* The quick forms of resolved instructions. */
uint16_t interp_getfield_form(const struct vm *vm, struct field *fd);
uint16_t interp_putfield_form(const struct vm *vm, struct field *fd);
uint16_t interp_getstatic_form(const struct vm *vm, struct field *fd);
/* *once: the method, where the instruction stays as it is, since another path may call another;
 * else NULL. */
int interp_resolve_invoke(struct vm *vm, struct thread *t, const struct method *caller,
                          struct qinsn *q, struct method **once);
/* Such a method is called whatever the object's class is. */
bool interp_calls_directly(const struct vm *vm, const struct qinsn *q, const struct method *m);
/* Raises what the call of an interface's method on an object of class k ends in that has none. */
void interp_no_method(struct vm *vm, struct thread *t, const struct klass *k,
                      const struct method *m);
/* What invokeinterface selects on an object of class k, by way of the call's cache; NULL: none. */
struct method *interp_select(struct vm *vm, struct icache *ic, const struct klass *k);

extern const uint8_t interp_type_size[128];

/* Pushes the value at `addr` of the given type; returns the new sp. */
static inline uint32_t *push_value(const uint8_t *mem, uint32_t addr, char type, uint32_t *sp) {
  switch (type) {
    case 'Z':
    case 'B': *sp = (uint32_t)(int32_t)(int8_t)mem[addr]; return sp + 1;
    case 'C': {
      uint16_t v;
      memcpy(&v, mem + addr, 2);
      *sp = v;
      return sp + 1;
    }
    case 'S': {
      int16_t v;
      memcpy(&v, mem + addr, 2);
      *sp = (uint32_t)(int32_t)v;
      return sp + 1;
    }
    case 'J':
    case 'D': memcpy(sp, mem + addr, 8); return sp + 2;
    default: memcpy(sp, mem + addr, 4); return sp + 1;
  }
}

#endif
