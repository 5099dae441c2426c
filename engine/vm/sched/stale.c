/* See stale.h. */
#include "engine/vm/sched/stale.h"

#include "engine/base/check.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/weak.h"

static int mode_of_read(const struct thread *t, enum op_kind op) {
  if (op == OPK_READ || op == OPK_COPY_READ) return ACCESS_PLAIN;
  return t->flags & TF_COHERENT ? ACCESS_OPAQUE : ACCESS_VOLATILE;
}

uint32_t stale_choices(struct vm *vm, const struct thread *t, enum op_kind op, ref obj,
                       uint32_t off) {
  if (!vm->opt.stale_reads || !vm->race) return 1;
  if (op != OPK_READ && op != OPK_VOLATILE_READ && op != OPK_COPY_READ) return 1;
  return vm->hooks->readable(vm, t, obj, off, mode_of_read(t, op));
}

/* ---- which locations have older writes ---- */

/* Returns the mark of the location that its older writes are kept or were read; NULL: none. */
static bool *mark_of(struct vm *vm, ref obj, uint32_t off) {
  struct klass *k = vm_klass(vm, obj);
  struct field *f = k->is_array ? NULL : vm_field_at(vm, obj, off);
  return k->is_array ? &k->older_elements : f ? &f->older : NULL;
}

/* The writes so far have no list, so the search has to start again. */
void stale_learn(struct vm *vm, ref obj, uint32_t off, const char *why) {
  const struct klass *k = vm_klass(vm, obj);
  const struct field *f = k->is_array ? NULL : vm_field_at(vm, obj, off);
  bool *older = mark_of(vm, obj, off);
  if (!older || *older) return;
  *older = true;
  if (!vm->sched.learns) return;
  vm->seen.older |= !vm->seen.broken;
  vm_broken(vm, BROKEN_REDUCTION, "%s%s%s %s", f ? f->owner->shown->s : "an element of ",
            f ? "." : k->shown->s, f ? f->name->s : "", why);
}

bool stale_learned(struct vm *vm) {
  if (!vm->seen.older) return false;
  vm->seen.older = false;
  vm->seen.broken = BROKEN_NOTHING;
  vm->seen.assumption[0] = 0;
  return true;
}

/* ---- accesses by natives ---- */

void stale_mode_slow(struct vm *vm, const struct thread *t, ref obj, uint32_t off, int mode) {
  const struct field *f = vm_klass(vm, obj)->is_array ? NULL : vm_field_at(vm, obj, off);
  INVARIANT(mode != ACCESS_VOLATILE, "a weaker mode is not volatile: %d", mode);
  if (vm->boot.running) return;
  if (vm->opt.stale_reads != STALE_RACY && !(f && f->flags & ACC_VOLATILE)) return;
  if (weak_by_program(vm, t))
    stale_learn(vm, obj, off, "is accessed in a mode weaker than volatile");
}

void stale_before_slow(struct vm *vm, struct thread *t, int mode) {
  bool coherent = mode == ACCESS_OPAQUE || mode == ACCESS_ACQREL;
  if (vm->boot.running) return;
  if (coherent == !!(t->flags & TF_COHERENT)) return;
  thread_touch(vm, t);
  t->flags ^= TF_COHERENT;
}

/* ---- the read ---- */

bool stale_begin_slow(struct vm *vm, struct thread *t, ref obj, uint32_t off) {
  const struct choice c = vm->run.choice;
  bool *older;
  vm->run.behind = 0;
  if (t->flags & TF_COHERENT) {
    thread_touch(vm, t);
    t->flags &= ~(uint32_t)TF_COHERENT;
  }
  if (c.kind != CHOICE_STALE || c.thread != t->index || t->op_obj != obj || t->op_off != off)
    return false;
  older = mark_of(vm, obj, off);
  if (older) *older = true;
  vm->run.choice.kind = CHOICE_RUN;
  vm->run.behind = c.arg;
  vm->run.stale = vm->hooks->written(vm, obj, off, c.arg);
  return true;
}
