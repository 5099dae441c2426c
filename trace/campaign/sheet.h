/* A table of texts with two header lines, printed as text for people or as Markdown. */
#ifndef HEDDLE_CAMPAIGN_SHEET_H
#define HEDDLE_CAMPAIGN_SHEET_H

#include "engine/base/mem.h"

#include <stdbool.h>

struct sheet_column {
  /* heading above this and the following columns; NULL: the column belongs to the previous
   * heading */
  char *group, *head;
  bool left; /* left-aligned */
};

struct sheet {
  VEC(struct sheet_column) columns;
  VEC(char *) cells; /* row by row */
};

/* Appends a column; copies the texts. */
void sheet_column(struct sheet *s, const char *group, const char *head, bool left);
/* Appends the next cell; takes ownership of the text. */
void sheet_cell(struct sheet *s, char *text);
void sheet_release(struct sheet *s);

/* Append the whole sheet: aligned for people, or as a Markdown table. */
void sheet_text(const struct sheet *s, struct text *out);
void sheet_markdown(const struct sheet *s, struct text *out);

#endif
