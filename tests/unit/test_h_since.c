/* Compares the step that gave a bit of h its value (engine_h_since) with the result of examining
 * each state of the path. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "session_fixture.h"

static const struct {
  const char *where, *name, *args;
} programs[] = {
    {"samples/TwoStage", "TwoStage", "2 1"},
    {"samples/Publish", "Publish", "2"},
    {"java/session", "Views", ""},
    {"java/verdicts", "RaceTwoLocks", ""},
    {"java/verdicts", "SafeVolatileFlag", ""},
    {"java/verdicts", "SafeReentrantLock", ""},
};

/* Returns the bit with these names: 0 or 1, -1 if there is none. */
static int bit_of(const struct h_matrix *m, const char *row, const char *column) {
  uint32_t r, c;
  for (r = 0; r < m->rows && strcmp(m->row[r].name, row); r++) continue;
  for (c = 0; c < m->columns && strcmp(m->column[c], column); c++) continue;
  return r < m->rows && c < m->columns ? m->bits[r * m->columns + c] : -1;
}

enum { APPEARS = UINT32_MAX - 1 };

/* Examines each node and returns the last one whose state has a different bit than its parent.
 * APPEARS: the row or the column did not exist before, so the bit did not change. */
static node_id changed_by_hand(struct engine *e, const char *row, const char *column) {
  node_id here = engine_here(e), n = here;
  struct node_info k;
  struct error err = {0};
  int bit = -2;
  while (n != NODE_NONE) {
    struct h_matrix m;
    int b;
    assert_int_equal(engine_go(e, n, &err), 0);
    assert_int_equal(engine_h(e, &m, &err), 0);
    b = bit_of(&m, row, column);
    engine_h_release(&m);
    if (b < 0) return APPEARS;
    if (bit != -2 && b != bit) break;
    bit = b;
    here = n;
    assert_int_equal(engine_node(e, n, &k), 0);
    n = k.parent;
  }
  return n == NODE_NONE ? NODE_NONE : here;
}

static void the_step_that_changed_a_bit(void **state) {
  uint32_t found = 0, none = 0;
  (void)state;
  for (size_t p = 0; p < COUNT(programs); p++) {
    struct engine *e =
        fixture_open(programs[p].where, programs[p].name, programs[p].args, PROP_DEFAULT);
    struct rng rng;
    struct h_matrix m;
    struct error err = {0};
    uint32_t r, c, i;
    node_id here, by, want;
    rng_seed(&rng, 11 + p);
    for (i = 0; i < 60 && fixture_random(e, &rng); i++) continue;
    assert_int_equal(engine_back(e, &err), 0);
    here = engine_here(e);
    assert_int_equal(engine_h(e, &m, &err), 0);
    for (r = 0; r < m.rows; r++)
      for (c = 0; c < m.columns; c++) {
        want = changed_by_hand(e, m.row[r].name, m.column[c]);
        assert_int_equal(engine_go(e, here, &err), 0);
        if (engine_h_since(e, m.row[r].name, m.column[c], &by, &err)) by = NODE_NONE;
        assert_int_equal(engine_here(e), here);
        if (want == APPEARS) continue;
        assert_int_equal(by, want);
        *(by == NODE_NONE ? &none : &found) += 1;
      }
    engine_h_release(&m);
    engine_close(e);
  }
  assert_true(found > 30);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_step_that_changed_a_bit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
