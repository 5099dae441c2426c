/* Control flow graphs of methods given as bytes: branches, switches, handlers, old subroutines,
 * damaged code. */
#include "engine/classfile/insn.h"
#include "engine/flow/cfg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static struct pool pool;

static int setup(void **state) {
  (void)state;
  pool_init(&pool);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  pool_release(&pool);
  return 0;
}

static const struct cfg *graph(const uint8_t *code, uint32_t len) {
  struct method_info m = {.code = code, .code_len = len};
  return cfg_build(&pool, &m);
}

static bool has_edge(const struct cfg *g, uint32_t from, uint32_t to) {
  bool forward = false, backward = false;
  for (uint32_t i = g->succ_first[from]; i < g->succ_first[from + 1]; i++)
    forward |= g->succ[i] == to;
  for (uint32_t i = g->pred_first[to]; i < g->pred_first[to + 1]; i++)
    backward |= g->pred[i] == from;
  assert_int_equal(forward, backward);
  return forward;
}

static uint32_t out_degree(const struct cfg *g, uint32_t n) {
  return g->succ_first[n + 1] - g->succ_first[n];
}

static void straight_line_ends_in_the_end_node(void **state) {
  static const uint8_t code[] = {OP_BIPUSH, 7, OP_ISTORE_1, OP_ILOAD_1, OP_IRETURN};
  const struct cfg *g = graph(code, sizeof code);
  (void)state;
  assert_int_equal(g->count, 4);
  assert_int_equal(g->bci[1], 2);
  assert_int_equal(cfg_node(g, 2), 1);
  assert_int_equal(cfg_node(g, 1), UINT32_MAX);
  assert_int_equal(cfg_node(g, 5), UINT32_MAX);
  for (uint32_t n = 0; n < 4; n++) {
    assert_int_equal(out_degree(g, n), 1);
    assert_true(has_edge(g, n, n + 1));
  }
  assert_int_equal(out_degree(g, g->count), 0);
}

static void branches_go_both_ways(void **state) {
  static const uint8_t code[] = {OP_ILOAD_0, OP_IFEQ, 0, 6, OP_GOTO, 0xff, 0xfc, OP_RETURN};
  const struct cfg *g = graph(code, sizeof code);
  (void)state;
  assert_int_equal(g->count, 4);
  assert_int_equal(out_degree(g, 1), 2);
  assert_true(has_edge(g, 1, 2));
  assert_true(has_edge(g, 1, 3));
  assert_int_equal(out_degree(g, 2), 1);
  assert_true(has_edge(g, 2, 0));
}

static void switches_have_an_edge_for_each_case(void **state) {
  static const uint8_t code[] = {OP_ILOAD_0,  OP_TABLESWITCH,
                                 0,           0,
                                 0,           0,
                                 0,           26,
                                 0,           0,
                                 0,           5,
                                 0,           0,
                                 0,           6,
                                 0,           0,
                                 0,           23,
                                 0,           0,
                                 0,           25,
                                 OP_ICONST_0, OP_IRETURN,
                                 OP_ICONST_1, OP_IRETURN};
  const struct cfg *g = graph(code, sizeof code);
  (void)state;
  assert_int_equal(g->count, 6);
  assert_true(has_edge(g, 1, 2));
  assert_true(has_edge(g, 1, 4));
  assert_false(has_edge(g, 1, 3));
  assert_true(has_edge(g, 3, 6));
  assert_true(has_edge(g, 5, 6));
}

static void throws_lead_to_their_handlers_only(void **state) {
  static const uint8_t code[] = {OP_ALOAD_0, OP_ATHROW,   OP_ALOAD_0,
                                 OP_ATHROW,  OP_ASTORE_1, OP_RETURN};
  static const struct exception_entry covers[] = {{0, 2, 4, 0}};
  struct method_info m = {
      .code = code, .code_len = sizeof code, .exceptions = covers, .exception_count = 1};
  const struct cfg *g = cfg_build(&pool, &m);
  (void)state;
  assert_true(has_edge(g, 1, 4));
  assert_int_equal(out_degree(g, 1), 1);
  assert_int_equal(out_degree(g, 3), 0); /* leaves the method without reaching its normal end */
  assert_int_equal(g->handler_count, 1);
  assert_int_equal(g->handlers[0].end, 2);
  assert_int_equal(g->handlers[0].target, 4);
}

static void subroutines_return_behind_every_jsr(void **state) {
  static const uint8_t code[] = {OP_JSR, 0, 7, OP_JSR, 0, 4, OP_RETURN, OP_ASTORE_1, OP_RET, 1};
  const struct cfg *g = graph(code, sizeof code);
  (void)state;
  assert_true(has_edge(g, 0, 3));
  assert_int_equal(out_degree(g, 0), 1);
  assert_true(has_edge(g, 4, 1));
  assert_true(has_edge(g, 4, 2));
}

static void sites_are_listed(void **state) {
  static const uint8_t code[] = {OP_NEW,      0, 9, OP_INVOKESTATIC, 0, 8, OP_GETSTATIC, 0, 7,
                                 OP_GETFIELD, 0, 6, OP_RETURN};
  const struct cfg *g = graph(code, sizeof code);
  (void)state;
  assert_int_equal(g->site_count, 3);
  assert_int_equal(g->sites[0].cp, 9);
  assert_int_equal(g->sites[1].op, OP_INVOKESTATIC);
  assert_int_equal(g->sites[1].node, 1);
  assert_int_equal(g->sites[2].cp, 7);
}

static void damaged_code_has_no_graph(void **state) {
  static const uint8_t cut[] = {OP_ILOAD_0, OP_IFEQ, 0}, unknown[] = {0xfd},
                       outside[] = {OP_GOTO, 0x7f, 0x00};
  struct method_info none = {0};
  const struct cfg *g;
  (void)state;
  assert_null(graph(cut, sizeof cut));
  assert_null(graph(unknown, sizeof unknown));
  assert_null(cfg_build(&pool, &none));
  g = graph(outside, sizeof outside);
  assert_int_equal(out_degree(g, 0), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(straight_line_ends_in_the_end_node),
      cmocka_unit_test(branches_go_both_ways),
      cmocka_unit_test(switches_have_an_edge_for_each_case),
      cmocka_unit_test(throws_lead_to_their_handlers_only),
      cmocka_unit_test(subroutines_return_behind_every_jsr),
      cmocka_unit_test(sites_are_listed),
      cmocka_unit_test(damaged_code_has_no_graph),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
