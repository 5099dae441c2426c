/* Which part of h belongs to a state: bits, not clocks. States reached in two orders are equal
 * exactly when their values and their bits are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inside.h"
#include "engine/engine.h"
#include "engine/property/race.h"
#include "engine/session/session.h"
#include "engine/vm/machine.h"

enum { MAIN, FIRST, SECOND };

struct fixture {
  struct engine *e;
  struct vm *vm;
  struct explorer *x;
};

static void open_bits(struct fixture *f, const char *variant) {
  struct engine_options o;
  struct error err = {0};
  char *args[1] = {(char *)variant};
  char *path = mem_printf("%s/h", getenv("HEDDLE_JAVA"));
  engine_options_init(&o);
  o.class_path = path;
  o.main_class = "Bits";
  o.argc = 1;
  o.argv = args;
  o.out_fd = -1;
  if (engine_open(&o, &f->e, &err)) fail_msg("%s", err.msg);
  free(path);
  f->vm = engine_vm(f->e);
  f->x = engine_explorer(f->e);
}

static void step(struct fixture *f, uint32_t thread) {
  struct choice c = {.thread = thread};
  struct error err = {0};
  node_id n;
  if (engine_take(f->e, c, &n, &err)) fail_msg("T%u: %s", thread, err.msg);
}

/* Runs a thread until it is about to execute an operation of that kind, for the `times`-th time. */
static void until(struct fixture *f, uint32_t thread, enum op_kind op, int times) {
  int i, guard = 200;
  for (i = 0; i < times; i++) do {
      step(f, thread);
      assert_true(guard-- > 0);
    } while (vm_thread(f->vm, thread)->op != op);
}

/* Runs main up to its first join, when both threads have been started. */
static void begin(struct fixture *f, const char *variant) {
  open_bits(f, variant);
  until(f, MAIN, OPK_JOIN, 1);
  assert_int_equal(vm_machine(f->vm)->thread_count, 3);
}

static void to_the_pause(struct fixture *f, uint32_t thread) {
  until(f, thread, OPK_VOLATILE_WRITE, 1);
}

struct look {
  struct fingerprint values, whole;
};

static struct look look(struct fixture *f) {
  return (struct look){canon_fingerprint(f->x->canon, false), canon_fingerprint(f->x->canon, true)};
}

static bool same(struct fingerprint a, struct fingerprint b) {
  return a.lo == b.lo && a.hi == b.hi;
}

/* May the thread read Bits.x? */
static bool knows_x(struct fixture *f, uint32_t thread) {
  struct klass *k = vm_class(f->vm, "Bits", NULL);
  struct field *x = klass_field(k, "x", NULL);
  struct event e = {
      .op = OPK_READ, .size = 4, .thread = thread, .obj = k->mirror, .off = x->offset};
  return race_free_access(f->vm, vm_thread(f->vm, thread), &e);
}

static void test_bits_differ(void **state) {
  struct fixture f;
  struct look first, second;
  (void)state;
  begin(&f, "before");
  to_the_pause(&f, FIRST);
  to_the_pause(&f, SECOND);
  assert_true(knows_x(&f, SECOND));
  first = look(&f);
  engine_go(f.e, NODE_ROOT, NULL);
  until(&f, MAIN, OPK_JOIN, 1);
  to_the_pause(&f, SECOND);
  to_the_pause(&f, FIRST);
  assert_false(knows_x(&f, SECOND));
  second = look(&f);
  assert_true(same(first.values, second.values));
  assert_false(same(first.whole, second.whole));
  engine_close(f.e);
}

/* SECOND's row received FIRST's releases a different number of times, but has the same content. */
static void test_clocks_differ(void **state) {
  struct fixture f;
  struct look first, second;
  uint32_t clock;
  (void)state;
  begin(&f, "after");
  until(&f, FIRST, OPK_WRITE, 1);
  to_the_pause(&f, SECOND);
  to_the_pause(&f, FIRST);
  clock = row_clock(f.vm, vm_thread(f.vm, SECOND)->row, FIRST);
  first = look(&f);
  engine_go(f.e, NODE_ROOT, NULL);
  until(&f, MAIN, OPK_JOIN, 1);
  to_the_pause(&f, SECOND);
  to_the_pause(&f, FIRST);
  second = look(&f);
  assert_int_not_equal(clock, row_clock(f.vm, vm_thread(f.vm, SECOND)->row, FIRST));
  assert_false(knows_x(&f, SECOND));
  assert_true(same(first.values, second.values));
  assert_true(same(first.whole, second.whole));
  engine_close(f.e);
}

/* The lock is a constant of the boot image or of the class. Nothing refers to it once it is free,
 * but its row still counts. */
static void test_lock_of_a_constant(void **state) {
  struct fixture f;
  struct look first, second;
  (void)state;
  begin(&f, "string");
  to_the_pause(&f, FIRST);
  to_the_pause(&f, SECOND);
  first = look(&f);
  engine_go(f.e, NODE_ROOT, NULL);
  until(&f, MAIN, OPK_JOIN, 1);
  until(&f, SECOND, OPK_LOCK, 2); /* before it locks a second time */
  to_the_pause(&f, FIRST);
  to_the_pause(&f, SECOND);
  second = look(&f);
  assert_true(knows_x(&f, SECOND));
  assert_false(knows_x(&f, MAIN));
  assert_true(same(first.values, second.values));
  assert_false(same(first.whole, second.whole));
  engine_close(f.e);
}

/* The first thread queries between the two writes of the second one, or after them. */
static struct look asked(struct fixture *f, const char *variant, bool between) {
  begin(f, variant);
  until(f, SECOND, OPK_VOLATILE_WRITE, between ? 1 : 2);
  to_the_pause(f, FIRST);
  if (between) to_the_pause(f, SECOND);
  return look(f);
}

/* The same bit, but of another column or row. */
static void test_which_bit(void **state) {
  static const char *const variants[] = {"column", "row", "far"};
  (void)state;
  for (size_t i = 0; i < COUNT(variants); i++) {
    struct fixture f, g;
    struct look between = asked(&f, variants[i], true), behind = asked(&g, variants[i], false);
    assert_true(same(between.values, behind.values));
    assert_false(same(between.whole, behind.whole));
    engine_close(f.e);
    engine_close(g.e);
  }
}

/* A fresh session, and one that has visited other states before. */
static void test_same_in_every_run(void **state) {
  struct fixture f, g;
  struct look first, second;
  int i;
  (void)state;
  begin(&f, "before");
  to_the_pause(&f, FIRST);
  first = look(&f);
  begin(&g, "before");
  for (i = 0; i < 2; i++) {
    to_the_pause(&g, SECOND);
    engine_go(g.e, NODE_ROOT, NULL);
    until(&g, MAIN, OPK_JOIN, 1);
  }
  to_the_pause(&g, FIRST);
  second = look(&g);
  assert_true(same(first.whole, second.whole));
  engine_close(f.e);
  engine_close(g.e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bits_differ),        cmocka_unit_test(test_clocks_differ),
      cmocka_unit_test(test_lock_of_a_constant), cmocka_unit_test(test_which_bit),
      cmocka_unit_test(test_same_in_every_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
