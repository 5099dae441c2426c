/* Minimised counterexamples: no stretch of a thread in them can be left out, merged or moved
 * forward. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/inside.h"
#include "session_fixture.h"
#include "engine/vm/machine.h"
#include "strategy_fixture.h"

/* ---- minimised counterexamples ---- */

/* A schedule as stretches: a thread and its number of steps. */
struct stretch {
  uint32_t thread, steps;
};

static uint32_t stretches_of(const struct schedule *s, struct stretch *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    if (!i || s->choices[i].thread != s->choices[i - 1].thread)
      out[n++] = (struct stretch){s->choices[i].thread, 0};
    out[n - 1].steps++;
  }
  return n;
}

/* Takes the first choice of each stretch's thread, the given number of times, as long as there is
 * one. Returns whether the error occurs with fewer switches. */
static bool shows_sooner(struct engine *e, const struct stretch *s, uint32_t n,
                         const struct schedule *of, uint32_t switches) {
  struct error err = {0};
  struct violation_info v;
  uint32_t last = NODE_NONE, used = 0;
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < s[i].steps; k++) {
      struct choice c[64];
      uint32_t count = engine_choices(e, c, COUNT(c)), at = 0;
      node_id id;
      while (at < count && c[at].thread != s[i].thread) at++;
      if (at == count) break;
      if (engine_take(e, c[at], &id, &err)) fail_msg("%s", err.msg);
      used += last != NODE_NONE && last != s[i].thread;
      last = s[i].thread;
      if (!engine_violation(e, id, &v)) return !strcmp(v.message, of->message) && used < switches;
    }
  return false;
}

/* Tries leaving out every single stretch, and moving every next stretch of a thread forward,
 * independently of the minimiser. */
static bool can_be_shortened(struct engine *e, const struct schedule *of) {
  struct stretch all[256], c[256];
  uint32_t n = stretches_of(of, all);
  assert_true(n < 256);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = 0, next = i + 1;
    for (uint32_t j = 0; j < n; j++)
      if (j != i) c[k++] = all[j];
    if (shows_sooner(e, c, k, of, n - 1)) return true;
    while (next < n && all[next].thread != all[i].thread) next++;
    if (next == n) continue;
    memcpy(c, all, n * sizeof *c);
    c[i].steps += all[next].steps;
    memmove(&c[next], &c[next + 1], (n - next - 1) * sizeof *c);
    if (shows_sooner(e, c, n - 1, of, n - 1)) return true;
  }
  return false;
}

static void nothing_can_be_taken_out(void **state) {
  uint32_t shortened = 0, fewer = 0;
  (void)state;
  for (size_t i = 0; strategy_programs[i]; i++)
    for (uint64_t seed = 1; seed <= 8; seed++) {
      struct search_options o = strategy_options("random");
      struct engine *e = fixture_open("java/verdicts", strategy_programs[i], "", STRATEGY_NO_RACE);
      struct schedule found, raw;
      struct search_report r, before;
      struct error err = {0};
      o.seed = seed;
      o.as_found = true;
      before = strategy_search(e, o, &raw);
      assert_false(before.minimal);
      assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
      o.as_found = false;
      r = strategy_search(e, o, &found);
      assert_true(r.minimal);
      assert_string_equal(raw.message, found.message);
      assert_true(r.switches <= before.switches);
      assert_int_equal(r.depth, found.count);
      if (engine_replay_schedule(e, &found, &err)) fail_msg("%s", err.msg);
      fewer += r.switches < before.switches;
      shortened += can_be_shortened(e, &raw);
      if (can_be_shortened(e, &found))
        fail_msg("%s, seed %d: a switch can be taken out", strategy_programs[i], (int)seed);
      schedule_release(&raw);
      schedule_release(&found);
      engine_close(e);
    }
  assert_true(fewer > 10);
  assert_true(shortened > 10); /* the test can detect it */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_can_be_taken_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
