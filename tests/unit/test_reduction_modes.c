/* Compares the reductions with the unreduced search: --por none, full and sync, sleep sets in each
 * search that has them, and --contracts give the same verdicts, ends, deadlocks and errors, as far
 * as each promises.
 *
 * The promises: full, sleep sets on any of them, and --contracts preserve everything. sync never
 * calls a program with a data race free of errors, and preserves everything for programs without
 * races (soundness rule 12, sync needs races). Hangs are not tested, because only searches of the
 * whole graph evaluate them.
 *
 * Without arguments: some generated programs, and two that use AbstractQueuedSynchronizer and
 * ConcurrentHashMap. Otherwise: test_reduction_modes COUNT [FOLDER:CLASS[:ARGUMENT...]...], with
 * COUNT generated programs and the classes in those folders below the build folder.
 *
 * timeout: 240 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inside.h"
#include "engine/session/session.h"
#include "tests/unit/generated_fixture.h"
#include "tests/unit/subject_fixture.h"
#include "trace/contracts/evidence.h"

enum {
  PROGRAMS = 6,
  MAX_STATES = 30000,
  OUTCOMES_MAX = 4096,
  NO_RACE = PROP_DEADLOCK | PROP_EXCEPTION,
  RACE_TOO = NO_RACE | PROP_RACE
};

static uint32_t generated = PROGRAMS;
static char *few[] = {"java/h:OwnSynchronizers", "java/h:SharedMaps", NULL},
            **given = few; /* FOLDER:CLASS[:ARGUMENT...] */
static char *classes;

static int make_programs(void **state) {
  (void)state;
  classes = generated ? generated_programs(11, generated) : NULL;
  return 0;
}

static int remove_programs(void **state) {
  (void)state;
  free(classes);
  return 0;
}

/* ---- one space ---- */

struct mode {
  const char *search;
  bool sleep_sets;
};

struct space {
  /* explored completely, with no more than OUTCOMES_MAX outcomes; otherwise there is nothing to
   * compare */
  bool whole;
  bool race, other,
      exact;     /* errors of these kinds occurred; exact: the search itself reports completeness */
  uint64_t ends; /* number of distinct end states */
  uint64_t outcomes[OUTCOMES_MAX],
      outcome_count; /* the distinct ends, by status, message and output */
  uint64_t states, transitions;
};

/* Texts of races are not compared, because they name the place that the search reached first. */
static void read_outcomes(struct engine *e, struct space *out) {
  struct outcome_info end;
  for (uint32_t i = 0; !engine_outcome(e, i, &end); i++) {
    bool race = !strcmp(end.end, "race"), error = strcmp(end.end, "exit") != 0;
    out->race |= race;
    out->other |= error && !race;
    if (race) continue;
    if (out->outcome_count == OUTCOMES_MAX) {
      out->whole = false;
      return;
    }
    out->outcomes[out->outcome_count++] = generated_text_key(end.end) * 3 +
                                          generated_text_key(end.message) * 5 +
                                          generated_text_key(end.output) + (uint64_t)end.status;
  }
}

/* name: CLASS[:ARGUMENT...] */
static struct engine *open_with(const char *path, const char *name, struct engine_options *o) {
  struct engine *e;
  struct error err = {0};
  struct subject s = subject_in(path, name);
  subject_options(&s, o);
  o->outcomes = true;
  if (engine_open(o, &e, &err)) fail_msg("%s: %s", name, err.msg);
  subject_release(&s);
  return e;
}

static struct engine *open_program(const char *path, const char *name, int por, uint32_t properties,
                                   const char *contracts) {
  struct engine_options o;
  engine_options_init(&o);
  o.por = por;
  o.properties = properties;
  o.contracts = contracts;
  return open_with(path, name, &o);
}

/* Opens the program with read-write races, as --por sync has them, so that reads since the last
 * write belong to the state. */
static struct engine *open_rw(const char *path, const char *name) {
  struct engine_options o;
  engine_options_init(&o);
  o.race_rw = true;
  o.properties = RACE_TOO;
  return open_with(path, name, &o);
}

static struct space explore(struct engine *e, struct mode m) {
  struct search_options s;
  struct search_report r;
  struct schedule found;
  struct space out = {0};
  struct error err = {0};
  search_options_init(&s);
  s.search = m.search;
  s.sleep_sets = m.sleep_sets;
  s.as_found = true;
  s.max_states = MAX_STATES;
  if (engine_go(e, NODE_ROOT, &err) || engine_search(e, &s, NULL, NULL, NULL, &r, &found, &err))
    fail_msg("%s", err.msg);
  schedule_release(&found);
  out.exact = r.complete;
  out.whole = r.status != SEARCH_INCONCLUSIVE && (r.complete || engine_opts(e)->por == POR_SYNC) &&
              !r.reason[0];
  out.ends = r.ends;
  out.states = r.states;
  out.transitions = r.transitions;
  read_outcomes(e, &out);
  /* A cycle of monitors is an error but not an end while other threads continue. */
  out.other |= r.errors && !out.race;
  return out;
}

/* ---- comparing ---- */

static uint32_t compared, racy, differ;
static bool strictly; /* for generated programs: also compare end states, and errors hidden by other
                         errors */

/* Are all outcomes of a also outcomes of b? */
static bool within(const struct space *a, const struct space *b) {
  for (uint64_t i = 0, k; i < a->outcome_count; i++) {
    for (k = 0; k < b->outcome_count && b->outcomes[k] != a->outcomes[i]; k++) continue;
    if (k == b->outcome_count) return false;
  }
  return true;
}

/* The end states of daemons depend on the scheduling points. An exception ends the path, so of two
 * exceptions with no scheduling point in between, a reduction may show only one. Generated programs
 * have neither. */
static bool same_space(const struct space *a, const struct space *b) {
  if (a->race != b->race || a->other != b->other || !within(b, a)) return false;
  if ((strictly || !a->other) && !within(a, b)) return false;
  if (strictly && a->ends != b->ends) return false;
  return a->other || a->exact == b->exact; /* after an error --por sync is never complete */
}

static void same(const char *name, const char *what, const struct space *a, const struct space *b) {
  if (!a->whole || !b->whole) return;
  compared++;
  if (same_space(a, b)) return;
  print_error("%s: %s: %u ends, race %d, other errors %d, %u outcomes; without: %u, %d, %d, %u\n",
              name, what, (unsigned)b->ends, b->race, b->other, (unsigned)b->outcome_count,
              (unsigned)a->ends, a->race, a->other, (unsigned)a->outcome_count);
  differ++;
}

static const struct mode dfs = {"dfs", false};
static const struct {
  struct mode mode;
  const char *what;
} modes[] = {{{"bfs", false}, "bfs"},
             {{"dfs", true}, "sleep sets, dfs"},
             {{"random-dfs", true}, "sleep sets, random-dfs"},
             {{"bfs", true}, "sleep sets, bfs"}};

/* Returns the maximum number of states for a search with sleep sets: what `plain`, the search
 * without them, has. The numbers are comparable only between searches that visit the states in the
 * same order, in three cases: --por sync stops at errors reported before; in a program that reads
 * the clock, or leaves the choice of a thread that waits in a loop for later, time passes once the
 * states found so far show that all threads repeat (state/idle.h). */
static uint64_t states_at_most(struct engine *e, const struct mode *m, const char *por,
                               const struct space *plain) {
  const struct vm *vm = engine_vm(e);
  bool ordered = !strcmp(por, "sync") || vm->seen.time || vm->seen.awaited;
  return strcmp(m->search, "dfs") && ordered ? UINT64_MAX : plain->states;
}

/* The modes begin with bfs without sleep sets, because a search may meet an error twice where
 * another one meets it once, and then has one state more. */
static struct space all_modes(struct engine *e, const char *name, const char *por) {
  struct space plain = explore(e, dfs), wide = plain;
  for (size_t i = 0; plain.whole && i < COUNT(modes); i++) {
    struct space s = explore(e, modes[i].mode);
    const struct space *without = strcmp(modes[i].mode.search, "bfs") ? &plain : &wide;
    char *what = mem_printf("%s, --por %s", modes[i].what, por);
    same(name, what, &plain, &s);
    if (!i) wide = s;
    if (modes[i].mode.sleep_sets && s.whole && without->whole &&
        s.states > states_at_most(e, &modes[i].mode, por, without)) {
      print_error("%s: %s: %llu states, without %llu\n", name, what, (unsigned long long)s.states,
                  (unsigned long long)without->states);
      differ++;
    }
    free(what);
  }
  return plain;
}

/* Checks deadlocks and exceptions. */
static void sequential_consistency(const char *path, const char *name) {
  struct error err = {0};
  char *contracts = evidence_contracts(NULL, NULL, &(struct evidence_limit){.classes = ""},
                                       &err); /* NULL: every step */
  struct engine *none = open_program(path, name, POR_NONE, NO_RACE, NULL);
  struct engine *full = open_program(path, name, POR_FULL, NO_RACE, NULL);
  struct engine *table = open_program(path, name, POR_FULL, NO_RACE, contracts);
  struct space n = explore(none, dfs), ns = explore(none, modes[1].mode),
               f = all_modes(full, name, "full"), d = explore(table, dfs);
  same(name, "--por full", &n, &f);
  same(name, "sleep sets, --por none", &n, &ns);
  same(name, "--contracts", &f, &d);
  engine_close(none);
  engine_close(full);
  engine_close(table);
  free(contracts);
}

/* --por sync on a program with a data race must report an error and must not claim completeness. An
 * exception that each thread reaches before its next synchronisation may hide the race, so a report
 * of the race is required only if no other property is checked. */
static void sync_and_a_race(const char *path, const char *name) {
  static const uint32_t properties[] = {RACE_TOO, PROP_RACE};
  racy++;
  for (size_t i = 0; i < COUNT(properties); i++) {
    struct engine *sync = open_program(path, name, POR_SYNC, properties[i], NULL);
    struct space s = explore(sync, dfs);
    engine_close(sync);
    if (!s.whole) continue;
    compared++;
    if (!s.exact && (s.race || (!i && s.other))) continue;
    print_error(
        "%s: --por sync: race %d, other errors %d, complete %d on a program with a data race\n",
        name, s.race, s.other, s.exact);
    differ++;
  }
}

/* Checks races too. */
static void with_races(const char *path, const char *name) {
  struct engine *full = open_program(path, name, POR_FULL, RACE_TOO, NULL), *sync;
  struct space f = all_modes(full, name, "full"), s;
  engine_close(full);
  if (f.whole && f.race) sync_and_a_race(path, name);
  if (!f.whole || f.race) return;
  full = open_rw(path, name);
  f = explore(full, dfs);
  engine_close(full);
  if (f.whole && f.race) { /* with reads before writes */
    sync_and_a_race(path, name);
    return;
  }
  sync = open_program(path, name, POR_SYNC, RACE_TOO, NULL);
  s = all_modes(sync, name, "sync");
  same(name, "--por sync", &f, &s);
  engine_close(sync);
}

static void both(const char *path, const char *name) {
  sequential_consistency(path, name);
  with_races(path, name);
}

static void all_generated(void **state) {
  (void)state;
  compared = racy = differ = 0;
  strictly = true;
  for (uint32_t i = 0; i < generated; i++) {
    char name[32];
    snprintf(name, sizeof name, "Gen%u", i);
    both(classes, name);
  }
  print_message("%u programs, %u comparisons, %u programs with races\n", generated, compared, racy);
  assert_int_equal(differ, 0);
  if (!generated) return;
  assert_true(compared >= generated * 10);
  assert_true(racy > 0);
  assert_true(racy < generated);
}

static void all_given(void **state) {
  uint32_t n = 0;
  (void)state;
  compared = racy = differ = 0;
  strictly = false;
  for (char **g = given; g && *g; g++, n++) {
    struct subject s = subject_of(*g);
    both(s.path, strchr(*g, ':') + 1);
    subject_release(&s);
  }
  print_message("%u programs, %u comparisons, %u programs with races\n", n, compared, racy);
  assert_int_equal(differ, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_generated), cmocka_unit_test(all_given)};
  if (argc > 1) generated = (uint32_t)strtoul(argv[1], NULL, 10);
  if (argc > 1) given = argv + 2;
  return cmocka_run_group_tests(tests, make_programs, remove_programs);
}
