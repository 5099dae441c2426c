/* The types that the engine's interface (engine/engine.h) shares with the layers below it:
 * properties, reductions, choices, nodes, and the options and the report of a search. Plain values;
 * the only functions build and compare choices and test properties. */
#ifndef HEDDLE_BASE_WORDS_H
#define HEDDLE_BASE_WORDS_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- properties and reductions ---- */

/* The rows of properties.def. A set of properties is a set of bits, 1 << row for each. */
enum property_row {
#define PROPERTY(id, NAME, on) PROP_ROW_##NAME,
#include "engine/base/properties.def"
#undef PROPERTY
  PROP_ROWS
};
enum property_id {
#define PROPERTY(id, NAME, on) PROP_##NAME = 1 << PROP_ROW_##NAME,
#include "engine/base/properties.def"
#undef PROPERTY
  /* the properties that are checked by default */
  PROP_DEFAULT = 0
#define PROPERTY(id, NAME, on) | (on ? PROP_##NAME : 0)
#include "engine/base/properties.def"
#undef PROPERTY
};
/* The properties that heddle env checks by comparing the results of calls with the results of the
 * same calls in sequential orders. */
enum { PROP_ASSESSED = PROP_LINEARIZABLE | PROP_SEQUENTIAL | PROP_QUIESCENT };
/* Returns whether each element that a native copies must be a scheduling point of its own for these
 * properties. If every race ends the path, none has to be, because h sees every element. */
static inline bool vm_needs_apart(uint32_t properties) {
  return !(properties & PROP_RACE) || properties & PROP_CONFLICT;
}
/* How a violation of PROP_EXCEPTION ended. */
enum failure_end {
  FAILURE_UNCAUGHT,
  FAILURE_STORED, /* the library caught the exception and keeps it, as a future does */
  FAILURE_STATUS  /* the program ended with an exit status other than 0 */
};
/* The kinds of data races, by the earlier and the later access. */
enum race_kind { RACE_WW, RACE_WR, RACE_RW, RACE_KINDS };
static inline const char *race_kind_word(enum race_kind kind) {
  static const char *const words[RACE_KINDS] = {
      [RACE_WW] = "WW", [RACE_WR] = "WR", [RACE_RW] = "RW"};
  return words[kind];
}
/* The ways in which the program accesses shared memory, besides plain and volatile fields and
 * locks. With any of these, the absence of data races does not make the program sequentially
 * consistent. */
enum weak_mode {
  WEAK_PLAIN = 1, /* within the atomic classes */
  WEAK_OPAQUE = 2,
  WEAK_ORDERED = 4, /* release or acquire */
  WEAK_FENCE = 8
};
enum por_mode { POR_FULL, POR_SYNC, POR_NONE };
/* which locations' reads may return older writes (vm/sched/stale.h) */
enum stale_mode { STALE_NONE, STALE_RACY, STALE_ALL };

/* ---- options ---- */

/* Options of a program's execution; engine_options_init sets the defaults of the manual. */
struct engine_options {
  const char *java_home;  /* NULL: JAVA_HOME or the java on PATH */
  const char *class_path; /* NULL: "." */
  const char *main_class;
  int argc;
  char *const *argv; /* the program's arguments */
  uint64_t seed;
  uint32_t properties; /* bits of enum property_id */
  int por;             /* enum por_mode */
  bool race_rw;        /* also report RW races */
  bool swallowed;      /* also report failures that a library swallows (natives/lang/swallowed.h) */
  bool library_frames; /* the stacks of deadlocks show all frames of the class library */
  const char *trust, *benign, *own, *atomic; /* PCRE2 patterns or NULL */
/* `benign` is matched with "Class.field" and, for the elements of arrays that code of a library
 * accesses, with this and the name of the class. `own` names classes in jars that belong to the
 * program (race_of_library). */
#define BENIGN_ELEMENTS "elements in "
  /* methods that execute as one step each (reduction/atomic.h); NULL: none */
  const char *contracts;
  /* If set, a use of a method that its contract does not cover makes the search inconclusive.
   * Otherwise the search restarts without that contract. */
  bool contracts_fixed;
  /* ns; timed waits at least as long elapse only when nothing else can run (vm/sched/time.h); 0:
   * any timed wait may elapse at any time */
  uint64_t patience;
  /* maximum number, on a path, of spurious wake-ups and spurious failures of weak compare-and-set
   * (vm/sched/spurious.h) */
  uint32_t spurious;
  int stale_reads; /* enum stale_mode */
  /* maximum number of clock jumps on a path, made where the program reads the clock */
  uint32_t clock_jumps;
  /* A violation in the first listen_from transitions of a path is only noted, and the path
   * continues. listen_anew: after these transitions the properties restart (paper 003, section
   * 4). */
  uint32_t listen_from;
  bool listen_anew;
  uint64_t memory_bytes; /* bound for the tree and the visited set; 0 = 2 GB */
  uint64_t heap_bytes;   /* bound of the program's heap; 0 = 256 MB */
  int define_count;      /* system properties "name=value" (or "name", with an empty value) */
  /* for a machine without a session, these and the following arrays must outlive the machine */
  const char *const *defines;
  int readable_count; /* files and folders that the program may read besides its class path */
  const char *const *readable;
  /* file with the program's standard input; "-": descriptor 0; NULL: stdin_data */
  const char *stdin_path;
  const void *stdin_data; /* stdin_len bytes; NULL: empty input */
  size_t stdin_len;
  /* the inputs of a recorded run, lines as in vm/given.h */
  int input_count;
  const char *const *inputs;
  bool coverage; /* note which lines of the program are reached (base/coverage.h) */
  /* Searches collect the distinct outcomes of paths (engine_outcome). Printed text is then part of
   * the state, and printing is a visible operation. */
  bool outcomes;
  /* no search follows, so the boot skips vm/boot/warmup.def, whose classes are then initialised at
   * their first use */
  bool cold;
  /* descriptors for the program's stdout and stderr while stepping; -1: only captured for each node
   * (see engine_output) */
  int out_fd, err_fd;
  /* setting it ends long look-ups early: objects are then shown without their numbers; NULL:
   * none */
  volatile int *stop;
  /* record each transition's events (debugger, replay, counterexamples); searches switch it off */
  bool keep_events;
  /* do not record in events how they change h, because that reads all of h for each write */
  bool leave_h;
  /* Do not record accesses by library code to objects that no other thread reaches, or repeated
   * reads by library code in one transition. */
  bool leave_library;
};

/* ---- choices ---- */

enum choice_kind {
  CHOICE_RUN = 0,     /* the thread continues */
  CHOICE_TIMEOUT = 1, /* its timed wait elapses */
  /* the thread continues, and its notify wakes the waiter `arg` (thread index) */
  CHOICE_NOTIFY = 2,
  CHOICE_INTERRUPT = 3, /* the pending interrupt ends its wait */
  /* its wait ends spuriously, or its weak compare-and-set fails spuriously (vm/sched/spurious.h) */
  CHOICE_SPURIOUS = 5,
  /* the input that it requests returns value number `arg` (natives/test/verification_api.c) */
  CHOICE_VALUE = 4,
  /* its read returns an older write; `arg` is the number of later ones (vm/sched/stale.h) */
  CHOICE_STALE = 6,
};
enum { CHOICE_VALUES_MAX = 1000 /* values of one input */ };

struct choice {
  uint16_t thread : 13; /* thread index */
  uint16_t kind : 3;    /* enum choice_kind */
  uint16_t arg;
};

static inline struct choice choice_make(uint32_t thread, uint32_t kind, uint32_t arg) {
  return (struct choice){
      .thread = (uint16_t)(thread & 8191), .kind = (uint16_t)(kind & 7), .arg = (uint16_t)arg};
}
static inline bool choice_is(struct choice a, struct choice b) {
  return a.thread == b.thread && a.kind == b.kind && a.arg == b.arg;
}

/* ---- answers from outside ---- */

/* An input that a thread read, in the order of the path. */
enum answer_source {
  ANSWER_NANO_TIME,  /* System.nanoTime */
  ANSWER_MILLIS,     /* System.currentTimeMillis */
  ANSWER_ADJUSTMENT, /* VM.getNanoTimeAdjustment, which java.time reads; -1 as UINT64_MAX */
  ANSWER_HASH,       /* an identity hash code, when it is asked for first */
  ANSWER_RANDOM,     /* the seed of a java.util.Random that is made without one */
  ANSWER_SECURE,     /* eight bytes of a SecureRandom, the lowest one first */
  ANSWER_CHOSEN      /* an input that the search chose (class Verify), as the method returns it */
};
struct answer {
  uint32_t thread;
  enum answer_source source;
  uint64_t value;
  /* As in class files, valid as long as the machine. ANSWER_HASH: the class of the hashed object;
   * if that is a Class, the class that it represents. ANSWER_CHOSEN: the method that returned the
   * value, as CLASS.NAMEDESCRIPTOR. Otherwise NULL. */
  const char *of;
};

/* What ThreadLocalRandom keeps in a Thread, before the thread draws its next number. */
struct local_random {
  uint64_t id; /* Thread.threadId, which is added to the seed at each draw */
  uint64_t seed;
  uint32_t probe;
  uint32_t secondary; /* the next number of nextSecondarySeed */
};

/* ---- nodes of the tree of states ---- */

typedef uint32_t node_id;
#define NODE_NONE UINT32_MAX
#define NODE_ROOT 0u

enum node_flag {
  NODE_ON_PATH = 1, /* between the root and the current node */
  NODE_HERE = 2,
  NODE_EXPANDED = 4,    /* all its choices were taken */
  NODE_BACKTRACKED = 8, /* the search backtracked from this node */
  NODE_MATCHED = 16,    /* its state was visited before (the search prunes here) */
  NODE_ENDED = 32,      /* the program ended normally */
  NODE_ERROR = 64,      /* its state violates a property */
  NODE_BLOCKED = 128,   /* no choice is enabled (with NODE_ERROR: a deadlock) */
  NODE_FRONTIER = 256,  /* in the guided search's backtrack set */
  NODE_FAILED = 512,    /* heddle could not continue (unsupported native, memory) */
  /* a property is violated, but the path continues because it follows a recorded run */
  NODE_NOTED = 1024,
  /* used inside the engine only */
  NODE_CUT = 2048,  /* a stop request cut the transition: do not use the node */
  NODE_FREE = 4096, /* slot not in use */
  /* the transition allocated, so its state may have objects that its parent's state does not
   * have */
  NODE_MAKES = 8192,
  /* its state was examined and has no cycle of threads that wait for each other */
  NODE_NO_CYCLE = 16384,
  NODE_INSIDE = NODE_CUT | NODE_FREE | NODE_MAKES | NODE_NO_CYCLE,
};

/* ---- searches ---- */

/* Checkpoints of a search (engine_search_all). */
struct checkpoint_options {
  /* descriptor of the checkpoint from which the search resumes; -1: a new search */
  int resume;
  const char *resume_name; /* file name of that checkpoint, for messages */
  double every; /* seconds between two checkpoints; 0: write one only when the search is stopped */
  /* Returns a descriptor for writing a new, empty file, or an error code. NULL: no checkpoints are
   * written. */
  int (*create)(void *self, struct error *err);
  /* Called when the file is complete. It replaces the previous checkpoint. */
  int (*keep)(void *self, struct error *err);
  /* Called when a checkpoint could not be written; the search continues. */
  void (*failed)(void *self, const struct error *err);
  void *self;
};

struct search_report;
struct visited;
struct search_options {
  const char *search;    /* row of search/searches.def: "dfs", "random", "guided", ... */
  const char *heuristic; /* row of heuristic/heuristics.def: "pfsm", "random", ... */
  const char *prefer;    /* heuristic prefer-threads: names of threads, separated by commas */
  /* jrf: its heuristics, from WF, WW, ARA and AF, separated by commas; NULL: all */
  const char *jrf;
  uint32_t preemptions; /* context-bounded: UINT32_MAX = unbounded */
  uint32_t pct_depth;   /* pct: the bug depth that it aims at */
  uint32_t depth;       /* 0 = unbounded */
  double seconds;       /* 0 = unbounded */
  bool processor_time;  /* `seconds` counts processor time, so other processes do not affect it */
  uint64_t max_states;  /* 0 = unbounded */
  uint64_t max_steps;   /* bytecodes executed; 0 = unbounded */
  /* After each `slice` transitions, the search calls goes_on, and ends if that returns false or is
   * NULL. 0 = unbounded. */
  uint64_t slice;
  bool (*goes_on)(void *self, const struct search_report *r);
  void *goes_self;
  uint64_t seed;
  bool all_errors;
  /* Called for an error at node n, where the session is. If it returns false, the search ignores
   * the error and continues elsewhere, as if the path had ended there. NULL: all errors are
   * wanted. */
  bool (*wanted)(void *self, uint32_t n);
  void *wanted_self;
  bool shortest; /* finds the error with the fewest transitions, by the strategy bfs */
  /* dfs, random-dfs, bfs: explore only one order of independent transitions where that is enough */
  bool sleep_sets;
  /* states that differ by a permutation of threads are equal (state/canon/symmetry.c) */
  bool thread_symmetry;
  /* States that differ only in h are equal, as in paper 004. This can miss races, so the verdict is
   * never "no error" while races are checked. */
  bool no_match_h;
  /* report the greatest size of h at the ends of paths, each of which then costs a pass over the
   * heap */
  bool measure_h;
  /* store whole states besides fingerprints, and fail with ERR_INTERNAL if two different states
   * have the same fingerprint (state/exact.h) */
  bool exact;
  bool as_found;          /* do not minimise the counterexample */
  uint32_t walks;         /* walks: maximum number of walks, 0 = unbounded */
  uint32_t backtrack_max; /* guided: 0 = 100,000 */
  /* which position ranks by distance use, see engine_position_name; 0: the default */
  int position;
  /* For a search bounded by depth: the states explored completely by earlier searches of this
   * session, which are not explored again (engine_states_new). NULL: none. */
  struct visited *known;
  const struct checkpoint_options *checkpoint; /* NULL: no checkpoints */
};
struct h_size {           /* the size of h in one state */
  uint32_t rows, columns; /* as in engine_h, but without columns for the threads' next operations */
  uint64_t bytes;         /* of rows and stamps */
};
enum search_status { SEARCH_RUNNING, SEARCH_ERROR, SEARCH_DONE, SEARCH_INCONCLUSIVE };
enum hang_scope { /* where the search checks that an end is reachable */
                  HANG_NOT_EVALUATED,
                  HANG_EVALUATED,
                  /* ... except in cycles that read the clock or call the garbage collector */
                  HANG_BUT_CLOCKS,
};
enum search_cause { /* why a search is inconclusive; search_report.reason has the text for people */
                    CAUSE_NONE,
                    CAUSE_DEPTH,
                    CAUSE_PREEMPTIONS,
                    CAUSE_STATES,
                    CAUSE_STEPS,
                    CAUSE_WALKS, /* bounds set by the user, up to here */
                    CAUSE_TIME,
                    CAUSE_INTERRUPT,
                    CAUSE_MEMORY,
                    CAUSE_HEAP,    /* the program's heap */
                    CAUSE_NATIVE,  /* a native method of the JDK that heddle does not implement */
                    CAUSE_CODE,    /* native code of the program */
                    CAUSE_FEATURE, /* another feature that heddle does not support */
                    CAUSE_CLOCK,   /* a path reads the clock or waits too often */
                    CAUSE_VALUES,  /* an input has too many values */
                    CAUSE_CHOICES, /* a state has too many choices */
                    CAUSE_REDUCTION,
                    CAUSE_ATOMIC,
                    CAUSE_SYMMETRY,
                    /* the last four: the program violated an assumption, or may have */
                    CAUSE_MATCHING,
                    CAUSE_SAMPLED,     /* nothing failed, but the environment is one of many */
                    CAUSE_ORDERS,      /* the results of calls in some order are not known */
                    CAUSE_STRATEGY,    /* the strategy is never complete */
                    CAUSE_HANG,        /* states that cannot reach an end, without a known cycle */
                    CAUSE_UNCONFIRMED, /* an error did not occur again when it was re-executed */
                    /* the run used up its slice of transitions and is one of several */
                    CAUSE_SLICE,
};
/* Why a search continued from a state rather than from another state that it knew. */
enum chosen_by {
  /* guided: it is the successor that observed the next location of the sequence */
  CHOSEN_LOCATION,
  CHOSEN_SUCCESSOR, /* guided: no successor did, and it has the least distance to that location */
  CHOSEN_BACKTRACK, /* guided: the path had ended, and it was drawn from the backtrack set */
  CHOSEN_OPEN       /* other searches: it is the first of the open states, in their order */
};
struct chosen_info {
  enum chosen_by by;
  uint32_t among; /* number of candidates, including itself */
  uint32_t ties;  /* number of equally good candidates, including itself; 0: not known */
  /* the best other candidate; NODE_NONE: no other candidate existed or was compared */
  node_id over;
};
/* estimated size of the whole space, in states or executions; all 0: no estimate */
struct search_estimate {
  double size;
  double low, high; /* contained the size in four of five searches of known size */
  /* the interval spans at most a factor of 15; otherwise only `low` is meaningful */
  bool trusted;
};
/* About the path on which a search was stopped: the number of threads that took steps, of steps, of
 * steps that ended in code of the JDK, and of steps that ended before a plain access. All 0: not
 * known. */
struct search_seen {
  uint32_t threads, steps, library, plain;
};
struct search_report { /* checkpoints store the counters too (search/checkpoint.c) */
  int status;          /* enum search_status */
  bool complete;       /* the space within the bounds was explored completely */
  int cause;           /* SEARCH_INCONCLUSIVE: enum search_cause */
  char reason[256];    /* SEARCH_INCONCLUSIVE: "time", "depth 40", "native method x.y()V", ... */
  uint64_t states, transitions, instructions, revisits, backtracks;
  /* dpor: paths that reached an end, paths abandoned because they lead to explored states, and
   * paths cut by a bound or a failure */
  bool counts_executions;
  uint64_t executions, redundant, paths_cut;
  uint32_t depth, max_depth;
  double seconds; /* without boot */
  uint64_t peak_kb;
  uint32_t errors;
  uint32_t passed_over; /* errors that `wanted` rejected; `errors` does not count them */
  /* distinct states in which paths end without an error (exhaustive searches) */
  uint64_t ends;
  struct h_size h; /* measure_h: the greatest value of each member at the ends of paths */
  /* context switches of the counterexample, counted from the start of the search */
  uint32_t switches;
  /* no context switch of the counterexample can be removed (engine/search/minimise.h) */
  bool minimal;
  int hang; /* enum hang_scope */
  /* a path returned to one of its own states, so it need not end (noticed by dfs and bmc; liveness
   * is not checked) */
  bool cycle;
  uint32_t observed_max; /* guided: the greatest number of locations observed so far */
  /* stopped by a request or by a bound on states, bytecodes, memory or time, so the search could be
   * resumed */
  bool stopped;
  bool kept; /* stopped, and a checkpoint was written from which it can be resumed */
  /* checkpoints written by this process: their number, the size of the last, and the seconds for
   * all */
  uint32_t checkpoints;
  uint64_t checkpoint_bytes;
  double checkpoint_seconds;
  /* remaining work: choices of the states on the stack, or states that are open or not fully
   * expanded */
  uint64_t frontier;
  /* while the search runs, and at the point where it was stopped */
  struct search_estimate estimate;
  struct search_seen seen; /* SEARCH_INCONCLUSIVE */
  node_id error_node;      /* debugger searches: the node of the error; NODE_NONE otherwise */
};

#endif
