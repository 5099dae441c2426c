#include "tests/oracle/compare.h"

#include <string.h>

#define ENDS "--outcomes", "--property", "deadlock"
#define RACE "--all-errors", "--race-rw", "--property", "race"
/* Without any reduction the library's own code for an exception has states without end: what was
 * found by then has to be right. */
#define NONE "--por", "none", "--max-states", "20000"
const struct way compare_ways[] = {
    {OUTCOMES, {ENDS}},
    {OUTCOMES, {ENDS, NONE}},
    {OUTCOMES, {ENDS, "--sleep-sets"}},
    {OUTCOMES, {ENDS, NONE, "--sleep-sets"}},
    {OUTCOMES, {ENDS, "--search", "bfs"}},
    {OUTCOMES, {ENDS, "--search", "random-dfs", "--sleep-sets"}},
    {OUTCOMES, {ENDS, "--search", "context-bounded"}},
    {OUTCOMES, {ENDS, "--search", "bfs", "--sleep-sets"}},
    {OUTCOMES, {ENDS, "--search", "greedy-best-first", "--heuristic", "random"}},
    {OUTCOMES, {ENDS, "--search", "random-dfs", NONE}},
    {RACES, {RACE}},
    {RACES, {RACE, NONE}},
    {RACES, {RACE, "--sleep-sets"}},
    {RACES, {RACE, "--search", "jrf"}},
    {RACES, {RACE, "--search", "bfs"}},
    {RACES, {RACE, "--search", "context-bounded"}},
    {SYNC, {"--por", "sync"}},
    {SYNC, {"--por", "sync", "--sleep-sets"}},
    {SYNC, {"--por", "sync", "--search", "bfs"}},
    {DEADLOCK, {"--property", "deadlock"}},
    {DEADLOCK, {"--property", "deadlock", "--sleep-sets"}},
    {DEADLOCK, {"--property", "deadlock", NONE}},
    {EXCEPTION, {"--property", "exception"}},
    {EXCEPTION, {"--property", "exception", "--sleep-sets"}},
    {EXCEPTION, {"--property", "exception", "--search", "context-bounded"}},
};
const int compare_way_count = sizeof compare_ways / sizeof *compare_ways;

static const char *differ(char *room, size_t size, const char *what, const char *more,
                          const struct answer *a) {
  snprintf(room, size, "%s %s (status %d: %s)", what, more, a->status, a->first_line);
  return room;
}

static bool stopped(const struct answer *a) { return !a->complete && a->bounded; }

static const char *compare_outcomes(const struct outcomes *mine, const struct answer *a, char *room,
                                    size_t size) {
  int i = 0, j = 0;
  if (!a->complete && !stopped(a)) return differ(room, size, "not complete", "", a);
  while (i < mine->count || j < a->outcomes.count) {
    int order = i == mine->count         ? 1
                : j == a->outcomes.count ? -1
                                         : strcmp(mine->text[i], a->outcomes.text[j]);
    if (order < 0 && !stopped(a)) return differ(room, size, "not reached:", mine->text[i], a);
    if (order > 0)
      return differ(room, size, "reached, but there is no such end:", a->outcomes.text[j], a);
    i += order <= 0, j += order >= 0;
  }
  return NULL;
}

static const char *loc_list(uint32_t locs, char room[80]) {
  static const char *const names[LOC_PLAIN] = {"x",    "y",    "o.f", "array[0]", "array[1]",
                                               "I1.g", "I2.g", "r1",  "r2",       "r3"};
  room[0] = 0;
  for (int l = 0; l < LOC_PLAIN; l++)
    if (locs & 1u << l) strcat(strcat(room, room[0] ? " " : ""), names[l]);
  return room;
}

/* A path ends at its first race: the locations found so far are left out until there is nothing
 * more. Elements of the array are left out together; then those that the interpreter knows of count
 * as found. */
static const char *compare_races(const struct site *site, const struct way *way, const char *name,
                                 const struct executions *e, char *room, size_t size) {
  const uint32_t array = 1u << LOC_A0 | 1u << LOC_A1;
  uint32_t found = 0, before;
  char benign[512], trust[64], list[80];
  struct answer a;
  do {
    const char *args[16];
    int n = 0;
    for (; way->args[n]; n++) args[n] = way->args[n];
    heddle_benign(name, found, benign, sizeof benign, trust, sizeof trust);
    args[n++] = "--benign", args[n++] = benign, args[n++] = "--trust", args[n++] = trust,
    args[n] = NULL;
    if (!heddle_check(site, name, args, &a)) return "heddle does not start";
    if (a.racy & ~e->racy)
      return differ(room, size, "no race there is on", loc_list(a.racy & ~e->racy, list), &a);
    if (a.unknown_location) return differ(room, size, "a race on another location", "", &a);
    if (stopped(&a)) return NULL;
    if (!a.complete) return differ(room, size, "not complete", "", &a);
    before = found;
    found |= a.racy & array ? a.racy | (array & e->racy) : a.racy;
  } while (found != before);
  if (found != e->racy)
    return differ(room, size, "no race found on", loc_list(e->racy & ~found, list), &a);
  return a.status ? differ(room, size, "an error without a race", "", &a) : NULL;
}

/* Without a race the search is as good as any; with one it has to find it. */
static const char *compare_sync(const struct site *site, const struct way *way, const char *name,
                                const struct executions *e, char *room, size_t size) {
  const char *args[16];
  char list[80];
  struct answer a;
  int n = 0;
  for (; way->args[n]; n++) args[n] = way->args[n];
  args[n++] = "--property", args[n++] = e->racy ? "race" : "race,deadlock";
  if (!e->racy) args[n++] = "--outcomes";
  args[n] = NULL;
  if (!heddle_check(site, name, args, &a)) return "heddle does not start";
  if (e->racy && (a.status != 1 || !(a.racy & e->racy)))
    return differ(room, size, "no race found on", loc_list(e->racy, list), &a);
  if (a.racy & ~e->racy)
    return differ(room, size, "no race there is on", loc_list(a.racy & ~e->racy, list), &a);
  if (e->racy) return NULL;
  return compare_outcomes(&e->outcomes, &a, room, size);
}

const char *compare_way(const struct site *site, const struct way *way, const char *name,
                        const struct executions *e, char *room, size_t size) {
  struct answer a;
  bool wrong;
  if (way->what == RACES) return compare_races(site, way, name, e, room, size);
  if (way->what == SYNC) return compare_sync(site, way, name, e, room, size);
  if (!heddle_check(site, name, way->args, &a)) return "heddle does not start";
  if (way->what == OUTCOMES) return compare_outcomes(&e->outcomes, &a, room, size);
  if (stopped(&a)) return NULL;
  wrong = way->what == DEADLOCK ? e->deadlock : e->uncaught;
  return a.status == wrong ? NULL
                           : differ(room, size, wrong ? "there is one:" : "there is none:", "", &a);
}

void compare_way_text(const struct way *way, char *room, size_t size) {
  size_t n = 0;
  room[0] = 0;
  for (int i = 0; way->args[i]; i++)
    n += (size_t)snprintf(room + n, size - n, "%s%s", n ? " " : "", way->args[i]);
}
