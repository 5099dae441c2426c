/* Shapes of programs in which threads interact: hand-over, several waiters, interrupts of waiting
 * threads, permits, initialisers that need each other, publication, hand-written mutual exclusion
 * and others. Parts of a shape may be changed or missing. */
#ifndef ORACLE_SHAPES_H
#define ORACLE_SHAPES_H

#include "tests/tools/oracle/generate.h"

struct shape {
  struct generator *g;
  int turn;                        /* number of earlier programs with the same shape */
  struct stmt **body[MAX_THREADS]; /* that of main: what follows the starts */
};

struct stmt *shape_make(struct shape *h, enum stmt_kind kind, int a, int b, int c);
struct stmt *shape_around(struct stmt *outer, struct stmt *body);
struct stmt *shape_then(struct stmt *first, struct stmt *next);
void shape_put(struct shape *h, int t, struct stmt *s);
/* Adds the statement in most programs. */
void shape_put_mostly(struct shape *h, int t, struct stmt *s);
struct stmt *shape_look(struct shape *h);
struct stmt *shape_write(struct shape *h);
struct stmt *shape_in_monitor(struct shape *h, int m, struct stmt *body);
struct stmt *shape_tried(struct shape *h, struct stmt *body);
int shape_last(const struct shape *h);
enum stmt_kind shape_some_notify(struct shape *h);
struct stmt *shape_some_wait(struct shape *h);
struct stmt *shape_spin(struct shape *h, enum stmt_kind kind, int a, int c);

/* ---- idioms_monitors.c: rows of the table of idioms.c ---- */

void idiom_hand_over(struct shape *h);
/* The output shows which threads were woken; the reads of main show how many were waiting. */
void idiom_several_waiters(struct shape *h);
/* A waiting thread is notified and then interrupted, or the reverse. If main reads y = 1, the
 * thread has begun to wait. */
void idiom_notified_and_interrupted(struct shape *h);
/* Threads wait and notify in the monitor of a thread, which its end and its joiners also use. */
void idiom_monitor_of_thread(struct shape *h);
/* A thread cannot end while another one holds its monitor. */
void idiom_keeps_from_ending(struct shape *h);
/* The writes of an ended thread happen before the accesses of a thread that its end woke. */
void idiom_woken_by_end(struct shape *h);
/* A thread that was not started has a monitor too, and a join enters it. */
void idiom_unstarted(struct shape *h);
void idiom_locks_crossed(struct shape *h);
void idiom_interrupts(struct shape *h);
void idiom_interrupted_before(struct shape *h);
void idiom_until_interrupted(struct shape *h);
void idiom_permits(struct shape *h);

#endif
