/* Follows a trace that is being written: all events, in order, with their rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/format/follow.h"
#include "trace/format/live.h"
#include "trace_fixture.h"

struct followed {
  const struct trace_reader *names;
  uint64_t count, last, unnamed;
};

static void take(void *arg, uint64_t n, const struct trace_event *e) {
  struct followed *f = arg;
  assert_int_equal(n, f->count);
  assert_true(e->seq > f->last);
  f->last = e->seq;
  f->count++;
  f->unnamed += e->object && !trace_reader_object(f->names, e->object);
}

static void test_waits(void **state) {
  (void)state;
  char *path = fixture_path("waits");
  struct live *l;
  struct followed f = {0};
  struct trace_follower *t = trace_follower_new(path);
  assert_int_equal(trace_follower_poll(t, false, 10, take, &f), 0); /* no file yet */
  assert_int_equal(live_open(path, &l), 0);
  f.names = trace_follower_names(t);
  struct live_thread *a = live_thread_open(l, 1), *b = live_thread_open(l, 2);
  assert_int_equal(trace_follower_poll(t, false, 10, take, &f), 0);
  live_emit(l, a, &(struct trace_event){.kind = TRACE_EV_THREAD_BEGIN});
  live_emit(l, b, &(struct trace_event){.kind = TRACE_EV_THREAD_BEGIN});
  live_emit(l, a, &(struct trace_event){.kind = TRACE_EV_THREAD_END});
  assert_int_equal(trace_follower_poll(t, false, 2, take, &f), 2);
  assert_int_equal(trace_follower_poll(t, false, 10, take, &f), 1);
  assert_int_equal(trace_follower_poll(t, false, 10, take, &f), 0);
  live_thread_row(l, NULL, 1, "early", 0, 0, 0, 0);
  live_thread_row(l, NULL, 2, "other", 1, 0, 0, 0);
  live_thread_row(l, NULL, 1, "late", 0, 0, 0, 0); /* replaces the row */
  live_close(l);
  assert_int_equal(trace_follower_poll(t, true, 10, take, &f), 0);
  assert_int_equal(trace_reader_rows(f.names, TRACE_THREADS), 2);
  assert_string_equal(trace_reader_string(f.names, trace_reader_thread(f.names, 1)->name, NULL),
                      "late");
  trace_follower_free(t);
  free(path);
}

enum { WRITERS = 4, EVENTS = 50000 };

struct writer {
  struct live *live;
  uint32_t thread, class_id;
};

/* As in the recorder, the row of an object goes to the common buffer just before its first use. */
static void *write_events(void *arg) {
  struct writer *w = arg;
  struct live_thread *t = live_thread_open(w->live, w->thread);
  for (int i = 0; i < EVENTS; i++) {
    uint32_t object = live_id(w->live, TRACE_OBJECTS);
    live_object(w->live, NULL, object, w->class_id);
    live_emit(w->live, t, &(struct trace_event){.kind = TRACE_EV_ALLOC, .object = object});
  }
  live_thread_close(w->live, t);
  return NULL;
}

static void test_beside_writers(void **state) {
  (void)state;
  char *path = fixture_path("beside");
  struct live *l;
  struct writer writers[WRITERS];
  pthread_t threads[WRITERS];
  struct trace_follower *t = trace_follower_new(path);
  struct followed f = {.names = trace_follower_names(t)};
  assert_int_equal(live_open(path, &l), 0);
  uint32_t c = live_class(l, NULL, "C", "app", NULL, NULL, 0);
  for (uint32_t i = 0; i < WRITERS; i++) {
    writers[i] = (struct writer){l, i + 1, c};
    assert_int_equal(pthread_create(&threads[i], NULL, write_events, &writers[i]), 0);
  }
  for (int i = 0; i < 200; i++) trace_follower_poll(t, false, 1000, take, &f);
  for (uint32_t i = 0; i < WRITERS; i++) pthread_join(threads[i], NULL);
  live_close(l);
  while (trace_follower_poll(t, true, 1000, take, &f)) continue;
  assert_int_equal(f.count, WRITERS * EVENTS);
  assert_int_equal(trace_follower_count(t), f.count);
  assert_int_equal(f.unnamed, 0);
  trace_follower_free(t);
  free(path);
}

/* If an assigned number's event never arrives, the follower waits for it during the recording, and
 * skips it afterwards. */
static void test_gap(void **state) {
  (void)state;
  char *path = fixture_path("gap");
  struct live *l;
  struct followed f = {0};
  assert_int_equal(live_open(path, &l), 0);
  struct live_thread *a = live_thread_open(l, 1), *b = live_thread_open(l, 2);
  live_emit(l, a, &(struct trace_event){.kind = TRACE_EV_YIELD});
  live_emit(l, b, &(struct trace_event){.kind = TRACE_EV_YIELD});
  live_emit(l, a, &(struct trace_event){.kind = TRACE_EV_YIELD});
  live_close(l);
  size_t len;
  uint8_t *bytes = fixture_slurp(path, &len);
  for (size_t at = LIVE_HEADER; at < len; at += LIVE_SEGMENT) {
    struct live_segment s;
    memcpy(&s, bytes + at, sizeof s);
    if (s.buffer == 2) memset(bytes + at + LIVE_SEGMENT_HEADER, 0, 4); /* b's commit word */
  }
  fixture_spill(path, bytes, len);
  free(bytes);
  struct trace_follower *t = trace_follower_new(path);
  f.names = trace_follower_names(t);
  assert_int_equal(trace_follower_poll(t, false, 10, take, &f), 1);
  assert_int_equal(trace_follower_poll(t, false, 10, take, &f), 0);
  assert_int_equal(trace_follower_poll(t, true, 10, take, &f), 1);
  assert_int_equal(f.last, 3);
  trace_follower_free(t);
  free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_waits),
                                     cmocka_unit_test(test_beside_writers),
                                     cmocka_unit_test(test_gap)};
  return cmocka_run_group_tests_name("trace follow", tests, NULL, fixture_tear_down);
}
