/* Two runs, aligned by event: an event is known again by its thread, what it does, the lock or the
 * variable, and how many such events its thread had before. What stands in the same order on both
 * sides is paired (the longest such selection); what is on both sides and in another order, and
 * what is on one side only, stands between.
 *
 * The first difference in happens-before is the first read that reads from another write, or the
 * first lock taken behind another release, in the order of the right side.
 *
 * Costs: n log n for n events. It knows lanes alone (lanes.h), not where they come from. */
#ifndef HEDDLE_TUI_VIEWS_COMPARE_H
#define HEDDLE_TUI_VIEWS_COMPARE_H

#include "tui/views/lanes.h"

enum { LEFT, RIGHT, SIDES };

struct compare_side {
  struct lanes lanes;
  VEC(char *) names;     /* of the tracks; owned. Tracks of one name are the same on both sides */
  VEC(uint32_t) shown;   /* events that are compared; the following have one entry for each */
  VEC(uint64_t) keys;    /* by what it is known again */
  VEC(uint32_t) partner; /* of the other side's `shown`; LANE_NONE: it is on this side only */
  /* a read: the write that it reads from; a lock: the release before; events of lanes, LANE_NONE */
  VEC(uint32_t) behind;
};

enum compare_sign { SIGN_SAME = '=', SIGN_LEFT = '<', SIGN_RIGHT = '>', SIGN_ORDER = '~' };
struct compare_row {
  uint32_t at[SIDES]; /* in `shown`; LANE_NONE: nothing stands there */
  char sign[SIDES];   /* enum compare_sign; ' ' where nothing stands */
};
struct compare {
  struct compare_side side[SIDES];
  VEC(struct compare_row) rows;
  size_t common; /* events of the common prefix */
  /* in `shown`: the pair of the first difference, and that of the first read that differs;
   * LANE_NONE: there is none */
  uint32_t first[SIDES], read[SIDES];
};

/* The caller fills lanes and names between the two. `mixed`: the sides come from different tools,
 * one may report accesses that the other does not: variables of one side alone are left out. */
void compare_init(struct compare *c);
void compare_align(struct compare *c, bool mixed);
/* The objects in a side's names get the numbers of their first appearance among those of their
 * class: for names of different tools, before compare_align. */
void compare_renumber(struct compare_side *s);
void compare_release(struct compare *c);

const struct lane_event *compare_event(const struct compare *c, int side, uint32_t shown);
/* The next row (or back) at which a stretch begins that is not the same on both sides; SIZE_MAX. */
size_t compare_next(const struct compare *c, size_t row, bool back);
size_t compare_row_of(const struct compare *c, int side, uint32_t shown); /* SIZE_MAX: none */
uint32_t compare_switches(const struct compare *c, int side); /* of threads, among `shown` */

#endif
