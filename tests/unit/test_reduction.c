/* The oracle of the reduction: `--por full` and `--por none` reach the same set of ends (final
 * states, deadlocks, uncaught exceptions) on generated programs, as found by this test's own
 * exhaustive search. The oracle itself is tested too: with one kind of operation made invisible on
 * purpose, the sets must differ on some program.
 *
 * timeout: 400 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/inside.h"
#include "engine/base/mem.h"
#include "engine/session/session.h"
#include "tests/unit/generated_fixture.h"

/* ENOUGH: for at least this many programs, both spaces must be explored completely. With the shadow
 * arena, each transition costs a comparison of the whole state. A STRESS build therefore searches
 * only the small spaces. The test of the oracle itself needs the large ones, so only the plain
 * build runs it. */
#ifdef HEDDLE_STRESS
enum { PROGRAMS = 20, MAX_STATES = 3000, ENOUGH = PROGRAMS / 3, AWAKE = 0 };
#else
enum { PROGRAMS = 40, MAX_STATES = 60000, ENOUGH = PROGRAMS * 3 / 4, AWAKE = 1 };
#endif
enum { MAX_ENDS = 4096 };

static char *classes;

static int make_programs(void **state) {
  (void)state;
  classes = generated_programs(7, PROGRAMS);
  return 0;
}

static int remove_programs(void **state) {
  (void)state;
  free(classes);
  return 0;
}

/* The ends of a program, as a set of keys. */
struct ends {
  uint64_t key[MAX_ENDS];
  size_t count;
  bool whole; /* the search was complete */
};

static void ends_add(struct ends *e, uint64_t key) {
  size_t i;
  for (i = 0; i < e->count; i++)
    if (e->key[i] == key) return;
  if (e->count == MAX_ENDS)
    e->whole = false;
  else
    e->key[e->count++] = key;
}

static void explore(struct explorer *x, struct visited *seen, struct ends *out) {
  struct choice c[64];
  uint32_t i, n = vm_choices(x->vm, c, 64);
  for (i = 0; i < n && out->whole; i++) {
    struct error err = {0};
    node_id k;
    struct fingerprint f;
    if (explorer_apply(x, c[i], &k, &err)) fail_msg("%s", err.msg);
    f = canon_fingerprint(x->canon, false);
    if (xnode(x, k)->flags & NODE_FAILED) fail_msg("%s", x->vm->err.msg);
    if (xnode(x, k)->violation)
      ends_add(out, generated_text_key(xnode(x, k)->violation->message));
    else if (xnode(x, k)->flags & (NODE_ENDED | NODE_BLOCKED))
      ends_add(out, f.lo);
    else if (visited_add(seen, f))
      explore(x, seen, out);
    if (visited_count(seen) > MAX_STATES) out->whole = false;
    explorer_pop(x);
  }
}

static void find_ends(int program, int por, uint64_t blind, struct ends *out) {
  char name[32];
  struct engine_options o;
  struct engine *e;
  struct error err = {0};
  struct visited *seen = visited_new(false);
  snprintf(name, sizeof name, "Gen%d", program);
  engine_options_init(&o);
  o.class_path = classes;
  o.main_class = name;
  o.por = por;
  o.properties = PROP_DEADLOCK | PROP_EXCEPTION;
  if (engine_open(&o, &e, &err)) fail_msg("%s: %s", name, err.msg);
  engine_vm(e)->blind.operations = blind;
  out->count = 0;
  out->whole = true;
  explore(&e->x, seen, out);
  visited_free(seen);
  engine_close(e);
}

static bool same(const struct ends *a, const struct ends *b) {
  size_t i, j;
  if (a->count != b->count) return false;
  for (i = 0; i < a->count; i++) {
    for (j = 0; j < b->count && b->key[j] != a->key[i]; j++) continue;
    if (j == b->count) return false;
  }
  return true;
}

static struct ends unreduced[PROGRAMS];
static bool known[PROGRAMS];

/* Returns on how many programs the two reductions reach different ends. *compared: the number of
 * programs explored completely both ways. */
static int disagreements(uint64_t blind, int *compared) {
  static struct ends full;
  int i, n = 0;
  *compared = 0;
  for (i = 0; i < PROGRAMS; i++) {
    if (!known[i]) find_ends(i, POR_NONE, 0, &unreduced[i]);
    known[i] = true;
    if (!unreduced[i].whole) continue;
    find_ends(i, POR_FULL, blind, &full);
    if (!full.whole) continue;
    ++*compared;
    n += !same(&full, &unreduced[i]);
  }
  return n;
}

static void test_agree(void **state) {
  int compared;
  (void)state;
  assert_int_equal(disagreements(0, &compared), 0);
  assert_true(compared >= ENOUGH);
}

/* The kinds that the generated programs use. Hiding any one of them loses an end in some
 * program. */
static void test_awake(void **state) {
  static const uint8_t kinds[] = {OPK_READ, OPK_WRITE, OPK_VOLATILE_READ, OPK_VOLATILE_WRITE,
                                  OPK_LOCK};
  size_t i;
  int compared;
  (void)state;
  if (!AWAKE) skip();
  for (i = 0; i < sizeof kinds; i++)
    if (!disagreements(1ull << kinds[i], &compared))
      fail_msg("operations of kind %d can be hidden without being noticed", kinds[i]);
}

/* ---- sleep sets: the same ends, errors and deadlocks with fewer transitions ---- */

struct space {
  struct search_report r;
  uint64_t outcomes;
};

static bool search_space(int program, int por, uint32_t properties, bool sleep_sets, uint64_t blind,
                         struct space *out) {
  char name[32];
  struct engine_options o;
  struct search_options s;
  struct schedule found;
  struct outcome_info end;
  struct engine *e;
  struct error err = {0};
  uint32_t i;
  snprintf(name, sizeof name, "Gen%d", program);
  engine_options_init(&o);
  o.class_path = classes;
  o.main_class = name;
  o.por = por;
  o.properties = properties;
  o.outcomes = true;
  if (engine_open(&o, &e, &err)) fail_msg("%s: %s", name, err.msg);
  engine_vm(e)->blind.footprints = blind;
  search_options_init(&s);
  s.sleep_sets = sleep_sets;
  s.as_found = true;
  s.max_states = MAX_STATES;
  if (engine_search(e, &s, NULL, NULL, NULL, &out->r, &found, &err))
    fail_msg("%s: %s", name, err.msg);
  out->outcomes = 0;
  for (i = 0; !engine_outcome(e, i, &end); i++)
    out->outcomes += generated_text_key(end.end) * 3 + generated_text_key(end.message) * 5 +
                     generated_text_key(end.output);
  schedule_release(&found);
  engine_close(e);
  return out->r.states < MAX_STATES;
}

/* Returns for how many programs the space differs with sleep sets. *fewer: how many of the others
 * took fewer transitions. */
static int sleep_disagreements(int por, uint32_t properties, uint64_t blind, int *compared,
                               int *fewer) {
  int i, n = 0;
  *compared = *fewer = 0;
  for (i = 0; i < PROGRAMS && !(blind && n); i++) { /* one is enough to notice */
    struct space all, slept;
    if (!search_space(i, por, properties, false, blind, &all) ||
        !search_space(i, por, properties, true, blind, &slept))
      continue;
    ++*compared;
    /* Only states that a single thread passes through alone, while the other waits, may be
     * missing. */
    if (slept.r.states > all.r.states || all.r.ends != slept.r.ends ||
        all.outcomes != slept.outcomes || !all.r.errors != !slept.r.errors)
      n++;
    else
      *fewer += slept.r.transitions < all.r.transitions;
  }
  return n;
}

static void test_sleep_sets(void **state) {
  static const uint32_t no_race = PROP_DEADLOCK | PROP_EXCEPTION;
  int compared, fewer;
  (void)state;
  assert_int_equal(sleep_disagreements(POR_FULL, no_race, 0, &compared, &fewer), 0);
  assert_true(compared >= ENOUGH);
  assert_true(fewer > compared / 4);
  assert_int_equal(sleep_disagreements(POR_FULL, PROP_DEFAULT, 0, &compared, &fewer), 0);
  assert_true(fewer > 0);
}

static void test_sleep_sets_awake(void **state) {
  static const uint8_t kinds[] = {OPK_WRITE, OPK_VOLATILE_WRITE, OPK_LOCK};
  int compared, fewer;
  (void)state;
  if (!AWAKE) skip();
  for (size_t i = 0; i < sizeof kinds; i++) {
    uint64_t blind = 1ull << kinds[i] | (kinds[i] == OPK_LOCK ? 1ull << OPK_UNLOCK : 0);
    if (!sleep_disagreements(POR_FULL, PROP_DEADLOCK | PROP_EXCEPTION, blind, &compared, &fewer))
      fail_msg("footprints without operations of kind %d are not noticed", kinds[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_agree), cmocka_unit_test(test_awake),
                                     cmocka_unit_test(test_sleep_sets),
                                     cmocka_unit_test(test_sleep_sets_awake)};
  return cmocka_run_group_tests(tests, make_programs, remove_programs);
}
