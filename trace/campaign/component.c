/* See component.h. Most settings have the same name as the heddle env option. */
#include "trace/campaign/component.h"

#include <stdlib.h>
#include <string.h>

enum use {
  AS_IT_IS, /* option --WORD VALUE */
  JOINED,   /* option --WORD VALUE,VALUE */
  FLAG,     /* option --WORD if the value is yes or on */
  NOT_HERE, /* not allowed for a component */
  APART     /* handled by component_words, or not an option */
};

static enum use use_of(int setting) {
  switch (setting) {
    case CAMPAIGN_MAIN:
    case CAMPAIGN_ARGS:
    case CAMPAIGN_PROGRAM_SEED:
    case CAMPAIGN_BACKTRACK:
    case CAMPAIGN_MEASURE_H:
    case CAMPAIGN_TRIAL:
    case CAMPAIGN_EVENTS:
    case CAMPAIGN_ANALYZE:
    case CAMPAIGN_NOISE:
    case CAMPAIGN_LABELLED:
    case CAMPAIGN_BACK:
    case CAMPAIGN_PATHS:
    case CAMPAIGN_FOLLOW:
    case CAMPAIGN_LISTEN: return NOT_HERE;
    case CAMPAIGN_COMPONENT:
    case CAMPAIGN_SCENARIO:
    case CAMPAIGN_MINIMISE:
    case CAMPAIGN_TIME:
    case CAMPAIGN_ORDER:
    case CAMPAIGN_RESTART:
    case CAMPAIGN_SEEDS: return APART;
    case CAMPAIGN_PROPERTY:
    case CAMPAIGN_PREFER:
    case CAMPAIGN_JRF: return JOINED;
    case CAMPAIGN_CONTRACTS:
    case CAMPAIGN_RACE_RW:
    case CAMPAIGN_NO_MATCH_H:
    case CAMPAIGN_RANDOM_VALUES: return FLAG;
    default: return AS_IT_IS;
  }
}

static const char *option_of(int setting) {
  switch (setting) {
    case CAMPAIGN_STATES: return "max-states";
    case CAMPAIGN_STEPS: return "max-steps";
    case CAMPAIGN_SEQUENCE: return "seq";
    default: return campaign_setting_word((uint32_t)setting);
  }
}

static bool is_none(const struct campaign_value *v) {
  return v->count == 1 && !strcmp(v->words[0], "none");
}

static bool is_off(const struct campaign_value *v) {
  return !strcmp(v->words[0], "no") || !strcmp(v->words[0], "off");
}

typedef VEC(char *) word_list;

static void add(word_list *to, const char *option, const char *value) {
  *vec_push(to) = mem_printf("--%s", option);
  if (value) *vec_push(to) = mem_strdup(value);
}

static void add_joined(word_list *to, const char *option, const struct campaign_value *v) {
  struct text t = {0};
  for (uint32_t i = 0; i < v->count; i++) text_printf(&t, "%s%s", i ? "," : "", v->words[i]);
  add(to, option, t.s ? t.s : "");
  text_release(&t);
}

static void add_setting(word_list *to, int setting, const struct campaign_value *v) {
  const char *option = option_of(setting);
  if (!v->line || !v->count || is_none(v)) return;
  switch (use_of(setting)) {
    case AS_IT_IS: add(to, option, v->words[0]); break;
    case JOINED: add_joined(to, option, v); break;
    case FLAG:
      if (!is_off(v)) add(to, option, NULL);
      break;
    default: break;
  }
}

/* Adds the options that make heddle env draw and search one environment, unless the settings ask
 * for restarts. */
static void add_restart(word_list *to, const struct campaign_settings *s) {
  const struct campaign_value *restart = &s->v[CAMPAIGN_RESTART], *order = &s->v[CAMPAIGN_ORDER];
  const struct campaign_value *env = &s->v[CAMPAIGN_ENV];
  bool many = restart->line && !is_none(restart);
  bool random = !env->line || !strcmp(env->words[0], "random");
  add(to, "restart", many ? restart->words[0] : "none");
  if (many && random) add(to, "order", order->line ? order->words[0] : "drawn");
}

void component_words(const struct campaign_settings *s, struct campaign_cell *cell) {
  word_list words = {0};
  char *seconds;
  if (!cell->options.env.component) return;
  if (!s->v[CAMPAIGN_ENV].line) add(&words, "env", "random");
  for (int i = 0; i < CAMPAIGN_SETTINGS; i++) add_setting(&words, i, &s->v[i]);
  add_restart(&words, s);
  if (!cell->options.minimise) add(&words, "as-found", NULL);
  seconds = mem_printf("%.15g", cell->options.search.seconds);
  if (cell->options.search.seconds > 0) add(&words, "time", seconds);
  free(seconds);
  if (s->v[CAMPAIGN_SCENARIO].line)
    *vec_push(&words) = mem_strdup(s->v[CAMPAIGN_SCENARIO].words[0]);
  cell->words = words.data;
  cell->word_count = (uint32_t)words.len;
}

void component_words_free(struct campaign_cell *cell) {
  for (uint32_t i = 0; i < cell->word_count; i++) free(cell->words[i]);
  free(cell->words);
}

const char *component_misplaced(const struct campaign_settings *s,
                                const struct campaign_cell *cell) {
  bool component = cell->options.env.component != NULL;
  for (int i = 0; i < CAMPAIGN_SETTINGS; i++) {
    bool wrong = component ? use_of(i) == NOT_HERE : i >= CAMPAIGN_ENV && i <= CAMPAIGN_ORDER;
    if (wrong && s->v[i].line && !is_none(&s->v[i])) return campaign_setting_word((uint32_t)i);
  }
  return NULL;
}
