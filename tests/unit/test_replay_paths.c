/* All paths of the engine that match a trace are found once each, depth-first and breadth-first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session_fixture.h"
#include "trace/replay/replay.h"

struct followed {
  struct engine *e;
  struct trace_reader *reader;
  struct replay *r;
};

static struct followed follow_by(const char *sample, const char *args, bool breadth) {
  struct replay_options o = {.breadth = breadth};
  struct error err = {0};
  struct followed f;
  char *where = mem_printf("samples/%s", sample),
       *path = mem_printf("sample-traces/%s/%s.htrace", sample, sample);
  f.e = fixture_open(where, sample, args, PROP_DEFAULT);
  if (trace_reader_open(path, &f.reader, &err) || replay_open(f.e, f.reader, &o, &f.r, &err))
    fail_msg("%s", err.msg);
  free(where);
  free(path);
  return f;
}

static void done(struct followed *f) {
  replay_close(f->r);
  engine_close(f->e);
  trace_reader_close(f->reader);
}

static bool is_same_way(const struct schedule *a, const struct schedule *b) {
  if (a->count != b->count) return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->choices[i].thread != b->choices[i].thread || a->choices[i].kind != b->choices[i].kind ||
        a->choices[i].arg != b->choices[i].arg ||
        a->ends[i].instructions != b->ends[i].instructions)
      return false;
  return true;
}

typedef VEC(struct schedule) way_vec;

static int by_way(const void *x, const void *y) {
  const struct schedule *a = x, *b = y;
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (uint32_t i = 0; i < a->count; i++) {
    int d = memcmp(&a->choices[i], &b->choices[i], sizeof a->choices[i]);
    if (d) return d;
    if (a->ends[i].instructions != b->ends[i].instructions)
      return a->ends[i].instructions < b->ends[i].instructions ? -1 : 1;
  }
  return 0;
}

/* Returns at most `most` paths that match to the last event, sorted. */
static way_vec ways_of(const char *sample, const char *args, bool breadth, size_t most) {
  struct followed f = follow_by(sample, args, breadth);
  struct error err = {0};
  way_vec v = {0};
  int rc = replay_run(f.r, &err);
  while (rc == REPLAY_END && v.len < most) {
    assert_int_equal(replay_matched(f.r), replay_monitored(f.r));
    assert_int_equal(engine_schedule(f.e, replay_node(f.r), vec_push(&v)), 0);
    rc = replay_next_path(f.r, &err);
  }
  assert_true(v.len == most || rc == ERR_NOTFOUND);
  if (v.len) qsort(v.data, v.len, sizeof *v.data, by_way);
  done(&f);
  return v;
}

static void ways_release(way_vec *v) {
  for (size_t i = 0; i < v->len; i++) schedule_release(&v->data[i]);
  vec_free(v);
}

/* Each path matches to the last event and is found only once, in either order. */
static void test_more_paths(void **state) {
  (void)state;
  for (int breadth = 0; breadth < 2; breadth++) {
    way_vec v = ways_of("Philosophers", "3", breadth, 12);
    assert_int_equal(v.len, 12);
    for (size_t i = 1; i < v.len; i++) assert_false(is_same_way(&v.data[i - 1], &v.data[i]));
    ways_release(&v);
  }
}

/* Depth-first and breadth-first search find the same paths. */
static void test_all_paths(void **state) {
  way_vec deep = ways_of("Publish", "", false, 5000), broad = ways_of("Publish", "", true, 5000);
  (void)state;
  assert_true(deep.len > 100 && deep.len < 5000);
  assert_int_equal(deep.len, broad.len);
  for (size_t i = 0; i < deep.len; i++) {
    assert_true(is_same_way(&deep.data[i], &broad.data[i]));
    if (i) assert_false(is_same_way(&deep.data[i - 1], &deep.data[i]));
  }
  ways_release(&deep);
  ways_release(&broad);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_more_paths),
                                     cmocka_unit_test(test_all_paths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
