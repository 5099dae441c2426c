/* Virtual time under scheduling (soundness rules 15 (time is a choice) and 36 (patience)): which
 * timed waits may elapse, when time passes, and how often.
 *
 * Patience. A timed wait shorter than engine_options.patience is short: it may elapse at any time.
 * All other timed waits are patient. A patient wait elapses when nothing else can run (no thread is
 * enabled and no short wait is pending), the earliest deadline first, or when the sleeps of others
 * have moved the clock past its deadline. time_may_elapse() is the only place that decides this. If
 * a method resumes the rest of a patient wait (same instruction of the program, same deadline),
 * that rest is patient too, however short it is.
 *
 * The clock stands still while threads run. It moves to the deadline of a wait or sleep that
 * elapses. A sleep starts at its thread's own time (thread.now), not at the clock. So sleeps of
 * unordered threads overlap whatever their order on the path, and the clock does not depend on that
 * order. While no thread has read the clock and no patient wait is pending, the clock stays 0, and
 * time is not part of the state.
 *
 * Left behind. Short sleeps and waits of other threads may follow each other while a thread is able
 * to run, but not for ever: otherwise a polling thread would reach any deadline alone. heddle
 * assumes that what a thread does from the end of one wait to the next, up to STEPS_AT_ONCE
 * transitions, takes less time than the patience. Once more time than that has passed, searches let
 * no other sleep or wait continue before this thread (search/awaited.h).
 *
 * Reading. The clock moves by a small step when a thread reads it at a different place and no time
 * has passed since its last reading, so durations are not 0. A loop that polls the clock alone
 * makes time pass through vm_spin_stop(). With --clock-jumps the clock may also jump ahead by an
 * hour where the program reads it; this is a choice of its own.
 *
 * Steps grow when the path has many of them, so that a loop towards a deadline ends after few
 * steps. A path with too many steps is cut (TIME_STEPS_MAX).
 *
 * With patience 0 every wait is short and starts at the time of the clock, and each reading by a
 * thread after its first ones makes time pass. */
#ifndef HEDDLE_VM_SCHED_TIME_H
#define HEDDLE_VM_SCHED_TIME_H

#include "engine/vm/vm.h"

enum { TIME_STEPS_MAX = 128, TIME_MS = 1000000 };
#define TIME_PATIENCE UINT64_C(1000000000) /* the default: one second */
/* 2024-01-01T00:00:00Z, the start of the virtual calendar. */
#define TIME_EPOCH_MILLIS INT64_C(1704067200000)

/* Converts milliseconds to nanoseconds; at most INT64_MAX. */
uint64_t time_of_ms(int64_t ms);
/* Returns the nanoseconds from now until a time of the calendar, or 0 if that time is past. */
int64_t time_until(struct vm *vm, int64_t epoch_millis);

/* t begins a wait, or a sleep, of ns: sets its deadline and flags. May be called again before the
 * wait has begun. The callers say which of the two it is, because t->op is stale where a schedule
 * or a section lets t pass. */
void time_wait_begin(struct vm *vm, struct thread *t, uint64_t ns);
void time_sleep_begin(struct vm *vm, struct thread *t, uint64_t ns);
/* Ends t's wait, however it ended. Clears its deadline and flags. */
void time_wait_over(struct vm *vm, struct thread *t);
/* Returns whether a sleep of ns that t began now would be patient. */
bool time_sleep_is_patient(struct vm *vm, const struct thread *t, uint64_t ns);

/* Facts about the whole state that time_may_elapse needs. Make one for each state. */
struct time_view {
  bool quiet;        /* nothing else can run, or all that can run only repeats in cycles */
  bool idle;         /* all that can run only repeats in cycles */
  uint64_t earliest; /* the earliest deadline of the patient waits */
};
bool time_is_pending(const struct thread *t); /* whether t is in a timed wait that has not ended */
/* whether t's wait is pending and may elapse whatever else can run */
bool time_is_due(struct vm *vm, const struct thread *t);
struct time_view time_look(struct vm *vm);
bool time_may_elapse(struct vm *vm, const struct thread *t, const struct time_view *view);
/* Returns whether t is before a reading of the clock and time may pass there. */
bool time_may_pass(struct vm *vm, const struct thread *t, const struct time_view *view);

/* Ends t's wait by its timeout: time passes to the deadline. */
void time_elapse(struct vm *vm, struct thread *t);
/* t sleeps for ns. */
void time_sleep(struct vm *vm, struct thread *t, uint64_t ns);
/* Makes time pass for t if it polls the clock. Called after many back-edges without a visible
 * operation. */
void time_spin(struct vm *vm, struct thread *t);
/* Returns whether t has polled the clock so often that state matching alone will not end its loop;
 * time soon passes for it. */
bool time_polled_enough(const struct thread *t);
/* Sets the time of t, which parent starts. */
void time_begin(struct vm *vm, struct thread *t, const struct thread *parent);
/* Notes that t has taken one more step. */
void time_stepped(struct vm *vm, struct thread *t);
/* Returns whether t is left behind: it could have run for at least the patience, but the search let
 * other threads sleep and wait instead. */
bool time_is_left_behind(struct vm *vm, const struct thread *t);
/* Returns whether choosing t with a choice of this kind makes more time pass for threads that are
 * left behind. */
bool time_passes_by(struct vm *vm, const struct thread *t, uint32_t kind);
/* The running thread wakes w: moves w's own time up to the waker's. */
void time_follow(struct vm *vm, struct thread *w);

/* Called when the program's own code reads the clock. Returns NATIVE_OK, or NATIVE_STOP if the
 * thread stops before the reading. */
int time_read(struct vm *vm, struct thread *t);
void time_note_read(struct vm *vm, struct thread *t); /* notes a reading by any code */
/* Returns what later clock steps depend on: the number of steps so far and which threads are left
 * behind. */
uint32_t time_steps(struct vm *vm);
bool time_is_spent(struct vm *vm); /* there were too many steps */
/* 1 + the thread of the last clock step, or 0 if that thread does not matter */
uint32_t time_stepper(struct vm *vm);
/* whether one more jump of --clock-jumps is left on this path */
bool time_jump_left(struct vm *vm);
/* Returns whether t is before a reading of the clock and time may jump there. */
bool time_may_jump(struct vm *vm, const struct thread *t);
/* Moves the clock by a jump or a small step, so that t reads a new time. */
void time_go_on(struct vm *vm, struct thread *t);

#endif
