/* Writes the errors found in a trace as SARIF 2.1.0: those of a counterexample, with their steps,
 * and the events that analyses labelled. Events that have the same label and variable (or location,
 * if they are not accesses) are one result, a warning with the locations of the events. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "trace/export/describe.h"
#include "trace/export/export.h"
#include "trace/export/report.h"
#include "trace/export/sarif_int.h"

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

/* ---- labels ---- */

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

/* ---- errors ---- */

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

/* ---- the document ---- */

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
