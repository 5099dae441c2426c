/* The heuristics on stacks that the test builds itself: innermost frame, return points, class
 * initialisers, threads that have not begun or have ended, and the choice of the thread whose
 * position counts. */
#include "flow_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/heuristic/heuristic.h"
#include "engine/vm/code.h"

#define SHAPES "shapes/Shapes"

struct rig {
  struct vm *vm;
  void *self;
  const struct heuristic_ops *ops;
  struct distances *d; /* computes the expected values */
};

static struct rig rig_open(struct vm *vm, const char *name, int whose) {
  struct rig r = {.vm = vm, .ops = heuristic_find(name)};
  struct heuristic_options opt = {.seed = 1, .whose = whose};
  struct error err = {0};
  vm->main_method = flow_method(vm, SHAPES, "main", NULL);
  assert_non_null(r.ops);
  if (r.ops->open(vm, &opt, &r.self, &err)) fail_msg("%s", err.msg);
  r.d = distances_new(vm, vm->main_method, NULL, 0, NULL);
  vm_machine(vm)->thread_count = 0;
  return r;
}

static void rig_close(struct rig *r) {
  r->ops->close(r->self);
  distances_free(r->d);
}

static uint32_t value(struct rig *r, uint32_t thread, struct location target) {
  return r->ops->value(r->self, r->vm, thread, &target);
}

static struct location in(struct rig *r, const char *name, uint32_t bci) {
  return (struct location){flow_method(r->vm, SHAPES, name, NULL), bci};
}

static uint32_t ahead(struct rig *r, const char *name, uint32_t bci, struct location target) {
  return distance_forward(r->d, flow_method(r->vm, SHAPES, name, NULL), bci, &target);
}

static uint32_t to_end(struct rig *r, const char *name, uint32_t bci) {
  return distance_to_end(r->d, flow_method(r->vm, SHAPES, name, NULL), bci);
}

/* Positions in main: the bytecode index of its call of a method, and the index after it. */
enum { CALLS_LOOP = 1, BEHIND_LOOP = 4 };

static void the_innermost_frame_comes_first(void **state) {
  struct rig r = rig_open(*state, "pfsm", WHOSE_NEAREST);
  struct thread *t = flow_thread(r.vm, 0);
  struct location target = in(&r, "loop", 16);
  flow_push(r.vm, t, SHAPES, "main", CALLS_LOOP, 0);
  flow_push(r.vm, t, SHAPES, "loop", 6, 0);
  assert_int_equal(value(&r, 0, target), 6 + 2); /* around the loop, iload_0, ifle */
  rig_close(&r);
}

static void stacks_are_unrolled_to_the_return_point(void **state) {
  struct rig r = rig_open(*state, "pfsm", WHOSE_NEAREST);
  struct thread *t = flow_thread(r.vm, 0);
  struct location target = in(&r, "direct", 0);
  uint32_t v;
  flow_push(r.vm, t, SHAPES, "main", CALLS_LOOP, 0);
  flow_push(r.vm, t, SHAPES, "loop", 16, 0);
  assert_int_equal(ahead(&r, "loop", 16, target), DISTANCE_INFINITE);
  assert_int_equal(to_end(&r, "loop", 16), 2);
  v = ahead(&r, "main", BEHIND_LOOP, target);
  assert_true(v < DISTANCE_INFINITE);
  assert_int_equal(value(&r, 0, target), 2 + v);
  rig_close(&r);
}

static void two_callers_down(void **state) {
  struct rig r = rig_open(*state, "pfsm", WHOSE_NEAREST);
  struct thread *t = flow_thread(r.vm, 0);
  struct location target = in(&r, "choose", 28);
  flow_push(r.vm, t, SHAPES, "main", 11, 0); /* at the call of even */
  flow_push(r.vm, t, SHAPES, "even", 7, 0);  /* at the call of odd */
  flow_push(r.vm, t, SHAPES, "odd", 17, 0);
  assert_int_equal(value(&r, 0, target),
                   to_end(&r, "odd", 17) + to_end(&r, "even", 10) + ahead(&r, "main", 14, target));
  rig_close(&r);
}

static void an_initialisers_caller_executes_its_instruction_again(void **state) {
  struct rig r = rig_open(*state, "pfsm", WHOSE_NEAREST);
  struct thread *t = flow_thread(r.vm, 0);
  struct location target = in(&r, "loop", 0);
  flow_push(r.vm, t, SHAPES, "main", CALLS_LOOP, 0);
  flow_push(r.vm, t, SHAPES, "choose", 34, FRAME_CLINIT); /* represents a <clinit> */
  assert_int_equal(value(&r, 0, target),
                   to_end(&r, "choose", 34) + ahead(&r, "main", CALLS_LOOP, target));
  rig_close(&r);
}

static void what_is_behind_is_infinite(void **state) {
  struct rig r = rig_open(*state, "pfsm", WHOSE_NEAREST);
  struct thread *t = flow_thread(r.vm, 0);
  flow_push(r.vm, t, SHAPES, "main", 111, 0);
  assert_int_equal(value(&r, 0, in(&r, "loop", 0)), HEURISTIC_INFINITE);
  assert_int_equal(r.ops->value(r.self, r.vm, 0, NULL), 0); /* no location left to reach */
  rig_close(&r);
}

static void a_thread_that_has_not_begun_is_before_its_first_call(void **state) {
  struct rig r = rig_open(*state, "pfsm", WHOSE_NEAREST);
  struct location target = in(&r, "loop", 0);
  struct thread *t = flow_thread(r.vm, TF_MAIN);
  assert_int_equal(value(&r, 0, target), 1 + ahead(&r, "main", 0, target));
  vm_frame(r.vm, t->frame)->aux = 3; /* after main */
  assert_int_equal(value(&r, 0, target), HEURISTIC_INFINITE);
  rig_close(&r);
}

static void whose_position_counts(void **state) {
  struct rig near = rig_open(*state, "pfsm", WHOSE_NEAREST),
             last = rig_open(*state, "pfsm", WHOSE_LAST);
  struct location target = in(&near, "loop", 17);
  struct thread *a = flow_thread(near.vm, 0), *b = flow_thread(near.vm, 0),
                *c = flow_thread(near.vm, 0);
  flow_push(near.vm, a, SHAPES, "loop", 2, 0);
  flow_push(near.vm, b, SHAPES, "loop", 16, 0);
  flow_push(near.vm, c, SHAPES, "loop", 17, 0);
  c->state = THREAD_TERMINATED;
  assert_int_equal(value(&near, 0, target), 1);
  assert_int_equal(value(&last, 0, target), 3);
  assert_int_equal(value(&last, 1, target), 1);
  assert_int_equal(value(&last, 9, target), HEURISTIC_INFINITE);
  rig_close(&near);
  rig_close(&last);
}

static void threads_that_have_not_begun_count_beside_the_last(void **state) {
  struct rig r = rig_open(*state, "pfsm", WHOSE_LAST_OR_NEW);
  struct location target = in(&r, "loop", 17);
  struct thread *fresh = flow_thread(r.vm, TF_MAIN), *near = flow_thread(r.vm, 0),
                *far = flow_thread(r.vm, 0);
  uint32_t new_value;
  flow_push(r.vm, near, SHAPES, "loop", 16, 0);
  flow_push(r.vm, far, SHAPES, "choose", 34, 0);
  new_value = 1 + ahead(&r, "main", 0, target);
  assert_true(new_value > 1 && new_value < HEURISTIC_INFINITE);
  assert_int_equal(value(&r, near->index, target), 1);
  assert_int_equal(value(&r, far->index, target),
                   new_value); /* not 1: the thread of `near` has begun but did not run last */
  vm_frame(r.vm, fresh->frame)->aux = 1;
  assert_int_equal(value(&r, far->index, target), HEURISTIC_INFINITE);
  rig_close(&r);
}

static void inside_start_the_new_threads_class_is_known(void **state) {
  struct vm *vm = *state;
  struct rig r = rig_open(vm, "pfsm", WHOSE_LAST);
  struct thread *t = flow_thread(r.vm, 0);
  struct method *start = flow_method(vm, "java/lang/Thread", "start", "()V");
  struct location worker = {flow_method(vm, "shapes/Shapes$Worker", "run", NULL), 0};
  struct location other = {flow_method(vm, "shapes/Shapes$OtherWorker", "run", NULL), 0};
  uint32_t locals = STACKS_BASE + STACK_SIZE / 2, object = STACKS_BASE + STACK_SIZE / 2 + 64;
  vm->wk.thread = start->owner;
  vm->wk.m_thread_run = flow_method(vm, "java/lang/Thread", "run", "()V");
  flow_push(r.vm, t, SHAPES, "startWorker", 7, 0);
  flow_push(r.vm, t, SHAPES, "loop", 0, 0); /* becomes a frame of start() below */
  vm_frame(vm, t->frame)->method = start->id;
  vm_frame(vm, t->frame)->pc = 0;
  assert_non_null(code_of(vm, start));
  vm_frame(vm, t->frame)->locals = locals;
  *MEM32(vm, locals) = object;
  vm_object(vm, object)->klass = worker.method->owner->id;
  assert_int_equal(value(&r, 0, worker),
                   distance_starting(r.d, 0) + distance_forward(r.d, worker.method, 0, &worker));
  assert_true(value(&r, 0, worker) < HEURISTIC_INFINITE);
  assert_int_equal(value(&r, 0, other), HEURISTIC_INFINITE);
  vm_frame(vm, t->frame)->pc = start->code->count - 1; /* after start0() */
  assert_int_equal(value(&r, 0, worker), HEURISTIC_INFINITE);
  rig_close(&r);
}

static void a_reset_makes_values_equal_to_the_first_trials(void **state) {
  struct rig r = rig_open(*state, "pfsm", WHOSE_NEAREST);
  struct location target = in(&r, "odd", 13);
  struct thread *t = flow_thread(r.vm, 0);
  uint32_t first[2], second[2];
  for (int trial = 0; trial < 2; trial++) {
    uint32_t *v = trial ? second : first;
    t->frame = STACKS_BASE;
    flow_push(r.vm, t, SHAPES, "main", 0, 0);
    v[0] = value(&r, 0, target);
    flow_push(r.vm, t, SHAPES, "unused", 0, 0); /* a method that the analysis did not know */
    v[1] = value(&r, 0, target);
    r.ops->reset(r.self, 5);
  }
  assert_memory_equal(first, second, sizeof first);
  assert_true(first[0] < HEURISTIC_INFINITE);
  rig_close(&r);
}

static void random_values_are_the_seeds(void **state) {
  struct rig r = rig_open(*state, "random", WHOSE_NEAREST);
  struct location target = in(&r, "loop", 0);
  uint32_t first[50], again[50], other[50];
  for (int i = 0; i < 50; i++) first[i] = value(&r, 0, target);
  r.ops->reset(r.self, 1);
  for (int i = 0; i < 50; i++) again[i] = value(&r, 0, target);
  r.ops->reset(r.self, 2);
  for (int i = 0; i < 50; i++) other[i] = value(&r, 0, target);
  assert_memory_equal(first, again, sizeof first);
  assert_memory_not_equal(first, other, sizeof first);
  for (int i = 0; i < 50; i++) assert_true(first[i] < HEURISTIC_INFINITE);
  assert_int_equal(r.ops->value(r.self, r.vm, 0, NULL), 0);
  rig_close(&r);
}

static void heuristics_are_found_by_name(void **state) {
  (void)state;
  assert_null(heuristic_find("no-such"));
  for (uint32_t i = 0; heuristic_at(i); i++)
    assert_ptr_equal(heuristic_find(heuristic_at(i)->name), heuristic_at(i));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_innermost_frame_comes_first),
      cmocka_unit_test(stacks_are_unrolled_to_the_return_point),
      cmocka_unit_test(two_callers_down),
      cmocka_unit_test(an_initialisers_caller_executes_its_instruction_again),
      cmocka_unit_test(what_is_behind_is_infinite),
      cmocka_unit_test(a_thread_that_has_not_begun_is_before_its_first_call),
      cmocka_unit_test(whose_position_counts),
      cmocka_unit_test(threads_that_have_not_begun_count_beside_the_last),
      cmocka_unit_test(inside_start_the_new_threads_class_is_known),
      cmocka_unit_test(a_reset_makes_values_equal_to_the_first_trials),
      cmocka_unit_test(random_values_are_the_seeds),
      cmocka_unit_test(heuristics_are_found_by_name),
  };
  return cmocka_run_group_tests(tests, flow_setup, flow_teardown);
}
