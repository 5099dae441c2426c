/* See traced.h. Most settings have the same name as the heddle replay option. */
#include "trace/campaign/traced.h"

#include <stdlib.h>
#include <string.h>

#include "trace/campaign/settings.h"

enum use {
  PROGRAM,   /* names the program, the seeds or the kind of trial */
  RECORDING, /* concerns the recording, not heddle replay */
  AS_IT_IS,  /* option --WORD VALUE of heddle replay */
  JOINED,    /* option --WORD VALUE,VALUE */
  FLAG,      /* option --WORD if the value is yes */
  NOT_HERE
};

static enum use traced_use_of(int setting) {
  switch (setting) {
    case CAMPAIGN_CLASS_PATH:
    case CAMPAIGN_MAIN:
    case CAMPAIGN_ARGS:
    case CAMPAIGN_SEEDS:
    case CAMPAIGN_TRIAL: return PROGRAM;
    case CAMPAIGN_EVENTS:
    case CAMPAIGN_ANALYZE:
    case CAMPAIGN_NOISE:
    case CAMPAIGN_LABELLED: return RECORDING;
    case CAMPAIGN_PROPERTY: return JOINED;
    case CAMPAIGN_RACE_RW: return FLAG;
    case CAMPAIGN_POR:
    case CAMPAIGN_TRUST:
    case CAMPAIGN_BENIGN:
    case CAMPAIGN_PATIENCE:
    case CAMPAIGN_CLOCK_JUMPS:
    case CAMPAIGN_SPURIOUS:
    case CAMPAIGN_MEMORY:
    case CAMPAIGN_DEPTH:
    case CAMPAIGN_TIME:
    case CAMPAIGN_BACK:
    case CAMPAIGN_PATHS:
    case CAMPAIGN_FOLLOW:
    case CAMPAIGN_LISTEN: return AS_IT_IS;
    default: return NOT_HERE;
  }
}

static bool is_none(const struct campaign_value *v) {
  return v->count == 1 && !strcmp(v->words[0], "none");
}

static bool is_set(const struct campaign_settings *s, int setting) {
  return s->v[setting].line && s->v[setting].count && !is_none(&s->v[setting]);
}

const char *traced_kind_word(uint32_t kind) {
  static const char *const words[] = {[TRACED_NOT] = "search",
                                      [TRACED_RUN] = "run",
                                      [TRACED_RECORD] = "record",
                                      [TRACED_REPLAY] = "replay"};
  return kind < COUNT(words) ? words[kind] : NULL;
}

typedef VEC(char *) word_list;

static void traced_add(word_list *to, int setting, const struct campaign_value *v) {
  enum use use = traced_use_of(setting);
  struct text t = {0};
  if (use < AS_IT_IS || use == NOT_HERE || (use == FLAG && strcmp(v->words[0], "yes") != 0)) return;
  *vec_push(to) = mem_printf("--%s", campaign_setting_word((uint32_t)setting));
  if (use == FLAG) return;
  for (uint32_t i = 0; i < v->count; i++) text_printf(&t, "%s%s", i ? "," : "", v->words[i]);
  *vec_push(to) = t.s;
}

void traced_words(const struct campaign_settings *s, struct campaign_cell *cell) {
  word_list words = {0};
  if (!cell->options.traced.trial || cell->words) return;
  for (int i = 0; i < CAMPAIGN_SETTINGS; i++)
    if (is_set(s, i)) traced_add(&words, i, &s->v[i]);
  if (!s->v[CAMPAIGN_TIME].line) {
    *vec_push(&words) = mem_strdup("--time");
    *vec_push(&words) = mem_printf("%.15g", cell->options.search.seconds);
  }
  cell->words = words.data;
  cell->word_count = (uint32_t)words.len;
}

const char *traced_misplaced(const struct campaign_settings *s, const struct campaign_cell *cell) {
  bool traced = cell->options.traced.trial != TRACED_NOT;
  for (int i = 0; i < CAMPAIGN_SETTINGS; i++) {
    bool wrong = traced ? traced_use_of(i) == NOT_HERE : i > CAMPAIGN_TRIAL;
    if (wrong && is_set(s, i)) return campaign_setting_word((uint32_t)i);
  }
  return NULL;
}

/* The key consists of those lines of the cell's spec that the recording depends on. */
char *traced_key(const struct campaign_cell *cell) {
  static const int settings[] = {CAMPAIGN_CLASS_PATH, CAMPAIGN_MAIN,    CAMPAIGN_ARGS,
                                 CAMPAIGN_EVENTS,     CAMPAIGN_ANALYZE, CAMPAIGN_NOISE,
                                 CAMPAIGN_LABELLED};
  struct text t = {0};
  for (const char *line = cell->spec; *line;) {
    size_t n = strcspn(line, "\n");
    for (size_t i = 0; i < COUNT(settings); i++) {
      const char *word = campaign_setting_word((uint32_t)settings[i]);
      if (!strncmp(line, word, strlen(word)) && line[strlen(word)] == '=')
        text_printf(&t, "%.*s\n", (int)n, line);
    }
    line += n + (line[n] == '\n');
  }
  return t.s ? t.s : mem_strdup("");
}

bool traced_is_timed(const struct campaign_cell *cell) {
  return cell->options.traced.trial == TRACED_RUN || cell->options.traced.trial == TRACED_RECORD;
}
