/* Campaigns: many seeded trials of searches, for the tables of papers 000, 001 and 004. A campaign
 * file (heddle-campaign(5)) names subjects with their configurations, techniques (a strategy with
 * its heuristic and settings), and the tables and plots to print. A row is one configuration of one
 * subject; a cell is a row searched with one technique; a trial is a cell with a seed.
 *
 * A cell's settings come from the campaign, the subject, the configuration and the technique. Each
 * overrides those before it. */
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
/* Does a table that does not choose its measures show this one? */
bool campaign_measure_by_default(enum campaign_measure m);
/* Returns how many numbers a cell has in a table of the measure: 1 for density, otherwise 3
 * (minimum, mean, maximum). */
static inline uint32_t campaign_measure_numbers(enum campaign_measure m) {
  return m == CAMPAIGN_DENSITY_OF ? 1 : 3;
}

/* The words of a setting in the file; paths are made absolute, starting from the file's folder.
 * `line` is 0 if the setting is not set. */
struct campaign_value {
  char **words;
  uint32_t count, line;
  uint64_t digest; /* for a PATH or FILE_NAME: digest of the files' contents; else 0 */
};
struct campaign_settings {
  struct campaign_value v[CAMPAIGN_SETTINGS];
};

typedef VEC(uint64_t) campaign_seeds;

/* The settings of a cell as options. The campaign owns the texts, except those in `owned`. */
struct campaign_options {
  struct engine_options engine;
  struct search_options search;
  const char *sequence; /* NULL: no sequence */
  bool minimise, contracts;
  /* The settings of a component. Only `component` is read; the other values are stored to check
   * their kinds. heddle env gets them as words from the file (component.h). */
  struct {
    const char *component; /* class to call; NULL: a program with a main method */
    const char *text;
    uint32_t number;
    bool yes;
  } env;
  struct {     /* settings of recorded runs (traced.h) */
    int trial; /* enum traced_kind */
    const char *events, *analyze, *noise, *follow, *listen;
    uint32_t back, paths;
    bool labelled;
  } traced;
  campaign_seeds seeds; /* freed by campaign_options_release */
  char *owned[CAMPAIGN_SETTINGS];
};

struct campaign_row {
  char *name; /* subject and configuration: "TwoStage(7,1)", "AryList-short" */
  char *subject, *configuration;
  uint32_t line;
  struct campaign_settings own,
      /* own: the configuration's settings. inherited: the subject's settings, with borrowed
       * words */
      inherited;
};

struct campaign_technique {
  char *name;
  uint32_t line;
  struct campaign_settings own;
};

struct campaign_paper { /* the paper's figures for one row under one measure */
  enum campaign_measure measure;
  uint32_t row;
  /* campaign_measure_numbers figures for each column of the table; NAN: not in the paper. If the
   * file gives one figure for each column, that is the mean, and the others are NAN */
  double *numbers;
  /* in a table of means: half widths of the confidence intervals of `numbers`; else NULL */
  double *halves;
};

typedef VEC(uint32_t) campaign_indices;

/* The trials of a cell over which a table of means computes its means: those that found the error,
 * those that searched everything without finding one, those that a bound ended, or all. */
enum campaign_over {
  CAMPAIGN_OVER_FOUND,
  CAMPAIGN_OVER_NONE,
  CAMPAIGN_OVER_CUT,
  CAMPAIGN_OVER_ALL,
  CAMPAIGN_OVERS
};
const char *campaign_over_word(enum campaign_over o); /* "found", ... */

/* A group of techniques in a table of means. The technique with the smallest mean represents it. */
struct campaign_group {
  char *name;
  enum campaign_over over;
  campaign_indices techniques;
};

struct campaign_table {
  /* source: label of the lines with the paper's figures, by default "paper" */
  char *title, *source;
  uint32_t line;
  campaign_indices rows, columns; /* indices into the campaign's rows and techniques */
  bool shows[CAMPAIGN_MEASURES];
  VEC(struct campaign_paper) papers;
  VEC(char *) notes;
  /* a table of means: a line "mean +- half" for each row, technique (or group) and population */
  bool means;
  uint32_t level; /* level of the confidence interval, in percent */
  bool over[CAMPAIGN_OVERS];
  VEC(struct campaign_group) groups;
  /* at most one technique, by whose mean time the measure slowdown divides */
  campaign_indices against;
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
  /* everything that a trial's result depends on except the seed and heddle's version; part of the
   * key of its trials in the database */
  char *spec;
  char *image; /* the part of `spec` that the booted image depends on */
  struct campaign_options options;
  /* For a component, the options of heddle env without seed and class. For a recorded run, the
   * options of heddle replay. Owned. NULL for a program that is searched. */
  char **words;
  uint32_t word_count;
};

struct campaign {
  char *path, *folder, *name; /* the file, its folder, and its name without extension */
  char *title;
  uint32_t jobs; /* 0: all cores */
  struct campaign_settings settings;
  VEC(struct campaign_settings) subjects; /* settings of each subject; its rows borrow them */
  VEC(struct campaign_row) rows;
  VEC(struct campaign_technique) techniques;
  VEC(struct campaign_table) tables;
  VEC(struct campaign_plot) plots;
  /* the cells that the tables and plots need; cells with the same image are adjacent */
  VEC(struct campaign_cell) cells;
};

/* Returns how many figures the paper has for a row in a table of means. */
uint32_t campaign_means_figures(const struct campaign_table *t);

/* Reads a campaign file. If `full` is set, statements that begin with the word full take effect.
 * Returns ERR_INPUT "FILE:LINE: ..." on an error; *out is then NULL. */
int campaign_read(const char *path, bool full, struct campaign **out, struct error *err);
void campaign_free(struct campaign *c);

/* Returns the cell of a row and a technique, or NULL if no table or plot needs it. */
struct campaign_cell *campaign_cell_at(const struct campaign *c, uint32_t row, uint32_t technique);
/* Returns the number of trials in all cells. */
uint64_t campaign_trial_count(const struct campaign *c);
/* Returns the number of locations in a cell's sequence file; 0 if the cell has none. */
uint32_t campaign_sequence_length(const struct campaign_cell *cell);

/* Returns the word of a setting, for --help and messages; NULL after the last. */
const char *campaign_setting_word(uint32_t i);

#endif
