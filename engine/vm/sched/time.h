/* Virtual time under scheduling (soundness rules 15 (time is a choice) and 36 (patience)): which
 * timed waits may elapse, when time passes, what bounds it.
 *
 * Patience. A timed wait shorter than engine_options.patience is short: it elapses at any time. One
 * of patience or more is patient: it elapses when nothing else can run (no thread is enabled and no
 * short wait pending), the earliest deadline first, or when its deadline has passed by what others
 * slept. time_may_elapse() is the one place that decides. What remains of a patient wait that its
 * method takes up again (the same instruction of the program, the same deadline) is patient however
 * short it is.
 *
 * The clock stands still while threads run. It moves to the deadline of a wait or sleep that
 * elapses. A sleep lasts from where its thread has come in time (thread.now), not from the clock:
 * sleeps of threads that nothing orders lie side by side whatever their order on the path, so the
 * clock does not depend on it. While nobody has read the clock and no patient wait is pending, it
 * is 0 and does not move: then time is no part of the state.
 *
 * Left behind. Others' short sleeps and waits follow each other while a thread can go on, yet not
 * for ever: a thread that polls would come to any deadline alone. What a thread does from the end
 * of a wait to the next one, at most STEPS_AT_ONCE transitions, takes others less than the time of
 * patience. Beyond, searches let no other sleep or wait on before it (search/awaited.h).
 *
 * Reading. The clock moves by a small step where a thread reads it at another place than before
 * without time having passed, so durations are not 0. A loop that polls it alone makes it pass by
 * vm_spin_stop(). With --clock-jumps it may also jump ahead by an hour where the program reads it,
 * which is a choice of its own.
 *
 * Steps grow when many came before on the path, so that a loop towards a deadline ends after few of
 * them; a path with too many is cut (TIME_STEPS_MAX).
 *
 * With patience 0 every wait is short, it lasts from the clock, and the readings of a thread beyond
 * the first ones make time pass. */
#ifndef HEDDLE_VM_SCHED_TIME_H
#define HEDDLE_VM_SCHED_TIME_H

#include "engine/vm/vm.h"

enum { TIME_STEPS_MAX = 128, TIME_MS = 1000000 };
#define TIME_PATIENCE UINT64_C(1000000000) /* the default: one second */
/* 2024-01-01T00:00:00Z: where the virtual calendar starts. */
#define TIME_EPOCH_MILLIS INT64_C(1704067200000)

/* Nanoseconds of a number of milliseconds, at most those of an int64_t. */
uint64_t time_of_ms(int64_t ms);
/* Nanoseconds from now until a time of the calendar; 0 or less: it is over. */
int64_t time_until(struct vm *vm, int64_t epoch_millis);

/* t begins a wait of ns: its deadline and flags. It may be called again before the wait has
 * begun. */
void time_wait_begin(struct vm *vm, struct thread *t, uint64_t ns);
/* t's wait is over, however it ended; nothing when it is in none. */
void time_wait_over(struct vm *vm, struct thread *t);
/* Would a wait of ns that t began now be patient? */
bool time_is_patient(struct vm *vm, const struct thread *t, uint64_t ns);

/* What time_may_elapse needs to know of the whole state; make one for each state. */
struct time_view {
  bool quiet;        /* nothing else can run, or what can goes round in circles */
  bool idle;         /* the latter */
  uint64_t earliest; /* deadline of the patient waits */
};
bool time_is_pending(const struct thread *t); /* it is in a timed wait that has not ended */
/* pending, and it may elapse whatever else can run */
bool time_is_due(struct vm *vm, const struct thread *t);
struct time_view time_look(struct vm *vm);
bool time_may_elapse(struct vm *vm, const struct thread *t, const struct time_view *view);
/* t polls the clock, and time may pass there. */
bool time_may_pass(struct vm *vm, const struct thread *t, const struct time_view *view);

/* t's wait elapses: time passes to its deadline. */
void time_elapse(struct vm *vm, struct thread *t);
/* t sleeps for ns. */
void time_sleep(struct vm *vm, struct thread *t, uint64_t ns);
/* A thread that polls the clock has come round many times. */
void time_spin(struct vm *vm, struct thread *t);
/* It has polled the clock as often as states that repeat are relied on to end that: soon time
 * passes for it. */
bool time_polled_enough(const struct thread *t);
/* parent starts t. */
void time_begin(struct vm *vm, struct thread *t, const struct thread *parent);
/* t has taken one more step. */
void time_stepped(struct vm *vm, struct thread *t);
/* It can go on, and could for the time of patience, in which others slept and waited. */
bool time_is_left_behind(struct vm *vm, const struct thread *t);
/* By the choice of t, of that kind, more such time passes. */
bool time_passes_by(struct vm *vm, const struct thread *t, uint32_t kind);
/* The running thread wakes w: w has come as far. */
void time_follow(struct vm *vm, struct thread *w);

/* The program's own code reads the clock: NATIVE_OK, or NATIVE_STOP before the reading. */
int time_read(struct vm *vm, struct thread *t);
void time_note_read(struct vm *vm, struct thread *t); /* whoever reads */
/* As far as the steps to come depend on their number so far, and on who is left behind. */
uint32_t time_steps(struct vm *vm);
bool time_is_spent(struct vm *vm);    /* there were too many */
uint32_t time_stepper(struct vm *vm); /* 1 + the thread of the last one, where it matters */
bool time_jump_left(struct vm *vm);   /* of those of --clock-jumps, one more on this path */
/* t stands before a reading of the clock, and time may jump there. */
bool time_may_jump(struct vm *vm, const struct thread *t);
/* One of the two: t reads another time than before. */
void time_go_on(struct vm *vm, struct thread *t);

#endif
