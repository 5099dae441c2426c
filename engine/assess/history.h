/* Histories of calls. Checks whether the results in a history are those of some order of its calls,
 * with the method of Wing and Gong, "Testing and verifying concurrent objects" (1993), and Lowe's
 * table of attempts. This code executes nothing; the caller provides the results of sequential
 * calls. */
#ifndef HEDDLE_ASSESS_HISTORY_H
#define HEDDLE_ASSESS_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

enum { HISTORY_THREADS = 8, HISTORY_NEXT = 64 };

struct history_call {
  /* The number of calls of each other thread that come before this one in every order. */
  uint8_t before[HISTORY_THREADS];
  bool pending; /* begun but not ended; the last call of its thread */
};

struct history {
  uint32_t threads;
  uint32_t count[HISTORY_THREADS];
  const struct history_call *of[HISTORY_THREADS];
  /* Set if no thread can continue. An order then leaves out the pending calls, and each of them
   * must block after it. In other histories, a pending call may have had its effect or not, and its
   * result does not matter. */
  bool stuck;
};

/* The results of calls that are made one after another. The caller numbers the states. A call may
 * lead to several states. */
struct history_orders {
  void *self;
  uint32_t first; /* the first state */
  /* Performs call `index` of `thread` in `state` and stores the states in which it ends with the
   * result that the history has for it. Returns their number, at most HISTORY_NEXT, or -1 if it is
   * unknown. */
  int (*next)(void *self, uint32_t state, uint32_t thread, uint32_t index, uint32_t *out);
  /* Returns whether the call blocks for ever in that state: 1, 0 or -1 (unknown). NULL: every call
   * may block. */
  int (*stays)(void *self, uint32_t state, uint32_t thread, uint32_t index);
  /* Called when all calls have been performed. Returns whether the rest of the outcome agrees with
   * the history: 1, 0 or -1 (unknown). NULL: there is no rest. */
  int (*fits)(void *self, uint32_t state);
  /* Called for an order that no call can continue; `order` has the threads of its n calls. May be
   * NULL. */
  void (*stopped)(void *self, uint32_t state, const uint8_t *order, uint32_t n);
};

enum history_verdict { HISTORY_REFUSED, HISTORY_ACCEPTED, HISTORY_UNKNOWN };

/* Returns whether there is an order of the calls with the results of the history. Examines at most
 * `tries` states; HISTORY_UNKNOWN if they do not suffice or a result is unknown. */
enum history_verdict history_assess(const struct history *h, const struct history_orders *o,
                                    uint32_t tries);

/* The counts that a thread read before a call: the number of calls of each other thread that had
 * ended, and then the number of calls that had begun. */
struct history_read {
  uint8_t ended[HISTORY_THREADS], begun[HISTORY_THREADS];
};
/* Sets out->before of a call of `thread` for linearizability: the calls that had ended come before
 * it. */
void history_real_time(const struct history_read *read, uint32_t thread, uint32_t threads,
                       struct history_call *out);
/* Sets `before` of all calls of all threads for quiescent consistency: one call comes before
 * another if no call was running at some moment between them. */
void history_quiescence(const struct history_read *const *read, const uint32_t *count,
                        uint32_t threads, struct history_call *const *out);

#endif
