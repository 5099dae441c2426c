/* Shapes of programs in which threads meet: hand-over, several waiters, interrupts of what
 * waits, permits, initialisers that need each other, publication, mutual exclusion by hand, ...
 * Each is made with some of its parts changed or missing. */
#ifndef ORACLE_SHAPES_H
#define ORACLE_SHAPES_H

#include "tests/tools/oracle/generate.h"

struct shape {
  struct generator *g;
  int turn;                        /* how many programs had the shape before */
  struct stmt **body[MAX_THREADS]; /* of main: what comes behind the starts */
};

struct stmt *shape_make(struct shape *h, enum stmt_kind kind, int a, int b, int c);
struct stmt *shape_around(struct stmt *outer, struct stmt *body);
struct stmt *shape_then(struct stmt *first, struct stmt *next);
void shape_put(struct shape *h, int t, struct stmt *s);
/* Now and then without. */
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
/* Who is woken is seen by what is printed, and how many waited by what main has read. */
void idiom_several_waiters(struct shape *h);
/* Notified first, then interrupted, or the other way round; who has seen y = 1 has met a waiter. */
void idiom_notified_and_interrupted(struct shape *h);
/* The monitor of a thread: its end, its joiners and others wait and notify there. */
void idiom_monitor_of_thread(struct shape *h);
/* Whoever has the monitor of a thread keeps it from ending. */
void idiom_keeps_from_ending(struct shape *h);
/* What the ended thread has written is known to who was woken by its end. */
void idiom_woken_by_end(struct shape *h);
/* A thread that is not started has a monitor, and a join of it takes that. */
void idiom_unstarted(struct shape *h);
void idiom_locks_crossed(struct shape *h);
void idiom_interrupts(struct shape *h);
void idiom_interrupted_before(struct shape *h);
void idiom_until_interrupted(struct shape *h);
void idiom_permits(struct shape *h);

#endif
