/* Look-ups in a campaign and its measures, and freeing a campaign. See campaign.h. */
#include "trace/campaign/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "trace/campaign/component.h"
#include "trace/campaign/settings.h"

static const struct {
  const char *word, *heading;
  int decimals;
  bool by_default;
} measures[] = {
#define MEASURE(id, word, heading, decimals, by_default) {word, heading, decimals, by_default},
#include "trace/campaign/measures.def"
#undef MEASURE
};

const char *campaign_measure_word(enum campaign_measure m) {
  CHECK((size_t)m < COUNT(measures), "a measure is in the table: %d", (int)m);
  return measures[m].word;
}
const char *campaign_measure_heading(enum campaign_measure m) { return measures[m].heading; }
int campaign_measure_decimals(enum campaign_measure m) { return measures[m].decimals; }
bool campaign_measure_by_default(enum campaign_measure m) { return measures[m].by_default; }

static const char *const overs[] = {"found", "none", "cut", "all"};
const char *campaign_over_word(enum campaign_over o) { return o < COUNT(overs) ? overs[o] : NULL; }

uint32_t campaign_means_figures(const struct campaign_table *t) {
  uint32_t n = 0;
  for (int o = 0; o < CAMPAIGN_OVERS; o++) n += t->over[o];
  return t->groups.len ? (uint32_t)t->groups.len : n * (uint32_t)t->columns.len;
}

uint64_t campaign_trial_count(const struct campaign *c) {
  uint64_t n = 0;
  size_t i;
  for (i = 0; i < c->cells.len; i++) n += c->cells.data[i].options.seeds.len;
  return n;
}

uint32_t campaign_sequence_length(const struct campaign_cell *cell) {
  FILE *f = cell->options.sequence ? fopen(cell->options.sequence, "re") : NULL;
  char *line = NULL;
  size_t cap = 0;
  uint32_t n = 0;
  while (f && getline(&line, &cap, f) >= 0) {
    const char *p = line + strspn(line, " \t\r\n");
    n += *p && *p != '#';
  }
  free(line);
  if (f) fclose(f);
  return n;
}

static void free_table(struct campaign_table *t) {
  size_t i;
  free(t->title);
  free(t->source);
  vec_free(&t->rows);
  vec_free(&t->columns);
  for (i = 0; i < t->papers.len; i++) {
    free(t->papers.data[i].numbers);
    free(t->papers.data[i].halves);
  }
  for (i = 0; i < t->groups.len; i++) {
    free(t->groups.data[i].name);
    vec_free(&t->groups.data[i].techniques);
  }
  vec_free(&t->groups);
  vec_free(&t->against);
  for (i = 0; i < t->notes.len; i++) free(t->notes.data[i]);
  vec_free(&t->papers);
  vec_free(&t->notes);
}

static void free_parts(struct campaign *c) {
  size_t i;
  for (i = 0; i < c->cells.len; i++) {
    free(c->cells.data[i].spec);
    free(c->cells.data[i].image);
    component_words_free(&c->cells.data[i]);
    campaign_options_release(&c->cells.data[i].options);
  }
  for (i = 0; i < c->tables.len; i++) free_table(&c->tables.data[i]);
  for (i = 0; i < c->plots.len; i++) {
    free(c->plots.data[i].name);
    free(c->plots.data[i].title);
    vec_free(&c->plots.data[i].rows);
    vec_free(&c->plots.data[i].columns);
  }
  for (i = 0; i < c->techniques.len; i++) {
    free(c->techniques.data[i].name);
    settings_release(&c->techniques.data[i].own);
  }
  for (i = 0; i < c->rows.len; i++) {
    free(c->rows.data[i].name);
    free(c->rows.data[i].subject);
    free(c->rows.data[i].configuration);
    settings_release(&c->rows.data[i].own);
  }
  for (i = 0; i < c->subjects.len; i++) settings_release(&c->subjects.data[i]);
}

void campaign_free(struct campaign *c) {
  if (!c) return;
  free_parts(c);
  settings_release(&c->settings);
  vec_free(&c->cells);
  vec_free(&c->tables);
  vec_free(&c->plots);
  vec_free(&c->techniques);
  vec_free(&c->rows);
  vec_free(&c->subjects);
  free(c->path);
  free(c->folder);
  free(c->name);
  free(c->title);
  free(c);
}
