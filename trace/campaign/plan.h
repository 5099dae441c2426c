/* Completes a campaign after read.c has parsed its file: resolves the names that tables and plots
 * use, and makes the cells. */
#ifndef HEDDLE_CAMPAIGN_PLAN_H
#define HEDDLE_CAMPAIGN_PLAN_H

#include "trace/campaign/campaign.h"

struct plan_word {
  char *text;
  uint32_t line;
};
/* a name that a table or plot uses: of a row, a subject (for all its rows) or a technique */
struct plan_name {
  char *text;
  uint32_t line, of; /* `of`: index of the table or plot */
  bool rows, plot;
  uint32_t group; /* 1 + index of the table's group; 0: none */
  bool against;   /* the name after `against` */
};
struct plan_paper {
  enum campaign_measure measure;
  char *row;
  double *numbers, *halves;
  uint32_t count, line, of;
};
struct plan_names {
  VEC(struct plan_name) asked;
  VEC(struct plan_paper) papers;
  VEC(struct plan_word) strategies, heuristics;
};
void plan_names_release(struct plan_names *n);

/* Completes the campaign: makes a technique of each pair of strategy and heuristic, resolves names
 * to indices, adds a table of everything if the file has no table or plot, and makes the cells.
 * Returns ERR_INPUT "FILE:LINE: ..." on an error. */
int plan_complete(struct campaign *c, struct plan_names *n, struct error *err);

#endif
