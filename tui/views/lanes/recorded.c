/* Reads the lanes of a trace in one pass over its events. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "trace/analysis/ids.h"
#include "trace/causal.h"
#include "trace/counterexample.h"
#include "tui/views/lanes/read.h"

enum { RACES_MAX_EVENTS = 300000, RACES_MAX = 1000 }; /* bounds that let a view open at once */

struct trace_lanes {
  struct lanes *l;
  struct trace_reader *r;
  struct causal *causal; /* NULL: races are not looked for */
  uint32_t races;
  struct ids threads; /* thread index == lane index */
  VEC(uint8_t) stuck; /* for each lane: blocked after the last step of a counterexample */
};

static uint32_t recorded_lane(struct trace_lanes *t, uint32_t thread) {
  struct text name = {0};
  uint32_t lane = ids_number(&t->threads, thread);
  if (lane < t->stuck.len) return lane;
  trace_title_thread(t->r, thread, &name);
  lane = lanes_lane(t->l, trace_thread_number(thread), name.s);
  t->l->lanes.data[lane].numbered = trace_thread_is_numbered(t->r, thread);
  *vec_push(&t->stuck) = 0;
  CHECK(lane == t->l->lanes.len - 1 && t->stuck.len == t->l->lanes.len,
        "the threads of a trace have the numbers of the lanes: %u of %zu", lane, t->l->lanes.len);
  text_release(&name);
  return lane;
}

static enum lane_op recorded_op(const struct trace_event *e) {
  if (trace_is_read(e)) return LANE_READ;
  if (trace_is_write(e)) return LANE_WRITE;
  switch (e->kind) {
    case TRACE_EV_THREAD_START: return LANE_START;
    case TRACE_EV_THREAD_BEGIN: return LANE_BEGIN;
    case TRACE_EV_THREAD_END: return LANE_END;
    case TRACE_EV_THREAD_JOIN: return LANE_JOIN;
    case TRACE_EV_MONITOR_ENTER:
    case TRACE_EV_LOCK:
    case TRACE_EV_WAIT_END: return LANE_LOCK;
    case TRACE_EV_MONITOR_EXIT:
    case TRACE_EV_UNLOCK: return LANE_UNLOCK;
    case TRACE_EV_WAIT_BEGIN: return LANE_WAIT;
    case TRACE_EV_NOTIFY:
    case TRACE_EV_NOTIFY_ALL: return LANE_NOTIFY;
    case TRACE_EV_PARK:
    case TRACE_EV_SLEEP: return LANE_PARK;
    case TRACE_EV_UNPARK: return LANE_UNPARK;
    case TRACE_EV_UNCAUGHT:
    case TRACE_EV_ERROR: return LANE_ERROR;
    case TRACE_EV_CALL_BEFORE: return LANE_OTHER;
    default: return LANE_OPS; /* not shown in lanes */
  }
}

static uint64_t recorded_key(const struct trace_event *e, enum lane_op op) {
  switch (op) {
    case LANE_READ:
    case LANE_WRITE:
      return hash_mix(((uint64_t)e->object << 32 | e->ref) ^ hash_mix((uint32_t)e->index)) | 1;
    case LANE_LOCK:
    case LANE_UNLOCK:
    case LANE_WAIT:
    case LANE_NOTIFY: return e->object ? hash_mix(~(uint64_t)e->object) | 1 : 0;
    default: return 0;
  }
}

static void recorded_race(void *self, struct causal_point first, struct causal_point second) {
  struct trace_lanes *t = self;
  if (t->races++ < RACES_MAX) lanes_race(t->l, (uint32_t)first.event, (uint32_t)second.event);
}

/* Notes whether a step of a counterexample leaves its thread stuck. The last word of the step's
 * text is the thread's state after the step. */
static void recorded_choice(struct trace_lanes *t, const struct trace_event *e) {
  static const char *const stuck[] = {"blocked", "waiting", "joining", "parked", "sleeping"};
  const char *text = trace_reader_string(t->r, e->text, NULL), *word = strrchr(text, ' ');
  uint32_t lane = recorded_lane(t, e->thread);
  size_t i;
  word = word ? word + 1 : text;
  t->stuck.data[lane] = 0;
  for (i = 0; i < COUNT(stuck); i++) t->stuck.data[lane] |= !strcmp(word, stuck[i]);
}

static void block_stuck(struct trace_lanes *t) {
  size_t i;
  for (i = 0; i < t->stuck.len; i++)
    if (t->stuck.data[i]) lanes_blocked(t->l, (uint32_t)i);
}

/* Passes an event that lanes do not show to the search for races, because it may order events that
 * they show: the end of a call, or the library's start of a pool thread. */
static void recorded_aside(struct trace_lanes *t, const struct trace_event *e) {
  if (t->causal && !trace_is_read(e) && !trace_is_write(e))
    causal_take(t->causal, t->l->events.len, e);
}

static void recorded_event(struct trace_lanes *t, const struct trace_event *e, uint64_t n) {
  enum lane_op op = recorded_op(e);
  uint32_t lane, other = LANE_NONE, at;
  enum lane_sync sync =
      e->flags & TRACE_VOLATILE || e->kind == TRACE_EV_WAIT_BEGIN ? LANE_SYNC : LANE_PLAIN;
  if (op == LANE_OPS) {
    recorded_aside(t, e);
    return;
  }
  lane = recorded_lane(t, e->thread);
  if (op == LANE_START || op == LANE_JOIN) other = recorded_lane(t, e->ref);
  if (e->kind == TRACE_EV_ERROR && !strcmp(trace_reader_string(t->r, e->ref, NULL), "race"))
    lanes_race_of(t->l, lane);
  if (op == LANE_ERROR) block_stuck(t);
  at = lanes_add(t->l, lane, op, recorded_key(e, op), other, (uint32_t)n, sync);
  if (t->causal) causal_take(t->causal, at == LANE_NONE ? t->l->events.len : at, e);
}

void lanes_read_trace(struct lanes *l, struct lanes_source *s, bool library) {
  uint64_t i, n = trace_reader_count(s->trace);
  bool ours = counterexample_is(s->trace);
  struct trace_lanes t = {.l = l, .r = s->trace};
  struct causal_listener listener = {.arg = &t, .race = recorded_race, .names = s->trace};
  if (!ours && n <= RACES_MAX_EVENTS) t.causal = causal_new(&listener);
  for (i = 0; i < n && i < UINT32_MAX; i++) {
    struct trace_event e;
    if (trace_reader_event(s->trace, i, &e, NULL) || !e.thread) continue;
    if (e.kind == TRACE_EV_CHOICE)
      recorded_choice(&t, &e);
    else if (library || !(e.flags & TRACE_LIBRARY))
      recorded_event(&t, &e, i);
    else
      recorded_aside(&t, &e);
  }
  block_stuck(&t);
  causal_free(t.causal);
  ids_release(&t.threads);
  vec_free(&t.stuck);
}
