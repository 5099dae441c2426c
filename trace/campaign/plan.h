/* Completes a campaign that was read: looks up the names that tables and plots use, and makes the
 * cells. For read.c. */
#ifndef HEDDLE_CAMPAIGN_PLAN_H
#define HEDDLE_CAMPAIGN_PLAN_H

#include "trace/campaign/campaign.h"

struct plan_word {
  char *text;
  uint32_t line;
};
struct plan_name { /* name of a row, of a subject (for all its rows) or of a technique */
  char *text;
  uint32_t line, of; /* `of`: index of the table or plot */
  bool rows, plot;
  uint32_t group; /* 1 + index of the table's group; 0: none */
  bool against;   /* names the technique that the table compares with */
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

/* Completes the campaign: makes techniques from the product of strategies and heuristics, resolves
 * names to indices, adds a table of everything when there is none, and makes the cells. Errors:
 * ERR_INPUT "FILE:LINE: ...". */
int plan_complete(struct campaign *c, struct plan_names *n, struct error *err);

#endif
