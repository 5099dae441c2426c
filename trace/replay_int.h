/* The inside of a replay, shared by trace/replay*.c only.
 *
 * The plan is the list of monitored events of the trace, resolved in the engine's program; it does
 * not change. The progress is how many of each thread's events are matched and which engine object
 * each object of the trace is; every change of it is in the undo log, so that a level of the path
 * is undone by unrolling the log. */
#ifndef HEDDLE_TRACE_REPLAY_INT_H
#define HEDDLE_TRACE_REPLAY_INT_H

#include "engine/state/explorer.h"
#include "engine/state/visited.h"
#include "trace/replay.h"
#include "trace/replay_inputs.h"

enum { REPLAY_MARKS = 0x4000, REPLAY_MARKS_END = 0x7ff0 };
#define PLAN_NONE UINT32_MAX

struct place {           /* a location of the trace in the engine's program */
  struct method *method; /* NULL: not resolved (not needed) */
  uint32_t bci;
  int32_t line;
  bool by_line;
};

struct plan_event {
  uint64_t number;               /* in the trace */
  uint32_t thread, ordinal;      /* of plan.threads, and among its events */
  uint32_t before, before_count; /* events that have to be matched first: plan.before[before ..] */
  bool conflict; /* an access that another thread's access of the variable conflicts with */
  struct trace_event e;
  struct place at;
};

struct plan_thread {
  uint32_t id, parent, ordinal; /* trace ids */
  VEC(uint32_t) events;
  bool ends; /* its last event is its end */
};

struct plan_mark { /* where the engine has to stop for a library call */
  struct method *method;
  uint32_t bci;
  bool call; /* the call itself; else the instruction behind it */
  /* nobody comes by here without an event: a basic block begins, a method begins or ends */
  bool passed;
};

struct plan {
  VEC(struct plan_event) events;
  VEC(struct plan_thread) threads; /* 0 is main */
  VEC(uint32_t) before;
  VEC(struct plan_mark) marks;
  uint32_t *last_use; /* per object of the trace: the last event that names it */
  uint32_t objects;   /* ids are below */
  bool recorded[TRACE_EV_LIMIT];
  bool open_end, foreign, interrupts; /* its tail is missing; it has threads of the JVM's own */
  VEC(char *) warnings;
};

struct undo {
  uint8_t kind; /* enum undo_kind */
  uint32_t at, old;
};
enum undo_kind { UNDO_POSITION, UNDO_OBJECT, UNDO_FREE };

struct level {
  node_id node;
  struct choice *choices; /* in the order to be tried */
  uint32_t count, next;
  struct fingerprint key; /* of the state and the progress; the root has none */
  size_t undo;            /* length of the log at arrival */
  uint32_t frontier;      /* first event of the plan that is not matched */
  uint32_t matched;
  bool went;          /* a choice matched */
  uint32_t overtaken; /* that this thread goes first here was tried before; index + 1, 0 none */
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

enum { REPLAY_SHORT = 12 }; /* so many attempts are short */

struct replay_queue { /* states to be taken, from `head` on, pinned */
  VEC(node_id) nodes;
  size_t head;
};

/* An access of the library, or its lock, that the trace does not contain: replay_reorder.c. */
enum touch_kind { SAW, STORED, UPDATED };
struct touch {
  ref obj;
  uint32_t off, level; /* whose choice made it */
  uint16_t thread;     /* the engine's */
  uint8_t kind;        /* enum touch_kind */
};

struct ahead { /* this thread goes first until it comes to that location, or updates it */
  bool on, updates;
  uint16_t thread, overtaken; /* who would have gone first */
  uint32_t level;             /* since when */
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
  size_t input_count; /* of them the session has: all, or none */
  uint32_t *position; /* per thread: events matched */
  ref *objects;       /* per object of the trace */
  /* per thread: it has done something whose outcome the trace does not contain (see replay_match.c)
   */
  bool *free_will;
  struct rev {
    uint32_t id;
  } * rev; /* hint by hashed address: the object of the trace that was bound to it last */
  uint32_t rev_shift, rev_count;
  VEC(struct undo) undo;
  VEC(struct touch) touched; /* on the path, in order */
  struct ahead ahead;
  uint32_t frontier, matched;

  VEC(struct level) path;           /* [0] is the root */
  struct replay_queue queue, again; /* breadth-first: replay_queue.c */
  struct visited *visited;
  struct visited *led; /* from these states a path has led to the last event */
  uint64_t transitions;
  uint32_t attempt;         /* order of the choices, see replay_search.c */
  uint32_t attempt_matched; /* the most events that it matched */
  uint64_t attempt_end;     /* transitions until the next one, unless more are matched */
  double deadline;          /* of the present call; 0: none */

  /* the furthest that any path came */
  bool failed, completed; /* no path is left; one was found */
  node_id best;           /* pinned */
  uint32_t best_frontier;
  bool best_exact; /* what the engine would do was seen at that very event */
  char *expected, *instead;
  bool stopped; /* see struct replay_failure */
  struct replay_failure failure;
};

/* replay_plan.c, replay_order.c */
int plan_make(struct replay *r, struct error *err);
void plan_release(struct plan *p);
/* The first event of the plan that is not before that one of the trace. */
uint32_t plan_event_from(const struct plan *p, uint64_t number);
int plan_order(struct replay *r, struct error *err); /* fills before */
/* ERR_LIMIT when *stop asks for that; looked at for some of the events only. */
int plan_stopped(const struct replay *r, uint64_t event, struct error *err);
void plan_warn(struct plan *p, char *text); /* takes the text */

/* replay_place.c */
enum {
  /* in a class that the recorded program made at run time: not monitored */
  PLACE_MADE_UP = 1
};
int place_resolve(struct replay *r, uint32_t location, struct place *out, struct error *err);
bool place_made_up(const char *class_name);
bool place_is(const struct place *p, const struct method *m, uint32_t bci);
/* Is the method of a class that was recorded? */
bool place_instrumented(struct replay *r, const struct method *m);
/* The method that the call at m@bci names; NULL when there is no call. */
const struct cp_entry *place_callee(const struct method *m, uint32_t bci);
uint32_t place_behind(struct method *m, uint32_t bci); /* the next instruction's index */
/* Nobody comes by here without an event (struct plan_mark). */
bool place_passed(const struct replay *r, const struct method *m, uint32_t bci);
/* Does the event say that its thread stands before this instruction, or behind the last one? */
bool place_says(const struct plan_event *p, const struct method *m, uint32_t bci);
/* Marks for a library call, and for what is seen of a thread where it stands. */
int place_marks(struct replay *r, const struct plan_event *p, struct error *err);

/* replay_see.c */
struct seen {
  int kind;         /* of the trace; 0: not monitored */
  bool method_lock; /* of a synchronized method */
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
/* The thread of the plan that an engine's thread is; PLAN_NONE: none. */
uint32_t match_thread(struct replay *r, uint32_t index);
struct match_result {
  enum mismatch why;
  int32_t at;        /* index in the node's log; -1: before its first event */
  uint32_t expected; /* event of the plan, PLAN_NONE when the thread has none left */
};
/* Is what the thread of this mismatch does decided by what was matched so far? Then no other path
 * will do better. */
bool match_is_final(const struct replay *r, const struct match_result *m);
/* Matches the events of the transition that led to the present node. On a mismatch the progress is
 * left as far as it came. */
struct match_result match_transition(struct replay *r);

/* Does this attempt go back to where another order makes a difference (replay_reorder.c)? Else it
 * goes back step by step. */
static inline bool search_reorders(const struct replay *r) {
  enum { FIRST = 2, END = 6 };
  if (r->opt.breadth) return false;
  return r->attempt > REPLAY_SHORT ? r->attempt % 2 : r->attempt >= FIRST && r->attempt < END;
}

/* replay_rank.c */

/* The plan's next event of an engine's thread; PLAN_NONE: none. */
uint32_t rank_next_event(struct replay *r, uint32_t index);
/* The engine's thread whose event the trace has next; PLAN_NONE: it has not been started. */
uint32_t rank_first_thread(struct replay *r);
void rank_choices(struct replay *r, struct level *l); /* of the present state */

/* replay_reorder.c */
struct reorder {
  uint32_t level, thread; /* who is to go first there, of the engine */
  ref obj;                /* until it comes to this location */
  uint32_t off;
  bool updates; /* and updates it */
};
/* What the transition that is matched did and the trace does not contain. */
void reorder_note(struct replay *r, const struct xevent *x);
void reorder_forget(struct replay *r); /* of what was done behind the path's last level */
/* The path is one level longer: has the thread that went first come to its location? */
void reorder_arrived(struct replay *r);
/* The thread whose event the trace has next, when it is blocked on a monitor that this thread of
 * the engine owns; PLAN_NONE: it is not. */
uint32_t reorder_kept_out(struct replay *r, uint32_t thread);
/* This thread of the engine does something else than the trace says: a level at which another order
 * makes a difference to it, and is still to be tried. `late`: it cannot go on, and would have had
 * to go first there. */
bool reorder_find(struct replay *r, uint32_t thread, bool late, struct reorder *out);
/* Takes the path back to that level; its next choice is the one that was found. */
void reorder_go(struct replay *r, const struct reorder *o);

/* replay_furthest.c */
/* The transition to the present node does not match; the progress is as far as it came. Its parent
 * is the last level of the path. */
void furthest_mismatch(struct replay *r, const struct match_result *m);
void furthest_dead_end(struct replay *r); /* no choice is left in the present state */

/* replay_queue.c */
void queue_put(struct replay *r, node_id node);
void queue_put_again(struct replay *r, node_id node); /* one met before */
/* Goes to the next state whose children are to be made. ERR_NOTFOUND: none is left. */
int queue_extend(struct replay *r);
void queue_release(struct replay *r);

/* replay_search.c */
/* the path to a node of the tree whose transitions match, from where it parts from the present one;
 * its last level begins with its first choice */
void search_go(struct replay *r, node_id node);
bool search_has_led(struct replay *r); /* the present state */
/* one level more, backtracking as needed; REPLAY_END: no choice is left */
int search_extend(struct replay *r, struct error *err);
void search_reset(struct replay *r);     /* the path is the root alone */
int search_drop_level(struct replay *r); /* ERR_NOTFOUND at the root */
/* The path matches to the last event: others may come back to its states. */
void search_keep_led(struct replay *r);
/* the path is cut to so many; its nodes stay in the tree */
void search_return(struct replay *r, size_t levels);

#endif
