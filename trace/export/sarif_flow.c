/* Writes a counterexample as a SARIF codeFlow: a threadFlow for each thread, whose locations have
 * their position in the common order (executionOrder). Steps inside the JDK and in test libraries
 * are omitted unless the schedule switches to them. Of consecutive steps of a thread at one
 * location only the first is written. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/vm/sched/runner.h"
#include "trace/export/export.h"
#include "trace/export/report.h"
#include "trace/export/sarif_int.h"
#include "trace/reader.h"

enum { FLOW_MAX = 5000 }; /* maximum number of steps; servers reject files that are too large */

struct flow {
  struct trace_reader *r;
  const char *source_path;
  json_t *threads;           /* an array with the steps of each thread of `ids` */
  VEC(uint32_t) ids;         /* ascending */
  uint32_t thread, location; /* thread and location of the previous step */
  int order;
};

/* ---- texts of steps ---- */

static bool is_library(const char *name) {
  static const char *const begins[] = {"java/", "javax/", "jdk/", "sun/", "com/sun/", "heddle/"};
  char *slashed = mem_strdup(name);
  bool found = false;
  size_t i;
  mem_exchange(slashed, '.', '/');
  for (i = 0; i < COUNT(begins); i++) found |= !strncmp(slashed, begins[i], strlen(begins[i]));
  found |= runner_library_name(slashed);
  free(slashed);
  return found;
}

static void put_access(struct flow *f, const struct trace_event *e, struct text *out) {
  text_puts(out, trace_is_read(e) ? "reads " : "writes ");
  trace_name_variable(f->r, e, out);
  text_puts(out, " = ");
  trace_name_value(f->r, e->type, e->value, out);
}

static void put_other(struct flow *f, const struct trace_event *e, struct text *out) {
  text_puts(out, trace_kind_name(e->kind));
  if (e->object) {
    text_puts(out, " ");
    trace_name_object(f->r, e->object, out);
  }
  if (trace_kind_ref(e->kind) == TRACE_REF_THREAD && e->ref) {
    text_puts(out, " ");
    trace_name_thread(f->r, e->ref, out);
  }
  if (e->flags & TRACE_ELAPSED) text_puts(out, ", its time elapsed");
}

/* Is the event a step of the flow? */
static bool is_step(const struct trace_event *e) {
  int group = trace_kind_group(e->kind);
  if (trace_is_read(e) || trace_is_write(e)) return true;
  return group == TRACE_GROUP_THREAD || group == TRACE_GROUP_SYNC || e->kind == TRACE_EV_THROW ||
         e->kind == TRACE_EV_UNCAUGHT;
}

/* ---- the steps ---- */

static json_t *flow_of_thread(struct flow *f, uint32_t thread) {
  size_t at = f->ids.len;
  while (at > 0 && f->ids.data[at - 1] > thread) at--;
  if (at > 0 && f->ids.data[at - 1] == thread) return json_array_get(f->threads, at - 1);
  vec_push(&f->ids);
  memmove(&f->ids.data[at + 1], &f->ids.data[at], (f->ids.len - 1 - at) * sizeof *f->ids.data);
  f->ids.data[at] = thread;
  json_array_insert_new(f->threads, at, json_array());
  return json_array_get(f->threads, at);
}

static json_t *location_json(struct trace_reader *r, uint32_t id, const char *name,
                             const char *source_path) {
  const struct trace_location *l = trace_reader_location(r, id);
  const struct trace_method *m = l ? trace_reader_method(r, l->method) : NULL;
  struct text owner = {0};
  char *file, *end;
  const char *dot;
  json_t *j;
  if (m) trace_name_class(r, m->class_id, &owner);
  if (!owner.len) return json_object();
  dot = strrchr(owner.s, '.');
  file = mem_printf(
      /* A nested class is in the file of its outermost class. */
      "%s", dot ? dot + 1 : owner.s);
  end = strchr(file + (*file == '$'), '$');
  if (end) *end = 0;
  end = mem_printf("%s.java", file);
  j = sarif_location(name, end, l->line, source_path);
  free(end);
  free(file);
  text_release(&owner);
  return j;
}

/* Appends the name of the location's method, such as "a.b.C.run"; nothing if it is unknown. */
static void place_name(struct trace_reader *r, uint32_t location, struct text *out) {
  const struct trace_location *l = trace_reader_location(r, location);
  text_puts(out, "");
  if (l) trace_name_method(r, l->method, out);
}

json_t *sarif_trace_location(struct trace_reader *r, uint32_t location, const char *source_path) {
  struct text name = {0};
  json_t *j;
  place_name(r, location, &name);
  j = is_library(name.s) ? sarif_location(name.s, NULL, 0, NULL)
                         : location_json(r, location, name.s, source_path);
  text_release(&name);
  return j;
}

static void add_step(struct flow *f, const struct trace_event *e, const char *what,
                     bool essential) {
  json_t *place = sarif_trace_location(f->r, e->location, f->source_path), *step;
  json_object_set_new(place, "message",
                      json_pack("{s:o}", "text", trace_json_text(what, strlen(what))));
  step = json_pack("{s:o,s:i,s:s}", "location", place, "executionOrder", f->order++, "importance",
                   essential ? "essential" : "important");
  json_array_append_new(flow_of_thread(f, e->thread), step);
}

static void take_event(struct flow *f, const struct trace_event *e) {
  struct text what = {0}, name = {0};
  bool switched = e->thread != f->thread, same = !switched && e->location == f->location;
  place_name(f->r, e->location, &name);
  if (f->order < FLOW_MAX && is_step(e) &&
      (switched || (!is_library(name.s) && !(e->flags & TRACE_LIBRARY) && e->location && !same))) {
    if (trace_is_read(e) || trace_is_write(e))
      put_access(f, e, &what);
    else
      put_other(f, e, &what);
    add_step(f, e, what.s, switched && f->thread);
    f->thread = e->thread;
    f->location = e->location;
  }
  text_release(&what);
  text_release(&name);
}

/* Adds the error as the last step of its thread. Its location is the last one that the thread
 * executed in the program's own code. */
static void take_error(struct flow *f, struct trace_event *e, uint32_t last) {
  size_t n;
  const char *message = trace_reader_string(f->r, e->text, &n);
  e->location = last;
  add_step(f, e, message, true);
}

static bool is_program(struct flow *f, uint32_t location) {
  struct text name = {0};
  bool yes;
  place_name(f->r, location, &name);
  yes = name.len && !is_library(name.s);
  text_release(&name);
  return yes;
}

static void take_events(struct flow *f) {
  uint32_t *last = mem_alloc((trace_reader_rows(f->r, TRACE_THREADS) + 2) * sizeof *last), threads;
  uint64_t n;
  threads = (uint32_t)trace_reader_rows(f->r, TRACE_THREADS) + 1;
  for (n = 0; n < trace_reader_count(f->r); n++) {
    struct trace_event e;
    struct error ignored = {0};
    if (trace_reader_event(f->r, n, &e, &ignored)) break;
    if (e.kind == TRACE_EV_ERROR)
      take_error(f, &e, e.thread <= threads ? last[e.thread] : 0);
    else
      take_event(f, &e);
    if (e.thread <= threads && is_program(f, e.location)) last[e.thread] = e.location;
  }
  free(last);
}

/* ---- the flow ---- */

static json_t *thread_flow(struct flow *f, uint32_t thread, json_t *steps) {
  struct text id = {0};
  json_t *j;
  trace_title_thread(f->r, thread, &id);
  j = json_pack("{s:o,s:O}", "id", trace_json_text(id.s, id.len), "locations", steps);
  text_release(&id);
  return j;
}

json_t *sarif_trace_flow(struct trace_reader *r, const char *source_path) {
  struct flow f = {.r = r, .source_path = source_path, .threads = json_array()};
  json_t *flows = json_array();
  size_t i;
  take_events(&f);
  for (i = 0; i < f.ids.len; i++)
    json_array_append_new(flows, thread_flow(&f, f.ids.data[i], json_array_get(f.threads, i)));
  json_decref(f.threads);
  vec_free(&f.ids);
  return json_pack("{s:o}", "threadFlows", flows);
}

json_t *sarif_code_flow(const char *trace, const char *source_path) {
  struct trace_reader *r;
  struct error ignored = {0};
  json_t *flow;
  if (trace_reader_open(trace, &r, &ignored)) return NULL;
  flow = sarif_trace_flow(r, source_path);
  trace_reader_close(r);
  return flow;
}
