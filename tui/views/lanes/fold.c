/* Finds loops in lanes and hides their iterations. */
#include "tui/views/lanes/fold.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"

enum { PERIOD_MAX = 64, TIMES_MIN = 4, LOCKS_MAX = 16 };
#define UNLIKE_OTHERS (1u << 31)

struct looking {
  const struct lanes *l;
  uint32_t *like; /* per event: equal numbers for similar events */
  uint8_t *kept;  /* per event: must stay visible */
  struct lanes_hidden *out;
  uint32_t left_out; /* number of events left out so far */
};

static bool may_repeat(uint8_t op) {
  return op == LANE_READ || op == LANE_WRITE || op == LANE_LOCK || op == LANE_UNLOCK ||
         op == LANE_NOTIFY || op == LANE_UNPARK || op == LANE_OTHER;
}

static void compare_events(struct looking *k, const struct lanes_source *s) {
  const struct lanes *l = k->l;
  uint32_t i, n = (uint32_t)l->events.len;
  for (i = 0; i < n; i++) {
    const struct lane_event *e = &l->events.data[i];
    uint64_t place = lanes_place_key(s, e);
    k->like[i] = may_repeat(e->op) ? (uint32_t)hash_mix(place ^ (uint64_t)e->op << 56) >> 1
                                   : UNLIKE_OTHERS | i;
  }
}

static void keep_events(struct looking *k, const uint32_t *keep, size_t keep_count) {
  const struct lanes *l = k->l;
  size_t i;
  for (i = 0; i < l->edges.len; i++)
    if (l->edges.data[i].missing && l->edges.data[i].to < l->events.len)
      k->kept[l->edges.data[i].from] = k->kept[l->edges.data[i].to] = 1;
  for (i = 0; i < keep_count; i++) {
    uint32_t at = lanes_event_from(l, keep[i]);
    if (at < l->events.len) k->kept[at] = 1;
  }
}

/* Returns true if the iteration that begins at `from` releases every lock that it takes, and
 * contains no event that must stay visible. */
static bool may_be_left_out(const struct looking *k, uint32_t from, uint32_t period) {
  uint32_t tracks[LOCKS_MAX], n = 0, i, j;
  int depth[LOCKS_MAX];
  for (i = from; i < from + period; i++) {
    const struct lane_event *e = &k->l->events.data[i];
    if (k->kept[i]) return false;
    if (e->op != LANE_LOCK && e->op != LANE_UNLOCK) continue;
    for (j = 0; j < n && tracks[j] != e->track; j++) continue;
    if (j == LOCKS_MAX) return false;
    if (j == n) tracks[n] = e->track, depth[n++] = 0;
    depth[j] += e->op == LANE_LOCK ? 1 : -1;
    if (depth[j] < 0) return false;
  }
  for (j = 0; j < n; j++)
    if (depth[j]) return false;
  return true;
}

static void hide_iterations(struct looking *k, uint32_t from, uint32_t to, uint32_t period) {
  const struct lane_event *e = k->l->events.data;
  CHECK(from < to && to <= k->out->count, "hidden events are in the lanes: %u to %u of %u", from,
        to, k->out->count);
  CHECK(from >= k->left_out && (to - from) % period == 0,
        "whole iterations are hidden: %u events, %u each", to - from, period);
  INVARIANT(
      !k->out->folds.len || k->out->folds.data[k->out->folds.len - 1].at <= from - k->left_out,
      "the folds ascend: %u", from);
  memset(k->out->event + from, 1, to - from);
  *vec_push(&k->out->folds) = (struct lane_fold){.at = from - k->left_out,
                                                 .times = (to - from) / period,
                                                 .events = to - from,
                                                 .first = e[from].source,
                                                 .last = e[to - 1].source};
  k->left_out += to - from;
}

/* Folds a loop of `times` iterations that begins at event `from`. The first and the last iteration
 * stay visible, and so do those with events to keep. */
static void fold_loop(struct looking *k, uint32_t from, uint32_t period, uint32_t times) {
  uint32_t i, begin = 1;
  for (i = 1; i < times; i++) {
    if (i < times - 1 && may_be_left_out(k, from + i * period, period)) continue;
    if (i - begin >= 2) hide_iterations(k, from + begin * period, from + i * period, period);
    begin = i + 1;
  }
}

/* Finds the loop that begins at `from` and covers the most events before `end`. Sets *period to its
 * number of events per iteration; 0: there is no loop. */
static void longest_loop(const struct looking *k, uint32_t from, uint32_t end, uint32_t *period,
                         uint32_t *times) {
  uint32_t p, m, covered = 0, left = end - from;
  *period = 0;
  for (p = 1; p <= PERIOD_MAX && p * TIMES_MIN <= left; p++) {
    for (m = 0; m < left - p && k->like[from + m] == k->like[from + m + p]; m++) continue;
    if (m / p + 1 < TIMES_MIN || m <= covered) continue;
    covered = m;
    *period = p;
    *times = m / p + 1;
  }
}

/* Folds the loops in the events from .. end - 1, all of which belong to one thread. */
static void fold_run(struct looking *k, uint32_t from, uint32_t end) {
  uint32_t period, times = 0;
  while (from + TIMES_MIN <= end) {
    longest_loop(k, from, end, &period, &times);
    if (period) fold_loop(k, from, period, times);
    from += period ? period * times : 1;
  }
}

void lanes_find_loops(const struct lanes *l, const struct lanes_source *s, const uint32_t *keep,
                      size_t keep_count, struct lanes_hidden *out) {
  uint32_t n = (uint32_t)l->events.len, from, end;
  struct looking k = {
      .l = l, .like = mem_alloc((n + 1) * sizeof *k.like), .kept = mem_alloc(n + 1), .out = out};
  memset(out, 0, sizeof *out);
  out->event = mem_alloc(n + 1);
  out->count = n;
  compare_events(&k, s);
  keep_events(&k, keep, keep_count);
  for (from = 0; from < n; from = end) {
    end = lanes_next(l->switches.data, l->switches.len, from, false);
    if (end == LANE_NONE) end = n;
    fold_run(&k, from, end);
  }
  free(k.like);
  free(k.kept);
}

void lanes_hidden_release(struct lanes_hidden *h) {
  free(h->event);
  vec_free(&h->folds);
  memset(h, 0, sizeof *h);
}

const struct lane_fold *lanes_fold_of(const struct lanes *l, uint32_t source) {
  size_t i;
  for (i = 0; i < l->folds.len; i++)
    if (source >= l->folds.data[i].first && source <= l->folds.data[i].last)
      return &l->folds.data[i];
  return NULL;
}

const struct lane_fold *lanes_fold_before(const struct lanes *l, uint32_t event) {
  size_t i;
  for (i = 0; i < l->folds.len; i++)
    if (l->folds.data[i].at == event) return &l->folds.data[i];
  return NULL;
}
