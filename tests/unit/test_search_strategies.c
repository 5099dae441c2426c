/* Compares the strategies with this test's own plain search: shortest errors, fewest preemptions,
 * whole spaces; and with paper 004's figure 4. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/inside.h"
#include "session_fixture.h"
#include "engine/vm/machine.h"
#include "strategy_fixture.h"

static struct search_report search_program(const char *main_class, uint32_t properties,
                                           struct search_options o, uint32_t *steps) {
  struct engine *e = fixture_open("java/verdicts", main_class, "", properties);
  struct schedule found;
  struct search_report r = strategy_search(e, o, &found);
  *steps = found.property ? found.count : 0;
  schedule_release(&found);
  engine_close(e);
  return r;
}

/* ---- every path, without matching ---- */

struct walk {
  struct engine *e;
  uint32_t steps, preemptions; /* of the best error so far */
};

/* Can the thread continue, and is it not about to yield? */
static bool enabled(struct engine *e, const struct choice *c, uint32_t n, uint32_t thread) {
  const struct thread *t = vm_thread(engine_vm(e), thread);
  if (t->op == OPK_YIELD || t->op == OPK_SPIN) return false;
  for (uint32_t i = 0; i < n; i++)
    if (c[i].thread == thread && c[i].kind != CHOICE_TIMEOUT) return true;
  return false;
}

/* Walks all paths of at most `depth` steps. only_fewer: looks for fewer preemptions instead of
 * fewer steps. */
static void walk(struct walk *w, uint32_t depth, uint32_t last, uint32_t preemptions,
                 bool only_fewer) {
  struct choice c[64];
  struct error err = {0};
  node_id here = engine_here(w->e), id;
  struct node_info n;
  uint32_t count = engine_choices(w->e, c, COUNT(c)), here_depth;
  assert_int_equal(engine_node(w->e, here, &n), 0);
  here_depth = n.depth;
  if (here_depth >= depth) return;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t p =
        preemptions + (last != NODE_NONE && c[i].thread != last && enabled(w->e, c, count, last));
    if (only_fewer ? p >= w->preemptions : here_depth + 1 >= w->steps) continue;
    if (engine_take(w->e, c[i], &id, &err)) fail_msg("%s", err.msg);
    assert_int_equal(engine_node(w->e, id, &n), 0);
    if (n.flags & NODE_ERROR) {
      if (p < w->preemptions) w->preemptions = p;
      if (here_depth + 1 < w->steps) w->steps = here_depth + 1;
    } else if (!(n.flags & (NODE_ENDED | NODE_BLOCKED))) {
      walk(w, depth, c[i].thread, p, only_fewer);
    }
    if (engine_go(w->e, here, &err)) fail_msg("%s", err.msg);
  }
}

static void bfs_finds_a_shortest_error(void **state) {
  (void)state;
  for (size_t i = 0; strategy_programs[i]; i++) {
    struct walk w = {.steps = 30, .preemptions = UINT32_MAX};
    uint32_t steps;
    w.e = fixture_open("java/verdicts", strategy_programs[i], "", STRATEGY_NO_RACE);
    walk(&w, 30, NODE_NONE, 0, false);
    engine_close(w.e);
    search_program(strategy_programs[i], STRATEGY_NO_RACE, strategy_options("bfs"), &steps);
    if (steps != w.steps)
      fail_msg("%s: %u steps, the shortest error has %u", strategy_programs[i], steps, w.steps);
  }
}

static void context_bounded_needs_the_fewest_preemptions(void **state) {
  uint32_t needed = 0;
  (void)state;
  for (size_t i = 0; strategy_programs[i]; i++) {
    struct walk w = {.steps = UINT32_MAX, .preemptions = 4};
    struct search_options o = strategy_options("context-bounded");
    struct search_report r;
    uint32_t steps;
    w.e = fixture_open("java/verdicts", strategy_programs[i], "", STRATEGY_NO_RACE);
    walk(&w, 40, NODE_NONE, 0, true);
    engine_close(w.e);
    assert_true(w.preemptions < 4);
    needed += w.preemptions;
    o.preemptions = w.preemptions;
    if (search_program(strategy_programs[i], STRATEGY_NO_RACE, o, &steps).status != SEARCH_ERROR)
      fail_msg("%s: no error with %u preemptions", strategy_programs[i], w.preemptions);
    if (!w.preemptions) continue;
    o.preemptions = w.preemptions - 1;
    r = search_program(strategy_programs[i], STRATEGY_NO_RACE, o, &steps);
    assert_int_equal(r.status, SEARCH_INCONCLUSIVE);
    assert_false(r.complete);
    assert_non_null(strstr(r.reason, "preemptions"));
  }
  assert_true(needed > 0);
}

/* ---- everything within a bound on preemptions, on transitions or on both ---- */

struct bounded {
  struct engine *e;
  uint32_t depth, preemptions; /* the bounds */
  struct visited
      *met; /* by state, the thread that ran last and, if they are bounded, the transitions */
  struct visited *gone_on; /* the same, and by preemptions too: what follows is then the same */
};

/* Returns false if everything that can follow was walked before. */
static bool note_met(struct bounded *b, uint32_t last, uint32_t preemptions, uint32_t depth) {
  struct fingerprint f = fixture_fingerprint(b->e);
  if (last != NODE_NONE) f.lo ^= (last + 1) * 0x9E3779B97F4A7C15u;
  if (b->depth) f.hi ^= (depth + 1) * 0xC2B2AE3D27D4EB4Fu;
  visited_add(b->met, f);
  f.hi ^= (preemptions + 1) * 0x165667B19E3779F9u;
  return visited_add(b->gone_on, f);
}

/* Walks every path within the bounds. */
static void walk_bounded(struct bounded *b, uint32_t last, uint32_t preemptions, uint32_t depth) {
  struct choice c[64];
  struct error err = {0};
  node_id here = engine_here(b->e), id;
  struct violation_info v;
  uint32_t count = engine_choices(b->e, c, COUNT(c));
  if (!note_met(b, last, preemptions, depth) || (b->depth && depth == b->depth)) return;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t p =
        preemptions + (last != NODE_NONE && c[i].thread != last && enabled(b->e, c, count, last));
    if (p > b->preemptions) continue;
    if (engine_take(b->e, c[i], &id, &err)) fail_msg("%s", err.msg);
    if (engine_violation(b->e, id, &v)) walk_bounded(b, c[i].thread, p, depth + 1);
    if (engine_go(b->e, here, &err)) fail_msg("%s", err.msg);
  }
}

static uint64_t states_within(const char *main_class, uint32_t preemptions, uint32_t depth) {
  struct bounded b = {.preemptions = preemptions,
                      .depth = depth,
                      .met = visited_new(false),
                      .gone_on = visited_new(false)};
  uint64_t n;
  b.e = fixture_open("java/verdicts", main_class, "", STRATEGY_NO_RACE);
  walk_bounded(&b, NODE_NONE, 0, 0);
  n = visited_count(b.met);
  visited_free(b.met);
  visited_free(b.gone_on);
  engine_close(b.e);
  return n;
}

static void within_bounds(const char *main_class, uint32_t preemptions, uint32_t depth) {
  struct search_options o = strategy_options("context-bounded");
  uint64_t want = states_within(main_class, preemptions, depth);
  struct search_report r;
  uint32_t steps;
  o.preemptions = preemptions;
  o.depth = depth;
  o.all_errors = o.as_found = true;
  r = search_program(main_class, STRATEGY_NO_RACE, o, &steps);
  if (r.states != want)
    fail_msg("%s, %u preemptions, depth %u: %u states, there are %u", main_class, preemptions,
             depth, (unsigned)r.states, (unsigned)want);
}

/* In ErrorLostUpdate two states are first met with too many preemptions; in BoundShortcut one is
 * first met by a path that is too long. */
static void context_bounded_leaves_nothing_out(void **state) {
  static const char *const small[] = {"SafeOneLock", "ErrorLostUpdate", "BoundShortcut",
                                      "DeadLostNotify", "CountTimedWait"};
  (void)state;
  for (size_t i = 0; i < COUNT(small); i++)
    for (uint32_t p = 0; p < 3; p++) {
      within_bounds(small[i], p, 0);
      within_bounds(small[i], p, 6);
      within_bounds(small[i], p, 9);
    }
}

/* Both bounds are reported, and so is what was explored completely. */
static void bounds_are_reported(void **state) {
  struct search_options o = strategy_options("context-bounded");
  struct search_report r;
  uint32_t steps;
  (void)state;
  o.depth = 6;
  r = search_program("SafeOneLock", STRATEGY_NO_RACE, o, &steps);
  assert_int_equal(r.status, SEARCH_INCONCLUSIVE);
  assert_string_equal(r.reason, "depth 6");
  o.preemptions = 1;
  r = search_program("SafeOneLock", STRATEGY_NO_RACE, o, &steps);
  assert_string_equal(r.reason, "preemptions 1 within depth 6");
  o.depth = 1000;
  o.preemptions = UINT32_MAX;
  r = search_program("SafeOneLock", STRATEGY_NO_RACE, o, &steps);
  assert_int_equal(r.status, SEARCH_DONE);
  assert_true(r.complete);
}

/* Exhaustive strategies store the same states with the same transitions, whatever their order. */
static void exhaustive_ones_see_the_same_space(void **state) {
  static const char *const safe[] = {"SafeOneLock", "SafeNotifyAll", "SafeWaitNotify",
                                     "SafeReentrantLock", "CountTimedWait"};
  static const char *const strategies[] = {"bfs", "random-dfs"};
  uint32_t steps;
  (void)state;
  for (size_t i = 0; i < COUNT(safe); i++) {
    struct search_report dfs =
        search_program(safe[i], PROP_DEFAULT, strategy_options("dfs"), &steps);
    for (size_t k = 0; k < COUNT(strategies); k++) {
      struct search_report r =
          search_program(safe[i], PROP_DEFAULT, strategy_options(strategies[k]), &steps);
      assert_int_equal(r.status, SEARCH_DONE);
      assert_true(r.complete);
      assert_int_equal(r.states, dfs.states);
      assert_int_equal(r.transitions, dfs.transitions);
    }
  }
}

/* Counts the choices of the present state that have no child yet. */
static uint32_t not_taken(struct engine *e) {
  struct explorer *x = engine_explorer(e);
  struct choice all[CHOICES_MAX];
  uint32_t n = vm_choices(engine_vm(e), all, CHOICES_MAX);
  for (node_id k = xnode(x, x->here)->first_child; k != NODE_NONE; k = xnode(x, k)->next) n--;
  return n;
}

/* Depth-first: counts the choices left in the states of the path. */
static uint64_t left_on_path(struct engine *e) {
  uint64_t n = 0;
  struct error err = {0};
  for (;;) {
    n += not_taken(e);
    if (engine_here(e) == NODE_ROOT) return n;
    assert_int_equal(engine_back(e, &err), 0);
  }
}

/* Other strategies: counts the states kept for later, and the one being expanded. Memory may run
 * out at any point of the search. Only the search knows whether the state being expanded has more
 * successors, and this state may itself be kept, so `reported` is correct with and without it. */
static uint64_t left_open(struct engine *e, uint64_t reported) {
  struct explorer *x = engine_explorer(e);
  uint64_t kept = 0;
  for (size_t i = 0; i < x->nodes.len; i++)
    kept += !(x->nodes.data[i].flags & NODE_FREE) && x->nodes.data[i].pins;
  return reported == kept + 1 || reported + 1 == kept ? reported : kept;
}

static size_t allocated(void) {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

/* Megabytes beyond those of the program: the search's 3, and what it does not count. A STRESS build
 * also notes what each transition reads. */
#ifdef HEDDLE_STRESS
enum { KEPT_AT_MOST = 5 };
#else
enum { KEPT_AT_MOST = 4 };
#endif

/* A search that reaches its memory bound stops cleanly and reports correctly what is left.
 * Everything that it stores counts. */
static void memory_ends_in_order(void **state) {
  static const char *const strategies[] = {"dfs",    "bfs",        "greedy-best-first",
                                           "guided", "random-dfs", "context-bounded"};
  (void)state;
  for (size_t i = 0; i < COUNT(strategies); i++) {
    struct engine *e = fixture_open("java/verdicts", "BigSpace", "", STRATEGY_NO_RACE);
    struct search_options o = strategy_options(strategies[i]);
    struct search_report r;
    struct error err = {0};
    char reason[80];
    uint64_t left;
    size_t before = allocated();
    o.heuristic = "random";
    engine_explorer(e)->memory_limit = 3 << 20;
    engine_explorer(e)->keep_events = false;
    assert_int_equal(engine_search_start(e, &o, &err), 0);
    assert_int_equal(engine_search_run(e, 0, 0, &r, &err), 0);
    assert_int_equal(r.status, SEARCH_INCONCLUSIVE);
    snprintf(reason, sizeof reason, "memory 3 MB, with %llu left to try",
             (unsigned long long)r.frontier);
    assert_int_equal(strncmp(r.reason, reason, strlen(reason)), 0);
    if (allocated() > before + (KEPT_AT_MOST << 20))
      fail_msg("%s keeps %zu bytes", strategies[i], allocated() - before);
    left = strstr(strategies[i], "dfs") ? left_on_path(e) : left_open(e, r.frontier);
    if (!left || r.frontier != left)
      fail_msg("%s: %llu, not %llu", strategies[i], (unsigned long long)r.frontier,
               (unsigned long long)left);
    engine_search_stop(e);
    engine_close(e);
  }
}

/* ---- paper 004, figure 4 ---- */

/* Both threads begin, which takes each past its first write; main waits. */
static struct engine *peterson(void) {
  struct engine *e = fixture_open("java/session", "PetersonPair", "", PROP_RACE);
  struct choice c[8];
  struct error err = {0};
  while (engine_choices(e, c, COUNT(c)) && c[0].thread == 0)
    if (engine_take(e, c[0], NULL, &err)) fail_msg("%s", err.msg);
  for (uint32_t t = 1; t <= 2; t++) assert_int_equal(vm_thread(engine_vm(e), t)->op, OPK_BEGIN);
  return e;
}

static struct search_report peterson_search(const char *name, const char *jrf, uint32_t *steps,
                                            bool *on_turn) {
  struct engine *e = peterson();
  struct search_options o = strategy_options(name);
  struct schedule found;
  struct node_info start;
  struct search_report r;
  o.jrf = jrf;
  assert_int_equal(engine_node(e, engine_here(e), &start), 0);
  r = strategy_search(e, o, &found);
  assert_int_equal(r.status, SEARCH_ERROR);
  *steps = found.count - start.depth;
  *on_turn = strstr(found.message, "PetersonPair.turn") != NULL;
  schedule_release(&found);
  engine_close(e);
  return r;
}

static void figure_4(void **state) {
  bool on_turn;
  uint32_t steps;
  struct search_report r;
  (void)state;
  r = peterson_search("jrf", "WF", &steps, &on_turn);
  assert_int_equal(steps, 4);
  assert_int_equal(r.states, 8);
  assert_true(on_turn);
  /* Seven in the paper, which does not count the end of a thread. */
  r = peterson_search("dfs", NULL, &steps, &on_turn);
  assert_int_equal(steps, 7 + 1);
  assert_int_equal(r.transitions, 7 + 1);
  assert_true(on_turn);
}

/* Watching written locations prefers the read of flag1, which another thread wrote. */
static void every_switch_counts(void **state) {
  static const char *const lists[] = {"WF", "WW", "ARA", "AF", "WF,WW,ARA,AF"};
  bool on_turn;
  uint32_t steps, wf, ww;
  (void)state;
  for (size_t i = 0; i < COUNT(lists); i++) peterson_search("jrf", lists[i], &steps, &on_turn);
  peterson_search("jrf", "WF", &wf, &on_turn);
  assert_true(on_turn);
  peterson_search("jrf", "WW", &ww, &on_turn);
  assert_true(wf <= ww); /* nothing is written at the beginning: figure 4 is the figure for WF */
}

/* The debugger's searches, which run in slices, use the estimate too. */
static void a_slice_is_estimated(void **state) {
  struct engine *e = fixture_open("java/verdicts", "BigSpace", "", STRATEGY_NO_RACE);
  struct search_options o = strategy_options("dfs");
  struct search_report r;
  struct error err = {0};
  (void)state;
  assert_int_equal(engine_search_start(e, &o, &err), 0);
  assert_int_equal(engine_search_run(e, 500, 0, &r, &err), 0);
  assert_int_equal(r.status, SEARCH_RUNNING);
  assert_true(r.estimate.size >= (double)r.states);
  assert_true(r.estimate.low <= r.estimate.size && r.estimate.size <= r.estimate.high);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bfs_finds_a_shortest_error),
      cmocka_unit_test(context_bounded_needs_the_fewest_preemptions),
      cmocka_unit_test(context_bounded_leaves_nothing_out),
      cmocka_unit_test(bounds_are_reported),
      cmocka_unit_test(exhaustive_ones_see_the_same_space),
      cmocka_unit_test(memory_ends_in_order),
      cmocka_unit_test(figure_4),
      cmocka_unit_test(every_switch_counts),
      cmocka_unit_test(a_slice_is_estimated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
