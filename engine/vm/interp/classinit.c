/* Class initialisation (JVMS 5.5) as frames. <clinit> runs in a frame above the instruction that
 * needs the class, and afterwards the instruction is executed again. The status is in the mirror,
 * so backtracking un-initialises classes.
 *
 * A class is marked before its supertypes are initialised (INIT_SUPERS) and again when its own
 * <clinit> begins (INIT_RUNNING). In both states it is in progress, and other threads wait. For a
 * class in INIT_SUPERS, the instruction that started it continues where it left off. A request from
 * a deeper frame of the same thread is recursive and treats the class as initialised. */
#include "engine/vm/sched/quiet.h"
#include "engine/base/check.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/interp/proof.h"

#include <stdlib.h>

static void set_state(struct vm *vm, struct klass *k, uint32_t state, uint32_t thread) {
  put32(vm, k->mirror + vm->mirror.init_state, state);
  put32(vm, k->mirror + vm->mirror.init_thread, thread);
  put32(vm, k->mirror + vm->mirror.init_frame, 0);
}

static struct method *clinit_of(struct klass *k) {
  return k->has_clinit ? klass_declared_method(k, "<clinit>", "()V") : NULL;
}

/* Runs the native that replaces a <clinit>. It makes no calls. */
static int native_clinit(struct vm *vm, struct thread *t, const struct method *m) {
  struct native_call c = {.vm = vm, .t = t, .m = m};
  return m->native(&c);
}

static bool has_default_methods(const struct klass *k) {
  uint32_t i;
  for (i = 0; i < k->method_count; i++)
    if (!(k->methods[i].flags & (ACC_ABSTRACT | ACC_STATIC))) return true;
  return false;
}

static bool needs_interface(const struct klass *i) {
  return i->has_clinit && has_default_methods(i);
}

static int initialise(struct vm *vm, struct thread *t, struct klass *k);

/* Initialises superinterfaces with default methods, each after its own superinterfaces (step 7). */
static int interfaces_first(struct vm *vm, struct thread *t, const struct klass *k) {
  uint32_t i;
  int r = NATIVE_OK;
  for (i = 0; i < k->interface_count && r == NATIVE_OK; i++) {
    r = interfaces_first(vm, t, k->interfaces[i]);
    if (r == NATIVE_OK && needs_interface(k->interfaces[i]))
      r = initialise(vm, t, k->interfaces[i]);
  }
  return r;
}

static int supers_first(struct vm *vm, struct thread *t, const struct klass *k) {
  int r = NATIVE_OK;
  if (k->is_interface) return r;
  if (k->super) r = initialise(vm, t, k->super);
  return r == NATIVE_OK ? interfaces_first(vm, t, k) : r;
}

/* Returns the address of the instruction's frame relative to the stack, which is the same in every
 * run. */
static uint32_t asking_frame(const struct thread *t) { return t->frame - STACK_OF(t->index); }

/* The supertypes are initialised: begins <clinit>, or completes the initialisation if there is
 * none. */
static int classinit_begin(struct vm *vm, struct thread *t, struct klass *k) {
  struct method *m = clinit_of(k);
  if (!m || m->native) {
    int rc = m ? native_clinit(vm, t, m) : NATIVE_OK;
    if (rc != NATIVE_OK) return rc;
    set_state(vm, k, INIT_DONE, 0);
    ev_sync(vm, t, OPK_CLASS_INIT, k->mirror, 1);
    return NATIVE_OK;
  }
  if (vm_push_frame(vm, t, m, NULL, FRAME_CLINIT, k->id) != NATIVE_TAIL)
    return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
  set_state(vm, k, INIT_RUNNING, t->index + 1);
  if (k->is_jdk && !vm->section.frame) {
    vm->section.frame = t->frame;
    vm->section.receiver = 0;
    vm->section.first = false;
  }
  return NATIVE_RETRY;
}

static int go_on(struct vm *vm, struct thread *t, struct klass *k) {
  int r = supers_first(vm, t, k);
  if (r == NATIVE_OK) r = classinit_begin(vm, t, k);
  if (r == NATIVE_THROW) {
    set_state(vm, k, INIT_FAILED, 0);
    ev_sync(vm, t, OPK_CLASS_INIT, k->mirror, 1);
  }
  return r;
}

static int classinit_wait_for(struct vm *vm, struct thread *t, const struct klass *k) {
  (void)vm;
  t->state = THREAD_INITWAIT;
  t->wait_obj = k->mirror;
  t->op = OPK_CLASS_INIT;
  t->op_obj = k->mirror;
  return NATIVE_RETRY;
}

static int failed_before(struct vm *vm, struct thread *t, const struct klass *k) {
  char *name = klass_dotted(k);
  int r = vm_throw(vm, t, "java/lang/NoClassDefFoundError", "Could not initialize class %s", name);
  free(name);
  return r;
}

static int initialise(struct vm *vm, struct thread *t, struct klass *k) {
  uint32_t state = klass_init_state(vm, k), at = k->mirror + vm->mirror.init_frame;
  if (state == INIT_DONE) {
    ev_sync(vm, t, OPK_CLASS_INIT, k->mirror, 0);
    return NATIVE_OK;
  }
  if (state == INIT_FAILED) {
    ev_sync(vm, t, OPK_CLASS_INIT, k->mirror, 0);
    return failed_before(vm, t, k);
  }
  if (state == INIT_NONE) {
    vm->run.unreported = true;
    set_state(vm, k, INIT_SUPERS, t->index + 1);
    put32(vm, at, asking_frame(t));
    return go_on(vm, t, k);
  }
  CHECK(*MEM32(vm, k->mirror + vm->mirror.init_thread), "a class in progress has a thread: %s",
        k->name->s);
  if (*MEM32(vm, k->mirror + vm->mirror.init_thread) != t->index + 1)
    return classinit_wait_for(vm, t, k);
  return state == INIT_SUPERS && *MEM32(vm, at) == asking_frame(t) ? go_on(vm, t, k) : NATIVE_OK;
}

/* Returns whether no <clinit> would run, so that no scheduling point is needed. */
static bool nothing_to_run(struct vm *vm, const struct klass *k) {
  uint32_t i;
  for (i = 0; i < k->super_count; i++) {
    struct klass *s = k->supers[i];
    if ((s == k || !s->is_interface || needs_interface(s)) && s->has_clinit &&
        klass_init_state(vm, s) != INIT_DONE)
      return false;
  }
  return true;
}

/* Code that resolved a constant on another path may reach a class that this path has not
 * defined. */
static int not_defined_here(struct vm *vm, struct thread *t, const struct klass *k) {
  return vm_unsupported(vm, t, "%s, which is defined before this use only under another schedule",
                        k->shown->s);
}

int vm_init_class(struct vm *vm, struct thread *t, struct klass *k) {
  int rc = loader_has_defined(vm, k) ? proof_of(vm, t, k) : not_defined_here(vm, t, k);
  if (rc != NATIVE_OK) return rc;
  if (klass_init_state(vm, k) == INIT_NONE && !k->is_jdk && !nothing_to_run(vm, k) &&
      !vm_visible(vm, t, OPK_CLASS_INIT, k->mirror, 0))
    return NATIVE_STOP;
  return initialise(vm, t, k);
}

/* Freezes tables that only the initialiser writes (reduction/quiet.def). */
static void freeze_statics(struct vm *vm, struct klass *k) {
  for (uint32_t i = 0; i < k->field_count; i++) {
    struct field *f = &k->fields[i];
    if (!(f->flags & ACC_STATIC) || f->desc->s[0] != '[') continue;
    quiet_classify(vm, f);
    if (f->freezes) quiet_freeze(vm, *MEM32(vm, k->mirror + f->offset));
  }
}

/* The classes whose initialisation began with that of k fail with it (step 7). */
static void fail_subclasses(struct vm *vm, struct thread *t, const struct klass *k,
                            uint32_t frame) {
  size_t i;
  for (i = KLASS_FIRST; i < vm->klasses.len; i++) {
    struct klass *s = vm->klasses.data[i];
    if (!s || !s->mirror || klass_init_state(vm, s) != INIT_SUPERS || !klass_is_subclass(s, k))
      continue;
    if (*MEM32(vm, s->mirror + vm->mirror.init_thread) == t->index + 1 &&
        *MEM32(vm, s->mirror + vm->mirror.init_frame) == frame) {
      set_state(vm, s, INIT_FAILED, 0);
      ev_sync(vm, t, OPK_CLASS_INIT, s->mirror, 1);
    }
  }
}

void class_init_end(struct vm *vm, struct thread *t, struct frame *f, bool failed) {
  struct klass *k = vm->klasses.data[f->aux];
  ref cause = t->exception;
  CHECK(klass_init_state(vm, k) == INIT_RUNNING &&
            *MEM32(vm, k->mirror + vm->mirror.init_thread) == t->index + 1,
        "an initialisation is ended by the thread that began it: T%u, %s", t->index, k->name->s);
  set_state(vm, k, failed ? INIT_FAILED : INIT_DONE, 0);
  if (failed) fail_subclasses(vm, t, k, f->prev - STACK_OF(t->index));
  freeze_statics(vm, k);
  ev_sync(vm, t, OPK_CLASS_INIT, k->mirror, 1);
  if (!failed || vm_instance_of(vm, cause, vm->wk.error)) return;
  t->exception = 0;
  if (vm_throw(vm, t, "java/lang/ExceptionInInitializerError", NULL) == NATIVE_THROW &&
      t->exception)
    vm_put_ref(vm, t->exception, vm->wk.throwable_cause, cause);
}
