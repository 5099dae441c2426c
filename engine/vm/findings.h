/* What the machine finds out about the program, outside the arena: violations, why it cannot go on,
 * and what verdicts have to mention. */
#ifndef HEDDLE_VM_FINDINGS_H
#define HEDDLE_VM_FINDINGS_H

#include "engine/arena/arena.h"

#include <stdbool.h>

struct klass;
struct method;

/* A violated property, valid until the next transition. Texts are malloc'd by the finder and freed
 * by vm_violation_clear. */
struct violation {
  int property; /* enum property_id, 0 = none */
  /* "java.lang.RuntimeException", "WR", "cycle", ... (static or owned text in buf) */
  const char *kind;
  char *message; /* one line; the same error has the same */
  char *raced;   /* race: the name of the location, "Publish.ready"; else NULL */
  /* one line for people in its place: who waits for whom, and for what; NULL: the message is all */
  char *headline;
  char *location; /* "TwoStage.java:31" or "Class.method@bci" */
  char *detail;   /* several lines: stacks, missing edge; may be NULL */
  uint32_t thread;
  uint32_t other; /* race: the thread of the earlier access, and the location */
  ref obj;
  uint32_t off;
  char buf[128];
  size_t counted; /* bytes of host memory, by its node (state/node.c) */
};

/* The first failure of heddle itself, vm->err: where. */
struct vm_failure {
  char *stack;                       /* Java stack, owned */
  char *place;                       /* its innermost frame outside the JDK, owned */
  const struct method *lacks_native; /* it is this native method that is missing */
};

enum broken {
  BROKEN_NOTHING,
  BROKEN_REDUCTION,
  BROKEN_ATOMIC,
  BROKEN_VALUES,
  BROKEN_CHOICES,
  BROKEN_HEAP,
  BROKEN_ORDERS
};

/* What some path did that the scope of a verdict has to mention. */
struct vm_seen {
  bool sections;       /* took a section of Verify.beginAtomic at its word */
  VEC(uint64_t) steps; /* methods that were taken for one step each, by contracts: their keys */
  uint32_t own_steps;  /* so many of them are of the program's own classes */
  uint32_t hidden;     /* enum section_observer: some step might be none to these */
  uint32_t observed;   /* ... and these looked on */
  bool time;           /* read the clock */
  bool patient;        /* began a timed wait of engine_options.patience or more */
  bool collects;       /* called System.gc(), which clears no reference here */
  /* uncaught exceptions that a handler took: keys of the exception's class and its place */
  VEC(uint64_t) handled;
  bool prompt;  /* a thread that could run was not left behind (vm/sched/time.h) */
  bool awaited; /* a thread that waits in a loop was not chosen (search/awaited.h) */
  /* observed an identity hash or a random number: a verdict is one for this seed */
  bool seed;
  uint8_t weak; /* enum weak_mode: how the program accessed what it shares */
  /* saw what distinguishes one thread from others: which; NULL none (state/canon_symmetry.c) */
  const char *distinguished_by;
  /* BROKEN_ATOMIC: the class whose contract does not fit the program, or else the observers (enum
   * section_observer) to which contracts must be steps. NULL, 0: neither. */
  const struct klass *unfit;
  uint32_t unfit_to;
  bool owner; /* BROKEN_REDUCTION: a thread saw which other one owns a lock (sched/quiet.h) */
  char assumption[160]; /* an assumption of the reduction that the program broke; "" = none */
  int broken;           /* ... and what it concerns: enum broken */
};

/* What the scope of a verdict says of the environment of a component (engine/env/environment.h). */
struct vm_environment {
  const char *about; /* NULL: main is no environment */
  bool may_block;    /* some of its methods have METHOD_MAY_STAY */
  bool sampled;      /* one of many, drawn: no error in it says nothing of the others */
  /* The results of its calls are kept and compared with those of orders of the calls (assess/): its
   * class, and that which calls the model, NULL: the component is its own. */
  bool assessed;
  const struct klass *main, *model;
  const char *again; /* what heddle env needs for a scenario of the component */
  const char *front; /* what main calls alone in front of the threads: "put(1); add(2)" */
  const char *const
      *calls[9];            /* their texts, by thread and number; then those behind the threads */
  const uint32_t *lines[9]; /* ... and their lines in its source */
  uint32_t counts[9], threads;
  bool
      written; /* what each thread does is written down, in this order; else it calls any of them */
  /* of each call the one that mirrors it, where of two combinations that do one is enough; NULL */
  const uint32_t *mirrors;
  bool in_order; /* the calls are executed one after another, on the model if there is one */
};

/* Planted faults, for the tests of what they break. */
struct vm_blind {
  uint64_t operations; /* bit k: operations of kind k are no scheduling points */
  /* bit k: footprints (reduction/footprint.h) leave operations of kind k out */
  uint64_t footprints;
  /* --exact: these bits of both halves of every fingerprint are lost */
  uint64_t fingerprints;
};

#endif
