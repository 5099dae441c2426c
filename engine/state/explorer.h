/* The explorer: the one interface for all search strategies, the debugger and replay. It applies
 * a choice in the current state and moves to any earlier state.
 *
 * States are nodes of a delta tree. An edge holds the blocks that its transition changed: their
 * old contents on the path from the root to `here`, their new contents elsewhere. Moving along
 * an edge swaps them. A node is dropped and its memory freed when its subtree is no longer
 * needed. */
#ifndef HEDDLE_STATE_EXPLORER_H
#define HEDDLE_STATE_EXPLORER_H

#include "engine/base/check.h"
#include "engine/reduction/reads.h"
#include "engine/state/canon/canon.h"
#include "engine/vm/interp/interp.h"

struct xnode {
  node_id parent, first_child, last_child, next, prev; /* siblings in the order of creation */
  node_id forward;                                     /* the child that was last on the path */
  uint32_t depth;
  uint16_t flags;
  uint16_t observed; /* number of the sequence's locations observed on the path */
  uint32_t h_value;
  uint32_t
      pins; /* number of reasons, other than children, to keep the node (frontier, view, check) */
  uint32_t generation; /* generation of the marks under which its transition ran */
  struct choice choice;
  uint8_t op;            /* enum op_kind of the operation that its thread was about to execute */
  uint8_t stop;          /* enum stop_reason */
  int16_t mark;          /* id of the mark that the transition observed, -1: none */
  uint32_t thread_insns; /* bytecodes that the transition executed */
  uint64_t visits;
  struct fingerprint fp;
  struct delta *delta;
  struct violation *violation; /* if NODE_ERROR or NODE_NOTED; owned */
  struct xlog *log;            /* events of the transition (keep_events), owned */
  struct xnames *names;        /* made when a view needs it (session/object_names.c), owned */
};

struct xevent { /* an event, with data that is lost when the state changes */
  uint8_t op, mode, size, write;
  uint8_t behind; /* a read: number of writes later than the one that it returned */
  uint16_t thread;
  bool shared; /* obj was shared */
  bool frozen; /* obj is never written again (OBJ_FROZEN) */
  uint32_t obj, off, other;
  /* place: the innermost frame outside the JDK, or else the innermost frame */
  uint32_t method, bci;
  uint32_t in_method, in_bci; /* the innermost frame */
  /* class ids of obj, and of a reference that was read or written; 0: none */
  uint32_t klass, value_klass;
  uint32_t ordinal, value_ordinal; /* their numbers for people (session/object_names.c); 0: none */
  uint64_t value;                  /* memory access: the value read or written */
  struct xh *h;                    /* its effect on h (xlog_h.c), owned; NULL: none */
  /* memory access, if races are checked: its thread's stack, owned; NULL: not kept */
  struct xstack *stack;
};
struct xhidden { /* a field that was accessed without an event */
  uint32_t obj, off;
  uint32_t klass, ordinal; /* as in struct xevent */
};
struct xlog {
  uint32_t count, cap;
  struct xevent *events;
  /* Final fields of the program's classes that the transition accessed. A loop adds each field
   * about once. */
  VEC(struct xhidden) hidden;
  size_t bytes; /* host memory that the whole log takes */
  bool full;    /* memory ran out, so later events are missing */
  /* the operation that the thread was about to execute: op, obj, off, place */
  struct xevent before;
  char *output; /* text that the program printed to its standard output; NULL: none */
  size_t output_len;
};

/* an object's number among the objects of its class, by first appearance on the path */
struct xname {
  ref r;
  uint32_t klass, ordinal;
};
struct xnames { /* the objects that first appear in a node's state, ascending */
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
  bool leave_h; /* with keep_events: do not log effects on h */
  /* With keep_events: do not log accesses by library code to objects that no other thread reaches,
   * or repeated reads in one transition. */
  bool leave_library;
  /* hashes of the locations that library code read in the open transition */
  uint64_t library_reads[LIBRARY_READS];
  /* index in log->hidden where an access may be, by a hash of the access; stale indexes do not
   * match */
  uint32_t hidden_at[HIDDEN_SLOTS];
  uint64_t held_bytes;   /* memory of all nodes: deltas, logs, names, violations */
  uint64_t transitions;  /* number of executed transitions */
  uint64_t memory_limit; /* bytes; 0: none */
  /* A violation in the first listen_from transitions of a path is only noted (NODE_NOTED).
   * listen_anew: the properties restart as part of the last of these transitions
   * (engine_options.listen_from). */
  uint32_t listen_from;
  bool listen_anew;
  struct delta *before_anew; /* delta of explorer_listen_anew; NULL: not active */
  node_id anew_at;
  /* Called by explorer_apply in each new state before its properties are evaluated and its delta is
   * closed, unless the transition ended in an error, failed or was cut. If it returns true,
   * `leaves` of explorer_try will discard the state in any case, so the state is not evaluated. May
   * be NULL. */
  bool (*arrived)(void *self);
  void *arrived_self;
  /* Called by explorer_apply in each state without a violation in which the program has ended, or
   * in which all threads may stay where they are (vm/sched/stay.h). It may store a violation in
   * vm->violation. It may move, but must return to this state. May be NULL. */
  void (*ended)(void *self);
  void *ended_self;
  /* by depth of the path to the current node: saved for the step down from that node */
  VEC(struct canon_kept) kept;
  node_id newest;                      /* the node that the last explorer_apply made */
  struct xlog *log;                    /* log of the open transition */
  uint64_t loops_ending[LOOPS_ENDING]; /* places in loops that end by themselves (waits.c) */
  /* waits.c: the last thread that was found to wait, plus 1; the node; and x->transitions at that
   * time */
  uint32_t waits_thread;
  node_id waits_node;
  uint64_t waits_asked;
  struct check_reporter reporter; /* prints where the state is when a check fails */
  struct xh_watch *watch;         /* for the open transition: h before the event (xlog_h.c) */
#ifdef HEDDLE_READS
  struct reads reads;
#endif
};

/* Takes over a machine after vm_start. Executes nothing. Node 0 is the root and represents the
 * current state. */
int explorer_init(struct explorer *x, struct vm *vm, struct error *err);
void explorer_release(struct explorer *x);

static inline struct xnode *xnode(struct explorer *x, node_id n) { return &x->nodes.data[n]; }

static inline void explorer_keep(struct explorer *x, bool events, bool leave_library,
                                 bool leave_h) {
  x->keep_events = events;
  x->leave_library = leave_library;
  x->leave_h = leave_h;
}

/* Executes the choice in the current state and moves to the new child. The node's flags describe
 * what happened. Returns ERR_MEMORY if the limit was exceeded. A failure of the vm sets NODE_FAILED
 * and is not an error. */
int explorer_apply(struct explorer *x, struct choice c, node_id *out, struct error *err);
/* Like explorer_apply, for a caller that returns at once from most states. Calls `leaves` in the
 * new state, while its delta is open. `plain` means that the new node would have no log and no
 * flags other than NODE_MAKES and NODE_NO_CYCLE. If `leaves` returns true, the transition is
 * undone: *out is NODE_NONE, and no node is made. */
int explorer_try(struct explorer *x, struct choice c, bool (*leaves)(void *self, bool plain),
                 void *self, node_id *out, struct error *err);
/* Returns the existing child of the current node for the choice, with the same generation of marks,
 * or NODE_NONE. */
node_id explorer_child(struct explorer *x, struct choice c);
void explorer_go(struct explorer *x, node_id n);
/* Drops the current node and returns to its parent, restoring the parent's state without saving the
 * current one. This is the pop of a depth-first search. The node must have no children. */
void explorer_pop(struct explorer *x);
/* Restarts the properties in the current state, so that they forget the path to it, for a caller
 * that explores from it. Until explorer_listen_back, nothing else may be explored.
 * explorer_listen_back restores the state. The nodes made meanwhile have a generation of their own
 * and must not be visited again. */
void explorer_listen_anew(struct explorer *x);
void explorer_listen_back(struct explorer *x);
/* Frees a node that is no longer needed, and its ancestors without other use, unless they are on
 * the path or pinned. */
void explorer_drop(struct explorer *x, node_id n);
/* Frees the whole subtree below n, but not n. The current node must not be in the subtree. */
void explorer_prune(struct explorer *x, node_id n);
/* Fills node.fp of n, which must be the current node. */
void explorer_fingerprint(struct explorer *x, node_id n);
/* Examines the effect of a choice without leaving the state. Runs `c` in a scratch delta, calls
 * look() in the new state and undoes the transition. */
void explorer_peek(struct explorer *x, struct choice c,
                   void (*look)(void *self, struct explorer *x, const struct xnode *n), void *self);
/* Passes the names to the node, which owns them from then on. The node must have no names yet. */
void explorer_keep_names(struct explorer *x, node_id n, struct xnames *names);
/* Returns the number of choices from the root to n, and in *out the choices, oldest first;
 * malloc'd. */
uint32_t explorer_schedule(struct explorer *x, node_id n, struct choice **out);

#endif
