/* Records how far the paths of a replay came: the trace's next event there, and what the engine did
 * instead. The report uses this if no path matches. */
#include <stdlib.h>

#include "engine/vm/machine.h"
#include "trace/replay_int.h"

static const char *const why_text[] = {
    [OTHER_KIND] = "",
    [OTHER_PLACE] = " (another place)",
    [OTHER_OBJECT] = " (another object)",
    [OTHER_VALUE] = " (another value)",
    [TOO_EARLY] = " (too early: the trace has other operations first)",
    [OTHER_INPUT] = " (an input that the recorded run had at another time)",
    [NO_MORE] = " (the trace has no more events of this thread)"};

static char *doing(struct replay *r, const struct match_result *m) {
  struct text t = {0};
  bool failed = xnode(r->x, r->x->here)->flags & NODE_FAILED;
  char *name = thread_title(r->vm, vm_thread(r->vm, xnode(r->x, r->x->here)->choice.thread));
  struct event_info ev;
  if (failed) {
    text_printf(&t, "thread %s: heddle cannot continue: %s", name, r->vm->err.msg);
  } else if (m->at >= 0 && !engine_event(r->e, r->x->here, (uint32_t)m->at, &ev)) {
    text_printf(&t, "thread %s would %s%s%s%s%s", name, ev.op, *ev.object ? " " : "", ev.object,
                *ev.value ? " = " : "", ev.value);
    if (ev.file) text_printf(&t, " at %s:%d", ev.file, ev.line);
    engine_event_release(&ev);
  } else {
    text_printf(&t, "thread %s would continue", name);
  }
  if (!failed) text_puts(&t, why_text[m->why]);
  free(name);
  return t.s;
}

static void keep_best(struct replay *r, node_id node, char *instead, bool exact) {
  if (r->best != NODE_NONE) xnode(r->x, r->best)->pins--;
  xnode(r->x, node)->pins++;
  r->best = node;
  r->best_frontier = r->frontier;
  r->best_exact = exact;
  free(r->instead);
  r->instead = instead;
  r->stopped = xnode(r->x, r->x->here)->flags & NODE_FAILED;
}

void furthest_mismatch(struct replay *r, const struct match_result *m) {
  bool exact = m->expected == r->frontier && m->why != TOO_EARLY && m->why != NO_MORE;
  if (r->frontier < r->best_frontier ||
      (r->frontier == r->best_frontier && r->best != NODE_NONE && (r->best_exact || !exact)))
    return;
  keep_best(r, r->path.data[r->path.len - 1].node, doing(r, m), exact);
}

void furthest_dead_end(struct replay *r) {
  const struct level *l = &r->path.data[r->path.len - 1];
  struct text t = {0};
  struct thread_info ti;
  uint32_t i, n = xnode(r->x, l->node)->flags & NODE_ENDED ? 0 : engine_thread_count(r->e);
  if (r->frontier < r->best_frontier || (r->frontier == r->best_frontier && r->best != NODE_NONE))
    return;
  for (i = 0; i < n; i++) {
    if (rank_next_event(r, i) != r->frontier || engine_thread(r->e, i, &ti)) continue;
    text_printf(&t, "thread %s is %s%s%s", ti.name, ti.state, *ti.op ? " before: " : "", ti.op);
    if (ti.waits_for && *ti.waits_for) text_printf(&t, " (%s)", ti.waits_for);
    engine_thread_release(&ti);
  }
  if (!t.s)
    text_puts(&t, xnode(r->x, l->node)->flags & NODE_ENDED ? "the program has ended"
                                                           : "its thread was not started");
  keep_best(r, l->node, t.s, false);
}
