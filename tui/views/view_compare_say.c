/* Describes in sentences where two runs first differ: the values that a read gets, their writers,
 * and whether both accesses hold a common lock. Also gives the length of the common prefix and the
 * numbers of thread switches. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_compare_int.h"

static const char *const words[SIDES] = {"left", "right"};

static void say(struct compare_data *v, char *text) { *vec_push(&v->lines) = text; }

/* In this file, `pair` is a pair of events, given by an index in `shown` of each side:
 * compare.first or compare.read. */
static uint32_t event_of(const struct compare_data *v, const uint32_t *pair, int side) {
  return v->c.side[side].shown.data[pair[side]];
}

static uint32_t behind_of(const struct compare_data *v, const uint32_t *pair, int side) {
  return v->c.side[side].behind.data[pair[side]];
}

static const struct lane_event *event_at(const struct compare_data *v, int side, uint32_t event) {
  return &v->c.side[side].lanes.events.data[event];
}

/* Returns "T1's write of Cell#1.value @17". Caller frees. */
static char *whose(struct debug *d, const struct compare_data *v, int side, uint32_t event) {
  const struct lane_event *e = event_at(v, side, event);
  char *place = compare_place_text(d, side, event), *s;
  s = mem_printf("%s's %s of %s %s", compare_thread_title(v, side, event),
                 e->op == LANE_READ    ? "read"
                 : e->op == LANE_WRITE ? "write"
                 : e->op == LANE_LOCK  ? "lock"
                                       : "release",
                 v->c.side[side].names.data[e->track], place);
  free(place);
  return compare_named(d, side, s);
}

/* Returns the index in `shown` of an event of `side`; LANE_NONE: it is not compared. */
static uint32_t shown_at(const struct compare_data *v, int side, uint32_t event) {
  const struct compare_side *s = &v->c.side[side];
  for (uint32_t i = 0; i < s->shown.len; i++)
    if (s->shown.data[i] == event) return i;
  return LANE_NONE;
}

static void say_source(struct debug *d, struct compare_data *v, const uint32_t *pair, int side) {
  uint32_t behind = behind_of(v, pair, side);
  bool reads = event_at(v, side, event_of(v, pair, side))->op != LANE_LOCK;
  char *value = compare_value_text(d, side, event_of(v, pair, side)), *gets, *from;
  gets = reads && *value ? mem_printf("gets %s, ", value) : mem_strdup("");
  if (behind == LANE_NONE) {
    from =
        mem_strdup(reads ? "which no thread had written before" : "no thread had held it before");
  } else {
    char *place = compare_place_text(d, side, behind);
    from = mem_printf("%s %s %s%s (event %u)", reads ? "written by" : "after",
                      compare_thread_title(v, side, behind), reads ? "" : "released it ", place,
                      shown_at(v, side, behind) + 1);
    free(place);
  }
  say(v, mem_printf("   %-5s  %s%s", words[side], gets, from));
  free(value);
  free(gets);
  free(from);
}

enum standing { NOT_COMPARED, NOT_THERE, BEFORE_TOO, AFTER };
static const char *const standing_text[] = {[NOT_COMPARED] = "is not compared",
                                            [NOT_THERE] = "is not there",
                                            [BEFORE_TOO] = "also comes before it",
                                            [AFTER] = "comes after it"};

/* Returns where the other side has an event of `side`, relative to the pair. */
static enum standing stands(const struct compare_data *v, const uint32_t *pair, int side,
                            uint32_t event) {
  uint32_t at = shown_at(v, side, event), there;
  if (at == LANE_NONE) return NOT_COMPARED;
  there = v->c.side[side].partner.data[at];
  if (there == LANE_NONE) return NOT_THERE;
  return there < pair[!side] ? BEFORE_TOO : AFTER;
}

/* Returns the side whose pair event follows a write or release that it does not follow on the other
 * side. */
static int side_of_cause(const struct compare_data *v, const uint32_t *pair) {
  uint32_t right = behind_of(v, pair, RIGHT), left = behind_of(v, pair, LEFT);
  if (right == LANE_NONE) return LEFT;
  return left != LANE_NONE && stands(v, pair, RIGHT, right) == BEFORE_TOO ? LEFT : RIGHT;
}

static void say_order(struct debug *d, struct compare_data *v, const uint32_t *pair, int side,
                      uint32_t cause) {
  char *it = whose(d, v, side, cause);
  say(v, mem_printf("%s comes before it on the %s and %s on the %s.", it, words[side],
                    standing_text[stands(v, pair, side, cause)], words[!side]));
  free(it);
}

enum { HELD_MAX = 8 };

static char *held_text(const struct compare_data *v, int side, uint32_t event) {
  uint32_t held[HELD_MAX], n = lanes_held(&v->c.side[side].lanes, event, held, HELD_MAX);
  struct text t = {0};
  text_printf(&t, "%s holds %s", compare_thread_title(v, side, event), n ? "" : "none");
  for (uint32_t i = 0; i < n; i++)
    text_printf(&t, "%s%s", i ? ", " : "", v->c.side[side].names.data[held[i]]);
  return t.s;
}

/* Returns the name of a lock that both events' threads hold at these events; NULL: there is
 * none. */
static const char *common_lock(const struct compare_data *v, int side, uint32_t a, uint32_t b) {
  const struct lanes *l = &v->c.side[side].lanes;
  uint32_t x[HELD_MAX], y[HELD_MAX], n = lanes_held(l, a, x, HELD_MAX),
                                     m = lanes_held(l, b, y, HELD_MAX);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < m; k++)
      if (x[i] == y[k]) return v->c.side[side].names.data[x[i]];
  return NULL;
}

static void say_locks(struct debug *d, struct compare_data *v, const uint32_t *pair, int side,
                      uint32_t cause) {
  uint32_t event = event_of(v, pair, side);
  const char *common = common_lock(v, side, event, cause);
  if (common) {
    say(v,
        compare_named(
            d, side,
            mem_printf("Both hold %s there, so the first thread to take it comes first.", common)));
  } else if (event_at(v, side, event)->sync == LANE_SYNC) {
    say(v, mem_strdup("It is volatile, so either access may come first."));
  } else {
    char *a = held_text(v, side, event), *b = held_text(v, side, cause);
    say(v, compare_named(d, side, mem_printf("No lock is held at both: %s, %s.", a, b)));
    free(a);
    free(b);
  }
}

static void say_pair(struct debug *d, struct compare_data *v, const uint32_t *pair,
                     const char *which) {
  int side = side_of_cause(v, pair);
  uint32_t cause = behind_of(v, pair, side), event = event_of(v, pair, side);
  char *it = whose(d, v, RIGHT, event_of(v, pair, RIGHT));
  say(v, mem_printf("%s is the first %s that differs:", it, which));
  free(it);
  say_source(d, v, pair, LEFT);
  say_source(d, v, pair, RIGHT);
  say_order(d, v, pair, side, cause);
  if (event_at(v, side, event)->op != LANE_LOCK &&
      event_at(v, side, cause)->lane != event_at(v, side, event)->lane)
    say_locks(d, v, pair, side, cause);
}

static void say_no_first(struct compare_data *v) {
  bool same = v->c.common == v->c.side[LEFT].shown.len && v->c.common == v->c.side[RIGHT].shown.len;
  say(v, mem_strdup(same ? "The two do the same in the same order."
                         : "In what both do, each read sees the same write and each lock is taken "
                           "after the same release."));
}

void compare_say(struct debug *d, struct compare_data *v) {
  bool locks = v->c.first[RIGHT] != v->c.read[RIGHT];
  say(v, mem_printf("Common prefix %zu of %zu | %zu events; switches %u | %u", v->c.common,
                    v->c.side[LEFT].shown.len, v->c.side[RIGHT].shown.len,
                    compare_switches(&v->c, LEFT), compare_switches(&v->c, RIGHT)));
  if (locks) say_pair(d, v, v->c.first, "lock");
  if (v->c.read[RIGHT] != LANE_NONE) say_pair(d, v, v->c.read, "read");
  if (v->c.first[RIGHT] == LANE_NONE) say_no_first(v);
}
