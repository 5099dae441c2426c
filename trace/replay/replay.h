/* Replays a recorded trace in the engine (paper 003, section 3; soundness rule 27, recorded order).
 *
 * The recorded events are partial: the engine's run must match them but is not determined by them.
 * Replay searches the session's tree depth-first for a path whose monitored events match. It
 * requires each thread's order exactly and, across threads, the order of synchronisation on one
 * object and of conflicting accesses; `strict` requires the total order of the trace. Replay does
 * not follow a choice whose events cannot match, and cuts a transition that would merge two events
 * although another thread's events lie between them. Threads and objects of the trace are bound to
 * the engine's along the path, and unbound on backtracking. If everything that a thread has read
 * was matched, its next operation is determined, so a mismatch there ends the search at once.
 * Otherwise (the library's own shared memory, timeouts) replay tries other orders within the bound
 * on transitions.
 *
 * Monitored events are of the recorded kinds, in instrumented classes. Final fields are not
 * monitored because they have only one value. A property violation on the way is noted in its node
 * (NODE_NOTED) and the path continues, because a race or an exception did not end the recorded run.
 * Locations are matched by bytecode index; if a class has changed since, by line and with a
 * warning.
 *
 * While a replay is open it keeps marks of its own at library calls of the trace (ids from
 * REPLAY_MARKS on), so the nodes that the session makes meanwhile form a separate generation. */
#ifndef HEDDLE_TRACE_REPLAY_REPLAY_H
#define HEDDLE_TRACE_REPLAY_REPLAY_H

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "trace/format/reader.h"

struct replay;

struct replay_options {
  bool strict;
  bool breadth;             /* explore breadth-first; only for replay_run and replay_next_path */
  uint64_t max_transitions; /* executed in total; 0 = 400,000 */
  double seconds;           /* time limit of each call that moves the session; 0 = unbounded */
  volatile int *stop;       /* may be NULL; a signal handler sets it */
};

/* Opens a replay at the root of the session. Returns ERR_INPUT if the trace has no main thread,
 * uses a class, method or line that the program lacks (the message names it), or refers to a row
 * that its tables lack. The reader and the engine must outlive the replay. */
int replay_open(struct engine *e, struct trace_reader *reader, const struct replay_options *o,
                struct replay **out, struct error *err);
/* Removes the replay's marks and frees it; the nodes stay. NULL is fine. */
void replay_close(struct replay *r);

/* Returns the i-th warning, one line, or "" after the last. Warnings concern classes matched by
 * line, a damaged trace, and code that was not recorded. */
const char *replay_warning(const struct replay *r, size_t i);

/* Returns the number of the first monitored event that is not matched on the present path, or the
 * number of events in the trace once all are matched. */
uint64_t replay_position(const struct replay *r);
uint64_t replay_monitored(const struct replay *r); /* number of monitored events in the trace */
uint64_t replay_matched(const struct replay *r);   /* number of those matched on the present path */
/* Returns the position at node n of the present path, or UINT64_MAX if n is not on it. */
uint64_t replay_position_of(const struct replay *r, node_id n);
node_id replay_node(const struct replay *r); /* the last node of the path */

/* The functions below move the session along the path, backtracking if necessary, and leave it at
 * the path's last node. They return 0, or REPLAY_END when all events are matched and nothing is
 * left to execute. Errors: ERR_NOTFOUND if no path matches (the message and replay_failure name the
 * event, and the session is at the furthest node), ERR_LIMIT at a bound or when *stop is set,
 * ERR_MEMORY, ERR_INTERNAL. */
enum { REPLAY_END = 1 };
int replay_transition(struct replay *r, struct error *err); /* extends the path by one transition */
/* Continues until n more events are matched. */
int replay_step(struct replay *r, uint64_t n_events, struct error *err);
/* Moves forwards or backwards to the first node where replay_position is >= event. */
int replay_to(struct replay *r, uint64_t event, struct error *err);
int replay_run(struct replay *r, struct error *err); /* continues to the last event */
/* After replay_run, finds another path that matches to the last event. It differs in its
 * transitions; each path is found once. The nodes of the previous path may be gone afterwards.
 * Returns ERR_NOTFOUND when no path is left; then, and at a bound, the present path is the
 * beginning of some path. */
int replay_next_path(struct replay *r, struct error *err);
/* Shortens the path to end at node n; later calls continue from there. Returns ERR_NOTFOUND if n is
 * not on the path. */
int replay_return(struct replay *r, node_id n, struct error *err);

struct replay_failure {
  uint64_t event;       /* its number in the trace */
  const char *expected; /* its text */
  const char *instead;  /* what the engine would do, or why it cannot continue */
  bool stopped;         /* heddle itself cannot execute the program further */
};
/* Sets *out to where the replay failed or, at a bound, to how far it came. Returns false if neither
 * has happened. Texts belong to the replay. */
bool replay_failure(const struct replay *r, struct replay_failure *out);
uint64_t replay_transitions(const struct replay *r); /* executed so far */
/* Returns how many inputs (clock, random numbers, hashes) the program has received in the present
 * state that were not recorded, so that the engine chose their values. */
uint64_t replay_beyond(const struct replay *r);
/* ---- checks of suspicious events ---- */

/* Bounded checks search around suspicious events (paper 003, section 4). */

enum replay_around { AROUND_LABELS, AROUND_CONFLICTS, AROUND_BEGINNINGS };
/* Returns "suspicious event", "conflict or nested lock", ..., in the plural unless `count` is 1. */
const char *replay_around_word(enum replay_around around, uint32_t count);
/* Returns the number of suspicious events, and in *events their numbers in the trace, ascending;
 * the caller frees *events. These are the events with a label. If there are none, or if `all` is
 * set, they are the events of all conflicting pairs of accesses and, for deadlocks, the acquires of
 * nested locks. If there are none of these either, they are the first events of the threads. */
uint32_t replay_suspicious(struct replay *r, bool all, uint64_t **events,
                           enum replay_around *around);

struct replay_error {       /* an error that a check found */
  struct schedule schedule; /* the shortest schedule found, from main on */
  char *key;                /* equal for all reports of the same error */
  bool on_path;             /* the followed path itself shows the error (NODE_NOTED) */
  uint32_t checks;          /* number of checks that found it */
  uint64_t event;           /* the suspicious event whose check found that schedule */
};
struct replay_checks {
  uint32_t back, depth;
  double seconds; /* for all checks together; 0 = unbounded */
  volatile int *stop;
  bool all;        /* see replay_suspicious */
  bool all_errors; /* continue after an error, and run each check to its end */
  /* properties observe from the start of each check; otherwise from the start of the replay */
  bool listen_anew;
  /* results */
  uint32_t events; /* number of events on the path around which checks were run */
  enum replay_around around;
  uint32_t runs;    /* number of checks run, over all calls (events may share a start) */
  bool complete;    /* every check explored everything within its depth */
  char reason[256]; /* why a check was incomplete */
  uint64_t event;   /* the suspicious event of the latest check */
  uint64_t states, transitions;
  VEC(struct replay_error) errors; /* distinct errors, in the order found */
  struct visited *known;           /* states that later checks need not explore again */
};
/* Do the schedules end in the same error? Compares the kind and the place of the errors, but not
 * which thread caused them or the schedules themselves. */
bool replay_same_error(const struct schedule *a, const struct schedule *b);
/* For each suspicious event on the present path, runs a depth-first search with all properties of
 * the session, bounded by `depth`. The search starts `back` transitions before the node in which
 * the event happens. Stops at the first error unless c->all_errors is set. Events whose searches
 * start at the same node share one. Later checks, even on other paths, skip states that an earlier
 * one has explored to the same depth. Leaves the session at the path's last node. */
int replay_check(struct replay *r, struct replay_checks *c, struct error *err);
void replay_checks_release(struct replay_checks *c);

#endif
