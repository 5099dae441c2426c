/* What the machine finds out about the program, kept outside the arena: violations, failures of
 * heddle, and facts that verdicts must mention. */
#ifndef HEDDLE_VM_FINDINGS_H
#define HEDDLE_VM_FINDINGS_H

#include "engine/arena/arena.h"
#include "engine/base/warned.h"
#include "engine/base/words.h"

#include <stdbool.h>

struct klass;
struct method;

/* A frame of a stack, as a trace for people shows it. */
struct stack_place {
  const struct method *method;
  uint32_t bci, thread;
  /* deadlock: the thread is in a cycle or, without any, waits for nothing that a thread has */
  bool at_fault;
};
typedef VEC(struct stack_place) stack_place_vec;

/* A thread whose title the message of a violation contains, and where the title begins. */
struct mention {
  size_t at;
  uint32_t thread;
};

/* A violated property, valid until the next transition. The code that finds it allocates the texts
 * with malloc; vm_violation_clear frees them. */
struct violation {
  int property; /* enum property_id, 0 = none */
  /* "java.lang.RuntimeException", "WR", "cycle", ... (a static text, or stored in buf) */
  const char *kind;
  char *message;                /* one line; the same for every occurrence of the same error */
  VEC(struct mention) mentions; /* the threads in `message`, in order */
  enum failure_end end;
  int32_t status; /* FAILURE_STATUS: the exit status */
  char *raced;    /* race: the name of the location, "Publish.ready"; else NULL */
  /* one line for people that replaces the message: who waits for whom, and for which object; NULL:
   * use the message */
  char *headline;
  char *location;              /* "TwoStage.java:31" or "Class.method@bci" */
  const struct method *method; /* that of the location; NULL: unknown */
  char *detail;                /* several lines: stacks, missing edge; may be NULL */
  stack_place_vec places;      /* the frames in `detail` */
  uint32_t thread;
  bool as_found;  /* only the whole path shows why its last step may be taken: do not minimise it */
  bool cycle;     /* deadlock: threads wait for one another in a circle */
  uint32_t other; /* race: the thread of the earlier access; obj and off are the location */
  /* race on a field or an element: outside the JDK, only code in jars makes the two accesses
   * (session/race.c) */
  bool by_library;
  const struct klass *accessor[2]; /* whose code makes the earlier and the later access, or NULL */
  enum race_idiom idiom;
  ref obj;
  uint32_t off;
  char buf[128];
  size_t counted; /* host memory in bytes, counted by the node that holds it (state/node.c) */
};

/* Details of the first failure of heddle itself (vm->err). */
struct vm_failure {
  char *stack;                       /* Java stack, owned */
  char *place;                       /* its innermost frame outside the JDK, owned */
  const struct method *lacks_native; /* the missing native method, if that is the failure */
};

/* What a path read from outside, while somebody wants to know (vm/answers.h). */
struct vm_answers {
  bool wanted;
  VEC(struct answer) all;
  bool await_woke; /* a Condition.await woke spuriously */
  /* the search chose what a JVM cannot be given: a text, or the state that Thread.getState saw */
  bool other_choice;
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

/* Events on any path that the scope of a verdict must mention. */
struct vm_seen {
  /* the program used a section of Verify.beginAtomic, which heddle takes to be atomic */
  bool sections;
  VEC(uint64_t) steps; /* keys of the methods that ran as one step because of contracts */
  uint32_t own_steps;  /* number of them that belong to the program's own classes */
  /* enum section_observer: observers that might see that some step is not atomic */
  uint32_t hidden;
  uint32_t observed; /* observers that the program used */
  bool time;         /* the program read the clock */
  bool patient;      /* it began a timed wait of engine_options.patience or more */
  bool collects;     /* it called System.gc(), which clears no references in heddle */
  /* uncaught exceptions that a handler took: keys of the exception's class and place */
  VEC(uint64_t) handled;
  bool prompt;  /* a runnable thread was not left behind in virtual time (vm/sched/time.h) */
  bool awaited; /* a thread that waits in a loop was not chosen (search/awaited.h) */
  /* an identity hash or random number was observed, so the verdict holds for this seed */
  bool seed;
  uint8_t weak; /* enum weak_mode: weak accesses of the program to shared data */
  /* what distinguished one thread from the others for the program; NULL: nothing
   * (state/canon/symmetry.c) */
  const char *distinguished_by;
  /* BROKEN_ATOMIC: the class whose contract does not fit the program, or NULL. unfit_to: the
   * observers (enum section_observer) to whom contracts must be atomic, or 0. */
  const struct klass *unfit;
  uint32_t unfit_to;
  /* BROKEN_REDUCTION: older writes of one more location must be kept (sched/stale.h) */
  bool older;
  bool writes_dropped; /* a location had too many writes to keep all (property/writes.h) */
  bool owner;          /* BROKEN_REDUCTION: a thread saw which thread owns a lock (sched/quiet.h) */
  bool state;          /* BROKEN_REDUCTION: a thread saw the state of another (sched/quiet.h) */
  char assumption[160]; /* assumption of the reduction that the program broke; "" = none */
  int broken;           /* enum broken: the kind of that assumption */
};

/* A class of an environment, as a file that a JVM can load too. */
struct environment_file {
  const char *name; /* as in class files */
  const uint8_t *bytes;
  size_t len;
  const struct environment_file *next;
};

/* Facts about the environment of a component for the scope of a verdict
 * (engine/env/environment.h). */
struct vm_environment {
  const char *about; /* NULL: main is not an environment */
  bool may_block;    /* some of its methods have METHOD_MAY_STAY */
  /* one of many environments, drawn at random; a verdict does not cover the others */
  bool sampled;
  /* The results of its calls are recorded and compared with those of orders of the calls (assess/).
   * main: its class; model: the class whose methods the model's calls use, NULL if the component is
   * its own model. */
  bool assessed;
  const struct klass *main, *model;
  /* arguments with which heddle env makes this scenario of the component again */
  const char *again;
  const char *front; /* calls of main before the threads start: "put(1); add(2)" */
  /* texts of the calls by thread and number; the calls after the threads are in the last entry */
  const char *const *calls[9];
  const uint32_t *lines[9]; /* lines of these calls in the source */
  uint32_t counts[9], threads;
  /* true: each thread performs its listed calls in order; false: it calls any of them */
  bool written;
  /* for each call, the call that mirrors it if one of two equivalent combinations is enough; NULL:
   * none */
  const uint32_t *mirrors;
  bool in_order; /* the calls run one after another, on the model if there is one */
  const struct environment_file *files; /* its classes; they live as long as vm */
};

/* Planted faults, used by tests to show what each of them breaks. */
struct vm_blind {
  uint64_t operations; /* bit k: operations of kind k are not scheduling points */
  /* bit k: footprints (reduction/footprint.h) omit operations of kind k */
  uint64_t footprints;
  /* --exact: these bits of both halves of every fingerprint are dropped */
  uint64_t fingerprints;
};

#endif
