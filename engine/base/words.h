/* The words that the engine's face (engine/engine.h) shares with the layers below it: properties,
 * reductions, choices, nodes, the options and the report of a search. Plain values, no functions
 * but for making a choice. */
#ifndef HEDDLE_BASE_WORDS_H
#define HEDDLE_BASE_WORDS_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- properties and reductions ---- */

/* The rows of properties.def; a set of properties has the bit 1 << row of each. */
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
  /* those that are looked for when nobody names any */
  PROP_DEFAULT = 0
#define PROPERTY(id, NAME, on) | (on ? PROP_##NAME : 0)
#include "engine/base/properties.def"
#undef PROPERTY
};
/* What heddle env compares the results of calls with: the orders of the calls. */
enum { PROP_ASSESSED = PROP_LINEARIZABLE | PROP_SEQUENTIAL | PROP_QUIESCENT };
/* Must the elements of what a native copies be scheduling points each, for what these properties
 * are to find? Not while races are reported: h hears of every element. */
static inline bool vm_needs_apart(uint32_t properties) {
  return !(properties & PROP_RACE) || properties & PROP_CONFLICT;
}
/* How the program accesses what its threads share, besides plain and volatile fields and locks;
 * with any of these the absence of data races does not make it sequentially consistent. */
enum weak_mode {
  WEAK_PLAIN = 1, /* within the atomic classes */
  WEAK_OPAQUE = 2,
  WEAK_ORDERED = 4, /* release, acquire */
  WEAK_FENCE = 8
};
enum por_mode { POR_FULL, POR_SYNC, POR_NONE };

/* ---- options ---- */

/* Of a program's execution; engine_options_init has the defaults of the manual. */
struct engine_options {
  const char *java_home;  /* NULL: JAVA_HOME or java on PATH */
  const char *class_path; /* NULL: "." */
  const char *main_class;
  int argc;
  char *const *argv; /* the program's arguments */
  uint64_t seed;
  uint32_t properties; /* enum property_id bits */
  int por;             /* enum por_mode */
  bool race_rw;        /* also report RW races */
  bool swallowed;      /* failures that a library keeps to itself count: natives/lang/swallowed.h */
  const char *trust, *benign, *atomic; /* PCRE2 or NULL */
  const char *contracts; /* methods that are one step each: reduction/atomic.h; NULL none */
  /* a search that meets a use of the program that one of them does not fit is inconclusive; else it
   * begins anew without that one */
  bool contracts_fixed;
  /* ns; timed waits as long or longer elapse when nothing else can run (vm/sched/time.h); 0: any
   * elapses at any time */
  uint64_t patience;
  /* wake-ups and failures of weak compare-and-set without a cause on a path, at the most
   * (vm/sched/spurious.h) */
  uint32_t spurious;
  uint32_t clock_jumps; /* of the clock on a path, at the most, where the program reads it */
  /* what violates a property in the first so many transitions of a path is noted, and the path goes
   * on; listen_anew: behind them the properties begin to listen anew (paper 003, section 4) */
  uint32_t listen_from;
  bool listen_anew;
  uint64_t memory_bytes;      /* bound for the tree and the visited set; 0 = 2 GB */
  uint64_t heap_bytes;        /* bound of the program's heap; 0 = 256 MB */
  int define_count;           /* system properties "name=value" (or "name": empty) */
  const char *const *defines; /* of a machine without session: they outlive it, so do the next */
  int readable_count; /* files and folders that the program may read besides its class path */
  const char *const *readable;
  /* the program's standard input: a file, "-" descriptor 0; NULL: the following */
  const char *stdin_path;
  const void *stdin_data; /* stdin_len bytes; NULL: it is empty */
  size_t stdin_len;
  /* what a recorded run read from outside, lines as in vm/given.h */
  int input_count;
  const char *const *inputs;
  bool coverage; /* note which lines of the program are reached (base/coverage.h) */
  /* searches collect the distinct ends of paths (engine_outcome): what is printed belongs to the
   * state, and printing is visible */
  bool outcomes;
  /* no search follows: the boot does without warmup.def, whose classes are initialised on first use
   */
  bool cold;
  /* where the program's stdout and stderr go while stepping: -1 = swallow (captured per node, see
   * engine_output) */
  int out_fd, err_fd;
  /* long look-ups end early when it is set: objects are then shown without their numbers; NULL none
   */
  volatile int *stop;
  /* remember each transition's events (debugger, replay, counterexamples); searches switch it off
   */
  bool keep_events;
  /* events do not keep what they did to h: finding that out reads all of h for each write */
  bool leave_h;
  /* but for what the library's code does with objects that no other thread reaches, and what it has
   * read in the same transition already */
  bool leave_library;
};

/* ---- choices ---- */

enum choice_kind {
  CHOICE_RUN = 0,       /* the thread goes on */
  CHOICE_TIMEOUT = 1,   /* its timed wait elapses */
  CHOICE_NOTIFY = 2,    /* it goes on, and its notify wakes the waiter `arg` (thread index) */
  CHOICE_INTERRUPT = 3, /* its wait ends by the pending interrupt */
  /* its wait ends without a cause, its weak compare-and-set fails (vm/sched/spurious.h) */
  CHOICE_SPURIOUS = 5,
  /* the input that it asks for has its value number `arg` (natives/test/verify.c) */
  CHOICE_VALUE = 4,
};
enum { CHOICE_VALUES_MAX = 1000 /* of one input */ };

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

/* ---- nodes of the tree of states ---- */

typedef uint32_t node_id;
#define NODE_NONE UINT32_MAX
#define NODE_ROOT 0u

enum node_flag {
  NODE_ON_PATH = 1, /* between the root and here */
  NODE_HERE = 2,
  NODE_EXPANDED = 4,    /* all its choices were taken */
  NODE_BACKTRACKED = 8, /* the search left it for elsewhere */
  NODE_MATCHED = 16,    /* its state was seen before (the search prunes here) */
  NODE_ENDED = 32,      /* the program ended normally */
  NODE_ERROR = 64,      /* a property is violated in it */
  NODE_BLOCKED = 128,   /* no choice is enabled (with NODE_ERROR: a deadlock) */
  NODE_FRONTIER = 256,  /* waits in the guided search's backtrack set */
  NODE_FAILED = 512,    /* heddle could not go on (unsupported native, memory) */
  NODE_NOTED = 1024, /* a property is violated, and the path goes on: a recorded run is followed */
  /* inside the engine */
  NODE_CUT = 2048,  /* the transition was cut at a stop request: do not use the node */
  NODE_FREE = 4096, /* slot not in use */
  /* its state may have objects that its parent's has not: the transition allocated */
  NODE_MAKES = 8192,
  NODE_INSIDE = NODE_CUT | NODE_FREE | NODE_MAKES,
};

/* ---- searches ---- */

/* Checkpoints of a search (engine_search_all). */
struct checkpoint_options {
  /* a descriptor to read the checkpoint from that the search goes on from; -1: it begins */
  int resume;
  const char *resume_name; /* of its file, for messages */
  double every; /* seconds between two that are written; 0: one when the search is stopped */
  /* A descriptor for writing, of a new, empty file, or an error code; NULL: none is written. */
  int (*create)(void *self, struct error *err);
  /* What was written there is whole: it takes the place of the last one. */
  int (*keep)(void *self, struct error *err);
  /* One could not be written; the search goes on. */
  void (*failed)(void *self, const struct error *err);
  void *self;
};

struct search_report;
struct visited;
struct search_options {
  const char *search;    /* row of search/searches.def: "dfs", "random", "guided", ... */
  const char *heuristic; /* row of heuristic/heuristics.def: "pfsm", "random", ... */
  const char *prefer;    /* heuristic prefer-threads: names of threads, separated by commas */
  const char *jrf; /* jrf: its heuristics, of WF, WW, ARA and AF, separated by commas; NULL all */
  uint32_t preemptions; /* context-bounded: UINT32_MAX = unbounded */
  uint32_t pct_depth;   /* pct: the depth of errors that it aims at */
  uint32_t depth;       /* 0 = unbounded */
  double seconds;       /* 0 = unbounded */
  bool processor_time;  /* seconds are those of the processor: what else runs does not count */
  uint64_t max_states;  /* 0 = unbounded */
  uint64_t max_steps;   /* bytecodes executed; 0 = unbounded */
  /* after each so many transitions goes_on is asked, and the search ends where it says no, or is
   * NULL; 0 = unbounded */
  uint64_t slice;
  bool (*goes_on)(void *self, const struct search_report *r);
  void *goes_self;
  uint64_t seed;
  bool all_errors;
  /* An error at node n, which is here, that is not wanted is passed over: the search goes on
   * elsewhere, as if its path had ended there. NULL: all are */
  bool (*wanted)(void *self, uint32_t n);
  void *wanted_self;
  bool shortest; /* the error with the fewest transitions: by the strategy bfs */
  /* dfs, random-dfs, bfs: independent transitions are taken in one order only where that is enough
   */
  bool sleep_sets;
  /* states that differ by a permutation of threads are one (state/canon_symmetry.c) */
  bool thread_symmetry;
  /* states that differ in h alone are one, as in paper 004: can miss races, so never "no error"
   * with race on */
  bool no_match_h;
  /* the report says how large h grew: looked at where paths end, which costs a pass over the heap
   * there */
  bool measure_h;
  /* whole states are kept beside fingerprints; ERR_INTERNAL when two that differ share one
   * (state/exact.h) */
  bool exact;
  bool as_found;          /* the counterexample is not minimised */
  uint32_t walks;         /* walks: ends after so many, 0 = unbounded */
  uint32_t backtrack_max; /* guided: 0 = 100,000 */
  int position;           /* what ranks by a distance: engine_position_name; 0 the default */
  /* of a search bounded by depth: what the ones before it in this session explored, each to its
   * end, is not explored again (engine_states_new); NULL: it begins anew */
  struct visited *known;
  const struct checkpoint_options *checkpoint; /* NULL: no checkpoints */
};
struct h_size {           /* of h in one state */
  uint32_t rows, columns; /* as engine_h has them, but for what threads only stand before */
  uint64_t bytes;         /* of rows and stamps */
};
enum search_status { SEARCH_RUNNING, SEARCH_ERROR, SEARCH_DONE, SEARCH_INCONCLUSIVE };
enum hang_scope { /* what a search says of states from which no end can be reached */
                  HANG_NOT_EVALUATED,
                  HANG_EVALUATED,
                  /* ... but of circles that read the clock or ask the garbage collector */
                  HANG_BUT_CLOCKS,
};
enum search_cause { /* what made a search inconclusive; for people it is in search_report.reason */
                    CAUSE_NONE,
                    CAUSE_DEPTH,
                    CAUSE_PREEMPTIONS,
                    CAUSE_STATES,
                    CAUSE_STEPS,
                    CAUSE_WALKS, /* the bounds of the user */
                    CAUSE_TIME,
                    CAUSE_INTERRUPT,
                    CAUSE_MEMORY,
                    CAUSE_HEAP,    /* of the program */
                    CAUSE_NATIVE,  /* a native method of the JDK that heddle does not have */
                    CAUSE_CODE,    /* native code of the program */
                    CAUSE_FEATURE, /* something else that it does not do */
                    CAUSE_CLOCK,   /* a path reads the clock or waits too often */
                    CAUSE_VALUES,  /* of an input, too many */
                    CAUSE_CHOICES, /* in one state, too many */
                    CAUSE_REDUCTION,
                    CAUSE_ATOMIC,
                    CAUSE_SYMMETRY,
                    CAUSE_MATCHING,    /* an assumption that the program broke, or might have */
                    CAUSE_SAMPLED,     /* nothing: the environment is one of many */
                    CAUSE_ORDERS,      /* of calls: nobody knows what they give */
                    CAUSE_STRATEGY,    /* it never is complete */
                    CAUSE_HANG,        /* states without an end that no circle shows */
                    CAUSE_UNCONFIRMED, /* an error was met that does not show again */
                    CAUSE_SLICE,       /* so many transitions, of a run that is one of several */
};
/* Why a search went on from a state, rather than from one of the others that it knew. */
enum chosen_by {
  CHOSEN_LOCATION,  /* guided: of the successors, it observed the next location of the sequence */
  CHOSEN_SUCCESSOR, /* guided: none did, and it has the least distance to that location */
  CHOSEN_BACKTRACK, /* guided: the path had ended; drawn from the backtrack set */
  CHOSEN_OPEN       /* the other searches: the first of the open states, in their order */
};
struct chosen_info {
  enum chosen_by by;
  uint32_t among; /* so many states, itself among them */
  uint32_t ties;  /* so many of them were as good, itself among them; 0: not known */
  node_id over;   /* the best of the others; NODE_NONE: there was none, or none was compared */
};
struct search_estimate { /* of the whole space, in states or executions; all 0: none */
  double size;
  double low, high; /* between them the size was in four of five searches of known size */
  /* the interval is no wider than a factor of 15; else low alone says something */
  bool trusted;
};
/* Of the path on which a search was stopped: how many threads took steps, how many steps, how many
 * of them ended in code of the JDK, and before a plain access. All 0: nothing is known. */
struct search_seen {
  uint32_t threads, steps, library, plain;
};
struct search_report { /* what is counted is in checkpoints too (search/checkpoint.c) */
  int status;          /* enum search_status */
  bool complete;       /* the space within the bounds was explored whole */
  int cause;           /* SEARCH_INCONCLUSIVE: enum search_cause, and in words: */
  char reason[256];    /* SEARCH_INCONCLUSIVE: "time", "depth 40", "native method x.y()V", ... */
  uint64_t states, transitions, instructions, revisits, backtracks;
  /* dpor: paths to an end, paths left because they lead to what was explored, paths that a bound or
   * a failure cut */
  bool counts_executions;
  uint64_t executions, redundant, paths_cut;
  uint32_t depth, max_depth;
  double seconds; /* without the boot */
  uint64_t peak_kb;
  uint32_t errors;
  uint32_t passed_over; /* ... of another kind than wanted, besides */
  uint64_t ends;        /* distinct states in which paths end without error (exhaustive searches) */
  struct h_size h;      /* measure_h: the most of each at the end of a path */
  uint32_t switches;    /* context switches of the counterexample, from the start of the search */
  bool minimal;         /* none of them can be taken out (engine/search/minimise.h) */
  int hang;             /* enum hang_scope */
  /* a path came back to a state of its own: it need not end (met by dfs and bmc; no liveness is
   * checked) */
  bool cycle;
  uint32_t observed_max; /* guided: most locations observed so far */
  /* by a bound on states, bytecodes, memory or time, or by a request: it could go on */
  bool stopped;
  bool kept; /* ... from the checkpoint that was written then */
  /* written by this process; the last one's size, and the seconds that all took */
  uint32_t checkpoints;
  uint64_t checkpoint_bytes;
  double checkpoint_seconds;
  /* what is left to try: choices of the states on the stack, or states that are open or not
   * expanded whole */
  uint64_t frontier;
  struct search_estimate estimate; /* while it runs, and where it was stopped */
  struct search_seen seen;         /* SEARCH_INCONCLUSIVE */
  node_id error_node; /* debugger searches: the node of the error; NODE_NONE otherwise */
};

#endif
