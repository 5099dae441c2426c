/* See restart.h. */
#include "engine/env/restart.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/base/mem.h"
#include "engine/base/number.h"

const char *restart_name(uint32_t kind) {
  static const char *const names[] = {"none", "fixed", "luby", "walsh", "dynamic"};
  return kind < COUNT(names) ? names[kind] : NULL;
}

/* Returns 2^(k-1) if n = 2^k - 1; else the value for n - 2^(k-1) + 1, where 2^(k-1) <= n < 2^k -
 * 1. */
static uint64_t luby(uint64_t n) {
  CHECK(n, "the searches of a strategy are numbered from 1");
  for (;;) {
    uint64_t power = 1; /* 2^(k-1) */
    while (2 * power - 1 < n) power *= 2;
    if (n == 2 * power - 1) return power;
    n -= power - 1;
  }
}

/* (An odd power of sqrt 2 is the even power before it times sqrt 2, which is exact to double
 * precision.) */
static double walsh(uint64_t n) { return ldexp(n % 2 ? 1 : sqrt(2), (int)((n - 1) / 2)); }

double restart_limit(enum restart_kind kind, uint64_t n) {
  enum { WALSH_MOST = 100 };
  switch (kind) {
    case RESTART_NONE: return 0;
    case RESTART_FIXED: return 1;
    case RESTART_LUBY: return (double)luby(n);
    case RESTART_WALSH: return walsh(n < WALSH_MOST ? n : WALSH_MOST);
    case RESTART_DYNAMIC: return RESTART_MOST;
  }
  return 0;
}

static bool nearly_whole(const struct search_report *r) {
  double met = (double)(r->counts_executions ? r->executions : r->states);
  return r->estimate.trusted && r->estimate.size <= 2 * met;
}

bool restart_goes_on(struct restart_rate *rate, const struct search_report *r) {
  uint64_t states = r->states - rate->states, transitions = r->transitions - rate->transitions;
  double now = transitions ? (double)states / (double)transitions : 0;
  if (!rate->units++) rate->first = now;
  rate->states = r->states;
  rate->transitions = r->transitions;
  if (rate->units >= RESTART_MOST) return false;
  return nearly_whole(r) || (rate->units < RESTART_TRIAL && now > 0 && now >= rate->first / 2);
}

bool restart_unit(const char *text, double *seconds, uint64_t *transitions) {
  enum { DIGITS = 20 };
  size_t n = strlen(text);
  char digits[DIGITS];
  uint64_t ns;
  *seconds = 0;
  *transitions = 0;
  if (n > 1 && n <= DIGITS && text[n - 1] == 't') {
    memcpy(digits, text, n - 1);
    digits[n - 1] = 0;
    return number_whole(digits, UINT64_MAX / 2, transitions) && *transitions;
  }
  if (!number_duration(text, &ns) || !ns) return false;
  *seconds = (double)ns * 1e-9;
  return true;
}

uint64_t restart_seed(uint64_t seed, uint64_t n) {
  return n == 1 ? seed : hash_mix(hash_mix(seed) + n) >> 32;
}
