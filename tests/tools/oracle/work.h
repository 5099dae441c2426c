/* The copy of a state that a step changes and emits, with the functions for happens-before and for
 * time. */
#ifndef ORACLE_WORK_H
#define ORACLE_WORK_H

#include "tests/tools/oracle/step.h"

struct work {
  struct stepper *m;
  struct state s;
  struct thread_state *t;
  int self;
};

/* ---- happens-before (knows.c) ---- */

void knows_all(struct state *s);
void release(struct work *w, int row);
void acquire(struct work *w, int row);
void both(struct work *w, int row);

/* Thread `child` begins with the knowledge of this thread. */
void knows_started(struct work *w, int child);

/* An access by this thread. It races if the thread does not know of a conflicting access. */
void plain_read(struct work *w, int loc);
void plain_write(struct work *w, int loc);

/* ---- time (clock.c) ---- */

/* Begins a timed wait of this thread. Does nothing for UNTIMED. */
void clock_begin(struct work *w, int how_long);

/* Ends the timed wait of this thread, for whatever reason. */
void clock_over(struct work *w);

/* Move this thread's time: past a sleep that is not patient, or to the deadline of its wait. */
void clock_sleep(struct work *w, int how_long);
void clock_elapse(struct work *w);

/* This thread lets thread `target` continue, so target's time is not earlier than this thread's. */
void clock_follow(struct work *w, int target);

bool clock_is_patient(const struct stepper *m, int how_long);

/* May the timed wait of thread t elapse now? `late`: because nothing else can happen; else:
 * whatever else can happen. */
bool clock_may_elapse(const struct stepper *m, const struct state *s, int t, bool late);

#endif
