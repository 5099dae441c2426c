/* PFSM, the polymorphic distance heuristic (paper 001): the distance from a thread's position to
 * the target location over control flow graphs and calls, taking the stack into account.
 *
 * The value of a thread (section 3.3) is the forward distance from the innermost frame. If the
 * target cannot be reached forwards from there, it is the distance to the end of that frame's
 * method plus the distance from the return point in its caller, and so on down the stack. A thread
 * that has not begun is positioned before the call of its run() or main().
 *
 * The value of a state is that of the thread that ran last, or of a nearer thread that has not
 * begun. The minimum over all live threads works less well: a state would keep the value of a
 * thread that does not move. Steps of unrelated threads would then look as good as a step of the
 * near thread, and better than its step round a loop, after which the distance grows. With the last
 * thread alone, a step that started the right thread would not show as progress.
 *
 * Types are resolved at run time, as in the paper. The receiver of Thread.start() is known inside
 * it, and so are a Thread's Runnable, the first task of a pool's worker and the captured values of
 * a lambda (ahead.h).
 *
 * Frames of methods that heddle generated (lambda objects, call sites) and of methods without
 * bytecode are skipped at a cost of 2. The tables are in flow/distance.h; once they are filled, a
 * value takes a few look-ups. */
#include <stdlib.h>

#include "engine/flow/distance.h"
#include "engine/heuristic/ahead.h"
#include "engine/heuristic/position.h"
#include "engine/vm/machine.h"
#include "engine/vm/stackmap.h"

struct pfsm {
  struct distances *distances;
  struct ahead_memo *memo;
  int whose;
};

static int pfsm_open(struct vm *vm, const struct heuristic_options *opt, void **out,
                     struct error *err) {
  struct pfsm *p;
  if (!vm->main_method)
    return error_set(err, ERR_INTERNAL, "pfsm: the machine has not been started");
  p = mem_alloc(sizeof *p);
  p->distances = distances_new(vm, vm->main_method, opt->targets, opt->target_count, NULL);
  p->memo = ahead_memo_new();
  p->whose = opt->whose;
  *out = p;
  return 0;
}

static void pfsm_close(void *self) {
  struct pfsm *p = self;
  if (!p) return;
  distances_free(p->distances);
  ahead_memo_free(p->memo);
  free(p);
}

static void pfsm_reset(void *self, uint64_t seed) {
  struct pfsm *p = self;
  (void)seed;
  distances_new_trial(p->distances);
}

static struct rta *analysis(void *self) {
  const struct pfsm *p = self;
  return distances_rta(p->distances);
}

static bool ambiguous(void *self, const struct rta_method *m, const struct location *target) {
  const struct pfsm *p = self;
  return distance_ambiguous(p->distances, m, target);
}

static uint32_t by_tables(void *self, struct method *m, uint32_t bci,
                          const struct location *target) {
  const struct pfsm *p = self;
  return distance_forward(p->distances, m, bci, target);
}

static uint32_t entry(void *self, const struct rta_method *m, const struct location *target) {
  const struct pfsm *p = self;
  return distance_entry(p->distances, m, target);
}

static uint32_t calling(void *self, uint32_t kind) {
  const struct pfsm *p = self;
  return distance_calling(p->distances, kind);
}

static void reach(void *self, const struct rta_method *m, uint32_t node, uint32_t *dist) {
  const struct pfsm *p = self;
  distance_reach(p->distances, m, node, dist);
}

static uint64_t version(void *self) {
  const struct pfsm *p = self;
  return distances_version(p->distances);
}

static struct ahead objects(struct pfsm *p, struct vm *vm) {
  return (struct ahead){vm,        p,         p->memo, version, analysis,
                        ambiguous, by_tables, entry,   calling, reach};
}

/* Returns the distance through the run() of the new thread if f is inside Thread.start(), where the
 * receiver is known. Infinite in other methods. */
static uint32_t starting(struct pfsm *p, struct vm *vm, const struct frame *f, uint32_t bci,
                         const struct location *target) {
  const struct method *m = frame_method(vm, f);
  const struct ahead a = objects(p, vm);
  uint32_t inside;
  ref receiver;
  if (m->owner != vm->wk.thread || !vm->wk.m_thread_run || strcmp(m->name->s, "start") != 0)
    return DISTANCE_INFINITE;
  receiver = stackmap_this(vm, f);
  inside = receiver ? distance_starting(p->distances, bci) : DISTANCE_INFINITE;
  if (inside == DISTANCE_INFINITE) return inside;
  return distance_add(inside,
                      ahead_of_call(&a, vm_select(vm, vm_klass(vm, receiver), vm->wk.m_thread_run),
                                    receiver, target));
}

static uint32_t forward(void *self, struct vm *vm, const struct thread *t, const struct frame *f,
                        uint32_t bci, const struct location *target) {
  const struct ahead a = objects(self, vm);
  uint32_t v = starting(self, vm, f, bci, target);
  return v != DISTANCE_INFINITE ? v : ahead_of_frame(&a, t, f, bci, target);
}

static uint32_t to_end(void *self, struct vm *vm, const struct frame *f, uint32_t bci) {
  struct pfsm *p = self;
  return distance_to_end(p->distances, frame_method(vm, f), bci);
}

static uint32_t pfsm_begin(void *self, struct vm *vm, struct method *m, ref receiver,
                           const struct location *target) {
  const struct ahead a = objects(self, vm);
  return ahead_of_call(&a, m, receiver, target);
}

static uint32_t thread_value(void *self, struct vm *vm, const struct thread *t,
                             const struct location *target) {
  const struct position_tables tables = {self, forward, to_end, pfsm_begin};
  return position_unroll(&tables, vm, t, target);
}

static uint32_t pfsm_value(void *self, struct vm *vm, uint32_t thread,
                           const struct location *target) {
  struct pfsm *p = self;
  return target
             ? position_least(p, vm, (enum heuristic_whose)p->whose, thread, target, thread_value)
             : 0;
}

static void pfsm_save(void *self, struct ckpt_out *o) {
  const struct pfsm *p = self;
  distances_save(p->distances, o);
}

static void pfsm_load(void *self, struct ckpt_in *in) {
  const struct pfsm *p = self;
  distances_load(p->distances, in);
}

const struct heuristic_ops heuristic_pfsm = {
    .name = "pfsm",
    .summary = "distance to the next location, polymorphic calls resolved as types become known",
    .open = pfsm_open,
    .close = pfsm_close,
    .reset = pfsm_reset,
    .value = pfsm_value,
    .save = pfsm_save,
    .load = pfsm_load,
};
