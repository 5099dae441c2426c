/* The oracle of heddle's searches: generated programs, all executions of each by an interpreter
 * that shares nothing with the engine, and what heddle says of them.
 *
 *   oracle check HEDDLE JAVAC FOLDER SEED COUNT MODE [OPTION...]   compares; TAP. MODE: `some` ways
 * of each program, or `all`; with `-patient` behind it, long waits only elapse late oracle show
 * SEED NUMBER [patient]                             a program and what can happen in it The options
 * go to each heddle check. A program on which they differ is made smaller and stays in FOLDER.
 *
 * Exit status: 0 agreed, 1 differed, 2 usage, 3 could not. */
#include "tests/oracle/shrink.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 100, TRIES = 40, STATES_SOME = 6000, STATES_ALL = 40000 };

struct run {
  struct site site;
  uint64_t seed;
  int count, failed;
  bool all, patient;
  size_t states, ends, deadlocks, racy, uncaught;
};

/* The program of a number: the first of its seeds that is small enough to be explored, and not too
 * small. */
static bool program_of(struct program *p, struct executions *e, uint64_t seed, int number,
                       bool patient, bool all) {
  for (int i = 0; i < TRIES; i++) {
    program_generate(p, (seed * 1000003u + (uint64_t)number) * 64u + (uint64_t)i,
                     2 + (number + i) % 4);
    if (executions_of(e, p, patient, all ? STATES_ALL : STATES_SOME) && e->states > 60) return true;
  }
  return false;
}

/* Of `some` the first, and two of the rest that take turns. */
static bool is_chosen(const struct run *r, int number, int way) {
  const int turn = number + (int)(r->seed % 1000), rest = compare_way_count - 1;
  return r->all || way == 0 || way == 1 + turn * 2 % rest || way == 1 + (turn * 2 + 11) % rest;
}

static void report_difference(struct run *r, struct program *p, const char *name, int way,
                              const char *why) {
  char words[200];
  compare_way_text(&compare_ways[way], words, sizeof words);
  printf("not ok - %s (seed %llu): check %s\n# %s\n", name, (unsigned long long)r->seed, words,
         why);
  fflush(stdout);
  if (r->failed++ >= (r->all ? 3 : 1) || getenv("ORACLE_WHOLE")) return;
  shrink(&r->site, &compare_ways[way], p, name, r->patient);
  printf("# made smaller: %s/%s.java\n", r->site.folder, name);
}

static void compare_program(struct run *r, struct program *p, const struct executions *e,
                            const char *name) {
  char room[512];
  r->states += e->states, r->ends += (size_t)e->outcomes.count, r->deadlocks += e->deadlock,
      r->uncaught += e->uncaught, r->racy += !!e->racy;
  for (int way = 0; way < compare_way_count; way++) {
    const char *why;
    if (!is_chosen(r, p->number, way)) continue;
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
    ok = program_of(&programs[i], &e[i], r->seed, first + i, r->patient, r->all);
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

static int check(int argc, char **argv) {
  struct run r = {.site = {argv[2], argv[3], argv[4], (const char *const *)(argv + 8)}};
  r.seed = strtoull(argv[5], NULL, 0);
  r.count = atoi(argv[6]);
  r.all = !strncmp(argv[7], "all", 3);
  r.patient = argc > 7 && strstr(argv[7], "-patient");
  printf("# seed %llu\n", (unsigned long long)r.seed);
  for (int first = 0; first < r.count; first += BATCH)
    if (!run_batch(&r, first, r.count - first < BATCH ? r.count - first : BATCH)) return 3;
  printf("# %zu states, %zu ends; of %d programs %zu with a deadlock, %zu with an uncaught "
         "exception, %zu with a race\n",
         r.states, r.ends, r.count, r.deadlocks, r.uncaught, r.racy);
  return r.failed ? 1 : 0;
}

static int show(int argc, char **argv) {
  static struct program p;
  static struct executions e;
  bool patient = argc > 4 && !strncmp(argv[4], "patient", 7),
       all = argc > 4 && strstr(argv[4], "all");
  if (!program_of(&p, &e, strtoull(argv[2], NULL, 0), atoi(argv[3]), patient, all)) return 3;
  program_print_java(&p, "Gen", stdout);
  for (int i = 0; i < e.outcomes.count; i++) printf("// %s\n", e.outcomes.text[i]);
  printf("// %zu states, races %#x%s%s%s\n", e.states, e.racy, e.deadlock ? ", deadlock" : "",
         e.cycle ? ", cycle" : "", e.uncaught ? ", uncaught" : "");
  return 0;
}

int main(int argc, char **argv) {
  if (argc >= 8 && !strcmp(argv[1], "check")) return check(argc, argv);
  if (argc >= 4 && !strcmp(argv[1], "show")) return show(argc, argv);
  fprintf(stderr, "usage: oracle check HEDDLE JAVAC FOLDER SEED COUNT some|all[-patient] "
                  "[OPTION...] | oracle show SEED NUMBER\n");
  return 2;
}
