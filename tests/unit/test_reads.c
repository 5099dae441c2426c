/* The comparison of footprints with what transitions really touch (engine/reduction/reads.h) works:
 * in small programs it finds nothing, and with one kind of operation left out of the footprints on
 * purpose it finds a fault that names the location. Only with STRESS=1.
 *
 * timeout: 120 */
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
enum { STATES = 600, CHOICES = 64 };

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
  for (uint32_t i = n < CHOICES ? n : CHOICES; i-- > 0 && w->states < STATES && !w->r->fault;) {
    node_id to;
    if (engine_take(w->e, choices[i], &to, &err)) fail_msg("%s", err.msg);
    w->states++;
    if (!(xnode(&w->e->x, to)->flags & (NODE_ERROR | NODE_FAILED | NODE_CUT | NODE_ENDED))) walk(w);
    explorer_go(&w->e->x, here);
  }
}

/* Returns the first fault in the program's states, malloc'd; NULL: none. `fine`: uses the
 * footprints with which the search dpor orders operations. */
static char *fault_of(const char *text, uint64_t blind, bool fine, uint64_t *checked) {
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
  w.e->vm->sched.one_each = fine;
  walk(&w);
  fault = w.r->fault;
  w.r->fault = NULL;
  *checked = w.r->checked;
  engine_close(w.e);
  return fault;
}

static const char *const programs[] = {
    "java/verdicts:RaceCounter",    "java/verdicts:SafeDoubleChecked",
    "java/outcomes:Conditions",     "java/outcomes:InterruptCleared",
    "java/verdicts:SoundInitWait",  "java/verdicts:Orders:notified",
    "java/verdicts:Orders:permit",  "java/verdicts:Orders:interrupted",
    "java/verdicts:Orders:joining", "java/verdicts:Orders:life",
    "java/verdicts:Orders:marked",  "java/outcomes:EndWritten",
};

static void finds_nothing(void **state) {
  uint64_t checked;
  (void)state;
  for (size_t i = 0; i < COUNT(programs) * 2; i++) {
    char *fault = fault_of(programs[i / 2], 0, i % 2, &checked);
    if (fault) fail_msg("%s: %s", programs[i / 2], fault);
    if (!checked && i % 2) fail_msg("%s: nothing was compared", programs[i / 2]);
  }
}

static const struct planted {
  enum op_kind left_out;
  bool fine;
  const char *program, *named;
} faults[] = {
    {OPK_READ, false, "java/verdicts:RaceCounter", "RaceCounter.counter"},
    {OPK_WRITE, false, "java/verdicts:RaceCounter", "RaceCounter.counter"},
    {OPK_VOLATILE_READ, false, "java/outcomes:InterruptCleared", "read "},
    {OPK_VOLATILE_WRITE, false, "java/outcomes:InterruptCleared", "wrote "},
    {OPK_LOCK, false, "java/verdicts:DeadLockOrder", "a monitor"},
    {OPK_UNLOCK, false, "java/verdicts:DeadLockOrder", "a monitor"},
    {OPK_NOTIFY_ALL, true, "java/verdicts:Orders:notified", "the record or the stack"},
    {OPK_UNPARK, true, "java/verdicts:Orders:permit", "the record or the stack"},
    {OPK_INTERRUPT, true, "java/verdicts:Orders:interrupted", "the record or the stack"},
    {OPK_START, true, "java/verdicts:Orders:life", "java/lang/Thread"},
    {OPK_JOIN, true, "java/verdicts:Orders:joining", "the record or the stack"},
    {OPK_END, true, "java/verdicts:Orders:joining", "java/lang/Thread"},
};

static void finds_faults(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(faults); i++) {
    uint64_t checked;
    char *fault = fault_of(faults[i].program, 1ull << faults[i].left_out, faults[i].fine, &checked);
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
