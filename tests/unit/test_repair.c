/* Repairs: the proposals for an error, the result of trying them, and that the session's own
 * classes stay unchanged.
 *
 * timeout: 120 */
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static node_id error_of(struct engine *e, uint64_t *states) {
  struct check_info k = fixture_check(e, NODE_ROOT, (struct check_options){0});
  node_id n = k.error_node;
  assert_int_equal(k.state, CHECK_ERROR);
  *states = k.states;
  engine_check_release(&k);
  return n;
}

/* Tries the proposal with this text and returns its verdict. The caller frees. */
static char *tried(struct engine *e, node_id bad, const char *text, int state, uint64_t max) {
  struct repair_info *r;
  struct check_info k;
  uint32_t count, i;
  char *verdict;
  assert_int_equal(engine_repairs(e, bad, &r, &count), 0);
  for (i = 0; i < count && strcmp(r[i].text, text) != 0; i++) continue;
  if (i == count)
    fail_msg("'%s' is not among the %u proposals: %s", text, count, count ? r[0].text : "");
  assert_non_null(r[i].apply);
  k = fixture_check(
      e, bad,
      (struct check_options){.kind = CHECK_REPAIR, .repair = r[i].apply, .max_states = max});
  verdict = mem_strdup(k.verdict);
  if (k.state != state) fail_msg("state %d: %s", k.state, k.verdict);
  assert_int_equal(k.error_node, NODE_NONE);
  engine_check_release(&k);
  engine_repairs_release(r, count);
  return verdict;
}

static void assert_contains(char *text, const char *what) {
  if (!strstr(text, what)) fail_msg("'%s' is not in '%s'", what, text);
  free(text);
}

/* Volatile ends the races of the two stages but not the error; one lock ends both. Afterwards the
 * session reaches the error as before. */
static void two_stages(void **state) {
  struct engine *e =
      fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEADLOCK | PROP_EXCEPTION);
  uint64_t before, after, memory;
  node_id bad = error_of(e, &before), here = engine_here(e);
  (void)state;
  memory = fixture_memory(e);
  assert_contains(tried(e, bad, "make TwoStage$Cell.value volatile", CHECK_ERROR, 0),
                  "tried: THIS ERROR STILL OCCURS (");
  assert_contains(
      tried(e, bad, "make TwoStage.produce and TwoStage.consume synchronized", CHECK_NO_ERROR, 0),
      "tried: no error in all ");
  assert_int_equal(engine_here(e), here);
  assert_int_equal(fixture_memory(e), memory);
  error_of(e, &after);
  assert_int_equal(before, after);
  engine_close(e);
}

/* With a bound, nothing is claimed about unexplored states. */
static void a_bound_is_said(void **state) {
  struct engine *e =
      fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEADLOCK | PROP_EXCEPTION);
  uint64_t states;
  node_id bad = error_of(e, &states);
  (void)state;
  assert_contains(
      tried(e, bad, "make TwoStage.produce and TwoStage.consume synchronized", CHECK_INCONCLUSIVE,
            5),
      " states of dfs, pct and pos together, no search was complete (each: max-states 5)");
  engine_close(e);
}

/* A race: a volatile flag publishes earlier writes. */
static void publication(void **state) {
  struct engine *e = fixture_open("samples/Publish", "Publish", "", PROP_DEFAULT);
  uint64_t states;
  node_id bad = error_of(e, &states);
  (void)state;
  assert_contains(tried(e, bad, "make Publish.ready volatile", CHECK_NO_ERROR, 0),
                  "tried: no error in all ");
  engine_close(e);
}

/* Lambdas of one class use the lock of that class. */
static void lost_update(void **state) {
  struct engine *e = fixture_open("java/verdicts", "ErrorLostUpdate", "", PROP_DEFAULT);
  uint64_t states;
  node_id bad = error_of(e, &states);
  (void)state;
  assert_contains(
      tried(e, bad,
            "hold one lock in ErrorLostUpdate.lambda$main$1 and ErrorLostUpdate.lambda$main$0",
            CHECK_NO_ERROR, 0),
      "tried: no error in all ");
  engine_close(e);
}

/* The shared data is in the library's map, so the lock must enclose the two calls. */
static void two_calls_of_a_map(void **state) {
  struct engine *e = fixture_open("java/verdicts", "StockSoldTwice", "", PROP_DEFAULT);
  uint64_t states;
  node_id bad = error_of(e, &states);
  (void)state;
  assert_contains(tried(e, bad, "make StockSoldTwice.take synchronized", CHECK_NO_ERROR, 0),
                  "tried: no error in all ");
  engine_close(e);
}

/* An error other than the original one is reported as such, and so is a proposal that cannot be
 * applied. */
static void other_errors(void **state) {
  struct engine *e = fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEFAULT);
  uint64_t states;
  node_id bad = error_of(e, &states);
  struct check_info k;
  (void)state;
  assert_contains(tried(e, bad, "make TwoStage$Cell.value volatile", CHECK_ERROR, 0),
                  "BUT ANOTHER ERROR OCCURS: uncaught java.lang.IllegalStateException");
  k = fixture_check(e, bad,
                    (struct check_options){.kind = CHECK_REPAIR, .repair = "volatile No.such"});
  assert_int_equal(k.state, CHECK_INCONCLUSIVE);
  assert_non_null(strstr(k.verdict, "not tried: it cannot be applied"));
  engine_check_release(&k);
  engine_close(e);
}

static void nothing_to_repair(void **state) {
  struct engine *e = fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEFAULT);
  struct check_options o = {.kind = CHECK_REPAIR, .repair = "volatile TwoStage$Cell.value"};
  struct repair_info *r;
  struct error err = {0};
  uint32_t count, id;
  (void)state;
  assert_int_equal(engine_repairs(e, NODE_ROOT, &r, &count), ERR_NOTFOUND);
  assert_int_equal(engine_check_start(e, NODE_ROOT, &o, &id, &err), ERR_INPUT);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_stages),         cmocka_unit_test(a_bound_is_said),
      cmocka_unit_test(publication),        cmocka_unit_test(lost_update),
      cmocka_unit_test(two_calls_of_a_map), cmocka_unit_test(other_errors),
      cmocka_unit_test(nothing_to_repair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
