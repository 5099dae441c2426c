/* Writes the happens-before graph of a trace for Graphviz: a cluster of events for each thread, in
 * program order, with edges between threads for synchronisation (trace/causal.h), and red edges
 * between racing accesses.
 *
 * A long trace cannot be drawn. If it has more than DOT_WHOLE events, only those near its marks are
 * written (labels of analyses, errors, uncaught exceptions and races), or its last events if it has
 * no marks. The graph's title states how many events are shown and how many there are. A dashed
 * edge between two events of a thread stands for events omitted between them. Choices of the search
 * and events internal to the library are never written. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "trace/causal.h"
#include "trace/export/describe.h"
#include "trace/export/export.h"

int trace_dot_write(struct trace_reader *r, FILE *out, struct error *err);

enum { DOT_WHOLE = 200, DOT_MARKS = 12, DOT_BEFORE = 40, DOT_AFTER = 10 };

struct dot_node {
  uint64_t event;
  uint32_t thread, place; /* place: the event's number among the events of its thread, from 1 */
  bool marked, error;
  char *text;
};

struct dot_edge {
  uint64_t from, to;
  enum causal_edge kind;
};

struct dot_race {
  uint64_t first, second;
};

struct dot {
  struct trace_reader *r;
  FILE *out;
  uint64_t shown_from, relevant;
  bool whole;
  VEC(uint64_t) marks; /* in the order found */
  VEC(struct dot_race) races;
  VEC(struct dot_node) nodes; /* in the order of the events */
  VEC(struct dot_edge) edges;
};

/* ---- selecting events ---- */

static bool dot_relevant(const struct trace_event *e) {
  int group = trace_kind_group(e->kind);
  if (!e->thread || (e->flags & TRACE_LIBRARY)) return false;
  return e->kind == TRACE_EV_ERROR || (group != TRACE_GROUP_CHOICE && group != TRACE_GROUP_NOTE);
}

static bool dot_is_error(const struct trace_event *e) {
  return e->kind == TRACE_EV_ERROR || e->kind == TRACE_EV_UNCAUGHT;
}

static void dot_mark(struct dot *d, uint64_t event) {
  if (d->marks.len < 2 * DOT_MARKS) *vec_push(&d->marks) = event;
}

static void dot_found_race(void *arg, struct causal_point first, struct causal_point second) {
  struct dot *d = arg;
  if (d->races.len == DOT_MARKS) return;
  *vec_push(&d->races) = (struct dot_race){first.event, second.event};
  dot_mark(d, first.event);
  dot_mark(d, second.event);
}

static bool dot_shown(const struct dot *d, uint64_t event) {
  if (d->whole) return true;
  for (size_t i = 0; i < d->marks.len; i++)
    if (event + DOT_BEFORE >= d->marks.data[i] && event <= d->marks.data[i] + DOT_AFTER)
      return true;
  return event >= d->shown_from;
}

static int dot_events(struct dot *d, const struct causal_listener *listener,
                      void (*take)(struct dot *, const struct causal *, uint64_t,
                                   const struct trace_event *),
                      struct error *err) {
  struct causal *c = causal_new(listener);
  int rc = 0;
  for (uint64_t n = 0; n < trace_reader_count(d->r) && !rc; n++) {
    struct trace_event e;
    rc = trace_reader_event(d->r, n, &e, err);
    if (rc) break;
    causal_take(c, n, &e);
    if (dot_relevant(&e) || e.labels) take(d, c, n, &e);
  }
  causal_free(c);
  return rc;
}

static void dot_look(struct dot *d, const struct causal *c, uint64_t n,
                     const struct trace_event *e) {
  (void)c;
  d->relevant++;
  if (e->labels || dot_is_error(e)) dot_mark(d, n);
}

static void dot_keep_edge(void *arg, struct causal_point from, struct causal_point to,
                          enum causal_edge kind) {
  struct dot *d = arg;
  if (dot_shown(d, from.event) && dot_shown(d, to.event))
    *vec_push(&d->edges) = (struct dot_edge){from.event, to.event, kind};
}

static void dot_keep_node(struct dot *d, const struct causal *c, uint64_t n,
                          const struct trace_event *e) {
  struct text t = {0}, labels = {0};
  size_t width;
  const uint32_t *clock = causal_clock(c, e->thread, &width);
  uint32_t place = 0;
  if (!dot_shown(d, n)) return;
  for (size_t i = 0; i < width; i++)
    if (causal_thread(c, i) == e->thread) place = clock[i];
  text_printf(&t, "%" PRIu64 ": ", n);
  export_describe(d->r, e, &t);
  if (e->location) text_puts(&t, "\n"), trace_name_location(d->r, e->location, &t);
  export_describe_labels(d->r, e, &labels);
  if (labels.len) text_printf(&t, "\n[%s]", labels.s);
  text_release(&labels);
  *vec_push(&d->nodes) =
      (struct dot_node){n, e->thread, place, e->labels != 0, dot_is_error(e), t.s};
}

/* ---- writing ---- */

/* Writes a quoted string of the DOT language, with left-aligned lines. */
static void dot_put_text(FILE *out, const char *s) {
  fputc('"', out);
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c == '\n')
      fputs("\\l", out);
    else
      fputc(c < ' ' ? ' ' : c, out);
  }
  fputs("\"", out);
}

static const struct dot_node *dot_node_of(const struct dot *d, uint64_t event) {
  size_t low = 0, high = d->nodes.len;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (d->nodes.data[mid].event < event)
      low = mid + 1;
    else
      high = mid;
  }
  INVARIANT(!low || low == d->nodes.len || d->nodes.data[low - 1].event < d->nodes.data[low].event,
            "events of the graph are in order: %zu", low);
  return low < d->nodes.len && d->nodes.data[low].event == event ? &d->nodes.data[low] : NULL;
}

static void dot_put_node(struct dot *d, const struct dot_node *n) {
  fprintf(d->out, "    e%" PRIu64 " [label=", n->event);
  char *lines = mem_printf("%s\n", n->text);
  dot_put_text(d->out, lines);
  free(lines);
  if (n->error)
    fputs(", style=filled, fillcolor=\"#f4b0a8\", shape=octagon", d->out);
  else if (n->marked)
    fputs(", style=filled, fillcolor=\"#fbe3a4\"", d->out);
  fputs("];\n", d->out);
}

static void dot_put_order(struct dot *d, const struct dot_node *a, const struct dot_node *b) {
  CHECK(a->event < b->event && a->place < b->place, "a thread's events are in order: %u, %u",
        a->place, b->place);
  fprintf(d->out, "    e%" PRIu64 " -> e%" PRIu64 " [weight=10", a->event, b->event);
  if (b->place > a->place + 1)
    fprintf(d->out, ", style=dashed, label=\"%" PRIu32 " more\"", b->place - a->place - 1);
  fputs("];\n", d->out);
}

static void dot_put_thread(struct dot *d, size_t first) {
  uint32_t thread = d->nodes.data[first].thread;
  const struct dot_node *last = NULL;
  struct text name = {0};
  export_describe_thread(d->r, thread, &name);
  fprintf(d->out, "  subgraph cluster_%" PRIu32 " {\n    label=", thread);
  dot_put_text(d->out, name.s);
  fputs(";\n    color=\"#999999\";\n", d->out);
  for (size_t i = first; i < d->nodes.len; i++) {
    const struct dot_node *n = &d->nodes.data[i];
    if (n->thread != thread) continue;
    dot_put_node(d, n);
    if (last) dot_put_order(d, last, n);
    last = n;
  }
  fputs("  }\n", d->out);
  text_release(&name);
}

static void dot_put_threads(struct dot *d) {
  VEC(uint32_t) done = {0};
  for (size_t i = 0; i < d->nodes.len; i++) {
    bool known = false;
    for (size_t k = 0; k < done.len; k++) known |= done.data[k] == d->nodes.data[i].thread;
    if (known) continue;
    *vec_push(&done) = d->nodes.data[i].thread;
    dot_put_thread(d, i);
  }
  vec_free(&done);
}

static void dot_put_edges(struct dot *d) {
  for (size_t i = 0; i < d->edges.len; i++) {
    const struct dot_edge *e = &d->edges.data[i];
    bool woke = e->kind == CAUSAL_NOTIFY || e->kind == CAUSAL_UNPARK;
    if (!dot_node_of(d, e->from) || !dot_node_of(d, e->to)) continue;
    fprintf(d->out,
            "  e%" PRIu64 " -> e%" PRIu64
            " [label=\"%s\", color=\"#2060a0\", "
            "fontcolor=\"#2060a0\"%s];\n",
            e->from, e->to, causal_edge_name(e->kind), woke ? ", style=dotted" : "");
  }
  for (size_t i = 0; i < d->races.len; i++) {
    const struct dot_race *x = &d->races.data[i];
    if (!dot_node_of(d, x->first) || !dot_node_of(d, x->second)) continue;
    fprintf(d->out,
            "  e%" PRIu64 " -> e%" PRIu64
            " [label=\"race\", color=\"#c02020\", "
            "fontcolor=\"#c02020\", penwidth=2, dir=both, arrowhead=dot, arrowtail=dot, "
            "constraint=false];\n",
            x->first, x->second);
  }
}

static void dot_put_graph(struct dot *d) {
  const char *main_class = trace_reader_meta(d->r, TRACE_META_MAIN, 0);
  char *title = mem_printf("%s: %zu of %" PRIu64 " events%s", main_class ? main_class : "trace",
                           d->nodes.len, trace_reader_count(d->r),
                           d->whole           ? ""
                           : d->marks.len > 0 ? ", around labels, errors and races"
                                              : ", the last ones");
  fputs("digraph trace {\n  label=", d->out);
  dot_put_text(d->out, title);
  fputs(
      ";\n  labelloc=t;\n  node [shape=box, fontname=monospace, fontsize=10];\n"
      "  edge [fontname=monospace, fontsize=9];\n",
      d->out);
  dot_put_threads(d);
  dot_put_edges(d);
  fputs("}\n", d->out);
  free(title);
}

int trace_dot_write(struct trace_reader *r, FILE *out, struct error *err) {
  struct dot d = {.r = r, .out = out, .shown_from = UINT64_MAX};
  uint64_t count = trace_reader_count(r);
  struct causal_listener races = {.arg = &d, .race = dot_found_race, .names = r};
  int rc = dot_events(&d, &races, dot_look, err);
  d.whole = d.relevant <= DOT_WHOLE;
  if (!d.marks.len) d.shown_from = count > DOT_WHOLE ? count - DOT_WHOLE : 0;
  if (!rc)
    rc = dot_events(&d, &(struct causal_listener){.arg = &d, .edge = dot_keep_edge}, dot_keep_node,
                    err);
  if (!rc) dot_put_graph(&d);
  for (size_t i = 0; i < d.nodes.len; i++) free(d.nodes.data[i].text);
  vec_free(&d.nodes);
  vec_free(&d.marks);
  vec_free(&d.races);
  vec_free(&d.edges);
  return rc ? rc : trace_export_end(out, err);
}
