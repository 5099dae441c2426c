/* interleaving (Groce and Visser): prefers paths on which threads alternate. A thread's step costs
 * more if the thread ran often and recently. Each of the thread's own steps among the last WINDOW
 * costs (WINDOW - its age), times the number of live threads. */
#include "engine/base/check.h"
#include "engine/heuristic/heuristic.h"
#include "engine/state/explorer.h"

enum { WINDOW = 100 };

static int interleaving_open(struct vm *vm, const struct heuristic_options *opt, void **out,
                             struct error *err) {
  (void)vm;
  (void)opt;
  (void)err;
  *out = NULL;
  return 0;
}

static void interleaving_close(void *self) { (void)self; }

static void interleaving_reset(void *self, uint64_t seed) {
  (void)self;
  (void)seed;
}

static uint32_t alive(struct vm *vm) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    uint32_t state = vm_thread(vm, i)->state;
    n += state != THREAD_NONE && state != THREAD_TERMINATED;
  }
  return n;
}

static uint32_t interleaving_path(void *self, struct explorer *x, uint32_t n) {
  uint16_t thread = xnode(x, n)->choice.thread;
  uint32_t value = 0, threads = alive(x->vm);
  node_id at = xnode(x, n)->parent;
  (void)self;
  for (uint32_t i = 0; i < WINDOW && at != NODE_NONE && xnode(x, at)->parent != NODE_NONE;
       i++, at = xnode(x, at)->parent)
    if (xnode(x, at)->choice.thread == thread) value += (WINDOW - i) * threads;
  INVARIANT(value <= WINDOW * (WINDOW + 1) / 2 * threads,
            "a step costs no more than if its thread ran alone: %u, %u threads", value, threads);
  return value;
}

/* Without a path, all states have the same value. */
static uint32_t interleaving_value(void *self, struct vm *vm, uint32_t thread,
                                   const struct location *target) {
  (void)self;
  (void)vm;
  (void)thread;
  (void)target;
  return 0;
}

const struct heuristic_ops heuristic_interleaving = {
    .name = "interleaving",
    .summary = "prefers paths on which threads alternate",
    .open = interleaving_open,
    .close = interleaving_close,
    .reset = interleaving_reset,
    .value = interleaving_value,
    .path_value = interleaving_path,
    .untargeted = true,
};
