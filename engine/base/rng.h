/* A seeded generator of pseudo-random numbers (SplitMix64). The same seed produces the same numbers
 * on every host.
 *
 * Each search, heuristic and environment has its own generator, so a draw from one never shifts the
 * numbers of another. */
#ifndef HEDDLE_BASE_RNG_H
#define HEDDLE_BASE_RNG_H

#include "engine/base/hash.h"

#include <stdint.h>

struct rng {
  uint64_t state;
};

static inline uint64_t rng_next(struct rng *r) { return hash_mix(r->state += 0x9E3779B97F4A7C15u); }

static inline void rng_seed(struct rng *r, uint64_t seed) { r->state = seed; }

/* Returns a uniform number in [0, n), n > 0, without the bias of a plain remainder. */
static inline uint32_t rng_below(struct rng *r, uint32_t n) {
  uint32_t low = -n % n, x;
  uint64_t product;
  do {
    x = (uint32_t)(rng_next(r) >> 32);
    product = (uint64_t)x * n;
  } while ((uint32_t)product < low);
  return (uint32_t)(product >> 32);
}

#endif
