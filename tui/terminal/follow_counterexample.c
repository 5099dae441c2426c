/* The debugger's `follow` for a counterexample. Executes the steps of its schedule one by one, each
 * up to the end that the trace records for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "trace/counterexample.h"
#include "tui/terminal/follow.h"

struct follower {
  struct engine *engine;
  volatile int *stop;
  struct schedule schedule;
  VEC(uint64_t) starts; /* index of each step's CHOICE event, then the number of events */
  VEC(node_id) path;    /* [k]: the node after k steps, for the steps executed so far */
};

static int find_starts(struct follower *f, struct trace_reader *r, struct error *err) {
  uint64_t n = trace_reader_count(r), i;
  for (i = 0; i < n; i++) {
    struct trace_event e;
    if (trace_reader_event(r, i, &e, err)) return err->code;
    if (e.kind == TRACE_EV_CHOICE) *vec_push(&f->starts) = i;
  }
  *vec_push(&f->starts) = n;
  return 0;
}

static void close_follower(void *self) {
  struct follower *f = self;
  schedule_release(&f->schedule);
  vec_free(&f->starts);
  vec_free(&f->path);
  free(f);
}

static int open_counterexample(struct engine *e, struct trace_reader *r, volatile int *stop,
                               void **out, struct error *err) {
  struct follower *f = mem_alloc(sizeof *f);
  f->engine = e;
  f->stop = stop;
  if (counterexample_schedule(r, &f->schedule, err) || find_starts(f, r, err)) {
    close_follower(f);
    return err->code;
  }
  CHECK(f->starts.len == (size_t)f->schedule.count + 1,
        "each step of a schedule begins at an event: %zu of %zu", f->starts.len - 1,
        (size_t)f->schedule.count);
  *vec_push(&f->path) = NODE_ROOT;
  *out = f;
  return 0;
}

static const char *warning(void *self, size_t i) {
  (void)self, (void)i;
  return "";
}

static size_t steps_of(const struct follower *f, node_id n) {
  size_t k;
  for (k = 0; k < f->path.len; k++)
    if (f->path.data[k] == n) return k;
  return SIZE_MAX;
}

static void report(const struct follower *f, size_t steps, struct follow_report *out) {
  CHECK(steps < f->starts.len, "a step has a place in the trace: %zu of %zu", steps, f->starts.len);
  memset(out, 0, sizeof *out);
  out->events = f->starts.data[steps];
  out->status = steps == f->schedule.count ? FOLLOW_END : FOLLOW_STEPPED;
}

/* Executes step k + 1. The session must be at the node after step k. */
static void go_on(struct follower *f, size_t k, struct follow_report *out) {
  struct error why = {0};
  node_id n;
  bool last = k + 1 == f->schedule.count;
  CHECK(k < f->path.len && f->path.data[k] == engine_here(f->engine),
        "the session is at the step before: %zu, node %u", k, engine_here(f->engine));
  CHECK(k < f->schedule.count, "the schedule has the step: %zu of %zu", k,
        (size_t)f->schedule.count);
  if (engine_take_to(f->engine, f->schedule.choices[k], &f->schedule.ends[k], &n, &why) ||
      (last && schedule_hangs(&f->schedule) && engine_hang(f->engine, &why))) {
    report(f, k, out);
    out->status = FOLLOW_STUCK;
    snprintf(out->message, sizeof out->message, "at its step %zu: thread T%u %.400s", k + 1,
             f->schedule.choices[k].thread, why.msg);
    return;
  }
  f->path.len = k + 1;
  *vec_push(&f->path) = n;
  report(f, k + 1, out);
}

static int follow_counterexample_step(void *self, struct follow_report *out, struct error *err) {
  struct follower *f = self;
  size_t k = steps_of(f, engine_here(f->engine));
  if (k == SIZE_MAX) {
    k = f->path.len - 1;
    if (engine_go(f->engine, f->path.data[k], err)) return err->code;
  }
  if (k == f->schedule.count)
    report(f, k, out);
  else
    go_on(f, k, out);
  return 0;
}

/* Returns the number of steps before the step that contains `event`. */
static size_t steps_before(const struct follower *f, uint64_t event) {
  size_t k = 0;
  while (k < f->schedule.count && f->starts.data[k + 1] <= event) k++;
  return k;
}

static int to(void *self, uint64_t event, struct follow_report *out, struct error *err) {
  struct follower *f = self;
  size_t want = steps_before(f, event), k = want < f->path.len ? want : f->path.len - 1;
  if (engine_go(f->engine, f->path.data[k], err)) return err->code;
  for (report(f, k, out); k < want && out->status == FOLLOW_STEPPED && !(f->stop && *f->stop); k++)
    go_on(f, k, out);
  return 0;
}

static uint64_t position(void *self, node_id n) {
  const struct follower *f = self;
  size_t k = steps_of(f, n);
  return k == SIZE_MAX ? UINT64_MAX : f->starts.data[k];
}

const struct follow_ops follow_counterexample = {
    open_counterexample, warning, follow_counterexample_step, to, position, close_follower};
