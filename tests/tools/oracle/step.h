/* The steps of the interpreter: what a thread can do next in a state, according to the Java
 * Language Specification and the code of the JDK. */
#ifndef ORACLE_STEP_H
#define ORACLE_STEP_H

#include "tests/tools/oracle/code.h"

enum { OUT_MAX = 8, FRAME_MAX = 4, SAVED_MAX = 3 };

enum status { NEW, READY, WAITING, REACQUIRING, PARKED, SLEEPING, ENDED };
enum why { NOTIFIED, BY_INTERRUPT, ELAPSED };
enum init_state { UNTOUCHED, IN_PROGRESS, INITIALISED, ERRONEOUS };

struct frame {
  int32_t r, value;
  int16_t pc;
  uint8_t klass, unused;
};

struct thread_state {
  int32_t r, value, now, deadline, saved[SAVED_MAX];
  struct frame frame[FRAME_MAX];
  int16_t pc;
  uint8_t status, monitor, count, why, how_long, thrown, interrupted, permit, depth, patient;
};

/* The happens-before relation. There is a row for each thread and for each thing that orders
 * threads. Its bits say of which accesses it knows: the last write of each location, and each
 * thread's last read of the location. An access races if its thread does not know of a conflicting
 * access. */
enum {
  ROW_THREAD = 0,
  ROW_MONITOR = ROW_THREAD + MAX_THREADS,
  ROW_LOCK = ROW_MONITOR + MON_COUNT,
  ROW_VOLATILE = ROW_LOCK + LOCK_COUNT,
  ROW_STATUS = ROW_VOLATILE + LOC_COUNT - LOC_PLAIN,
  ROW_BLOCKER = ROW_STATUS + MAX_THREADS,
  ROW_CLASS = ROW_BLOCKER + MAX_THREADS,
  ROW_END = ROW_CLASS + MAX_CLASSES,
  ROW_COUNT = ROW_END + MAX_THREADS,
  KNOWS_WORDS = 2,
};

/* A state. States are compared byte by byte, so a state has no padding. */
struct state {
  uint64_t knows[ROW_COUNT][KNOWS_WORDS];
  int32_t loc[LOC_COUNT], out[OUT_MAX], clock;
  struct thread_state t[MAX_THREADS];
  uint8_t owner[MON_COUNT], count[MON_COUNT]; /* owner: the thread's number + 1 */
  uint8_t lock_owner, lock_count, init[MAX_CLASSES], init_owner[MAX_CLASSES];
  uint8_t exit_status, out_length, over, overflow, patient, spurious;
  uint8_t
      unused[(8 - (4 * (LOC_COUNT + OUT_MAX + 1) + MAX_THREADS * (int)sizeof(struct thread_state) +
                   2 * MON_COUNT + 2 + 2 * MAX_CLASSES + 6) %
                      8) %
             8];
};

enum { OUT_LETTER = 0x40000000 }; /* set for a letter, to distinguish it from a number */

/* Facts that the steps have shown so far. */
struct seen {
  uint32_t racy; /* bits of locations */
  bool uncaught;
};

struct stepper {
  const struct code *code;
  struct seen seen;
  int32_t patience;
  int spurious;
  void (*emit)(void *to, const struct state *s);
  void *to;
};

void step_start(struct state *s, struct stepper *m);

/* Emits each state that thread t can reach in one step. With `late`, the only steps are patient
 * waits that elapse because nothing else can happen; without it, all other steps. */
void step_thread(struct stepper *m, const struct state *s, int t, bool late);

/* Emits the state that a spurious wake-up of thread t leads to, if one is possible. */
void step_without_cause(struct stepper *m, const struct state *s, int t);

/* Is thread t in a loop that only reads? That is, its next step is a read, and if it runs alone, it
 * returns to the same state. */
bool step_spins(struct stepper *m, const struct state *s, int t);

/* Returns the location under whose name a race is reported: all boxes have the name of the first.
 */
static inline int loc_named(int loc) {
  return loc > LOC_BOX && loc < LOC_BOX + MAX_BOXES ? LOC_BOX : loc;
}

/* Is there a cycle of threads that wait for each other's monitors? */
bool step_monitor_cycle(const struct code *code, const struct state *s);

#endif
