/* General properties, tested on small programs that use ReentrantLock, AbstractQueuedSynchronizer
 * and ConcurrentHashMap, and on some samples. Going to a state of the tree always restores exactly
 * that state. Another session can execute a session's path, and the path can be read back from its
 * trace. h agrees with the two references of h_reference.h.
 *
 * As a long test: test_subjects FOLDER:CLASS[:ARGUMENT...]..., with folders below the build folder.
 *
 * timeout: 120 */
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "h_run.h"
#include "tests/unit/subject_fixture.h"
#include "tests/unit/trace_fixture.h"
#include "trace/counterexample.h"

enum { NODES = 160, WALK = 200, SCHEDULES = 2, STEPS = 150 };

static const char *const few[] = {"java/h:OwnSynchronizers",
                                  "java/h:OwnLocks",
                                  "java/h:SharedMaps",
                                  "samples/TwoStage:TwoStage:1:1",
                                  "samples/Philosophers:Philosophers:2",
                                  "java/verdicts:LeftBehind:timer"};
static const char *const *subjects = few;
static size_t subject_count = COUNT(few);

static struct engine *open_subject(const char *text) {
  struct subject s = subject_of(text);
  struct engine_options o;
  struct engine *e;
  struct error err = {0};
  engine_options_init(&o);
  subject_options(&s, &o);
  o.keep_events = true;
  if (engine_open(&o, &e, &err)) fail_msg("%s: %s", text, err.msg);
  subject_release(&s);
  return e;
}

/* ---- undo and redo ---- */

struct place {
  node_id node;
  struct fingerprint fp;
  uint64_t memory;
};

static struct place here(struct engine *e) {
  return (struct place){engine_here(e), fixture_fingerprint(e), fixture_memory(e)};
}

static void go(struct engine *e, const char *text, const struct place *to) {
  struct error err = {0};
  struct fingerprint f;
  if (engine_go(e, to->node, &err)) fail_msg("%s: %s", text, err.msg);
  f = fixture_fingerprint(e);
  if (f.lo != to->fp.lo || f.hi != to->fp.hi)
    fail_msg("%s: the fingerprint of node %u is not what it was", text, to->node);
  if (fixture_memory(e) != to->memory)
    fail_msg("%s: the memory of node %u is not what it was", text, to->node);
}

/* A tree grows at random places; then its nodes are visited in any order. */
static void wander(const char *text) {
  struct engine *e = open_subject(text);
  struct place places[NODES] = {here(e)};
  struct rng rng;
  uint32_t n = 1, tries;
  rng_seed(&rng, 3);
  for (tries = 0; n < NODES && tries < 4 * NODES; tries++) {
    if (!rng_below(&rng, 8)) go(e, text, &places[rng_below(&rng, n)]);
    if (fixture_random(e, &rng))
      places[n++] = here(e);
    else
      go(e, text, &places[rng_below(&rng, n)]);
  }
  assert_true(n > 10);
  for (tries = 0; tries < NODES; tries++) go(e, text, &places[rng_below(&rng, n)]);
  engine_close(e);
}

static void undo_and_redo(void **state) {
  (void)state;
  for (size_t i = 0; i < subject_count; i++) wander(subjects[i]);
}

/* ---- replay ---- */

static void executed_again(const char *text, uint64_t seed) {
  struct engine *e = open_subject(text), *other = open_subject(text);
  char *path = fixture_path("subject.htrace");
  struct trace_reader *r = NULL;
  struct schedule s;
  struct error err = {0};
  struct fingerprint f, g;
  struct rng rng;
  uint32_t i;
  rng_seed(&rng, seed);
  for (i = 0; i < WALK && fixture_random(e, &rng); i++) continue;
  f = fixture_fingerprint(e);
  if (engine_schedule(e, engine_here(e), &s) || engine_replay_schedule(other, &s, &err))
    fail_msg("%s: %s", text, err.msg);
  g = fixture_fingerprint(other);
  if (f.lo != g.lo || f.hi != g.hi)
    fail_msg("%s, seed %u: another session comes to another state", text, (unsigned)seed);
  schedule_release(&s);
  if (counterexample_write(e, path, &err) || trace_reader_open(path, &r, &err))
    fail_msg("%s: %s", text, err.msg);
  if (engine_go(other, NODE_ROOT, &err) || counterexample_replay(other, r, &err))
    fail_msg("%s: %s", text, err.msg);
  g = fixture_fingerprint(other);
  if (f.lo != g.lo || f.hi != g.hi)
    fail_msg("%s, seed %u: its trace leads to another state", text, (unsigned)seed);
  trace_reader_close(r);
  free(path);
  engine_close(other);
  engine_close(e);
}

static void replay(void **state) {
  (void)state;
  for (size_t i = 0; i < subject_count; i++)
    for (uint64_t seed = 1; seed <= 3; seed++) executed_again(subjects[i], seed);
}

/* ---- h ---- */

static void must_agree(const char *text, uint64_t seed, char *why) {
  if (why) fail_msg("%s, seed %u: %s", text, (unsigned)seed, why);
}

static void clocks(void **state) {
  uint64_t accesses = 0;
  (void)state;
  for (size_t i = 0; i < subject_count; i++)
    for (uint64_t seed = 0; seed < 2; seed++) {
      struct subject s = subject_of(subjects[i]);
      struct hrun *r = hrun_open(&s, POR_NONE, seed);
      for (int k = 0; k < SCHEDULES; k++) {
        if (k) must_agree(subjects[i], seed, hrun_back(r));
        must_agree(subjects[i], seed, hrun_random(r, STEPS));
      }
      accesses += hrun_counts(r)->accesses;
      hrun_close(r);
      subject_release(&s);
    }
  assert_true(subjects != few || accesses > 1000); /* a program with one thread may have none */
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(undo_and_redo), cmocka_unit_test(replay),
                                     cmocka_unit_test(clocks)};
  int failed;
  if (argc > 1) {
    subjects = (const char *const *)(argv + 1);
    subject_count = (size_t)argc - 1;
  }
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  fixture_remove();
  return failed;
}
