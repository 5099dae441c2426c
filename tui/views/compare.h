/* Aligns two runs by event. An event is identified by its thread, its kind, its lock or variable,
 * and the number of such events that its thread had before. The longest selection of common events
 * that are in the same order on both sides is paired. The rows between the pairs show the other
 * events: those on both sides in another order, and those on one side only.
 * The first difference in happens-before is, in the order of the right side, the first read that
 * reads from another write, or the first lock acquired after another release.
 * Costs n log n for n events. It depends only on lanes (lanes.h), not on where they come from. */
#ifndef HEDDLE_TUI_VIEWS_COMPARE_H
#define HEDDLE_TUI_VIEWS_COMPARE_H

#include "tui/views/lanes.h"

enum { LEFT, RIGHT, SIDES };

struct compare_side {
  struct lanes lanes;
  VEC(char *) names;     /* of the tracks; owned. Equal names on both sides mean the same track */
  VEC(uint32_t) shown;   /* events that are compared; the next three have one entry for each */
  VEC(uint64_t) keys;    /* identifies the event */
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

/* Between the two calls, the caller fills lanes and names. `mixed`: the sides come from different
 * tools, of which one may not report all accesses, so variables of one side only are left out. */
void compare_init(struct compare *c);
void compare_align(struct compare *c, bool mixed);
/* Renumbers the objects in a side's names by first appearance within their class. Needed before
 * compare_align if the names come from different tools. */
void compare_renumber(struct compare_side *s);
void compare_release(struct compare *c);

const struct lane_event *compare_event(const struct compare *c, int side, uint32_t shown);
/* Returns the next row (or, with `back`, the previous one) where a stretch of differences begins.
 * SIZE_MAX: none. */
size_t compare_next(const struct compare *c, size_t row, bool back);
size_t compare_row_of(const struct compare *c, int side, uint32_t shown); /* SIZE_MAX: none */
uint32_t compare_switches(const struct compare *c, int side); /* thread switches among `shown` */

#endif
