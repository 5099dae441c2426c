/* Marks (soundness rule 17, marks are scheduling points): a marked line is a scheduling point and
 * observed at its first bytecode. Changing marks opens a new generation of the tree, whose old
 * nodes stay. The search along a sequence, which matches states without the rest of the sequence,
 * is never complete. */
#include "engine/inside.h"
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { NO_RACE = PROP_DEADLOCK | PROP_EXCEPTION, STEPS_MAX = 100 };
static const char line[] = "CountPoints.java:9"; /* int[] own = new int[1]; */

static struct engine *open_points(const char *mark) {
  struct engine *e = fixture_open("java/verdicts", "CountPoints", "", NO_RACE);
  struct error err = {0};
  if (mark && engine_mark_add(e, mark, NULL, &err)) fail_msg("%s", err.msg);
  return e;
}

static node_id step_main(struct engine *e) {
  struct choice c = {.thread = 0};
  struct error err = {0};
  node_id n;
  if (engine_take(e, c, &n, &err)) fail_msg("%s", err.msg);
  return n;
}

/* Counts main's steps until it has ended; *stops: how many of them ended before the marked line. */
static uint32_t steps_of_main(struct engine *e, uint32_t *stops) {
  const struct thread *t = vm_thread(engine_vm(e), 0);
  uint32_t n = 0;
  *stops = 0;
  for (; t->state != THREAD_TERMINATED; n++) {
    assert_true(n < STEPS_MAX);
    step_main(e);
    *stops += t->op == OPK_MARK;
  }
  return n;
}

static void a_mark_is_a_scheduling_point(void **state) {
  uint32_t without, with, stops;
  struct engine *e = open_points(NULL);
  (void)state;
  without = steps_of_main(e, &stops);
  engine_close(e);
  e = open_points(line);
  with = steps_of_main(e, &stops);
  assert_int_equal(with, without + 1);
  assert_int_equal(stops, 1);
  engine_close(e);
}

/* Before the line nothing of it was executed, and the step that begins there observes it. */
static void observed_at_its_first_bytecode(void **state) {
  struct engine *e = open_points(line);
  const struct thread *t = vm_thread(engine_vm(e), 0);
  struct mark_info m;
  (void)state;
  while (t->op != OPK_MARK) step_main(e);
  assert_int_equal(engine_mark(e, 0, &m), 0);
  assert_false(m.observed);
  assert_int_equal(m.line, 9);
  engine_mark_release(&m);
  step_main(e);
  assert_int_equal(engine_mark(e, 0, &m), 0);
  assert_true(m.observed);
  assert_int_equal(m.observed_node, engine_here(e));
  engine_mark_release(&m);
  engine_close(e);
}

static void a_new_generation(void **state) {
  struct engine *e = open_points(NULL);
  struct error err = {0};
  node_id before = step_main(e), after;
  uint64_t memory = fixture_memory(e);
  (void)state;
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  assert_int_equal(step_main(e), before); /* the same choice leads to the same node */
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  assert_int_equal(engine_mark_add(e, line, NULL, &err), 0);
  after = step_main(e);
  assert_int_not_equal(after, before);
  assert_int_equal(engine_go(e, before, &err), 0);
  assert_true(fixture_memory(e) == memory);
  engine_close(e);
}

static void a_sequence_proves_nothing(void **state) {
  struct engine *e = open_points(line);
  struct search_options o;
  struct search_report r;
  struct schedule found = {0};
  struct error err = {0};
  (void)state;
  search_options_init(&o);
  o.search = "guided";
  assert_int_equal(engine_search(e, &o, NULL, NULL, NULL, &r, &found, &err), 0);
  assert_int_equal(r.status, SEARCH_INCONCLUSIVE);
  assert_false(r.complete);
  schedule_release(&found);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mark_is_a_scheduling_point),
      cmocka_unit_test(observed_at_its_first_bytecode),
      cmocka_unit_test(a_new_generation),
      cmocka_unit_test(a_sequence_proves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
