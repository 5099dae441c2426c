/* FSM, the distance heuristic without calling context (Edelkamp and Mehler; the baseline of paper
 * 001, table 2). The value is the least number of instructions from a thread's position to the
 * target in one graph of the whole program. In that graph the end of a method leads to the return
 * points of all calls of that method. The stack is ignored, except that a thread that has not begun
 * is known to run its Runnable (ahead.h).
 *
 * The paper computes all pairs, which did not terminate in practice on programs that run library
 * code. A backward search from each target yields the same values and terminates. For the threads
 * whose position counts, see pfsm.c. A frame whose method the analysis did not reach is skipped at
 * a cost of 2. */
#include <stdlib.h>

#include "engine/flow/distance.h"
#include "engine/flow/icfg.h"
#include "engine/heuristic/ahead.h"
#include "engine/heuristic/position.h"

struct fsm {
  struct icfg *graph;
  struct ahead_memo *memo;
  enum heuristic_whose whose;
};

static int fsm_open(struct vm *vm, const struct heuristic_options *opt, void **out,
                    struct error *err) {
  struct fsm *h;
  if (!vm->main_method)
    return error_set(err, ERR_INTERNAL, "fsm: the machine has not been started");
  h = mem_alloc(sizeof *h);
  h->graph = icfg_new(vm, vm->main_method, opt->targets, opt->target_count);
  h->memo = ahead_memo_new();
  h->whose = (enum heuristic_whose)opt->whose;
  *out = h;
  return 0;
}

static void fsm_close(void *self) {
  struct fsm *h = self;
  if (!h) return;
  icfg_free(h->graph);
  ahead_memo_free(h->memo);
  free(h);
}

static void fsm_reset(void *self, uint64_t seed) {
  (void)self;
  (void)seed;
}

static uint32_t from(struct fsm *h, const struct method *m, uint32_t bci,
                     const struct location *target) {
  uint32_t n = icfg_node(h->graph, m, bci);
  return n == ICFG_NO_NODE ? HEURISTIC_INFINITE
                           : icfg_distance(h->graph, ICFG_ANY_RETURN, n, target);
}

static struct rta *analysis(void *self) {
  const struct fsm *h = self;
  return icfg_rta(h->graph);
}

static uint32_t by_tables(void *self, struct method *m, uint32_t bci,
                          const struct location *target) {
  return from(self, m, bci, target);
}

static uint32_t entry(void *self, const struct rta_method *m, const struct location *target) {
  return from(self, m->method, 0, target);
}

/* Returns the distance through the method that a new thread will call. */
static uint32_t from_start(struct fsm *h, struct vm *vm, const struct thread *t,
                           const struct frame *root, const struct location *target) {
  const struct ahead a = {
      vm,        h,     h->memo,       ahead_version, analysis, ahead_through_library,
      by_tables, entry, ahead_calling, NULL};
  struct method *m = position_not_begun(vm, t, root);
  return m ? distance_add(1, ahead_of_call(&a, m, position_receiver(t), target))
           : HEURISTIC_INFINITE;
}

static uint32_t thread_value(void *self, struct vm *vm, const struct thread *t,
                             const struct location *target) {
  struct fsm *h = self;
  uint32_t passed = 0, n;
  bool returning = false;
  const struct frame *f;
  for (uint32_t at = t->frame; at; at = f->prev) {
    f = vm_frame(vm, at);
    if (f->flags & FRAME_ROOT) return distance_add(passed, from_start(h, vm, t, f, target));
    n = position_passed_by(vm, f)
            ? ICFG_NO_NODE
            : icfg_node(h->graph, frame_method(vm, f),
                        position_bci(vm, f, returning && !(f->flags & FRAME_NEW)));
    if (n != ICFG_NO_NODE)
      return distance_add(passed, icfg_distance(h->graph, ICFG_ANY_RETURN, n, target));
    passed += 2;
    returning = position_returns(f);
  }
  return HEURISTIC_INFINITE;
}

static uint32_t fsm_value(void *self, struct vm *vm, uint32_t thread,
                          const struct location *target) {
  struct fsm *h = self;
  return target ? position_least(h, vm, h->whose, thread, target, thread_value) : 0;
}

const struct heuristic_ops heuristic_fsm = {
    .name = "fsm",
    .summary =
        "distance to the next location in one graph of the whole program, without calling context",
    .open = fsm_open,
    .close = fsm_close,
    .reset = fsm_reset,
    .value = fsm_value,
};
