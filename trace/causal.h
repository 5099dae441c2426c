/* What a trace's synchronisation orders: happens-before (JLS 17.4.5) of the recorded order, as
 * vector clocks, with the edges between threads that make it and the first race of each variable.
 *
 * Edges: from the start of a thread to its first event, from a thread's last event to a join of it,
 * from the release of a lock or monitor (the beginning of a wait, too) to its next acquires, from
 * writes of a volatile variable to later reads, from before a call of the library to the ends of
 * later calls on the same object. Library calls count as ordered by their object because what they
 * promise differs from method to method; so a race that is found is one by the other edges, while
 * some that are ordered by nothing but luck may not be found. For the same reason, as a pool's own
 * code is not recorded, a task counts as ordered behind all that was handed to pools before
 * (handover.h), whichever task it is, and who awaited some task behind all that the pools' threads
 * did until then. NOTIFY and UNPARK are edges for people: who woke whom; they order nothing by
 * themselves. What other code that was not recorded orders is no edge. */
#ifndef HEDDLE_TRACE_CAUSAL_H
#define HEDDLE_TRACE_CAUSAL_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/format.h"
#include "trace/reader.h"

enum causal_edge {
  CAUSAL_START,
  CAUSAL_JOIN,
  CAUSAL_LOCK,
  CAUSAL_VOLATILE,
  CAUSAL_CALL,
  CAUSAL_NOTIFY,
  CAUSAL_UNPARK,
  CAUSAL_TASK /* never drawn: it is not known which task it was */
};
const char *causal_edge_name(enum causal_edge kind); /* "start", "lock", ... */

struct causal_point {
  uint64_t event;
  uint32_t thread;
  uint32_t location, kind; /* of the accesses of a race; else 0 */
};

/* Called while the event `to` or `second` is taken; event numbers as they were given. Either may be
 * NULL; without `race` nothing is kept of variables. */
struct causal_listener {
  void *arg;
  void (*edge)(void *arg, struct causal_point from, struct causal_point to, enum causal_edge kind);
  /* the first two accesses of a variable, one of them a write, that nothing orders */
  void (*race)(void *arg, struct causal_point first, struct causal_point second);
  unsigned only; /* the kinds of edges that order: bits 1 << enum causal_edge; 0: all */
  /* where the methods of calls have their names, as long as it lives; NULL: no CAUSAL_TASK */
  const struct trace_reader *names;
};

struct causal;
struct causal *causal_new(const struct causal_listener *listener);
void causal_free(struct causal *c); /* NULL is fine */

/* Takes the next event of the trace, whose number is n. Events without a thread are no part of the
 * order. */
void causal_take(struct causal *c, uint64_t n, const struct trace_event *e);

/* The clock of a thread behind its last event: entry i counts the events of the i-th thread to
 * appear that are ordered before. NULL for a thread without events. */
const uint32_t *causal_clock(const struct causal *c, uint32_t thread, size_t *width);
uint32_t causal_thread(const struct causal *c, size_t i); /* the id of the i-th thread; 0: none */

/* A thread's last event, by how many it had; count 0: before all. */
struct causal_epoch {
  uint32_t thread, count;
};
struct causal_epoch causal_now(const struct causal *c, uint32_t thread);
/* Whether that event is ordered before the last one of `thread`, or is one of its own. */
bool causal_before(const struct causal *c, struct causal_epoch before, uint32_t thread);
/* How many variables are kept for races, and how many were (trace/variables.h). */
uint64_t causal_variables(const struct causal *c, uint64_t *forgotten);

#endif
