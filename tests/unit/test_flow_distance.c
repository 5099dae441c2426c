/* Distances and the underlying analysis: figure 6 of paper 001, loops, recursion, dispatch,
 * callbacks, unreachable targets. The expected values were counted by hand on javac's output for
 * tests/java/flow. */
#include "flow_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SHAPES "shapes/Shapes"

static struct distances *analyse(struct vm *vm, const char *main_class) {
  return distances_new(vm, flow_method(vm, main_class, "main", NULL), NULL, 0, NULL);
}

static uint32_t from(struct distances *d, struct vm *vm, const char *klass, const char *name,
                     struct location target) {
  return distance_forward(d, flow_method(vm, klass, name, NULL), 0, &target);
}

/* ---- figure 6 ---- */

static struct location line_9(struct vm *vm) {
  return flow_line(vm, "figure6/Y.java", "line 9", "figure6.Y.cc");
}

static void figure_6_from_test(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, "figure6/Main");
  struct location target = line_9(vm);
  /* iconst_0, istore_2, aload_0, bb (7), aload_1 lead to the call of aa: 11. Entering aa 1; from
   * aa's start to its call of cc 2, because aa is not explored; entering cc 1; from its start to
   * line 9 again 2. */
  assert_int_equal(from(d, vm, "figure6/X", "test", target), 11 + 1 + 2 + 1 + 2);
  assert_true(distance_explored(d, flow_method(vm, "figure6/X", "test", NULL)));
  assert_true(distance_explored(d, flow_method(vm, "figure6/X", "bb", NULL)));
  assert_false(distance_explored(d, flow_method(vm, "figure6/Y", "aa", NULL)));
  assert_false(distance_explored(d, flow_method(vm, "figure6/Y", "cc", NULL)));
  assert_false(distance_explored(d, flow_method(vm, "figure6/Z", "aa", NULL)));
  assert_int_equal(distance_entering(d, flow_method(vm, "figure6/Y", "cc", NULL), &target), 1 + 2);
  distances_free(d);
}

static void figure_6_from_aa(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, "figure6/Main");
  struct location target = line_9(vm);
  /* aload_0; entering cc 1; aload_0, getfield, ifeq. */
  assert_int_equal(from(d, vm, "figure6/Y", "aa", target), 1 + 1 + 3);
  assert_true(distance_explored(d, flow_method(vm, "figure6/Y", "aa", NULL)));
  assert_true(distance_explored(d, flow_method(vm, "figure6/Y", "cc", NULL)));
  assert_int_equal(distance_entering(d, flow_method(vm, "figure6/Y", "cc", NULL), &target), 1 + 3);
  /* The refinement also affects the distance from test. */
  assert_int_equal(from(d, vm, "figure6/X", "test", target), 11 + 1 + 1 + 1 + 3);
  distances_free(d);
}

static void figure_6_passing_calls(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, "figure6/Main");
  assert_int_equal(distance_through(d, flow_method(vm, "figure6/X", "bb", NULL)), 7);
  /* Resolved bb in full, unresolved aa 2: iconst, istore, aload, 7, aload, 2, return. */
  assert_int_equal(distance_through(d, flow_method(vm, "figure6/X", "test", NULL)),
                   3 + 7 + 1 + 2 + 1);
  distances_free(d);
}

static void figure_6_relations(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, "figure6/Main");
  struct location target = line_9(vm);
  assert_true(distance_related(d, flow_method(vm, "figure6/X", "test", NULL), &target));
  assert_true(distance_related(d, flow_method(vm, "figure6/Y", "aa", NULL), &target));
  assert_false(distance_related(d, flow_method(vm, "figure6/Z", "aa", NULL), &target));
  assert_false(distance_related(d, flow_method(vm, "figure6/X", "bb", NULL), &target));
  assert_int_equal(from(d, vm, "figure6/Z", "aa", target), DISTANCE_INFINITE);
  distances_free(d);
}

static void a_new_trial_forgets_explored(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, "figure6/Main");
  struct location target = line_9(vm);
  from(d, vm, "figure6/Y", "aa", target);
  assert_int_equal(distance_entering(d, flow_method(vm, "figure6/Y", "cc", NULL), &target), 1 + 3);
  distances_new_trial(d);
  assert_false(distance_explored(d, flow_method(vm, "figure6/Y", "cc", NULL)));
  assert_int_equal(distance_entering(d, flow_method(vm, "figure6/Y", "cc", NULL), &target), 1 + 2);
  distances_free(d);
}

/* ---- within methods ---- */

static void loops(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct method *loop = flow_method(vm, SHAPES, "loop", NULL);
  assert_int_equal(distance_to_end(d, loop, 0), 6);
  assert_int_equal(distance_within(d, loop, 6, 2), 6);                  /* via the back edge */
  assert_int_equal(distance_within(d, loop, 16, 2), DISTANCE_INFINITE); /* after the loop */
  assert_int_equal(distance_within(d, loop, 2, 2), 0);
  assert_int_equal(distance_through(d, flow_method(vm, SHAPES, "endless", NULL)),
                   DISTANCE_INFINITE);
  assert_int_equal(distance_within(d, flow_method(vm, SHAPES, "afterEndless", NULL), 0, 4),
                   DISTANCE_INFINITE);
  distances_free(d);
}

static void recursive_calls_cost_2(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  assert_int_equal(distance_within(d, flow_method(vm, SHAPES, "direct", NULL), 8, 16), 4 + 2 + 1);
  assert_int_equal(distance_through(d, flow_method(vm, SHAPES, "direct", NULL)), 5);
  assert_int_equal(distance_within(d, flow_method(vm, SHAPES, "even", NULL), 4, 10), 3 + 2);
  assert_int_equal(distance_within(d, flow_method(vm, SHAPES, "odd", NULL), 4, 10), 3 + 2);
  /* A cycle of three: iload_0, the call, iconst_1, iadd, ireturn. */
  assert_int_equal(distance_to_end(d, flow_method(vm, SHAPES, "second", NULL), 0), 1 + 2 + 3);
  assert_int_equal(distance_to_end(d, flow_method(vm, SHAPES, "third", NULL), 0), 1 + 2 + 3);
  distances_free(d);
}

static void methods_without_a_body_cost_2(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  assert_int_equal(distance_through(d, flow_method(vm, "java/lang/System", "nanoTime", NULL)), 2);
  assert_int_equal(distance_through(d, flow_method(vm, SHAPES, "hosted", NULL)), 2 + 1);
  distances_free(d);
}

static void interface_calls(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct method *third = flow_method(vm, "shapes/Shapes$ThirdTwo", "two", NULL);
  /* One instantiated class: passes getstatic, iconst_1, iadd, ireturn. Two: 2. */
  assert_int_equal(distance_through(d, flow_method(vm, SHAPES, "callOne", NULL)), 1 + 4 + 1);
  assert_int_equal(distance_through(d, flow_method(vm, SHAPES, "callTwo", NULL)), 1 + 2 + 1);
  assert_null(rta_method(distances_rta(d), third));
  assert_non_null(
      rta_method(distances_rta(d), flow_method(vm, "shapes/Shapes$SecondTwo", "two", NULL)));
  assert_false(rta_instantiated(distances_rta(d), third->owner));
  distances_free(d);
}

static void handlers_are_the_last_resort(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct method *m = flow_method(vm, SHAPES, "inHandler", NULL);
  assert_int_equal(distance_within(d, m, 0, 12), 1 + 1); /* the handler's edge, astore_1 */
  assert_true(distance_to_end(d, m, 0) >
              3); /* no shortcut through the handler, which would be 5 - 1 */
  assert_int_equal(distance_to_end(d, m, 2), 1 + 1 + distance_within(d, m, 2, 7) + 1);
  assert_int_equal(distance_through(d, flow_method(vm, SHAPES, "thrower", NULL)), 4);
  struct location handler = {m, 12};
  from(d, vm, SHAPES, "inHandler", handler); /* explored */
  assert_int_equal(distance_entering(d, m, &handler), 1 + 2);
  distances_free(d);
}

static void switches(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct method *m = flow_method(vm, SHAPES, "choose", NULL);
  assert_int_equal(distance_within(d, m, 0, 28), 2);
  assert_int_equal(distance_within(d, m, 0, 31), 2);
  assert_int_equal(distance_within(d, m, 28, 31), DISTANCE_INFINITE);
  assert_int_equal(distance_through(d, m), 4);
  distances_free(d);
}

/* ---- between methods ---- */

static void recursion_on_the_way_to_a_target(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct location in_odd = {flow_method(vm, SHAPES, "odd", NULL), 13};
  /* iload_0, ifeq, iload_0, iconst_1, isub; entering odd 1; odd is explored with even: iload_0,
   * ifeq, iload_0, iconst_1, isub, the recursive call 2, ifeq. */
  assert_int_equal(from(d, vm, SHAPES, "even", in_odd), 5 + 1 + 5 + 2 + 1);
  assert_int_equal(from(d, vm, SHAPES, "odd", in_odd), 5 + 2 + 1);
  distances_free(d);
}

static void what_lies_behind_is_reached_through_recursion(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct location start = {flow_method(vm, SHAPES, "direct", NULL), 0};
  /* From bci 8: iload_0, iload_0, iconst_1, isub, entering direct again. After the call, nothing
   * leads to the start. */
  assert_int_equal(distance_forward(d, start.method, 8, &start), 4 + 1);
  assert_int_equal(distance_forward(d, start.method, 15, &start), DISTANCE_INFINITE);
  distances_free(d);
}

static void lambdas_and_references(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct location target =
      flow_line(vm, "shapes/Shapes.java", "what the callbacks lead to", "shapes.Shapes.target");
  assert_true(from(d, vm, SHAPES, "inLambda", target) < DISTANCE_INFINITE);
  assert_true(from(d, vm, SHAPES, "byReference", target) < DISTANCE_INFINITE);
  assert_int_equal(from(d, vm, SHAPES, "loop", target), DISTANCE_INFINITE);
  assert_true(from(d, vm, SHAPES, "main", target) < DISTANCE_INFINITE);
  distances_free(d);
}

static void library_calls_back(void **state) {
  struct vm *vm = *state;
  struct rta_options shallow = {.jdk_depth = 1}; /* does not analyse the pool's own code */
  struct distances *d = distances_new(vm, flow_method(vm, SHAPES, "main", NULL), NULL, 0, &shallow);
  struct location pooled = {flow_method(vm, SHAPES, "pooled", NULL), 0};
  assert_true(from(d, vm, SHAPES, "inPool", pooled) < DISTANCE_INFINITE);
  assert_int_equal(from(d, vm, SHAPES, "startWorker", pooled), DISTANCE_INFINITE);
  distances_free(d);
}

static void thread_start_runs_the_receivers_run(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct location run = {flow_method(vm, "shapes/Shapes$Worker", "run", NULL), 0};
  struct location other = {flow_method(vm, "shapes/Shapes$OtherWorker", "run", NULL), 0};
  assert_true(from(d, vm, SHAPES, "startWorker", run) < DISTANCE_INFINITE);
  assert_true(from(d, vm, SHAPES, "startOther", other) < DISTANCE_INFINITE);
  assert_int_equal(from(d, vm, SHAPES, "loop", run), DISTANCE_INFINITE);
  assert_int_equal(from(d, vm, SHAPES, "startWorker", other), DISTANCE_INFINITE);
  assert_true(distance_related(d, flow_method(vm, SHAPES, "startWorker", NULL), &run));
  distances_free(d);
}

static void starting_goes_through_start(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct location run = {flow_method(vm, "shapes/Shapes$Worker", "run", NULL), 0};
  struct method *start = flow_method(vm, "java/lang/Thread", "start", "()V");
  uint32_t at_call, inside;
  inside = distance_starting(d, 0) + distance_forward(d, run.method, 0, &run); /* explores run */
  at_call = distance_forward(d, flow_method(vm, SHAPES, "startWorker", NULL), 7, &run);
  assert_int_equal(at_call, inside + 1); /* entering start */
  assert_int_equal(distance_starting(d, start->info->code_len - 1), DISTANCE_INFINITE);
  distances_free(d);
}

static void initialisers_are_called_where_they_are_triggered(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct location compute = {flow_method(vm, "shapes/Shapes$Lazy", "compute", NULL), 0};
  /* getstatic enters <clinit> 1, not explored 2, enters compute 1, not explored 2. */
  assert_int_equal(from(d, vm, SHAPES, "initialises", compute), 1 + 2 + 1 + 2);
  assert_int_equal(from(d, vm, SHAPES, "loop", compute), DISTANCE_INFINITE);
  distances_free(d);
}

static void unreachable_targets_are_infinite(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct location unused = {flow_method(vm, SHAPES, "unused", NULL), 0},
                  inside = {flow_method(vm, SHAPES, "loop", NULL), 1};
  assert_int_equal(from(d, vm, SHAPES, "main", unused), DISTANCE_INFINITE);
  assert_int_equal(from(d, vm, SHAPES, "even", inside), DISTANCE_INFINITE);
  inside.bci = 4; /* in the middle of an instruction */
  assert_int_equal(from(d, vm, SHAPES, "loop", inside), DISTANCE_INFINITE);
  distances_free(d);
}

static void a_method_seen_running_joins_the_analysis_for_the_trial(void **state) {
  struct vm *vm = *state;
  struct distances *d = analyse(vm, SHAPES);
  struct method *unused = flow_method(vm, SHAPES, "unused", NULL);
  struct location target = {unused, 2};
  assert_null(rta_method(distances_rta(d), unused));
  assert_int_equal(distance_forward(d, unused, 0, &target), 1);
  assert_non_null(rta_method(distances_rta(d), unused));
  distances_new_trial(d);
  assert_null(rta_method(distances_rta(d), unused));
  distances_free(d);
}

static void library_targets_are_reached_by_going_deeper(void **state) {
  struct vm *vm = *state;
  struct rta_options shallow = {.jdk_depth = 1};
  struct location deep = {
      flow_method(vm, "java/util/concurrent/ThreadPoolExecutor", "addWorker", NULL), 0};
  struct distances *without =
      distances_new(vm, flow_method(vm, SHAPES, "main", NULL), NULL, 0, &shallow);
  struct distances *with =
      distances_new(vm, flow_method(vm, SHAPES, "main", NULL), &deep, 1, &shallow);
  assert_int_equal(from(without, vm, SHAPES, "main", deep), DISTANCE_INFINITE);
  assert_true(from(with, vm, SHAPES, "main", deep) < DISTANCE_INFINITE);
  distances_free(without);
  distances_free(with);
}

static void analyses_are_equal_in_every_run(void **state) {
  struct vm *vm = *state;
  struct distances *a = analyse(vm, SHAPES), *b = analyse(vm, SHAPES);
  uint32_t n = rta_method_count(distances_rta(a));
  assert_int_equal(n, rta_method_count(distances_rta(b)));
  for (uint32_t i = 0; i < n; i++)
    assert_ptr_equal(rta_method_at(distances_rta(a), i)->method,
                     rta_method_at(distances_rta(b), i)->method);
  distances_free(a);
  distances_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figure_6_from_test),
      cmocka_unit_test(figure_6_from_aa),
      cmocka_unit_test(figure_6_passing_calls),
      cmocka_unit_test(figure_6_relations),
      cmocka_unit_test(a_new_trial_forgets_explored),
      cmocka_unit_test(loops),
      cmocka_unit_test(recursive_calls_cost_2),
      cmocka_unit_test(methods_without_a_body_cost_2),
      cmocka_unit_test(interface_calls),
      cmocka_unit_test(handlers_are_the_last_resort),
      cmocka_unit_test(switches),
      cmocka_unit_test(recursion_on_the_way_to_a_target),
      cmocka_unit_test(what_lies_behind_is_reached_through_recursion),
      cmocka_unit_test(lambdas_and_references),
      cmocka_unit_test(library_calls_back),
      cmocka_unit_test(thread_start_runs_the_receivers_run),
      cmocka_unit_test(starting_goes_through_start),
      cmocka_unit_test(initialisers_are_called_where_they_are_triggered),
      cmocka_unit_test(unreachable_targets_are_infinite),
      cmocka_unit_test(a_method_seen_running_joins_the_analysis_for_the_trial),
      cmocka_unit_test(library_targets_are_reached_by_going_deeper),
      cmocka_unit_test(analyses_are_equal_in_every_run),
  };
  return cmocka_run_group_tests(tests, flow_setup, flow_teardown);
}
