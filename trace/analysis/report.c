/* Collects the warnings, labels and notes of analyses, and writes them: as text for people, as
 * JSON, and as labels in the trace. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "trace/analysis/analysis.h"
#include "trace/analysis/uncaught.h"
#include "trace/export/export.h"

/* ---- the report ---- */

void analysis_warn(struct analysis_report *report, const struct analysis_warning *w) {
  *vec_push(&report->warnings) = *w;
}

void analysis_mark(struct analysis_report *report, const char *label, uint64_t event) {
  *vec_push(&report->labels) = (struct trace_mark){label, event};
}

void analysis_note(struct analysis_report *report, char *what, char *reason) {
  *vec_push(&report->notes) = (struct analysis_note){what, reason};
}

void analysis_looked_at(struct analysis_report *report, const char *analysis, uint64_t variables,
                        uint64_t forgotten) {
  uint64_t all = variables + forgotten;
  if (all > report->variables) report->variables = all;
  if (forgotten)
    analysis_note(report, mem_printf("%" PRIu64 " variables", forgotten),
                  mem_printf("%s dropped them, because there were too many", analysis));
}

void analysis_report_release(struct analysis_report *report) {
  for (size_t i = 0; i < report->warnings.len; i++) {
    struct analysis_warning *w = &report->warnings.data[i];
    free(w->variable);
    free(w->message);
    free(w->first.locks);
    free(w->second.locks);
  }
  for (size_t i = 0; i < report->notes.len; i++) {
    free(report->notes.data[i].what);
    free(report->notes.data[i].reason);
  }
  uncaught_release(report);
  vec_free(&report->warnings);
  vec_free(&report->labels);
  vec_free(&report->notes);
  free(report->damage);
  *report = (struct analysis_report){0};
}

/* Returns "write" or "read" for an access to a field or an array element, and the name of the
 * event's kind for any other event. */
static const char *access_word(const struct analysis_access *a) {
  unsigned traits = trace_kind_traits(a->kind);
  return traits & TRAIT_WRITE ? "write" : traits & TRAIT_READ ? "read" : trace_kind_name(a->kind);
}

static void print_access(const struct analysis_access *a, const struct trace_reader *r, FILE *out) {
  struct text where = {0}, who = {0};
  if (a->event == ANALYSIS_NO_EVENT) return;
  trace_name_location(r, a->location, &where);
  trace_title_thread(r, a->thread, &who);
  fprintf(out, "    event %-8" PRIu64 " %-13s %-5s ", a->event, who.s, access_word(a));
  if (a->locks)
    fprintf(out, "%-32s holds %s\n", where.s, a->locks);
  else
    fprintf(out, "%s\n", where.s);
  text_release(&where);
  text_release(&who);
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

void analysis_report_print(const struct analysis_report *report, const struct trace_reader *r,
                           FILE *out) {
  fprintf(out, "%zu warning%s in %" PRIu64 " event%s, %" PRIu64 " variable%s\n",
          report->warnings.len, plural(report->warnings.len), report->events,
          plural(report->events), report->variables, plural(report->variables));
  uncaught_print(report, r, out);
  for (size_t i = 0; i < report->warnings.len; i++) {
    const struct analysis_warning *w = &report->warnings.data[i];
    fprintf(out, "%zu. %s: %s: %s\n", i + 1, w->analysis, w->variable, w->message);
    print_access(&w->first, r, out);
    print_access(&w->second, r, out);
  }
  if (!report->warnings.len && !report->uncaught.len)
    fprintf(
        out,
        "nothing suspicious in this run; 'heddle check' looks at the program's other runs too\n");
  for (size_t i = 0; i < report->notes.len; i++)
    fprintf(out, "not recorded: %s: %s\n", report->notes.data[i].what,
            report->notes.data[i].reason);
  if (report->damage) fprintf(out, "the trace is incomplete: %s\n", report->damage);
}

static void set_text(json_t *o, const char *key, const char *s) {
  json_object_set_new(o, key, s ? trace_json_text(s, strlen(s)) : json_null());
}

static json_t *json_access(const struct analysis_access *a, const struct trace_reader *r) {
  struct text where = {0};
  if (a->event == ANALYSIS_NO_EVENT) return json_null();
  json_t *o = json_object();
  trace_name_location(r, a->location, &where);
  json_object_set_new(o, "event", json_integer((json_int_t)a->event));
  json_object_set_new(o, "thread", json_integer(trace_thread_number(a->thread)));
  set_text(o, "access", access_word(a));
  set_text(o, "location", where.s);
  set_text(o, "locks", a->locks);
  text_release(&where);
  return o;
}

static json_t *json_warning(const struct analysis_warning *w, const struct trace_reader *r) {
  json_t *o = json_object();
  set_text(o, "analysis", w->analysis);
  set_text(o, "variable", w->variable);
  set_text(o, "message", w->message);
  json_object_set_new(o, "first", json_access(&w->first, r));
  json_object_set_new(o, "second", json_access(&w->second, r));
  return o;
}

static json_t *report_json_note(const struct analysis_note *n) {
  json_t *o = json_object();
  set_text(o, "what", n->what);
  set_text(o, "reason", n->reason);
  return o;
}

int analysis_report_json(const struct analysis_report *report, const struct trace_reader *r,
                         FILE *out, struct error *err) {
  json_t *o = json_object(), *warnings = json_array(), *notes = json_array();
  for (size_t i = 0; i < report->warnings.len; i++)
    json_array_append_new(warnings, json_warning(&report->warnings.data[i], r));
  for (size_t i = 0; i < report->notes.len; i++)
    json_array_append_new(notes, report_json_note(&report->notes.data[i]));
  json_object_set_new(o, "events", json_integer((json_int_t)report->events));
  json_object_set_new(o, "variables", json_integer((json_int_t)report->variables));
  json_object_set_new(o, "uncaught", uncaught_json(report, r));
  json_object_set_new(o, "warnings", warnings);
  json_object_set_new(o, "not_recorded", notes);
  set_text(o, "damaged", report->damage);
  int rc =
      json_dumpf(o, out, JSON_INDENT(2)) ? error_set(err, ERR_INPUT, "cannot write the report") : 0;
  if (!rc) fputc('\n', out);
  json_decref(o);
  return rc;
}

/* ---- labels ---- */

static int label_all(const struct analysis_report *report, const char *path, struct error *err) {
  int rc = 0;
  const struct trace_analysis *a;
  for (size_t i = 0; (a = trace_analysis_at(i)) && !rc; i++) {
    VEC(uint64_t) events = {0};
    for (size_t k = 0; k < report->labels.len; k++)
      if (!strcmp(report->labels.data[k].label, a->label))
        *vec_push(&events) = report->labels.data[k].event;
    if (events.len) rc = trace_append_labels(path, a->label, events.data, events.len, err);
    vec_free(&events);
  }
  return rc;
}

static int is_final(const char *path, bool *final, struct error *err) {
  struct trace_reader *r;
  int rc = trace_reader_open(path, &r, err);
  if (rc) return rc;
  *final = !trace_reader_is_live(r) && !trace_reader_damage(r);
  trace_reader_close(r);
  return 0;
}

int analysis_report_label(const struct analysis_report *report, const char *in, const char *out,
                          struct error *err) {
  bool final = false, same = !out || !strcmp(in, out);
  int rc = is_final(in, &final, err);
  if (!rc && !(same && final)) rc = trace_compact(in, same ? in : out, err);
  return rc ? rc : label_all(report, same ? in : out, err);
}
