/* Writes the Trace Event Format (JSON), which Perfetto's UI and chrome://tracing open.
 *
 * Each thread is a track. Its lifetime, the locks that it holds, waits, parks, methods and library
 * calls are spans. Other synchronisation events are short spans. Accesses and labels are instants.
 * Arrows lead from releases to acquires (trace/causal.h). A trace has an order but no times: event
 * n is at 2n microseconds, and a span that event n ends is closed at 2n + 1.
 *
 * Spans of a track must nest, but locks may be released in any order. If a span ends while others
 * are open above it, these are closed too and opened again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "trace/causal.h"
#include "trace/export/describe.h"
#include "trace/export/export.h"

int trace_perfetto_write(struct trace_reader *r, FILE *out, struct error *err);

enum span_kind { SPAN_THREAD, SPAN_LOCK, SPAN_WAIT, SPAN_PARK, SPAN_METHOD, SPAN_CALL };

struct span {
  enum span_kind kind;
  uint32_t key; /* object or method */
  char *name;
};

struct track {
  uint32_t thread;
  VEC(struct span) open;
};

struct perfetto {
  struct trace_reader *r;
  FILE *out;
  bool any; /* has a row been written, so that the next one needs a comma? */
  uint64_t now, flows;
  VEC(struct track) tracks;
};

/* ---- lines ---- */

/* Writes the common columns of a row; the caller adds others and the closing brace. */
static void row_begin(struct perfetto *p, const char *phase, uint32_t thread, uint64_t ts,
                      const char *category, const char *name) {
  fprintf(p->out,
          "%s\n{\"ph\":\"%s\",\"pid\":1,\"tid\":%" PRIu32 ",\"ts\":%" PRIu64
          ",\"cat\":\"%s\",\"name\":",
          p->any ? "," : "", phase, thread, ts, category);
  export_put_json(p->out, name);
  p->any = true;
}

static void row_args(struct perfetto *p, const struct trace_event *e) {
  struct text place = {0}, labels = {0};
  if (e->location) trace_name_location(p->r, e->location, &place);
  export_describe_labels(p->r, e, &labels);
  fprintf(p->out, ",\"args\":{\"event\":%" PRIu64, p->now);
  if (place.len) fputs(",\"at\":", p->out), export_put_json(p->out, place.s);
  if (labels.len) fputs(",\"labels\":", p->out), export_put_json(p->out, labels.s);
  fputc('}', p->out);
  text_release(&place);
  text_release(&labels);
}

static void put_instant(struct perfetto *p, const struct trace_event *e, const char *category,
                        const char *scope, const char *name) {
  row_begin(p, "i", e->thread, 2 * p->now, category, name);
  fprintf(p->out, ",\"s\":\"%s\"", scope);
  row_args(p, e);
  fputc('}', p->out);
}

static void put_metadata(struct perfetto *p, const char *what, uint32_t thread, const char *name) {
  row_begin(p, "M", thread, 0, "__metadata", what);
  fputs(",\"args\":{\"name\":", p->out);
  export_put_json(p->out, name);
  fputs("}}", p->out);
}

/* ---- spans ---- */

static const char *span_category(enum span_kind kind) {
  static const char *const names[] = {"thread", "lock", "wait", "park", "method", "call"};
  CHECK((size_t)kind < COUNT(names), "a span is of a known kind: %d", (int)kind);
  return names[kind];
}

static struct track *track_of(struct perfetto *p, uint32_t thread) {
  for (size_t i = p->tracks.len; i > 0; i--)
    if (p->tracks.data[i - 1].thread == thread) return &p->tracks.data[i - 1];
  return NULL;
}

static void span_open(struct perfetto *p, struct track *t, const struct trace_event *e,
                      enum span_kind kind, uint32_t key, char *name) {
  row_begin(p, "B", t->thread, 2 * p->now, span_category(kind), name);
  row_args(p, e);
  fputc('}', p->out);
  *vec_push(&t->open) = (struct span){kind, key, name};
}

static void span_end_row(struct perfetto *p, const struct track *t, const struct span *s) {
  row_begin(p, "E", t->thread, 2 * p->now + 1, span_category(s->kind), s->name);
  fputc('}', p->out);
}

/* Closes the innermost span of that kind and key. Returns false if there is none. */
static bool span_close(struct perfetto *p, struct track *t, enum span_kind kind, uint32_t key) {
  size_t at = t->open.len;
  while (at > 0 && (t->open.data[at - 1].kind != kind || t->open.data[at - 1].key != key)) at--;
  if (!at) return false;
  for (size_t i = t->open.len; i >= at; i--) span_end_row(p, t, &t->open.data[i - 1]);
  free(t->open.data[at - 1].name);
  for (size_t i = at; i < t->open.len; i++) {
    struct span s = t->open.data[i - 1] = t->open.data[i];
    row_begin(p, "B", t->thread, 2 * p->now + 1, span_category(s.kind), s.name);
    fputc('}', p->out);
  }
  t->open.len--;
  return true;
}

static void track_end(struct perfetto *p, struct track *t) {
  while (t->open.len) {
    struct span *s = &t->open.data[--t->open.len];
    span_end_row(p, t, s);
    free(s->name);
  }
}

static struct track *track_begin(struct perfetto *p, const struct trace_event *e) {
  struct track *t = track_of(p, e->thread);
  struct text name = {0};
  if (t) return t;
  t = vec_push(&p->tracks);
  *t = (struct track){.thread = e->thread};
  export_describe_thread(p->r, e->thread, &name);
  put_metadata(p, "thread_name", e->thread, name.s);
  span_open(p, t, e, SPAN_THREAD, 0, name.s);
  return t;
}

/* ---- arrows ---- */

static void put_arrow(void *arg, struct causal_point from, struct causal_point to,
                      enum causal_edge kind) {
  struct perfetto *p = arg;
  const char *name = causal_edge_name(kind);
  p->flows++;
  row_begin(p, "s", from.thread, 2 * from.event, "sync", name);
  fprintf(p->out, ",\"id\":%" PRIu64 "}", p->flows);
  row_begin(p, "f", to.thread, 2 * to.event, "sync", name);
  fprintf(p->out, ",\"id\":%" PRIu64 ",\"bp\":\"e\"}", p->flows);
}

/* ---- events ---- */

static char *named(const struct perfetto *p, const char *before, uint32_t id,
                   void (*name)(const struct trace_reader *, uint32_t, struct text *)) {
  struct text t = {0};
  text_puts(&t, before);
  name(p->r, id, &t);
  return t.s;
}

static bool put_span(struct perfetto *p, struct track *t, const struct trace_event *e) {
  switch (e->kind) {
    case TRACE_EV_WAIT_BEGIN:
      span_open(p, t, e, SPAN_WAIT, e->object, named(p, "wait ", e->object, trace_name_object));
      return true;
    case TRACE_EV_WAIT_END: return span_close(p, t, SPAN_WAIT, e->object);
    case TRACE_EV_PARK: span_open(p, t, e, SPAN_PARK, 0, mem_strdup("park")); return true;
    case TRACE_EV_PARK_END: return span_close(p, t, SPAN_PARK, 0);
    case TRACE_EV_METHOD_ENTER:
      span_open(p, t, e, SPAN_METHOD, e->ref, named(p, "", e->ref, trace_name_method));
      return true;
    case TRACE_EV_METHOD_EXIT: return span_close(p, t, SPAN_METHOD, e->ref);
    case TRACE_EV_CALL_BEFORE:
      span_open(p, t, e, SPAN_CALL, e->ref, named(p, "", e->ref, trace_name_method));
      return true;
    case TRACE_EV_CALL_AFTER: return span_close(p, t, SPAN_CALL, e->ref);
    default: break;
  }
  if (trace_has(e, TRAIT_ACQUIRES)) {
    span_open(p, t, e, SPAN_LOCK, e->object, named(p, "", e->object, trace_name_object));
    return true;
  }
  return trace_has(e, TRAIT_RELEASES) && span_close(p, t, SPAN_LOCK, e->object);
}

/* Writes an event that neither begins nor ends a span. */
static void put_single(struct perfetto *p, const struct trace_event *e) {
  int group = trace_kind_group(e->kind);
  struct text what = {0};
  export_describe(p->r, e, &what);
  if (group == TRACE_GROUP_SYNC || group == TRACE_GROUP_THREAD) {
    row_begin(p, "X", e->thread, 2 * p->now, trace_group_name(group), what.s);
    fputs(",\"dur\":1", p->out);
    row_args(p, e);
    fputc('}', p->out);
  } else if (group != TRACE_GROUP_CHOICE || e->kind == TRACE_EV_ERROR) {
    put_instant(p, e, group < 0 ? "event" : trace_group_name(group),
                e->kind == TRACE_EV_ERROR ? "g" : "t", what.s);
  }
  text_release(&what);
}

static void perfetto_labels(struct perfetto *p, const struct trace_event *e) {
  for (unsigned i = 0; e->labels && i < TRACE_MAX_LABELS; i++) {
    const char *name = e->labels >> i & 1 ? trace_reader_label_name(p->r, i) : NULL;
    if (name) put_instant(p, e, "label", "p", name);
  }
}

static void put_event(struct perfetto *p, struct causal *c, const struct trace_event *e) {
  if (!e->thread) return;
  struct track *t = track_begin(p, e);
  if (!put_span(p, t, e)) put_single(p, e);
  perfetto_labels(p, e);
  causal_take(c, p->now, e);
  if (e->kind == TRACE_EV_THREAD_END) track_end(p, t);
}

static void perfetto_end(struct perfetto *p) {
  for (size_t i = 0; i < p->tracks.len; i++) {
    track_end(p, &p->tracks.data[i]);
    vec_free(&p->tracks.data[i].open);
  }
  vec_free(&p->tracks);
  fputs("\n]}\n", p->out);
}

int trace_perfetto_write(struct trace_reader *r, FILE *out, struct error *err) {
  struct perfetto p = {.r = r, .out = out};
  struct causal *c = causal_new(&(struct causal_listener){.arg = &p, .edge = put_arrow});
  const char *main_class = trace_reader_meta(r, TRACE_META_MAIN, 0);
  int rc = 0;
  fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", out);
  put_metadata(&p, "process_name", 1, main_class ? main_class : trace_reader_path(r));
  for (; p.now < trace_reader_count(r) && !rc; p.now++) {
    struct trace_event e;
    rc = trace_reader_event(r, p.now, &e, err);
    if (!rc) put_event(&p, c, &e);
  }
  perfetto_end(&p);
  causal_free(c);
  return rc ? rc : trace_export_end(out, err);
}
