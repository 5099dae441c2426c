/* A bound on depth together with matching (soundness rule 14, what is left is stored). The bounded
 * search finds an error exactly from the depth at which a search without matching finds it,
 * whichever path meets a state first. A search that reached its bound is never complete. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/engine.h"

static struct engine *open_program(const char *main_class) {
  struct engine_options o;
  struct engine *e;
  struct error err = {0};
  const char *java = getenv("HEDDLE_JAVA");
  char *path = mem_printf("%s/verdicts", java ? java : "build/java");
  engine_options_init(&o);
  o.class_path = path;
  o.main_class = main_class;
  o.patience = 0; /* the error in SoundDeadline needs a wait that elapses at once */
  o.properties = PROP_DEADLOCK | PROP_EXCEPTION;
  if (engine_open(&o, &e, &err)) fail_msg("%s: %s", main_class, err.msg);
  free(path);
  return e;
}

/* Is there an error at most `depth` steps below here? Walks every path. */
static bool error_below(struct engine *e, uint32_t depth) {
  struct choice c[64];
  struct error err = {0};
  struct node_info n;
  node_id here = engine_here(e), id;
  uint32_t i, count = depth ? engine_choices(e, c, COUNT(c)) : 0;
  for (i = 0; i < count; i++) {
    bool found;
    if (engine_take(e, c[i], &id, &err)) fail_msg("%s", err.msg);
    assert_int_equal(engine_node(e, id, &n), 0);
    found = n.flags & NODE_ERROR ||
            (!(n.flags & (NODE_ENDED | NODE_BLOCKED)) && error_below(e, depth - 1));
    if (engine_go(e, here, &err)) fail_msg("%s", err.msg);
    if (found) return true;
  }
  return false;
}

static uint32_t shortest_error(const char *main_class) {
  struct engine *e = open_program(main_class);
  uint32_t depth = 1;
  while (!error_below(e, depth)) depth++;
  engine_close(e);
  return depth;
}

static struct search_report bounded_by(const char *search, uint64_t seed, const char *main_class,
                                       uint32_t depth) {
  struct engine *e = open_program(main_class);
  struct search_options s;
  struct search_report r;
  struct schedule found;
  struct error err = {0};
  search_options_init(&s);
  s.search = search;
  s.seed = seed;
  s.heuristic = "random";
  s.depth = depth;
  if (engine_search(e, &s, NULL, NULL, NULL, &r, &found, &err)) fail_msg("%s", err.msg);
  schedule_release(&found);
  engine_close(e);
  return r;
}

static struct search_report bounded(const char *main_class, uint32_t depth) {
  return bounded_by("bmc", 1, main_class, depth);
}

static void test_errors(void **state) {
  static const char *const programs[] = {"ErrorLostUpdate", "ErrorCheckThenAct", "DeadLockOrder",
                                         "DeadLostNotify",  "SoundExit",         "SoundJoinLate",
                                         "SoundDeadline",   "BoundShortcut"};
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(programs); i++) {
    uint32_t depth = shortest_error(programs[i]);
    struct search_report before = bounded(programs[i], depth - 1), at = bounded(programs[i], depth);
    assert_int_equal(before.status, SEARCH_INCONCLUSIVE);
    assert_false(before.complete);
    if (at.status != SEARCH_ERROR) fail_msg("%s: no error within depth %u", programs[i], depth);
  }
}

/* The result does not depend on the order in which states are met. */
static void test_any_order(void **state) {
  static const char *const searches[] = {"random-dfs", "greedy-best-first", "context-bounded"},
                           *const programs[] = {"BoundShortcut", "ErrorLostUpdate"};
  (void)state;
  for (size_t p = 0; p < COUNT(programs); p++) {
    uint32_t depth = shortest_error(programs[p]);
    for (size_t i = 0; i < COUNT(searches); i++)
      for (uint64_t seed = 1; seed <= 5; seed++) {
        struct search_report at = bounded_by(searches[i], seed, programs[p], depth);
        if (at.status != SEARCH_ERROR)
          fail_msg("%s, %s, seed %u: no error within depth %u", programs[p], searches[i],
                   (unsigned)seed, depth);
      }
  }
}

/* A bound larger than needed cuts nothing and changes nothing. */
static void test_complete(void **state) {
  static const char *const programs[] = {"SafeOneLock", "SafeNotifyAll", "CountTimedWait"};
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(programs); i++) {
    struct search_report free = bounded(programs[i], 100000),
                         tight = bounded(programs[i], free.max_depth + 1);
    struct search_report cut = bounded(programs[i], free.max_depth - 1);
    assert_int_equal(free.status, SEARCH_DONE);
    assert_int_equal(tight.status, SEARCH_DONE);
    assert_int_equal(tight.states, free.states);
    assert_int_equal(cut.status, SEARCH_INCONCLUSIVE);
    assert_false(cut.complete);
  }
}

/* A loop that need not end is not an error, but does not prove termination either, so it is
 * reported (rule 16, deadlock). */
static void test_cycle(void **state) {
  struct search_report loops = bounded_by("dfs", 1, "SafePeterson", 0),
                       ends = bounded_by("dfs", 1, "SafeOneLock", 0);
  (void)state;
  assert_int_equal(loops.status, SEARCH_DONE);
  assert_true(loops.cycle);
  assert_int_equal(ends.status, SEARCH_DONE);
  assert_false(ends.cycle);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors),
                                     cmocka_unit_test(test_any_order),
                                     cmocka_unit_test(test_complete), cmocka_unit_test(test_cycle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
