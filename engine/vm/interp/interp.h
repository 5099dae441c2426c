/* The interpreter and the life of threads: one transition = vm_step. */
#ifndef HEDDLE_VM_INTERP_INTERP_H
#define HEDDLE_VM_INTERP_INTERP_H

#include "engine/vm/uncounted.h"
#include "engine/vm/vm.h"

/* Runs vm->run.cur from where it stands until it has to stop (enum stop_reason). */
int interp_run(struct vm *vm, struct thread *t);

/* Executes one transition: the choice's thread up to its next visible operation. Inside an arena
 * delta that the caller has opened with vm_delta_open. Returns enum stop_reason. */
int vm_step(struct vm *vm, struct choice c);

/* Opens / closes the delta of a transition of thread `t` (the stack is saved lazily, see arena.h
 * invariant 2). keep as in arena_delta_close. vm_delta_abort restores. */
void vm_delta_open(struct vm *vm, uint32_t thread);
struct delta *vm_delta_close(struct vm *vm, bool keep);
void vm_delta_abort(struct vm *vm);
/* As vm_delta_close and then arena_delta_restore, without the copy between them: for who looked at
 * the new state as it was. */
void vm_delta_take_back(struct vm *vm);

/* The choices enabled in the present state, threads in index order, at most `max`; returns how many
 * there are, CHOICES_MAX at most: of a state with more the others are left out, and
 * vm->seen.assumption says so. None and a live non-daemon thread: deadlock (soundness rule 16,
 * deadlock). */
uint32_t vm_choices(struct vm *vm, struct choice *out, uint32_t max);
/* Is there one at all? To be asked of a program that has not ended. */
bool vm_any_choice(struct vm *vm);
/* How the program goes on from the present state. */
enum way_on {
  WAY_ENDED, /* all non-daemon threads ended, or exit was called */
  WAY_OPEN,  /* by a choice that is no mere chance (vm/sched/spurious.h) */
  WAY_SHUT   /* by none, but perhaps by such a chance */
};
enum way_on vm_way_on(struct vm *vm);
/* Can t go on, whatever the others do? */
bool vm_goes_by_itself(struct vm *vm, const struct thread *t);
/* One besides the patient waits that may elapse because there is no other (vm/sched/time.h)? */
bool vm_any_due(struct vm *vm);
bool vm_thread_enabled(struct vm *vm, const struct thread *t);
/* All non-daemon threads ended, or exit was called. */
bool vm_ended(struct vm *vm);
/* `way`: of the present state. Fills vm->violation when it is a deadlock (a) without enabled
 * choice, or (b) a cycle of monitor owners; whether the property is on or not. */
bool vm_deadlocked(struct vm *vm, enum way_on way);
/* Runs without scheduling points until the program ends: round robin, as java(1) would show it.
 * Returns enum stop_reason. */
int vm_run_free(struct vm *vm);
void vm_violation_clear(struct vm *vm);
/* To be asked by who filled vm->violation: does the transition stop there? Else it is noted and the
 * program goes on. */
bool vm_violated(struct vm *vm);
void vm_violation_move(struct violation *to, struct violation *from);

/* Marks. Adding or removing while nodes of a tree exist makes those nodes' transitions stale
 * (soundness rule 17, marks are scheduling points). `m` must have code; id is the caller's.
 * vm->marks.hit says after vm_step which place was executed. */
int vm_mark_add(struct vm *vm, struct method *m, uint32_t bci, uint16_t id, struct error *err);
void vm_mark_remove(struct vm *vm, uint16_t id);
/* The same method of a class of the same name and bytes that another loader has defined: marks of
 * the one are marks of the other. */
bool vm_is_copy(const struct method *m, const struct method *of);
void vm_marks_copy(struct vm *vm, struct method *m); /* its code was just decoded */
void vm_marks_clear(struct vm *vm);

/* Which accesses are asked about; to be called when listeners, the cut or the threads have changed,
 * and before running. */
void vm_update_slow(struct vm *vm);
/* Back-edges until the interpreter looks up, and whether the thread must stop there (soundness rule
 * 11, endless transitions are cut). */
uint32_t vm_budget(struct vm *vm);
bool vm_spin_stop(struct vm *vm, struct thread *t);

/* A new thread record for the Java thread `object`, child of `parent` (NULL for main), RUNNABLE
 * with its root frame. NULL when all THREAD_MAX slots are used: vm->err (ERR_LIMIT). */
/* An exception left its run(), and its handler runs. */
bool thread_in_handler(struct vm *vm, const struct thread *t);
struct thread *thread_new(struct vm *vm, struct thread *parent, ref object);
/* The thread of a java.lang.Thread object; NULL when it was never started. */
struct thread *thread_of(struct vm *vm, ref object);
/* Has it been started, and not ended for others? `t` may be NULL. */
static inline bool thread_alive(const struct thread *t) {
  return t && t->state != THREAD_NONE && t->state != THREAD_TERMINATED && !(t->flags & TF_HOOKS);
}
/* What the root frame does next (vm/sched/thread.c). 0: go on in the top frame; else a stop reason
 * + 1. */
int thread_root(struct vm *vm, struct thread *t);
/* Does the operation distinguish a thread whose fields are cleared from one that has ended, or
 * write such a field? The end stops between both only where somebody stands before such an
 * operation. */
bool thread_asks_about_end(struct vm *vm, enum op_kind op, ref obj, uint32_t off);
/* Name for people: the Thread's name, caller frees. */
char *thread_name(struct vm *vm, const struct thread *t);
/* "Producer": what the program named it or, of a thread with a name of the library's numbering, its
 * class or that of what it runs, where that is the program's. malloc'd. */
char *thread_role(struct vm *vm, const struct thread *t);
/* The same of a Thread that was not started yet and has no number. */
char *thread_role_unstarted(struct vm *vm, ref object);
/* "Producer": its class, or that of what it runs where it is a Thread of the library. malloc'd. */
char *thread_kind(struct vm *vm, const struct thread *t);
/* "T1 Producer": its number in schedules, and that. The one name of a thread in all that people
 * read. malloc'd. */
char *thread_title(struct vm *vm, const struct thread *t);
/* for struct thread: class id of the Runnable of a Thread */
uint32_t thread_runs(struct vm *vm, ref thread);

/* Monitors (vm/sched/monitor.c). NATIVE_OK, NATIVE_RETRY (t is BLOCKED now), NATIVE_THROW. After
 * VISIBLE. */
int monitor_enter(struct vm *vm, struct thread *t, ref obj);
int monitor_exit(struct vm *vm, struct thread *t, ref obj);
bool monitor_free_for(struct vm *vm, const struct thread *t, ref obj);
uint32_t monitor_waiters(struct vm *vm, ref obj); /* threads in its wait set */
static inline bool monitor_waits(const struct thread *t) {
  return t->state == THREAD_WAITING || t->state == THREAD_JOINING;
}
static inline bool monitor_waits_on(const struct thread *t, ref obj) {
  bool waits;
  READS_ASIDE(); /* who enters or leaves that set has the monitor, or depends on everything */
  waits = monitor_waits(t) && t->wait_obj == obj;
  READS_COUNT();
  return waits;
}
/* By a notify, or by the end of the thread that is waited for: it only lacks the monitor now. */
void monitor_wake(struct vm *vm, struct thread *waiter);
void monitor_wake_all(struct vm *vm, ref obj);

/* A second thread is enabled: a visible operation is worth a scheduling point. */
bool vm_other_enabled(struct vm *vm, const struct thread *t);
/* Marks of class initialisation when a <clinit> frame ends, normally or not. */
void class_init_end(struct vm *vm, struct thread *t, struct frame *f, bool failed);

#endif
