/* What the commands need to know of the h view. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_H_H
#define HEDDLE_TUI_VIEWS_VIEW_H_H

#include "tui/terminal/debug.h"

/* Moves the column cursor. */
void view_h_move(struct debug *d, long columns);
/* Shows only the columns whose names match; NULL: all. Takes the regex. */
void view_h_filter(struct debug *d, struct regex *filter);
/* Names of the row and the column under the cursor, to be freed; false when there are none. */
bool view_h_cursor(struct debug *d, char **row, char **column);
/* The whole names of the row and the column that are meant: by full or shortened name, or number
 * from 1. To be freed. */
int view_h_names(struct debug *d, const char *row, const char *column, char **row_name,
                 char **column_name, struct error *err);
/* Has the matrix the keys? */
bool view_h_on_matrix(const struct debug *d);
/* Fills the Why pane. Row and column by full or shortened name, or number from 1. */
int view_h_why(struct debug *d, const char *row, const char *column, struct error *err);
void view_h_report_why(struct debug *d); /* the answer, in the log */

#endif
