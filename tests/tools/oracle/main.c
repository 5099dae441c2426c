/* The oracle of heddle's searches. It generates programs, explores all executions of each with an
 * interpreter that shares no code with the engine, and compares them with what heddle reports.
 *
 *   oracle check HEDDLE JAVAC FOLDER SEED COUNT some|all|every|dpor [OPTION...]
 *
 * compares COUNT programs and prints TAP. It searches each program in four or five ways (some), in
 * eight (all), in all ways (every), or in all ways of the search dpor. Each heddle check gets the
 * options. If the results differ, the program is made smaller and stays in FOLDER.
 *
 *   oracle show SEED NUMBER [all]
 *
 * prints a program and its possible outcomes.
 *
 * Environment variables: ORACLE_FIRST is the number of the first program; ORACLE_STOP ends the run
 * at the first difference; ORACLE_WHOLE keeps programs from being made smaller.
 * Exit status: 0 the results agree, 1 they differ, 2 wrong usage, 3 the comparison failed. */
#include "tests/tools/oracle/shrink.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 100, TRIES = 60, STATES_SOME = 4000, STATES_ALL = 20000 };

struct run {
  struct site site;
  uint64_t seed;
  int first, count, failed;
  int turns[GROUP_COUNT]; /* how many ways of each group; 0: one way for every second program */
  bool large;
  size_t states, ends, deadlocks, racy, uncaught, hangs;
};

/* Makes the program with this number: of its seeds, uses the first that gives a program which is
 * small enough to be explored and not too small. */
static bool program_of(struct program *p, struct executions *e, uint64_t seed, int number,
                       bool all) {
  for (int i = 0; i < TRIES; i++) {
    program_generate(p, (seed * 1000003u + (uint64_t)number) * 64u + (uint64_t)i,
                     2 + (number + i) % 4, number % 5 < 4 ? number / 5 * 4 + number % 5 : -1);
    if (executions_of(e, p, all ? STATES_ALL : STATES_SOME) && e->states > 40) return true;
  }
  return false;
}

/* Is the program to be searched in this way? r->turns says in how many ways of each group; which
 * ones depends on the program. */
static bool is_chosen(const struct run *r, int number, int way) {
  enum way_group group = compare_ways[way].group;
  uint64_t z = (r->seed * 1000003u + (uint64_t)number) * 0x9e3779b97f4a7c15u;
  int first = 0, size = 0, most = r->turns[group], turn;
  for (int i = 0; i < compare_way_count; i++) {
    if (compare_ways[i].group != group) continue;
    if (!size) first = i;
    size++;
  }
  if (!most) most = (number + group) % 2;         /* one for every second program */
  turn = (int)((z >> 33) % (uint64_t)(2 * size)); /* half of the time, begins with the first */
  return (way - first + (turn < size ? turn : 0)) % size < most;
}

static void report_difference(struct run *r, struct program *p, const char *name, int way,
                              const char *why) {
  char words[200];
  compare_way_text(&compare_ways[way], words, sizeof words);
  printf("not ok - %s (seed %llu): check %s\n# %s\n", name, (unsigned long long)r->seed, words,
         why);
  fflush(stdout);
  if (getenv("ORACLE_STOP")) exit(1);
  if (r->failed++ >= 3 || getenv("ORACLE_WHOLE")) return;
  shrink(&r->site, &compare_ways[way], p, name);
  printf("# made smaller: %s/%s.java\n", r->site.folder, name);
}

static void compare_program(struct run *r, struct program *p, const struct executions *e,
                            const char *name) {
  char room[512];
  site_for(&r->site, p);
  r->hangs += e->hang;
  r->states += e->states, r->ends += (size_t)e->outcomes.count, r->deadlocks += e->deadlock,
      r->uncaught += e->uncaught, r->racy += !!e->racy;
  for (int way = 0; way < compare_way_count; way++) {
    const char *why;
    if (!(is_chosen(r, p->number, way) && compare_way_matters(&compare_ways[way], e))) continue;
    if (compare_ways[way].group == DPOR && p->spurious) continue; /* dpor refuses these */
    why = compare_way(&r->site, &compare_ways[way], name, e, room, sizeof room);
    if (!why) continue;
    report_difference(r, p, name, way, why);
    return;
  }
  printf("ok - %s\n", name);
  fflush(stdout);
}

static bool run_batch(struct run *r, int first, int count) {
  struct program *programs = calloc((size_t)count, sizeof *programs);
  struct executions *e = calloc((size_t)count, sizeof *e);
  const struct program *list[BATCH];
  char name[BATCH][24];
  const char *names[BATCH];
  bool ok = programs && e;
  for (int i = 0; ok && i < count; i++) {
    ok = program_of(&programs[i], &e[i], r->seed, first + i, r->large);
    programs[i].number = first + i;
    snprintf(name[i], sizeof name[i], "Gen%d", first + i);
    list[i] = &programs[i], names[i] = name[i];
  }
  ok = ok && heddle_compile(&r->site, list, names, count);
  for (int i = 0; ok && i < count; i++) compare_program(r, &programs[i], &e[i], names[i]);
  free(programs);
  free(e);
  return ok;
}

static const int *turns_of(const char *mode) {
  static const int some[GROUP_COUNT] = {1, 1, 1, 0, 1}, all[GROUP_COUNT] = {1, 2, 1, 2, 2},
                   every[GROUP_COUNT] = {99, 99, 99, 99, 99},
                   dpor[GROUP_COUNT] = {-1, -1, -1, -1, 99};
  if (!strcmp(mode, "dpor")) return dpor;
  return !strcmp(mode, "some") ? some : !strcmp(mode, "all") ? all : every;
}

static int check(char **argv) {
  struct run r = {.site = {.heddle = argv[2],
                           .javac = argv[3],
                           .folder = argv[4],
                           .options = (const char *const *)(argv + 8)}};
  const char *first = getenv("ORACLE_FIRST");
  r.seed = strtoull(argv[5], NULL, 0);
  r.count = atoi(argv[6]);
  r.first = first ? atoi(first) : 0;
  memcpy(r.turns, turns_of(argv[7]), sizeof r.turns);
  r.large = strcmp(argv[7], "some") != 0;
  printf("# seed %llu\n", (unsigned long long)r.seed);
  for (int at = 0; at < r.count; at += BATCH)
    if (!run_batch(&r, r.first + at, r.count - at < BATCH ? r.count - at : BATCH)) return 3;
  printf(
      "# %zu states, %zu ends; of %d programs %zu with a deadlock, %zu with an uncaught "
      "exception, %zu with a race, %zu with a hang\n",
      r.states, r.ends, r.count, r.deadlocks, r.uncaught, r.racy, r.hangs);
  return r.failed ? 1 : 0;
}

static int show(int argc, char **argv) {
  static struct program p;
  static struct executions e;
  if (!program_of(&p, &e, strtoull(argv[2], NULL, 0), atoi(argv[3]), argc > 4)) return 3;
  program_print_java(&p, "Gen", stdout);
  for (int i = 0; i < e.outcomes.count; i++) printf("// %s\n", e.outcomes.text[i]);
  printf("// patience %d ms, %d spurious\n", (int)p.patience, p.spurious);
  printf("// %zu states, races %#x%s%s%s%s\n", e.states, e.racy, e.deadlock ? ", deadlock" : "",
         e.cycle ? ", cycle" : "", e.uncaught ? ", uncaught" : "", e.hang ? ", hang" : "");
  return 0;
}

int main(int argc, char **argv) {
  if (argc >= 8 && !strcmp(argv[1], "check")) return check(argv);
  if (argc >= 4 && !strcmp(argv[1], "show")) return show(argc, argv);
  fprintf(stderr,
          "usage: oracle check HEDDLE JAVAC FOLDER SEED COUNT some|all|every|dpor "
          "[OPTION...] | oracle show SEED NUMBER [all]\n");
  return 2;
}
