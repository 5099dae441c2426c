/* The commands last and access: go to the step that last accessed a memory location or a lock, or
 * to the next one that does. The session stops at the state after that step. The commands remember
 * the event, so that a repeated command continues from it. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"
#include "tui/commands/last_bit.h"
#include "tui/commands/last_local.h"
#include "tui/views/lanes/view_lanes.h"
#include "tui/views/view_trace.h"

/* ---- the place ---- */

static bool is_again(const struct debug *d) {
  return d->last.place.name && d->last.run + 1 == d->runs && d->last.node == engine_here(d->engine);
}

static int ask_for_place(struct debug *d, const char *command) {
  if (!d->interactive)
    return command_usage(d, "%s of what: Class.field, Class#1.field, Class#1[3] or lock Class#1",
                         command);
  free(d->prefill);
  d->prefill = mem_printf("%s ", command);
  return 0;
}

/* Sets d->last.place to the place that `expr` names. Leaves d->last unchanged if it is the same
 * place as before. Returns 0 or an error code. */
static int find_place(struct debug *d, const char *expr) {
  struct error err = {0};
  struct shared_place p;
  if (engine_place(d->engine, expr, &p, &err)) {
    if (!d->last.place.name || strcmp(d->last.place.name, expr) != 0) return debug_fail(d, &err);
    return 0; /* the place no longer exists here, but its events on the path are known */
  }
  if (d->last.place.name && !strcmp(d->last.place.name, p.name) &&
      d->last.place.monitor == p.monitor) {
    engine_place_release(&p);
    return 0;
  }
  engine_place_release(&d->last.place);
  d->last.place = p;
  d->last.node = NODE_NONE;
  return 0;
}

/* ---- along the path ---- */

static uint32_t events_of(struct debug *d, node_id n) {
  struct node_info k;
  return engine_node(d->engine, n, &k) ? 0 : k.events;
}

/* Goes forward to the node of the next access, beginning with event `first` of the current step.
 * Sets *index to the event. Returns false, without moving, if there is no access. */
static bool go_to_access(struct debug *d, uint32_t first, uint32_t *index) {
  struct error err = {0};
  node_id from = engine_here(d->engine), n = from;
  do {
    uint32_t i, count = events_of(d, n);
    for (i = first; i < count; i++)
      if (engine_touches(d->engine, n, i, &d->last.place) != TOUCH_NONE) return *index = i, true;
    first = 0;
    if (engine_forward(d->engine, &err)) break;
    n = engine_here(d->engine);
  } while (!(d->stop && *d->stop));
  if (engine_go(d->engine, from, &err)) debug_fail(d, &err);
  return false;
}

/* Makes the source pane show the event's line until the next move. */
static void show_line(struct debug *d, const struct event_info *e) {
  if (!e->file || e->line <= 0) return;
  free(d->shown_file);
  free(d->shown_class);
  d->shown_file = mem_strdup(e->file);
  d->shown_class = mem_strdup(e->class_name);
  d->source_line = (size_t)e->line - 1;
}

/* Logs a line such as "T1 write Cell#1.value = 120 @17, in step 12 (w again: ...)". */
static void report_event(struct debug *d, node_id n, uint32_t index, const char *again) {
  struct event_info e;
  struct node_info k;
  char *text, *s;
  if (engine_node(d->engine, n, &k) || engine_event(d->engine, n, index, &e)) return;
  text = mem_printf("%s %s %s%s%s @ %s:%d", debug_thread_title(d, e.thread), e.op,
                    d->last.place.name, e.value && *e.value ? " = " : "", e.value ? e.value : "",
                    e.file ? e.file : e.class_name, e.line);
  s = debug_short(d, text);
  debug_log(d, LOG_GOOD, "%s, in step %u (%s)", s, k.depth, again);
  show_line(d, &e);
  engine_event_release(&e);
  free(text);
  free(s);
}

static void arrived(struct debug *d, node_id n, uint32_t index) {
  d->last.node = n;
  d->last.index = index;
  d->last.run = d->runs;
}

static int go_to(struct debug *d, node_id n, uint32_t index) {
  struct error err = {0};
  node_id here = engine_here(d->engine);
  INVARIANT(index < events_of(d, n), "an access is an event of its step: %u of node %u", index, n);
  if (n != here && engine_go(d->engine, n, &err)) return debug_fail(d, &err);
  debug_moved(d, here);
  debug_report_node(d, n);
  arrived(d, n, index);
  report_event(d, n, index,
               d->last.place.monitor ? "w again: the acquire before" : "w again: the write before");
  return 0;
}

static int go_to_write(struct debug *d) {
  node_id here = engine_here(d->engine), n;
  uint32_t end = d->last.node == here ? d->last.index : UINT32_MAX, index;
  char *name;
  int r = 0;
  if (debug_last_write(d, &d->last.place, here, end, &n, &index)) return go_to(d, n, index);
  name = debug_short(d, d->last.place.name);
  d->last.run = d->runs;
  r = debug_fail_text(d, ERR_NOTFOUND, "%s %s on the path%s", name,
                      d->last.place.monitor ? "was not locked" : "was not written",
                      end == UINT32_MAX ? " to here" : " before that");
  free(name);
  return r;
}

/* ---- in a recorded trace ---- */

/* Returns true if b accesses the variable of a, or takes or releases its lock. With `back`, only
 * writes and lock acquisitions count. */
static bool same_variable(const struct trace_event *a, const struct trace_event *b, bool back) {
  unsigned locks = TRAIT_ACQUIRES | TRAIT_RELEASES;
  if (a->object != b->object) return false;
  if (trace_has(a, locks)) return trace_has(b, back ? TRAIT_ACQUIRES : locks);
  if (a->ref != b->ref || a->index != b->index) return false;
  return trace_is_write(b) || (!back && trace_is_read(b));
}

static bool is_about_something(const struct trace_event *e) {
  return trace_is_read(e) || trace_is_write(e) || trace_has(e, TRAIT_ACQUIRES | TRAIT_RELEASES);
}

static int trace_arrived(struct debug *d, uint64_t from, uint64_t n, bool back) {
  CHECK(back ? n < from : n > from && n < trace_reader_count(d->trace),
        "an access before or after another one is in the trace: #%llu", (unsigned long long)n);
  view_trace_show(d, n);
  view_lanes_show(d, n);
  debug_log(d, LOG_GOOD, "the %s one %s #%llu is #%llu; Enter goes there", back ? "last" : "next",
            back ? "before" : "behind", (unsigned long long)from, (unsigned long long)n);
  return 0;
}

/* Moves the cursor of the views Trace and Lanes from event n to the last write of the same variable
 * before it (with `back`), or to the next access after it. */
static int trace_walk(struct debug *d, uint64_t n, bool back) {
  uint64_t count = trace_reader_count(d->trace), i;
  struct trace_event e, o;
  if (trace_reader_event(d->trace, n, &e, NULL) || !is_about_something(&e))
    return command_usage(d, "event #%llu is not an access and does not take a lock",
                         (unsigned long long)n);
  for (i = n; (back ? i > 0 : i + 1 < count) && !(d->stop && *d->stop);) {
    i = back ? i - 1 : i + 1;
    if (!trace_reader_event(d->trace, i, &o, NULL) && same_variable(&e, &o, back))
      return trace_arrived(d, n, i, back);
  }
  return debug_fail_text(d, ERR_NOTFOUND, "the trace has no %s one than #%llu",
                         back ? "earlier" : "later", (unsigned long long)n);
}

/* Sets *n to the event under the cursor of the view Trace or Lanes. Returns false if another view
 * is shown or there is no recorded run. */
static bool trace_cursor(struct debug *d, uint64_t *n) {
  return (d->view == VIEW_trace && view_trace_cursor(d, n)) ||
         (d->view == VIEW_lanes && view_lanes_cursor(d, n));
}

/* ---- commands ---- */

/* Sets d->last.place from the arguments or the row under the cursor. Returns 1 on success, 0 if the
 * prompt asks the user for the place, or an error code, whose message is logged. */
static int last_place(struct debug *d, const struct args *a, const char *command) {
  char *expr = a->argc ? mem_strdup(a->rest) : NULL;
  int r = 0;
  if (!expr && is_again(d)) return 1;
  if (!expr) expr = view_subject(d);
  if (!expr) return ask_for_place(d, command);
  r = find_place(d, expr);
  free(expr);
  return r ? r : 1;
}

/* Goes to the cause of the error at the current node, unless the row under the cursor is about
 * something else. Returns 0 on success. */
static int go_to_cause(struct debug *d) {
  struct cause c;
  char *subject = view_subject(d);
  int r;
  free(subject);
  if (subject || is_again(d) || !command_cause(d, &c)) return ERR_NOTFOUND;
  r = find_place(d, c.place);
  free(c.place);
  return r ? r : go_to(d, c.node, c.index);
}

/* Runs the command for a local variable or a bit of h, which have no events. Returns 1 if the
 * arguments name neither, else the command's result. */
static int without_events(struct debug *d, const struct args *a,
                          int (*local)(struct debug *, const char *),
                          int (*bit)(struct debug *, const char *)) {
  char *text = command_is_bit(d, a) ? command_bit_text(d, a) : NULL;
  int r = 1;
  if (command_is_bit(d, a))
    r = bit(d, text);
  else if (a->argc == 1 && command_is_local(a->argv[0]))
    r = local(d, a->argv[0]);
  free(text);
  return r;
}

int do_last(struct debug *d, const struct args *a) {
  uint64_t n;
  int r;
  if (!a->argc && trace_cursor(d, &n)) return trace_walk(d, n, true);
  r = without_events(d, a, command_last_local, command_last_bit);
  if (r <= 0) return r;
  if (!a->argc && !go_to_cause(d)) return 0;
  r = last_place(d, a, "last");
  return r > 0 ? go_to_write(d) : r;
}

int do_access(struct debug *d, const struct args *a) {
  node_id here = engine_here(d->engine);
  uint32_t index, first;
  uint64_t n;
  char *name;
  int r;
  if (!a->argc && trace_cursor(d, &n)) return trace_walk(d, n, false);
  r = without_events(d, a, command_next_local, command_next_bit);
  if (r <= 0) return r;
  r = last_place(d, a, "access");
  if (r <= 0) return r;
  first = d->last.node == here ? d->last.index + 1 : events_of(d, here);
  if (go_to_access(d, first, &index)) {
    node_id at = engine_here(d->engine);
    debug_moved(d, here);
    debug_report_node(d, at);
    arrived(d, at, index);
    report_event(d, at, index, "W again: the next one");
    return 0;
  }
  name = debug_short(d, d->last.place.name);
  d->last.run = d->runs;
  r = debug_fail_text(d, ERR_NOTFOUND,
                      "no access to %s ahead: only a path that was walked back continues from here",
                      name);
  free(name);
  return r;
}
