/* Histories of calls, and whether the results of one are those of some order of its calls: of Wing
 * and Gong, "Testing and verifying concurrent objects" (1993), with Lowe's table of what was tried.
 * Nothing here knows of machines: what calls give one after another is asked of the caller. */
#ifndef HEDDLE_ASSESS_HISTORY_H
#define HEDDLE_ASSESS_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

enum { HISTORY_THREADS = 8, HISTORY_NEXT = 64 };

struct history_call {
  /* so many calls of each thread come before it in every order; its own thread's need not be said
   */
  uint8_t before[HISTORY_THREADS];
  bool pending; /* it has begun and not ended: the last of its thread */
};

struct history {
  uint32_t threads;
  uint32_t count[HISTORY_THREADS];
  const struct history_call *of[HISTORY_THREADS];
  /* Nothing goes on: a pending call has no effect, and it must be one that stays behind the others.
   * Else it may have had its effect, whatever it would give, or not. */
  bool stuck;
};

/* The calls one after another. States are numbers; a call may lead to several. */
struct history_orders {
  void *self;
  uint32_t first; /* state */
  /* Where call `index` of `thread`, performed in `state`, ends with what the history has of it.
   * Returns how many states were stored, HISTORY_NEXT at the most; -1: nobody knows. */
  int (*next)(void *self, uint32_t state, uint32_t thread, uint32_t index, uint32_t *out);
  /* Does it stay when performed there, for ever? 1, 0, -1. NULL: every call may. */
  int (*stays)(void *self, uint32_t state, uint32_t thread, uint32_t index);
  /* All were performed: is the rest as in the history? 1, 0, -1. NULL: there is no rest. */
  int (*fits)(void *self, uint32_t state);
  /* The order (threads, one for each of n calls) cannot go on. NULL: nobody asks. */
  void (*stopped)(void *self, uint32_t state, const uint8_t *order, uint32_t n);
};

enum history_verdict { HISTORY_REFUSED, HISTORY_ACCEPTED, HISTORY_UNKNOWN };

/* Is there such an order? `tries` bounds the states that are looked at. */
enum history_verdict history_assess(const struct history *h, const struct history_orders *o,
                                    uint32_t tries);

/* What a thread read before a call: how many calls of each other thread had ended, and behind that,
 * how many had begun. */
struct history_read {
  uint8_t ended[HISTORY_THREADS], begun[HISTORY_THREADS];
};
/* `before` of call `index` of `thread`, of threads with these counts of calls. For linearizability:
 * what had ended. */
void history_real_time(const struct history_read *read, uint32_t thread, uint32_t threads,
                       struct history_call *out);
/* For quiescent consistency: what is parted from it by a moment at which no call was running. The
 * calls of all threads at a time. */
void history_quiescence(const struct history_read *const *read, const uint32_t *count,
                        uint32_t threads, struct history_call *const *out);

#endif
