/* One step of the interpreter: what a thread can do next in a state, as the Java language
 * specification and the code of the JDK say. */
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

/* Who knows of which access: a row for each thread and each thing that orders threads, a bit for
 * the last write of each location and for each thread's last read of it. An access that does not
 * know of a conflicting one is a race. */
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

/* A state. All its bytes count: states are compared by them. */
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

enum { OUT_LETTER = 0x40000000 }; /* or'd to a letter: results are printed as numbers */

/* What was seen on the way. */
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

/* Emits each state that thread t can come to by one step. `late`: only by the elapse of a patient
 * wait when nothing else can happen, else only without. */
void step_thread(struct stepper *m, const struct state *s, int t, bool late);

/* Likewise by a wake-up without a cause. */
void step_without_cause(struct stepper *m, const struct state *s, int t);

/* Does thread t stand in a loop that only looks: before a read, and alone back there in this very
 * state? */
bool step_spins(struct stepper *m, const struct state *s, int t);

/* The name under which a race on a location is reported: that of its first. */
static inline int loc_named(int loc) {
  return loc > LOC_BOX && loc < LOC_BOX + MAX_BOXES ? LOC_BOX : loc;
}

/* A cycle of threads that wait for each other's monitors. */
bool step_monitor_cycle(const struct code *code, const struct state *s);

#endif
