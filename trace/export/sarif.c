/* Writes verdicts, and the errors found in a trace, as SARIF 2.1.0 (OASIS): one run, with a rule
 * for each property and a result for each error found. An inconclusive search is a result of the
 * kind "open"; a search without an error is a result of the kind "pass". Both state the verdict's
 * scope. A case that heddle could not search is a notification of the tool. */
#include <inttypes.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/engine.h"
#include "engine/vm/runner.h"
#include "trace/export/describe.h"
#include "trace/export/export.h"
#include "trace/export/verdict_report.h"
#include "trace/export/sarif_verdicts.h"
#include "trace/format/reader.h"

struct trace_reader;

static json_t *sarif_rules(void);
static int sarif_rule_index(const char *id);
static json_t *sarif_location(const char *name, const char *file, int line,
                              const char *source_path);
static char *sarif_whole(json_t *rules, json_t *invocation, json_t *results);

/* ---- code flow of a counterexample ---- */

/* A counterexample becomes a SARIF codeFlow: a threadFlow for each thread, whose locations have
 * their position in the common order (executionOrder). Steps inside the JDK and in test libraries
 * are omitted unless the schedule switches to them. Of consecutive steps of a thread at one
 * location only the first is written. */

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

/* ---- adding steps ---- */

static json_t *flow_of_thread(struct flow *f, uint32_t thread) {
  size_t at = f->ids.len;
  while (at > 0 && f->ids.data[at - 1] > thread) at--;
  if (at > 0 && f->ids.data[at - 1] == thread) return json_array_get(f->threads, at - 1);
  vec_push(&f->ids);
  memmove(&f->ids.data[at + 1], &f->ids.data[at], (f->ids.len - 1 - at) * sizeof *f->ids.data);
  f->ids.data[at] = thread;
  json_array_insert_new(f->threads, at, json_array());
  CHECK(json_array_size(f->threads) == f->ids.len &&
            (at + 1 == f->ids.len || thread < f->ids.data[at + 1]),
        "each thread has one flow, by id: %u", thread);
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

/* Returns the SARIF `location` of a row in the trace's table of locations. */
static json_t *sarif_trace_location(struct trace_reader *r, uint32_t location,
                                    const char *source_path) {
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

/* ---- whole flow ---- */

static json_t *thread_flow(struct flow *f, uint32_t thread, json_t *steps) {
  struct text id = {0};
  json_t *j;
  trace_title_thread(f->r, thread, &id);
  j = json_pack("{s:o,s:O}", "id", trace_json_text(id.s, id.len), "locations", steps);
  text_release(&id);
  return j;
}

/* Does the same as sarif_code_flow for an open trace. */
static json_t *sarif_trace_flow(struct trace_reader *r, const char *source_path) {
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

/* ---- results of a trace ---- */

/* The errors found in a trace are those of a counterexample, with their steps, and the events that
 * analyses labelled. Events that have the same label and variable (or location, if they are not
 * accesses) are one result, a warning with the locations of the events. */

int trace_sarif_write(struct trace_reader *r, FILE *out, struct error *err);

enum {
  SARIF_RESULTS = 5000, /* maximum for each label; servers reject files that are too large */
  SARIF_PLACES = 20,
  SARIF_INDEX = 1 << 14
};

struct sarif_group {
  char *what;
  struct text message;
  VEC(uint32_t) places;
  uint64_t events;
};

struct sarif_out {
  struct trace_reader *r;
  json_t *rules, *results;
  VEC(struct sarif_group) groups;
  uint16_t *index; /* hash table with open addressing: group + 1, by `what` */
  /* number of labelled events that belong to no result, because there are SARIF_RESULTS already */
  uint64_t left_out;
};

/* ---- labelled events ---- */

/* Returns the id of the label's rule. The prefix keeps it distinct from the properties, which are
 * rules too. */
static json_t *sarif_rule_of(const char *label) {
  char *id = mem_printf("label-%s", label);
  json_t *j = trace_json_text(id, strlen(id));
  free(id);
  return j;
}

static void sarif_put_rule(struct sarif_out *s, const char *label) {
  char *text = mem_printf(
      "An analysis of a recorded run put the label '%s' on these events: they "
      "are suspicious, which is not yet an error.",
      label);
  json_t *rule =
      json_pack("{s:o,s:{s:o},s:{s:s}}", "id", sarif_rule_of(label), "shortDescription", "text",
                trace_json_text(text, strlen(text)), "defaultConfiguration", "level", "warning");
  json_array_append_new(s->rules, rule);
  free(text);
}

static void sarif_group_name(struct sarif_out *s, const struct trace_event *e, struct text *out) {
  trace_name_variable(s->r, e, out);
  if (!out->len) trace_name_location(s->r, e->location, out);
}

static struct sarif_group *sarif_group_of(struct sarif_out *s, const char *what) {
  size_t i = XXH3_64bits(what, strlen(what)) & (SARIF_INDEX - 1);
  for (; s->index[i]; i = (i + 1) & (SARIF_INDEX - 1))
    if (!strcmp(s->groups.data[s->index[i] - 1].what, what))
      return &s->groups.data[s->index[i] - 1];
  if (s->groups.len == SARIF_RESULTS) return s->left_out++, NULL;
  struct sarif_group *g = vec_push(&s->groups);
  *g = (struct sarif_group){.what = mem_strdup(what)};
  s->index[i] = (uint16_t)s->groups.len;
  return g;
}

static void sarif_group_add(struct sarif_out *s, struct sarif_group *g, uint64_t n,
                            const struct trace_event *e) {
  bool known = false;
  if (g->events++ < SARIF_PLACES) {
    text_printf(&g->message, "\nevent %" PRIu64 ", ", n);
    export_describe_thread(s->r, e->thread, &g->message);
    text_puts(&g->message, ": ");
    export_describe(s->r, e, &g->message);
    text_puts(&g->message, ", ");
    trace_name_location(s->r, e->location, &g->message);
  }
  for (size_t i = 0; i < g->places.len; i++) known |= g->places.data[i] == e->location;
  if (!known && g->places.len < SARIF_PLACES) *vec_push(&g->places) = e->location;
}

static void sarif_group_result(struct sarif_out *s, const char *label, struct sarif_group *g) {
  char *message = mem_printf("%s: %s: %" PRIu64 " suspicious event%s%s", label, g->what, g->events,
                             PLURAL(g->events), g->message.s),
       *print = mem_printf("%s|%s", label, g->what);
  json_t *j = json_pack("{s:o,s:i,s:s,s:s,s:{s:o}}", "ruleId", sarif_rule_of(label), "ruleIndex",
                        (int)json_array_size(s->rules) - 1, "kind", "fail", "level", "warning",
                        "message", "text", trace_json_text(message, strlen(message))),
         *related = json_array();
  for (size_t i = 0; i < g->places.len; i++) {
    json_t *place = sarif_trace_location(s->r, g->places.data[i], NULL);
    if (!i)
      json_object_set_new(j, "locations", json_pack("[o]", place));
    else
      json_array_append_new(related, place);
  }
  if (json_array_size(related)) json_object_set(j, "relatedLocations", related);
  json_object_set_new(j, "partialFingerprints",
                      json_pack("{s:o}", "heddleLabel/v1", trace_json_text(print, strlen(print))));
  json_array_append_new(s->results, j);
  json_decref(related);
  free(message);
  free(print);
}

static int sarif_put_label(struct sarif_out *s, size_t label, struct error *err) {
  const char *name = trace_reader_label_name(s->r, label);
  const uint64_t *events;
  size_t count = trace_reader_label_events(s->r, label, &events);
  int rc = 0;
  sarif_put_rule(s, name);
  for (size_t i = 0; i < count && !rc; i++) {
    struct trace_event e;
    struct text what = {0};
    rc = trace_reader_event(s->r, events[i], &e, err);
    if (!rc) sarif_group_name(s, &e, &what);
    struct sarif_group *g = rc ? NULL : sarif_group_of(s, what.s);
    if (g) sarif_group_add(s, g, events[i], &e);
    text_release(&what);
  }
  for (size_t i = 0; i < s->groups.len; i++) {
    struct sarif_group *g = &s->groups.data[i];
    if (!rc) sarif_group_result(s, name, g);
    free(g->what);
    text_release(&g->message);
    vec_free(&g->places);
  }
  s->groups.len = 0;
  memset(s->index, 0, SARIF_INDEX * sizeof *s->index);
  return rc;
}

/* ---- errors of a counterexample ---- */

/* Returns a copy of the location of the flow's last step, which is the error, without its
 * message. */
static json_t *sarif_last_place(const json_t *flow) {
  const json_t *flows = json_object_get(flow, "threadFlows"), *best = NULL;
  json_int_t order = -1;
  for (size_t i = 0; i < json_array_size(flows); i++) {
    const json_t *steps = json_object_get(json_array_get(flows, i), "locations");
    const json_t *step = json_array_get(steps, json_array_size(steps) - 1);
    if (json_integer_value(json_object_get(step, "executionOrder")) <= order) continue;
    order = json_integer_value(json_object_get(step, "executionOrder"));
    best = step;
  }
  json_t *place = json_deep_copy(json_object_get(best, "location"));
  json_object_del(place, "message");
  return place;
}

static void sarif_put_error(struct sarif_out *s, const struct trace_event *e) {
  const char *property = trace_reader_string(s->r, e->ref, NULL);
  const char *kind = e->type == 's' ? trace_reader_string(s->r, (uint32_t)e->value, NULL) : "";
  struct text message = {0};
  json_t *flow = sarif_trace_flow(s->r, NULL), *place = sarif_last_place(flow), *rule;
  int index = sarif_rule_index(property);
  text_printf(&message, "%s (thread ", trace_reader_string(s->r, e->text, NULL));
  export_describe_thread(s->r, e->thread, &message);
  text_puts(&message, ")");
  rule = json_object_get(json_array_get(s->rules, (size_t)index), "id");
  json_t *j = json_pack("{s:O,s:i,s:s,s:s,s:{s:o},s:[o]}", "ruleId", rule, "ruleIndex", index,
                        "kind", "fail", "level", "error", "message", "text",
                        trace_json_text(message.s, message.len), "codeFlows", flow);
  if (place && json_object_size(place))
    json_object_set_new(j, "locations", json_pack("[O]", place));
  json_object_set_new(j, "properties",
                      json_pack("{s:o}", "kind", trace_json_text(kind, strlen(kind))));
  json_array_append_new(s->results, j);
  json_decref(place);
  text_release(&message);
}

static int sarif_put_errors(struct sarif_out *s, struct error *err) {
  uint64_t n = 0, count = trace_reader_count(s->r);
  int rc = 0;
  for (; !rc && (n = trace_reader_next(s->r, n, TRACE_GROUP_CHOICE)) < count; n++) {
    struct trace_event e;
    rc = trace_reader_event(s->r, n, &e, err);
    if (!rc && e.kind == TRACE_EV_ERROR) sarif_put_error(s, &e);
  }
  return rc;
}

/* ---- document of a trace ---- */

static void sarif_note(json_t *notes, const char *text) {
  json_array_append_new(notes, json_pack("{s:s,s:{s:o}}", "level", "warning", "message", "text",
                                         trace_json_text(text, strlen(text))));
}

/* Returns the invocation of the tool, with notifications of damage and omissions, because readers
 * could not see them otherwise. */
static json_t *sarif_reading(const struct sarif_out *s) {
  json_t *j = json_pack("{s:b}", "executionSuccessful", 1), *notes = json_array();
  if (trace_reader_damage(s->r)) sarif_note(notes, trace_reader_damage(s->r));
  if (s->left_out) {
    char *text =
        mem_printf("%" PRIu64 " labelled events are left out: a label has at most %d results",
                   s->left_out, SARIF_RESULTS);
    sarif_note(notes, text);
    free(text);
  }
  if (json_array_size(notes)) json_object_set(j, "toolExecutionNotifications", notes);
  json_decref(notes);
  return j;
}

int trace_sarif_write(struct trace_reader *r, FILE *out, struct error *err) {
  struct sarif_out s = {.r = r, .rules = sarif_rules(), .results = json_array()};
  s.index = mem_alloc(SARIF_INDEX * sizeof *s.index);
  int rc = sarif_put_errors(&s, err);
  for (size_t i = 0; i < trace_reader_label_count(r) && !rc; i++) rc = sarif_put_label(&s, i, err);
  char *text = sarif_whole(s.rules, sarif_reading(&s), s.results);
  if (!rc) fputs(text, out);
  free(text);
  vec_free(&s.groups);
  free(s.index);
  return rc ? rc : trace_export_end(out, err);
}

/* ---- verdicts on imported results ---- */

/* Elements added by heddle have the key "heddle" in their property bag, by which a later run finds
 * and replaces them. */

static bool is_ours(const json_t *j) {
  return json_object_get(json_object_get(j, "properties"), "heddle") != NULL;
}

/* Returns the array `key` of the result without the elements that heddle added earlier. Creates the
 * array if needed. */
static json_t *array_without_ours(json_t *result, const char *key) {
  json_t *all = json_object_get(result, key);
  if (!json_is_array(all)) {
    all = json_array();
    json_object_set_new(result, key, all);
  }
  for (size_t i = json_array_size(all); i-- > 0;)
    if (is_ours(json_array_get(all, i))) json_array_remove(all, i);
  return all;
}

static void drop_empty(json_t *result, const char *key) {
  if (!json_array_size(json_object_get(result, key))) json_object_del(result, key);
}

/* Adds or removes heddle's suppression. An empty array of suppressions would mean that someone
 * decided to suppress nothing, so it is kept only if it existed before. */
static void set_suppression(json_t *result, const struct warning_verdict *v) {
  bool was = json_object_get(result, "suppressions") != NULL;
  json_t *all = array_without_ours(result, "suppressions");
  if (!v->confirmed)
    json_array_append_new(
        all, json_pack("{s:s,s:s,s:o,s:{s:{s:s}}}", "kind", "external", "status", "underReview",
                       "justification", json_sprintf("heddle: %s: %s", v->verdict, v->text),
                       "properties", "heddle", "verdict", v->verdict));
  else if (!was)
    drop_empty(result, "suppressions");
}

static void set_flow(json_t *result, const struct warning_verdict *v) {
  json_t *all = array_without_ours(result, "codeFlows"), *flow;
  if (v->confirmed && v->code_flow) {
    flow = json_copy(v->code_flow);
    json_object_set_new(flow, "message",
                        json_pack("{s:o}", "text", json_sprintf("heddle: %s", v->text)));
    json_object_set_new(flow, "properties",
                        json_pack("{s:{s:s}}", "heddle", "verdict", v->verdict));
    json_array_append_new(all, flow);
  }
  drop_empty(result, "codeFlows");
}

void sarif_verdict_set(json_t *whole, const struct warning_verdict *v) {
  json_t *run = json_array_get(json_object_get(whole, "runs"), v->run),
         *result = json_array_get(json_object_get(run, "results"), v->result),
         *bag = json_object_get(result, "properties"), *ours = json_object();
  if (!json_is_object(result)) return;
  if (!json_is_object(bag)) {
    bag = json_object();
    json_object_set_new(result, "properties", bag);
  }
  if (v->more) json_object_update(ours, v->more);
  json_object_set_new(ours, "verdict", json_string(v->verdict));
  json_object_set_new(ours, "text", json_string(v->text));
  json_object_set_new(bag, "heddle", ours);
  set_suppression(result, v);
  set_flow(result, v);
}

/* ---- rules ---- */

/* The rule for results that are not errors of the program. */
static const char verdict_rule[] = "verdict";

static const char *rule_text(const char *property) {
  static const struct {
    const char *property, *text;
  } texts[] = {
      {"deadlock", "Threads wait for each other, or for something that no thread will do."},
      {"exception", "An exception or a failed assertion leaves a thread."},
      {"race",
       "Two accesses to one variable, one of them a write, are not ordered by synchronisation (JLS "
       "17.4.5)."},
      {"conflict",
       "Threads access one variable, one of them by a write, without a lock in common."},
      {"hang",
       "From some state, the program can no longer end, or a thread may loop for ever on an older "
       "value."},
      {"linearizable", "No order of the calls that respects real time produces their results."},
      {"sequential",
       "No order of the calls that keeps the order of each thread produces their results."},
      {"quiescent",
       "No order of the calls that respects the moments at which no call was running produces "
       "their results."},
      {verdict_rule,
       "The verdict of a search without an error: pass, within the scope; open, if the search was "
       "incomplete."},
  };
  size_t i;
  for (i = 0; i < COUNT(texts); i++)
    if (!strcmp(texts[i].property, property)) return texts[i].text;
  return property;
}

static void add_rule(json_t *rules, const char *id) {
  json_array_append_new(rules, json_pack("{s:s,s:{s:s},s:{s:s}}", "id", id, "shortDescription",
                                         "text", rule_text(id), "defaultConfiguration", "level",
                                         strcmp(id, verdict_rule) ? "error" : "none"));
}

/* Returns the SARIF rules: one for each property, then one for all other verdicts. The caller may
 * append others. */
static json_t *sarif_rules(void) {
  json_t *rules = json_array();
  uint32_t i;
  for (i = 0; engine_property_name(1u << i); i++) add_rule(rules, engine_property_name(1u << i));
  add_rule(rules, verdict_rule);
  return rules;
}

/* Returns the rule's index in sarif_rules. An unknown property has the index of the last rule. */
static int sarif_rule_index(const char *id) {
  uint32_t i;
  for (i = 0; engine_property_name(1u << i); i++)
    if (!strcmp(engine_property_name(1u << i), id)) break;
  return (int)i;
}

/* ---- places ---- */

static const char *sarif_text_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

/* Returns the path as a URI, with %XX for the characters that a URI does not allow. */
static json_t *sarif_uri(const char *path) {
  struct text t = {0};
  json_t *j;
  text_puts(&t, "");
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 strchr("-._~/$", c);
    if (plain)
      text_add(&t, path, 1);
    else
      text_printf(&t, "%%%02X", c);
  }
  j = json_string(t.s);
  text_release(&t);
  return j;
}

/* Returns a SARIF `location` with the method or class `name` (with dots). If `file` is not NULL,
 * the location also has that file and its line (0: unknown). */
static json_t *sarif_location(const char *name, const char *file, int line,
                              const char *source_path) {
  json_t *j = json_object(), *artifact = json_object(), *physical;
  if (file) {
    char *path = report_source(name, file, source_path);
    json_object_set_new(artifact, "uri", sarif_uri(path));
    if (path[0] != '/') json_object_set_new(artifact, "uriBaseId", json_string("%SRCROOT%"));
    physical = json_pack("{s:O}", "artifactLocation", artifact);
    if (line > 0) json_object_set_new(physical, "region", json_pack("{s:i}", "startLine", line));
    json_object_set_new(j, "physicalLocation", physical);
    free(path);
  }
  json_decref(artifact);
  if (*name)
    json_object_set_new(j, "logicalLocations",
                        json_pack("[{s:s,s:s}]", "fullyQualifiedName", name, "kind", "member"));
  return j;
}

/* Converts an error's location to a SARIF `location`. It is "File.java:12", or "Class.method@bci"
 * if there are no line numbers. */
static json_t *error_location(const json_t *c, const json_t *error, const char *source_path) {
  const char *location = sarif_text_of(error, "location"), *colon = strrchr(location, ':');
  const char *method = sarif_text_of(error, "method");
  char *file;
  json_t *j;
  if (!colon)
    return sarif_location(*location ? location : sarif_text_of(c, "class"), NULL, 0, NULL);
  file = mem_printf("%.*s", (int)(colon - location), location);
  j = sarif_location(*method ? method : sarif_text_of(c, "class"), file, atoi(colon + 1),
                     source_path);
  free(file);
  return j;
}

static char *case_name(const json_t *c) {
  const char *name = sarif_text_of(c, "name");
  return mem_printf("%s%s%s", sarif_text_of(c, "class"), *name ? "#" : "", name);
}

/* ---- results of a search ---- */

static json_t *result_of(const json_t *c, const char *rule, const char *kind, const char *level,
                         const char *message) {
  char *test = case_name(c);
  json_t *j =
      json_pack("{s:s,s:i,s:s,s:s,s:{s:s}}", "ruleId", rule, "ruleIndex", sarif_rule_index(rule),
                "kind", kind, "level", level, "message", "text", message);
  json_object_set_new(
      j, "properties",
      json_pack("{s:s,s:s,s:s,s:O,s:O}", "test", test, "verdict", sarif_text_of(c, "verdict"),
                "scope", sarif_text_of(c, "scope"), "states", json_object_get(c, "states"),
                "seconds", json_object_get(c, "seconds")));
  free(test);
  return j;
}

/* Sets a location that only names the test, because its source is unknown. */
static void set_test_location(json_t *j, const json_t *c) {
  char *test = case_name(c);
  json_object_set_new(j, "locations",
                      json_pack("[{s:[{s:s,s:s}]}]", "logicalLocations", "fullyQualifiedName", test,
                                "kind", "function"));
  free(test);
}

static json_t *error_result(const json_t *c, const json_t *error, const char *source_path) {
  char *test = case_name(c), *message, *print;
  const char *property = sarif_text_of(error, "property"), *trace = sarif_text_of(error, "trace"),
             *detail = sarif_text_of(error, "detail");
  json_t *flow = json_object_get(error, "code_flow"), *j;
  message = mem_printf("%s: %s (thread %s)%s%s", test, sarif_text_of(error, "message"),
                       sarif_text_of(error, "thread"), *detail ? "\n" : "", detail);
  print = mem_printf("%s|%s|%s|%s", property, sarif_text_of(error, "kind"),
                     sarif_text_of(error, "location"), test);
  j = result_of(c, property, "fail", "error", message);
  json_object_set_new(j, "locations", json_pack("[o]", error_location(c, error, source_path)));
  json_object_set_new(j, "partialFingerprints", json_pack("{s:s}", "heddleError/v1", print));
  if (flow) json_object_set_new(j, "codeFlows", json_pack("[O]", flow));
  if (*trace)
    json_object_set_new(json_object_get(j, "properties"), "counterexample", json_string(trace));
  free(test);
  free(message);
  free(print);
  return j;
}

/* A race inside a library is no error, because nothing that it leads to was found. */
static json_t *library_race_result(const json_t *c, const json_t *race) {
  char *test = case_name(c), *message, *print;
  const char *idiom = race_idiom_text(race_idiom_of(sarif_text_of(race, "idiom")));
  json_t *j;
  message = mem_printf("%s: inside libraries, without consequence: %s%s%s", test,
                       sarif_text_of(race, "message"), *idiom ? "; this looks like " : "", idiom);
  print = mem_printf("race|library|%s|%s", sarif_text_of(race, "raced"), test);
  j = result_of(c, "race", "fail", "note", message);
  set_test_location(j, c);
  json_object_set_new(j, "partialFingerprints", json_pack("{s:s}", "heddleError/v1", print));
  free(test);
  free(message);
  free(print);
  return j;
}

static void add_results(json_t *results, const json_t *c, const char *source_path) {
  const char *verdict = sarif_text_of(c, "verdict");
  const json_t *errors = json_object_get(c, "errors"), *races = json_object_get(c, "library_races");
  char *test = case_name(c), *message = NULL;
  json_t *j = NULL;
  size_t i;
  for (i = 0; i < json_array_size(errors); i++)
    json_array_append_new(results, error_result(c, json_array_get(errors, i), source_path));
  for (i = 0; i < json_array_size(races) && strcmp(verdict, "error") != 0; i++)
    json_array_append_new(results, library_race_result(c, json_array_get(races, i)));
  if (!strcmp(verdict, "inconclusive")) {
    message = mem_printf("%s: inconclusive: %s", test, sarif_text_of(c, "reason"));
    j = result_of(c, verdict_rule, "open", "none", message);
  } else if (!strcmp(verdict, "no error")) {
    message = mem_printf("%s: no error%s, within the scope: %s", test, sarif_text_of(c, "how"),
                         sarif_text_of(c, "scope"));
    j = result_of(c, verdict_rule, "pass", "none", message);
  }
  if (j) {
    set_test_location(j, c);
    json_array_append_new(results, j);
  }
  free(message);
  free(test);
}

/* ---- run and file ---- */

static void add_notification(json_t *all, const json_t *c) {
  char *test, *message;
  if (strcmp(sarif_text_of(c, "verdict"), "failed") != 0) return;
  test = case_name(c);
  message = mem_printf("%s could not be searched: %s", test, sarif_text_of(c, "reason"));
  json_array_append_new(all,
                        json_pack("{s:s,s:{s:s}}", "level", "error", "message", "text", message));
  free(message);
  free(test);
}

static json_t *sarif_time(time_t t) {
  char when[32];
  struct tm tm;
  strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &tm));
  return json_string(when);
}

static json_t *sarif_invocation(const struct report *r) {
  json_t *notes = json_array(), *j;
  size_t i;
  for (i = 0; i < json_array_size(r->cases); i++)
    add_notification(notes, json_array_get(r->cases, i));
  j = json_pack("{s:b,s:i,s:o,s:o,s:O}", "executionSuccessful",
                !json_array_size(notes) && !r->signal, "exitCode", r->exit_code, "startTimeUtc",
                sarif_time(r->start), "endTimeUtc", sarif_time(r->end), "arguments", r->command);
  if (json_array_size(notes)) json_object_set(j, "toolExecutionNotifications", notes);
  if (r->signal) json_object_set_new(j, "exitSignalNumber", json_integer(r->signal));
  json_decref(notes);
  return j;
}

/* Returns the text of the whole file, which the caller frees. Takes ownership of all three
 * arguments. */
static char *sarif_whole(json_t *rules, json_t *invocation, json_t *results) {
  json_t *run, *whole;
  char *text, *line;
  run = json_pack("{s:{s:{s:s,s:s,s:s,s:o}},s:[o],s:s,s:o}", "tool", "driver", "name", "heddle",
                  "version", HEDDLE_VERSION, "semanticVersion", HEDDLE_VERSION, "rules", rules,
                  "invocations", invocation, "columnKind", "unicodeCodePoints", "results", results);
  whole = json_pack("{s:s,s:s,s:[o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                    "version", "2.1.0", "runs", run);
  text = json_dumps(whole, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  json_decref(whole);
  line = mem_printf("%s\n", text);
  free(text);
  return line;
}

char *sarif_text(const struct report *r) {
  json_t *results = json_array();
  size_t i;
  for (i = 0; i < json_array_size(r->cases); i++)
    add_results(results, json_array_get(r->cases, i), r->source_path);
  return sarif_whole(sarif_rules(), sarif_invocation(r), results);
}
