/* --exact gives the same search as without it, and notices a fingerprint that was weakened on
 * purpose. */
#include "engine/inside.h"
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct engine *open_program(void) {
  return fixture_open("java/verdicts", "SafeWaitNotify", "", PROP_DEFAULT);
}

/* `lost`: bits to clear in both halves of every fingerprint. */
static int search(const char *name, bool exact, uint64_t lost, struct search_report *r,
                  struct error *err) {
  struct engine *e = open_program();
  struct search_options o;
  struct schedule found = {0};
  int rc;
  search_options_init(&o);
  o.search = name;
  o.exact = exact;
  engine_vm(e)->blind.fingerprints = lost;
  rc = engine_search(e, &o, NULL, NULL, NULL, r, &found, err);
  schedule_release(&found);
  engine_close(e);
  return rc;
}

static const char *const strategies[] = {"dfs", "bfs", "random-dfs", "context-bounded"};

static void changes_nothing(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(strategies); i++) {
    struct search_report plain, exact;
    struct error err = {0};
    assert_int_equal(search(strategies[i], false, 0, &plain, &err), 0);
    assert_int_equal(search(strategies[i], true, 0, &exact, &err), 0);
    assert_int_equal(exact.status, SEARCH_DONE);
    assert_true(exact.complete);
    assert_int_equal(exact.states, plain.states);
    assert_int_equal(exact.transitions, plain.transitions);
    assert_true(plain.revisits > 0); /* whole states were compared */
  }
}

/* Two bits are left. Without whole states, states are lost unnoticed; with them the search ends. */
static void a_weak_fingerprint_is_noticed(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(strategies); i++) {
    struct search_report whole, lost;
    struct error err = {0};
    assert_int_equal(search(strategies[i], false, 0, &whole, &err), 0);
    assert_int_equal(search(strategies[i], false, ~1ull, &lost, &err), 0);
    assert_true(lost.states < whole.states);
    assert_int_equal(search(strategies[i], true, ~1ull, &lost, &err), ERR_INTERNAL);
    assert_non_null(strstr(err.msg, "same fingerprint"));
  }
}

/* Stored whole states count as memory. */
static void forms_are_memory(void **state) {
  struct engine *e = fixture_open("java/verdicts", "BigSpace", "", PROP_DEADLOCK | PROP_EXCEPTION);
  struct search_options o;
  struct search_report plain, exact;
  struct schedule found = {0};
  struct error err = {0};
  (void)state;
  search_options_init(&o);
  engine_explorer(e)->memory_limit = 1 << 20;
  o.max_states = 20000;
  assert_int_equal(engine_search(e, &o, NULL, NULL, NULL, &plain, &found, &err), 0);
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  o.exact = true;
  assert_int_equal(engine_search(e, &o, NULL, NULL, NULL, &exact, &found, &err), 0);
  assert_non_null(strstr(exact.reason, "memory 1 MB"));
  assert_true(exact.states < plain.states);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changes_nothing),
      cmocka_unit_test(a_weak_fingerprint_is_noticed),
      cmocka_unit_test(forms_are_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
