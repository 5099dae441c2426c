/* The parts of the interpreter that are functions: resolution and quickening, exceptions, frames of
 * up-calls, the checked memory access. The loop itself is interp_loop.h, compiled twice: in
 * interp_free.c for runs without scheduling and listeners, in interp_checked.c for all others. */
#include "engine/vm/loader/loaders.h"
#include "engine/base/check.h"
#include "engine/vm/interp/interp_int.h"

#include <stdlib.h>

#include "engine/vm/interp/fuse.h"
#include "engine/vm/sched/stale.h"

#if INVARIANTS_ON
/* A native's answer says how its thread goes on, so the thread has to be where the answer says. */
void interp_check_native(struct vm *vm, const struct thread *t, const struct method *m, int answer,
                         uint32_t frame) {
  const char *who = m->name->s;
  INVARIANT(answer >= NATIVE_OK && answer <= NATIVE_FATAL, "a native's answer is known: %d of %s",
            answer, who);
  if (vm->err.code) return;
  switch (answer) {
    case NATIVE_OK:
      INVARIANT(!t->exception, "a native that returns has thrown nothing: %s", who);
      INVARIANT(t->frame == frame, "a native that returns has pushed no frame: %s", who);
      INVARIANT(t->state == THREAD_RUNNABLE, "a native that returns does not wait: %s", who);
      break;
    case NATIVE_THROW:
      INVARIANT(t->exception, "a native that throws has an exception: %s", who);
      INVARIANT(t->frame == frame, "a native that throws has pushed no frame: %s", who);
      break;
    case NATIVE_TAIL: INVARIANT(t->frame > frame, "a native calls on by a frame: %s", who); break;
    case NATIVE_RETRY:
      INVARIANT(t->frame > frame || t->state != THREAD_RUNNABLE,
                "a native that is executed again waits or calls first: %s", who);
      break;
    case NATIVE_STOP:
      INVARIANT(vm->sched.scheduling, "a native stops only while threads are scheduled: %s", who);
      INVARIANT(t->frame == frame && t->state == THREAD_RUNNABLE,
                "a native that stops is runnable at its call: %s", who);
      break;
    case NATIVE_FATAL: INVARIANT(vm->err.code, "a native that fails says why: %s", who); break;
    default: break;
  }
}
#endif

int32_t interp_d2i(double d) {
  if (d != d) return 0;
  if (d >= 2147483647.0) return INT32_MAX;
  if (d <= -2147483648.0) return INT32_MIN;
  return (int32_t)d;
}

int64_t interp_d2l(double d) {
  if (d != d) return 0;
  if (d >= 9223372036854775807.0) return INT64_MAX;
  if (d <= -9223372036854775808.0) return INT64_MIN;
  return (int64_t)d;
}

enum access_answer interp_access(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size,
                                 bool write, int mode, bool final) {
  uint32_t lock = vm_object(vm, obj)->lock;
  enum op_kind op;
  if (write && mode == ACCESS_PLAIN && vm_hands_over(vm, t, obj)) mode = ACCESS_VOLATILE;
  op = mode != ACCESS_PLAIN ? (write ? OPK_VOLATILE_WRITE : OPK_VOLATILE_READ)
                            : (write ? OPK_WRITE : OPK_READ);
  if (mode == ACCESS_ACQREL && !write && vm->opt.stale_reads) stale_before_slow(vm, t, mode);
  bool hidden = final && !(lock & OBJ_LEAKED);
  if (lock & OBJ_FROZEN) { /* only arrays can be frozen */
    if (write && (lock & OBJ_SHARED)) quiet_broken(vm, "an array of", "quiet.def");
    hidden = !write;
  }
  if (vm->sched.scheduling &&
      !(hidden && vm->opt.por != POR_NONE ? vm_passes : vm_visible)(vm, t, op, obj, off))
    return ACCESS_STOPS;
  if (vm->sched.trace_on && !hidden) {
    bool stale = !write && stale_begin(vm, t, obj, off);
    ev_access(vm, t, obj, off, size, write, mode);
    stale_end(vm);
    if (vm->violation.property) return ACCESS_RACES;
    return stale ? ACCESS_STALE : ACCESS_GOES_ON;
  } else if (vm->listen.hidden) {
    ev_hidden(vm, t, obj, off, size, write);
  }
  return ACCESS_GOES_ON;
}

/* No compiler reuses the variable of `this`. If one does, nothing is frozen. */
void interp_returns(struct vm *vm, const struct method *m, uint32_t first) {
  if (!method_is_constructor(m) || !vm->race) return;
  if (first < HEAP_BASE || first >= vm_machine(vm)->heap_bump || first & 15 ||
      vm_object(vm, first)->klass < KLASS_FIRST || vm_klass(vm, first)->is_array ||
      !klass_is_subclass(vm_klass(vm, first), m->owner))
    return;
  vm->hooks->frozen(vm, first);
}

const uint8_t interp_type_size[128] = {['Z'] = 1, ['B'] = 1, ['C'] = 2, ['S'] = 2, ['I'] = 4,
                                       ['F'] = 4, ['L'] = 4, ['['] = 4, ['J'] = 8, ['D'] = 8};

/* Returns the quick form that reads a field. Volatile, final and quiet fields of four bytes have
 * forms of their own. */
uint16_t interp_getfield_form(const struct vm *vm, struct field *fd) {
  bool word = interp_type_size[(int)fd->type] == 4;
  quiet_classify(vm, fd);
  if (fd->quiet) return word && fd->quiet < QUIET_OWN ? Q_GETFIELD_FINAL_I : Q_GETFIELD_FINAL;
  if (fd->flags & ACC_VOLATILE)
    return word && !fd->ordered ? Q_GETFIELD_VOLATILE_I : Q_GETFIELD_ANY;
  if (fd->flags & ACC_FINAL) return word ? Q_GETFIELD_FINAL_I : Q_GETFIELD_FINAL;
  switch (fd->type) {
    case 'Z':
    case 'B': return Q_GETFIELD_B;
    case 'C': return Q_GETFIELD_C;
    case 'S': return Q_GETFIELD_S;
    case 'J':
    case 'D': return Q_GETFIELD_J;
    default: return Q_GETFIELD_I;
  }
}

uint16_t interp_putfield_form(const struct vm *vm, struct field *fd) {
  quiet_classify(vm, fd);
  if (fd->quiet || fd->freezes) return Q_PUTFIELD_ANY;
  if (fd->flags & (ACC_VOLATILE | ACC_FINAL)) return Q_PUTFIELD_ANY;
  switch (fd->type) {
    case 'I':
    case 'F': return Q_PUTFIELD_I;
    case 'J':
    case 'D': return Q_PUTFIELD_J;
    case 'Z': return Q_PUTFIELD_Z;
    case 'B': return Q_PUTFIELD_B;
    case 'L':
    case '[': return Q_PUTFIELD_A;
    default: return Q_PUTFIELD_ANY;
  }
}

uint16_t interp_getstatic_form(const struct vm *vm, struct field *fd) {
  quiet_classify(vm, fd);
  return interp_type_size[(int)fd->type] == 4 ? Q_GETSTATIC_I : Q_GETSTATIC;
}

/* Returns the class that a handler of k catches, or NULL. Verification has already asked k's loader
 * for it if the loader could have a class of its own. */
static const struct klass *caught(struct vm *vm, const struct klass *k, const struct symbol *name) {
  const struct klass *c = loader_sees(vm, k, name, NULL);
  if (c || !k->own_loader) return c;
  c = vm_class_sym(vm, name, NULL);
  return c && !c->own_loader ? c : NULL;
}

int32_t interp_handler(struct vm *vm, const struct frame *f, ref exception) {
  const struct method *m = frame_method(vm, f);
  const struct code *c = m->code;
  uint32_t i;
  if (!c || (f->flags & FRAME_NEW)) return -1;
  for (i = 0; i < c->handler_count; i++) {
    const struct handler *h = &c->handlers[i];
    const struct klass *k;
    if (f->pc < h->start || f->pc >= h->end) continue;
    INVARIANT(h->target < c->count, "a handler is in the code: %u of %u", h->target, c->count);
    if (!h->catch_type) return (int32_t)h->target;
    k = caught(vm, m->owner, m->owner->cf->cp[h->catch_type].name);
    if (k && vm_instance_of(vm, exception, k)) return (int32_t)h->target;
  }
  return -1;
}

/* Its operand stack may grow beyond the part in use so far. */
void interp_save_caller(struct vm *vm, uint32_t caller) {
  const struct frame *f = vm_frame(vm, caller);
  const struct method *m = frame_method(vm, f);
  uint32_t top = caller + FRAME_SIZE + (m && m->code ? m->code->max_stack * 4u : 0);
  CHECK(f->locals <= vm->run.stack_low, "a caller's frame lies below what is saved: 0x%x", caller);
  arena_touch_range(&vm->arena, f->locals, vm->run.stack_low - f->locals);
  vm->run.stack_low = f->locals;
  if (top > vm->run.stack_high) vm->run.stack_high = top;
}

int vm_push_frame(struct vm *vm, struct thread *t, struct method *m, const uint32_t *args,
                  uint32_t flags, uint32_t aux) {
  const struct frame *caller = vm_frame(vm, t->frame);
  struct code *c = code_of(vm, m);
  uint32_t locals = caller->sp, fp, top;
  struct frame *f;
  if (!c) {
    if (vm->err.code) return NATIVE_FATAL;
    if (m->flags & ACC_NATIVE) return vm_lacks_native(vm, t, m);
    return vm_throw_abstract(vm, t,
                             (m->flags & ACC_STATIC) || !args[0] ? NULL : vm_klass(vm, args[0]), m);
  }
  fp = (locals + c->max_locals * 4u + 7) & ~7u;
  top = fp + FRAME_SIZE + c->max_stack * 4u;
  if (top > STACK_END(t->index) - 4096)
    return vm_throw(vm, t, "java/lang/StackOverflowError", NULL);
  if (t != vm->run.cur)
    arena_touch_range(&vm->arena, locals, top - locals);
  else if (top > vm->run.stack_high)
    vm->run.stack_high = top;
  CHECK(m->arg_slots <= c->max_locals, "arguments fit in the locals: %u of %s", m->arg_slots,
        m->name->s);
  INVARIANT(locals >= t->frame + FRAME_SIZE, "locals begin above the caller's frame: 0x%x", locals);
  if (m->arg_slots) memcpy(MEM32(vm, locals), args, m->arg_slots * 4u);
  f = vm_frame(vm, fp);
  *f = (struct frame){.prev = t->frame,
                      .method = m->id,
                      .locals = locals,
                      .sp = fp + FRAME_SIZE,
                      .flags = flags | FRAME_NEW,
                      .aux = aux};
  t->frame = fp;
  return NATIVE_TAIL;
}

uint16_t interp_own_op(const struct vm *vm, const struct qinsn *q) {
  size_t i;
  for (i = 0; q->op == Q_MARK && i < vm->marks.list.len; i++)
    if (&vm->marks.list.data[i].method->code->insns[vm->marks.list.data[i].pc] == q)
      return vm->marks.list.data[i].op;
  return q->op;
}

void interp_quicken(struct vm *vm, const struct method *m, struct qinsn *q, uint16_t op) {
  size_t i;
  if (LIKELY(q->op != Q_MARK)) {
    q->op = op;
    fuse_before(m->code, (uint32_t)(q - m->code->insns));
    return;
  }
  for (i = 0; i < vm->marks.list.len; i++)
    if (&vm->marks.list.data[i].method->code->insns[vm->marks.list.data[i].pc] == q)
      vm->marks.list.data[i].op = op;
}

/* ACC_SUPER: a call of a superclass's method selects it from the direct superclass of the current
 * class. */
static struct method *special(struct vm *vm, struct klass *k, struct method *m) {
  struct method *s = NULL;
  if (m->name->s[0] != '<' && !(m->flags & ACC_PRIVATE) && k->super && !m->owner->is_interface &&
      m->owner != k && klass_is_subclass(k, m->owner))
    s = vm_select(vm, k->super, m);
  return s ? s : m;
}

/* Returns whether the called method does not depend on the object's class. */
static bool is_direct(const struct method *m, uint16_t op) {
  return op == OP_INVOKESPECIAL || (m->vtable < 0 && !m->owner->is_interface) ||
         (m->flags & ACC_PRIVATE);
}

int interp_resolve_invoke(struct vm *vm, struct thread *t, const struct method *caller,
                          struct qinsn *q, struct method **once) {
  struct klass *k = caller->owner;
  struct method *m;
  uint16_t op = interp_own_op(vm, q);
  int r = resolve_method(vm, t, k, q->a, op, &m);
  *once = NULL;
  if (r) return r;
  if (op == OP_INVOKESTATIC && (r = proof_of(vm, t, m->owner)) != NATIVE_OK) return r;
  q->u.p = op == OP_INVOKESPECIAL ? special(vm, k, m) : m;
  if (resolve_varies(vm, k, q->a)) {
    *once = q->u.p;
  } else if (op == OP_INVOKESTATIC) {
    interp_quicken(vm, caller, q, Q_INVOKESTATIC);
  } else if (is_direct(m, op)) {
    interp_quicken(vm, caller, q, Q_INVOKEDIRECT);
  } else if (m->owner->is_interface) {
    struct icache *ic = pool_alloc(&vm->pool, sizeof *ic);
    ic->method = m;
    q->u.p = ic;
    q->b = m->arg_slots;
    interp_quicken(vm, caller, q, Q_INVOKEINTERFACE);
  } else {
    INVARIANT((uint32_t)m->vtable < m->owner->vtable_len,
              "a virtual method has a place in the table of its class: %s", m->name->s);
    interp_quicken(vm, caller, q, Q_INVOKEVIRTUAL);
    q->a = m->arg_slots;
    q->b = m->vtable;
  }
  return NATIVE_OK;
}

void interp_no_method(struct vm *vm, struct thread *t, const struct klass *k,
                      const struct method *m) {
  char *name, *wanted;
  if (klass_is_subclass(k, m->owner)) {
    vm_throw_abstract(vm, t, k, m);
    return;
  }
  name = klass_dotted(k);
  wanted = klass_dotted(m->owner);
  vm_throw(vm, t, "java/lang/IncompatibleClassChangeError",
           "Class %s does not implement the requested interface %s", name, wanted);
  free(name);
  free(wanted);
}

bool interp_calls_directly(const struct vm *vm, const struct qinsn *q, const struct method *m) {
  return is_direct(m, interp_own_op(vm, q));
}

struct method *interp_select(struct vm *vm, struct icache *ic, const struct klass *k) {
  struct method *m;
  if (ic->klass2 == k) return ic->target2;
  INVARIANT(ic->klass != k, "a cached class is found in its cache: %s", k->name->s);
  m = vm_select(vm, k, ic->method);
  if (!m) return NULL;
  ic->klass2 = ic->klass;
  ic->target2 = ic->target;
  ic->klass = k;
  ic->target = m;
  return m;
}

/* Clears the hit of a mark whose instruction did not execute, because the thread stopped or blocked
 * at it. */
static void resolve_mark(struct vm *vm, const struct thread *t, int reason) {
  if (vm->marks.hit >= 0 && reason != STOP_MARK && t->frame == vm->marks.pending_frame &&
      vm_frame(vm, t->frame)->pc == vm->marks.pending_pc && t->state != THREAD_TERMINATED &&
      !vm->violation.property)
    vm->marks.hit = -1;
}

int interp_run(struct vm *vm, struct thread *t) {
  int r;
  INVARIANT(t == vm->run.cur && t->state == THREAD_RUNNABLE && t->frame,
            "a thread that runs is runnable: T%u, %u", t->index, t->state);
  r = vm->sched.slow ? interp_checked(vm, t) : interp_free(vm, t);
  resolve_mark(vm, t, r);
  return r;
}
