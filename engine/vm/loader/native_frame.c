/* The frame that a native method would have. heddle's natives run without a frame, but a stack
 * trace of the JVM shows one.
 *
 * While a native runs, vm->run.native points to its method, so that exceptions raised in it can
 * show the frame. A thread that has stopped in a native (before a visible operation, or waiting)
 * will execute the call again. So its innermost frame is at the call, and the called method is
 * looked up by name. */
#include "engine/classfile/insn.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/code.h"
#include "engine/vm/loader/throw.h"

/* The method handle implementation is bytecode in the JVM, but native in heddle, so it is not
 * shown. */
static bool is_shown(const struct method *m) {
  return m && m->flags & ACC_NATIVE && !(m->vm_flags & METHOD_HIDDEN) &&
         strncmp(m->owner->name->s, "java/lang/invoke/", 17) != 0;
}

const struct method *vm_native_running(struct vm *vm) {
  return is_shown(vm->run.native) && strcmp(vm->run.native->name->s, "fillInStackTrace") != 0
             ? vm->run.native
             : NULL;
}

/* Operations on monitors and the start of a thread do not happen inside natives. */
static bool in_a_call(const struct thread *t) {
  switch (t->state) {
    case THREAD_WAITING:
    case THREAD_PARKED:
    case THREAD_SLEEPING:
    case THREAD_JOINING: return true;
    case THREAD_BLOCKED: return t->op == OPK_REACQUIRE;
    case THREAD_RUNNABLE:
      return t->op != OPK_NONE && t->op != OPK_BEGIN && t->op != OPK_LOCK && t->op != OPK_UNLOCK &&
             t->op != OPK_CLASS_INIT && t->op != OPK_MARK && t->op != OPK_SPIN && t->op != OPK_END;
    default: return false;
  }
}

static const struct method *called_at(struct vm *vm, const struct frame *f) {
  const struct method *m = frame_method(vm, f);
  uint32_t bci = frame_bci(vm, f);
  const uint8_t *code = m->info ? m->info->code : NULL;
  const struct cp_entry *c;
  struct klass *k;
  uint16_t index;
  if (!code || !m->owner->cf || bci + 2 >= m->info->code_len || code[bci] < OP_INVOKEVIRTUAL ||
      code[bci] > OP_INVOKEINTERFACE)
    return NULL;
  index = (uint16_t)(code[bci + 1] << 8 | code[bci + 2]);
  if (index >= m->owner->cf->cp_count) return NULL;
  c = &m->owner->cf->cp[index];
  if (!c->owner || !c->name || !c->desc) return NULL;
  k = m->owner->own_loader ? loader_sees(vm, m->owner, c->owner, NULL) : classes_find(vm, c->owner);
  return k ? klass_method(k, c->name->s, c->desc->s) : NULL;
}

const struct method *vm_native_of(struct vm *vm, const struct thread *t) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  const struct method *m;
  if (!f || !f->method || !frame_method(vm, f)->code || !in_a_call(t)) return NULL;
  m = called_at(vm, f);
  return is_shown(m) ? m : NULL;
}
