/* The state in work: a copy that a step changes and emits; what it knows of accesses and of
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

/* Thread `child` begins with what this one knows. */
void knows_started(struct work *w, int child);

/* An access by this thread: a race when it does not know of a conflicting one. */
void plain_read(struct work *w, int loc);
void plain_write(struct work *w, int loc);

/* ---- time (clock.c) ---- */

/* A timed wait begins; with UNTIMED none does. */
void clock_begin(struct work *w, int how_long);

/* This thread waits no longer, whatever the reason. */
void clock_over(struct work *w);

/* This thread has slept, or its wait has come to its time. */
void clock_sleep(struct work *w, int how_long);
void clock_elapse(struct work *w);

/* What this thread does lets thread `target` go on: not before. */
void clock_follow(struct work *w, int target);

bool clock_is_patient(const struct stepper *m, int how_long);

/* May the timed wait of thread t elapse now? `late`: as nothing else can happen, else whatever
 * can. */
bool clock_may_elapse(const struct stepper *m, const struct state *s, int t, bool late);

#endif
