/* See settings.h. A value is checked when it is set, by storing it into scratch options. */
#include "trace/campaign/settings.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"
#include "trace/campaign/digest.h"
#include "trace/campaign/traced.h"

enum kind {
  TEXT,
  WORDS,
  JOINED,
  PATH,
  FILE_NAME,
  LIST,
  U32,
  U64,
  SIZE,
  SECONDS,
  DURATION,
  YES,
  SWITCH,
  POR,
  SEARCH,
  HEURISTIC,
  POSITION,
  TRIAL,
  FOLLOW,
  LISTEN,
  SEEDS
};

static const struct row {
  const char *word;
  enum kind kind;
  size_t offset;
  bool image;
  const char *metavar, *help;
} rows[] = {
#define SETTING(id, word, kind, target, image, metavar, help) \
  {word, kind, offsetof(struct campaign_options, target), image, metavar, help},
#include "trace/campaign/settings.def"
#undef SETTING
};

enum { SEEDS_MAX = 1000000 };

const char *campaign_setting_word(uint32_t i) { return i < COUNT(rows) ? rows[i].word : NULL; }

int setting_find(const char *word) {
  size_t i;
  for (i = 0; i < COUNT(rows); i++)
    if (!strcmp(rows[i].word, word)) return (int)i;
  return -1;
}

/* ---- values ---- */

static char *joined(char **words, uint32_t count, const char *between) {
  struct text t = {0};
  uint32_t i;
  for (i = 0; i < count; i++) text_printf(&t, "%s%s", i ? between : "", words[i]);
  return t.s ? t.s : mem_strdup("");
}

/* Adds the seeds of a word such as "3" or "1..100". Returns false if it is malformed or there are
 * too many. */
static bool seeds(const char *s, campaign_seeds *out) {
  char *dots = strstr(s, ".."),
       *first = dots ? mem_printf("%.*s", (int)(dots - s), s) : mem_strdup(s);
  uint64_t from = 0, to, i;
  bool good = number_whole(first, UINT64_MAX, &from);
  free(first);
  to = from;
  if (dots) good = good && number_whole(dots + 2, UINT64_MAX, &to);
  if (!good || to < from || to - from >= SEEDS_MAX || out->len >= SEEDS_MAX) return false;
  for (i = 0; i <= to - from; i++) *vec_push(out) = from + i;
  return true;
}

static bool all_seeds(char **words, uint32_t count, campaign_seeds *out) {
  uint32_t i;
  out->len = 0;
  for (i = 0; i < count; i++)
    if (!seeds(words[i], out)) return false;
  return true;
}

static const char *word_at(enum kind kind, uint32_t i) {
  static const char *const por[] = {"full", "sync", "none", NULL},
                           *const yes[] = {"no", "yes", NULL}, *const on[] = {"off", "on", NULL},
                           *const follow[] = {"dfs", "bfs", NULL},
                           *const listen[] = {"replay", "check", NULL};
  switch (kind) {
    case POR: return i < COUNT(por) ? por[i] : NULL;
    case YES: return i < COUNT(yes) ? yes[i] : NULL;
    case SWITCH: return i < COUNT(on) ? on[i] : NULL;
    case TRIAL: return traced_kind_word(i);
    case FOLLOW: return i < COUNT(follow) ? follow[i] : NULL;
    case LISTEN: return i < COUNT(listen) ? listen[i] : NULL;
    case SEARCH: return engine_search_name(i);
    case HEURISTIC: return engine_heuristic_name(i);
    case POSITION: return engine_position_name(i);
    case LIST: return engine_property_name(1u << i);
    default: return NULL;
  }
}

static int index_of(enum kind kind, const char *s) {
  int i;
  for (i = 0; word_at(kind, (uint32_t)i); i++)
    if (!strcmp(word_at(kind, (uint32_t)i), s)) return i;
  return -1;
}

static bool none(char **words, uint32_t count) { return count == 1 && !strcmp(words[0], "none"); }

static bool one_of(const struct row *r, const char *word, char *at) {
  int i = index_of(r->kind, word);
  if (i < 0) return false;
  if (r->kind == POR || r->kind == POSITION || r->kind == TRIAL)
    *(int *)(void *)at = i;
  else if (r->kind == YES || r->kind == SWITCH)
    *(bool *)(void *)at = i == 1;
  else
    *(const char **)(void *)at = word;
  return true;
}

static bool properties(char **words, uint32_t count, uint32_t *out) {
  char *list = joined(words, count, ",");
  bool good = engine_properties_read(list, out);
  free(list);
  return good;
}

static bool settings_number(const struct row *r, const char *word, char *at) {
  uint64_t n;
  if (r->kind == SIZE) return number_size(word, (uint64_t *)(void *)at);
  if (r->kind == SECONDS) return number_real(word, 1e9, (double *)(void *)at);
  if (r->kind == DURATION) return number_duration(word, (uint64_t *)(void *)at);
  if (!number_whole(word, r->kind == U32 ? UINT32_MAX : UINT64_MAX, &n)) return false;
  if (r->kind == U32)
    *(uint32_t *)(void *)at = (uint32_t)n;
  else
    *(uint64_t *)(void *)at = n;
  return true;
}

/* Stores a setting's value in the options. Returns false if it is not a value of the setting's
 * kind. */
static bool store(struct campaign_options *o, int setting, const struct campaign_value *v) {
  const struct row *r = &rows[setting];
  char *at = (char *)o + r->offset;
  if (r->kind != WORDS && !v->count) return false;
  switch (r->kind) {
    case WORDS:
      o->engine.argv = v->words;
      o->engine.argc = (int)v->count;
      return true;
    case JOINED:
      o->owned[setting] = none(v->words, v->count) ? NULL : joined(v->words, v->count, ",");
      *(const char **)(void *)at = o->owned[setting];
      return true;
    case LIST: return properties(v->words, v->count, (uint32_t *)(void *)at);
    case SEEDS: return all_seeds(v->words, v->count, &o->seeds);
    default: break;
  }
  if (v->count != 1) return false;
  if (word_at(r->kind, 0)) /* a kind with named values, except LIST */
    return one_of(r, v->words[0], at);
  if (r->kind != TEXT && r->kind != PATH && r->kind != FILE_NAME)
    return settings_number(r, v->words[0], at);
  *(const char **)(void *)at = none(v->words, v->count) ? NULL : v->words[0];
  return true;
}

/* ---- files ---- */

static char *resolved(const char *name, const char *folder, struct error *err) {
  char *full = *name == '/' ? mem_strdup(name) : mem_printf("%s/%s", folder, name),
       *real = realpath(full, NULL);
  if (!real) error_set(err, ERR_INPUT, "%s: %s", name, strerror(errno));
  free(full);
  return real;
}

/* Makes the names of the files absolute, so that the campaign can be started from any folder, and
 * computes the digest of their contents. */
static int resolve(struct campaign_value *v, const char *folder, bool list, struct error *err) {
  struct text t = {0};
  char *rest = v->words[0], *name;
  while ((name = list ? strsep(&rest, ":") : rest)) {
    char *full = *name ? resolved(name, folder, err) : NULL;
    if (!list) rest = NULL;
    if (full && !digest_file(full, &v->digest, err))
      text_printf(&t, "%s%s", t.len ? ":" : "", full);
    free(full);
    if (err->code || !list) break;
  }
  free(v->words[0]);
  v->words[0] = t.s ? t.s : mem_strdup("");
  return err->code;
}

/* ---- settings ---- */

static int bad(const struct row *r, char **words, uint32_t count, struct error *err) {
  struct text t = {0};
  char *all = joined(words, count, " ");
  uint32_t i;
  for (i = 0; word_at(r->kind, i); i++)
    text_printf(&t, "%s%s", i ? ", " : " (there are ", word_at(r->kind, i));
  error_set(err, ERR_INPUT, "bad value '%s' for %s: %s%s%s", all, r->word, r->metavar,
            t.s ? t.s : "", t.s ? ")" : "");
  text_release(&t);
  free(all);
  return ERR_INPUT;
}

int setting_take(struct campaign_settings *s, int setting, char **words, uint32_t count,
                 uint32_t line, const char *folder, struct error *err) {
  const struct row *r = &rows[setting];
  struct campaign_value *v = &s->v[setting];
  struct campaign_options scratch = {0};
  *v = (struct campaign_value){.words = words, .count = count, .line = line};
  if (!store(&scratch, setting, v)) bad(r, words, count, err);
  campaign_options_release(&scratch);
  if (err->code) return err->code;
  if ((r->kind == PATH || r->kind == FILE_NAME) && !none(words, count))
    return resolve(v, folder, r->kind == PATH, err);
  return 0;
}

void setting_forget(struct campaign_settings *s, int setting) {
  struct campaign_value *v = &s->v[setting];
  for (uint32_t k = 0; k < v->count; k++) free(v->words[k]);
  free(v->words);
  *v = (struct campaign_value){0};
}

void settings_release(struct campaign_settings *s) {
  for (int i = 0; i < CAMPAIGN_SETTINGS; i++) setting_forget(s, i);
}

void settings_inherit(struct campaign_settings *to, const struct campaign_settings *from) {
  uint32_t i;
  for (i = 0; i < CAMPAIGN_SETTINGS; i++)
    if (from->v[i].line) to->v[i] = from->v[i];
}

void settings_options(const struct campaign_settings *s, struct campaign_options *o) {
  int i;
  memset(o, 0, sizeof *o);
  engine_options_init(&o->engine);
  search_options_init(&o->search);
  o->search.seconds = 20;
  o->search.max_states = 2000000;
  for (i = 0; i < CAMPAIGN_SETTINGS; i++)
    if (s->v[i].line) store(o, i, &s->v[i]);
  o->search.as_found = !o->minimise;
  if (o->seeds.len) return;
  for (i = 1; i <= 10; i++) *vec_push(&o->seeds) = (uint64_t)i;
}

void campaign_options_release(struct campaign_options *o) {
  uint32_t i;
  for (i = 0; i < CAMPAIGN_SETTINGS; i++) free(o->owned[i]);
  vec_free(&o->seeds);
}

char *settings_text(const struct campaign_settings *s, bool image) {
  struct text t = {0};
  uint32_t i;
  for (i = 0; i < CAMPAIGN_SETTINGS; i++) {
    const struct campaign_value *v = &s->v[i];
    char *words;
    if (!v->line || rows[i].kind == SEEDS || (image && !rows[i].image)) continue;
    words = v->digest ? mem_printf("%016llx", (unsigned long long)v->digest)
                      : joined(v->words, v->count, "\x1f");
    text_printf(&t, "%s=%s\n", rows[i].word, words);
    free(words);
  }
  return t.s ? t.s : mem_strdup("");
}
