/* Guesses (engine/search/guess.h) do not change the result of a search. With --exact, no
 * guesses are made, because whole states can be compared only while the machine is in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/inside.h"
#include "engine/search/dfs.h"
#include "session_fixture.h"
#include "strategy_fixture.h"

/* One of each kind: no error, errors, a hang, a pool. With a bound on depth the same state is
 * explored more than once, and guesses are often wrong. */
static const struct row {
  const char *where, *program, *args;
  uint32_t properties, depth;
  bool all_errors;
} rows[] = {{"java/verdicts", "SafeWaitNotify", "", PROP_DEFAULT, 0, false},
            {"java/verdicts", "SafeWaitNotify", "", STRATEGY_NO_RACE, 0, false},
            {"java/verdicts", "SafeBarrierAction", "", STRATEGY_NO_RACE, 0, false},
            {"java/verdicts", "SafeAtomicCounter", "", STRATEGY_NO_RACE, 9, false},
            {"java/verdicts", "SafeAtomicCounter", "", STRATEGY_NO_RACE, 14, true},
            {"java/verdicts", "SafeBarrierAction", "", STRATEGY_NO_RACE, 40, false},
            {"java/verdicts", "ErrorLostUpdate", "", STRATEGY_NO_RACE, 0, false},
            {"java/verdicts", "ErrorLostUpdate", "", STRATEGY_NO_RACE, 0, true},
            {"java/verdicts", "ErrorCheckThenAct", "", STRATEGY_NO_RACE, 0, true},
            {"java/verdicts", "DeadLockOrder", "", STRATEGY_NO_RACE, 0, false},
            {"java/verdicts", "DeadLockOrder", "", STRATEGY_NO_RACE, 0, true},
            {"java/verdicts", "DeadLostNotify", "", STRATEGY_NO_RACE, 0, true},
            {"java/verdicts", "BoundShortcut", "", STRATEGY_NO_RACE, 12, false},
            {"java/verdicts", "RacePeterson", "", PROP_DEFAULT, 0, true},
            {"java/verdicts", "RaceCounter", "", PROP_DEFAULT, 0, false},
            {"samples/Philosophers", "Philosophers", "3", STRATEGY_NO_RACE, 0, false},
            {"samples/Philosophers", "Philosophers", "3", STRATEGY_NO_RACE, 0, true}};

static struct search_options options_of(const struct row *row, const char *name, bool exact) {
  struct search_options o = strategy_options(name);
  o.depth = row->depth;
  o.all_errors = row->all_errors;
  o.exact = exact;
  o.max_states = 10000;
  o.seed = 7;
  return o;
}

static void compare(const struct row *row, const char *name) {
  struct schedule found[2] = {{0}};
  struct search_report r[2];
  for (int exact = 0; exact < 2; exact++) {
    struct engine *e = fixture_open(row->where, row->program, row->args, row->properties);
    r[exact] = strategy_search(e, options_of(row, name, exact), &found[exact]);
    engine_close(e);
  }
  assert_int_equal(r[0].status, r[1].status);
  assert_int_equal(r[0].states, r[1].states);
  assert_int_equal(r[0].transitions, r[1].transitions);
  assert_int_equal(r[0].instructions, r[1].instructions);
  assert_int_equal(r[0].revisits, r[1].revisits);
  assert_int_equal(r[0].backtracks, r[1].backtracks);
  assert_int_equal(r[0].max_depth, r[1].max_depth);
  assert_int_equal(r[0].frontier, r[1].frontier);
  assert_int_equal(r[0].errors, r[1].errors);
  assert_int_equal(r[0].ends, r[1].ends);
  assert_int_equal(found[0].property != NULL, found[1].property != NULL);
  if (found[0].property) assert_string_equal(found[0].property, found[1].property);
  assert_int_equal(found[0].count, found[1].count);
  for (uint32_t i = 0; i < found[0].count; i++)
    assert_int_equal(found[0].choices[i].thread, found[1].choices[i].thread);
  schedule_release(&found[0]);
  schedule_release(&found[1]);
}

static void change_nothing(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(rows); i++) {
    compare(&rows[i], "dfs");
    compare(&rows[i], "random-dfs");
  }
}

/* Guesses are made; otherwise the test above would prove nothing. */
static void are_made(void **state) {
  uint32_t open = 0, wrong = 0;
  (void)state;
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct engine *e =
        fixture_open(rows[i].where, rows[i].program, rows[i].args, rows[i].properties);
    struct search_options o = options_of(&rows[i], "dfs", false);
    struct search *s;
    struct error err = {0};
    int r;
    engine_explorer(e)->keep_events = false; /* as engine_search does */
    r = search_new(engine_explorer(e), &o, NULL, 0, false, &s, &err);
    assert_int_equal(r, 0);
    for (r = SEARCH_RUNNING; r == SEARCH_RUNNING;) {
      int before = dfs_guess_score(s), after;
      r = search_step(s, &err);
      after = dfs_guess_score(s);
      if (before >= 0 && after > before) open++;
      if (before >= 0 && after < before) wrong++;
    }
    search_free(s);
    engine_close(e);
  }
  print_message("%u right, %u wrong\n", open, wrong);
  assert_true(open > 100);
  assert_true(wrong > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(change_nothing), cmocka_unit_test(are_made)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
