/* Hangs (soundness rule 37, hang on the whole graph): states from which no end of the program can
 * be reached under any schedule. An end is anything that ends a path: the end of the program, an
 * error, or a state without choices. If a bound or a failure of heddle cuts a path, the rest is
 * unknown and counts as an end. dfs evaluates each strongly connected component when it is complete
 * (components.h). Searches with open states evaluate the whole graph at the end (state_graph.h).
 *
 * If a cycle reads the clock or asks what the garbage collector did, a real JVM leaves it although
 * its states are equal here. Such a cycle is not evaluated, which the scope of the verdict says.
 *
 * The counterexample is a path to such a state that continues, taking every enabled choice in turn,
 * until a state repeats. Replay must reach the same cycle. No single path can show that there is no
 * other way out; only the search shows it. */
#ifndef HEDDLE_SEARCH_HANG_H
#define HEDDLE_SEARCH_HANG_H

#include "engine/search/search.h"

/* hang_may_be_evaluated returns whether the search can evaluate hangs: it must meet every state,
 * with all choices, and match whole states. hang_is_evaluated returns whether, in addition, the
 * property hang is on. */
bool hang_may_be_evaluated(const struct search *s);
bool hang_is_evaluated(const struct search *s);
/* Reports that no end can be reached from the current state. Builds the cycle below it and records
 * the error at its end like any other. Returns enum search_status, or a negative error code. Moves
 * the explorer. */
int hang_met(struct search *s, struct error *err);
/* Records in the report that a cycle was not evaluated because it reads what the real world
 * changes. */
void hang_not_evaluated(struct search *s);
/* If the current state equals that of an earlier node on its path, adds the violation and returns
 * true. If the cycle reads older writes, it must be one of stale_loop.h. hang_close_stale accepts
 * only these. */
bool hang_close(struct explorer *x);
bool hang_close_stale(struct explorer *x);
/* Returns the first node on the current path whose state equals the current one, where the cycle of
 * a hang begins; NODE_NONE if there is none. */
node_id hang_begin(struct explorer *x);

/* While a cycle is followed, all events are kept, and neither the user nor a bound ends it. */
struct hang_aside {
  bool events;
  const volatile int *stop;
  uint64_t limit;
  bool (*arrived)(void *self);
};
struct hang_aside hang_aside_begin(struct search *s);
void hang_aside_end(struct search *s, const struct hang_aside *a);
/* Does the code poll a reference? heddle never clears references, but a real collector would. */
bool hang_asks_collector(struct vm *vm, const struct xlog *l);

#endif
