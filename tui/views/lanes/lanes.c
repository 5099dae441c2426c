/* Builds the lanes from a sequence of events. */
#include "tui/views/lanes/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

static const char symbols[LANE_OPS] = {
    [LANE_OTHER] = 'o', [LANE_BEGIN] = 'b',  [LANE_READ] = 'R',  [LANE_WRITE] = 'W',
    [LANE_LOCK] = 'l',  [LANE_UNLOCK] = 'u', [LANE_WAIT] = 'w',  [LANE_NOTIFY] = 'n',
    [LANE_PARK] = 'p',  [LANE_UNPARK] = 'k', [LANE_START] = 's', [LANE_JOIN] = 'j',
    [LANE_END] = 'e',   [LANE_ERROR] = 'F'};
char lane_symbol(const struct lane_event *e) {
  return e->op == LANE_READ && e->sync == LANE_OLDER ? 'r' : symbols[e->op];
}

const char lanes_legend[] =
    " R read r older value W write l lock u unlock w wait n notify p park k unpark s start j join "
    "b e F error o";

void lanes_init(struct lanes *l) {
  memset(l, 0, sizeof *l);
  l->mask = 255;
  l->slots = mem_alloc((l->mask + 1) * sizeof *l->slots);
}

void lanes_release(struct lanes *l) {
  size_t i;
  for (i = 0; i < l->lanes.len; i++) {
    free(l->lanes.data[i].name);
    vec_free(&l->lanes.data[i].states);
    vec_free(&l->lanes.data[i].held);
  }
  for (i = 0; i < l->tracks.len; i++) {
    vec_free(&l->tracks.data[i].spans);
    vec_free(&l->tracks.data[i].writes);
  }
  vec_free(&l->events);
  vec_free(&l->lanes);
  vec_free(&l->tracks);
  vec_free(&l->edges);
  vec_free(&l->switches);
  vec_free(&l->changes);
  vec_free(&l->folds);
  free(l->slots);
  memset(l, 0, sizeof *l);
}

/* ---- tracks ---- */

static uint32_t *track_slot(struct lanes *l, uint64_t key) {
  uint32_t i = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & l->mask;
  INVARIANT(l->tracks.len <= l->mask, "the table of tracks has an empty slot: %zu of %u",
            l->tracks.len, l->mask + 1);
  while (l->slots[i] && l->tracks.data[l->slots[i] - 1].key != key) i = (i + 1) & l->mask;
  return &l->slots[i];
}

static void tracks_grow(struct lanes *l) {
  size_t i;
  free(l->slots);
  l->mask = l->mask * 2 + 1;
  l->slots = mem_alloc(((size_t)l->mask + 1) * sizeof *l->slots);
  for (i = 0; i < l->tracks.len; i++) *track_slot(l, l->tracks.data[i].key) = (uint32_t)i + 1;
}

static uint32_t track_of(struct lanes *l, uint64_t key, bool lock, uint32_t lane, uint32_t event) {
  uint32_t *slot = track_slot(l, key);
  struct lane_track *t;
  if (*slot) {
    t = &l->tracks.data[*slot - 1];
    t->shared |= t->first_lane != lane;
    return *slot - 1;
  }
  t = vec_push(&l->tracks);
  memset(t, 0, sizeof *t);
  t->key = key;
  t->named_by = event;
  t->first_lane = (uint16_t)lane;
  t->lock = lock;
  t->last_event = LANE_NONE;
  *slot = (uint32_t)l->tracks.len;
  if (l->tracks.len * 2 > l->mask) tracks_grow(l);
  return (uint32_t)l->tracks.len - 1;
}

/* ---- lanes and their states ---- */

uint32_t lanes_lane(struct lanes *l, uint32_t number, const char *name) {
  struct lane *n;
  size_t i;
  for (i = 0; i < l->lanes.len; i++)
    if (l->lanes.data[i].number == number) return (uint32_t)i;
  n = vec_push(&l->lanes);
  memset(n, 0, sizeof *n);
  n->number = number;
  n->name = mem_strdup(name);
  n->started = n->ended = LANE_NONE;
  return (uint32_t)l->lanes.len - 1;
}

static void lane_becomes(struct lane *l, uint32_t event, enum lane_state state) {
  size_t n = l->states.len;
  if (n && l->states.data[n - 1].event == event) n = --l->states.len;
  if (n && l->states.data[n - 1].state == state) return;
  INVARIANT(!n || l->states.data[n - 1].event < event, "a lane's states ascend: %u", event);
  *vec_push(&l->states) = (struct lane_change){event, (uint8_t)state};
}

/* Corrects a lane that was recorded as ready since its last event: it was blocked between the
 * events `from` and `until`. */
static void was_blocked(struct lane *l, uint32_t from, uint32_t until) {
  struct lane_change *last = l->states.len ? &l->states.data[l->states.len - 1] : NULL;
  if (!last || last->state != LANE_READY || until <= last->event) return;
  if (from > last->event)
    lane_becomes(l, from, LANE_BLOCKED);
  else
    last->state = LANE_BLOCKED;
  lane_becomes(l, until, LANE_READY);
}

/* Corrects the lane's state before this event: it was blocked as long as another lane held the
 * lock, or as the thread that it joins was still running. */
static void find_obstacle(struct lanes *l, struct lane *lane, enum lane_op op, uint32_t track,
                          uint32_t other) {
  if (op == LANE_LOCK) {
    const struct lane_track *t = &l->tracks.data[track];
    const struct lane_span *s = t->spans.len ? &t->spans.data[t->spans.len - 1] : NULL;
    if (s && s->to != LANE_NONE && &l->lanes.data[s->lane] != lane)
      was_blocked(lane, s->from, s->to);
  } else if (op == LANE_JOIN && other != LANE_NONE && l->lanes.data[other].ended != LANE_NONE) {
    was_blocked(lane, 0, l->lanes.data[other].ended + 1);
  }
}

static void lane_runs(struct lanes *l, uint32_t lane, uint32_t event) {
  uint32_t before = event ? l->events.data[event - 1].lane : lane;
  if (before != lane) {
    struct lane *b = &l->lanes.data[before];
    *vec_push(&l->switches) = event;
    lane_becomes(b, event,
                 b->ended != LANE_NONE ? LANE_ABSENT
                 : b->waits            ? LANE_BLOCKED
                                       : LANE_READY);
  }
  lane_becomes(&l->lanes.data[lane], event, LANE_RUNNING);
}

void lanes_blocked(struct lanes *l, uint32_t lane) {
  struct lane *n = &l->lanes.data[lane];
  struct lane_change *last = n->states.len ? &n->states.data[n->states.len - 1] : NULL;
  if (last && last->state == LANE_READY) last->state = LANE_BLOCKED;
}

/* ---- locks, variables, edges ---- */

static void edge_push(struct lanes *l, struct lane_edge e) {
  INVARIANT(e.from <= e.to && e.to <= l->events.len, "an edge leads to a later event: %u to %u",
            e.from, e.to);
  INVARIANT(e.missing || !l->edges.len || l->edges.data[l->edges.len - 1].to <= e.to,
            "the edges ascend by their ends: %u", e.to);
  *vec_push(&l->edges) = e;
}

static void edge_add(struct lanes *l, uint32_t from, uint32_t to) {
  if (from != LANE_NONE && l->events.data[from].lane != l->events.data[to].lane)
    edge_push(l, (struct lane_edge){.from = from, .to = to});
}

void lanes_race(struct lanes *l, uint32_t first, uint32_t second) {
  edge_push(l, (struct lane_edge){.from = first, .to = second, .missing = true});
}

void lanes_older(struct lanes *l, uint32_t write) {
  uint32_t read = (uint32_t)l->events.len - 1;
  if (l->events.data[write].lane != l->events.data[read].lane)
    edge_push(l, (struct lane_edge){.from = write, .to = read, .older = true});
}

static bool conflicts(const struct lane_event *a, const struct lane_event *b) {
  return a->lane != b->lane && a->track == b->track && a->track != LANE_NONE &&
         ((a->op == LANE_WRITE && (b->op == LANE_READ || b->op == LANE_WRITE)) ||
          (a->op == LANE_READ && b->op == LANE_WRITE));
}

void lanes_race_of(struct lanes *l, uint32_t lane) {
  size_t second = l->events.len, first;
  const struct lane_event *e;
  while (second--) {
    e = &l->events.data[second];
    if (e->lane == lane && (e->op == LANE_READ || e->op == LANE_WRITE)) break;
  }
  if (second == SIZE_MAX) return;
  for (first = second; first--;)
    if (conflicts(&l->events.data[first], e)) {
      lanes_race(l, (uint32_t)first, (uint32_t)second);
      return;
    }
}

static void lane_holds(struct lanes *l, uint32_t lane, uint32_t event, int more) {
  struct lane *n = &l->lanes.data[lane];
  int held = n->held.len ? n->held.data[n->held.len - 1].state : 0;
  if (held + more < 0 || held + more > UINT8_MAX) return;
  INVARIANT(!n->held.len || n->held.data[n->held.len - 1].event <= event,
            "the locks of a lane ascend: %u", event);
  *vec_push(&n->held) = (struct lane_change){event, (uint8_t)(held + more)};
}

static void lock_taken(struct lanes *l, struct lane_track *t, uint32_t event) {
  if (t->depth++) return;
  edge_add(l, t->last_event, event);
  INVARIANT(!t->spans.len || t->spans.data[t->spans.len - 1].to <= event,
            "a lock has one owner at a time: %u", event);
  *vec_push(&t->spans) = (struct lane_span){event, LANE_NONE, l->events.data[event].lane};
  lane_holds(l, l->events.data[event].lane, event, 1);
}

static void lock_given(struct lanes *l, struct lane_track *t, uint32_t event) {
  if (!t->depth || --t->depth) return;
  CHECK(t->spans.len, "a lock that is given was taken: event %u", event);
  lane_holds(l, t->spans.data[t->spans.len - 1].lane, event, -1);
  t->spans.data[t->spans.len - 1].to = event;
  t->last_event = event;
}

static void touch_track(struct lanes *l, const struct lane_event *e, uint32_t event) {
  struct lane_track *t = &l->tracks.data[e->track];
  switch (e->op) {
    case LANE_LOCK: lock_taken(l, t, event); break;
    case LANE_UNLOCK: lock_given(l, t, event); break;
    case LANE_WAIT:
      if (e->sync == LANE_PLAIN) break;
      if (t->depth) t->depth = 1;
      lock_given(l, t, event);
      break;
    case LANE_READ:
      if (e->sync == LANE_SYNC) edge_add(l, t->last_event, event);
      break;
    case LANE_WRITE:
      *vec_push(&t->writes) = event;
      if (e->sync == LANE_UPDATE) edge_add(l, t->last_event, event);
      if (e->sync) t->last_event = event;
      break;
    default: break;
  }
}

static void touch_thread(struct lanes *l, enum lane_op op, uint32_t lane, uint32_t other,
                         uint32_t event) {
  struct lane *n = &l->lanes.data[lane];
  if (op != LANE_UNLOCK) n->waits = op == LANE_WAIT || op == LANE_PARK;
  if (op == LANE_END) n->ended = event;
  if (other == LANE_NONE) return;
  if (op == LANE_START) {
    struct lane *o = &l->lanes.data[other];
    lane_becomes(o, event + 1, LANE_READY);
    o->waits = false;
    o->started = event;
  } else if (op == LANE_JOIN) {
    edge_add(l, l->lanes.data[other].ended, event);
  }
}

/* Adds the edge from a thread's start to its first event, even if the thread was blocked in
 * between. */
static void edge_of_start(struct lanes *l, uint32_t lane, uint32_t event) {
  struct lane *n = &l->lanes.data[lane];
  if (n->started == LANE_NONE) return;
  edge_push(l, (struct lane_edge){.from = n->started, .to = event, .start = true});
  n->started = LANE_NONE;
}

uint32_t lanes_add(struct lanes *l, uint32_t lane, enum lane_op op, uint64_t key, uint32_t other,
                   uint32_t source, enum lane_sync sync) {
  uint32_t event = (uint32_t)l->events.len, track = LANE_NONE;
  bool lock = op == LANE_LOCK || op == LANE_UNLOCK || op == LANE_WAIT || op == LANE_NOTIFY;
  uint32_t offered = l->offered++;
  if (l->hidden && offered < l->hidden_count && l->hidden[offered]) return LANE_NONE;
  CHECK(lane < l->lanes.len && (other == LANE_NONE || other < l->lanes.len),
        "an event has a lane: %u, %u of %zu", lane, other, l->lanes.len);
  CHECK((unsigned)op < LANE_OPS, "an event has a kind of a lane: %d", (int)op);
  INVARIANT(!event || l->events.data[event - 1].source <= source,
            "the events of the lanes ascend in their source: %u", source);
  if (key) track = track_of(l, key, lock, lane, event);
  *vec_push(&l->events) =
      (struct lane_event){source, track, (uint16_t)lane, (uint8_t)op, (uint8_t)sync};
  edge_of_start(l, lane, event);
  find_obstacle(l, &l->lanes.data[lane], op, track, other);
  lane_runs(l, lane, event);
  if (track != LANE_NONE) touch_track(l, &l->events.data[event], event);
  touch_thread(l, op, lane, other, event);
  return event;
}

/* ---- look-ups ---- */

/* Returns the number of changes before or at the event. */
static size_t changes_to(const struct lane_change *c, size_t count, uint32_t event) {
  size_t lo = 0, hi = count;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (c[mid].event <= event)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

bool lanes_holds(const struct lane *l, uint32_t event) {
  size_t n = changes_to(l->held.data, l->held.len, event);
  return n && l->held.data[n - 1].state;
}

enum lane_state lanes_state(const struct lane *l, uint32_t event) {
  size_t lo = changes_to(l->states.data, l->states.len, event);
  if (!lo || (l->ended != LANE_NONE && event > l->ended)) return LANE_ABSENT;
  return (enum lane_state)l->states.data[lo - 1].state;
}

bool lanes_worth_a_row(const struct lane_track *t) {
  return t->lock ? t->shared || t->depth : t->shared && t->writes.len;
}

const struct lane_span *lanes_owner(const struct lane_track *t, uint32_t event) {
  size_t lo = 0, hi = t->spans.len;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (t->spans.data[mid].from <= event)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo && event < t->spans.data[lo - 1].to ? &t->spans.data[lo - 1] : NULL;
}

static size_t above(const uint32_t *sorted, size_t count, uint32_t event) {
  size_t lo = 0, hi = count;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (sorted[mid] <= event)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

uint32_t lanes_event_from(const struct lanes *l, uint64_t source) {
  uint32_t lo = 0, hi = (uint32_t)l->events.len;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (l->events.data[mid].source < source)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

uint32_t lanes_written(const struct lane_track *t, uint32_t event) {
  size_t i = above(t->writes.data, t->writes.len, event);
  return i ? t->writes.data[i - 1] : LANE_NONE;
}

uint32_t lanes_next(const uint32_t *sorted, size_t count, uint32_t event, bool back) {
  size_t i;
  if (!back) {
    i = above(sorted, count, event);
    return i < count ? sorted[i] : LANE_NONE;
  }
  if (!event) return LANE_NONE;
  i = above(sorted, count, event - 1);
  return i ? sorted[i - 1] : LANE_NONE;
}

uint32_t lanes_held(const struct lanes *l, uint32_t event, uint32_t *out, uint32_t max) {
  uint32_t *depth = mem_alloc((l->tracks.len + 1) * sizeof *depth), n = 0;
  uint32_t *waits = mem_alloc((l->tracks.len + 1) * sizeof *waits); /* depth to restore */
  CHECK(event < l->events.len, "the lanes have the event: %u of %zu", event, l->events.len);
  for (uint32_t i = 0; i < event; i++) {
    const struct lane_event *e = &l->events.data[i];
    uint32_t k = 0;
    if (e->lane != l->events.data[event].lane || e->track == LANE_NONE) continue;
    if (e->op == LANE_LOCK) {
      if (!depth[e->track] && n < max) out[n++] = e->track;
      depth[e->track] += waits[e->track] ? waits[e->track] : 1;
      waits[e->track] = 0;
    }
    if (e->op == LANE_WAIT && e->sync == LANE_SYNC && depth[e->track]) {
      waits[e->track] = depth[e->track];
      depth[e->track] = 1; /* a wait releases a monitor however often it was entered */
    } else if (e->op != LANE_UNLOCK) {
      continue;
    }
    if (!depth[e->track] || --depth[e->track]) continue;
    while (k < n && out[k] != e->track) k++;
    for (; k + 1 < n; k++) out[k] = out[k + 1];
    n -= k < n;
  }
  free(depth);
  free(waits);
  return n;
}
