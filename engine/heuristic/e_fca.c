/* e-FCA, the distance heuristic with full calling context (Rungta and Mercer 2006; paper 001,
 * section 2.2). The value is the forward distance from the innermost frame. If the target cannot be
 * reached forwards, the value is the distance to the end of that method plus the distance from its
 * return point on the actual stack, frame by frame.
 *
 * e-FCA is pfsm without the additions of paper 001: a call whose receiver type is unresolved always
 * counts its nearest callee, and the search refines nothing while it runs. One refinement applies:
 * a thread that has not begun is known to run its Runnable (ahead.h). A frame whose method the
 * analysis did not reach is skipped at a cost of 2. */
#include <stdlib.h>

#include "engine/flow/distance.h"
#include "engine/flow/icfg.h"
#include "engine/heuristic/ahead.h"
#include "engine/heuristic/position.h"

struct e_fca {
  struct icfg *graph;
  struct ahead_memo *memo;
  enum heuristic_whose whose;
};

static int e_fca_open(struct vm *vm, const struct heuristic_options *opt, void **out,
                      struct error *err) {
  struct e_fca *h;
  if (!vm->main_method)
    return error_set(err, ERR_INTERNAL, "e-fca: the machine has not been started");
  h = mem_alloc(sizeof *h);
  h->graph = icfg_new(vm, vm->main_method, opt->targets, opt->target_count);
  h->memo = ahead_memo_new();
  h->whose = (enum heuristic_whose)opt->whose;
  *out = h;
  return 0;
}

static void e_fca_close(void *self) {
  struct e_fca *h = self;
  if (!h) return;
  icfg_free(h->graph);
  ahead_memo_free(h->memo);
  free(h);
}

static void e_fca_reset(void *self, uint64_t seed) {
  (void)self;
  (void)seed;
}

static uint32_t forward_from(struct e_fca *h, const struct method *m, uint32_t bci,
                             const struct location *target) {
  uint32_t n = icfg_node(h->graph, m, bci);
  return n == ICFG_NO_NODE ? HEURISTIC_INFINITE : icfg_distance(h->graph, ICFG_FORWARD, n, target);
}

static uint32_t forward(void *self, struct vm *vm, const struct thread *t, const struct frame *f,
                        uint32_t bci, const struct location *target) {
  (void)t;
  return forward_from(self, frame_method(vm, f), bci, target);
}

static uint32_t to_end(void *self, struct vm *vm, const struct frame *f, uint32_t bci) {
  struct e_fca *h = self;
  uint32_t n = icfg_node(h->graph, frame_method(vm, f), bci);
  return n == ICFG_NO_NODE ? 2 : icfg_to_end(h->graph, n);
}

static struct rta *analysis(void *self) {
  const struct e_fca *h = self;
  return icfg_rta(h->graph);
}

static uint32_t by_tables(void *self, struct method *m, uint32_t bci,
                          const struct location *target) {
  return forward_from(self, m, bci, target);
}

static uint32_t e_fca_entry(void *self, const struct rta_method *m, const struct location *target) {
  return forward_from(self, m->method, 0, target);
}

static uint32_t e_fca_begin(void *self, struct vm *vm, struct method *m, ref receiver,
                            const struct location *target) {
  const struct e_fca *h = self;
  const struct ahead a = {
      vm,        self,        h->memo,       ahead_version, analysis, ahead_through_library,
      by_tables, e_fca_entry, ahead_calling, NULL};
  return ahead_of_call(&a, m, receiver, target);
}

static uint32_t thread_value(void *self, struct vm *vm, const struct thread *t,
                             const struct location *target) {
  const struct position_tables tables = {self, forward, to_end, e_fca_begin};
  return position_unroll(&tables, vm, t, target);
}

static uint32_t e_fca_value(void *self, struct vm *vm, uint32_t thread,
                            const struct location *target) {
  struct e_fca *h = self;
  return target ? position_least(h, vm, h->whose, thread, target, thread_value) : 0;
}

const struct heuristic_ops heuristic_e_fca = {
    .name = "e-fca",
    .summary = "distance to the next location with the full calling context, types unresolved",
    .open = e_fca_open,
    .close = e_fca_close,
    .reset = e_fca_reset,
    .value = e_fca_value,
};
