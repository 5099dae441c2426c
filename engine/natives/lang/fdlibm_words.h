/* Access to the two words of a double, for fdlibm.c and fdlibm_trig.c. */
#ifndef HEDDLE_NATIVES_FDLIBM_WORDS_H
#define HEDDLE_NATIVES_FDLIBM_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { ABS_BITS = 0x7fffffff };

static inline int32_t high(double x) {
  int64_t b;
  memcpy(&b, &x, 8);
  return (int32_t)(b >> 32);
}

static inline double with_high(double x, int32_t hi) {
  uint64_t b;
  memcpy(&b, &x, 8);
  b = (b & 0xffffffffu) | (uint64_t)(uint32_t)hi << 32;
  memcpy(&x, &b, 8);
  return x;
}

static inline double without_low(double x) {
  uint64_t b;
  memcpy(&b, &x, 8);
  b &= ~UINT64_C(0xffffffff);
  memcpy(&x, &b, 8);
  return x;
}

static inline double add_exponent(double x, int32_t k) {
  return with_high(x, (int32_t)((uint32_t)high(x) + ((uint32_t)k << 20)));
}

#endif
