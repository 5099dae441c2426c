/* Campaigns: many seeded trials of searches, for the tables of papers 000, 001 and 004. A campaign
 * file (heddle-campaign(5)) names subjects with their configurations, techniques (a strategy with
 * its heuristic and settings), and the tables and plots to print. A row is one configuration of one
 * subject; a cell is a row under a technique; a trial is a cell with a seed.
 *
 * Settings are inherited: those of the campaign, then the subject's, the configuration's, the
 * technique's; the last one counts. */
#ifndef HEDDLE_CAMPAIGN_H
#define HEDDLE_CAMPAIGN_H

#include "engine/base/mem.h"
#include "engine/engine.h"

enum campaign_setting {
#define SETTING(id, word, kind, target, image, metavar, help) CAMPAIGN_##id,
#include "trace/campaign/settings.def"
#undef SETTING
  CAMPAIGN_SETTINGS
};

enum campaign_measure {
#define MEASURE(id, word, heading, decimals, by_default) CAMPAIGN_##id##_OF,
#include "trace/campaign/measures.def"
#undef MEASURE
  CAMPAIGN_MEASURES
};
const char *campaign_measure_word(enum campaign_measure m);
const char *campaign_measure_heading(enum campaign_measure m);
int campaign_measure_decimals(enum campaign_measure m);
/* shown by tables that do not say what to show */
bool campaign_measure_by_default(enum campaign_measure m);
/* The numbers that a cell has in a table of the measure: density 1, the others 3 (minimum, mean,
 * maximum). */
static inline uint32_t campaign_measure_numbers(enum campaign_measure m) {
  return m == CAMPAIGN_DENSITY_OF ? 1 : 3;
}

/* A setting as it stands in the file; paths are made relative to the file's folder. Not set: line
 * 0. */
struct campaign_value {
  char **words;
  uint32_t count, line;
  uint64_t digest; /* PATH, FILE_NAME: of what is in the files */
};
struct campaign_settings {
  struct campaign_value v[CAMPAIGN_SETTINGS];
};

typedef VEC(uint64_t) campaign_seeds;

/* The settings of a cell as options: texts belong to the campaign. */
struct campaign_options {
  struct engine_options engine;
  struct search_options search;
  const char *sequence; /* NULL: none */
  bool minimise, contracts;
  /* The words of a component's other settings are taken from the file (component.h): what is stored
   * here only shows that their values are of the right kind. */
  struct {
    const char *component; /* NULL: a program with a main method */
    const char *text;
    uint32_t number;
    bool yes;
  } env;
  struct { /* of recorded runs: traced.h */
    const char *trial, *events, *analyze, *noise, *follow, *listen;
    uint32_t back, paths;
    bool labelled;
  } traced;
  campaign_seeds seeds; /* owned */
  char *owned[CAMPAIGN_SETTINGS];
};

struct campaign_row {
  char *name; /* subject and configuration: "TwoStage(7,1)", "AryList-short" */
  char *subject, *configuration;
  uint32_t line;
  struct campaign_settings own,
      inherited; /* the configuration's; those of its subject: words are borrowed */
};

struct campaign_technique {
  char *name;
  uint32_t line;
  struct campaign_settings own;
};

struct campaign_paper { /* one line of a paper's figures */
  enum campaign_measure measure;
  uint32_t row;
  /* for each column of the table campaign_measure_numbers, the mean alone when one was given; NAN:
   * the paper has none */
  double *numbers;
  double *halves; /* of a table of means, beside its numbers; else NULL */
};

typedef VEC(uint32_t) campaign_indices;

/* Over which trials of a cell a table of means takes them: those that found the error, those that
 * searched whole and found none, those that a bound ended, all. */
enum campaign_over {
  CAMPAIGN_OVER_FOUND,
  CAMPAIGN_OVER_NONE,
  CAMPAIGN_OVER_CUT,
  CAMPAIGN_OVER_ALL,
  CAMPAIGN_OVERS
};
const char *campaign_over_word(enum campaign_over o); /* "found", ... */

/* In a table of means: the technique with the least mean stands for them. */
struct campaign_group {
  char *name;
  enum campaign_over over;
  campaign_indices techniques;
};

struct campaign_table {
  char *title, *source; /* source: what the paper's lines are called; "paper" */
  uint32_t line;
  campaign_indices rows, columns; /* of the campaign's rows and techniques */
  bool shows[CAMPAIGN_MEASURES];
  VEC(struct campaign_paper) papers;
  VEC(char *) notes;
  bool means;     /* a line for each row, technique (or group) and population: mean +- half */
  uint32_t level; /* of the confidence interval, in percent */
  bool over[CAMPAIGN_OVERS];
  VEC(struct campaign_group) groups;
  campaign_indices against; /* the technique whose mean time slowdown is a multiple of; or none */
};

enum campaign_plot_kind { CAMPAIGN_PLOT_LENGTH, CAMPAIGN_PLOT_TIME, CAMPAIGN_PLOT_ENDS };
struct campaign_plot {
  char *name, *title;
  uint32_t line;
  enum campaign_plot_kind kind;
  campaign_indices rows, columns;
};

struct campaign_cell {
  uint32_t row, technique;
  /* all that a trial's result depends on, but the seed: the key of its trials in the database */
  char *spec;
  char *image; /* the part of it that the booted image depends on */
  struct campaign_options options;
  /* of a component: the options of heddle env without seed and class; of a recorded run: those of
   * heddle replay; owned; NULL: a program that is searched */
  char **words;
  uint32_t word_count;
};

struct campaign {
  char *path, *folder, *name; /* the file, its folder, its name without the ending */
  char *title;
  uint32_t jobs; /* 0: all cores */
  struct campaign_settings settings;
  VEC(struct campaign_settings) subjects; /* what rows inherit */
  VEC(struct campaign_row) rows;
  VEC(struct campaign_technique) techniques;
  VEC(struct campaign_table) tables;
  VEC(struct campaign_plot) plots;
  /* those that the tables and plots ask for, cells of one image together */
  VEC(struct campaign_cell) cells;
};

/* How many figures a line of a paper's has in a table of means. */
uint32_t campaign_means_figures(const struct campaign_table *t);

/* Reads a campaign file; `full`: with what its statements `full` say. Errors: ERR_INPUT
 * "FILE:LINE: ..."; *out is then NULL. */
int campaign_read(const char *path, bool full, struct campaign **out, struct error *err);
void campaign_free(struct campaign *c);

/* The cell of a row and a technique; NULL when nothing asks for it. */
struct campaign_cell *campaign_cell_at(const struct campaign *c, uint32_t row, uint32_t technique);
/* All trials of all cells. */
uint64_t campaign_trial_count(const struct campaign *c);
/* The locations in a cell's sequence file; 0 without one. */
uint32_t campaign_sequence_length(const struct campaign_cell *cell);

/* The words that settings, measures and plots take, for --help and messages: NULL behind the last.
 */
const char *campaign_setting_word(uint32_t i);

#endif
