/* See advice.h; the rows are advice.def. */
#include "tui/cli/advice.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tui/cli/auto.h"
#include "tui/cli/remedy.h"

static const struct row {
  int cause;
  const char *name, *by, *option, *advice;
} rows[] = {
#define ADVICE(cause, name, by, option, advice) {cause, name, by, option, advice},
#include "tui/cli/advice.def"
#undef ADVICE
    {CAUSE_NONE, "", "feature", "", NULL},
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

/* Does it name an option with the value that it has? */
static bool in_force(const char *part, const struct cli *c) {
  const struct {
    const char *option, *value;
  } now[] = {{"--search", c->search.search},
             {"--atomic", c->engine.atomic},
             {"--por", engine_por_name((uint32_t)c->engine.por)}};
  bool found = auto_chosen(c) ? auto_tries(part) : c->contracts && strstr(part, "--contracts");
  size_t i;
  for (i = 0; i < COUNT(now) && !found; i++) {
    char *words = mem_printf("%s %s", now[i].option, now[i].value ? now[i].value : "");
    const char *at = now[i].value ? strstr(part, words) : NULL;
    found = at && (!at[strlen(words)] || strchr(" ,", at[strlen(words)])); /* the whole word */
    free(words);
  }
  return found;
}

char *advice_for(int cause, const struct cli *c, const json_t *tried) {
  const char *p = row_of(cause)->advice;
  struct text t = {0};
  while (p) {
    const char *end = strstr(p, "; ");
    char *part = end ? mem_printf("%.*s", (int)(end - p), p) : mem_strdup(p);
    if (!in_force(part, c) && !remedies_name(tried, part))
      text_printf(&t, "%s%s", t.len ? "; " : "", part);
    free(part);
    p = end ? end + 2 : NULL;
  }
  return t.s;
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

/* Searches grow by leaps: what did not fit is rarely just a little too large. */
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
    numbers(c->search.preemptions, 1, UINT32_MAX, was, next);
  else if (!strcmp(o, "--memory"))
    numbers(c->engine.memory_bytes >> 20, 2, UINT32_MAX, was, next);
  else if (!strcmp(o, "--heap"))
    numbers(c->engine.heap_bytes >> 20, 2, HEAP_MOST_MB, was, next);
  else if (!strcmp(o, "--por"))
    *next = mem_strdup("none");
  else if (!strcmp(o, "--search"))
    *next = mem_strdup("dfs");
  if (!strcmp(o, "--time")) {
    double s = c->search.seconds;
    if (s > 0) *was = mem_printf("%g", s);
    *next = mem_printf("%g", s > 0 ? s * LEAP : SECONDS_FIRST);
  }
  if (!strcmp(o, "--preemptions") && *next) {
    free(*next);
    *next = advice_whole(c->search.preemptions + 1u);
  }
  if (!strcmp(o, "--depth") && !*next) *next = advice_whole(DEPTH_FIRST);
}
