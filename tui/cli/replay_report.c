/* Prints the result of heddle replay as text or JSON. See replay_report.h. */
#include "tui/cli/replay_report.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/cli/check.h"

/* Have all checks around the suspicious events ended without an error? */
static bool is_checked(const struct replay_session *s) {
  return s->complete && s->checks.complete && s->checks.events;
}

static const char *why_inconclusive(const struct replay_session *s, char *buf, size_t n) {
  if (!s->complete) return s->reason;
  if (!s->checks.complete)
    snprintf(buf, n, "%s", s->checks.reason);
  else if (!is_checked(s))
    snprintf(buf, n, "the trace has no suspicious event to check around");
  else
    snprintf(buf, n, "no error within %u transition%s from %u before each of %u %s",
             s->checks.depth, PLURAL(s->checks.depth), s->checks.back, s->checks.events,
             replay_around_word(s->checks.around, s->checks.events));
  return buf;
}

/* Returns the first error, or a schedule without a property if there is none. */
static const struct schedule *first_error(const struct replay_session *s) {
  return s->checks.errors.len ? &s->checks.errors.data[0].schedule : &s->exact;
}

static json_t *error_json(const struct schedule *f) {
  return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i}", "property", f->property, "kind",
                   f->kind ? f->kind : "", "message", f->message ? f->message : "", "location",
                   f->location ? f->location : "", "thread", f->thread ? f->thread : "", "detail",
                   f->detail ? f->detail : "", "steps", (int)f->count);
}

static json_t *distinct_json(const struct replay_session *s) {
  json_t *all = json_array();
  for (size_t i = 0; i < s->checks.errors.len; i++) {
    const struct replay_error *e = &s->checks.errors.data[i];
    json_t *j = error_json(&e->schedule);
    json_object_set_new(j, "checks", json_integer(e->checks));
    json_object_set_new(j, "on_path", json_boolean(e->on_path));
    json_object_set_new(j, "before_event", json_integer((json_int_t)e->event));
    json_array_append_new(all, j);
  }
  return all;
}

static void print_json(struct replay_session *s) {
  char buf[600];
  const struct schedule *f = first_error(s);
  json_t *j = json_object(), *warnings = json_array();
  size_t i;
  json_object_set_new(j, "verdict", json_string(f->property ? "error" : "inconclusive"));
  json_object_set_new(j, "complete", json_false());
  json_object_set_new(j, "reason",
                      json_string(f->property ? "" : why_inconclusive(s, buf, sizeof buf)));
  json_object_set_new(j, "replayed", json_boolean(s->complete));
  json_object_set_new(j, "bound_reached", json_boolean(s->bound_reached));
  json_object_set_new(j, "checked", json_boolean(!f->property && is_checked(s)));
  json_object_set_new(j, "events", json_integer((json_int_t)trace_reader_count(s->reader)));
  if (s->r) {
    json_object_set_new(j, "monitored", json_integer((json_int_t)replay_monitored(s->r)));
    json_object_set_new(
        j, "matched",
        json_integer((json_int_t)(s->complete ? replay_monitored(s->r) : replay_matched(s->r))));
    json_object_set_new(j, "inputs", json_integer(s->cli.engine.input_count));
    json_object_set_new(j, "inputs_beyond", json_integer((json_int_t)replay_beyond(s->r)));
    json_object_set_new(
        j, "transitions",
        json_integer((json_int_t)(replay_transitions(s->r) + s->checks.transitions)));
    json_object_set_new(j, "paths", json_integer(s->paths));
    json_object_set_new(j, "suspicious", json_integer(s->checks.events));
    json_object_set_new(j, "checks", json_integer(s->checks.runs));
    json_object_set_new(j, "states", json_integer((json_int_t)s->checks.states));
    for (i = 0; *replay_warning(s->r, i); i++)
      json_array_append_new(warnings, json_string(replay_warning(s->r, i)));
  }
  json_object_set_new(j, "warnings", warnings);
  if (s->failed)
    json_object_set_new(j, "failure",
                        json_pack("{s:I,s:s,s:s}", "event", (json_int_t)s->failure.event,
                                  "expected", s->failure.expected, "instead", s->failure.instead));
  if (f->property) json_object_set_new(j, "error", error_json(f));
  if (f->property && s->r) {
    const struct replay_error *first = &s->checks.errors.data[0];
    json_object_set_new(j, "before_event", json_integer((json_int_t)first->event));
    json_object_set_new(j, "by_check", json_boolean(first->checks));
    json_object_set_new(j, "on_path", json_boolean(first->on_path));
  }
  if (s->checks.all_errors) json_object_set_new(j, "distinct_errors", distinct_json(s));
  json_object_set_new(j, "seconds", json_real(s->seconds));
  json_object_set_new(j, "trace",
                      f->property && s->cli.output ? json_string(s->cli.output) : json_null());
  json_dumpf(j, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  putchar('\n');
  json_decref(j);
}

static void print_lines(const char *text, const char *indent) {
  while (*text) {
    size_t n = strcspn(text, "\n");
    printf("%s%.*s\n", indent, (int)n, text);
    text += n + (text[n] == '\n');
  }
}

/* Prints which check found the error, and how. */
static void print_found(const struct replay_session *s, const struct replay_error *e) {
  const struct replay_checks *c = &s->checks;
  if (!e->checks)
    printf("  on the path of the trace itself\n");
  else
    printf("  found by a bounded check from %u transition%s before event %llu (depth %u)\n",
           c->back, PLURAL(c->back), (unsigned long long)e->event, c->depth);
  if (e->checks && e->on_path) printf("  the path of the trace itself shows it, too\n");
  if (c->all_errors)
    printf("  found by %u of %u bounded check%s\n", e->checks, c->runs, PLURAL(c->runs));
  printf("  counterexample of %u step%s, executed again from main in a fresh process\n",
         e->schedule.count, PLURAL(e->schedule.count));
}

static void print_schedule(const struct schedule *f) {
  printf("error: %s\n  property %s (%s), thread %s, at %s\n",
         f->headline ? f->headline : f->message, f->property, f->kind, f->thread ? f->thread : "?",
         f->location ? f->location : "?");
  if (f->detail) print_lines(f->detail, "    ");
}

static void print_errors(const struct replay_session *s) {
  const struct replay_checks *c = &s->checks;
  if (s->counterexample) {
    print_schedule(&s->exact);
    printf("  %u step%s, each as in the trace\n", s->exact.count, PLURAL(s->exact.count));
  }
  for (size_t i = 0; i < c->errors.len; i++) {
    print_schedule(&c->errors.data[i].schedule);
    print_found(s, &c->errors.data[i]);
    if (s->cli.output) {
      char *name = check_trace_name(s->cli.output, (uint32_t)i);
      printf("  trace: %s\n", name);
      free(name);
    }
  }
  if (c->all_errors && c->errors.len)
    printf("%zu distinct error%s\n", c->errors.len, PLURAL(c->errors.len));
}

static void print_paths(const struct replay_session *s) {
  bool fewer = s->paths < s->cli.paths && (!s->checks.errors.len || s->checks.all_errors);
  printf("  %u matching path%s followed%s%s\n", s->paths, PLURAL(s->paths),
         !fewer       ? ""
         : *s->reason ? "; then: "
                      : ", there is no other",
         fewer ? s->reason : "");
}

static void print_inputs(const struct replay_session *s) {
  uint64_t beyond = s->r ? replay_beyond(s->r) : 0;
  if (!s->r || !s->cli.engine.input_count) return;
  printf("  %d input%s of the recorded run replayed", s->cli.engine.input_count,
         PLURAL(s->cli.engine.input_count));
  if (beyond)
    printf("; %llu %s not recorded, so heddle chose the values", (unsigned long long)beyond,
           beyond == 1 ? "was" : "were");
  printf("\n");
}

/* Suggests where else to look for errors. */
static void print_elsewhere(const struct replay_session *s) {
  printf("  'heddle check' searches the whole program, and %s\n",
         s->checks.events ? "--back and --depth widen these checks"
                          : "'heddle replay --all-accesses' around every conflict");
}

static void print_text(struct replay_session *s) {
  char buf[600];
  if (s->r && s->complete)
    printf("replayed: %llu of %llu events are monitored, all matched in %llu transition%s%s\n",
           (unsigned long long)replay_monitored(s->r),
           (unsigned long long)trace_reader_count(s->reader),
           (unsigned long long)replay_transitions(s->r), PLURAL(replay_transitions(s->r)),
           s->cli.strict ? " in their total order" : "");
  else if (s->r)
    printf("not replayed: %s\n  matched %llu of %llu monitored events\n", s->reason,
           (unsigned long long)replay_matched(s->r), (unsigned long long)replay_monitored(s->r));
  print_inputs(s);
  if (s->r && s->complete)
    printf("  %u %s, %u bounded check%s: %llu state%s, %llu transition%s\n", s->checks.events,
           replay_around_word(s->checks.around, s->checks.events), s->checks.runs,
           PLURAL(s->checks.runs), (unsigned long long)s->checks.states, PLURAL(s->checks.states),
           (unsigned long long)s->checks.transitions, PLURAL(s->checks.transitions));
  if (s->r && s->complete && s->cli.paths > 1) print_paths(s);
  if (first_error(s)->property)
    print_errors(s);
  else if (s->counterexample)
    printf("replayed: the trace ends without an error\n");
  else if (s->complete) {
    printf("inconclusive: %s\n", why_inconclusive(s, buf, sizeof buf));
    if (s->r) print_elsewhere(s);
  }
}

int replay_exit_code(const struct replay_session *s) {
  if (first_error(s)->property) return EXIT_ERROR_FOUND;
  return s->failed && !s->failure.stopped ? EXIT_INPUT : EXIT_INCONCLUSIVE;
}

void replay_report(struct replay_session *s) {
  if (s->cli.json)
    print_json(s);
  else
    print_text(s);
}
