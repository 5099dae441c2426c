/* The interpreter and the life of threads: executes one transition of one thread.
 *
 * How a step is executed
 *
 * A step, or transition, is one call of vm_step() with one of the choices that vm_choices() lists.
 * A caller that wants to undo steps opens a delta with vm_delta_open() before and closes it after.
 *
 * 1. vm_step() (vm/sched/step.c) applies the choice to the thread's record: it ends the thread's
 *    wait, for example, or lets time pass. If the thread leaves a wait set but cannot have the
 *    monitor yet, the step is over. Otherwise vm_step() calls interp_run().
 *
 * 2. interp_run() (interp.c) runs the interpreter loop (interp_loop.h). The loop is compiled twice:
 *    interp_checked() is for runs with scheduling or listeners, interp_free() for all others.
 *    Both execute decoded code (vm/code.h): a method is decoded at its first call, and an
 * instruction gets a quicker form (quick.h) once its constant is resolved.
 *
 * 3. Before each visible operation the loop, or the native that performs it, calls vm_visible()
 *    (vm/sched/visible.c). The first operation was chosen, so it is granted. Before the next one
 *    vm_visible() returns false, and the loop returns STOP_VISIBLE; pc and sp are in the frame. The
 *    instruction has changed nothing yet. It is executed from its beginning when the thread is
 *    chosen again.
 *
 * 4. Natives come from the natives table (struct native_row in vm/machine.h; vm/library.h). When a
 * class
 *    is linked, each method with a row gets its function. The loop calls the function with a struct
 *    native_call instead of pushing a frame, and its enum native_result says how to go on. A native
 *    that must stop, or that waits, is executed again later; TF_RESUMED marks its second phase.
 *
 * 5. Accesses and synchronisation are reported as events (vm/sched/event.h) to the race check and
 *    to the listeners.
 *
 * 6. Undo. All state of the program is in the arena. Before the first write to a block of 64 bytes
 *    in a step, arena_touch() saves the block's old contents in the delta. The stack of the running
 *    thread is the exception: vm_delta_open() saves the top frame, the loop saves a caller's frame
 *    when it returns to it, and closing the delta adds the rest. vm_delta_abort() undoes the step.
 *    A delta that is kept can later be swapped out and in again (arena/arena.h).
 *
 * A step also ends when the thread blocks or ends, at a mark, after too many back-edges, or at a
 * violation (enum stop_reason). vm/running.h has the overview of scheduling. */
#ifndef HEDDLE_VM_INTERP_INTERP_H
#define HEDDLE_VM_INTERP_INTERP_H

#include "engine/vm/uncounted.h"
#include "engine/vm/vm.h"

/* Runs vm->run.cur from its current place until it must stop. Returns enum stop_reason. */
int interp_run(struct vm *vm, struct thread *t);

/* Executes one transition: applies the choice and runs its thread up to the thread's next visible
 * operation. The caller must have opened a delta with vm_delta_open. Returns enum stop_reason. */
int vm_step(struct vm *vm, struct choice c);

/* Open and close the delta of a transition of thread `t`. The stack is saved lazily; see invariant
 * 2 of arena/arena.h. keep: as in arena_delta_close. vm_delta_abort undoes the transition and
 * closes the delta. */
void vm_delta_open(struct vm *vm, uint32_t thread);
struct delta *vm_delta_close(struct vm *vm, bool keep);
void vm_delta_abort(struct vm *vm);
/* Like vm_delta_close followed by arena_delta_restore, but without a copy in between. For callers
 * that have examined the new state. */
void vm_delta_take_back(struct vm *vm);

/* Lists the choices enabled in the current state, at most `max` of them, with threads in index
 * order. Returns their number, at most CHOICES_MAX. If a state has more, the others are omitted and
 * vm->seen.assumption says so. A state without choices is a deadlock if a non-daemon thread is
 * alive (soundness rule 16, deadlock). */
uint32_t vm_choices(struct vm *vm, struct choice *out, uint32_t max);
/* Returns whether there is a choice. The program must not have ended. */
bool vm_any_choice(struct vm *vm);
/* Whether and how the program can continue from the current state. */
enum way_on {
  WAY_ENDED, /* all non-daemon threads have ended, or exit was called */
  WAY_OPEN,  /* there is a choice that is not merely spurious (vm/sched/spurious.h) */
  WAY_SHUT   /* there is no choice, except perhaps spurious ones */
};
enum way_on vm_way_on(struct vm *vm);
/* Returns whether t can continue, whatever the other threads do. */
bool vm_goes_by_itself(struct vm *vm, const struct thread *t);
/* Returns whether some thread can continue by itself. Does not count the patient waits that may
 * elapse because no thread can (vm/sched/time.h). */
bool vm_any_due(struct vm *vm);
bool vm_thread_enabled(struct vm *vm, const struct thread *t);
/* Returns whether all non-daemon threads have ended or exit was called. */
bool vm_ended(struct vm *vm);
/* `way` is that of the current state. Returns whether the state is a deadlock: (a) no choice is
 * enabled, or (b) monitor owners form a cycle. If so, fills vm->violation, whether or not the
 * property is checked. */
bool vm_deadlocked(struct vm *vm, enum way_on way);
/* Runs without scheduling points until the program ends: round robin, with the output that java(1)
 * would show. Returns enum stop_reason. */
int vm_run_free(struct vm *vm);
void vm_violation_clear(struct vm *vm);
/* Call after filling vm->violation. Returns whether the transition stops there; otherwise the
 * violation has been noted and the program continues. */
bool vm_violated(struct vm *vm);
void vm_violation_move(struct violation *to, struct violation *from);

/* Marks. Adding or removing a mark makes the transitions of existing nodes of a tree stale
 * (soundness rule 17, marks are scheduling points). `m` must have code; the caller chooses the id.
 * After vm_step, vm->marks.hit is the mark that was executed. */
int vm_mark_add(struct vm *vm, struct method *m, uint32_t bci, uint16_t id, struct error *err);
void vm_mark_remove(struct vm *vm, uint16_t id);
/* Returns whether m is the same method as `of`, in a class of the same name and bytes defined by
 * another loader. Marks in one are marks in the other. */
bool vm_is_copy(const struct method *m, const struct method *of);
void vm_marks_copy(struct vm *vm, struct method *m); /* call when m's code was just decoded */
void vm_marks_clear(struct vm *vm);

/* Updates which accesses are checked. Call when the listeners, the cut or the threads have changed,
 * and before running. */
void vm_update_slow(struct vm *vm);
/* vm_budget: the number of back-edges until the interpreter checks for a stop. vm_spin_stop:
 * whether the thread must stop there (soundness rule 11, endless transitions are cut). */
uint32_t vm_budget(struct vm *vm);
bool vm_spin_stop(struct vm *vm, struct thread *t);

/* Returns whether an exception has left t's run() and t is executing its uncaught-exception
 * handler. */
bool thread_in_handler(struct vm *vm, const struct thread *t);
/* Makes a thread record for the Java thread `object`, a child of `parent` (NULL for main), RUNNABLE
 * with its root frame. Returns NULL with vm->err (ERR_LIMIT) if all THREAD_MAX slots are used. */
struct thread *thread_new(struct vm *vm, struct thread *parent, ref object);
/* Returns the thread of a java.lang.Thread object, or NULL if it was never started. */
struct thread *thread_of(struct vm *vm, ref object);
/* Returns whether t has been started and has not ended for other threads. `t` may be NULL. */
static inline bool thread_alive(const struct thread *t) {
  return t && t->state != THREAD_NONE && t->state != THREAD_TERMINATED && !(t->flags & TF_HOOKS);
}
/* Executes the next phase of the root frame (vm/sched/thread.c). Returns 0 to continue in the top
 * frame, or a stop reason + 1. */
int thread_root(struct vm *vm, struct thread *t);
/* Returns whether the operation distinguishes a thread whose fields are cleared from one that has
 * ended, or writes such a field. A thread's end stops between the clearing and the end only if
 * another thread is before such an operation. */
bool thread_asks_about_end(struct vm *vm, enum op_kind op, ref obj, uint32_t off);
/* Returns the Thread's name for people. The caller frees it. */
char *thread_name(struct vm *vm, const struct thread *t);
/* Returns the name that the program gave the thread. If the library numbered it instead, returns
 * the class of the program that it is or runs, such as "Producer". The caller frees it. */
char *thread_role(struct vm *vm, const struct thread *t);
/* Like thread_role, for a Thread that was not started yet and has no number. */
char *thread_role_unstarted(struct vm *vm, ref object);
/* Returns the thread's class or, if that is a library class, the class of what it runs, such as
 * "Producer". The caller frees it. */
char *thread_kind(struct vm *vm, const struct thread *t);
/* Returns "T1 Producer": the number in schedules and the role. All text for people uses this name.
 * The caller frees it. */
char *thread_title(struct vm *vm, const struct thread *t);
/* Adds the thread's title to the message of a violation, and notes it among its mentions. */
void violation_mention(struct vm *vm, struct violation *v, struct text *message,
                       const struct thread *t);
/* returns the value for thread.runs: the class id of a Thread's Runnable, or 0 */
uint32_t thread_runs(struct vm *vm, ref thread);

/* Monitors (vm/sched/monitor.c). Return NATIVE_OK, NATIVE_RETRY (t is now BLOCKED) or NATIVE_THROW.
 * Call after VISIBLE. */
int monitor_enter(struct vm *vm, struct thread *t, ref obj);
int monitor_exit(struct vm *vm, struct thread *t, ref obj);
bool monitor_free_for(struct vm *vm, const struct thread *t, ref obj);
uint32_t monitor_waiters(struct vm *vm, ref obj); /* number of threads in its wait set */
static inline bool monitor_waits(const struct thread *t) {
  return t->state == THREAD_WAITING || t->state == THREAD_JOINING;
}
static inline bool monitor_waits_on(const struct thread *t, ref obj) {
  bool waits;
  /* a thread that enters or leaves the wait set holds the monitor, or its step is dependent on all
   * others */
  READS_ASIDE();
  waits = monitor_waits(t) && t->wait_obj == obj;
  READS_COUNT();
  return waits;
}
/* Moves a waiter out of the wait set, because of a notify or the end of the thread it joins. It
 * then only needs the monitor. */
void monitor_wake(struct vm *vm, struct thread *waiter);
void monitor_wake_all(struct vm *vm, ref obj);

/* Returns whether another thread is enabled, so that a visible operation needs a scheduling
 * point. */
bool vm_other_enabled(struct vm *vm, const struct thread *t);
/* Completes the initialisation of the class when its <clinit> frame ends, normally or by an
 * exception. */
void class_init_end(struct vm *vm, struct thread *t, struct frame *f, bool failed);

#endif
