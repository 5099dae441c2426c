/* Computes the happens-before order (JLS 17.4.5) of a recorded trace with vector clocks, reports
 * the edges between threads that create it, and finds the first race of each variable.
 *
 * Edges run from the start of a thread to its first event, from a thread's last event to a join on
 * it, from a release of a lock or monitor (including the beginning of a wait) to its later
 * acquires, from writes of a volatile variable to later reads, and from the beginning of a library
 * call to the ends of later calls on the same object. What library calls guarantee differs from
 * method to method, so all calls on one object count as ordered, except accesses in a weak mode
 * (call_effect.h). A race between accesses that library calls ordered only by luck may therefore be
 * missed, but every race reported is unordered by the other edges.
 *
 * A pool's own code is not recorded. A task therefore counts as ordered after everything handed to
 * any pool before it (call_effect.h), and a thread that has awaited some task counts as ordered
 * after everything that the pools' threads had done by then. NOTIFY and UNPARK edges show people
 * which thread woke which; they order nothing by themselves. Synchronisation in other unrecorded
 * code yields no edges. */
#ifndef HEDDLE_TRACE_CAUSAL_H
#define HEDDLE_TRACE_CAUSAL_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/format/format.h"
#include "trace/format/reader.h"

enum causal_edge {
  CAUSAL_START,
  CAUSAL_JOIN,
  CAUSAL_LOCK,
  CAUSAL_VOLATILE,
  CAUSAL_CALL,
  CAUSAL_NOTIFY,
  CAUSAL_UNPARK,
  /* orders a pool's tasks; never reported, because it is not known which task an edge leads to */
  CAUSAL_TASK
};
const char *causal_edge_name(enum causal_edge kind); /* "start", "lock", ... */

struct causal_point {
  uint64_t event;
  uint32_t thread;
  uint32_t location, kind; /* for the accesses of a race; otherwise 0 */
};

/* Callbacks that causal_take makes for the event `to` or `second`. Event numbers are those passed
 * to causal_take. Either callback may be NULL; without `race` no accesses are stored. */
struct causal_listener {
  void *arg;
  void (*edge)(void *arg, struct causal_point from, struct causal_point to, enum causal_edge kind);
  /* called with the first two accesses of a variable that are unordered and include a write; if
   * `every`, with all such pairs of an access and the last ones of other threads, of final fields
   * too */
  void (*race)(void *arg, struct causal_point first, struct causal_point second);
  bool every;
  unsigned only; /* kinds of edges that create order, as bits 1 << enum causal_edge; 0: all kinds */
  /* resolves the method names of calls; must outlive the causal. NULL: no CAUSAL_TASK edges, and
   * weak modes count as volatile */
  const struct trace_reader *names;
};

struct causal;
/* Returns a computation that has not processed any event. Copies *listener. Free it with
 * causal_free. */
struct causal *causal_new(const struct causal_listener *listener);
void causal_free(struct causal *c); /* NULL is fine */

/* Processes event n of the trace. Events must be passed in order. Events without a thread are
 * ignored. */
void causal_take(struct causal *c, uint64_t n, const struct trace_event *e);

/* Returns the clock of a thread after its last event and sets *width. Entry i counts the events of
 * the i-th thread to appear that happen before it. Returns NULL for a thread without events. The
 * clock belongs to `c` and is valid until the next causal_take. */
const uint32_t *causal_clock(const struct causal *c, uint32_t thread, size_t *width);
uint32_t causal_thread(const struct causal *c, size_t i); /* id of the i-th thread; 0: none */

/* One event of a thread: its `count`-th. Count 0 precedes all events. */
struct causal_epoch {
  uint32_t thread, count;
};
/* Returns the latest event of a thread, or count 0 if it has none. */
struct causal_epoch causal_now(const struct causal *c, uint32_t thread);
/* Does the event `before` happen before the latest event of `thread`, or belong to that thread? */
bool causal_before(const struct causal *c, struct causal_epoch before, uint32_t thread);
/* Returns how many variables are stored for the race search and sets *forgotten to the number
 * evicted (trace/variables.h). */
uint64_t causal_variables(const struct causal *c, uint64_t *forgotten);

#endif
