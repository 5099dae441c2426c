/* Moving in the tree of a session: every node's state is restored bit for bit, and queries change
 * nothing.
 *
 * timeout: 240 */
#include "engine/inside.h"
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct program {
  const char *where, *name, *args;
} programs[] = {{"samples/TwoStage", "TwoStage", "2 1"},
                {"samples/Philosophers", "Philosophers", "3"},
                {"java/session", "Views", ""},
                {"java/verdicts", "SafeBlockingQueue", ""}};

static struct engine *open_program(const struct program *p, uint32_t properties) {
  return fixture_open(p->where, p->name, p->args, properties);
}

/* A node's data when it was made. */
struct seen {
  node_id id;
  uint64_t memory;
};

static void check_here(struct engine *e, const struct seen *s) {
  struct node_info info;
  struct fingerprint f = fixture_fingerprint(e);
  assert_int_equal(engine_here(e), s->id);
  assert_int_equal(engine_node(e, s->id, &info), 0);
  assert_true(info.flags & NODE_HERE);
  if (s->id != NODE_ROOT) {
    assert_int_equal(f.lo, info.fingerprint[0]);
    assert_int_equal(f.hi, info.fingerprint[1]);
  }
  assert_int_equal(fixture_memory(e), s->memory);
}

static void jump_about(const struct program *p, uint32_t properties, uint64_t seed) {
  enum { NODES = 120, JUMPS = 300 };
  struct engine *e = open_program(p, properties);
  struct seen seen[NODES];
  struct error err = {0};
  struct rng rng;
  uint32_t n = 0, i;
  rng_seed(&rng, seed);
  seen[n++] = (struct seen){NODE_ROOT, fixture_memory(e)};
  for (i = 0; i < NODES * 3 && n < NODES; i++) {
    uint32_t before = engine_node_count(e);
    if (!fixture_random(e, &rng) || rng_below(&rng, 8) == 0)
      assert_int_equal(engine_go(e, seen[rng_below(&rng, n)].id, &err), 0);
    if (engine_node_count(e) > before && engine_here(e) == before)
      seen[n++] = (struct seen){engine_here(e), fixture_memory(e)};
  }
  assert_true(n > 10);
  for (i = 0; i < JUMPS; i++) {
    const struct seen *s = &seen[rng_below(&rng, n)];
    assert_int_equal(engine_go(e, s->id, &err), 0);
    check_here(e, s);
  }
  engine_close(e);
}

static void jumps_restore_every_bit(void **state) {
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(programs); i++) {
    jump_about(&programs[i], PROP_DEFAULT, i + 1);
    jump_about(&programs[i], PROP_DEADLOCK | PROP_EXCEPTION, i + 100);
  }
}

static void back_and_forward(void **state) {
  struct engine *e = open_program(&programs[0], PROP_EXCEPTION);
  struct seen path[64];
  struct error err = {0};
  struct rng rng;
  uint32_t n = 0, i;
  (void)state;
  rng_seed(&rng, 7);
  path[n++] = (struct seen){NODE_ROOT, fixture_memory(e)};
  while (n < 64 && fixture_random(e, &rng))
    path[n++] = (struct seen){engine_here(e), fixture_memory(e)};
  assert_true(n > 8);
  for (i = n - 1; i-- > 0;) {
    assert_int_equal(engine_back(e, &err), 0);
    check_here(e, &path[i]);
  }
  assert_int_equal(engine_back(e, &err), ERR_NOTFOUND);
  for (i = 1; i < n; i++) {
    assert_int_equal(engine_forward(e, &err), 0);
    check_here(e, &path[i]);
  }
  engine_close(e);
}

static void a_choice_taken_twice_is_one_node(void **state) {
  struct engine *e = open_program(&programs[0], PROP_DEFAULT);
  struct error err = {0};
  node_id a = fixture_take(e, "T0 begin"), b;
  uint32_t count = engine_node_count(e);
  (void)state;
  assert_int_equal(engine_back(e, &err), 0);
  b = fixture_take(e, "T0 begin");
  assert_int_equal(a, b);
  assert_int_equal(engine_node_count(e), count);
  engine_close(e);
}

static void views_change_nothing(void **state) {
  size_t p;
  (void)state;
  for (p = 0; p < COUNT(programs); p++) {
    struct engine *e = open_program(&programs[p], PROP_DEFAULT);
    struct rng rng;
    uint32_t i;
    rng_seed(&rng, 3 + p);
    for (i = 0; i < 40; i++) {
      uint64_t memory = fixture_memory(e), transitions = e->x.transitions,
               insns = engine_vm(e)->insn_total;
      uint32_t nodes = engine_node_count(e);
      node_id here = engine_here(e);
      fixture_look_at_all(e);
      assert_int_equal(fixture_memory(e), memory);
      assert_int_equal(e->x.transitions, transitions);
      assert_int_equal(engine_vm(e)->insn_total, insns);
      assert_int_equal(engine_node_count(e), nodes);
      assert_int_equal(engine_here(e), here);
      if (!fixture_random(e, &rng)) break;
    }
    assert_true(i > 4);
    engine_close(e);
  }
}

/* The same walk with and without queries gives the same fingerprints. */
static void looking_does_not_steer(void **state) {
  struct engine *a = open_program(&programs[2], PROP_DEFAULT),
                *b = open_program(&programs[2], PROP_DEFAULT);
  struct rng ra, rb;
  bool more = true;
  (void)state;
  rng_seed(&ra, 11);
  rng_seed(&rb, 11);
  while (more) {
    struct fingerprint x, y;
    fixture_look_at_all(a);
    more = fixture_random(a, &ra);
    assert_int_equal(more, fixture_random(b, &rb));
    x = fixture_fingerprint(a);
    y = fixture_fingerprint(b);
    assert_int_equal(x.lo, y.lo);
    assert_int_equal(x.hi, y.hi);
  }
  engine_close(a);
  engine_close(b);
}

/* Along a path an object keeps its name, whether or not it was queried before; names are not
 * shared. */
static void names_hold_along_a_path(void **state) {
  struct engine *e = open_program(&programs[2], PROP_DEFAULT);
  struct rng rng;
  struct error err = {0};
  uint32_t i, j, k, count = 0;
  struct xname kept[256];
  (void)state;
  rng_seed(&rng, 5);
  fixture_take(e, "T0 begin");
  session_names(e);
  canon_order(e->x.canon);
  for (i = 1; i <= canon_count(e->x.canon) && count < COUNT(kept); i++) {
    ref r = canon_object(e->x.canon, i);
    uint32_t klass = vm_object(engine_vm(e), r)->klass, n = session_ordinal(e, r, klass);
    if (n) kept[count++] = (struct xname){r, klass, n};
  }
  assert_true(count > 5);
  for (i = 0; i < count; i++)
    for (j = i + 1; j < count; j++)
      assert_false(kept[i].klass == kept[j].klass && kept[i].ordinal == kept[j].ordinal);
  for (k = 0; k < 30 && fixture_random(e, &rng); k++) {
    if (k % 3 == 0) session_names(e);
    for (i = 0; i < count; i++)
      if (vm_object(engine_vm(e), kept[i].r)->klass == kept[i].klass)
        assert_int_equal(session_ordinal(e, kept[i].r, kept[i].klass), kept[i].ordinal);
  }
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  engine_close(e);
}

/* Querying names at every node and only at the end gives the same names. */
static void names_do_not_depend_on_when_asked(void **state) {
  struct engine *a = open_program(&programs[2], PROP_DEFAULT),
                *b = open_program(&programs[2], PROP_DEFAULT);
  struct rng ra, rb;
  uint32_t i;
  (void)state;
  rng_seed(&ra, 21);
  rng_seed(&rb, 21);
  for (i = 0; i < 12; i++) {
    session_names(a);
    if (!fixture_random(a, &ra)) break;
    fixture_random(b, &rb);
  }
  session_names(a);
  session_names(b);
  fixture_fingerprint(a);
  for (i = 1; i <= canon_count(a->x.canon); i++) {
    ref r = canon_object(a->x.canon, i);
    char *x = session_object_name(a, r), *y = session_object_name(b, r);
    assert_string_equal(x, y);
    free(x);
    free(y);
  }
  engine_close(a);
  engine_close(b);
}

static void the_jdk_is_named(void **state) {
  struct engine *e = open_program(&programs[0], PROP_EXCEPTION);
  const char *jdk = engine_jdk(e);
  (void)state;
  assert_true(jdk[0] >= '0' && jdk[0] <= '9');
  assert_non_null(strchr(jdk, '('));
  assert_ptr_equal(jdk, engine_jdk(e));
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jumps_restore_every_bit),
      cmocka_unit_test(back_and_forward),
      cmocka_unit_test(a_choice_taken_twice_is_one_node),
      cmocka_unit_test(views_change_nothing),
      cmocka_unit_test(looking_does_not_steer),
      cmocka_unit_test(names_hold_along_a_path),
      cmocka_unit_test(names_do_not_depend_on_when_asked),
      cmocka_unit_test(the_jdk_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
