/* The distance heuristics pfsm, e-fca and fsm on a program of four methods, compared with values
 * counted by hand. helper() has three instructions, far() has five up to its call of near(), and
 * the target is the return point of near()'s call of helper(). */
#include "flow_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/heuristic/heuristic.h"
#include "engine/vm/code.h"

#define CONTEXTS "contexts/Contexts"

struct rig {
  struct vm *vm;
  void *self;
  const struct heuristic_ops *ops;
};

static struct rig rig_open(struct vm *vm, const char *name) {
  struct rig r = {.vm = vm, .ops = heuristic_find(name)};
  struct heuristic_options opt = {.seed = 1, .whose = WHOSE_NEAREST};
  struct error err = {0};
  vm->main_method = flow_method(vm, CONTEXTS, "main", NULL);
  assert_non_null(r.ops);
  if (r.ops->open(vm, &opt, &r.self, &err)) fail_msg("%s", err.msg);
  vm_machine(vm)->thread_count = 0;
  return r;
}

static void rig_close(struct rig *r) { r->ops->close(r->self); }

static uint32_t value(struct rig *r, uint32_t thread) {
  struct location target = {flow_method(r->vm, CONTEXTS, "near", NULL), 3};
  return r->ops->value(r->self, r->vm, thread, &target);
}

enum { IN_HELPER, IN_FAR, BEHIND };

static uint32_t measure(struct vm *vm, const char *name, int place) {
  struct rig r = rig_open(vm, name);
  struct thread *t = flow_thread(r.vm, 0);
  uint32_t v;
  flow_push(r.vm, t, CONTEXTS, "main", 0, 0);
  flow_push(r.vm, t, CONTEXTS, "far", place == IN_HELPER ? 0 : place == IN_FAR ? 7 : 11, 0);
  if (place == IN_HELPER) flow_push(r.vm, t, CONTEXTS, "helper", 0, 0);
  if (place == BEHIND) flow_push(r.vm, t, CONTEXTS, "near", 5, 0);
  v = value(&r, 0);
  rig_close(&r);
  return v;
}

/* helper() takes 3 to its end. fsm then goes back by one edge and continues in near(), although
 * far() was the caller. The others return to far(): iconst_2, putstatic, iconst_3, putstatic,
 * entering near() 1, then the call of helper(): its 3 instructions, for e-fca also the call
 * itself. */
static void the_caller_counts(void **state) {
  assert_int_equal(measure(*state, "fsm", IN_HELPER), 3 + 1);
  assert_int_equal(measure(*state, "e-fca", IN_HELPER), 3 + 4 + 1 + 1 + 3);
  assert_int_equal(measure(*state, "pfsm", IN_HELPER), 3 + 4 + 1 + 3);
}

static void forwards_they_differ_by_the_cost_of_calls(void **state) {
  assert_int_equal(measure(*state, "fsm", IN_FAR), 2 + 1 + 1 + 3 + 1);
  assert_int_equal(measure(*state, "e-fca", IN_FAR), 2 + 1 + 1 + 3);
  assert_int_equal(measure(*state, "pfsm", IN_FAR), 2 + 1 + 3);
}

static void behind_the_target_there_is_no_way(void **state) {
  static const char *const names[] = {"fsm", "e-fca", "pfsm"};
  for (size_t i = 0; i < COUNT(names); i++)
    assert_int_equal(measure(*state, names[i], BEHIND), HEURISTIC_INFINITE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_caller_counts),
      cmocka_unit_test(forwards_they_differ_by_the_cost_of_calls),
      cmocka_unit_test(behind_the_target_there_is_no_way),
  };
  return cmocka_run_group_tests(tests, flow_setup, flow_teardown);
}
