/* Counterexamples: schedules with ends under every reduction, their certificates, and reading them
 * from a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "session_fixture.h"
#include "trace/counterexample.h"
#include "trace_fixture.h"
#include "tui/cli/certify.h"

/* ---- schedules with ends ---- */

static struct engine_options options_of(int por, uint32_t properties, char **path) {
  static char *argv[] = {"2", "1"};
  struct engine_options o;
  const char *build = getenv("HEDDLE_BUILD");
  engine_options_init(&o);
  o.class_path = *path = mem_printf("%s/samples/TwoStage", build ? build : "build");
  o.main_class = "TwoStage";
  o.argc = 2;
  o.argv = argv;
  o.por = por;
  o.properties = properties;
  o.keep_events = true;
  return o;
}

static struct engine *open_por(int por, uint32_t properties) {
  struct engine *e;
  struct error err = {0};
  char *path;
  struct engine_options o = options_of(por, properties, &path);
  if (engine_open(&o, &e, &err)) fail_msg("%s", err.msg);
  free(path);
  return e;
}

/* A schedule found under one reduction can be executed under any other. */
static void test_any_reduction(void **state) {
  static const uint32_t properties = PROP_EXCEPTION | PROP_DEADLOCK;
  int from, to;
  (void)state;
  for (from = POR_FULL; from <= POR_NONE; from += 2) {
    struct engine *e = open_por(from, properties);
    struct search_options so;
    struct search_report report;
    struct schedule s;
    struct error err = {0};
    search_options_init(&so);
    assert_int_equal(engine_search(e, &so, NULL, NULL, NULL, &report, &s, &err), 0);
    assert_non_null(s.property);
    assert_non_null(s.ends);
    for (to = POR_FULL; to <= POR_NONE; to += 2) {
      struct engine *other = open_por(to, properties);
      if (engine_replay_schedule(other, &s, &err)) fail_msg("%d under %d: %s", from, to, err.msg);
      engine_close(other);
    }
    schedule_release(&s);
    engine_close(e);
  }
}

/* Before an error is reported, a fresh process has reproduced it step by step. */
static void test_certificate(void **state) {
  static const uint32_t properties = PROP_EXCEPTION | PROP_DEADLOCK;
  char *path;
  struct engine_options o = options_of(POR_FULL, properties, &path);
  struct engine *e = open_por(POR_FULL, properties);
  struct search_options so;
  struct search_report report;
  struct schedule s;
  struct error err = {0};
  uint32_t last;
  (void)state;
  search_options_init(&so);
  assert_int_equal(engine_search(e, &so, NULL, NULL, NULL, &report, &s, &err), 0);
  engine_close(e);
  if (certify_schedule(&o, NULL, &s, NULL, &err)) fail_msg("%s", err.msg);
  assert_string_equal(s.kind, "java.lang.IllegalStateException");
  last = s.count - 1;
  s.ends[last / 2].instructions++;
  assert_int_equal(certify_schedule(&o, NULL, &s, NULL, &err), ERR_INTERNAL);
  assert_non_null(strstr(err.msg, "does not replay"));
  error_clear(&err);
  s.ends[last / 2].instructions--;
  s.count = last;
  free(s.ends[last].mark);
  if (certify_schedule(&o, NULL, &s, NULL, &err)) fail_msg("%s", err.msg);
  assert_null(s.property); /* the error occurred in the last step */
  schedule_release(&s);
  free(path);
}

/* A random walk with marks is written, read back and executed in a session without marks. */
static void test_round_trip(void **state) {
  char *path = fixture_path("walk.htrace");
  struct engine *e = fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEADLOCK), *other;
  struct trace_reader *r;
  struct schedule s;
  struct error err = {0};
  struct rng rng;
  uint32_t id, i;
  uint64_t hash;
  struct step_end end;
  (void)state;
  rng_seed(&rng, 11);
  assert_int_equal(engine_mark_add(e, "TwoStage.java:20", &id, &err), 0);
  assert_int_equal(engine_mark_add(e, "TwoStage.java:28", &id, &err), 0);
  for (i = 0; i < 14; i++) fixture_random(e, &rng);
  hash = fixture_memory(e);
  if (counterexample_write(e, path, &err)) fail_msg("%s", err.msg);
  assert_true(fixture_memory(e) == hash);
  if (trace_reader_open(path, &r, &err) || counterexample_schedule(r, &s, &err))
    fail_msg("%s", err.msg);
  assert_true(counterexample_is(r));
  assert_int_equal(s.count, 14);
  assert_null(s.property);
  other = fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEADLOCK);
  if (counterexample_replay(other, r, &err)) fail_msg("%s", err.msg);
  engine_step_end(e, &end);
  assert_int_equal(end.instructions, s.ends[13].instructions);
  free(end.mark);
  /* An end that is not reached is reported. */
  s.ends[3].instructions++;
  assert_int_equal(engine_replay_schedule(other, &s, &err), ERR_INTERNAL);
  assert_non_null(strstr(err.msg, "step 4"));
  schedule_release(&s);
  trace_reader_close(r);
  engine_close(other);
  engine_close(e);
  unlink(path);
  free(path);
}

/* ---- names ---- */

/* Names of objects that the session shows by their contents are not compared. */
static bool is_numbered(const char *name) {
  static const char *const shown[] = {"java.lang.String#", "java.lang.Class#", "java.lang.Integer#",
                                      "java.lang.Boolean#", "java.lang.Long#"};
  size_t i;
  for (i = 0; i < COUNT(shown); i++)
    if (!strncmp(name, shown[i], strlen(shown[i]))) return false;
  return strchr(name, '#') != NULL;
}

static bool begins_with(const char *text, const char *name) {
  size_t n = strlen(name);
  return !strncmp(text, name, n) && !(text[n] >= '0' && text[n] <= '9');
}

static bool session_shows(struct engine *e, node_id n, const char *name) {
  struct node_info node;
  struct event_info ev;
  bool found = false;
  uint32_t i;
  if (engine_node(e, n, &node)) return false;
  for (i = 0; i < node.events && !found; i++) {
    if (engine_event(e, n, i, &ev)) continue;
    found = begins_with(ev.object, name) || begins_with(ev.value, name);
    engine_event_release(&ev);
  }
  return found;
}

/* An object that was collected before any state showed it has no number in the session, which shows
 * only its class. Its number in the trace must not be that of an object in the session. */
static bool names_nothing(struct engine *e, node_id n, const char *name) {
  const char *number = strrchr(name, '#');
  char *alone = mem_printf("%.*s", (int)(number - name), name);
  bool shown = session_shows(e, n, alone);
  free(alone);
  return shown && !session_object_named(e, name, (size_t)(number - name),
                                        (uint32_t)strtoul(number + 1, NULL, 10));
}

static uint32_t expect_name(struct engine *e, node_id n, struct trace_reader *r, uint64_t object) {
  struct text name = {0};
  uint32_t compared;
  trace_name_object(r, (uint32_t)object, &name);
  compared = is_numbered(name.s);
  if (compared && !session_shows(e, n, name.s) && !names_nothing(e, n, name.s))
    fail_msg("node %u does not show %s", n, name.s);
  text_release(&name);
  return compared;
}

/* Each object that the trace shows in a step must be shown by the session in that step. Returns the
 * number of comparisons. */
static uint32_t expect_names(struct engine *e, struct trace_reader *r) {
  node_id path[200];
  uint32_t n = engine_path(e, engine_here(e), path, COUNT(path)), step = 0, compared = 0;
  uint64_t i;
  assert_true(n < COUNT(path));
  for (i = 0; i < trace_reader_count(r); i++) {
    struct trace_event ev;
    assert_int_equal(trace_reader_event(r, i, &ev, NULL), 0);
    if (ev.kind == TRACE_EV_CHOICE) step++;
    if (trace_kind_group(ev.kind) != TRACE_GROUP_ACCESS && ev.kind != TRACE_EV_MONITOR_ENTER)
      continue;
    if (ev.object) compared += expect_name(e, path[step], r, ev.object);
    if (ev.type == 'L' && ev.value) compared += expect_name(e, path[step], r, ev.value);
  }
  return compared;
}

/* An object name in a trace refers to the same object in the session that executes it. In programs
 * with pools the events show other objects first than the states do. */
static void test_names(void **state) {
  static const char *const programs[] = {"SafePool", "PoolLoses", "DeadPool", "SafeLatchPool"};
  char *path = fixture_path("names.htrace");
  uint32_t compared = 0, seed;
  (void)state;
  for (seed = 0; seed < 3 * COUNT(programs); seed++) {
    const char *program = programs[seed % COUNT(programs)];
    struct engine *e = fixture_open("java/verdicts", program, "", PROP_DEADLOCK), *other;
    struct trace_reader *r;
    struct error err = {0};
    struct rng rng;
    int i;
    rng_seed(&rng, seed);
    for (i = 0; i < 150 && fixture_random(e, &rng); i++) continue;
    if (counterexample_write(e, path, &err) || trace_reader_open(path, &r, &err))
      fail_msg("%s", err.msg);
    expect_names(e, r);
    other = fixture_open("java/verdicts", program, "", PROP_DEADLOCK);
    if (counterexample_replay(other, r, &err)) fail_msg("%s", err.msg);
    compared += expect_names(other, r);
    trace_reader_close(r);
    engine_close(other);
    engine_close(e);
  }
  assert_true(compared > 1000);
  unlink(path);
  free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_any_reduction),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_certificate),
      cmocka_unit_test(test_names),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  fixture_remove();
  return failed;
}
