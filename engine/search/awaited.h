/* Choices without the rounds that lead nowhere: a thread that waits in a loop and counts its rounds
 * (state/waits.h) is not chosen while there are other choices, so that paths and searches end. It
 * is chosen again once another thread has done more than look, WAITS_LOOKS times. That leaves out
 * what would happen after more rounds, so the scope of a verdict says so (vm_seen.awaited), and a
 * hang is not claimed of states that were left so.
 *
 * A walk, which knows no circles of states, lets the earliest patient wait elapse once all others
 * have gone on for long beside it: for AWAITED_STEPS transitions, or, one of them alone, up to
 * AWAITED_FORCED forced points in a row (rule 11, endless transitions are cut). Otherwise one
 * beside loops that change what all see would never end. */
#ifndef HEDDLE_SEARCH_AWAITED_H
#define HEDDLE_SEARCH_AWAITED_H

#include "engine/search/search.h"

enum { AWAITED_STEPS = 10000, AWAITED_FORCED = 16 };

/* As search_choices. *left_out: some were. */
uint32_t awaited_choices(struct search *s, struct choice *out, bool *left_out);
/* Does the choice let more time pass while another thread that would get on is left behind
 * (vm/sched/time.h)? Then the rest is left out, which the scope says (vm_seen.prompt). */
bool awaited_overtakes(struct search *s, struct choice c);
/* Is the choice, one of search_choices, none of those? */
bool awaited_leaves_out(struct search *s, struct choice c);

#endif
