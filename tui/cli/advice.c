/* Chooses the advice for an inconclusive search from the rows of advice.def. See advice.h. */
#include "tui/cli/advice.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/number.h"
#include "tui/cli/auto/auto.h"
#include "tui/cli/remedy.h"

static const struct row {
  int cause;
  const char *name, *by, *option;
} rows[] = {
#define ADVICE(cause, name, by, option) {cause, name, by, option},
#define PART(cause, kind, options, text)
#include "tui/cli/advice.def"
#undef ADVICE
#undef PART
    {CAUSE_NONE, "", "feature", ""},
};

/* A row of remedies.def, or one of the last two. */
enum part_kind {
#define REMEDY(id, name, means, causes, points) PART_##id,
#include "tui/cli/remedies.def"
#undef REMEDY
  PART_raise,
  PART_other
};
_Static_assert((int)PART_raise == (int)REMEDY_ROWS, "remedies.def");

static const struct part {
  int cause;
  enum part_kind kind;
  const char *options, *text;
} parts[] = {
#define ADVICE(cause, name, by, option)
#define PART(cause, kind, options, text) {cause, PART_##kind, options, text},
#include "tui/cli/advice.def"
#undef ADVICE
#undef PART
};

static const struct row *row_of(int cause) {
  size_t i;
  for (i = 0; rows[i].cause != cause && rows[i].cause != CAUSE_NONE;) i++;
  return &rows[i];
}

const char *advice_cause_name(int cause) { return row_of(cause)->name; }

int advice_cause_named(const char *name) {
  size_t i;
  for (i = 0; strcmp(rows[i].name, name) != 0 && rows[i].cause != CAUSE_NONE;) i++;
  return rows[i].cause;
}

/* Returns true if the options begin with this one and this value. */
static bool begin_with(const char *options, const char *option, const char *value) {
  char *words = mem_printf("%s %s", option, value);
  size_t n = strlen(words);
  bool begin = !strncmp(options, words, n) && (!options[n] || options[n] == ' ');
  free(words);
  return begin;
}

static bool in_force(const char *options, const struct cli *c) {
  const char *search = c->search.search, *por = engine_por_name((uint32_t)c->engine.por);
  bool found =
      auto_chosen(c) ? auto_tries(options) : c->contracts && !strcmp(options, "--contracts");
  return found || (search && begin_with(options, "--search", search)) ||
         begin_with(options, "--por", por);
}

/* ---- choosing parts ---- */

/* More time or more states help most if few states are known to be left, or if hardly any were
 * explored. */
static uint32_t part_points(const struct part *p, const struct search_report *r) {
  enum { MORE = 30, MORE_IS_ENOUGH = 95, OTHERS = 20, TIMES = 10, LITTLE = 1000 };
  const struct search_estimate *e = &r->estimate;
  double met = (double)(r->counts_executions ? r->executions : r->states);
  if (p->kind == PART_other) return OTHERS;
  if (p->kind != PART_raise) return remedy_points(p->kind, &r->seen);
  if (r->states < LITTLE) return MORE_IS_ENOUGH;
  return e->trusted && e->size < TIMES * met ? MORE_IS_ENOUGH : MORE;
}

/* Can the remedy of the part, if it has one, be combined with the options of the search? */
static bool applies(const struct part *p, const struct search_report *r, const struct cli *c) {
  struct remedy_case of = {.cli = c, .cause = r->cause, .seen = r->seen};
  struct remedy_plan plan = {0};
  return p->kind >= PART_raise || remedy_at(p->kind)->plan(&of, &plan);
}

enum { ADVICE_MOST = 2 };
struct best_parts {
  const struct part *part[ADVICE_MOST];
  uint32_t points[ADVICE_MOST];
  size_t n;
};

/* Inserts a part so that the parts with the most points come first; equal ones keep their order.
 * Drops the part that no longer fits. */
static void part_insert(struct best_parts *c, const struct part *p, uint32_t points) {
  size_t i;
  if (c->n == ADVICE_MOST && c->points[c->n - 1] >= points) return;
  if (c->n < ADVICE_MOST) c->n++;
  for (i = c->n - 1; i > 0 && c->points[i - 1] < points; i--) {
    c->part[i] = c->part[i - 1];
    c->points[i] = c->points[i - 1];
  }
  c->part[i] = p;
  c->points[i] = points;
}

char *advice_for_report(const struct search_report *r, const struct cli *c, const json_t *tried) {
  struct best_parts best = {0};
  struct text t = {0};
  size_t i;
  for (i = 0; i < COUNT(parts); i++) {
    const struct part *p = &parts[i];
    if (p->cause == r->cause && !in_force(p->options, c) && applies(p, r, c) &&
        !remedies_tried(tried, p->options))
      part_insert(&best, p, part_points(p, r));
  }
  for (i = 0; i < best.n; i++) text_printf(&t, "%s%s", i ? "; " : "", best.part[i]->text);
  return t.s;
}

char *advice_for(int cause, const struct cli *c, const json_t *tried) {
  return advice_for_report(&(struct search_report){.cause = cause}, c, tried);
}

const char *advice_stopped_by(int cause) { return row_of(cause)->by; }

const char *advice_option(int cause) {
  const struct row *r = row_of(cause);
  return r->option[0] ? r->option : NULL;
}

/* ---- the next value ---- */

static char *advice_whole(uint64_t n) {
  return n ? mem_printf("%llu", (unsigned long long)n) : NULL;
}
static uint64_t times(uint64_t n, uint64_t by) { return n > UINT32_MAX / by ? n : n * by; }

static void numbers(uint64_t now, uint64_t by, uint64_t most, char **was, char **next) {
  uint64_t n = times(now, by);
  *was = advice_whole(now);
  *next = n > most ? now < most ? advice_whole(most) : NULL : advice_whole(n);
}

/* One more preemption multiplies the work, so the bound grows by one. It may be 0. */
static void preemptions(uint32_t now, char **was, char **next) {
  *was = mem_printf("%u", now);
  *next = now < UINT32_MAX ? advice_whole(now + 1ull) : NULL;
}

/* Doubles a size in bytes, up to that many megabytes. */
static void advice_sizes(uint64_t now, uint64_t most_mb, char **was, char **next) {
  uint64_t most = most_mb << 20, n = now > most / 2 ? most : 2 * now;
  *was = now ? number_size_word(now) : NULL;
  *next = n > now ? number_size_word(n) : NULL;
}

/* Bounds grow in large steps, because a search that did not fit is rarely just a little too
 * large. */
enum { LEAP = 10, HEAP_MOST_MB = 256, SECONDS_FIRST = 60, DEPTH_FIRST = 100 };

void advice_next(int cause, const struct cli *c, char **was, char **next) {
  const char *o = row_of(cause)->option;
  *was = *next = NULL;
  if (!strcmp(o, "--max-states"))
    numbers(c->search.max_states, LEAP, UINT64_MAX, was, next);
  else if (!strcmp(o, "--max-steps"))
    numbers(c->search.max_steps, LEAP, UINT64_MAX, was, next);
  else if (!strcmp(o, "--walks"))
    numbers(c->search.walks, LEAP, UINT32_MAX, was, next);
  else if (!strcmp(o, "--depth"))
    numbers(c->search.depth, 2, UINT32_MAX, was, next);
  else if (!strcmp(o, "--preemptions"))
    preemptions(c->search.preemptions, was, next);
  else if (!strcmp(o, "--memory"))
    advice_sizes(c->engine.memory_bytes, UINT32_MAX, was, next);
  else if (!strcmp(o, "--heap"))
    advice_sizes(c->engine.heap_bytes, HEAP_MOST_MB, was, next);
  else if (!strcmp(o, "--por"))
    *next = mem_strdup("none");
  else if (!strcmp(o, "--search"))
    *next = mem_strdup("dfs");
  if (!strcmp(o, "--time")) {
    double s = c->search.seconds;
    if (s > 0) *was = mem_printf("%g", s);
    *next = mem_printf("%g", s > 0 ? s * LEAP : SECONDS_FIRST);
  }
  if (!strcmp(o, "--depth") && !*next) *next = advice_whole(DEPTH_FIRST);
}
