/* The definition of a state: small programs have exactly the number of states counted by hand.
 * Garbage, the order of allocation or a small heap do not change it, and a fingerprint does not
 * depend on what the engine met before (soundness rules 1 (changed means different), 2 (only
 * constants outside), 5 (strong references), 6 (names from the path) and 22 (derived bits
 * only)). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inside.h"
#include "engine/base/mem.h"
#include "engine/engine.h"
#include "engine/state/explorer.h"
#include "engine/vm/heap.h"
#include "engine/vm/machine.h"
#include "session_fixture.h"

enum {
  NO_RACE = PROP_DEADLOCK | PROP_EXCEPTION,
  STEPS_MAX = 400,
  STATES_MAX = 100000,
  OTHER_STATES = 100000
};

static struct engine *open_program(const char *main_class, uint32_t properties,
                                   uint64_t heap_bytes) {
  return fixture_open_verdicts(main_class, properties, heap_bytes, POR_FULL);
}

static struct search_report search(struct engine *e, const char *name, uint64_t max_states) {
  struct search_options s;
  struct search_report r;
  struct schedule found;
  struct error err = {0};
  search_options_init(&s);
  s.search = name;
  s.max_states = max_states;
  if (engine_search(e, &s, NULL, NULL, NULL, &r, &found, &err)) fail_msg("%s", err.msg);
  schedule_release(&found);
  return r;
}

/* For programs with few states; the bound stops endless searches. */
static uint64_t states_of(const char *main_class, uint32_t properties, uint64_t heap_bytes) {
  struct engine *e = open_program(main_class, properties, heap_bytes);
  struct search_report r = search(e, "dfs", STATES_MAX);
  assert_int_equal(r.status, SEARCH_DONE);
  engine_close(e);
  return r.states;
}

/* main is at the root, before the second start, before its end, or ended; the second thread exists
 * from its start on. A thread is new, begun, before its end or ended: 1 + 3 + 9 + 9. */
static void test_writes(void **state) {
  (void)state;
  assert_int_equal(states_of("CountWrites", NO_RACE, 0), 22);
  assert_int_equal(states_of("CountWrites", PROP_DEFAULT, 0), 22);
}

/* A thread is new, blocked, before the read, before the write, before its end, or ended. Of the 36
 * pairs, 7 are impossible: in 4, both hold the lock; in 3, one is blocked although the other never
 * had the lock. One thread alone is never blocked: 1 + 5 + 29 + 29. h distinguishes the last
 * writer, once both have written, before main's end and after it: 2 * 4 more. */
static void test_lock(void **state) {
  (void)state;
  assert_int_equal(states_of("CountLock", NO_RACE, 0), 64);
  assert_int_equal(states_of("CountLock", PROP_DEFAULT, 0), 64 + 8);
}

/* The waiter is new, blocked, before the wait, waiting, reacquiring (however the wait ended),
 * before its end, or ended; the notifier is new, blocked, before the notify, before its end, or
 * ended. By the waiter's position the notifier has 4 + 3 + 4 + 5 + 3 + 5 + 5 positions. The waiter
 * alone has 5: 1 + 5 + 29 + 29. */
static void test_timed_wait(void **state) {
  struct engine *e = open_program("CountTimedWait", NO_RACE, 0);
  (void)state;
  engine_vm(e)->opt.patience = 0; /* otherwise the clock belongs to every state */
  assert_int_equal(search(e, "dfs", 0).states, 64);
  engine_close(e);
}

/* The same states as CountWrites: each thread writes an object's hash, whichever thread queried it
 * first. */
static void test_hashes(void **state) {
  (void)state;
  assert_int_equal(states_of("CountHashes", NO_RACE, 0), 22);
}

static void test_small_heap(void **state) {
  enum { SMALL = 1 << 16 };
  static const char *const programs[] = {"CountGarbage", "SafeBlockingQueue", "SafeConcurrentMap",
                                         "SafeFuture", "SafeNotifyAll"};
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(programs); i++)
    assert_int_equal(states_of(programs[i], PROP_DEFAULT, SMALL),
                     states_of(programs[i], PROP_DEFAULT, 0));
}

/* ---- a fingerprint depends on the state alone ---- */

struct walk {
  struct fingerprint fingerprint[STEPS_MAX];
  uint32_t count;
};

/* Walks from the root along a schedule determined by the seed. */
static void walk(struct engine *e, uint64_t seed, struct walk *out) {
  struct choice c[64];
  struct error err = {0};
  struct rng rng;
  node_id id;
  rng_seed(&rng, seed);
  if (engine_go(e, NODE_ROOT, &err)) fail_msg("%s", err.msg);
  for (out->count = 0; out->count < STEPS_MAX; out->count++) {
    uint32_t k = engine_choices(e, c, COUNT(c));
    if (!k) break;
    assert_true(k <= COUNT(c));
    if (engine_take(e, c[rng_below(&rng, k)], &id, &err)) fail_msg("%s", err.msg);
    out->fingerprint[out->count] = fixture_fingerprint(e);
  }
}

static void same_walk(const struct walk *a, const struct walk *b) {
  uint32_t i;
  assert_int_equal(a->count, b->count);
  for (i = 0; i < a->count; i++)
    if (memcmp(&a->fingerprint[i], &b->fingerprint[i], sizeof a->fingerprint[i]) != 0)
      fail_msg("the states differ at step %u", i + 1);
}

static void test_fresh_engine(void **state) {
  enum { WALKS = 8 };
  static struct walk fresh[WALKS], old;
  struct engine *e;
  uint32_t i;
  (void)state;
  for (i = 0; i < WALKS; i++) {
    e = open_program("FreshKeys", PROP_DEFAULT, 0);
    walk(e, i, &fresh[i]);
    assert_true(fresh[i].count > 30);
    engine_close(e);
  }
  e = open_program("FreshKeys", PROP_DEFAULT, 0);
  assert_true(search(e, "random", OTHER_STATES).states >= OTHER_STATES);
  for (i = WALKS; i-- > 0;) {
    walk(e, i, &old);
    same_walk(&fresh[i], &old);
  }
  engine_close(e);
}

/* However a state was reached, down or back up, the data kept from the previous state gives the
 * same fingerprint as a traversal from scratch (soundness rule 7, one fingerprint, any way). The
 * programs wait with deadlines, notify one of several threads, hash, refer to objects only from
 * stacks, lock objects that get renamed, and have deep stacks. */
static const char *const kept_programs[] = {
    "Deadlines",         "SoundTicker",   "CountTimedWait", "CountHashes", "SoundDeadline",
    "SafeBlockingQueue", "SafeScheduled", "MemoryRules",    "FreshKeys",   "CountFamily",
    "Lengths",           "Sleepers",      "Renamed",        "Pieces",      "DeepStacks"};

/* Moves by one step, or elsewhere. */
typedef void mover(struct explorer *x, struct rng *rng);

static void compare_along(const char *program, bool patient, mover *move, uint32_t steps) {
  struct engine *e = fixture_open_verdicts(program, PROP_DEFAULT, 0, POR_NONE);
  struct canon *anew = canon_new(engine_vm(e));
  struct rng rng;
  assert_non_null(anew);
  if (!patient) engine_vm(e)->opt.patience = 0; /* deadlines count only by their order */
  rng_seed(&rng, 7);
  for (uint32_t i = 0; i < steps; i++) {
    struct fingerprint f = fixture_fingerprint(e), g = canon_fingerprint(anew, true);
    if (f.lo != g.lo || f.hi != g.hi)
      fail_msg("%s, step %u: not the fingerprint of a traversal from nothing", program, i);
    move(engine_explorer(e), &rng);
  }
  canon_free(anew);
  engine_close(e);
}

/* Makes a random choice from here, which `leaves` may undo (explorer_try). Returns false if there
 * is none. */
static bool step_unless(struct explorer *x, struct rng *rng, bool (*leaves)(void *, bool)) {
  struct choice c[64];
  struct error err = {0};
  node_id n;
  uint32_t k = xnode(x, x->here)->flags & (NODE_ERROR | NODE_ENDED | NODE_FAILED)
                   ? 0
                   : vm_choices(x->vm, c, COUNT(c));
  if (!k) return false;
  if (explorer_try(x, c[rng_below(rng, k < COUNT(c) ? k : COUNT(c))], leaves, x, &n, &err))
    fail_msg("%s", err.msg);
  return true;
}
static bool step_down_one(struct explorer *x, struct rng *rng) { return step_unless(x, rng, NULL); }

static void go_anywhere(struct explorer *x, struct rng *rng) {
  node_id n = rng_below(rng, (uint32_t)x->nodes.len);
  if (!(xnode(x, n)->flags & NODE_FREE)) explorer_go(x, n);
}

/* Keeps every node that was made. */
static void wander(struct explorer *x, struct rng *rng) {
  if (!rng_below(rng, 12) || !step_down_one(x, rng)) go_anywhere(x, rng);
}

static bool is_leaf(struct explorer *x) {
  return x->here != NODE_ROOT && xnode(x, x->here)->first_child == NODE_NONE;
}

/* Moves like a depth-first search with occasional interruptions. Requests no fingerprint between
 * going back and the next choice. */
static void there_and_back(struct explorer *x, struct rng *rng) {
  if (!rng_below(rng, 60))
    go_anywhere(x, rng);
  else if (is_leaf(x) && rng_below(rng, 9) < 4) {
    do explorer_pop(x);
    while (is_leaf(x) && rng_below(rng, 2));
    if (rng_below(rng, 4)) step_down_one(x, rng);
  } else if (!step_down_one(x, rng))
    explorer_go(x, xnode(x, x->here)->parent == NODE_NONE ? NODE_ROOT : xnode(x, x->here)->parent);
}

/* Moves like a search while the delta is open; a search that guesses discards more states
 * unexamined. */
static bool leaves_half(void *self, bool plain) {
  return !plain || canon_fingerprint(((struct explorer *)self)->canon, true).lo & 1;
}

static void try_and_leave(struct explorer *x, struct rng *rng) {
  if (rng_below(rng, 3) || !step_unless(x, rng, leaves_half)) there_and_back(x, rng);
}

static void test_from_nothing(void **state) {
  enum { STEPS = 5000 };
  static mover *const movers[] = {wander, there_and_back, try_and_leave};
  (void)state;
  for (size_t p = 0; p < COUNT(kept_programs); p++)
    for (int patient = 0; patient < 2; patient++)
      for (size_t m = 0; m < COUNT(movers); m++)
        compare_along(kept_programs[p], patient, movers[m], STEPS);
}

/* Runs main to its write below 40 frames, the lowest of which has this number. */
static struct fingerprint below_frames(struct engine *e, uint32_t number) {
  const struct thread *t = vm_thread(engine_vm(e), 0);
  struct choice c[64];
  struct error err = {0};
  node_id id;
  if (engine_go(e, NODE_ROOT, &err)) fail_msg("%s", err.msg);
  while (t->op != OPK_VOLATILE_WRITE) {
    uint32_t k = engine_choices(e, c, COUNT(c));
    assert_true(k > 0);
    if (engine_take(e, c[k == 2 && t->op == OPK_CHOOSE ? number : 0], &id, &err))
      fail_msg("%s", err.msg);
  }
  return fixture_fingerprint(e);
}

/* The contents of frames far below the top are part of the state. */
static void test_far_frames(void **state) {
  struct engine *e = open_program("CountFrames", NO_RACE, 0);
  struct fingerprint zero = below_frames(e, 0), one = below_frames(e, 1),
                     again = below_frames(e, 0);
  (void)state;
  assert_memory_equal(&zero, &again, sizeof zero);
  assert_memory_not_equal(&zero, &one, sizeof zero);
  engine_close(e);
}

/* ---- threads are distinguished by their parents and their order among the children ---- */

/* From the root runs main, then the two parents to their ends, `first` before the other. Their
 * children have not begun. */
static node_id family(struct engine *e, uint32_t first, struct fingerprint *fingerprint) {
  uint32_t order[] = {0, first, 3 - first}, i;
  struct error err = {0};
  node_id id = NODE_ROOT;
  if (engine_go(e, NODE_ROOT, &err)) fail_msg("%s", err.msg);
  for (i = 0; i < COUNT(order); i++) {
    struct choice c = {.thread = order[i]};
    while (vm_thread(engine_vm(e), order[i])->state != THREAD_TERMINATED)
      if (engine_take(e, c, &id, &err)) fail_msg("%s", err.msg);
  }
  assert_int_equal(vm_machine(engine_vm(e))->thread_count, 5);
  *fingerprint = fixture_fingerprint(e);
  return id;
}

static void test_family(void **state) {
  struct engine *e = open_program("CountFamily", NO_RACE, 0);
  struct fingerprint first, second, again;
  struct error err = {0};
  node_id one = family(e, 1, &first);
  (void)state;
  family(e, 2, &second);
  assert_memory_equal(&first, &second, sizeof first);
  if (engine_go(e, one, &err))
    fail_msg("%s", err.msg); /* as many threads, but the same numbers have other parents */
  again = fixture_fingerprint(e);
  assert_memory_equal(&first, &again, sizeof first);
  engine_close(e);
}

/* ---- the state consists of the live objects ---- */

static uint64_t bytes_of_state(struct engine *e) {
  struct canon *c = engine_explorer(e)->canon;
  uint64_t bytes = 0;
  uint32_t i;
  canon_order(c);
  for (i = 1; i <= canon_count(c); i++) {
    ref r = canon_object(c, i);
    if (!arena_is_immortal(r) && vm_object(engine_vm(e), r)->klass >= KLASS_FIRST)
      bytes += vm_object_size(engine_vm(e), r);
  }
  return bytes;
}

static void live_along(struct engine *e, uint64_t seed) {
  struct choice c[64];
  struct error err = {0};
  struct rng rng;
  node_id id;
  uint32_t k, i;
  rng_seed(&rng, seed);
  if (engine_go(e, NODE_ROOT, &err)) fail_msg("%s", err.msg);
  for (i = 0; i < STEPS_MAX && (k = engine_choices(e, c, COUNT(c))) != 0; i++) {
    struct vm *vm = engine_vm(e);
    uint64_t live = heap_live(vm);
    assert_int_equal(live, bytes_of_state(e));
    assert_true(live <= vm_machine(vm)->used);
    if (engine_take(e, c[rng_below(&rng, k)], &id, &err)) fail_msg("%s", err.msg);
  }
}

static void test_live_bytes(void **state) {
  static const char *const programs[] = {
      "CountGarbage",       "SafeBlockingQueue", "SafeConcurrentMap",
      "SafeFuture",         "SafeNotifyAll",     "ErrorInInitializer",
      "SoundInterruptWait", "SoundInitWait",     "CallKinds"};
  size_t i;
  uint64_t seed;
  (void)state;
  for (i = 0; i < COUNT(programs); i++) {
    struct engine *e = open_program(programs[i], PROP_DEFAULT, 1 << 18);
    for (seed = 1; seed <= 5; seed++) live_along(e, seed);
    engine_close(e);
  }
}

/* ---- scheduling points of a thread ---- */

/* Lists main's scheduling points between its two volatile writes, one letter each. */
static void points_of(int por, char *out, size_t size) {
  static const char names[OPK_COUNT] = {[OPK_READ] = 'r',
                                        [OPK_WRITE] = 'w',
                                        [OPK_LOCK] = 'L',
                                        [OPK_UNLOCK] = 'U',
                                        [OPK_VOLATILE_WRITE] = 'V'};
  struct engine *e = fixture_open_verdicts("CountPoints", NO_RACE, 0, por);
  const struct thread *main_thread = vm_thread(engine_vm(e), 0);
  struct choice c = {.thread = 0};
  struct error err = {0};
  node_id id;
  size_t n = 0;
  uint32_t volatile_writes = 0, steps = 0;
  for (; volatile_writes < 2; volatile_writes += main_thread->op == OPK_VOLATILE_WRITE) {
    if (engine_take(e, c, &id, &err)) fail_msg("%s", err.msg);
    assert_true(++steps < STEPS_MAX && n + 1 < size);
    if (volatile_writes) out[n++] = names[main_thread->op] ? names[main_thread->op] : '?';
  }
  out[n] = '\0';
  engine_close(e);
}

/* --por none has one before every access and every synchronisation, including the monitor's exit,
 * even if no other thread can reach the object (rule 12, sync needs races). */
static void test_points(void **state) {
  char text[16];
  (void)state;
  points_of(POR_NONE, text, sizeof text);
  assert_string_equal(text, "LrwUV");
  points_of(POR_FULL, text, sizeof text);
  assert_string_equal(text, "V");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_writes),     cmocka_unit_test(test_lock),
      cmocka_unit_test(test_timed_wait), cmocka_unit_test(test_small_heap),
      cmocka_unit_test(test_live_bytes), cmocka_unit_test(test_fresh_engine),
      cmocka_unit_test(test_points),     cmocka_unit_test(test_hashes),
      cmocka_unit_test(test_family),     cmocka_unit_test(test_from_nothing),
      cmocka_unit_test(test_far_frames),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
