/* Hangs (soundness rule 37, hang on the whole graph): states from which no end of the program can
 * be reached, whatever the schedule. An end is all that ends a path: the program's end, an error, a
 * state without choices; and what is not known, because a bound or a failure of heddle cuts the
 * path there, counts as one. dfs evaluates a strongly connected component when it is whole
 * (components.h), the searches with open states the whole graph when no state is left
 * (state_graph.h).
 *
 * A circle that reads the clock, or asks what the garbage collector did, is left by the real
 * machine although its states are equal here: it is not evaluated, which the verdict's scope says.
 *
 * The counterexample is a path to such a state and on, every enabled choice in turn, until a state
 * comes back; executed again it has to come back there too. That there is no other way out is what
 * the search found; no single path could show it. */
#ifndef HEDDLE_SEARCH_HANG_H
#define HEDDLE_SEARCH_HANG_H

#include "engine/search/search.h"

/* Does the search evaluate hangs: does it meet every state, with all choices, and match them whole?
 */
/* With the property hang it is. */
bool hang_may_be_evaluated(const struct search *s);
bool hang_is_evaluated(const struct search *s);
/* No end can be reached from the state here. Makes the circle below it and the error at its end,
 * which is noted as any other; enum search_status. Moves here. */
int hang_met(struct search *s, struct error *err);
/* The same, but in the circle something was read that the real world changes. */
void hang_not_evaluated(struct search *s);
/* Is `here` the state of an earlier node of its path? Then it gets the violation, or false. */
bool hang_close(struct explorer *x);

#endif
