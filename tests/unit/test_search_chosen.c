/* The reason why a search of the debugger continued from a state (engine/search/chosen.h) agrees
 * with the tree: a rejected state is never better, and the numbers are correct. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "session_fixture.h"
#include "strategy_fixture.h"

static struct engine *open_with(const char *search, bool marks) {
  struct engine *e = fixture_open("samples/Wronglock", "Wronglock", "2 2", PROP_DEADLOCK);
  struct search_options o = strategy_options(search);
  struct search_report r;
  struct error err = {0};
  if (marks && engine_marks_load(e, "sample-traces/Wronglock/Wronglock.seq", &err))
    fail_msg("%s", err.msg);
  assert_int_equal(engine_search_start(e, &o, &err), 0);
  assert_int_equal(engine_search_run(e, 600, 0, &r, &err), 0);
  return e;
}

static struct node_info node_of(struct engine *e, node_id n) {
  struct node_info k;
  assert_int_equal(engine_node(e, n, &k), 0);
  return k;
}

static bool is_better(const struct node_info *a, const struct node_info *b) {
  return a->observed != b->observed ? a->observed > b->observed : a->h_value < b->h_value;
}

/* Counts the successors of n's parent that were scored, and those as good as n. */
static void siblings(struct engine *e, const struct node_info *n, uint32_t *scored,
                     uint32_t *ties) {
  struct node_info k;
  node_id c;
  *scored = *ties = 0;
  for (c = node_of(e, n->parent).first_child; c != NODE_NONE; c = k.next_sibling) {
    k = node_of(e, c);
    if (k.flags & (NODE_MATCHED | NODE_FAILED)) continue;
    assert_false(is_better(&k, n));
    ++*scored;
    *ties += k.observed == n->observed && k.h_value == n->h_value;
  }
}

/* Checks the state to which n was preferred. Returns true if there is one. */
static bool expect_worse(struct engine *e, const struct node_info *n,
                         const struct chosen_info *why) {
  struct node_info over;
  if (why->over == NODE_NONE) return false;
  over = node_of(e, why->over);
  assert_int_not_equal(why->over, n->id);
  assert_false(is_better(&over, n));
  return true;
}

static void guided_successors_are_the_best(void **state) {
  struct engine *e = open_with("guided", true);
  uint32_t i, by[CHOSEN_OPEN + 1] = {0}, over = 0, scored, ties;
  (void)state;
  for (i = 1; i < engine_node_count(e); i++) {
    struct node_info n = node_of(e, i);
    struct chosen_info why;
    if (engine_chosen(e, i, &why)) {
      assert_false(n.flags & NODE_EXPANDED && !(n.flags & NODE_ENDED));
      continue;
    }
    by[why.by]++;
    if (why.by == CHOSEN_BACKTRACK) {
      assert_true(why.among > 0);
      continue;
    }
    siblings(e, &n, &scored, &ties);
    assert_int_equal(why.among, scored);
    assert_int_equal(why.ties, ties);
    assert_int_equal(why.by == CHOSEN_LOCATION, n.observed > node_of(e, n.parent).observed);
    over += expect_worse(e, &n, &why);
    assert_int_equal(why.over == NODE_NONE, scored == 1);
  }
  assert_true(by[CHOSEN_LOCATION] && by[CHOSEN_SUCCESSOR] && by[CHOSEN_BACKTRACK] && over);
  assert_int_equal(by[CHOSEN_OPEN], 0);
  engine_close(e);
}

static void open_states_in_their_order(void **state) {
  static const struct {
    const char *search;
    bool ranks;
  } rows[] = {{"greedy-best-first", true}, {"bfs", false}};
  (void)state;
  for (size_t k = 0; k < COUNT(rows); k++) {
    struct engine *e = open_with(rows[k].search, rows[k].ranks);
    uint32_t i, found = 0, over = 0, most = 0;
    for (i = 1; i < engine_node_count(e); i++) {
      struct node_info n = node_of(e, i);
      struct chosen_info why;
      if (engine_chosen(e, i, &why)) continue;
      found++;
      assert_int_equal(why.by, CHOSEN_OPEN);
      assert_int_equal(why.ties, 0);
      assert_int_equal(why.over == NODE_NONE, why.among == 1);
      if (rows[k].ranks) over += expect_worse(e, &n, &why);
      if (why.among > most) most = why.among;
    }
    assert_true(found > 20 && most > 5 && (over > 5 || !rows[k].ranks));
    engine_close(e);
  }
}

static void who_was_never_asked_knows_nothing(void **state) {
  struct engine *e = open_with("dfs", false);
  struct search_options o = strategy_options("dfs");
  struct error err = {0};
  struct chosen_info why;
  struct node_info n = {0};
  uint32_t i;
  (void)state;
  for (i = 0; i < engine_node_count(e) + 1; i++)
    assert_int_equal(engine_chosen(e, i, &why), ERR_NOTFOUND);
  for (i = 0; i < engine_node_count(e) && !(n.flags & (NODE_ENDED | NODE_ERROR)); i++)
    n = node_of(e, i);
  assert_int_equal(engine_go(e, n.id, &err), 0);
  assert_int_equal(engine_search_start(e, &o, &err), ERR_USAGE);
  assert_string_equal(err.msg, "the path ends here, so there is nothing to search");
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(guided_successors_are_the_best),
      cmocka_unit_test(open_states_in_their_order),
      cmocka_unit_test(who_was_never_asked_knows_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
