/* Happens-before of hand-made traces: edges between threads, first races, clocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/causal.h"
#include "trace_fixture.h"

struct heard {
  struct text text;
};

static void hear_edge(void *arg, struct causal_point from, struct causal_point to,
                      enum causal_edge kind) {
  struct heard *h = arg;
  text_printf(&h->text, "%s%d>%d:%s", h->text.len ? " " : "", (int)from.event, (int)to.event,
              causal_edge_name(kind));
}

static void hear_race(void *arg, struct causal_point first, struct causal_point second) {
  struct heard *h = arg;
  text_printf(&h->text, "%s%d#%d", h->text.len ? " " : "", (int)first.event, (int)second.event);
}

/* Returns edges as "from>to:kind" and races as "first#second", in the order in which they are
 * found, then the last clock of each thread. */
static char *causal_of(const char *script, bool clocks) {
  char *path = fixture_path("script");
  struct heard h = {0};
  struct causal *c =
      causal_new(&(struct causal_listener){.arg = &h, .edge = hear_edge, .race = hear_race});
  fixture_script(path, script);
  struct trace_reader *r = fixture_trace(path);
  text_puts(&h.text, "");
  for (uint64_t n = 0; n < trace_reader_count(r); n++) {
    struct trace_event e;
    struct error err = {0};
    assert_int_equal(trace_reader_event(r, n, &e, &err), 0);
    causal_take(c, n, &e);
  }
  for (size_t i = 0; clocks && causal_thread(c, i); i++) {
    size_t width;
    const uint32_t *clock = causal_clock(c, causal_thread(c, i), &width);
    text_printf(&h.text, " %d=", (int)causal_thread(c, i));
    for (size_t k = 0; k < width; k++) text_printf(&h.text, "%s%u", k ? "," : "", clock[k]);
  }
  causal_free(c);
  trace_reader_close(r);
  free(path);
  return h.text.s;
}

static void test_causal_cases(void **state) {
  (void)state;
  static const struct {
    const char *what, *script, *expected;
  } cases[] = {
      {"nothing", "", ""},
      {"one thread", "1:wx 1:rx", ""},
      {"two writes", "1:wx 2:wx", "0#1"},
      {"two reads", "1:rx 2:rx", ""},
      {"read, then written", "1:rx 2:rx 1:wx", "1#2"},
      {"one race for each variable", "1:wx 2:wx 1:wx 1:wy 2:ry", "0#1 3#4"},
      {"fork orders", "1:wx 1:(2 2:wx", "1>2:start"},
      {"what follows a fork is not ordered", "1:(2 1:wx 2:wx", "0>2:start 1#2"},
      {"join orders", "2:wx 1:)2 1:rx", "0>1:join"},
      {"a lock orders", "1:+1 1:wx 1:-1 2:+1 2:wx 2:-1", "2>3:lock"},
      {"two locks do not", "1:+1 1:wx 1:-1 2:+2 2:wx 2:-2", "1#4"},
      {"a lock orders what stands before it", "1:wx 1:+1 1:-1 2:+1 2:-1 2:wx", "2>3:lock"},
      {"the other way round it does not", "1:+1 1:-1 1:wx 2:+1 2:-1 2:wx", "1>3:lock 2#5"},
      {"over a third thread", "1:wx 1:+1 1:-1 3:+1 3:-1 3:+2 3:-2 2:+2 2:rx", "2>3:lock 6>7:lock"},
      {"a release without its acquire", "1:wx 1:+1 1:-1 2:-1 3:+1 3:rx", "3>4:lock"},
      {"readers exclude a writer, not each other", "1:s1 1:rx 1:S1 2:s1 2:wx 2:S1", "1#4"},
      {"elements of an array", "1:A1 2:A2 2:A1", "0#2"},
      {"a static field", "1:WX 2:RX", "0#1"},
      {"volatile writes are no race, and order nothing without a read", "1:wx 1:vv 2:vv 2:rx",
       "0#3"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char *found = causal_of(cases[i].script, false);
    if (strcmp(found, cases[i].expected))
      fail_msg("%s: '%s', not '%s'", cases[i].what, found, cases[i].expected);
    free(found);
  }
}

/* A thread's own entry is the number of its events; the other entries count the events ordered
 * before. */
static void test_causal_clocks(void **state) {
  (void)state;
  char *found = causal_of("1:wx 1:(2 2:rx 2:+1 2:-1 1:ry 1:+1", true);
  assert_string_equal(found, "1>2:start 4>6:lock 1=4,3 2=2,3");
  free(found);
}

/* Releases and acquires other than those of locks. */
static void test_causal_others(void **state) {
  (void)state;
  static const struct trace_event events[] = {
      {.thread = 1, .kind = TRACE_EV_WRITE_BEFORE, .object = 9, .ref = 1, .flags = TRACE_VOLATILE},
      {.thread = 2, .kind = TRACE_EV_READ_AFTER, .object = 9, .ref = 1, .flags = TRACE_VOLATILE},
      {.thread = 2, .kind = TRACE_EV_READ_AFTER, .object = 9, .ref = 2, .flags = TRACE_VOLATILE},
      {.thread = 1, .kind = TRACE_EV_CALL_BEFORE, .object = 8},
      {.thread = 2, .kind = TRACE_EV_CALL_AFTER, .object = 8},
      {.thread = 1, .kind = TRACE_EV_WAIT_BEGIN, .object = 7},
      {.thread = 2, .kind = TRACE_EV_MONITOR_ENTER, .object = 7},
      {.thread = 2, .kind = TRACE_EV_NOTIFY, .object = 7},
      {.thread = 2, .kind = TRACE_EV_MONITOR_EXIT, .object = 7},
      {.thread = 1, .kind = TRACE_EV_WAIT_END, .object = 7},
      {.thread = 2, .kind = TRACE_EV_UNPARK, .ref = 1},
      {.thread = 1, .kind = TRACE_EV_PARK_END},
      {.thread = 1, .kind = TRACE_EV_THREAD_JOIN, .ref = 2, .flags = TRACE_ELAPSED},
      {.thread = 0, .kind = TRACE_EV_NOT_INSTRUMENTED},
  };
  struct heard h = {0};
  struct causal *c = causal_new(&(struct causal_listener){.arg = &h, .edge = hear_edge});
  for (size_t i = 0; i < COUNT(events); i++) causal_take(c, i, &events[i]);
  assert_string_equal(h.text.s, "0>1:volatile 3>4:call 5>6:lock 8>9:lock 7>9:notify 10>11:unpark");
  causal_free(c);
  text_release(&h.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_causal_cases),
      cmocka_unit_test(test_causal_clocks),
      cmocka_unit_test(test_causal_others),
  };
  return cmocka_run_group_tests(tests, NULL, fixture_tear_down);
}
