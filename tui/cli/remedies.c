/* What each remedy changes, and which remedies are tried first. A remedy is a function NAME_plan
 * and a row of remedies.def. See remedy.h. */
#include "tui/cli/remedy.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- another search ---- */

static bool other_search(const struct remedy_case *c, struct remedy_plan *out, const char *name) {
  if (!strcmp(c->cli->search.search, name)) return false;
  remedy_change(out, "--search", name);
  return true;
}

/* Changes to a search that can be complete. */
static bool dfs_plan(const struct remedy_case *c, struct remedy_plan *out) {
  return other_search(c, out, "dfs");
}

/* Random priorities, which find errors that need few switches at the right places. */
static bool pct_plan(const struct remedy_case *c, struct remedy_plan *out) {
  return other_search(c, out, "pct");
}

/* Random walks, which find frequent errors. */
static bool random_plan(const struct remedy_case *c, struct remedy_plan *out) {
  return other_search(c, out, "random");
}

/* Bounded model checking: explores everything near the start. */
static bool bmc_plan(const struct remedy_case *c, struct remedy_plan *out) {
  const struct search_options *o = &c->cli->search;
  if (o->depth || o->sleep_sets) return false;
  remedy_change(out, "--search", "bmc");
  remedy_change(out, "--depth", "20");
  return true;
}

/* Explores all schedules with few preemptions. */
static bool preemptions_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (!strcmp(c->cli->search.search, "context-bounded") || c->cli->search.thread_symmetry ||
      c->cli->search.sleep_sets)
    return false;
  remedy_change(out, "--search", "context-bounded");
  remedy_change(out, "--preemptions", "1");
  return true;
}

/* Explores one execution of each equivalence class. It cannot be combined with older values. */
static bool dpor_plan(const struct remedy_case *c, struct remedy_plan *out) {
  const struct search_options *o = &c->cli->search;
  if (!strcmp(o->search, "dpor") || o->thread_symmetry || o->sleep_sets) return false;
  if (c->cli->engine.stale_reads) return false;
  remedy_change(out, "--search", "dpor");
  return true;
}

/* ---- fewer states to visit ---- */

/* Matches states up to permutations of threads. */
static bool symmetry_plan(const struct remedy_case *c, struct remedy_plan *out) {
  const struct search_options *o = &c->cli->search;
  if (o->thread_symmetry || o->sleep_sets || strcmp(o->search, "dfs") != 0) return false;
  remedy_change(out, "--thread-symmetry", "");
  return true;
}

/* The reduction that switches threads only at synchronisation. It is exact as long as races are
 * looked for (soundness rule 12, sync needs races). */
static bool por_sync_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (c->cli->engine.stale_reads) return false; /* every racy access is a scheduling point */
  if (c->cli->engine.por != POR_FULL || engine_bad_reduction(POR_SYNC, c->cli->engine.properties))
    return false;
  remedy_change(out, "--por", "sync");
  return true;
}

/* Takes methods of the JDK as one step each if this was shown. */
static bool contracts_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (c->cli->engine.atomic || c->cli->contracts) return false;
  remedy_change(out, "--contracts", "");
  return true;
}

/* ---- fewer assumptions and wider bounds ---- */

/* Searches without reduction and its assumptions. */
static bool por_none_plan(const struct remedy_case *c, struct remedy_plan *out) {
  if (c->cli->engine.por == POR_NONE) return false;
  remedy_change(out, "--por", "none");
  return true;
}

/* Removes the option whose assumption does not hold. */
static bool without_plan(const struct remedy_case *c, struct remedy_plan *out) {
  const char *option = c->cause == CAUSE_ATOMIC     ? c->cli->contracts ? "--contracts" : "--atomic"
                       : c->cause == CAUSE_SYMMETRY ? "--thread-symmetry"
                                                    : "--no-match-h";
  remedy_change(out, option, NULL);
  return true;
}

enum { MOST_MB = 256, MEGABYTE = 1 << 20 };

/* Sets the largest heap, so that its bound is far away. */
static bool heap_plan(const struct remedy_case *c, struct remedy_plan *out) {
  uint64_t heap = c->cli->engine.heap_bytes;
  if (!heap || heap >= (uint64_t)MOST_MB * MEGABYTE) return false;
  snprintf(out->value, sizeof out->value, "%d", MOST_MB);
  remedy_change(out, "--heap", out->value);
  return true;
}

enum { NS_PER_US = 1000, NS_PER_MS = 1000000 };

/* Lets timed waits end only when nothing else can run: those at least as long as the wait that
 * ended early or, if a path waits too often, as long as 1 ms. */
static bool patience_plan(const struct remedy_case *c, struct remedy_plan *out) {
  uint64_t us = (c->cause == CAUSE_CLOCK ? NS_PER_MS : c->early) / NS_PER_US,
           now = c->cli->engine.patience;
  if (!us || (now && us * NS_PER_US >= now)) return false;
  if (us % 1000)
    snprintf(out->value, sizeof out->value, "%lluus", (unsigned long long)us);
  else
    snprintf(out->value, sizeof out->value, "%llums", (unsigned long long)us / 1000);
  remedy_change(out, "--patience", out->value);
  return true;
}

/* ---- another JDK ---- */

/* Returns the release in DIR/release: 25 for "JAVA_VERSION="25.0.1"". 0: no JDK with a readable
 * image. */
static int release_of(const char *dir) {
  char path[PATH_MAX], line[256];
  int release = 0;
  FILE *in;
  snprintf(path, sizeof path, "%s/lib/modules", dir);
  if (access(path, R_OK)) return 0;
  snprintf(path, sizeof path, "%s/release", dir);
  in = fopen(path, "r");
  while (in && !release && fgets(line, sizeof line, in))
    if (!strncmp(line, "JAVA_VERSION=\"", 14)) release = atoi(line + 14);
  if (in) fclose(in);
  return release;
}

/* Considers only newer releases, because they can read this one's class files. */
static void newest(const char *home, const char *folder, char *out) {
  int best = release_of(home), release;
  DIR *d = opendir(folder);
  const struct dirent *e;
  char path[PATH_MAX];
  while (d && (e = readdir(d))) {
    if (e->d_name[0] == '.' ||
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= REMEDY_VALUE)
      continue;
    release = release_of(path);
    if (release <= best) continue;
    best = release;
    memcpy(out, path, strlen(path) + 1);
  }
  if (d) closedir(d);
}

/* Uses the newest other JDK of the machine, because another release's library may avoid what is
 * missing. */
static bool jdk_plan(const struct remedy_case *c, struct remedy_plan *out) {
  char home[PATH_MAX], folder[PATH_MAX], *slash;
  if (!c->jdk || !realpath(c->jdk, home)) return false;
  memcpy(folder, home, sizeof folder);
  slash = strrchr(folder, '/');
  if (!slash || slash == folder) return false;
  *slash = 0;
  newest(home, folder, out->value);
  if (!out->value[0]) return false;
  remedy_change(out, "--java-home", out->value);
  return true;
}

/* ---- ranking ---- */

/* Remedies are ranked by what the search saw before it was stopped (remedies.def). */

static const struct remedy table[] = {
#define REMEDY(id, name, means, causes, points) {name, means, causes, id##_plan},
#include "tui/cli/remedies.def"
#undef REMEDY
};
_Static_assert(COUNT(table) <= REMEDIES_MOST, "remedies.def");

const struct remedy *remedy_at(size_t i) { return i < COUNT(table) ? &table[i] : NULL; }

static uint64_t share_of(uint32_t part, const struct search_seen *s) {
  return s->steps ? 100 * (uint64_t)part / s->steps : 0;
}

uint32_t remedy_points(size_t row, const struct search_seen *s) {
  const uint32_t points[] = {
#define REMEDY(id, name, means, causes, points) (uint32_t)(points),
#include "tui/cli/remedies.def"
#undef REMEDY
  };
  return points[row];
}

size_t remedy_order(const struct remedy_case *of, size_t out[REMEDIES_MOST]) {
  uint32_t points[COUNT(table)];
  size_t n = 0, i, k;
  for (i = 0; i < COUNT(table); i++) {
    if (!(table[i].causes >> of->cause & 1)) continue;
    points[i] = remedy_points(i, &of->seen);
    for (k = n++; k > 0 && points[out[k - 1]] < points[i]; k--) out[k] = out[k - 1];
    out[k] = i;
  }
  return n;
}
