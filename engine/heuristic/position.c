/* See position.h. */
#include "engine/heuristic/position.h"

#include "engine/base/check.h"
#include "engine/flow/distance.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"

uint32_t position_bci(struct vm *vm, const struct frame *f, bool returning) {
  const struct code *c = frame_method(vm, f)->code;
  uint32_t pc = f->pc + returning;
  INVARIANT(f->pc < c->count, "a frame is at an instruction of its method: %u of %u", f->pc,
            c->count);
  return pc < c->count ? c->bci[pc] : c->bci[f->pc];
}

bool position_returns(const struct frame *f) {
  return !(f->flags & (FRAME_CLINIT | FRAME_DISCARD));
}

struct method *position_not_begun(struct vm *vm, const struct thread *t, const struct frame *root) {
  if (!(root->flags & FRAME_ROOT) || root->aux != 0) return NULL;
  if (t->flags & TF_MAIN) return vm->main_method;
  return t->object && vm->wk.m_thread_run
             ? vm_select(vm, vm_klass(vm, t->object), vm->wk.m_thread_run)
             : NULL;
}

ref position_receiver(const struct thread *t) { return t->flags & TF_MAIN ? 0 : t->object; }

bool position_passed_by(struct vm *vm, const struct frame *f) {
  const struct method *m = frame_method(vm, f);
  return !m || !m->code || (m->vm_flags & METHOD_SYNTHETIC);
}

bool position_counts(struct vm *vm, enum heuristic_whose whose, const struct thread *t,
                     uint32_t last) {
  if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) return false;
  if (whose == WHOSE_NEAREST || t->index == last) return true;
  return whose == WHOSE_LAST_OR_NEW && position_not_begun(vm, t, vm_frame(vm, t->frame));
}

uint32_t position_least(void *self, struct vm *vm, enum heuristic_whose whose, uint32_t last,
                        const struct location *target, position_thread_value *value) {
  uint32_t best = HEURISTIC_INFINITE, count = vm_machine(vm)->thread_count;
  for (uint32_t i = 0; i < count; i++) {
    const struct thread *t = vm_thread(vm, i);
    uint32_t v =
        position_counts(vm, whose, t, last) ? value(self, vm, t, target) : HEURISTIC_INFINITE;
    if (v < best) best = v;
  }
  return best;
}

uint32_t position_unroll(const struct position_tables *tables, struct vm *vm,
                         const struct thread *t, const struct location *target) {
  uint32_t passed = 0, unsure = HEURISTIC_INFINITE, value;
  bool returning = false;
  const struct frame *f;
  for (uint32_t at = t->frame; at && passed != HEURISTIC_INFINITE; at = f->prev) {
    f = vm_frame(vm, at);
    if (f->flags & FRAME_ROOT) {
      struct method *m = position_not_begun(vm, t, f);
      value = m ? distance_add(passed + 1,
                               tables->begin(tables->self, vm, m, position_receiver(t), target))
                : HEURISTIC_INFINITE;
      return value < unsure ? value : unsure;
    }
    if (position_passed_by(vm, f)) {
      passed = distance_add(passed, 2);
    } else {
      uint32_t bci = position_bci(vm, f, returning && !(f->flags & FRAME_NEW));
      value = distance_add(passed, tables->forward(tables->self, vm, t, f, bci, target));
      if (value < HEURISTIC_UNSURE) return value;
      if (value < unsure) unsure = value;
      passed = distance_add(passed, tables->to_end(tables->self, vm, f, bci));
    }
    returning = position_returns(f);
  }
  return unsure;
}
