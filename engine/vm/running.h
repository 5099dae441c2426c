/* Scheduling, and its records outside the arena: settings, the transition that is being executed,
 * sections without scheduling points, marks.
 *
 * One thread runs at a time. A transition runs one thread up to its next visible operation: an
 * operation that another thread could observe or influence, such as a lock, a notify, a thread
 * start, or an access to a shared field (ops.def lists all kinds). vm_visible()
 * (vm/sched/visible.c) decides where a thread stops. The reduction hides operations that need no
 * scheduling point, such as accesses to objects that no other thread can reach. If no other thread
 * can run, the transition normally goes on, because there is nothing to choose. Where a thread
 * stops, its record says what it will do next: thread.op, op_obj and op_off.
 *
 * In each state vm_choices() (vm/interp/interp.h) lists the choices; a search takes them in turn. A
 * choice (base/words.h) names a thread and what happens: the thread runs (CHOICE_RUN), its notify
 * wakes a particular waiter (CHOICE_NOTIFY), an input gets a value (CHOICE_VALUE), time passes for
 * it (CHOICE_TIMEOUT), an interrupt ends its wait (CHOICE_INTERRUPT), its wait or weak
 * compare-and-set ends spuriously (CHOICE_SPURIOUS, vm/sched/spurious.h), or its read returns an
 * older write (CHOICE_STALE, vm/sched/stale.h).
 *
 * A thread that has to wait is not enabled. Its thread.state says why, and wait_obj names the
 * object, if there is one. This is how threads use a monitor:
 *
 *                  monitorenter, if it is free
 *     RUNNABLE ----------------------------------> owner ----> monitorexit
 *        |                                         ^   |
 *        | else                                    |   | Object.wait
 *        v             chosen when it is free      |   v
 *     BLOCKED -------------------------------------+  WAITING, in the wait set
 *        ^                                             |
 *        +---------------------------------------------+
 *          notify, timeout, interrupt, spurious wake-up
 *
 * Before monitorenter a thread is not enabled while another one owns the monitor. A waiter leaves
 * the wait set first and then competes for the monitor like the others. Parked, sleeping and
 * joining threads, and those that wait for a class initialiser, wait in states of their own.
 *
 * Time is virtual and stands still while threads run. It passes when a timed wait elapses. A short
 * wait may elapse at any time; a patient one elapses when nothing else can run (vm/sched/time.h).
 *
 * A program whose non-daemon threads have not all ended and that has no choice left, apart from
 * spurious ones, is in a deadlock. So is a cycle of threads that wait for each other's monitors,
 * even if other threads can run (vm_deadlocked, vm/sched/deadlock.h). */
#ifndef HEDDLE_VM_RUNNING_H
#define HEDDLE_VM_RUNNING_H

#include "engine/vm/records.h"
#include "engine/base/mem.h"
#include "engine/base/words.h"

struct vm;
struct method;

enum {
  /* maximum number of choices in a state; vm_choices reports when there are more */
  CHOICES_MAX = THREAD_MAX * 3 + 4 * CHOICE_VALUES_MAX
};

enum stop_reason {
  STOP_VISIBLE,    /* before a visible operation */
  STOP_MARK,       /* before a marked location */
  STOP_BLOCKED,    /* the thread cannot continue by itself */
  STOP_BUDGET,     /* too many back-edges without a visible operation */
  STOP_TERMINATED, /* the thread ended */
  STOP_EXIT,       /* System.exit, halt, or the last non-daemon thread ended */
  STOP_ERROR,      /* a property was violated: vm->violation */
  STOP_FAILED,     /* heddle cannot continue: vm->err */
};

/* Called before every operation that could be a scheduling point, hidden by the reduction or not,
 * and at marks (OPK_MARK). Decides whether the transition stops there. */
enum cut { CUT_RULES, CUT_GO, CUT_STOP };
typedef enum cut cut_fn(void *self, struct vm *vm, struct thread *t, enum op_kind op, ref obj,
                        uint32_t off);

/* Settings for all transitions. */
struct vm_sched {
  bool scheduling; /* stop at visible operations (false during `run` and boot) */
  /* a transition ends before its next visible operation even if no other thread can run, so that
   * its end depends on its thread alone (search/dpor.c) */
  bool one_each;
  /* the transition only tests whether a thread loops; an endless loop is cut early */
  bool tries;
  bool trace_on; /* there are listeners for events */
  /* scheduling or trace_on: memory operations take the checked path; set by vm_update_slow() */
  bool slow;
  /* each element that a native copies is a scheduling point of its own. The session's properties
   * decide this for all steps, whatever listens meanwhile (vm_needs_apart); a bounded check adds
   * the needs of its own properties (session/bounded_check.c). */
  bool apart;
  /* while `slow`: also check plain reads, or all accesses, of objects that no other thread can
   * reach */
  bool all_reads, all_writes;
  /* the search can start again when it learns something about the program; nothing else can */
  bool learns;
  bool owners; /* accesses to the owners of locks are scheduling points (natives/concurrent/owner.c)
                */
  /* releases of shared monitors are scheduling points, because the program asks for the states of
   * threads, which may wait for one (sched/quiet.h) */
  bool unlocks;
  /* a given schedule is replayed: any timed wait may elapse, whatever --patience says */
  bool given;
  /* a recorded run is replayed that continued after its errors: violations are noted, and do not
   * stop it */
  bool notes;
  /* decides where a transition ends, for replay and certificates; NULL: the rules of
   * vm/sched/visible.c alone */
  cut_fn *cut;
  void *cut_self;
  /* returns whether all runnable threads repeat in cycles (state/idle.h); NULL: no */
  bool (*idle)(void *self, struct vm *vm);
  void *idle_self;
  /* if not NULL, a nonzero value makes the interpreter return STOP_BUDGET soon (signals, time
   * limits) */
  const volatile int *stop;
  /* number of bytecodes at which the interpreter returns STOP_BUDGET at its next check; 0 = no
   * limit */
  uint64_t insn_limit;
};

/* The running transition. */
struct vm_run {
  struct thread *cur;   /* thread being run */
  struct choice choice; /* the reason it runs */
  bool granted;         /* the thread may execute its next visible operation */
  bool at_start;        /* at the mark where the transition began, which does not stop it */
  /* the transition did something that no event reports: it began to initialise a class, asked about
   * threads, joined one, printed, read a file (reduction/footprint.h) */
  bool unreported;
  /* the thread received a later time than was recorded, or its own seed although another thread's
   * recorded seed is still unused (vm/given.h) */
  bool otherwise;
  /* number of requests for values that the real world changes by itself: the clock, the
   * collector */
  uint32_t asked_world;
  /* bytecodes of the running transition before the operation for which vm_visible is called */
  uint64_t in_flight;
  /* bounds of the running thread's stack, for the delta */
  uint32_t stack_low, stack_open_top, stack_high;
  uint32_t budget; /* back-edges left before STOP_BUDGET */
  /* calls left before the interpreter checks for a stop; recursion has no back-edges */
  uint32_t calls;
  const struct method *native; /* the native method being executed; NULL = none */
  bool updates;                /* the accesses being reported belong to an atomic update */
  /* the read that is being executed returns the write with so many later ones (0: the newest), and
   * its value (vm/sched/stale.h) */
  uint32_t behind;
  uint64_t stale;
  uint32_t used_peak; /* highest machine.used since the transition began */
  /* no threads waited for each other in a cycle before the transition; the same after it, unless
   * the property deadlock was not evaluated (vm_deadlocked) */
  bool had_no_cycle, has_no_cycle;
  /* a hint: a thread that could continue when this was last determined */
  uint32_t goer;
};

/* A section without scheduling points: a JDK initialiser, or a method of --atomic. */
struct vm_section {
  uint32_t frame; /* address of its frame; 0 = no section */
  ref receiver;   /* contract: its receiver, whose parts the section may cover; otherwise 0 */
  /* --atomic: its first operation, a scheduling point, is still to come */
  bool first;
  bool resumed; /* --atomic: the granted operation is the first one of the section */
  /* sections come from --contracts; anything a contract leaves out ends the claim of a verdict */
  bool contracts;
  bool own; /* some contract is about a class of the program */
};

struct mark {
  struct method *method;
  uint32_t pc; /* instruction index */
  uint16_t id; /* the caller's number for the mark; several marks may share a place */
  uint16_t op; /* the instruction's own opcode, which Q_MARK replaces */
};

/* Locations that are scheduling points (soundness rule 17, marks are scheduling points). */
struct vm_marks {
  VEC(struct mark) list;
  int hit; /* index into the list of the mark executed in this transition; -1 = none */
  /* frame and instruction of the last mark that was passed; undone if the instruction did not
   * execute */
  uint32_t pending_frame, pending_pc;
};

#endif
