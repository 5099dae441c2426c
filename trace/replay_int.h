/* The internals of a replay, shared only by trace/replay*.c.
 *
 * The plan is the list of monitored events of the trace, resolved in the engine's program; it never
 * changes. The progress is how many events of each thread are matched and which engine object each
 * object of the trace is bound to. Every change of the progress is in the undo log, so unrolling
 * the log undoes a level of the path. */
#ifndef HEDDLE_TRACE_REPLAY_INT_H
#define HEDDLE_TRACE_REPLAY_INT_H

#include "engine/state/explorer.h"
#include "engine/state/visited.h"
#include "trace/replay.h"
#include "trace/replay_inputs.h"

enum { REPLAY_MARKS = 0x4000, REPLAY_MARKS_END = 0x7ff0 };
#define PLAN_NONE UINT32_MAX

struct place {           /* a location of the trace, resolved in the engine's program */
  struct method *method; /* NULL: not resolved, because not needed */
  uint32_t bci;
  int32_t line;
  bool by_line;
};

struct plan_event {
  uint64_t number;               /* in the trace */
  uint32_t thread, ordinal;      /* index into plan.threads, and index among that thread's events */
  uint32_t before, before_count; /* events that must be matched first: plan.before[before ..] */
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
  bool call; /* the call itself; otherwise the instruction after it */
  /* passing here always records an event: a basic block begins, a method begins or ends */
  bool passed;
};

struct plan {
  VEC(struct plan_event) events;
  VEC(struct plan_thread) threads; /* 0 is main */
  VEC(uint32_t) before;
  VEC(struct plan_mark) marks;
  uint32_t *last_use; /* by object id of the trace: the last event that names the object */
  uint32_t objects;   /* one more than the largest object id */
  bool recorded[TRACE_EV_LIMIT];
  bool open_end, foreign, interrupts; /* the tail is missing; the JVM started threads */
  VEC(char *) warnings;
};

struct undo {
  uint8_t kind; /* enum undo_kind */
  uint32_t at, old;
};
enum undo_kind { UNDO_POSITION, UNDO_OBJECT, UNDO_FREE };

struct level {
  node_id node;
  struct choice *choices; /* in the order in which to try them */
  uint32_t count, next;
  struct fingerprint key; /* state and progress; the root has no key */
  size_t undo;            /* length of the undo log on arrival */
  uint32_t frontier;      /* first unmatched event of the plan */
  uint32_t matched;
  bool went;          /* some choice matched */
  uint32_t overtaken; /* index + 1 of a thread already tried as the first here; 0: none */
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

enum { REPLAY_SHORT = 12 }; /* the first so many attempts are short */

struct replay_queue { /* queue of pinned states, from `head` on */
  VEC(node_id) nodes;
  size_t head;
};

/* An access or lock inside the library that the trace does not contain: replay_reorder.c. */
enum touch_kind { SAW, STORED, UPDATED };
struct touch {
  ref obj;
  uint32_t off, level; /* level whose choice did this */
  uint16_t thread;     /* the engine's thread index */
  uint8_t kind;        /* enum touch_kind */
};

struct ahead { /* this thread goes first until it reaches, or updates, the location */
  bool on, updates;
  uint16_t thread, overtaken; /* `overtaken`: the thread that would have gone first */
  uint32_t level;             /* level from which this holds */
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
  int8_t *instrumented; /* per klass id: 0 unknown, 1 yes, -1 no */
  size_t instrumented_len;
  VEC(struct method *) not_instrumented;

  struct replay_inputs inputs;
  size_t input_count; /* how many of them the session has: all, or 0 */
  uint32_t *position; /* by thread: number of matched events */
  ref *objects;       /* by object id of the trace: the bound engine object */
  /* by thread: whether it did something whose outcome is not in the trace (see replay_match.c) */
  bool *free_will;
  struct rev {
    uint32_t id;
  } * rev; /* hint by hashed address: the object of the trace bound to it most recently */
  uint32_t rev_shift, rev_count;
  VEC(struct undo) undo;
  VEC(struct touch) touched; /* accesses on the path, in order */
  struct ahead ahead;
  uint32_t frontier, matched;

  VEC(struct level) path;           /* element 0 is the root */
  struct replay_queue queue, again; /* breadth-first: replay_queue.c */
  struct visited *visited;
  struct visited *led; /* states from which a path has reached the last event */
  uint64_t transitions;
  uint32_t attempt; /* number of the attempt, which sets the order of choices: replay_search.c */
  uint32_t attempt_matched; /* the most events that this attempt has matched */
  uint64_t attempt_end;     /* transition count that ends the attempt, unless it makes progress */
  double deadline;          /* deadline of the present call; 0: none */

  /* the furthest progress of any path */
  bool failed, completed; /* no path is left; some path was found */
  node_id best;           /* pinned */
  uint32_t best_frontier;
  bool best_exact; /* the engine's action at that very event is known */
  char *expected, *instead;
  bool stopped; /* see struct replay_failure */
  struct replay_failure failure;
};

/* replay_plan.c, replay_order.c */
int plan_make(struct replay *r, struct error *err);
void plan_release(struct plan *p);
/* Returns the index of the first event in the plan with at least that number in the trace. */
uint32_t plan_event_from(const struct plan *p, uint64_t number);
int plan_order(struct replay *r, struct error *err); /* fills before */
/* Returns ERR_LIMIT when *stop is set. Checks only at some of the events. */
int plan_stopped(const struct replay *r, uint64_t event, struct error *err);
void plan_warn(struct plan *p, char *text); /* takes ownership of the text */

/* replay_place.c */
enum {
  /* in a class that the recorded program generated at run time: not monitored */
  PLACE_MADE_UP = 1
};
int place_resolve(struct replay *r, uint32_t location, struct place *out, struct error *err);
bool place_made_up(const char *class_name);
bool place_is(const struct place *p, const struct method *m, uint32_t bci);
/* Does the method belong to a class that was recorded? */
bool place_instrumented(struct replay *r, const struct method *m);
/* Returns the method reference of the call at m@bci; NULL when there is no call. */
const struct cp_entry *place_callee(const struct method *m, uint32_t bci);
uint32_t place_behind(struct method *m, uint32_t bci); /* bytecode index of the next instruction */
/* Does passing this instruction always record an event (struct plan_mark)? */
bool place_passed(const struct replay *r, const struct method *m, uint32_t bci);
/* Does the event say that its thread is about to execute this instruction, or has just executed the
 * previous one? */
bool place_says(const struct plan_event *p, const struct method *m, uint32_t bci);
/* Adds the marks for a library call, and for events that are observed at an instruction. */
int place_marks(struct replay *r, const struct plan_event *p, struct error *err);

/* replay_see.c */
struct seen {
  int kind;         /* event kind of the trace; 0: not monitored */
  bool method_lock; /* the monitor of a synchronized method */
  const struct method *m;
  uint32_t bci;
};
struct seen match_see(struct replay *r, const struct xlog *log, uint32_t i);

/* replay_match.c */
static inline bool is_matched(const struct replay *r, uint32_t event) {
  const struct plan_event *p = &r->plan.events.data[event];
  return r->position[p->thread] > p->ordinal;
}
void progress_undo(struct replay *r, size_t length, uint32_t frontier, uint32_t matched);
/* Returns the plan's thread for an engine thread; PLAN_NONE: none. */
uint32_t match_thread(struct replay *r, uint32_t index);
struct match_result {
  enum mismatch why;
  int32_t at;        /* index in the node's log; -1: before its first event */
  uint32_t expected; /* event of the plan; PLAN_NONE when the thread has no more events */
};
/* Is the mismatching operation determined by what was matched so far? Then no other path will do
 * better. */
bool match_is_final(const struct replay *r, const struct match_result *m);
/* Matches the events of the transition that led to the present node. On a mismatch the progress
 * keeps what was matched before it. */
struct match_result match_transition(struct replay *r);

/* Does this attempt backtrack to where another order matters (replay_reorder.c)? Otherwise it
 * backtracks step by step. */
static inline bool search_reorders(const struct replay *r) {
  enum { FIRST = 2, END = 6 };
  if (r->opt.breadth) return false;
  return r->attempt > REPLAY_SHORT ? r->attempt % 2 : r->attempt >= FIRST && r->attempt < END;
}

/* replay_rank.c */

/* Returns the next planned event of an engine thread; PLAN_NONE: none. */
uint32_t rank_next_event(struct replay *r, uint32_t index);
/* Returns the engine thread whose event is next in the trace; PLAN_NONE: it has not been
 * started. */
uint32_t rank_first_thread(struct replay *r);
void rank_choices(struct replay *r, struct level *l); /* fills the choices of the present state */

/* replay_reorder.c */
struct reorder {
  uint32_t level, thread; /* the level, and the engine thread that is to go first there */
  ref obj;                /* until it reaches this location */
  uint32_t off;
  bool updates; /* ... and updates it */
};
/* Records an access of the transition being matched that the trace does not contain. */
void reorder_note(struct replay *r, const struct xevent *x);
void reorder_forget(struct replay *r); /* drops accesses made after the path's last level */
/* Called when the path has grown by a level. Has the thread that went first reached its
 * location? */
void reorder_arrived(struct replay *r);
/* Returns the engine thread whose event is next in the trace if it is blocked on a monitor that
 * `thread` owns; otherwise PLAN_NONE. */
uint32_t reorder_kept_out(struct replay *r, uint32_t thread);
/* Called when this engine thread does something other than the trace says. Finds a level where
 * another, untried order makes a difference to it. `late`: the thread cannot continue and should
 * have gone first there. */
bool reorder_find(struct replay *r, uint32_t thread, bool late, struct reorder *out);
/* Cuts the path back to that level and makes the choice found the next one. */
void reorder_go(struct replay *r, const struct reorder *o);

/* replay_furthest.c */
/* Records that the transition to the present node does not match. The progress is as far as it
 * came. The node's parent is the last level of the path. */
void furthest_mismatch(struct replay *r, const struct match_result *m);
void furthest_dead_end(struct replay *r); /* records that no choice is left in the present state */

/* replay_queue.c */
void queue_put(struct replay *r, node_id node);
void queue_put_again(struct replay *r, node_id node); /* queues a state met before */
/* Goes to the next state to expand. ERR_NOTFOUND: no state is left. */
int queue_extend(struct replay *r);
void queue_release(struct replay *r);

/* replay_search.c */
/* makes the path to a node of the tree whose transitions match, changing only the part that
 * differs; its last level starts with its first choice */
void search_go(struct replay *r, node_id node);
/* Has a path from the present state reached the last event? */
bool search_has_led(struct replay *r);
/* extends the path by a level, backtracking as needed; REPLAY_END: all events are matched and the
 * program has ended */
int search_extend(struct replay *r, struct error *err);
void search_reset(struct replay *r);     /* cuts the path back to the root */
int search_drop_level(struct replay *r); /* removes the last level; ERR_NOTFOUND at the root */
/* Records that the path matches to the last event, so that other paths may revisit its states. */
void search_keep_led(struct replay *r);
/* shortens the path to that many levels; its nodes stay in the tree */
void search_return(struct replay *r, size_t levels);

#endif
