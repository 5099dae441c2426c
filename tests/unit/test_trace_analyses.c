/* Happens-before, lock order and AtomRace on hand-made traces, each with expected findings and
 * non-findings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/analysis/analysis.h"
#include "trace_fixture.h"

static const struct {
  const char *analysis, *what, *script, *warnings;
} cases[] = {
    {"happens-before", "a race", "1:wx 2:rx", "C#10.x@0-1"},
    {"happens-before", "reads alone", "1:rx 2:rx", ""},
    {"happens-before", "ordered by a lock", "1:+1 1:wx 1:-1 2:+1 2:wx 2:-1", ""},
    {"happens-before", "another lock", "1:+1 1:wx 1:-1 2:+2 2:wx 2:-2", "C#10.x@1-4"},
    {"happens-before", "ordered by a lock that neither holds", "1:wx 1:+1 1:-1 2:+1 2:-1 2:wx", ""},
    {"happens-before", "ordered by start and join", "1:wx 1:(2 2:wx 1:)2 1:wx", ""},
    {"happens-before", "volatile accesses do not race", "1:vx 2:vx", ""},
    {"happens-before", "elements", "1:A1 2:A2 2:a1", "int[]#1[1]@0-2"},
    {"atomrace", "a write within a read", "1:<x 2:wx 2:>x 1:rx", "C#10.x@1-3"},
    {"atomrace", "a read within a write", "1:wx 2:<x 2:rx 1:>x", "C#10.x@2-0"},
    {"atomrace", "a read that begins within a write", "1:wx 2:<x 1:>x 2:rx", "C#10.x@0-3"},
    {"atomrace", "two writes", "1:wx 2:wx 1:>x 2:>x", "C#10.x@0-1"},
    {"atomrace", "two reads", "1:<x 2:<x 1:rx 2:rx", ""},
    {"atomrace", "one after the other", "1:<x 1:rx 2:wx 2:>x", ""},
    {"atomrace", "other variables", "1:<x 2:wy 2:>y 1:rx", ""},
    {"atomrace", "the end of a write was not recorded", "1:wx 2:<x 2:rx 1:+1 2:<x 2:rx 1:-1", ""},
    {"atomrace", "a lost update", "1:rx 2:rx 2:wx 1:wx", "C#10.x@2-3"},
    {"atomrace", "updates one after the other", "1:rx 1:wx 2:rx 2:wx 1:rx 1:wx", ""},
    {"atomrace", "another thread only reads", "1:rx 2:rx 1:wx", ""},
    {"atomrace", "a read of another call", "1:{0 1:rx 1:}0 2:wx 1:{0 1:wx 1:}0", ""},
    {"atomrace", "in one call", "1:{0 1:rx 2:wx 1:wx 1:}0", "C#10.x@2-3"},
    {"atomrace", "in one call, with a call between", "1:{0 1:rx 1:{1 1:}1 2:wx 1:wx 1:}0",
     "C#10.x@4-5"},
    {"atomrace", "two reads, no region", "1:rx 2:wx 1:rx", ""},
    {"atomrace", "two reads of a synchronized method", "1:[1 1:rx 2:wx 1:rx 1:]1", "C#10.x@2-3"},
    {"atomrace", "a value between two writes", "1:[1 1:wx 2:rx 1:wx 1:]1", "C#10.x@2-3"},
    {"atomrace", "written over before it is read", "1:[1 1:wx 2:wx 1:rx 1:]1", "C#10.x@2-3"},
    {"atomrace", "writes alone have an order", "1:[1 1:wx 2:wx 1:wx 1:]1", ""},
    {"atomrace", "two synchronized methods", "1:[1 1:rx 1:]1 2:wx 1:[1 1:rx 1:]1", ""},
    {"atomrace", "a wait ends the region", "1:[1 1:rx 1:?1 2:wx 1:!1 1:rx 1:]1", ""},
    {"lock-order", "a circle", "1:+1 1:+2 1:-2 1:-1 2:+2 2:+1 2:-1 2:-2", "C#2, C#1@1-5"},
    {"lock-order", "one order", "1:+1 1:+2 1:-2 1:-1 2:+1 2:+2 2:-2 2:-1", ""},
    {"lock-order", "by one thread alone", "1:+1 1:+2 1:-2 1:-1 1:+2 1:+1 1:-1 1:-2", ""},
    {"lock-order", "a gate keeps them apart",
     "1:+9 1:+1 1:+2 1:-2 1:-1 1:-9 2:+9 2:+2 2:+1 2:-1 2:-2 2:-9", ""},
    {"lock-order", "a gate for one of them", "1:+9 1:+1 1:+2 1:-2 1:-1 1:-9 2:+2 2:+1 2:-1 2:-2",
     "C#2, C#1@2-7"},
    {"lock-order", "the one is started behind the other",
     "1:+1 1:+2 1:-2 1:-1 1:(2 2:+2 2:+1 2:-1 2:-2", ""},
    {"lock-order", "the one is joined before the other",
     "1:(2 2:+2 2:+1 2:-1 2:-2 1:)2 1:+1 1:+2 1:-2 1:-1", ""},
    {"lock-order", "again once the other runs",
     "1:+1 1:+2 1:-2 1:-1 1:(2 1:+1 1:+2 1:-2 1:-1 2:+2 2:+1 2:-1 2:-2", "C#2, C#1@6-10"},
    {"lock-order", "three", "1:+1 1:+2 1:-2 1:-1 2:+2 2:+3 2:-3 2:-2 3:+3 3:+1 3:-1 3:-3",
     "C#3, C#1, C#2@1-9"},
    {"lock-order", "three locks of two threads",
     "1:+1 1:+2 1:-2 1:-1 2:+2 2:+3 2:-3 2:-2 1:+3 1:+1 1:-1 1:-3", ""},
    {"lock-order", "read locks do not keep each other out",
     "1:s1 1:+2 1:-2 1:S1 2:+2 2:s1 2:S1 2:-2", ""},
    {"lock-order", "a read lock keeps out a writer", "1:s1 1:+2 1:-2 1:S1 2:+2 2:+1 2:-1 2:-2",
     "C#2, C#1@1-5"},
    {"lock-order", "tryLock does not wait", "1:+1 1:+2 1:-2 1:-1 2:+2 2:t1 2:-1 2:-2", ""},
    {"lock-order", "taken once more is no order", "1:+1 1:+2 1:+1 1:-1 1:-2 1:-1 2:+1 2:+2 2:-2",
     ""},
    {"lock-order", "a wait takes its monitor again",
     "1:+1 1:+2 1:?1 1:!1 1:-2 1:-1 2:+1 2:+2 2:-2 2:-1", "C#1, C#2@3-7"},
    {"lock-order", "each circle once",
     "1:+1 1:+2 1:-2 1:-1 2:+2 2:+1 2:-1 2:-2 1:+1 1:+2 1:-2 1:-1 2:+2 2:+1", "C#2, C#1@1-5"},
};

static void test_analyses(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++) {
    char *got = fixture_warnings(cases[i].analysis, cases[i].script);
    if (strcmp(got, cases[i].warnings))
      fail_msg("%s: %s: '%s' instead of '%s'", cases[i].analysis, cases[i].what, got,
               cases[i].warnings);
    free(got);
  }
}

static void test_named_regions(void **state) {
  static const struct {
    const char *regions, *script, *warnings;
  } named[] = {
      {"m1$", "1:{1 1:rx 2:wx 1:rx 1:}1", "C#10.x@2-3"},
      {"m1$", "1:{1 1:{2 1:rx 1:}2 2:wx 1:{2 1:wx 1:}2 1:}1", "C#10.x@4-6"},
      {"m2$", "1:{1 1:{2 1:rx 1:}2 2:wx 1:{2 1:wx 1:}2 1:}1", ""},
      {"^C[.]m1$", "1:{1 1:rx 1:}1 2:wx 1:{1 1:rx 1:}1", ""},
      {"m2$", "1:rx 2:wx 1:wx 1:[1 1:rx 2:wx 1:rx 1:]1", ""}, /* ... instead of the others */
  };
  (void)state;
  for (size_t i = 0; i < COUNT(named); i++) {
    char *got = fixture_warnings_in(named[i].regions, named[i].script);
    if (strcmp(got, named[i].warnings))
      fail_msg("%s: %s: '%s' instead of '%s'", named[i].regions, named[i].script, got,
               named[i].warnings);
    free(got);
  }
}

/* Several analyses mark one event, each with its own label. */
static void test_labels_of_several(void **state) {
  (void)state;
  char *path = fixture_path("script");
  struct analysis_report report = {0};
  struct error err = {0};
  fixture_script(path, "1:wx 2:wx 1:+1 1:+2 1:-2 1:-1 2:+2 2:+1");
  struct trace_reader *r = fixture_trace(path);
  const char *names = "eraser,happens-before,lock-order";
  if (trace_analyze(r, &(struct analysis_settings){.names = names}, &report, &err))
    fail_msg("%s", err.msg);
  trace_reader_close(r);
  if (analysis_report_label(&report, path, NULL, &err)) fail_msg("%s", err.msg);
  analysis_report_release(&report);
  r = fixture_trace(path);
  struct text got = {0};
  text_puts(&got, "");
  for (uint64_t n = 0; n < trace_reader_count(r); n++) {
    struct trace_event e;
    assert_int_equal(trace_reader_event(r, n, &e, NULL), 0);
    for (size_t i = 0; i < trace_reader_label_count(r); i++)
      if (e.labels >> i & 1) text_printf(&got, "%d:%s ", (int)n, trace_reader_label_name(r, i));
  }
  assert_string_equal(got.s,
                      "0:eraser 0:happens-before 1:eraser 1:happens-before 3:lock-order "
                      "7:lock-order ");
  text_release(&got);
  trace_reader_close(r);
  free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_analyses),
                                     cmocka_unit_test(test_named_regions),
                                     cmocka_unit_test(test_labels_of_several)};
  return cmocka_run_group_tests_name("trace analyses", tests, NULL, fixture_tear_down);
}
