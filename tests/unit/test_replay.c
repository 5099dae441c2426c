/* Replay through its interface: moving along a trace, the recorded order, failing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "session_fixture.h"
#include "trace/replay/replay_int.h"
#include "trace/format/text_form.h"
#include "trace_fixture.h"

struct followed {
  struct engine *e;
  struct trace_reader *reader;
  struct replay *r;
};

static struct followed follow(const char *sample, const char *args, const char *trace,
                              bool strict) {
  struct replay_options o = {.strict = strict};
  struct error err = {0};
  struct followed f;
  char *where = mem_printf("samples/%s", sample),
       *path = trace ? mem_strdup(trace) : mem_printf("sample-traces/%s/%s.htrace", sample, sample);
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

/* ---- moving ---- */

static void test_moves(void **state) {
  struct followed f = follow("TwoStage", "2 1", NULL, false);
  struct error err = {0};
  uint64_t end = trace_reader_count(f.reader), middle = end / 2, matched;
  node_id at;
  (void)state;
  assert_int_equal(replay_position(f.r), 0);
  assert_int_equal(replay_transition(f.r, &err), 0);
  assert_true(replay_matched(f.r) > 0);
  assert_int_equal(engine_here(f.e), replay_node(f.r));
  matched = replay_matched(f.r);
  assert_int_equal(replay_step(f.r, 3, &err), 0);
  assert_true(replay_matched(f.r) >= matched + 3);
  assert_int_equal(replay_to(f.r, middle, &err), 0);
  assert_true(replay_position(f.r) >= middle);
  at = replay_node(f.r);
  assert_int_equal(replay_run(f.r, &err), REPLAY_END);
  assert_int_equal(replay_position(f.r), end);
  assert_int_equal(replay_matched(f.r), replay_monitored(f.r));
  assert_int_equal(replay_transition(f.r, &err), REPLAY_END);
  assert_true(replay_position_of(f.r, at) >= middle && replay_position_of(f.r, at) < end);
  assert_int_equal(replay_position_of(f.r, 1u << 30), UINT64_MAX);
  done(&f);
}

/* Going back restores the earlier state, and going forward again takes the same path. */
static void test_back_and_forth(void **state) {
  struct followed f = follow("Publish", "", NULL, false);
  struct error err = {0};
  uint64_t early = trace_reader_count(f.reader) / 3, hash, matched;
  node_id at, last;
  size_t bytes = f.r->plan.objects * sizeof *f.r->objects;
  ref *objects = mem_alloc(bytes);
  (void)state;
  assert_int_equal(replay_to(f.r, early, &err), 0);
  at = replay_node(f.r);
  hash = fixture_memory(f.e);
  memcpy(objects, f.r->objects, bytes);
  matched = replay_matched(f.r);
  assert_int_equal(replay_run(f.r, &err), REPLAY_END);
  last = replay_node(f.r);
  assert_memory_not_equal(f.r->objects, objects, bytes);
  assert_int_equal(replay_to(f.r, early, &err), 0);
  assert_int_equal(replay_node(f.r), at);
  assert_int_equal(replay_matched(f.r), matched);
  assert_true(fixture_memory(f.e) == hash);
  assert_memory_equal(f.r->objects, objects, bytes); /* bindings made later are undone */
  free(objects);
  assert_int_equal(replay_run(f.r, &err), REPLAY_END);
  assert_int_equal(replay_node(f.r), last);
  assert_int_equal(replay_return(f.r, at, &err), 0);
  assert_int_equal(engine_here(f.e), at);
  assert_int_equal(replay_return(f.r, last, &err), ERR_NOTFOUND); /* no longer on the path */
  error_clear(&err);
  assert_int_equal(replay_run(f.r, &err), REPLAY_END);
  done(&f);
}

/* The user moves elsewhere in the tree and changes marks; the replay continues at its own node. */
static void test_beside_the_user(void **state) {
  struct followed f = follow("TwoStage", "2 1", NULL, false);
  struct error err = {0};
  struct rng rng;
  uint32_t id, i;
  (void)state;
  rng_seed(&rng, 5);
  assert_int_equal(replay_step(f.r, 10, &err), 0);
  for (i = 0; i < 5; i++) fixture_random(f.e, &rng);
  assert_int_equal(engine_mark_add(f.e, "TwoStage.java:31", &id, &err), 0);
  assert_int_equal(engine_go(f.e, NODE_ROOT, &err), 0);
  for (i = 0; i < 5; i++) fixture_random(f.e, &rng);
  assert_int_equal(replay_run(f.r, &err), REPLAY_END);
  assert_int_equal(replay_matched(f.r), replay_monitored(f.r));
  done(&f);
}

/* ---- the recorded order ---- */

static bool is_element(const struct trace_event *e) {
  return e->kind == TRACE_EV_AREAD_AFTER || e->kind == TRACE_EV_AWRITE_BEFORE;
}
static bool is_write(const struct trace_event *e) {
  return e->kind == TRACE_EV_WRITE_BEFORE || e->kind == TRACE_EV_AWRITE_BEFORE;
}
static bool is_field(const struct trace_event *e) {
  return e->kind == TRACE_EV_READ_AFTER || e->kind == TRACE_EV_WRITE_BEFORE;
}
static bool is_monitor(const struct trace_event *e) {
  return e->kind == TRACE_EV_MONITOR_ENTER || e->kind == TRACE_EV_MONITOR_EXIT;
}

/* Returns true if the two events do not commute: they are on the same monitor, or they access the
 * same variable and one of them writes it. */
static bool are_ordered(const struct trace_event *a, const struct trace_event *b) {
  if (a->object != b->object) return false;
  if (is_monitor(a) && is_monitor(b)) return true;
  if (!is_write(a) && !is_write(b)) return false;
  return is_element(a) && is_element(b) ? a->index == b->index
                                        : is_field(a) && is_field(b) && a->ref == b->ref;
}

/* Checks that every event before number `at` that does not commute with event `at` is matched. In
 * strict replay, every event before `at` must be matched. */
static void in_order(const struct followed *f, uint32_t at, bool strict) {
  const struct plan *p = &f->r->plan;
  for (uint32_t i = 0; i < at; i++)
    if ((strict || are_ordered(&p->events.data[i].e, &p->events.data[at].e)) &&
        !is_matched(f->r, i))
      fail_msg("event %llu came before event %llu", (unsigned long long)p->events.data[at].number,
               (unsigned long long)p->events.data[i].number);
}

static void note_before(bool *before, uint32_t n, uint32_t at, uint32_t earlier) {
  for (uint32_t i = 0; i < n; i++) before[at * n + i] |= before[earlier * n + i];
  before[at * n + earlier] = true;
}

/* The threads' own orders and the wait lists together must imply the order of all events that do
 * not commute. */
static void waits_for_all(const struct followed *f) {
  const struct plan *p = &f->r->plan;
  uint32_t n = (uint32_t)p->events.len, pairs = 0;
  bool *before = mem_alloc((size_t)n * n * sizeof *before);
  for (uint32_t at = 0; at < n; at++) {
    const struct plan_event *e = &p->events.data[at];
    if (e->ordinal)
      note_before(before, n, at, p->threads.data[e->thread].events.data[e->ordinal - 1]);
    for (uint32_t i = 0; i < e->before_count; i++)
      note_before(before, n, at, p->before.data[e->before + i]);
    for (uint32_t i = 0; i < at; i++) {
      if (p->events.data[i].thread == e->thread || !are_ordered(&p->events.data[i].e, &e->e))
        continue;
      if (!before[at * n + i]) fail_msg("event %u need not wait for event %u", at, i);
      pairs++;
    }
  }
  assert_true(pairs > 0);
  free(before);
}

static void follow_in_order(const char *sample, const char *args, bool strict) {
  struct followed f = follow(sample, args, NULL, strict);
  struct error err = {0};
  uint32_t n = (uint32_t)f.r->plan.events.len;
  bool *seen = mem_alloc(n * sizeof *seen);
  int rc;
  waits_for_all(&f);
  do {
    rc = replay_transition(f.r, &err);
    for (uint32_t i = 0; i < n; i++) {
      if (is_matched(f.r, i) && !seen[i]) in_order(&f, i, strict);
      seen[i] = is_matched(f.r, i);
    }
  } while (!rc);
  if (rc != REPLAY_END) fail_msg("%s: %s", sample, err.msg);
  assert_int_equal(replay_matched(f.r), n);
  free(seen);
  done(&f);
}

static void test_order(void **state) {
  static const struct {
    const char *sample, *args;
  } runs[] = {{"TwoStage", "2 1"}, {"Philosophers", "3"}, {"Reorder", "2 1"}, {"Wronglock", "1 2"}};
  (void)state;
  for (size_t i = 0; i < COUNT(runs); i++)
    for (int strict = 0; strict < 2; strict++)
      follow_in_order(runs[i].sample, runs[i].args, strict);
}

/* ---- suspicious events and checks ---- */

static void test_suspicious(void **state) {
  struct followed f = follow("TwoStage", "2 1", NULL, false);
  struct error err = {0};
  enum replay_around around;
  uint64_t *events;
  uint32_t n, i;
  struct replay_checks c = {.back = 3, .depth = 10};
  (void)state;
  n = replay_suspicious(f.r, true, &events, &around);
  assert_true(n > 1);
  assert_int_equal(around, AROUND_CONFLICTS);
  for (i = 0; i < n; i++) {
    struct trace_event e;
    assert_int_equal(trace_reader_event(f.reader, events[i], &e, &err), 0);
    assert_true(trace_is_read(&e) || trace_is_write(&e) || e.kind == TRACE_EV_MONITOR_ENTER);
    assert_true(!i || events[i] > events[i - 1]);
  }
  free(events);
  assert_int_equal(replay_check(f.r, &c, &err), 0); /* not reached yet: nothing to check */
  assert_int_equal(c.events, 0);
  assert_int_equal(replay_run(f.r, &err), REPLAY_END);
  assert_int_equal(replay_check(f.r, &c, &err), 0);
  assert_true(c.runs > 0 && c.errors.len == 1);
  assert_true(c.errors.data[0].schedule.ends && c.errors.data[0].schedule.count > 3);
  assert_int_equal(engine_here(f.e), replay_node(f.r));
  replay_checks_release(&c);
  done(&f);
}

/* ---- failing ---- */

/* Writes the sample's trace with the values of one event changed. Returns that event's number. */
static uint64_t alter(const char *from, const char *to) {
  struct trace_reader *r;
  struct error err = {0};
  FILE *f = tmpfile();
  struct text line = {0};
  char *all = NULL;
  size_t size = 0;
  uint64_t n = UINT64_MAX, i;
  FILE *m = open_memstream(&all, &size);
  if (trace_reader_open(from, &r, &err) || trace_text_write(r, m, &err)) fail_msg("%s", err.msg);
  fclose(m);
  for (i = 0; i < trace_reader_count(r) && n == UINT64_MAX; i++) {
    struct trace_event e;
    assert_int_equal(trace_reader_event(r, i, &e, &err), 0);
    if (e.kind == TRACE_EV_WRITE_BEFORE && e.type == 'I') n = i;
  }
  for (char *p = all; *p;) {
    size_t len = strcspn(p, "\n") + 1;
    char *end, *v;
    text_release(&line);
    memset(&line, 0, sizeof line);
    text_add(&line, p, len);
    if (strtoull(p, &end, 10) == n && end != p && (v = strstr(line.s, "I:"))) v[2] = '7';
    fputs(line.s, f);
    p += len;
  }
  rewind(f);
  if (trace_text_read(f, "altered", to, &err)) fail_msg("%s", err.msg);
  fclose(f);
  text_release(&line);
  free(all);
  trace_reader_close(r);
  return n;
}

static void test_failure(void **state) {
  char *path = fixture_path("altered.htrace");
  uint64_t event = alter("sample-traces/TwoStage/TwoStage.htrace", path);
  struct followed f = follow("TwoStage", "2 1", path, false);
  struct replay_failure why;
  struct error err = {0};
  (void)state;
  assert_false(replay_failure(f.r, &why));
  assert_int_equal(replay_run(f.r, &err), ERR_NOTFOUND);
  assert_true(replay_failure(f.r, &why));
  assert_int_equal(why.event, event);
  assert_non_null(strstr(why.expected, "TwoStage$Cell"));
  assert_non_null(strstr(why.instead, "another value"));
  assert_non_null(strstr(err.msg, why.expected));
  assert_int_equal(engine_here(f.e), replay_node(f.r));
  assert_int_equal(replay_position(f.r), event); /* the session is before that event */
  error_clear(&err);
  assert_int_equal(replay_transition(f.r, &err), ERR_NOTFOUND);
  error_clear(&err);
  assert_int_equal(replay_to(f.r, 2, &err), 0); /* going back is still possible */
  done(&f);
  unlink(path);
  free(path);
}

static void test_bound(void **state) {
  struct followed f = follow("TwoStage", "2 1", NULL, false);
  struct replay_options o = {.max_transitions = 4};
  struct replay *r;
  struct error err = {0};
  (void)state;
  assert_int_equal(replay_open(f.e, f.reader, &o, &r, &err), 0);
  assert_int_equal(replay_run(r, &err), ERR_LIMIT);
  assert_int_equal(replay_transitions(r), 4);
  replay_close(r);
  done(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_moves),           cmocka_unit_test(test_back_and_forth),
      cmocka_unit_test(test_beside_the_user), cmocka_unit_test(test_suspicious),
      cmocka_unit_test(test_failure),         cmocka_unit_test(test_bound),
      cmocka_unit_test(test_order),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  fixture_remove();
  return failed;
}
