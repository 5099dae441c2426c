/* Compares h with two independent implementations of the Java memory model. On generated programs
 * and on the small ones of tests/java/h, random schedules are executed at the finest granularity,
 * and heddle's clocks are compared at every access with explicit sets (paper 004, figure 1) and
 * with a happens-before graph. The comparison must also notice references with one edge or rule
 * dropped; otherwise it would prove nothing.
 *
 * The argument is the number of programs to generate.
 *
 * timeout: 240 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "h_run.h"
#include "tests/unit/generated_fixture.h"

enum { GENERATED = 110, SCHEDULES = 3, STEPS = 400 };

static uint32_t programs = GENERATED;
static char *generated; /* class path */
static uint64_t watch_matrix, watch_graph;
static struct hrun_counts total;

static const char *const mutation_names[] = {
    [MUTATE_NO_VOLATILE] = "no volatile edges",
    [MUTATE_NO_LOCK] = "no lock edges",
    [MUTATE_NO_START] = "no start edges",
    [MUTATE_NO_JOIN] = "no join edges",
    [MUTATE_NO_IS_ALIVE] = "no isAlive edges",
    [MUTATE_NO_CLASS_INIT] = "no class initialisation edges",
    [MUTATE_NO_INTERRUPT] = "no interrupt edges",
    [MUTATE_OPAQUE_EDGES] = "opaque accesses make edges",
    [MUTATE_ONE_COLUMN] = "one column",
    [MUTATE_STALE_ROWS] = "stale rows",
    [MUTATE_LAST_RELEASE] = "last release",
};

static int make_programs(void **state) {
  int m;
  (void)state;
  generated = generated_programs(11, programs);
  for (m = 1; m < MUTATE_COUNT; m++) watch_matrix |= 1ull << m;
  watch_graph = watch_matrix & ~(1ull << MUTATE_STALE_ROWS | 1ull << MUTATE_LAST_RELEASE);
  return 0;
}

static int remove_programs(void **state) {
  (void)state;
  free(generated);
  return 0;
}

static void count(const struct hrun_counts *c) {
  int i;
  total.accesses += c->accesses;
  total.bits += c->bits;
  total.races += c->races;
  total.read_races += c->read_races;
  total.wide += c->wide;
  total.events += c->events;
  total.transitions += c->transitions;
  for (i = 0; i < OPK_COUNT; i++) total.edges[i] += c->edges[i];
}

static void must_agree(const char *program, uint64_t seed, char *why) {
  if (why) fail_msg("%s, seed %llu: %s", program, (unsigned long long)seed, why);
}

/* Executes some schedules of one program; each starts at a random state of the previous one. */
static void compare(const char *class_path, const char *program, uint64_t seed) {
  struct subject s = subject_in(class_path, program);
  struct hrun *r = hrun_open(&s, POR_NONE, seed);
  int i;
  hrun_watch(r, &watch_matrix, &watch_graph);
  for (i = 0; i < SCHEDULES; i++) {
    if (i) must_agree(program, seed, hrun_back(r));
    must_agree(program, seed, hrun_random(r, STEPS));
  }
  count(hrun_counts(r));
  hrun_close(r);
  subject_release(&s);
}

static void test_generated(void **state) {
  uint32_t i;
  (void)state;
  for (i = 0; i < programs; i++) {
    char name[32];
    snprintf(name, sizeof name, "Gen%u", i);
    compare(generated, name, i);
  }
  assert_true(total.races > programs / 4 && total.read_races > programs / 10);
  assert_true(total.edges[OPK_LOCK] && total.edges[OPK_START] && total.edges[OPK_JOIN] &&
              total.edges[OPK_CLASS_INIT]);
}

static void test_features(void **state) {
  static const char *const names[] = {
#define PROGRAM(name) #name,
#include "h_programs.def"
#undef PROGRAM
  };
  char *path = mem_printf("%s/h", generated_env("HEDDLE_JAVA"));
  size_t i;
  uint64_t seed;
  (void)state;
  for (i = 0; i < COUNT(names); i++)
    for (seed = 0; seed < 4; seed++) compare(path, names[i], seed);
  free(path);
  assert_true(total.edges[OPK_IS_ALIVE] && total.edges[OPK_INTERRUPT] && total.wide);
}

/* For every wrong reference, some access showed a difference from heddle. */
static void test_mutations(void **state) {
  int m;
  (void)state;
  for (m = 1; m < MUTATE_COUNT; m++) {
    if (watch_matrix >> m & 1)
      print_error("the matrix with '%s' was not noticed\n", mutation_names[m]);
    if (watch_graph >> m & 1)
      print_error("the graph with '%s' was not noticed\n", mutation_names[m]);
  }
  print_message(
      "# %llu transitions, %llu accesses, %llu bits compared, %llu races, %llu of reads before "
      "writes\n",
      (unsigned long long)total.transitions, (unsigned long long)total.accesses,
      (unsigned long long)total.bits, (unsigned long long)total.races,
      (unsigned long long)total.read_races);
  assert_int_equal(watch_matrix, 0);
  assert_int_equal(watch_graph, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_generated),
      cmocka_unit_test(test_features),
      cmocka_unit_test(test_mutations),
  };
  if (argc > 1) programs = (uint32_t)strtoul(argv[1], NULL, 10);
  return cmocka_run_group_tests(tests, make_programs, remove_programs);
}
