/* The oracle of heddle's weak memory. It generates small programs, finds the outcomes of each with
 * an interpreter that shares no code with the engine, and compares them with what heddle reports.
 *
 *   weak check HEDDLE JAVAC FOLDER SEED COUNT [OPTION...]
 *
 * compares COUNT programs and prints TAP. Each heddle check gets the options. If the outcomes
 * differ, the program is made smaller and stays in FOLDER.
 *
 *   weak print SEED NUMBER
 *
 * prints a program and its outcomes.
 *
 *   weak litmus [HEDDLE JAVAC FOLDER [OPTION...]]
 *
 * compares the interpreter with known outcomes of known programs and prints TAP; or compares heddle
 * with the interpreter on these programs.
 *
 * Environment variables: WEAK_FIRST is the number of the first program; WEAK_NEWEST compares under
 * sequential consistency, that is, without --stale-reads; WEAK_WHOLE keeps programs from being made
 * smaller.
 * Exit status: 0 the outcomes agree, 1 they differ, 2 wrong usage, 3 the comparison failed. */
#include "tests/tools/weak/cut.h"
#include "tests/tools/weak/invent.h"
#include "tests/tools/weak/litmus.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 100, CUT_MOST = 3 };

struct comparison {
  struct asked asked;
  uint64_t seed;
  int failed, stale;
  size_t lines;
  struct lines known;
  struct answer answer;
};

/* ---- check ---- */

static void report_answer(const struct comparison *c) {
  if (!c->answer.complete)
    printf("# not complete (status %d: %s)\n", c->answer.status, c->answer.first_line);
  lines_print_difference(&c->known, &c->answer.lines, "#");
}

static void make_smaller(struct comparison *c, struct invented *v, const char *name) {
  if (c->failed++ >= CUT_MOST || getenv("WEAK_WHOLE")) return;
  cut_smaller(&c->asked, &v->program, name);
  printf("# made smaller: %s/%s.java\n", c->asked.folder, name);
  if (!cut_agrees(&c->asked, &v->program, name, &c->known, &c->answer)) report_answer(c);
}

static void compare_invented(struct comparison *c, struct invented *v, const char *name) {
  c->lines += (size_t)v->lines.count;
  c->stale += !lines_same(&v->lines, &v->newest);
  if (cut_agrees(&c->asked, &v->program, name, &c->known, &c->answer)) {
    printf("ok - %s\n", name);
  } else {
    printf("not ok - %s (seed %llu)\n", name, (unsigned long long)c->seed);
    report_answer(c);
    make_smaller(c, v, name);
  }
  fflush(stdout);
}

static bool compare_batch(struct comparison *c, int first, int count) {
  struct invented *v = calloc((size_t)count, sizeof *v);
  const struct program *programs[BATCH];
  char name[BATCH][24];
  const char *names[BATCH];
  bool ok = v;
  for (int i = 0; ok && i < count; i++) {
    ok = invent(&v[i], c->seed, first + i);
    snprintf(name[i], sizeof name[i], "Weak%d", first + i);
    programs[i] = &v[i].program, names[i] = name[i];
  }
  ok = ok && ask_javac(&c->asked, programs, names, count);
  for (int i = 0; ok && i < count; i++) compare_invented(c, &v[i], names[i]);
  free(v);
  return ok;
}

static void ask_with(struct asked *q, char **argv, char **options) {
  *q = (struct asked){.heddle = argv[2],
                      .javac = argv[3],
                      .folder = argv[4],
                      .options = (const char *const *)options,
                      .newest = getenv("WEAK_NEWEST")};
}

static int weak_check(char **argv) {
  static struct comparison c;
  const char *from = getenv("WEAK_FIRST");
  int first = from ? atoi(from) : 0, count = atoi(argv[6]);
  ask_with(&c.asked, argv, argv + 7);
  c.seed = strtoull(argv[5], NULL, 0);
  printf("# seed %llu\n", (unsigned long long)c.seed);
  for (int at = 0; at < count; at += BATCH)
    if (!compare_batch(&c, first + at, count - at < BATCH ? count - at : BATCH)) return 3;
  printf("# %zu outcomes; %d of %d programs have outcomes with stale reads\n", c.lines, c.stale,
         count);
  return c.failed ? 1 : 0;
}

/* ---- litmus ---- */

static void compare_litmus(struct comparison *c, int number, const char *name) {
  bool ok = cut_agrees(&c->asked, litmus_program(number), name, &c->known, &c->answer);
  printf("%s - heddle, %s (%s)\n", ok ? "ok" : "not ok", litmus_name(number), name);
  if (!ok) c->failed++, report_answer(c);
  fflush(stdout);
}

static int weak_litmus(char **argv) {
  static struct comparison c;
  const struct program *programs[BATCH], *p;
  char name[BATCH][24];
  const char *names[BATCH];
  int count = 0;
  ask_with(&c.asked, argv, argv + 5);
  while (count < BATCH && (p = litmus_program(count))) {
    snprintf(name[count], sizeof name[count], "Litmus%d", count);
    programs[count] = p, names[count] = name[count];
    count++;
  }
  if (!ask_javac(&c.asked, programs, names, count)) return 3;
  for (int i = 0; i < count; i++) compare_litmus(&c, i, names[i]);
  return c.failed ? 1 : 0;
}

/* ---- print ---- */

static int weak_print(char **argv) {
  static struct invented v;
  if (!invent(&v, strtoull(argv[2], NULL, 0), atoi(argv[3]))) return 3;
  actions_print_java(&v.program, "Weak", stdout);
  for (int i = 0; i < v.lines.count; i++)
    printf("// %s%s\n", v.lines.at[i], lines_have(&v.newest, v.lines.at[i]) ? "" : " (stale)");
  return 0;
}

int main(int argc, char **argv) {
  if (argc >= 7 && !strcmp(argv[1], "check")) return weak_check(argv);
  if (argc == 4 && !strcmp(argv[1], "print")) return weak_print(argv);
  if (argc == 2 && !strcmp(argv[1], "litmus")) return litmus_run() ? 0 : 1;
  if (argc >= 5 && !strcmp(argv[1], "litmus")) return weak_litmus(argv);
  fprintf(stderr,
          "usage: weak check HEDDLE JAVAC FOLDER SEED COUNT [OPTION...] | weak print SEED NUMBER | "
          "weak litmus [HEDDLE JAVAC FOLDER [OPTION...]]\n");
  return 2;
}
