/* Functions of the h view for the commands. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_H_H
#define HEDDLE_TUI_VIEWS_VIEW_H_H

#include "tui/terminal/debug.h"

/* Moves the column cursor. */
void view_h_move(struct debug *d, long columns);
/* Shows only columns whose names match; NULL: all. Takes ownership of the regex. */
void view_h_filter(struct debug *d, struct regex *filter);
/* Returns the names of row and column under the cursor (caller frees). False: there are none. */
bool view_h_cursor(struct debug *d, char **row, char **column);
/* Finds a row and a column, each given by full name, shortened name or number from 1. Returns their
 * full names (caller frees). */
int view_h_names(struct debug *d, const char *row, const char *column, char **row_name,
                 char **column_name, struct error *err);
/* Returns true if the matrix has the focus. */
bool view_h_on_matrix(const struct debug *d);
/* Fills the Why pane. Row and column are given as for view_h_names. */
int view_h_why(struct debug *d, const char *row, const char *column, struct error *err);
void view_h_report_why(struct debug *d); /* logs the answer */

#endif
