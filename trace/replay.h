/* Replay of a recorded trace in the engine (paper 003, section 3; soundness rule 27, recorded
 * order).
 *
 * The recorded events are partial: the engine's run has to match them, it is not determined by
 * them. Replay searches the session's tree depth-first for a path whose monitored events match:
 * each thread's order exactly, and across threads the order of synchronisation on one object and of
 * conflicting accesses; `strict` asks for the total order of the trace. A choice whose events
 * cannot match is not followed; a transition that would merge two events with another thread's
 * between them is cut. What the trace calls threads and objects is bound to the engine's along the
 * path, and unbound on backtracking. Where all that a thread has read was matched, what it does
 * next is decided: a mismatch there ends the search at once. Else (the library's own shared memory,
 * timeouts) other orders are tried within the bound on transitions.
 *
 * Monitored are the kinds of events that were recorded, in the classes that were instrumented.
 * Final fields are not: they have one value. What violates a property while the trace is followed
 * is noted in its node (NODE_NOTED), and the path goes on: a race or an exception of the recorded
 * run did not end it. Locations are matched by bytecode index; for a class that is another one now
 * by line, with a warning.
 *
 * While a replay is open it keeps marks of its own at library calls of the trace (ids from
 * REPLAY_MARKS on): the session's nodes made meanwhile are a generation of their own. */
#ifndef HEDDLE_TRACE_REPLAY_H
#define HEDDLE_TRACE_REPLAY_H

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "trace/reader.h"

struct replay;

struct replay_options {
  bool strict;
  bool breadth; /* states are taken breadth-first; only for replay_run and replay_next_path */
  uint64_t max_transitions; /* executed in all; 0 = 400,000 */
  double seconds;           /* for each call that moves; 0 = unbounded */
  volatile int *stop;       /* NULL, or set by a signal handler */
};

/* Goes to the root of the session. ERR_INPUT: a trace without main thread, of a method or line that
 * the program does not have (named), or without a class that the trace speaks of. The reader and
 * the engine must live as long as the replay. */
int replay_open(struct engine *e, struct trace_reader *reader, const struct replay_options *o,
                struct replay **out, struct error *err);
void replay_close(struct replay *r); /* takes its marks away; the nodes stay. NULL is fine. */

/* One line each, "" behind the last: classes that are matched by line, a damaged trace, code that
 * was not recorded. */
const char *replay_warning(const struct replay *r, size_t i);

/* The number of the first recorded event that is not matched on the present path (not counting
 * those that are not monitored); the number of events of the trace once all are. */
uint64_t replay_position(const struct replay *r);
uint64_t replay_monitored(const struct replay *r); /* events of the trace that are monitored */
uint64_t replay_matched(const struct replay *r);   /* of those, matched on the present path */
/* The position that node n of the present path stands for; UINT64_MAX when n is not on it. */
uint64_t replay_position_of(const struct replay *r, node_id n);
node_id replay_node(const struct replay *r); /* the last node of the path */

/* All these move the session along the path, backtracking where they must, and leave it at its last
 * node. They return 0, REPLAY_END when all events are matched and nothing is left to do, or
 * ERR_NOTFOUND  no path matches: the message and replay_failure say at which event; the session
 * stands at the furthest node ERR_LIMIT     a bound, or *stop ERR_MEMORY, ERR_INTERNAL */
enum { REPLAY_END = 1 };
int replay_transition(struct replay *r, struct error *err); /* one transition further */
/* until n more events are matched */
int replay_step(struct replay *r, uint64_t n_events, struct error *err);
/* forwards or backwards, to where the position is >= event */
int replay_to(struct replay *r, uint64_t event, struct error *err);
int replay_run(struct replay *r, struct error *err); /* to the last event */
/* Another path that matches to the last event, after replay_run: one of other transitions, each
 * path once. The nodes of the last one may be gone afterwards. ERR_NOTFOUND: there is none left;
 * then, and at a bound, the path is some other's beginning. */
int replay_next_path(struct replay *r, struct error *err);
/* Takes the path back to one of its nodes: steps go on from there. ERR_NOTFOUND when n is not on
 * it. */
int replay_return(struct replay *r, node_id n, struct error *err);

struct replay_failure {
  uint64_t event;       /* its number in the trace */
  const char *expected; /* its text */
  const char *instead;  /* what the engine would do, or why it cannot go on */
  bool stopped;         /* it cannot go on */
};
/* Where the replay failed, or how far it came when a bound was met; false when neither. Texts
 * belong to the replay. */
bool replay_failure(const struct replay *r, struct replay_failure *out);
uint64_t replay_transitions(const struct replay *r); /* executed so far */
/* How many inputs (clock, random numbers, hashes) the program was given in the present state that
 * were not recorded: the engine's own. */
uint64_t replay_beyond(const struct replay *r);
/* ---- suspicious events and bounded checks (paper 003, section 4) ---- */

enum replay_around { AROUND_LABELS, AROUND_CONFLICTS, AROUND_BEGINNINGS };
/* "suspicious event", "conflict or nested lock", ...; of so many. */
const char *replay_around_word(enum replay_around around, uint32_t count);
/* The events to look around: those with a label; without labels the events of all conflicting pairs
 * of accesses and, for deadlocks, of nested locks; should there be none of these either, the
 * beginnings of the threads. `all` passes over the labels. Numbers in the trace, ascending;
 * malloc'd. */
uint32_t replay_suspicious(struct replay *r, bool all, uint64_t **events,
                           enum replay_around *around);

struct replay_error {       /* found by a check */
  struct schedule schedule; /* with the path from main: the shortest one */
  char *key;                /* of all that are the same error */
  bool on_path;             /* a path that was followed shows the same one (NODE_NOTED) */
  uint32_t checks;          /* that found it */
  uint64_t event;           /* the suspicious event before which that schedule was found */
};
struct replay_checks {
  uint32_t back, depth;
  double seconds; /* for all of them together; 0 = unbounded */
  volatile int *stop;
  bool all;        /* see replay_suspicious */
  bool all_errors; /* go on after an error: all checks, and each to its end */
  /* the properties listen from the beginning of each check; else from that of the replay */
  bool listen_anew;
  /* filled in */
  uint32_t events; /* suspicious events of the path, or what was looked around instead */
  enum replay_around around;
  uint32_t runs;    /* checks that were run, of all calls (events may share a start) */
  bool complete;    /* every run explored all within its depth */
  char reason[256]; /* what cut one short */
  uint64_t event;   /* the suspicious event around which the last check was */
  uint64_t states, transitions;
  VEC(struct replay_error) errors; /* distinct ones, in the order in which they were met */
  struct visited *known;           /* states that no later check explores again */
};
/* Are they the same error: what is wrong and where, not who did it nor by the way there? */
bool replay_same_error(const struct schedule *a, const struct schedule *b);
/* For each suspicious event on the present path: a depth-first search bounded by `depth` from the
 * node `back` transitions before the one in which the event happens, with all properties of the
 * session; the first error ends it, unless all are asked for. Events whose start is the same share
 * a run, and what a check explored to the same depth the later ones pass over, on other paths too.
 * Leaves the session at the path's last node. */
int replay_check(struct replay *r, struct replay_checks *c, struct error *err);
void replay_checks_release(struct replay_checks *c);

#endif
