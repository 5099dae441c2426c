/* The internals of a replay, shared only by the files in trace/replay.
 *
 * The plan is the list of monitored events of the trace, with their locations resolved in the
 * engine's program; it never changes. The progress is how many events of each thread are matched
 * and which engine object each object of the trace is bound to. Every change of the progress is in
 * the undo log, so that backtracking by a level undoes the changes made since. */
#ifndef HEDDLE_TRACE_REPLAY_REPLAY_INT_H
#define HEDDLE_TRACE_REPLAY_REPLAY_INT_H

#include "engine/state/explorer.h"
#include "engine/state/visited.h"
#include "trace/replay/replay.h"
#include "trace/replay/inputs.h"

enum { REPLAY_MARKS = 0x4000, REPLAY_MARKS_END = 0x7ff0 };
#define PLAN_NONE UINT32_MAX

/* A location of the trace, resolved in the engine's program. If by_line is set, the class has
 * changed, so any instruction on the line matches. */
struct place {
  struct method *method; /* NULL: the event has no location */
  uint32_t bci;
  int32_t line;
  bool by_line;
};

struct plan_event {
  uint64_t number; /* in the trace */
  /* `thread` is an index into plan.threads; `ordinal` is the event's index in that thread */
  uint32_t thread, ordinal;
  /* events that must be matched first: plan.before[before], before_count of them */
  uint32_t before, before_count;
  bool conflict; /* an access that conflicts with another thread's access of the variable */
  struct trace_event e;
  struct place at;
};

struct plan_thread {
  uint32_t id, parent, ordinal; /* ids in the trace */
  VEC(uint32_t) events;
  bool ends; /* its last event is THREAD_END */
};

struct plan_mark { /* a place where the engine has to stop for a library call */
  struct method *method;
  uint32_t bci;
  /* the mark is before the call; otherwise it is before the instruction after the call */
  bool call;
  /* the recorder writes an event whenever a thread passes here: a basic block or method begins, or
   * a method ends */
  bool passed;
};

struct plan {
  VEC(struct plan_event) events;
  VEC(struct plan_thread) threads; /* 0 is main */
  VEC(uint32_t) before;
  VEC(struct plan_mark) marks;
  uint32_t *last_use; /* by object id of the trace: index of the last event that names the object */
  uint32_t objects;   /* one more than the largest object id */
  bool recorded[TRACE_EV_LIMIT];
  /* open_end: the end of the trace is missing. foreign: some events belong to threads that the JVM
   * started by itself. interrupts: threads may have been interrupted */
  bool open_end, foreign, interrupts;
  VEC(char *) warnings;
};

struct undo {
  uint8_t kind; /* enum undo_kind */
  uint32_t at, old;
};
enum undo_kind { UNDO_POSITION, UNDO_OBJECT, UNDO_FREE };

struct level {
  node_id node;
  struct choice *choices; /* in the order in which they are tried */
  uint32_t count, next;
  struct fingerprint key; /* hash of the state and the progress */
  size_t undo;            /* length of the undo log on arrival */
  uint32_t frontier;      /* index of the first unmatched event of the plan */
  uint32_t matched;
  bool went;          /* some choice led to a matching state */
  uint32_t overtaken; /* index + 1 of a thread that has been tried as the first here; 0: none */
};

enum mismatch {
  FITS,
  OTHER_KIND,
  OTHER_PLACE,
  OTHER_OBJECT,
  OTHER_VALUE,
  TOO_EARLY,
  OTHER_INPUT,
  NO_MORE
};

enum { REPLAY_SHORT = 12 }; /* number of the long attempt in recorded order (paths.c) */

struct replay_queue { /* a queue of pinned nodes, which begins at `head` */
  VEC(node_id) nodes;
  size_t head;
};

/* Accesses and locks inside the library that the trace does not contain (order.c). */
enum touch_kind { SAW, STORED, UPDATED };
struct touch {
  ref obj;
  uint32_t off, level; /* the level whose choice made the access */
  uint16_t thread;     /* the engine's thread index */
  uint8_t kind;        /* enum touch_kind */
};

struct ahead { /* `thread` goes first until it accesses (or, if `updates`, updates) the location */
  bool on, updates;
  uint16_t thread, overtaken; /* `overtaken` is the thread that would have gone first */
  uint32_t level;             /* the level from which this holds */
  ref obj;
  uint32_t off;
};

struct replay {
  struct engine *e;
  struct explorer *x;
  struct vm *vm;
  struct trace_reader *reader;
  struct replay_options opt;
  struct plan plan;
  int8_t *instrumented; /* by class id of the engine: 0 unknown, 1 recorded, -1 not recorded */
  size_t instrumented_len;
  VEC(struct method *) not_instrumented;

  struct replay_inputs inputs;
  size_t input_count; /* number of these inputs that the session was opened with: all or none */
  uint32_t *position; /* by thread: number of matched events */
  ref *objects;       /* by object id of the trace: the engine object bound to it */
  /* by thread: whether its next operation may depend on something that the trace does not contain
   * (see set_free in match.c) */
  bool *free_will;
  struct rev {
    uint32_t id;
  } * rev; /* by hashed address, a hint: the object of the trace that was bound to it last */
  uint32_t rev_shift, rev_count;
  VEC(struct undo) undo;
  VEC(struct touch) touched; /* library accesses on the path, in order */
  struct ahead ahead;
  uint32_t frontier, matched;

  VEC(struct level) path;           /* element 0 is the root */
  struct replay_queue queue, again; /* for breadth-first search (replay.c) */
  struct visited *visited;
  struct visited *led; /* states from which some path has reached the last event */
  uint64_t transitions;
  /* number of the present attempt; determines the order of choices (paths.c) */
  uint32_t attempt;
  uint32_t attempt_matched; /* the most events matched so far in this attempt */
  /* number of transitions at which the attempt ends, unless it makes progress first */
  uint64_t attempt_end;
  double deadline; /* deadline of the present call; 0: none */

  /* the furthest progress of any path */
  bool failed, completed; /* failed: no path is left. completed: some path was found */
  node_id best;           /* the node reached; pinned */
  uint32_t best_frontier;
  bool best_exact; /* `instead` is what the engine did at that very event */
  char *expected, *instead;
  bool stopped; /* see struct replay_failure */
  struct replay_failure failure;
};

/* monitored.c; plan_order is in order.c */
int plan_make(struct replay *r, struct error *err);
void plan_release(struct plan *p);
/* Returns the index of the first event in the plan whose number in the trace is at least
 * `number`. */
uint32_t plan_event_from(const struct plan *p, uint64_t number);
int plan_order(struct replay *r, struct error *err); /* fills plan.before */
/* Returns ERR_LIMIT if *stop is set. To save time, checks this only at every 4096th event. */
int plan_stopped(const struct replay *r, uint64_t event, struct error *err);
void plan_warn(struct plan *p, char *text); /* takes ownership of the text */

/* place.c */
enum {
  /* place_resolve: the location is in a class that the recorded program generated at run time, so
   * its events are not monitored */
  PLACE_MADE_UP = 1
};
int place_resolve(struct replay *r, uint32_t location, struct place *out, struct error *err);
bool place_made_up(const char *class_name);
bool place_is(const struct place *p, const struct method *m, uint32_t bci);
/* Does the method belong to code that was recorded? */
bool place_instrumented(struct replay *r, const struct method *m);
/* Returns the method reference of the call at m@bci, or NULL if there is no call. */
const struct cp_entry *place_callee(const struct method *m, uint32_t bci);
/* Does the recorder write an event whenever a thread passes this instruction (plan_mark.passed)? */
bool place_passed(const struct replay *r, const struct method *m, uint32_t bci);
/* Does the event mean that its thread is about to execute this instruction, or has just executed
 * the previous one? */
bool place_says(const struct plan_event *p, const struct method *m, uint32_t bci);
/* Adds the marks at which the engine must stop to match the event: at a library call, or at the
 * instruction of the event. */
int place_marks(struct replay *r, const struct plan_event *p, struct error *err);

/* match.c */
struct seen {
  /* the trace's kind for the engine event; 0: the recorder would not have written it */
  int kind;
  bool method_lock; /* the lock or unlock belongs to a call of a synchronized method */
  const struct method *m;
  uint32_t bci;
};
static inline bool is_matched(const struct replay *r, uint32_t event) {
  const struct plan_event *p = &r->plan.events.data[event];
  return r->position[p->thread] > p->ordinal;
}
/* Undoes the changes of the progress after the undo log had that length, and sets frontier and
 * matched. */
void progress_undo(struct replay *r, size_t length, uint32_t frontier, uint32_t matched);
/* Returns the index in plan.threads of an engine thread, or PLAN_NONE if the trace does not contain
 * the thread. */
uint32_t match_thread(struct replay *r, uint32_t index);
struct match_result {
  enum mismatch why;
  /* index in the node's log of the event that does not match; -1: it precedes the first */
  int32_t at;
  /* the thread's next event in the plan; PLAN_NONE: all its events are matched */
  uint32_t expected;
};
/* Is the mismatching operation determined by what was matched so far? Then no other path can match
 * more. */
bool match_is_final(const struct replay *r, const struct match_result *m);
/* Matches the events of the transition that led to the present node. After a mismatch, the events
 * before it stay matched. */
struct match_result match_transition(struct replay *r);

/* On a mismatch, does this attempt go back to a level where another order makes a difference
 * (order.c)? Otherwise it backtracks level by level. */
static inline bool search_reorders(const struct replay *r) {
  enum { FIRST = 2, END = 6 };
  if (r->opt.breadth) return false;
  return r->attempt > REPLAY_SHORT ? r->attempt % 2 : r->attempt >= FIRST && r->attempt < END;
}

/* paths.c: the order of choices */
/* Returns the index in the plan of an engine thread's next event; PLAN_NONE if it has none. */
uint32_t rank_next_event(struct replay *r, uint32_t index);
/* Returns the engine thread whose event is the first unmatched one, or PLAN_NONE if it has not been
 * started. */
uint32_t rank_first_thread(struct replay *r);

/* order.c */
struct reorder {
  uint32_t level, thread; /* the level, and the engine thread that must go first there */
  ref obj;                /* it goes first until it accesses this location */
  uint32_t off;
  bool updates; /* only an update counts as such an access */
};
/* Records an access or lock of the transition being matched that the trace does not contain. */
void reorder_note(struct replay *r, const struct xevent *x);
void reorder_forget(struct replay *r); /* drops the records made after the path's last level */
/* Called when the path has grown by a level. Ends the precedence of the thread that goes first if
 * it has reached its location. */
void reorder_arrived(struct replay *r);
/* Returns the engine thread whose event is the first unmatched one, if it is blocked on a monitor
 * that `thread` owns; otherwise PLAN_NONE. */
uint32_t reorder_kept_out(struct replay *r, uint32_t thread);
/* Called when this engine thread deviates from the trace. Finds a level where another, untried
 * order makes a difference to it. Set `late` if the thread cannot continue and should have gone
 * first there. Returns false if there is no such level. */
bool reorder_find(struct replay *r, uint32_t thread, bool late, struct reorder *out);
/* Cuts the path back to the level of *o and makes the choice found the next one. */
void reorder_go(struct replay *r, const struct reorder *o);

/* replay.c */
/* Records that the transition to the present node does not match, if no path has come further. The
 * node's parent is the last level of the path; the progress includes what matched before the
 * mismatch. */
void furthest_mismatch(struct replay *r, const struct match_result *m);
/* Records that no choice is left in the present state, if no path has come further. */
void furthest_dead_end(struct replay *r);

void queue_put(struct replay *r, node_id node);
void queue_put_again(struct replay *r, node_id node); /* queues a state met before */
/* Moves the path to the next state to expand. Returns ERR_NOTFOUND if no state is left. */
int queue_extend(struct replay *r);
void queue_release(struct replay *r);

/* paths.c: the path and its levels */
/* Makes the path to a node of the tree, whose transitions are known to match. Changes only the part
 * that differs. The node's level starts with its first choice. */
void search_go(struct replay *r, node_id node);
/* Has some path from the present state reached the last event? */
bool search_has_led(struct replay *r);
/* Extends the path by a level, backtracking as needed. Returns REPLAY_END if all events are matched
 * and the program has ended, ERR_NOTFOUND if no path is left, or ERR_LIMIT at a bound. */
int search_extend(struct replay *r, struct error *err);
void search_reset(struct replay *r);     /* cuts the path back to the root */
int search_drop_level(struct replay *r); /* removes the last level; ERR_NOTFOUND at the root */
/* Records that the path matches to the last event, so that other paths may revisit its states. */
void search_keep_led(struct replay *r);
/* Shortens the path to that many levels; its nodes stay in the tree. */
void search_return(struct replay *r, size_t levels);

#endif
