/* Aligns two runs by event.
 * An event of one run and an event of the other count as the same if they agree in the thread, the
 * kind, the lock or variable, and the number of equal events that the thread performed before. The
 * alignment pairs the longest sequence of common events that has the same order on both sides. The
 * rows between the pairs show all other events: those in another order, and those on one side only.
 * The first difference in happens-before is, in the order of the right side, the first read that
 * reads from another write, or the first lock acquisition that follows another release.
 * Takes O(n log n) time for n events. Depends only on lanes (lanes.h), not on where they come
 * from. */
#ifndef HEDDLE_TUI_VIEWS_COMPARE_COMPARE_H
#define HEDDLE_TUI_VIEWS_COMPARE_COMPARE_H

#include "tui/views/lanes/lanes.h"

enum { LEFT, RIGHT, SIDES };

struct compare_side {
  struct lanes lanes;
  VEC(char *) names;     /* of the tracks; owned. Equal on both sides: the same lock or variable */
  VEC(uint32_t) shown;   /* compared events; the three vectors below have one entry for each */
  VEC(uint64_t) keys;    /* identifies the event on both sides */
  VEC(uint32_t) partner; /* index in the other side's `shown`; LANE_NONE: only on this side */
  /* The write that a read reads from, or the release before a lock: an index in lanes.events.
   * LANE_NONE: none. */
  VEC(uint32_t) behind;
};

enum compare_sign { SIGN_SAME = '=', SIGN_LEFT = '<', SIGN_RIGHT = '>', SIGN_ORDER = '~' };
struct compare_row {
  uint32_t at[SIDES]; /* index in `shown`; LANE_NONE: empty */
  char sign[SIDES];   /* enum compare_sign; ' ' if empty */
};
struct compare {
  struct compare_side side[SIDES];
  VEC(struct compare_row) rows;
  size_t common; /* number of events in the common prefix */
  /* Indexes in `shown` of the pair at the first difference, and at the first read that differs.
   * LANE_NONE: no difference. */
  uint32_t first[SIDES], read[SIDES];
};

/* compare_init prepares *c. The caller then fills the lanes and names of both sides and calls
 * compare_align, which fills the rest. `mixed`: the sides come from different tools, one of which
 * may not report all accesses, so variables that occur on one side only are left out. */
void compare_init(struct compare *c);
void compare_align(struct compare *c, bool mixed);
/* Renumbers the objects in a side's names by first appearance within their class. Needed before
 * compare_align if the names come from different tools. */
void compare_renumber(struct compare_side *s);
void compare_release(struct compare *c);

/* Returns the event at index `shown` of a side's compared events. */
const struct lane_event *compare_event(const struct compare *c, int side, uint32_t shown);
/* Returns the next row (or, with `back`, the previous one) where a stretch of differences begins.
 * SIZE_MAX: none. */
size_t compare_next(const struct compare *c, size_t row, bool back);
/* Returns the row with that event; SIZE_MAX: there is none. */
size_t compare_row_of(const struct compare *c, int side, uint32_t shown);
uint32_t compare_switches(const struct compare *c, int side); /* number of thread switches */

#endif
