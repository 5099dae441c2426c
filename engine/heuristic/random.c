/* The random heuristic (paper 000, section 3.2): draws every value at random without reading the
 * state. It is the baseline that shows the effect of the sequence alone. */
#include <stdlib.h>

#include "engine/base/rng.h"
#include "engine/base/block_file.h"
#include "engine/heuristic/heuristic.h"

static void random_reset(void *self, uint64_t seed) { rng_seed(self, seed ^ 0x72616e646f6d2121u); }

static int random_open(struct vm *vm, const struct heuristic_options *opt, void **out,
                       struct error *err) {
  (void)vm;
  (void)err;
  *out = mem_alloc(sizeof(struct rng));
  random_reset(*out, opt->seed);
  return 0;
}

static uint32_t random_value(void *self, struct vm *vm, uint32_t thread,
                             const struct location *target) {
  (void)vm;
  (void)thread;
  return target ? rng_below(self, HEURISTIC_INFINITE) : 0;
}

static void random_save(void *self, struct ckpt_out *o) { ckpt_put(o, self, sizeof(struct rng)); }

static void random_load(void *self, struct ckpt_in *in) { ckpt_get(in, self, sizeof(struct rng)); }

const struct heuristic_ops heuristic_random = {
    .name = "random",
    .summary = "a random value for every state",
    .open = random_open,
    .close = free,
    .reset = random_reset,
    .value = random_value,
    .save = random_save,
    .load = random_load,
    .untargeted = true,
};
