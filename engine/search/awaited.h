/* Filters choices so that paths and searches end although threads wait in loops.
 *
 * A thread that waits in a loop and counts its rounds (state/waits.h) is not chosen while other
 * choices exist. Once another thread has done more than read, it may be chosen again for
 * WAITS_LOOKS transitions. This leaves out behaviour after more rounds, so the scope of the verdict
 * says so (vm_seen.awaited), and no hang is reported for states that were left this way.
 *
 * A walk does not detect cycles of states. It therefore lets the earliest patient wait elapse when
 * the other threads have run for long meanwhile: for AWAITED_STEPS transitions, or, if one thread
 * runs alone, for AWAITED_FORCED forced points in a row (rule 11, endless transitions are cut).
 * Otherwise a wait would never end if other threads change shared state in endless loops. */
#ifndef HEDDLE_SEARCH_AWAITED_H
#define HEDDLE_SEARCH_AWAITED_H

#include "engine/search/search.h"

enum { AWAITED_STEPS = 10000, AWAITED_FORCED = 16 };

/* Stores the filtered choices, as search_choices does. Sets *left_out if any were removed. */
uint32_t awaited_choices(struct search *s, struct choice *out, bool *left_out);
/* Does the choice let more time pass while a thread that can run has been left behind
 * (vm/sched/time.h)? Such a choice is left out, which the scope says (vm_seen.prompt). */
bool awaited_overtakes(struct search *s, struct choice c);
/* Does awaited_choices remove this choice, which search_choices returned? */
bool awaited_leaves_out(struct search *s, struct choice c);

#endif
