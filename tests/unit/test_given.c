/* Replayed inputs of a recorded run: their order by thread, undoing with the step, monotonic time,
 * and the count of inputs beyond the recorded ones. */
#include "engine/inside.h"
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/vm/machine.h"

static struct engine *open_with(const char *const *inputs, int count) {
  const char *build = getenv("HEDDLE_BUILD");
  char *path = mem_printf("%s/java/session", build ? build : "build");
  struct engine_options o;
  struct error err = {0};
  struct engine *e;
  engine_options_init(&o);
  o.class_path = path;
  o.main_class = "Draws";
  o.properties = 0;
  o.patience = 0;
  o.inputs = inputs;
  o.input_count = count;
  o.keep_events = true;
  if (engine_open(&o, &e, &err)) fail_msg("%s", err.msg);
  free(path);
  return e;
}

#define ASK "Draws.ask()J@0"
static const char *const all[] = {
    "- nanoTime 1000 - -",
    "- wallClock 1000000000 - -",
    "0 nanoTime 5000 - " ASK,
    "0.0 nanoTime 9000 - " ASK,
    "0 nanoTime 9500 - " ASK,
    "0 identityHashCode 77 java/lang/Object Draws.main([Ljava/lang/String;)V@41",
};

/* Takes choices of the preferred thread, otherwise of another, up to the end. Returns the
 * output. */
static char *run(struct engine *e, uint32_t prefer) {
  struct error err = {0};
  struct choice c[64];
  uint32_t n, i;
  while ((n = engine_choices(e, c, COUNT(c)))) {
    for (i = 0; i < n && c[i].thread != prefer; i++) continue;
    if (engine_take(e, c[i < n ? i : 0], NULL, &err)) fail_msg("%s", err.msg);
  }
  return engine_output(e, engine_here(e));
}

static uint64_t beyond(struct engine *e) { return vm_machine(engine_vm(e))->beyond; }

static void test_order(void **state) {
  struct engine *e = open_with(all, COUNT(all));
  struct error err = {0};
  uint64_t before = fixture_memory(e);
  char *main_first, *other_first, *again;
  (void)state;
  main_first = run(e, 0);
  assert_int_equal(beyond(e), 0);
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  assert_true(fixture_memory(e) == before);
  other_first = run(e, 1);
  assert_int_equal(beyond(e), 0);
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  again = run(e, 0);
  assert_string_equal(again, main_first);
  /* Each thread gets its own inputs. If the other thread's later reading came first, time still
   * does not go back. */
  assert_string_equal(main_first, "5000 9500 9500 77\n");
  assert_string_equal(other_first, "9000 9500 9000 77\n");
  free(main_first);
  free(other_first);
  free(again);
  engine_close(e);
}

/* The last reading was not recorded: time stays, and the path counts the reading. */
static void test_beyond(void **state) {
  struct engine *e = open_with(all, 4);
  struct error err = {0};
  char *out = run(e, 0);
  (void)state;
  assert_int_equal(beyond(e), 2);
  assert_true(!strncmp(out, "5000 ", 5) && strtoull(out + 5, NULL, 10) >= 5000);
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  assert_int_equal(beyond(e), 0);
  free(out);
  engine_close(e);
}

/* States that differ only in a thread's position in its inputs are different. */
static void test_position_is_state(void **state) {
  struct engine *e = open_with(all, COUNT(all));
  struct vm *vm = engine_vm(e);
  struct fingerprint a = fixture_fingerprint(e), b;
  ref r = vm_machine(vm)->given;
  (void)state;
  assert_true(r);
  *MEM32(vm, r + ARRAY_BASE + 8) += 1;
  b = fixture_fingerprint(e);
  *MEM32(vm, r + ARRAY_BASE + 8) -= 1;
  assert_true(a.lo != b.lo || a.hi != b.hi);
  engine_close(e);
}

static void test_bad_line(void **state) {
  static const char *const bad[] = {"0 nanoTime many - -"};
  struct engine_options o;
  struct error err = {0};
  struct engine *e = NULL;
  (void)state;
  engine_options_init(&o);
  o.main_class = "Draws";
  o.inputs = bad;
  o.input_count = 1;
  assert_int_equal(engine_open(&o, &e, &err), ERR_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_order), cmocka_unit_test(test_beyond),
                                     cmocka_unit_test(test_position_is_state),
                                     cmocka_unit_test(test_bad_line)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
