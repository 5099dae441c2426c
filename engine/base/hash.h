/* The finaliser of SplitMix64, which spreads the bits of a number. It is the same on every host. */
#ifndef HEDDLE_BASE_HASH_H
#define HEDDLE_BASE_HASH_H

#include <stdint.h>

static inline uint64_t hash_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

#endif
