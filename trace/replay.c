/* The public functions of replay; see replay.h. */
#include "trace/replay.h"
#include "engine/inside.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "trace/replay_int.h"

enum { REV_BITS = 16 };

static void replay_start(struct replay *r) {
  r->position = mem_alloc(r->plan.threads.len * sizeof *r->position);
  r->objects = mem_alloc((r->plan.objects + 1) * sizeof *r->objects);
  r->free_will = mem_alloc(r->plan.threads.len * sizeof *r->free_will);
  r->rev = mem_alloc(((size_t)1 << REV_BITS) * sizeof *r->rev);
  r->rev_count = 1u << REV_BITS;
  r->rev_shift = 32 - REV_BITS;
  r->visited = visited_new(false);
  r->led = visited_new(false);
  r->x->generation++;
  search_reset(r);
}

/* Finds the inputs of the trace and, if the session was opened with them, the events that they come
 * from. */
static int find_inputs(struct replay *r, struct error *err) {
  struct engine_options none = {0};
  int rc = replay_inputs(r->reader, &none, &r->inputs, err);
  r->input_count =
      (int)r->inputs.lines.len == engine_opts(r->e)->input_count ? r->inputs.events.len : 0;
  return rc;
}

int replay_open(struct engine *e, struct trace_reader *reader, const struct replay_options *o,
                struct replay **out, struct error *err) {
  struct replay *r = mem_alloc(sizeof *r);
  r->e = e;
  r->x = engine_explorer(e);
  r->vm = engine_vm(e);
  r->reader = reader;
  r->opt = *o;
  r->best = NODE_NONE;
  if (!r->opt.max_transitions) r->opt.max_transitions = 400000;
  if (find_inputs(r, err) || plan_make(r, err)) {
    replay_close(r);
    return err->code;
  }
  replay_start(r);
  *out = r;
  return 0;
}

void replay_close(struct replay *r) {
  size_t i;
  if (!r) return;
  queue_release(r);
  for (i = 0; i < r->plan.marks.len; i++) vm_mark_remove(r->vm, (uint16_t)(REPLAY_MARKS + i));
  for (i = 0; i < r->path.len; i++) {
    free(r->path.data[i].choices);
    xnode(r->x, r->path.data[i].node)->pins--;
  }
  if (r->best != NODE_NONE) xnode(r->x, r->best)->pins--;
  r->x->generation++;
  replay_inputs_release(&r->inputs);
  visited_free(r->visited);
  visited_free(r->led);
  plan_release(&r->plan);
  vec_free(&r->path);
  vec_free(&r->undo);
  vec_free(&r->touched);
  vec_free(&r->not_instrumented);
  free(r->instrumented);
  free(r->position);
  free(r->objects);
  free(r->free_will);
  free(r->rev);
  free(r->expected);
  free(r->instead);
  free(r);
}

const char *replay_warning(const struct replay *r, size_t i) {
  return i < r->plan.warnings.len ? r->plan.warnings.data[i] : "";
}

/* ---- the present position ---- */

static uint64_t replay_number_of(const struct replay *r, uint32_t event) {
  return event < r->plan.events.len ? r->plan.events.data[event].number
                                    : trace_reader_count(r->reader);
}

uint64_t replay_position(const struct replay *r) { return replay_number_of(r, r->frontier); }
uint64_t replay_monitored(const struct replay *r) { return r->plan.events.len; }
uint64_t replay_matched(const struct replay *r) { return r->matched; }
uint64_t replay_transitions(const struct replay *r) { return r->transitions; }
uint64_t replay_beyond(const struct replay *r) { return vm_machine(r->vm)->beyond; }
node_id replay_node(const struct replay *r) { return r->path.data[r->path.len - 1].node; }

static size_t level_of(const struct replay *r, node_id n) {
  uint32_t depth;
  if (n >= r->x->nodes.len) return SIZE_MAX;
  depth = r->x->nodes.data[n].depth;
  return depth < r->path.len && r->path.data[depth].node == n ? depth : SIZE_MAX;
}

uint64_t replay_position_of(const struct replay *r, node_id n) {
  size_t i = level_of(r, n);
  return i == SIZE_MAX ? UINT64_MAX : replay_number_of(r, r->path.data[i].frontier);
}

/* ---- failures ---- */

static char *event_text(const struct replay *r, uint32_t event) {
  const struct trace_event *e = &r->plan.events.data[event].e;
  struct text t = {0}, variable = {0};
  trace_name_thread(r->reader, e->thread, &t);
  text_printf(&t, " %s", trace_kind_name(e->kind));
  trace_name_variable(r->reader, e, &variable);
  if (!variable.len && e->object) trace_name_object(r->reader, e->object, &variable);
  if (variable.len) text_printf(&t, " %s", variable.s);
  if (e->type && trace_kind_group(e->kind) == TRACE_GROUP_ACCESS) {
    text_puts(&t, " = ");
    trace_name_value(r->reader, e->type, e->value, &t);
  }
  if (trace_kind_ref(e->kind) == TRACE_REF_THREAD) {
    text_puts(&t, " ");
    trace_name_thread(r->reader, e->ref, &t);
  }
  if (e->location) {
    text_puts(&t, " at ");
    trace_name_location(r->reader, e->location, &t);
  }
  text_release(&variable);
  return t.s;
}

static void report_furthest(struct replay *r) {
  if (r->best == NODE_NONE || r->best_frontier >= r->plan.events.len) return;
  free(r->expected);
  r->expected = event_text(r, r->best_frontier);
  r->failure = (struct replay_failure){r->plan.events.data[r->best_frontier].number, r->expected,
                                       r->instead, r->stopped};
}

static int fail(struct replay *r, struct error *err) {
  r->failed = true;
  if (r->completed || r->best_frontier >= r->plan.events.len)
    return error_set(err, ERR_NOTFOUND, "no other path matches the trace");
  report_furthest(r);
  search_go(r, r->best);
  return error_set(err, ERR_NOTFOUND, "event %llu cannot be matched: %s; instead, %s",
                   (unsigned long long)r->failure.event, r->expected, r->instead);
}

bool replay_failure(const struct replay *r, struct replay_failure *out) {
  if (!r->expected) return false;
  *out = r->failure;
  return true;
}

/* ---- moving ---- */

static void start_clock(struct replay *r) {
  r->deadline = r->opt.seconds > 0 ? clock_seconds() + r->opt.seconds : 0;
}

static int replay_extend(struct replay *r, struct error *err) {
  int rc;
  if (r->failed)
    return error_set(err, ERR_NOTFOUND, "the trace cannot be followed beyond event %llu",
                     (unsigned long long)r->failure.event);
  rc = search_extend(r, err);
  if (rc == ERR_LIMIT) report_furthest(r);
  return rc == ERR_NOTFOUND ? fail(r, err) : rc;
}

/* Extends the path until `matched` events are matched. */
static int run_to(struct replay *r, uint64_t matched, struct error *err) {
  int rc = 0;
  start_clock(r);
  explorer_go(r->x, replay_node(r));
  while (!rc && r->matched < matched) rc = replay_extend(r, err);
  return rc;
}

int replay_transition(struct replay *r, struct error *err) {
  start_clock(r);
  explorer_go(r->x, replay_node(r));
  if (r->frontier == r->plan.events.len) return REPLAY_END;
  return replay_extend(r, err);
}

int replay_step(struct replay *r, uint64_t n, struct error *err) {
  uint64_t want = r->matched + n;
  if (r->frontier == r->plan.events.len) return REPLAY_END;
  return run_to(r, want < r->plan.events.len ? want : r->plan.events.len, err);
}

int replay_run(struct replay *r, struct error *err) {
  int rc = run_to(r, r->plan.events.len, err);
  if (rc) return rc;
  r->completed = true;
  search_keep_led(r);
  return REPLAY_END;
}

int replay_to(struct replay *r, uint64_t event, struct error *err) {
  size_t n = r->path.len;
  int rc = 0;
  while (n > 1 && replay_number_of(r, r->path.data[n - 2].frontier) >= event) n--;
  search_return(r, n);
  start_clock(r);
  explorer_go(r->x, replay_node(r));
  while (!rc && replay_position(r) < event) rc = replay_extend(r, err);
  return rc;
}

int replay_return(struct replay *r, node_id n, struct error *err) {
  size_t i = level_of(r, n);
  if (i == SIZE_MAX)
    return error_set(err, ERR_NOTFOUND, "node %u is not on the path that follows the trace", n);
  search_return(r, i + 1);
  return 0;
}

int replay_next_path(struct replay *r, struct error *err) {
  if (r->frontier < r->plan.events.len)
    return error_set(err, ERR_USAGE, "the trace was not yet followed to its end");
  while (r->path.len > 1 && r->frontier == r->plan.events.len)
    if (search_drop_level(r)) break;
  return replay_run(r, err);
}
