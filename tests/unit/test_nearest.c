/* The successful run nearest to a failing path, compared with all runs that share a longer part of
 * the path; and the case in which there is no successful run.
 *
 * timeout: 120 */
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct check_info nearest_to(struct engine *e, node_id from, uint64_t max_states) {
  return fixture_check(e, from,
                       (struct check_options){.kind = CHECK_NEAREST, .max_states = max_states});
}

/* Returns the error that a check finds. */
static node_id error_of(struct engine *e) {
  struct check_info k = fixture_check(e, NODE_ROOT, (struct check_options){0});
  node_id n = k.error_node;
  assert_int_equal(k.state, CHECK_ERROR);
  engine_check_release(&k);
  return n;
}

static uint32_t flags_of(struct engine *e, node_id n, uint32_t *depth) {
  struct node_info info;
  assert_int_equal(engine_node(e, n, &info), 0);
  if (depth) *depth = info.depth;
  return info.flags;
}

/* Does a run from here end well? Tries all, without matching, so only for small programs. */
static bool some_ends_well(struct engine *e) {
  struct choice c[64];
  node_id here = engine_here(e);
  uint32_t flags = flags_of(e, here, NULL), n = engine_choices(e, c, 64), i;
  struct error err = {0};
  bool found = false;
  if (flags & NODE_ERROR) return false;
  if (flags & NODE_ENDED) return true;
  assert_true(n <= 64);
  for (i = 0; i < n && !found; i++) {
    assert_int_equal(engine_take(e, c[i], NULL, &err), 0);
    found = some_ends_well(e);
    assert_int_equal(engine_go(e, here, &err), 0);
  }
  return found;
}

static node_id ancestor_at(struct engine *e, node_id n, uint32_t depth) {
  struct node_info info;
  while (!engine_node(e, n, &info) && info.depth > depth) n = info.parent;
  return n;
}

/* The run leaves the path where it says, and no run that leaves it later ends well. */
static void no_run_is_nearer(void **state) {
  struct engine *e =
      fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEADLOCK | PROP_EXCEPTION);
  node_id bad = error_of(e), here = engine_here(e);
  struct check_info k = nearest_to(e, bad, 0);
  struct error err = {0};
  uint32_t depth;
  (void)state;
  assert_int_equal(k.state, CHECK_FOUND);
  assert_true(k.whole);
  assert_int_equal(engine_here(e), here);
  assert_int_equal(flags_of(e, k.error_node, NULL) & (NODE_ENDED | NODE_ERROR), NODE_ENDED);
  flags_of(e, bad, &depth);
  assert_true(k.common > 0 && k.common < depth);
  assert_int_equal(ancestor_at(e, k.error_node, k.common), ancestor_at(e, bad, k.common));
  assert_int_not_equal(ancestor_at(e, k.error_node, k.common + 1),
                       ancestor_at(e, bad, k.common + 1));
  assert_non_null(strstr(k.verdict, "a run that ends well, the same up to step "));
  assert_int_equal(engine_go(e, ancestor_at(e, bad, k.common), &err), 0);
  assert_true(some_ends_well(e));
  assert_int_equal(engine_go(e, ancestor_at(e, bad, k.common + 1), &err), 0);
  assert_false(some_ends_well(e));
  engine_check_release(&k);
  engine_close(e);
}

/* Every run fails, which is reported only when all were tried. */
static void none_ends_well(void **state) {
  struct engine *e = fixture_open_verdicts("ErrorInaccessible", PROP_DEFAULT, 0, POR_FULL);
  struct check_info k = nearest_to(e, error_of(e), 0);
  (void)state;
  assert_int_equal(k.state, CHECK_NONE);
  assert_int_equal(k.error_node, NODE_NONE);
  assert_non_null(strstr(k.verdict, "no run ends well: all runs were tried"));
  engine_check_release(&k);
  engine_close(e);
}

/* Most of the path is irrelevant to the error, and the bound is not spent on that part. Whether a
 * run that leaves one step later ends well is unknown; none was found. */
static void committed_long_before(void **state) {
  struct engine *e = fixture_open_verdicts("LostLongBefore", PROP_DEFAULT, 0, POR_FULL);
  node_id bad = error_of(e);
  struct check_info k = nearest_to(e, bad, 2000);
  uint32_t depth;
  (void)state;
  flags_of(e, bad, &depth);
  assert_int_equal(k.state, CHECK_FOUND);
  assert_false(k.whole);
  assert_true(k.states <= 2100);
  if (k.common >= depth / 2) fail_msg("parts at step %u of %u", k.common, depth);
  assert_int_equal(flags_of(e, k.error_node, NULL) & (NODE_ENDED | NODE_ERROR), NODE_ENDED);
  engine_check_release(&k);
  engine_close(e);
}

/* If a bound ends the search, nothing is claimed about untried runs. */
static void a_bound_is_said(void **state) {
  struct engine *e =
      fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEADLOCK | PROP_EXCEPTION);
  struct check_info k = nearest_to(e, error_of(e), 1);
  (void)state;
  assert_int_equal(k.state, CHECK_INCONCLUSIVE);
  assert_non_null(strstr(k.verdict, "not all runs were tried"));
  engine_check_release(&k);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_run_is_nearer),
      cmocka_unit_test(none_ends_well),
      cmocka_unit_test(committed_long_before),
      cmocka_unit_test(a_bound_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
