/* The explorer: the one interface of every search strategy, of the debugger and of replay. Expand
 * this state, apply this choice, go to that state.
 *
 * States are nodes of a delta tree. An edge holds the blocks that its transition changed: on the
 * path from the root to `here` their old contents, elsewhere their new ones; going along an edge
 * swaps them. A node whose subtree is of no more use is dropped and its memory freed. */
#ifndef HEDDLE_STATE_EXPLORER_H
#define HEDDLE_STATE_EXPLORER_H

#include "engine/base/check.h"
#include "engine/reduction/reads.h"
#include "engine/state/canon.h"
#include "engine/vm/interp/interp.h"

struct xnode {
  node_id parent, first_child, last_child, next, prev; /* siblings in the order of creation */
  node_id forward;                                     /* the child that was on the path last */
  uint32_t depth;
  uint16_t flags;
  uint16_t observed; /* locations of the sequence observed on the path */
  uint32_t h_value;
  uint32_t pins;       /* reasons to keep it besides children (frontier, view, check) */
  uint32_t generation; /* of the marks under which its transition ran */
  struct choice choice;
  uint8_t op;            /* enum op_kind its thread stood before when chosen */
  uint8_t stop;          /* enum stop_reason */
  int16_t mark;          /* id of the mark observed by the transition, -1 none */
  uint32_t thread_insns; /* bytecodes of the transition */
  uint64_t visits;
  struct fingerprint fp;
  struct delta *delta;
  struct violation *violation; /* NODE_ERROR, NODE_NOTED: owned */
  struct xlog *log;            /* events of the transition (keep_events), owned */
  struct xnames *names;        /* made when a view asks (engine/session/names.c), owned */
};

struct xevent { /* one event, with what is gone once the state moves on */
  uint8_t op, mode, size, write;
  uint16_t thread;
  bool shared; /* obj was shared */
  bool frozen; /* obj is never written again (OBJ_FROZEN) */
  uint32_t obj, off, other;
  uint32_t method, bci;        /* place: the innermost frame outside the JDK, else the innermost */
  uint32_t in_method, in_bci;  /* the innermost frame */
  uint32_t klass, value_klass; /* class ids of obj and of a reference read or written; 0 none */
  uint32_t ordinal, value_ordinal; /* their numbers for people (engine/session/names.c); 0 none */
  uint64_t value;                  /* memory: read, or written */
  struct xh *h;                    /* what it did to h (xlog_h.c), owned; NULL nothing */
  /* memory, while the race check is on: its thread's stack, owned; NULL not kept */
  struct xstack *stack;
};
struct xhidden { /* a field that was accessed without an event */
  uint32_t obj, off;
  uint32_t klass, ordinal; /* as those of struct xevent */
};
struct xlog {
  uint32_t count, cap;
  struct xevent *events;
  /* Final fields of the program's classes that it read or wrote: of what a loop repeats, little
   * more than once. */
  VEC(struct xhidden) hidden;
  size_t bytes;         /* of host memory that all of it takes */
  bool full;            /* as much of it as there is memory for: the rest is not there */
  struct xevent before; /* what the thread stood before when it was chosen: op, obj, off, place */
  char *output;         /* what the program printed to its standard output, NULL nothing */
  size_t output_len;
};

struct xname { /* an object's number among those of its class, by first appearance on the path */
  ref r;
  uint32_t klass, ordinal;
};
struct xnames { /* the objects first seen in a node's state, ascending */
  uint32_t count;
  struct xname v[];
};

enum { LIBRARY_READS = 256, HIDDEN_SLOTS = 256, LOOPS_ENDING = 1024 };

struct explorer {
  struct vm *vm;
  struct canon *canon;
  VEC(struct xnode) nodes;
  VEC(node_id) free;
  node_id here;
  uint32_t generation;
  bool keep_events, match_h;
  bool leave_h; /* keep_events: but for what they did to h */
  /* keep_events: but for what the library's code does with objects that no other thread reaches,
   * and what it has read in the same transition already */
  bool leave_library;
  uint64_t library_reads[LIBRARY_READS]; /* of the open transition: where, by a hash of it */
  /* where in log->hidden an access may be, by a hash of it: what is stale there does not fit */
  uint32_t hidden_at[HIDDEN_SLOTS];
  uint64_t held_bytes;   /* by all nodes: deltas, logs, names, violations */
  uint64_t transitions;  /* executed */
  uint64_t memory_limit; /* bytes; 0 none */
  /* What violates a property in the first so many transitions of a path is noted (NODE_NOTED);
   * listen_anew: the properties begin anew behind them, as part of the last one
   * (engine_options.listen_from). */
  uint32_t listen_from;
  bool listen_anew;
  struct delta *before_anew; /* of explorer_listen_anew; NULL: nobody listens anew */
  node_id anew_at;
  /* Called by explorer_apply in each state that a transition leads to, before its properties are
   * evaluated and its delta is closed; not where the transition ended in an error, failed or was
   * cut. True: `leaves` of explorer_try is going to say so whatever is to be seen there, and it is
   * not evaluated. NULL: nobody asks. */
  bool (*arrived)(void *self);
  void *arrived_self;
  /* Called by explorer_apply in each state in which the program has ended, or all stay where they
   * are and may (vm/sched/stay.h), and nothing is violated: it may leave a violation in
   * vm->violation. It may go elsewhere, and comes back. NULL: nobody asks. */
  void (*ended)(void *self);
  void *ended_self;
  VEC(struct canon_kept) kept; /* of the path to here, by depth: of the step down from there */
  node_id newest;              /* the node that the last explorer_apply made */
  struct xlog *log;            /* of the open transition */
  uint64_t loops_ending[LOOPS_ENDING]; /* places in loops that end by themselves (waits.c) */
  /* waits.c: the last thread that was found to wait, plus 1, in which node, and x->transitions */
  uint32_t waits_thread;
  node_id waits_node;
  uint64_t waits_asked;
  struct check_reporter reporter; /* prints where the state is when a check fails */
  struct xh_watch *watch; /* of the open transition: h as it was before the event (xlog_h.c) */
#ifdef HEDDLE_READS
  struct reads reads;
#endif
};

/* Takes a machine after vm_start; runs nothing. The root node is 0 and stands for the present
 * state. */
int explorer_init(struct explorer *x, struct vm *vm, struct error *err);
void explorer_release(struct explorer *x);

static inline struct xnode *xnode(struct explorer *x, node_id n) { return &x->nodes.data[n]; }

static inline void explorer_keep(struct explorer *x, bool events, bool leave_library,
                                 bool leave_h) {
  x->keep_events = events;
  x->leave_library = leave_library;
  x->leave_h = leave_h;
}

/* Executes the choice from here and moves to the new child. The node's flags say what it met.
 * Errors: ERR_MEMORY when the limit was met; the vm's own failures are NODE_FAILED, not errors. */
int explorer_apply(struct explorer *x, struct choice c, node_id *out, struct error *err);
/* The same for who goes back at once from most states: asks `leaves` in the new state, while its
 * delta is open; `plain`: nothing is to be seen there (the flags of the node would be 0 but for
 * NODE_MAKES, no log). If it says so the transition is undone: *out is NODE_NONE, here is where it
 * was, and no node was made. */
int explorer_try(struct explorer *x, struct choice c, bool (*leaves)(void *self, bool plain),
                 void *self, node_id *out, struct error *err);
/* The existing child of here for the choice (same generation of marks), NODE_NONE when there is
 * none. */
node_id explorer_child(struct explorer *x, struct choice c);
void explorer_go(struct explorer *x, node_id n);
/* Drops here and returns to its parent by restoring without saving: the pop of a depth-first
 * search. Here must have no children. */
void explorer_pop(struct explorer *x);
/* The properties listen from this state on, for who explores below it: what they heard on the path
 * here is forgotten. Nothing is explored elsewhere until explorer_listen_back, which gives the
 * state back as it was; the nodes made meanwhile are a generation of their own, and not gone to
 * again. */
void explorer_listen_anew(struct explorer *x);
void explorer_listen_back(struct explorer *x);
/* A node is no longer needed: it and its ancestors without other use are freed, unless they are on
 * the path or pinned. */
void explorer_drop(struct explorer *x, node_id n);
/* Frees the whole subtree below n (n itself stays). Here must not be inside. */
void explorer_prune(struct explorer *x, node_id n);
void explorer_fingerprint(struct explorer *x, node_id n); /* n == here: fills node.fp */
/* Looks at the choices of the state without leaving it: runs `c` in a scratch delta, calls look()
 * in the new state, undoes it. */
void explorer_peek(struct explorer *x, struct choice c,
                   void (*look)(void *self, struct explorer *x, const struct xnode *n), void *self);
/* Gives the node its names, which it owns from then on; it has none yet. */
void explorer_keep_names(struct explorer *x, node_id n, struct xnames *names);
/* The choices from the root to n, oldest first; malloc'd. */
uint32_t explorer_schedule(struct explorer *x, node_id n, struct choice **out);

#endif
