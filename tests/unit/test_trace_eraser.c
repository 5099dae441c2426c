/* Eraser on hand-made traces with known results, and its labels in a trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/analysis/analysis.h"
#include "trace/format/live.h"
#include "trace_fixture.h"

struct script_case {
  const char *what, *script, *warnings;
};

static const struct script_case cases[] = {
    {"nothing", "", ""},
    {"one thread", "1:rx 1:wx 1:wx 1:+1 1:wx 1:-1", ""},
    {"a race of writes", "1:wx 2:wx", "C#10.x@0-1"},
    {"a lost update", "1:rx 2:rx 1:wx 2:wx", "C#10.x@1-2"},
    {"protected by one lock", "1:+1 1:wx 1:-1 2:+1 2:rx 2:wx 2:-1 1:+1 1:wx 1:-1", ""},
    /* the first thread's lock is not known to be needed, so C starts with the second thread's
     * (paper, section 2.2) */
    {"two locks, third access shows", "1:+1 1:wx 1:-1 2:+2 2:wx 2:-2 1:+1 1:wx 1:-1", "C#10.x@4-7"},
    {"two locks, one common", "1:+1 1:+2 1:wx 1:-2 1:-1 2:+2 2:wx 2:-2 1:+2 1:+3 1:wx 1:-3 1:-2",
     ""},
    {"initialised without a lock, then locked", "1:wx 1:wx 1:(2 2:+1 2:wx 2:-1 1:+1 1:rx 1:-1", ""},
    {"initialised, then only read", "1:wx 2:rx 3:rx 1:rx", ""},
    {"read-shared, then written unlocked", "1:wx 2:rx 3:rx 1:wx", "C#10.x@2-3"},
    {"read-shared, then written under a lock not held by the readers", "1:wx 2:rx 3:+1 3:wx 3:-1",
     "C#10.x@1-3"},
    {"the write ends the sharing, a late reader is unlocked", "1:wx 2:+1 2:wx 2:-1 3:rx",
     "C#10.x@2-4"},
    {"a reentrant lock stays held", "1:wx 2:+1 2:+1 2:-1 2:wx 2:-1 1:+1 1:wx 1:-1", ""},
    {"released too early", "1:wx 2:+1 2:-1 2:wx", "C#10.x@0-3"},
    {"one warning for each variable", "1:wx 2:wx 1:wx 2:wx 1:wy 2:wy", "C#10.x@0-1 C#10.y@4-5"},
    {"static fields", "1:Wx 2:Wx 1:wx", "C.xs@0-1"},
    {"elements are variables of their own", "1:A0 2:A1 1:A1 2:a0", "int[]#1[1]@1-2"},
    {"an element raced for", "1:A3 2:A3", "int[]#1[3]@0-1"},
    {"volatile fields are left out", "1:vx 2:vx", ""},
    {"a read lock does not protect a write", "1:wx 2:s1 2:wx 2:S1", "C#10.x@0-2"},
    {"a read lock protects reads", "1:wx 2:+1 2:wx 2:-1 3:s1 3:rx 3:S1 2:+1 2:wx 2:-1", ""},
    {"handed over by start", "1:wx 1:(2 2:wx 2:wx", ""},
    {"handed over by start, and touched after it", "1:wx 1:(2 2:wx 1:wx", "C#10.x@2-3"},
    {"handed over by join", "1:(2 2:wx 1:)2 1:wx", ""},
    {"the child is not joined", "1:(2 2:wx 1:wx", "C#10.x@1-2"},
    {"one of two children is joined", "1:(2 1:(3 2:+1 2:wx 2:-1 3:+1 3:wx 3:-1 1:)2 1:wx",
     "C#10.x@6-9"},
    {"shared under a lock, then joined", "1:(2 1:(3 2:+1 2:wx 2:-1 3:+1 3:wx 3:-1 1:)2 1:)3 1:wx",
     ""},
    {"a second phase of its own lock",
     "1:(2 1:+1 1:wx 1:-1 2:+1 2:wx 2:-1 1:)2 1:(3 1:+2 1:wx "
     "1:-2 3:+2 3:wx 3:-2",
     ""},
    {"an error in the second phase",
     "1:(2 1:+1 1:wx 1:-1 2:+1 2:wx 2:-1 1:)2 1:(3 1:+1 1:wx 1:-1 "
     "3:wx",
     "C#10.x@10-12"},
    {"ordered by a grandchild's join", "1:(2 2:(3 3:wx 2:)3 1:)2 1:wx", ""},
    {"ordered by a lock alone: the algorithm's false warning", "1:wx 1:+1 1:-1 2:+1 2:-1 2:wx",
     "C#10.x@0-5"},
    {"a trace that begins inside a monitor", "1:-1 1:wx 2:+1 2:wx 2:-1", ""},
};

static void test_scripts(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++) {
    char *got = fixture_warnings("eraser", cases[i].script);
    if (strcmp(got, cases[i].warnings))
      fail_msg("%s: '%s' instead of '%s'", cases[i].what, got, cases[i].warnings);
    free(got);
  }
}

static void test_lock_sets_reported(void **state) {
  (void)state;
  char *path = fixture_path("script"), *print = fixture_path("print");
  struct analysis_report report = {0};
  struct trace_reader *r;
  struct error err = {0};
  size_t len;
  fixture_script(path, "1:+1 1:wx 1:-1 2:+2 2:+3 2:wx 2:-3 2:-2 1:+1 1:wx");
  if (trace_reader_open(path, &r, &err) ||
      trace_analyze(r, &(struct analysis_settings){.names = "eraser"}, &report, &err))
    fail_msg("%s", err.msg);
  assert_int_equal(report.warnings.len, 1);
  const struct analysis_warning *w = &report.warnings.data[0];
  assert_string_equal(w->first.locks, "{C#2, C#3}");
  assert_string_equal(w->second.locks, "{C#1}");
  assert_non_null(strstr(w->message, "{C#2, C#3}"));
  assert_int_equal(w->first.kind, TRACE_EV_WRITE_BEFORE);
  assert_int_equal(w->second.kind, TRACE_EV_WRITE_BEFORE);
  assert_int_equal(w->first.thread, 2);
  assert_int_equal(report.events, 10);
  assert_int_equal(report.variables, 1);
  FILE *f = fopen(print, "w");
  analysis_report_print(&report, r, f);
  fclose(f);
  char *s = (char *)fixture_slurp(print, &len);
  assert_non_null(strstr(s, "1 warning in 10 events, 1 variable\n1. eraser: C#10.x: "));
  assert_non_null(strstr(s, "event 5        T1 "));
  free(s);
  f = fopen(print, "w");
  assert_int_equal(analysis_report_json(&report, r, f, &err), 0);
  fclose(f);
  s = (char *)fixture_slurp(print, &len);
  assert_non_null(strstr(s, "\"variable\": \"C#10.x\""));
  assert_non_null(strstr(s, "\"location\": \"C.run:10\""));
  free(s);
  analysis_report_release(&report);
  trace_reader_close(r);
  free(path), free(print);
}

static void labels_of(const char *path, char *out) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err)) fail_msg("%s", err.msg);
  assert_null(trace_reader_damage(r));
  for (uint64_t n = 0; n < trace_reader_count(r); n++) {
    struct trace_event e;
    assert_int_equal(trace_reader_event(r, n, &e, NULL), 0);
    *out++ = e.labels ? 'x' : '.';
    if (e.labels) assert_string_equal(trace_reader_label_name(r, 0), "eraser");
  }
  *out = 0;
  trace_reader_close(r);
}

static void analyze_and_label(const char *in, const char *out) {
  struct analysis_report report = {0};
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(in, &r, &err) ||
      trace_analyze(r, &(struct analysis_settings){.names = "eraser"}, &report, &err))
    fail_msg("%s", err.msg);
  trace_reader_close(r);
  if (analysis_report_label(&report, in, out, &err)) fail_msg("%s", err.msg);
  analysis_report_release(&report);
}

static void test_labels(void **state) {
  (void)state;
  char *path = fixture_path("script"), *copy = fixture_path("copy"), got[64];
  fixture_script(path, "1:wx 1:wy 2:wx 2:rx 1:+1 1:-1");
  analyze_and_label(path, copy);
  labels_of(path, got);
  assert_string_equal(got, "......");
  labels_of(copy, got);
  assert_string_equal(got, "x.x...");
  analyze_and_label(path, NULL);
  analyze_and_label(path, path); /* a second time changes nothing */
  labels_of(path, got);
  assert_string_equal(got, "x.x...");
  free(path), free(copy);
}

/* A recording gets its final form when labels are added; the recorder's notes and the damage are
 * reported. */
static void test_live_trace(void **state) {
  (void)state;
  char *path = fixture_path("live"), got[64];
  struct live *l;
  assert_int_equal(live_open(path, &l), 0);
  uint32_t c = live_class(l, NULL, "p/Q", "app", NULL, NULL, 0),
           why = live_string(l, NULL, "too large", 9);
  uint32_t f = live_field(l, NULL, c, "n", "I", 0);
  live_object(l, NULL, 5, c);
  live_emit(l, NULL,
            &(struct trace_event){.kind = TRACE_EV_NOT_INSTRUMENTED, .ref = c, .text = why});
  for (uint32_t t = 1; t <= 2; t++)
    live_emit(l, NULL,
              &(struct trace_event){
                  .kind = TRACE_EV_WRITE_BEFORE, .thread = t, .object = 5, .ref = f, .type = 'I'});
  struct analysis_report report = {0};
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err) ||
      trace_analyze(r, &(struct analysis_settings){.names = "eraser"}, &report, &err))
    fail_msg("%s", err.msg);
  assert_int_equal(report.warnings.len, 1);
  assert_string_equal(report.warnings.data[0].variable, "p.Q#1.n");
  assert_int_equal(report.notes.len, 1);
  assert_string_equal(report.notes.data[0].what, "p.Q");
  assert_string_equal(report.notes.data[0].reason, "too large");
  assert_non_null(report.damage); /* not finished yet */
  analysis_report_release(&report);
  trace_reader_close(r);
  live_close(l);
  analyze_and_label(path, NULL);
  labels_of(path, got);
  assert_string_equal(got, ".xx");
  free(path);
}

static void test_unknown_analysis(void **state) {
  (void)state;
  char *path = fixture_path("script");
  struct analysis_report report = {0};
  struct trace_reader *r;
  struct error err = {0};
  fixture_script(path, "1:wx");
  assert_int_equal(trace_reader_open(path, &r, &err), 0);
  assert_int_equal(
      trace_analyze(r, &(struct analysis_settings){.names = "eraser,nosuch"}, &report, &err),
      ERR_USAGE);
  assert_non_null(strstr(err.msg, "'nosuch' (there are: eraser"));
  analysis_report_release(&report);
  trace_reader_close(r);
  free(path);
}

/* Thousands of properly used locks and variables, and one that is not: only that one is found,
 * quickly. */
static void test_many(void **state) {
  (void)state;
  char *path = fixture_path("many");
  struct trace_writer *w;
  struct analysis_report report = {0};
  struct trace_reader *r;
  struct error err = {0};
  assert_int_equal(trace_writer_open(path, &w, &err), 0);
  for (uint32_t i = 0; i < 200000; i++) {
    uint32_t object = i / 4 + 1, thread = i % 3 + 1;
    struct trace_event e = {.thread = thread, .object = object};
    bool locked = i != 100002; /* the access that puts its variable into state shared-modified */
    e.kind = TRACE_EV_MONITOR_ENTER;
    if (locked) trace_writer_event(w, &e);
    e.kind = TRACE_EV_WRITE_BEFORE, e.ref = 1;
    trace_writer_event(w, &e);
    e.kind = TRACE_EV_MONITOR_EXIT, e.ref = 0;
    if (locked) trace_writer_event(w, &e);
  }
  assert_int_equal(trace_writer_close(w, &err), 0);
  if (trace_reader_open(path, &r, &err) ||
      trace_analyze(r, &(struct analysis_settings){.names = "eraser"}, &report, &err))
    fail_msg("%s", err.msg);
  assert_int_equal(report.variables, 50000);
  assert_int_equal(report.warnings.len, 1);
  assert_string_equal(report.warnings.data[0].variable, "#25001.?");
  analysis_report_release(&report);
  trace_reader_close(r);
  free(path);
}

static int tear_down(void **state) {
  (void)state;
  fixture_remove();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scripts),          cmocka_unit_test(test_lock_sets_reported),
      cmocka_unit_test(test_labels),           cmocka_unit_test(test_live_trace),
      cmocka_unit_test(test_unknown_analysis), cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests_name("trace eraser", tests, NULL, tear_down);
}
