/* PFSM, the polymorphic distance heuristic (paper 001): the distance from where a thread stands to the target location,
 * over control flow graphs and calls, with the stack taken into account.
 *
 * The value of a thread (section 3.3): the forward distance from the innermost frame; when the target cannot be reached
 * in the forward direction from there, the way to the end of that frame's method plus the distance from the return
 * point in its caller, and so on down the stack. A thread that has not begun stands before the call of its run() or
 * main().
 *
 * Whose position: a state's value is that of the thread that ran last, or of a thread that has not begun if that is
 * nearer. With the minimum over all live threads a state keeps the value of a thread that stands still, so that steps
 * of threads that have no business there look as good as a step of the near one, and better than its step round a loop,
 * after which the distance grows. With the last thread alone nothing tells that a step which started the right thread
 * was good.
 *
 * Inside Thread.start() the receiver, and so the run() to come, is known: the type is resolved at run time, as in the
 * paper.
 *
 * Frames of methods that heddle made itself (lambda objects, call sites) and of methods without bytecode are passed
 * at 2. The tables are in flow/distance.h; a value is a few look-ups once they are warm. */
#include <stdlib.h>

#include "engine/flow/distance.h"
#include "engine/heuristic/heuristic.h"
#include "engine/vm/code.h"
#include "engine/vm/native.h"

struct pfsm {
  struct distances *distances;
  int whose;
};

static int pfsm_open(struct vm *vm, const struct heuristic_options *opt, void **out, struct error *err) {
  struct pfsm *p;
  if (!vm->main_method) return error_set(err, ERR_INTERNAL, "pfsm: the machine has not been started");
  p = mem_alloc(sizeof *p);
  p->distances = distances_new(vm, vm->main_method, opt->targets, opt->target_count, NULL);
  p->whose = opt->whose;
  *out = p;
  return 0;
}

static void pfsm_close(void *self) {
  struct pfsm *p = self;
  if (!p) return;
  distances_free(p->distances);
  free(p);
}

static void pfsm_reset(void *self, uint64_t seed) {
  struct pfsm *p = self;
  (void)seed;
  distances_new_trial(p->distances);
}

/* Where a frame goes on: the instruction it stands at, or the one behind its call when `returning`. */
static uint32_t position(struct vm *vm, const struct frame *f, bool returning) {
  const struct code *c = frame_method(vm, f)->code;
  uint32_t pc = f->pc + returning;
  return pc < c->count ? c->bci[pc] : c->bci[f->pc];
}

/* The method that a thread's root frame is going to call; NULL when it has called it. */
static struct method *not_begun(struct vm *vm, const struct thread *t, const struct frame *root) {
  if (!(root->flags & FRAME_ROOT) || root->aux != 0) return NULL;
  if (t->flags & TF_MAIN) return vm->main_method;
  return t->object && vm->m_thread_run ? vm_select(vm, vm_klass(vm, t->object), vm->m_thread_run) : NULL;
}

static bool is_passed_by(struct vm *vm, const struct frame *f) {
  const struct method *m = frame_method(vm, f);
  return !m || !m->code || (m->vm_flags & METHOD_SYNTHETIC);
}

/* Inside Thread.start() the new thread's class is known: the way to its run(). Infinite in other methods. */
static uint32_t starting(struct pfsm *p, struct vm *vm, const struct frame *f, uint32_t bci,
                         const struct location *target) {
  const struct method *m = frame_method(vm, f);
  ref receiver;
  if (m->owner != vm->wk.thread || !vm->m_thread_run || strcmp(m->name->s, "start") != 0) return DISTANCE_INFINITE;
  receiver = *MEM32(vm, f->locals);
  if (!receiver) return DISTANCE_INFINITE;
  return distance_starting(p->distances, bci, vm_select(vm, vm_klass(vm, receiver), vm->m_thread_run), target);
}

static uint32_t thread_value(struct pfsm *p, struct vm *vm, const struct thread *t, const struct location *target) {
  uint32_t passed = 0;
  bool returning = false;
  const struct frame *f;
  for (uint32_t at = t->frame; at && passed != DISTANCE_INFINITE; at = f->prev) {
    uint32_t forward, bci;
    f = vm_frame(vm, at);
    if (f->flags & FRAME_ROOT) {
      struct method *m = not_begun(vm, t, f);
      return m ? distance_add(passed + 1, distance_forward(p->distances, m, 0, target)) : DISTANCE_INFINITE;
    }
    if (is_passed_by(vm, f)) {
      passed = distance_add(passed, 2);
    } else {
      bci = position(vm, f, returning && !(f->flags & FRAME_NEW));
      forward = starting(p, vm, f, bci, target);
      if (forward == DISTANCE_INFINITE) forward = distance_forward(p->distances, frame_method(vm, f), bci, target);
      if (forward != DISTANCE_INFINITE) return distance_add(passed, forward);
      passed = distance_add(passed, distance_to_end(p->distances, frame_method(vm, f), bci));
    }
    returning = !(f->flags & (FRAME_CLINIT | FRAME_DISCARD)); /* else the caller's instruction is executed again */
  }
  return DISTANCE_INFINITE;
}

static bool counts(const struct pfsm *p, struct vm *vm, const struct thread *t, uint32_t last) {
  if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) return false;
  if (p->whose == WHOSE_NEAREST || t->index == last) return true;
  return p->whose == WHOSE_LAST_OR_NEW && not_begun(vm, t, vm_frame(vm, t->frame));
}

static uint32_t pfsm_value(void *self, struct vm *vm, uint32_t thread, const struct location *target) {
  struct pfsm *p = self;
  uint32_t best = HEURISTIC_INFINITE, count = vm_machine(vm)->thread_count;
  for (uint32_t i = 0; target && i < count; i++) {
    const struct thread *t = vm_thread(vm, i);
    uint32_t v = counts(p, vm, t, thread) ? thread_value(p, vm, t, target) : HEURISTIC_INFINITE;
    if (v < best) best = v;
  }
  return target ? best : 0;
}

const struct heuristic_ops heuristic_pfsm = {
    .name = "pfsm",
    .summary = "distance to the next location, polymorphic calls resolved as types become known",
    .open = pfsm_open,
    .close = pfsm_close,
    .reset = pfsm_reset,
    .value = pfsm_value,
};
