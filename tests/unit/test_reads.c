/* The comparison of footprints with what transitions really touch (engine/reduction/reads.h) is
 * awake: in small programs it finds nothing, and with one kind of operation left out of the
 * footprints on purpose it finds a fault that names the location. Only with STRESS=1. timeout: 120
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/reduction/reads.h"
#include "engine/session/session.h"
#include "tests/unit/subject_fixture.h"

#ifdef HEDDLE_READS
enum { STATES = 120, CHOICES = 64 };

struct walk {
  struct engine *e;
  struct reads *r;
  uint32_t states;
};

static void walk(struct walk *w) {
  struct choice choices[CHOICES];
  node_id here = w->e->x.here;
  uint32_t n = engine_choices(w->e, choices, CHOICES);
  struct error err = {0};
  for (uint32_t i = 0; i < n && i < CHOICES && w->states < STATES && !w->r->fault; i++) {
    node_id to;
    if (engine_take(w->e, choices[i], &to, &err)) fail_msg("%s", err.msg);
    w->states++;
    if (!(xnode(&w->e->x, to)->flags & (NODE_ERROR | NODE_FAILED | NODE_CUT | NODE_ENDED))) walk(w);
    explorer_go(&w->e->x, here);
  }
}

/* The first fault of the program's states, malloc'd; NULL: none. */
static char *fault_of(const char *text, uint64_t blind, uint64_t *checked) {
  struct subject s = subject_of(text);
  struct engine_options o;
  struct walk w = {0};
  struct error err = {0};
  char *fault;
  engine_options_init(&o);
  subject_options(&s, &o);
  o.properties = PROP_DEADLOCK;
  if (engine_open(&o, &w.e, &err)) fail_msg("%s: %s", text, err.msg);
  subject_release(&s);
  w.r = &w.e->x.reads;
  w.r->keeps = true;
  w.e->vm->blind.footprints = blind;
  walk(&w);
  fault = w.r->fault;
  w.r->fault = NULL;
  *checked = w.r->checked;
  engine_close(w.e);
  return fault;
}

static void finds_nothing(void **state) {
  static const char *const programs[] = {
      "java/verdicts:RaceCounter", "java/verdicts:SafeDoubleChecked", "java/outcomes:Conditions",
      "java/outcomes:InterruptCleared", "java/verdicts:SoundInitWait"};
  uint64_t checked;
  (void)state;
  for (size_t i = 0; i < COUNT(programs); i++) {
    char *fault = fault_of(programs[i], 0, &checked);
    if (fault) fail_msg("%s: %s", programs[i], fault);
    assert_true(checked > 0);
  }
}

static const struct planted {
  enum op_kind left_out;
  const char *program, *named;
} faults[] = {
    {OPK_READ, "java/verdicts:RaceCounter", "RaceCounter.counter"},
    {OPK_WRITE, "java/verdicts:RaceCounter", "RaceCounter.counter"},
    {OPK_VOLATILE_READ, "java/outcomes:InterruptCleared", "read "},
    {OPK_VOLATILE_WRITE, "java/outcomes:InterruptCleared", "wrote "},
    {OPK_LOCK, "java/verdicts:DeadLockOrder", "a monitor"},
    {OPK_UNLOCK, "java/verdicts:DeadLockOrder", "a monitor"},
};

static void finds_faults(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(faults); i++) {
    uint64_t checked;
    char *fault = fault_of(faults[i].program, 1ull << faults[i].left_out, &checked);
    if (!fault)
      fail_msg("operations of kind %d can be left out of footprints: %s", faults[i].left_out,
               faults[i].program);
    if (faults[i].named && !strstr(fault, faults[i].named))
      fail_msg("%s is not in: %s", faults[i].named, fault);
    print_message("%s\n", fault);
    free(fault);
  }
}
#else
static void finds_nothing(void **state) {
  (void)state;
  skip();
}
static void finds_faults(void **state) {
  (void)state;
  skip();
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(finds_nothing),
                                     cmocka_unit_test(finds_faults)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
