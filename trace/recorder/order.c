/* The locks that make the recorded order of accesses the real one, and noise: delays that let other
 * threads run.
 *
 * A fixed number of locks (stripes) is shared by all variables. A thread holds at most one of them,
 * while it executes the one instruction that accesses the variable; it may stop at a safepoint
 * there. Waiting threads are in native state and yield the processor. A thread that does not get a
 * lock within two seconds continues without it, because the recorder must never hang the
 * program. */
#include "engine/base/check.h"
#include "trace/recorder/agent.h"

#include <sched.h>
#include <time.h>

/* This number is so large that a thread which is descheduled while it holds a lock seldom blocks
 * the others, although each of them takes thousands of locks in that time. */
#define STRIPES 65536u
#define SPINS 200
#define PATIENCE_NS 2000000000ll

static int stripes[STRIPES]; /* 0: free */

static int64_t now_ns(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}

static bool order_take(int *held) {
  int expected = 0;
  return !__atomic_load_n(held, __ATOMIC_RELAXED) &&
         __atomic_compare_exchange_n(held, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static bool order_wait_for(int *held) {
  int64_t start = now_ns();
  for (unsigned i = 0; now_ns() - start < PATIENCE_NS; i++) {
    if (order_take(held)) return true;
    if (i < 1000) {
      sched_yield();
    } else {
      nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    }
  }
  return false;
}

int order_lock(uint32_t object, uint32_t field, int32_t index) {
  uint64_t h = ((uint64_t)object << 32 | field) * 0x9e3779b97f4a7c15ull;
  /* neighbouring array elements have neighbouring locks, which share a cache line */
  uint32_t stripe = ((uint32_t)(h >> 40) + (uint32_t)index) % STRIPES;
  int *held = &stripes[stripe];
  for (int i = 0; i < SPINS; i++) {
    if (order_take(held)) return (int)stripe;
  }
  return order_wait_for(held) ? (int)stripe : -1;
}

void order_unlock(int stripe) {
  INVARIANT(
      stripe < (int)STRIPES && (stripe < 0 || __atomic_load_n(&stripes[stripe], __ATOMIC_RELAXED)),
      "a lock that is released is held: %d", stripe);
  if (stripe >= 0) __atomic_store_n(&stripes[stripe], 0, __ATOMIC_RELEASE);
}

static uint64_t next_random(uint64_t *x) { /* splitmix64 */
  uint64_t z = *x += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

void noise(struct rthread *t) {
  if (!(agent.options.noise > 0)) return;
  if ((double)(next_random(&t->rng) >> 11) * 0x1p-53 >= agent.options.noise) return;
  uint64_t r = next_random(&t->rng);
  if (r & 1) {
    sched_yield();
  } else {
    nanosleep(&(struct timespec){.tv_nsec = (long)((r >> 1) % 1000000)}, NULL);
  }
}
