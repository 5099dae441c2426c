/* Compares footprints with the effects of transitions (soundness rules 13 (sleep sets are stored)
 * and 32 (read means footprint)). In the states of small programs, any two choices of different
 * threads whose footprints are independent are executed in both orders, each cut where it ended
 * alone. Neither may disable the other or change its end, and both orders must lead to the same
 * state. Also, a choice of another thread that a transition enables must depend on it. This finds
 * locations that enabledness or effect reads and that the footprint lacks.
 *
 * Without arguments: some programs. Otherwise: test_footprints FOLDER:CLASS[:ARGUMENT...]..., with
 * folders below the build folder.
 *
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inside.h"
#include "engine/reduction/footprint.h"
#include "engine/session/session.h"
#include "tests/unit/subject_fixture.h"

enum { STATES = 250, CHOICES = 64 };

static char *few[] = {"java/outcomes:JoinUnstarted",
                      "java/outcomes:JoinTimed",
                      "java/outcomes:JoinThrows",
                      "java/outcomes:EndLocks",
                      "java/outcomes:Interrupts",
                      "java/outcomes:Conditions",
                      "java/verdicts:SoundJoinLate",
                      "java/verdicts:SoundSlept:state",
                      "java/verdicts:SoundSlept:copy",
                      "java/verdicts:SoundPermit",
                      "java/verdicts:SoundInitWait",
                      "java/verdicts:SoundInterruptWait",
                      "java/verdicts:SoundNotifyChoice:1",
                      "java/outcomes:InterruptCleared",
                      "java/outcomes:InterruptCleared:two",
                      "java/outcomes:InterruptParked",
                      NULL},
            **given = few;

struct taken { /* a choice in the present state */
  struct choice choice;
  struct footprint *print;
  struct step_end end;
  node_id node;
  bool usable; /* the new state is not an error, an end of the program or a failure */
};

static uint32_t pairs, enabled, wrong;

static void complain(struct engine *e, const char *name, const struct taken *first,
                     const struct taken *then, const char *what) {
  (void)e;
  wrong++;
  if (wrong < 20)
    print_error("%s: T%u (kind %u) and then T%u (kind %u): %s\n", name, first->choice.thread,
                first->choice.kind, then->choice.thread, then->choice.kind, what);
}

/* Executes both choices, the second after the first, and sets *out to the state's fingerprint.
 * Returns false if that fails. */
static bool in_order(struct engine *e, const char *name, const struct taken *first,
                     const struct taken *then, struct fingerprint *out) {
  struct explorer *x = engine_explorer(e);
  struct error err = {0};
  node_id n;
  explorer_go(x, first->node);
  if (engine_take_to(e, then->choice, &then->end, &n, &err)) {
    complain(e, name, first, then, err.msg);
    if (x->here != first->node) explorer_pop(x);
    return false;
  }
  *out = xnode(x, n)->fp;
  explorer_pop(x);
  return true;
}

static void compare(struct engine *e, const char *name, const struct taken *a,
                    const struct taken *b) {
  struct fingerprint ab, ba;
  if (!a->usable || !b->usable || !footprint_independent(a->print, b->print)) return;
  pairs++;
  if (!in_order(e, name, a, b, &ab) || !in_order(e, name, b, a, &ba)) return;
  if (ab.lo != ba.lo || ab.hi != ba.hi)
    complain(e, name, a, b, "another state than in the other order");
}

static void take(struct engine *e, struct footprint *print, struct taken *t) {
  struct explorer *x = engine_explorer(e);
  node_id here = x->here;
  struct error err = {0};
  footprint_begin(e->vm, print, (uint16_t)t->choice.thread);
  if (engine_take(e, t->choice, &t->node, &err)) fail_msg("%s", err.msg);
  footprint_end(e->vm, print);
  t->print = footprint_copy(print);
  explorer_fingerprint(x, t->node);
  engine_step_end(e, &t->end);
  free(t->end.mark);
  t->end.mark = NULL;
  t->usable = !(xnode(x, t->node)->flags & (NODE_ERROR | NODE_FAILED | NODE_CUT | NODE_ENDED));
  explorer_go(x, here);
}

static bool is_among(const struct taken *all, uint32_t n, struct choice c) {
  for (uint32_t i = 0; i < n; i++)
    if (all[i].choice.thread == c.thread && all[i].choice.kind == c.kind &&
        all[i].choice.arg == c.arg)
      return true;
  return false;
}

/* Checks the choices enabled after `a` that were not enabled in the state before, whose n choices
 * are `all`. */
static void compare_enabled(struct engine *e, const char *name, struct footprint *print,
                            const struct taken *a, const struct taken *all, uint32_t n) {
  struct choice choices[CHOICES];
  uint32_t count;
  if (!a->usable || a->print->whole) return;
  explorer_go(engine_explorer(e), a->node);
  count = engine_choices(e, choices, CHOICES);
  for (uint32_t i = 0; i < count && i < CHOICES; i++) {
    struct taken then = {.choice = choices[i]};
    if (choices[i].thread == a->choice.thread || is_among(all, n, choices[i])) continue;
    take(e, print, &then);
    enabled++;
    if (footprint_independent(a->print, then.print))
      complain(e, name, a, &then, "made possible by what it does not depend on");
    footprint_free(then.print);
    explorer_go(engine_explorer(e), then.node);
    explorer_pop(engine_explorer(e));
  }
}

struct walk {
  node_id queue[STATES];
  struct fingerprint seen[STATES];
  uint32_t count;
};

static void meet(struct engine *e, struct walk *w, node_id n) {
  struct fingerprint f = xnode(engine_explorer(e), n)->fp;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->seen[i].lo == f.lo && w->seen[i].hi == f.hi) return;
  if (w->count == STATES) return;
  w->seen[w->count] = f;
  w->queue[w->count++] = n;
}

static void look_at(struct engine *e, const char *name, struct footprint *print, struct walk *w) {
  struct choice choices[CHOICES];
  struct taken all[CHOICES] = {0};
  uint32_t n = engine_choices(e, choices, CHOICES), i, k;
  if (n > CHOICES) n = CHOICES;
  for (i = 0; i < n; i++) {
    all[i].choice = choices[i];
    take(e, print, &all[i]);
  }
  for (i = 0; i < n; i++)
    for (k = i + 1; k < n; k++) compare(e, name, &all[i], &all[k]);
  for (i = 0; i < n; i++) compare_enabled(e, name, print, &all[i], all, n);
  for (i = 0; i < n; i++) {
    if (all[i].usable) meet(e, w, all[i].node);
    footprint_free(all[i].print);
  }
}

static void check(const char *text, int por, uint32_t properties) {
  struct subject s = subject_of(text);
  struct engine_options o;
  struct engine *e;
  struct error err = {0};
  struct footprint print = {0};
  struct walk *w = mem_alloc(sizeof *w);
  engine_options_init(&o);
  subject_options(&s, &o);
  o.por = por;
  o.properties = properties;
  o.outcomes = true;
  if (engine_open(&o, &e, &err)) fail_msg("%s: %s", text, err.msg);
  subject_release(&s);
  footprint_listen(e->vm, &print);
  explorer_fingerprint(engine_explorer(e), NODE_ROOT);
  meet(e, w, NODE_ROOT);
  for (uint32_t i = 0; i < w->count; i++) {
    explorer_go(engine_explorer(e), w->queue[i]);
    look_at(e, text, &print, w);
  }
  footprint_close(e->vm, &print);
  engine_close(e);
  free(w);
}

static void all_commute(void **state) {
  (void)state;
  for (char **g = given; *g; g++) {
    check(*g, POR_FULL, PROP_DEADLOCK);
    check(*g, POR_NONE, PROP_DEADLOCK);
    check(*g, POR_FULL, PROP_DEFAULT);
  }
  print_message("%u pairs of independent choices, %u choices made possible\n", pairs, enabled);
  assert_int_equal(wrong, 0);
  assert_true(pairs > 0);
  if (given == few) assert_true(enabled > 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_commute)};
  if (argc > 1) given = argv + 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
