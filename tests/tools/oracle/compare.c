#include "tests/tools/oracle/compare.h"

#include <string.h>

#define ENDS "--outcomes", "--property", "deadlock"
#define RACE "--all-errors", "--race-rw"
/* Without any reduction, the library's code for an exception makes the state space too large. What
 * the search finds up to the bound must be right. */
#define NONE "--por", "none", "--max-states", "20000"
/* dpor does not match states, so only the bound ends a path that runs in a cycle. */
#define ONE_EACH "--search", "dpor", "--max-states", "30000"
const struct way compare_ways[] = {
    {FULL, OUTCOMES, {"--outcomes", "--property", "deadlock,hang"}},
    {SLEEP_SETS, OUTCOMES, {ENDS, "--sleep-sets"}},
    {SLEEP_SETS, OUTCOMES, {ENDS, NONE, "--sleep-sets"}},
    {SLEEP_SETS, OUTCOMES, {ENDS, "--search", "bfs", "--sleep-sets"}},
    {SLEEP_SETS, OUTCOMES, {ENDS, "--search", "random-dfs", "--sleep-sets"}},
    {RACE_WAYS, RACES, {RACE}},
    {RACE_WAYS, RACES, {RACE, "--sleep-sets"}},
    {RACE_WAYS, RACES, {RACE, NONE}},
    {RACE_WAYS, SYNC, {"--por", "sync"}},
    {RACE_WAYS, SYNC, {"--por", "sync", "--sleep-sets"}},
    {RACE_WAYS, RACES, {RACE, "--search", "bfs"}},
    {RACE_WAYS, RACES, {RACE, "--search", "jrf"}},
    {RACE_WAYS, SYNC, {"--por", "sync", "--search", "bfs"}},
    {RACE_WAYS, RACES, {RACE, "--search", "context-bounded"}},
    {RACE_WAYS, RACES_SOME, {RACE, "--no-match-h"}},
    {OTHERS, OUTCOMES, {ENDS, NONE}},
    {OTHERS, OUTCOMES, {ENDS, "--search", "bfs"}},
    {OTHERS, OUTCOMES, {ENDS, "--search", "context-bounded"}},
    {OTHERS, OUTCOMES, {ENDS, "--search", "greedy-best-first", "--heuristic", "random"}},
    {OTHERS, OUTCOMES, {ENDS, "--search", "random-dfs", NONE}},
    {OTHERS, OUTCOMES, {ENDS, "--exact"}},
    {OTHERS, RESUMED, {ENDS}},
    {OTHERS, RESUMED, {ENDS, "--search", "bfs"}},
    {OTHERS, DEADLOCK, {NULL}},
    {OTHERS, DEADLOCK, {"--sleep-sets"}},
    {OTHERS, DEADLOCK, {NONE}},
    {OTHERS, EXCEPTION, {NULL}},
    {OTHERS, EXCEPTION, {"--sleep-sets"}},
    {OTHERS, EXCEPTION, {"--search", "context-bounded"}},
    {OTHERS, HANG, {NULL}},
    {OTHERS, HANG, {"--search", "bfs"}},
    {OTHERS, HANG, {NONE}},
    {OTHERS, HANG, {"--search", "greedy-best-first", "--heuristic", "random"}},
    {OTHERS, HANG, {"--search", "random-dfs"}},
    {DPOR, OUTCOMES, {ENDS, ONE_EACH}},
    {DPOR, RACES, {RACE, ONE_EACH}},
    {DPOR, OUTCOMES, {ENDS, ONE_EACH, "--por", "none"}},
    {DPOR, DEADLOCK, {ONE_EACH}},
    {DPOR, EXCEPTION, {ONE_EACH}},
};
const int compare_way_count = sizeof compare_ways / sizeof *compare_ways;

bool compare_way_matters(const struct way *way, const struct executions *e) {
  return way->what != HANG || e->loops;
}

/* Stores the options of a way in args, followed by --property with `property` and, if `deadlock`,
 * also deadlock. Returns their number. */
static int words_of(const struct way *way, const char *args[], const char *property, bool deadlock,
                    char room[40]) {
  int n = 0;
  for (; way->args[n]; n++) args[n] = way->args[n];
  snprintf(room, 40, "%s%s", property, deadlock ? ",deadlock" : "");
  args[n++] = "--property", args[n++] = room;
  args[n] = NULL;
  return n;
}

static const char *differ(char *room, size_t size, const char *what, const char *more,
                          const struct answer *a) {
  snprintf(room, size, "%s %s (status %d: %s)", what, more, a->status, a->first_line);
  return room;
}

static bool stopped(const struct answer *a) { return !a->complete && a->bounded; }

/* heddle reports deadlocked threads as an outcome even if other threads loop for ever, whether or
 * not it looks for hangs. */
static bool is_deadlock(const char *outcome) { return !strncmp(outcome, "deadlock", 8); }

static const char *compare_outcomes(const struct executions *e, const struct answer *a, bool hang,
                                    char *room, size_t size) {
  const struct outcomes *mine = &e->outcomes;
  int i = 0, j = 0;
  if (!a->complete && !stopped(a)) return differ(room, size, "not complete", "", a);
  while (i < mine->count || j < a->outcomes.count) {
    int order = i == mine->count         ? 1
                : j == a->outcomes.count ? -1
                                         : strcmp(mine->text[i], a->outcomes.text[j]);
    if (order < 0 && !stopped(a)) return differ(room, size, "not reached:", mine->text[i], a);
    if (order > 0 && !(e->hang && e->cycle && is_deadlock(a->outcomes.text[j])))
      return differ(room, size, "reached, but there is no such end:", a->outcomes.text[j], a);
    i += order <= 0, j += order >= 0;
  }
  if (stopped(a) || a->status == (e->deadlock || (hang && e->hang))) return NULL;
  return differ(room, size, e->deadlock ? "a deadlock:" : e->hang ? "a hang:" : "no error:", "", a);
}

/* Compares the outcomes of a search that stops at a checkpoint and is resumed. */
static const char *compare_resumed(const struct site *site, const struct way *way, const char *name,
                                   const struct executions *e, char *room, size_t size) {
  const char *args[16];
  char file[512];
  struct answer a;
  int n = 0;
  snprintf(file, sizeof file, "%s/%s.ckpt", site->folder, name);
  for (; way->args[n]; n++) args[n] = way->args[n];
  args[n] = "--checkpoint", args[n + 1] = file, args[n + 2] = "--max-states", args[n + 3] = "30";
  args[n + 4] = NULL;
  if (!heddle_check(site, name, args, &a)) return "heddle does not start";
  if (stopped(&a)) {
    args[n] = "--resume", args[n + 2] = NULL;
    if (!heddle_check(site, name, args, &a)) return "heddle does not start";
  }
  return compare_outcomes(e, &a, false, room, size);
}

static const char *loc_list(uint32_t locs, char room[120]) {
  static const char *const names[LOC_PLAIN] = {"x",    "y",    "o.f", "array[0]", "array[1]",
                                               "I1.g", "I2.g", "r1",  "r2",       "r3",
                                               "B.n",  "",     "",    "b",        "o.h"};
  room[0] = 0;
  for (int l = 0; l < LOC_PLAIN; l++)
    if (locs & 1u << l) strcat(strcat(room, room[0] ? " " : ""), names[l]);
  return room;
}

/* A path ends at its first race. The search is therefore repeated without the locations found so
 * far, until it finds no further race. The elements of the array can only be left out together; if
 * a race on one was found, all races on elements that the interpreter knows of count as found. */
static const char *compare_races(const struct site *site, const struct way *way, const char *name,
                                 const struct executions *e, char *room, size_t size) {
  const uint32_t array = 1u << LOC_A0 | 1u << LOC_A1;
  uint32_t found = 0, before;
  char benign[800], trust[64], list[120];
  struct answer a;
  do {
    const char *args[24];
    char properties[40];
    int n = words_of(way, args, "race", false, properties);
    heddle_benign(name, found, benign, sizeof benign, trust, sizeof trust);
    args[n++] = "--benign", args[n++] = benign, args[n++] = "--trust", args[n++] = trust,
    args[n] = NULL;
    if (!heddle_check(site, name, args, &a)) return "heddle does not start";
    if (a.racy & ~e->racy)
      return differ(room, size, "no race there is on", loc_list(a.racy & ~e->racy, list), &a);
    if (a.unknown_location) return differ(room, size, "a race on another location", "", &a);
    if (stopped(&a)) return NULL;
    if (way->what == RACES_SOME && a.status == 4) return NULL; /* it says: incomplete */
    if (!a.complete) return differ(room, size, "not complete", "", &a);
    before = found;
    found |= a.racy & array ? a.racy | (array & e->racy) : a.racy;
  } while (found != before);
  if (found != e->racy)
    return differ(room, size, "no race found on", loc_list(e->racy & ~found, list), &a);
  return a.status ? differ(room, size, "an error without a race", "", &a) : NULL;
}

/* If the program has no race, the search must reach all outcomes. If it has races, the search must
 * find one of them. */
static const char *compare_sync(const struct site *site, const struct way *way, const char *name,
                                const struct executions *e, char *room, size_t size) {
  const char *args[24];
  char list[120], properties[40];
  struct answer a;
  int n = words_of(way, args, "race", !e->racy, properties);
  if (!e->racy) args[n++] = "--outcomes", args[n] = NULL;
  if (!heddle_check(site, name, args, &a)) return "heddle does not start";
  if (e->racy && (a.status != 1 || !(a.racy & e->racy)))
    return differ(room, size, "no race found on", loc_list(e->racy, list), &a);
  if (a.racy & ~e->racy)
    return differ(room, size, "no race there is on", loc_list(a.racy & ~e->racy, list), &a);
  return e->racy ? NULL : compare_outcomes(e, &a, false, room, size);
}

/* Compares whether there is an error of one property. */
static const char *compare_property(const struct site *site, const struct way *way,
                                    const char *name, const struct executions *e, char *room,
                                    size_t size) {
  const char *args[24], *property = way->what == DEADLOCK    ? "deadlock"
                                    : way->what == EXCEPTION ? "exception"
                                                             : "hang";
  char properties[40];
  bool wrong;
  struct answer a;
  words_of(way, args, property, false, properties);
  if (!heddle_check(site, name, args, &a)) return "heddle does not start";
  if (stopped(&a)) return NULL;
  wrong = way->what == DEADLOCK ? e->deadlock : way->what == EXCEPTION ? e->uncaught : e->hang;
  if (a.status == wrong) return NULL;
  return differ(room, size, wrong ? "there is one:" : "there is none:", property, &a);
}

const char *compare_way(const struct site *site, const struct way *way, const char *name,
                        const struct executions *e, char *room, size_t size) {
  struct answer a;
  switch (way->what) {
    case RACES:
    case RACES_SOME: return compare_races(site, way, name, e, room, size);
    case SYNC: return compare_sync(site, way, name, e, room, size);
    case RESUMED: return compare_resumed(site, way, name, e, room, size);
    case OUTCOMES: break;
    default: return compare_property(site, way, name, e, room, size);
  }
  if (!heddle_check(site, name, way->args, &a)) return "heddle does not start";
  return compare_outcomes(e, &a, way == &compare_ways[0], room, size);
}

void compare_way_text(const struct way *way, char *room, size_t size) {
  static const char *const what[] = {
      "outcomes", "outcomes in two pieces", "races", "some races", "sync", "deadlock", "exception",
      "hang"};
  size_t n = (size_t)snprintf(room, size, "%s:", what[way->what]);
  for (int i = 0; way->args[i]; i++) n += (size_t)snprintf(room + n, size - n, " %s", way->args[i]);
}
