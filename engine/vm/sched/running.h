/* How the machine runs, outside the arena: what scheduling asks for, the transition that is being
 * executed, sections without scheduling points, marks. */
#ifndef HEDDLE_VM_SCHED_RUNNING_H
#define HEDDLE_VM_SCHED_RUNNING_H

#include "engine/vm/records.h"
#include "engine/base/mem.h"
#include "engine/base/words.h"

struct vm;
struct method;

enum {
  /* of one state; vm_choices reports when there are more */
  CHOICES_MAX = THREAD_MAX * 3 + 4 * CHOICE_VALUES_MAX
};

enum stop_reason {
  STOP_VISIBLE,    /* before a visible operation */
  STOP_MARK,       /* before a marked location */
  STOP_BLOCKED,    /* the thread cannot go on by itself */
  STOP_BUDGET,     /* too many back-edges without a visible operation */
  STOP_TERMINATED, /* the thread ended */
  STOP_EXIT,       /* System.exit, halt, or the last non-daemon thread ended */
  STOP_ERROR,      /* a property was violated: vm->violation */
  STOP_FAILED,     /* heddle cannot go on: vm->err */
};

/* Asked at every operation that could be a scheduling point, hidden by the reduction or not, and at
 * marks (OPK_MARK). */
enum cut { CUT_RULES, CUT_GO, CUT_STOP };
typedef enum cut cut_fn(void *self, struct vm *vm, struct thread *t, enum op_kind op, ref obj,
                        uint32_t off);

/* What is asked of every transition. */
struct vm_sched {
  bool scheduling; /* stop at visible operations (false in `run` and boot) */
  /* a transition ends before the next visible operation, also when no other thread can run: where
   * it ends depends on its thread alone (search/dpor.c) */
  bool one_each;
  /* the transition is tried to see whether a thread goes round: an endless loop is cut early */
  bool tries;
  bool trace_on; /* somebody listens to events */
  /* scheduling or trace_on: memory operations take the checked way; vm_update_slow() */
  bool slow;
  /* the elements of what a native copies are scheduling points each: what the session's properties
   * need (vm_needs_apart), and so for all its steps, whoever listens meanwhile; besides, what the
   * properties of one bounded check need (session/check.c) */
  bool apart;
  /* slow: plain reads, and other accesses, of objects that no other thread reaches are asked about
   * too */
  bool all_reads, all_writes;
  bool owners; /* the accesses to the owners of locks are scheduling points (natives/owner.c) */
  /* a given schedule is followed: any timed wait may elapse, whatever --patience */
  bool given;
  /* a recorded run is followed, which went on behind its errors: violations are noted, and nothing
   * stops at them */
  bool notes;
  /* replay and certificates: where the transition ends; NULL: by the rules of visible.c alone */
  cut_fn *cut;
  void *cut_self;
  /* does all that can run go round in circles (state/idle.h)? NULL: no */
  bool (*idle)(void *self, struct vm *vm);
  void *idle_self;
  /* not NULL: nonzero asks the interpreter to return STOP_BUDGET soon (signals, time limits) */
  const volatile int *stop;
  /* at so many bytecodes the interpreter returns STOP_BUDGET when it looks up; 0 none */
  uint64_t insn_limit;
};

/* The running transition. */
struct vm_run {
  struct thread *cur;   /* thread being run */
  struct choice choice; /* why it runs */
  bool granted;         /* its next visible operation may be executed */
  bool at_start;        /* at the mark that the transition began with: that is passed */
  /* the transition did what no event reports: it began to initialise a class, asked about threads,
   * joined one, printed, read a file (reduction/footprint.h) */
  bool unreported;
  /* it was given a later time than was recorded, or its own seed where another thread's is to come
   * (vm/given.h) */
  bool otherwise;
  /* how often the program asked what the real world changes by itself: the clock, the collector */
  uint32_t asked_world;
  /* bytecodes of the running transition up to the operation that vm_visible is asked about */
  uint64_t in_flight;
  uint32_t stack_low, stack_open_top, stack_high; /* bounds of the running stack for the delta */
  uint32_t budget;                                /* back-edges left before STOP_BUDGET */
  /* calls left until the interpreter looks up: recursion has no back-edges */
  uint32_t calls;
  const struct method *native; /* the native method that is executed now; NULL: none */
  uint32_t used_peak;          /* greatest machine.used since the transition began */
  uint32_t goer;               /* a thread that could go on when that was asked last: a hint */
};

/* A section without scheduling points: of a JDK initialiser, or of --atomic. */
struct vm_section {
  uint32_t frame; /* its frame's address, 0 = none */
  ref receiver;   /* ... of a contract: what that is about, of which it may cover parts; else 0 */
  /* ... of --atomic, and its first operation is still to come: it is a scheduling point */
  bool first;
  bool resumed;   /* ... of --atomic, and the operation that was granted is its first */
  bool contracts; /* those of --contracts: what they leave out ends the claim of a verdict */
  bool own;       /* some contract is of a class of the program */
};

struct mark {
  struct method *method;
  uint32_t pc; /* instruction index */
  uint16_t id; /* the caller's number; several marks may share a place */
  uint16_t op; /* the instruction's own opcode, replaced by Q_MARK */
};

/* Locations that are scheduling points (soundness rule 17, marks are scheduling points). */
struct vm_marks {
  VEC(struct mark) list;
  int hit; /* index into the list of the place executed in this transition, -1 none */
  /* frame and instruction of the mark passed last: undone when the instruction did not execute */
  uint32_t pending_frame, pending_pc;
};

#endif
