/* Loops that read an older value for ever (--stale-reads): hangs that no single interleaving shows.
 *
 * A compiler may read a plain field once and use that value in each iteration of a loop (JLS 17.3),
 * and nothing makes the loop read the newest value at last (JLS 17.4.9). A cycle of states is such
 * a hang if
 *
 *   - in each of its states one thread can run, the same in all, and no timed wait of another
 *     thread is pending: the others have ended or wait for something that only this thread can do;
 *   - some of its reads return older writes, and all of these are plain. A read in opaque mode or a
 *     stronger one returns a new write after finitely many (Bender and Palsberg, OOPSLA 2019);
 *   - the plain reads of such a location in the cycle all return the same write;
 *   - the thread has no other choice in the cycle, reads no clock, and asks nothing of the garbage
 *     collector.
 *
 * The search also demands that the thread leaves the cycle if it reads the newest writes: some
 * other thread can then run, or the program ends. So a loop is no such hang if it waits for
 * something else, and only happens to read a racy field.
 *
 * Unlike other hangs (hang.h), the path alone shows such a hang, so every search looks for it.
 * When the thread is about to read an older write, it is followed alone: once with the
 * oldest writes for all plain reads, and, for a field, with each older write of that field and the
 * newest ones of all else. Loops that count, and loops beside which other threads run, are not
 * found. */
#ifndef HEDDLE_SEARCH_STALE_LOOP_H
#define HEDDLE_SEARCH_STALE_LOOP_H

#include "engine/search/search.h"

/* Looks for such a loop at the current state, and records it like any other error. Returns enum
 * search_status, or a negative error code. Leaves the explorer here unless the search ends. */
int stale_loop_met(struct search *s, struct error *err);

/* Does path[from..len), whose first and last states are equal, read an older write? */
bool stale_loop_reads(struct explorer *x, const node_id *path, size_t from, size_t len);
/* Is it such a hang, as far as the path alone shows? Then writes the message, with its threads,
 * into `v`. May move the explorer, but returns to the last node. */
bool stale_loop_explain(struct explorer *x, const node_id *path, size_t from, size_t len,
                        struct violation *v);

#endif
