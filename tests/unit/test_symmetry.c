/* Compares --thread-symmetry with the search without it. The states that it keeps are those of the
 * whole space up to permutations of threads, each exactly once. The errors are the same except for
 * the names of threads. If a program distinguishes threads, this need not hold.
 *
 * The test itself searches the whole space: it matches every state without symmetry, and stores the
 * symmetric form of the state. A reduction that merged states with different futures would have
 * fewer forms.
 *
 * timeout: 120 */
#include "engine/inside.h"
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { NO_RACE = PROP_DEADLOCK | PROP_EXCEPTION, ERRORS_MAX = 64, STATES_MAX = 20000 };

struct space {
  struct visited *states, *forms; /* for matching; for symmetric forms */
  uint64_t errors[ERRORS_MAX];    /* messages without the digits of threads' names */
  uint32_t error_count;
  bool symmetric;
};

static void note_error(struct space *s, const char *message) {
  uint64_t h = 1469598103934665603ull;
  for (; *message; message++)
    if (*message < '0' || *message > '9') h = (h ^ (unsigned char)*message) * 1099511628211ull;
  for (uint32_t i = 0; i < s->error_count; i++)
    if (s->errors[i] == h) return;
  assert_true(s->error_count < ERRORS_MAX);
  s->errors[s->error_count++] = h;
}

static bool is_new(struct space *s, struct explorer *x) {
  struct fingerprint form;
  canon_set_symmetric(x->canon, true);
  form = canon_fingerprint(x->canon, true);
  if (s->symmetric) return visited_add(s->forms, form);
  visited_add(s->forms, form);
  canon_set_symmetric(x->canon, false);
  return visited_add(s->states, canon_fingerprint(x->canon, true));
}

static void explore(struct explorer *x, struct space *s) {
  struct choice c[64];
  uint32_t n = vm_choices(x->vm, c, 64);
  assert_true(visited_count(s->states) < STATES_MAX);
  for (uint32_t i = 0; i < n; i++) {
    struct error err = {0};
    node_id k;
    bool fresh;
    if (explorer_apply(x, c[i], &k, &err)) fail_msg("%s", err.msg);
    if (xnode(x, k)->flags & NODE_FAILED) fail_msg("%s", x->vm->err.msg);
    if (xnode(x, k)->violation) {
      note_error(s, xnode(x, k)->violation->message);
    } else {
      fresh = is_new(s, x);
      if (fresh && !(xnode(x, k)->flags & (NODE_ENDED | NODE_BLOCKED))) explore(x, s);
    }
    explorer_pop(x);
  }
}

static struct space space_of(const char *args, uint32_t properties, bool symmetric) {
  struct space s = {
      .states = visited_new(false), .forms = visited_new(false), .symmetric = symmetric};
  struct engine *e = fixture_open("java/symmetry", "Workers", args, properties);
  engine_explorer(e)->keep_events = false;
  explore(engine_explorer(e), &s);
  engine_close(e);
  return s;
}

static void space_release(struct space *s) {
  visited_free(s->states);
  visited_free(s->forms);
}

static bool same_errors(const struct space *a, const struct space *b) {
  uint32_t i, k;
  for (i = 0; i < a->error_count; i++) {
    for (k = 0; k < b->error_count && b->errors[k] != a->errors[i]; k++) continue;
    if (k == b->error_count) return false;
  }
  return a->error_count == b->error_count;
}

static void all_forms_and_no_other(void **state) {
  static const struct {
    const char *args;
    uint32_t properties, fewer; /* minimum factor by which states are reduced */
  } rows[] = {
      {"count 3", NO_RACE, 4},        {"count 3", PROP_DEFAULT, 4}, {"race 3", NO_RACE, 4},
      {"race 2", PROP_DEFAULT, 1},    {"error 3", NO_RACE, 3},      {"ring 3", NO_RACE, 2},
      {"ordered 3", NO_RACE, 1},      {"waiters 3", NO_RACE, 3},    {"nested 2", NO_RACE, 2},
      {"waiters 2", PROP_DEFAULT, 1}, {"latch 2", NO_RACE, 1},      {"array 3", NO_RACE, 1},
  };
  (void)state;
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct space all = space_of(rows[i].args, rows[i].properties, false),
                 few = space_of(rows[i].args, rows[i].properties, true);
    if (visited_count(few.forms) != visited_count(all.forms))
      fail_msg("%s: %d states up to permutations, there are %d", rows[i].args,
               (int)visited_count(few.forms), (int)visited_count(all.forms));
    if (!same_errors(&all, &few))
      fail_msg("%s: %u errors, there are %u", rows[i].args, few.error_count, all.error_count);
    if (visited_count(few.forms) * rows[i].fewer > visited_count(all.states))
      fail_msg("%s: %d states with symmetry, %d without", rows[i].args,
               (int)visited_count(few.forms), (int)visited_count(all.states));
    space_release(&all);
    space_release(&few);
  }
}

/* ---- through the searches ---- */

static struct search_report search(const char *args, const char *name, bool symmetric, bool exact,
                                   bool first) {
  struct engine *e = fixture_open("java/symmetry", "Workers", args, NO_RACE);
  struct search_options o;
  struct search_report r;
  struct schedule found;
  struct error err = {0};
  search_options_init(&o);
  o.search = name;
  o.thread_symmetry = symmetric;
  o.exact = exact;
  o.all_errors = !first;
  if (engine_search(e, &o, NULL, NULL, NULL, &r, &found, &err)) fail_msg("%s: %s", args, err.msg);
  if (found.property && engine_replay_schedule(e, &found, &err)) fail_msg("%s: %s", args, err.msg);
  schedule_release(&found);
  engine_close(e);
  return r;
}

static void verdicts_are_the_same(void **state) {
  static const char *const args[] = {"count 3",   "error 3",   "ring 3",
                                     "ordered 3", "waiters 2", "nested 2"},
                           *const names[] = {"dfs", "bfs", "random-dfs"};
  (void)state;
  for (size_t i = 0; i < COUNT(args); i++) {
    struct search_report all = search(args[i], "dfs", false, false, false);
    uint64_t states = 0;
    for (size_t k = 0; k < COUNT(names); k++) {
      struct search_report few = search(args[i], names[k], true, k == 1, false);
      assert_int_equal(few.status, all.status);
      assert_true(few.complete);
      assert_true(few.states < all.states);
      if (!k) states = few.states;
      if (!all.errors) assert_int_equal(few.states, states); /* in any order */
      assert_int_equal(!few.errors, !all.errors);
    }
    assert_int_equal(search(args[i], "bfs", true, false, true).depth,
                     search(args[i], "bfs", false, false, true).depth);
  }
}

/* The program observes what symmetry leaves out, so no verdict may rest on it. */
static void what_distinguishes_them_is_noticed(void **state) {
  static const char *const rows[][2] = {{"name 3", "the name of a thread"},
                                        {"number 3", "the number of a thread"},
                                        {"hash 3", "an identity hash code"}};
  (void)state;
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct search_report r = search(rows[i][0], "dfs", true, false, false);
    if (r.errors) continue; /* a real error */
    assert_int_equal(r.status, SEARCH_INCONCLUSIVE);
    assert_false(r.complete);
    assert_non_null(strstr(r.reason, rows[i][1]));
  }
  /* The reason: without this notice the error would be missed. */
  assert_true(search("name 3", "dfs", false, false, false).errors > 0);
  assert_int_equal(search("name 3", "dfs", true, false, false).errors, 0);
}

static void not_with_single_threads(void **state) {
  struct engine *e = fixture_open("java/symmetry", "Workers", "count 2", NO_RACE);
  (void)state;
  for (int i = 0; i < 2; i++) {
    struct search_options o;
    struct search_report r;
    struct schedule found;
    struct error err = {0};
    search_options_init(&o);
    o.thread_symmetry = true;
    o.sleep_sets = !i;
    if (i) o.search = "context-bounded";
    assert_int_equal(engine_search(e, &o, NULL, NULL, NULL, &r, &found, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "--thread-symmetry"));
  }
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_forms_and_no_other),
      cmocka_unit_test(verdicts_are_the_same),
      cmocka_unit_test(what_distinguishes_them_is_noticed),
      cmocka_unit_test(not_with_single_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
