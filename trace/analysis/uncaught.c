/* Finds the errors that a trace itself shows, and writes them as text and as JSON. */
#include "trace/analysis/uncaught.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "trace/export/export.h"

static bool is_races(const struct analysis_warning *w) {
  return !strcmp(w->analysis, "happens-before");
}

/* Was the exception already reported? If it is rethrown, it may be uncaught more than once. */
static bool is_known(const struct analysis_report *report, const struct trace_event *e) {
  for (size_t i = 0; e->object && i < report->uncaught.len; i++)
    if (report->uncaught.data[i].object == e->object) return true;
  return false;
}

static char *exception_text(const struct trace_reader *r, const struct trace_event *e) {
  const char *message = trace_reader_string(r, e->text, NULL);
  struct text t = {0};
  text_puts(&t, "uncaught ");
  trace_name_class(r, e->ref, &t);
  if (*message) text_printf(&t, ": %s", message);
  return t.s;
}

static char *exception_place(const struct trace_reader *r, const struct trace_event *e) {
  struct text t = {0};
  text_puts(&t, "");
  if (e->location) trace_name_location(r, e->location, &t);
  return t.s;
}

void uncaught_take(struct analysis_report *report, const struct trace_reader *r, uint64_t n,
                   const struct trace_event *e) {
  bool error = e->kind == TRACE_EV_ERROR;
  const char *place = error ? trace_reader_meta(r, "location", 0) : NULL;
  if ((!error && e->kind != TRACE_EV_UNCAUGHT) || is_known(report, e)) return;
  *vec_push(&report->uncaught) = (struct analysis_uncaught){
      .what = error ? mem_strdup(trace_reader_string(r, e->text, NULL)) : exception_text(r, e),
      .place = place ? mem_strdup(place) : exception_place(r, e),
      .event = n,
      .thread = e->thread,
      .object = e->object,
      .warnings = report->warnings.len};
}

/* Returns the numbers of the data races seen before the error, such as "1, 3", or "" if there were
 * none. The caller frees it. */
static char *races_before(const struct analysis_report *report, const struct analysis_uncaught *u) {
  struct text t = {0};
  text_puts(&t, "");
  CHECK(u->warnings <= report->warnings.len, "the warnings before an error were given: %zu",
        u->warnings);
  for (size_t i = 0; i < u->warnings; i++)
    if (is_races(&report->warnings.data[i])) text_printf(&t, "%s%zu", t.len ? ", " : "", i + 1);
  return t.s;
}

static void print_before(const struct analysis_report *report, const struct analysis_uncaught *u,
                         FILE *out) {
  char *races = races_before(report, u);
  if (*races)
    fprintf(out, "    before it, happens-before: %s %s\n",
            strchr(races, ',') ? "the data races" : "the data race", races);
  else if (report->races)
    fputs("    before it, happens-before: no data race\n", out);
  free(races);
}

void uncaught_print(const struct analysis_report *report, const struct trace_reader *r, FILE *out) {
  for (size_t i = 0; i < report->uncaught.len; i++) {
    const struct analysis_uncaught *u = &report->uncaught.data[i];
    struct text who = {0};
    trace_title_thread(r, u->thread, &who);
    fprintf(out, "%s\n    event %-8" PRIu64 " %s%s%s\n", u->what, u->event, who.s,
            *u->place ? " at " : "", u->place);
    print_before(report, u, out);
    text_release(&who);
  }
}

static json_t *text_json(const char *s) { return trace_json_text(s, strlen(s)); }

json_t *uncaught_json(const struct analysis_report *report, const struct trace_reader *r) {
  json_t *all = json_array();
  for (size_t i = 0; i < report->uncaught.len; i++) {
    const struct analysis_uncaught *u = &report->uncaught.data[i];
    json_t *races = json_array();
    struct text who = {0};
    trace_title_thread(r, u->thread, &who);
    for (size_t k = 0; k < u->warnings; k++)
      if (is_races(&report->warnings.data[k]))
        json_array_append_new(races, json_integer((json_int_t)k));
    json_array_append_new(
        all,
        json_pack("{s:o,s:o,s:o,s:I,s:o}", "message", text_json(u->what), "thread",
                  text_json(who.s), "location", text_json(u->place), "event", (json_int_t)u->event,
                  "races_before", report->races ? json_incref(races) : json_null()));
    json_decref(races);
    text_release(&who);
  }
  return all;
}

void uncaught_release(struct analysis_report *report) {
  for (size_t i = 0; i < report->uncaught.len; i++) {
    free(report->uncaught.data[i].what);
    free(report->uncaught.data[i].place);
  }
  vec_free(&report->uncaught);
}
